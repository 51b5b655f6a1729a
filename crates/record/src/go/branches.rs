//! Whole branches: checks before pasting, and games that begin at the cursor.

use rules::go::Color;

use super::file::GoFile;
use super::marks::point_values;
use super::record::GoRecord;
use super::refusal::GoRefusal;
use crate::editor::{Edit, EditOf, Game};
use crate::sgf::{Collection, Property};
use crate::tree::{Attachment, NodeId};
use crate::{GameRecord, Refusal};

type Edits = Vec<EditOf<GoFile>>;

impl GoRecord {
    pub(super) fn check_paste(&self, branch: &Collection, top: NodeId) -> Result<(), Refusal> {
        let Some((color, mv)) = branch.node(top).moves(self.size()).next() else { return Ok(()) };
        if color != self.to_play() {
            return Err(GoRefusal::NotItsTurn { color }.into());
        }
        let Some(mv) = mv else { return Ok(()) };
        if let Some(same) = self.branches().iter().find(|branch| branch.mv == Some((color, mv))) {
            return Err(GoRefusal::SameMove { node: same.node }.into());
        }
        self.position().play_as(color, mv)?;
        Ok(())
    }

    /// Copies the nodes of another record as detached nodes of this one.
    pub(super) fn copy_detached(&mut self, branch: &Collection, top: NodeId) -> Result<NodeId, Refusal> {
        let mut texts = Vec::new();
        for node in branch.tree().preorder(top) {
            texts.push((node, self.file().recoded(branch.node(node))?));
        }
        let mut copies: Vec<(NodeId, NodeId, Option<NodeId>)> = Vec::new();
        let mut first = None;
        for (node, text) in texts {
            // Copies are in file order, so the parent has been copied already.
            while copies.last().is_some_and(|(original, ..)| branch.tree().parent(node) != Some(*original)) {
                copies.pop();
            }
            let copy = match copies.last_mut() {
                Some((_, parent, last)) => {
                    let copy = self.editor.add_detached_under(*parent, *last, Some(text));
                    *last = Some(copy);
                    copy
                }
                None => self.editor.add_detached(Some(text)),
            };
            first = first.or(Some(copy));
            copies.push((node, copy, None));
        }
        first.ok_or(Refusal::NothingToPaste)
    }

    pub(super) fn first_conflict(&self, node: NodeId) -> Option<NodeId> {
        let mut state = self.state().clone();
        for next in self.tree().main_line(node) {
            if next != node {
                state = self.editor.game().replay(next, &state);
            }
            if !state.irregular.is_empty() {
                return Some(next);
            }
        }
        None
    }

    /// Makes the position at the cursor the beginning of the game: its stones become set-up stones, and the moves up to
    /// it and all other branches are removed.
    pub fn flatten(&mut self) -> Result<(), Refusal> {
        self.end_set_up();
        let (root, here) = (self.root(), self.here());
        if root == here {
            return Ok(());
        }
        let followers: Vec<NodeId> = self.tree().children(here).collect();
        let others = self.tree().children(root);
        let mut edits: Edits = followers.iter().map(|node| Edit::Cut { node: *node }).collect();
        edits.extend(others.map(|node| Edit::Cut { node }));
        edits.push(Edit::Text { node: root, text: Some(self.root_text_here().into()) });
        edits.extend(followers.iter().enumerate().map(|(index, node)| {
            let attachment = Attachment { parent: root, index, preferred: false };
            Edit::Attach { node: *node, attachment }
        }));
        Ok(self.editor.apply(edits, root)?)
    }

    /// A new file that begins with the position at the cursor.
    pub fn write_from_here(&self) -> Vec<u8> {
        let first = match self.here() == self.root() {
            true => self.node(self.root()).raw().to_vec(),
            false => self.root_text_here(),
        };
        self.file().write_game_with(self.here(), &first)
    }

    /// The text of a root node for the position at the cursor: the game info, the stones, the side to move, and the
    /// properties of the cursor's node.
    pub(super) fn root_text_here(&self) -> Vec<u8> {
        let root = self.node(self.root()).properties().filter(|p| is_about_the_game(*p));
        let here =
            self.node(self.here()).properties().filter(|p| !is_about_the_game(*p) && !is_on_the_board(*p));
        let mut text = b";".to_vec();
        root.chain(here).for_each(|property| text.extend_from_slice(property.raw()));
        let board = self.position().board();
        let stones = |color| point_values(&board.stones(color).collect::<Vec<_>>());
        let turn = self.to_play().letter().to_string().into_bytes();
        let lists = [("AB", stones(Color::Black)), ("AW", stones(Color::White)), ("PL", vec![turn])];
        let with_lists = lists.iter().fold(text.into(), |text: std::sync::Arc<[u8]>, (name, values)| {
            self.file().with_property(&text, name, values)
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
