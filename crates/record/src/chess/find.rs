//! Finding places in a game: forks, comments, moves by number, moves and words by text.

use rules::chess::Position;

use super::record::ChessRecord;
use super::refusal::Refusal;
use crate::tree::NodeId;

impl ChessRecord {
    /// Back to the nearest node with several branches.
    pub fn to_fork(&mut self) -> Result<(), Refusal> {
        let fork = self.tree().fork_above(self.here());
        self.visit(fork)
    }

    pub fn to_previous_comment(&mut self) -> Result<(), Refusal> {
        let found = self.tree().ancestors(self.here()).skip(1).find(|node| self.is_commented(*node));
        self.visit(found)
    }

    pub fn to_next_comment(&mut self) -> Result<(), Refusal> {
        let found = self.tree().preferred_line(self.here()).skip(1).find(|node| self.is_commented(*node));
        self.visit(found)
    }

    /// To the first move with that number on the line through the cursor; 0 is the start.
    pub fn to_move(&mut self, number: u32) -> Result<(), Refusal> {
        if number == 0 {
            self.to_start();
            return Ok(());
        }
        let behind = self.tree().line(self.here());
        let ahead = self.tree().preferred_line(self.here()).skip(1);
        let mut before: Option<Position> = None;
        let mut found = None;
        for node in behind.into_iter().chain(ahead) {
            if before.as_ref().is_some_and(|position| position.move_number() == number) {
                found = Some(node);
                break;
            }
            before = match (before, self.game().mv(node)) {
                (Some(position), Some(mv)) => position.play(mv).ok(),
                (None, None) if node == self.root() => self.editor.position_at(node),
                _ => None,
            };
        }
        self.visit(found)
    }

    /// To the next node in file order whose comment has the text or whose move is called so, beginning anew at the
    /// start; the cursor's own comes last.
    pub fn find(&mut self, text: &str) -> Result<NodeId, Refusal> {
        let text = text.trim().to_lowercase();
        let nodes: Vec<NodeId> = self.tree().preorder(self.root()).collect();
        let here = nodes.iter().position(|node| *node == self.here()).unwrap_or(0);
        let (before, after) = nodes.split_at((here + 1).min(nodes.len()));
        let found = after.iter().chain(before).find(|node| self.answers(**node, &text)).copied();
        self.visit(found)?;
        Ok(self.here())
    }

    fn answers(&self, node: NodeId, text: &str) -> bool {
        let plain = |san: &str| san.trim_end_matches(['+', '#', '!', '?']).to_lowercase();
        let spelling = self.game().spelling(node);
        self.game().words(node).to_lowercase().contains(text)
            || (!spelling.is_empty() && plain(&spelling) == plain(text))
    }

    pub fn is_commented(&self, node: NodeId) -> bool {
        !self.game().words(node).is_empty()
    }

    fn visit(&mut self, found: Option<NodeId>) -> Result<(), Refusal> {
        let node = found.ok_or(Refusal::NotFound)?;
        self.go_to(node);
        Ok(())
    }
}
