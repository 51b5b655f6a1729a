//! Whole branches: cut, copy, paste, order, and a game that begins here.

use rules::chess::Position;

use super::record::ChessRecord;
use super::refusal::Refusal;
use crate::editor::Edit;
use crate::pgn::Game;
use crate::tree::{NodeId, Place};

/// A branch that was cut or copied: a PGN game of its own, so that it can go to another game or program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip(String);

impl Clip {
    pub fn from_pgn(text: impl Into<String>) -> Clip {
        Clip(text.into())
    }

    pub fn as_pgn(&self) -> &str {
        &self.0
    }
}

impl ChessRecord {
    /// The branch that begins at the cursor; at the start, the whole game.
    pub fn copy(&self) -> Result<Clip, Refusal> {
        let from = self.tree().parent(self.here()).unwrap_or(self.here());
        let start = self.editor.position_at(from).ok_or(Refusal::NoPosition)?;
        let heads: Vec<NodeId> = match self.here() == self.root() {
            true => self.tree().children(self.here()).collect(),
            false => vec![self.here()],
        };
        Ok(Clip(self.part(&start, &heads).to_text()))
    }

    /// Cuts the branch that begins at the cursor. Of a lone move there is nothing worth keeping: none, so that what was
    /// cut before can still be pasted.
    pub fn cut(&mut self) -> Result<Option<Clip>, Refusal> {
        let here = self.here();
        let parent = self.tree().parent(here).ok_or(Refusal::Start)?;
        let clip = if self.tree().is_leaf(here) { None } else { self.copy().ok() };
        self.editor.apply(vec![Edit::Cut { node: here }], parent)?;
        Ok(clip)
    }

    /// Plays a branch after the cursor and goes to its first move. What is not legal here is left out.
    pub fn paste(&mut self, clip: &Clip) -> Result<NodeId, Refusal> {
        let branch = Game::read(&clip.0).ok_or(Refusal::NothingToPaste)?;
        let head = branch.tree().first_child(branch.root()).ok_or(Refusal::NothingToPaste)?;
        let mv = branch.mv(head).ok_or(Refusal::NothingToPaste)?;
        let here = self.here();
        let after = self.position().ok_or(Refusal::NoPosition)?.play(mv)?;
        if self.tree().children(here).any(|child| self.game().mv(child) == Some(mv)) {
            return self.play(mv);
        }
        let top = self.editor.add_loose(branch.portable(head));
        let mut waiting = vec![(head, top, after)];
        while let Some((from, to, position)) = waiting.pop() {
            let mut last = None;
            for child in branch.tree().children(from) {
                let Some(next) = branch.mv(child).and_then(|mv| position.play(mv).ok()) else { continue };
                let copy = self.editor.add_loose_under(to, last, branch.portable(child));
                last = Some(copy);
                waiting.push((child, copy, next));
            }
        }
        let place = Place { parent: here, index: usize::MAX, preferred: true };
        self.editor.apply(vec![Edit::Graft { node: top, place }], top)?;
        Ok(top)
    }

    /// A file of its own that begins with the position at the cursor.
    pub fn from_here(&self) -> Result<Vec<u8>, Refusal> {
        let start = self.position().ok_or(Refusal::NoPosition)?;
        let heads: Vec<NodeId> = self.tree().children(self.here()).collect();
        let mut part = self.part(start, &heads);
        for (name, value) in self.game().tags().filter(|(name, _)| !matches!(&**name, "FEN" | "SetUp")) {
            let edit = part.tagging(&name, &value);
            part.change(edit);
        }
        Ok((part.to_text() + "\n").into_bytes())
    }

    /// A game of these branches.
    fn part(&self, start: &Position, heads: &[NodeId]) -> Game {
        let mut part = Game::new(start);
        let mut waiting: Vec<(NodeId, NodeId)> = heads.iter().map(|head| (*head, part.root())).collect();
        waiting.reverse();
        while let Some((from, parent)) = waiting.pop() {
            let node = part.add(parent, self.game().portable(from));
            let children: Vec<NodeId> = self.tree().children(from).collect();
            waiting.extend(children.into_iter().rev().map(|child| (child, node)));
        }
        part
    }

    /// Moves the branch at the cursor towards the first place, or away from it.
    pub fn move_branch(&mut self, earlier: bool) -> Result<(), Refusal> {
        self.editor.move_branch(earlier)?.then_some(()).ok_or(Refusal::NoBranch)
    }

    pub fn choose_branch(&mut self, earlier: bool) -> bool {
        self.editor.choose_branch(earlier)
    }

    pub fn chosen_branch(&self) -> Option<(usize, usize)> {
        self.editor.chosen_branch()
    }

    pub fn make_main_line(&mut self) -> Result<(), Refusal> {
        Ok(self.editor.make_main_line()?)
    }

    pub fn remove_other_variations(&mut self) -> Result<(), Refusal> {
        Ok(self.editor.remove_other_variations()?)
    }
}
