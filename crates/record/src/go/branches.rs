//! Whole branches: cut, copy, paste, order, main line, and a game that begins here.

use rules::go::Color;

use super::file::{GoFile, Irregular};
use super::marks::spelled;
use super::record::GoRecord;
use super::refusal::Refusal;
use crate::editor::{Edit, EditOf, Game};
use crate::sgf::{self, Charset, Collection, Property};
use crate::tree::{NodeId, Place};

/// A branch that was cut or copied: SGF text of its own, so that it can go to another game or program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip(String);

impl Clip {
    pub fn from_sgf(text: impl Into<String>) -> Clip {
        Clip(text.into())
    }

    pub fn as_sgf(&self) -> &str {
        &self.0
    }
}

/// A pasted branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pasted {
    pub node: NodeId,
    /// The first node of its main line that does not go with the stones here.
    pub conflict: Option<(NodeId, Irregular)>,
}

type Edits = Vec<EditOf<GoFile>>;

impl GoRecord {
    /// The branch that begins at the cursor.
    pub fn copy(&self) -> Clip {
        Clip(self.file().branch_text(self.here()))
    }

    /// Cuts the branch that begins at the cursor. Of a lone leaf there is nothing worth keeping: none, so that what
    /// was cut before can still be pasted.
    pub fn cut(&mut self) -> Result<Option<Clip>, Refusal> {
        self.leave_set_up();
        let here = self.here();
        let parent = self.tree().parent(here).ok_or(Refusal::FirstNode)?;
        let clip = (!self.tree().is_leaf(here)).then(|| self.copy());
        self.editor.apply(vec![Edit::Cut { node: here }], parent)?;
        Ok(clip)
    }

    /// Pastes a branch after the cursor and goes to its first node.
    pub fn paste(&mut self, clip: &Clip) -> Result<Pasted, Refusal> {
        self.leave_set_up();
        let branch = sgf::read_as(clip.0.as_bytes(), Charset::Utf8).map_err(|_| Refusal::NothingToPaste)?;
        let top = *branch.games().first().ok_or(Refusal::NothingToPaste)?;
        self.check_paste(&branch, top)?;
        let node = self.take_over(&branch, top)?;
        let place = Place { parent: self.here(), index: usize::MAX, preferred: true };
        self.editor.apply(vec![Edit::Graft { node, place }], node)?;
        Ok(Pasted { node, conflict: self.first_conflict(node) })
    }

    fn check_paste(&self, branch: &Collection, top: NodeId) -> Result<(), Refusal> {
        let Some((color, mv)) = branch.node(top).moves(self.size()).next() else { return Ok(()) };
        if color != self.to_play() {
            return Err(Refusal::NotItsTurn { color });
        }
        let Some(mv) = mv else { return Ok(()) };
        if let Some(same) = self.branches().iter().find(|branch| branch.mv == Some((color, mv))) {
            return Err(Refusal::SameMove { node: same.node });
        }
        self.position().play_as(color, mv)?;
        Ok(())
    }

    /// The nodes of another record as loose nodes of this one.
    fn take_over(&mut self, branch: &Collection, top: NodeId) -> Result<NodeId, Refusal> {
        let mut texts = Vec::new();
        for node in branch.tree().preorder(top) {
            texts.push((node, self.file().recoded(branch.node(node))?));
        }
        let mut copies: Vec<(NodeId, NodeId, Option<NodeId>)> = Vec::new();
        let mut first = None;
        for (node, text) in texts {
            // The parent is the nearest node before it that is one; the copies are in file order.
            while copies.last().is_some_and(|(original, ..)| branch.tree().parent(node) != Some(*original)) {
                copies.pop();
            }
            let copy = match copies.last_mut() {
                Some((_, parent, last)) => {
                    let copy = self.editor.add_loose_under(*parent, *last, Some(text));
                    *last = Some(copy);
                    copy
                }
                None => self.editor.add_loose(Some(text)),
            };
            first = first.or(Some(copy));
            copies.push((node, copy, None));
        }
        first.ok_or(Refusal::NothingToPaste)
    }

