//! How long a room exists, and how long it is listed.

use play::kifu::Kifu;

use super::Room;

/// An empty room without an unfinished game is removed after this time.
pub(super) const EMPTY_ROOM_LIFETIME: u64 = 600_000;
/// A room that nobody has entered leaves the list after this time, while its link still works.
pub(super) const LISTED_EMPTY: u64 = 60_000;
/// A game that everybody left in its first turns: somebody tried something out.
pub(super) const ABANDONED_START_LIFETIME: u64 = 3_600_000;
const FIRST_TURNS: u32 = 10;
/// Any other game that everybody left: a club that meets once a week may skip three evenings.
pub(super) const ABANDONED_GAME_LIFETIME: u64 = 30 * 24 * 3_600_000;

impl Room {
    /// When it is removed if nobody comes.
    pub(super) fn expires(&self) -> Option<u64> {
        let since = self.empty_since?;
        if self.table.is_closed() {
            return Some(since);
        }
        let turns = self.table.kifu().map_or(0, Kifu::turns);
        let lifetime = match self.table.is_unfinished() {
            false if self.kept => return None,
            false => EMPTY_ROOM_LIFETIME,
            true if turns < FIRST_TURNS => ABANDONED_START_LIFETIME,
            true => ABANDONED_GAME_LIFETIME,
        };
        Some(since + lifetime)
    }

    /// Somebody is there, or was and may come back.
    pub(in crate::rooms) fn is_occupied(&self) -> bool {
        !self.connections.is_empty() || self.table.names().iter().any(Option::is_some)
    }

    /// Worth a place in the list of rooms.
    pub(in crate::rooms) fn is_listed(&self, now: u64) -> bool {
        let is_recent = self.empty_since.is_none_or(|since| now < since + LISTED_EMPTY);
        !self.table.is_closed() && (self.kept || self.is_occupied() || is_recent)
    }

    /// Nobody has come for a long time.
    pub(in crate::rooms) fn is_expired(&self, now: u64) -> bool {
        self.expires().is_some_and(|at| now >= at)
    }

    /// It exists as long as the host runs.
    pub(in crate::rooms) fn keep(&mut self) {
        self.kept = true;
    }

    pub(in crate::rooms) fn is_kept(&self) -> bool {
        self.kept
    }
}
