//! Finding moves by number, and moves and comments by text.

use rules::chess::Position;

use super::record::ChessRecord;
use crate::GameRecord;
use crate::tree::NodeId;

impl ChessRecord {
    /// The first move with that number on the line through the cursor.
    pub(super) fn numbered_move(&self, number: u32) -> Option<NodeId> {
        let behind = self.tree().line(self.here());
        let ahead = self.tree().preferred_line(self.here()).skip(1);
        let mut before: Option<Position> = None;
        for node in behind.into_iter().chain(ahead) {
            if before.as_ref().is_some_and(|position| position.move_number() == number) {
                return Some(node);
            }
            before = match (before, self.game().mv(node)) {
                (Some(position), Some(mv)) => position.play(mv).ok(),
                (None, None) if node == self.root() => self.editor.position_at(node),
                _ => None,
            };
        }
        None
    }

    /// Whether the node's comment contains the text, or the text names its move.
    pub(super) fn matches(&self, node: NodeId, text: &str) -> bool {
        let plain = |san: &str| san.trim_end_matches(['+', '#', '!', '?']).to_lowercase();
        let written = self.game().written_move(node);
        self.game().comment(node).to_lowercase().contains(text)
            || (!written.is_empty() && plain(&written) == plain(text))
    }
}