    fn first_conflict(&self, node: NodeId) -> Option<(NodeId, Irregular)> {
        let mut state = self.state().clone();
        for next in self.tree().main_line(node) {
            if next != node {
                state = self.editor.game().replay(next, &state);
            }
            if let Some(odd) = state.irregular.first() {
                return Some((next, *odd));
            }
        }
        None
    }

    /// Moves the branch at the cursor towards the first place, or away from it.
    pub fn move_branch(&mut self, earlier: bool) -> Result<(), Refusal> {
        self.leave_set_up();
        self.editor.move_branch(earlier)?.then_some(()).ok_or(Refusal::NoBranch)
    }

    /// Lets Next follow the branch after the one it follows now, or the one before. False at the end of the list.
    pub fn choose_branch(&mut self, earlier: bool) -> bool {
        self.editor.choose_branch(earlier)
    }

    /// The number of the branch that Next follows, from 1, and how many there are.
    pub fn chosen_branch(&self) -> Option<(usize, usize)> {
        self.editor.chosen_branch()
    }

    /// Makes the line to the cursor the main line.
    pub fn make_main_line(&mut self) -> Result<(), Refusal> {
        self.leave_set_up();
        Ok(self.editor.make_main_line()?)
    }

    /// Removes every branch that leaves the line to the cursor. What follows the cursor stays.
    pub fn remove_other_variations(&mut self) -> Result<(), Refusal> {
        self.leave_set_up();
        Ok(self.editor.remove_other_variations()?)
    }

    /// Makes the position at the cursor the beginning of the game: its stones become set-up, the moves up to it and
    /// all other branches go.
    pub fn flatten(&mut self) -> Result<(), Refusal> {
        self.leave_set_up();
        let (root, here) = (self.root(), self.here());
        if root == here {
            return Ok(());
        }
        let followers: Vec<NodeId> = self.tree().children(here).collect();
        let others = self.tree().children(root);
        let mut edits: Edits = followers.iter().map(|node| Edit::Cut { node: *node }).collect();
        edits.extend(others.map(|node| Edit::Cut { node }));
        edits.push(Edit::Text { node: root, text: Some(self.first_text_here().into()) });
        edits.extend(followers.iter().enumerate().map(|(index, node)| {
            let place = Place { parent: root, index, preferred: false };
            Edit::Graft { node: *node, place }
        }));
        Ok(self.editor.apply(edits, root)?)
    }

    /// A file of its own that begins with the position at the cursor.
    pub fn from_here(&self) -> Vec<u8> {
        let first = match self.here() == self.root() {
            true => self.node(self.root()).raw().to_vec(),
            false => self.first_text_here(),
        };
        self.file().write_game_with(self.here(), &first)
    }

    /// The text of a first node for the position at the cursor: what the game says of itself, the stones, whose turn
    /// it is, and what the cursor's own node says.
    fn first_text_here(&self) -> Vec<u8> {
        let root = self.node(self.root()).properties().filter(|p| is_about_the_game(*p));
        let here =
            self.node(self.here()).properties().filter(|p| !is_about_the_game(*p) && !is_on_the_board(*p));
        let mut text = b";".to_vec();
        root.chain(here).for_each(|property| text.extend_from_slice(property.raw()));
        let board = self.position().board();
        let stones = |color| spelled(&board.stones(color).collect::<Vec<_>>());
        let turn = self.to_play().letter().to_string().into_bytes();
        let lists = [("AB", stones(Color::Black)), ("AW", stones(Color::White)), ("PL", vec![turn])];
        let with_lists = lists.iter().fold(text.into(), |text: std::sync::Arc<[u8]>, (name, values)| {
            self.file().respelled(&text, name, values)
        });
        with_lists.to_vec()
    }
}

fn is_about_the_game(property: Property<'_>) -> bool {
    const ROOT: [&str; 5] = ["AP", "CA", "FF", "GM", "ST"];
    ROOT.iter().any(|name| property.means(name))
        || super::info::FIELDS.iter().any(|f| property.means(f.property))
}

fn is_on_the_board(property: Property<'_>) -> bool {
    ["B", "W", "KO", "MN", "AB", "AW", "AE", "PL"].iter().any(|name| property.means(name))
}
