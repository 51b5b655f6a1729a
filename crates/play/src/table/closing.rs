//! Closing a room: its owner ends it while no game is on, and everybody in it is told.

use rules::go::Color;

use super::{Output, Table};
use crate::protocol::{Access, Digest, ErrorCode};

pub(super) const CLOSED: &str = "the player who opened this room has closed it";

impl Table {
    /// Who may enter and close the room.
    pub fn access(&self) -> Access {
        self.access.as_deref().copied().unwrap_or_default()
    }

    /// Its owner has closed it; nobody can enter any more.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    pub(super) fn is_owner(&self, color: Color) -> bool {
        let owner = self.access().owner;
        owner.is_some() && self.seat(color).map(|seat| seat.token) == owner
    }

    pub(super) fn close(&mut self, color: Color) {
        if !self.is_owner(color) {
            return self.refuse(color, ErrorCode::NotNow, "only the player who opened the room can close it");
        }
        if self.is_unfinished() {
            return self.refuse(color, ErrorCode::NotNow, "a game is in progress: resign first");
        }
        self.closed = true;
        for conn in self.connections() {
            self.send_error(conn, ErrorCode::RoomClosed, CLOSED);
            self.out.push(Output::Close { conn });
        }
        self.seats = [None, None];
        self.spectators.clear();
    }

    /// Why a newcomer cannot enter, apart from the seats.
    pub(super) fn refusal(&self, password: Option<Digest>) -> Option<(ErrorCode, &'static str)> {
        if self.closed {
            return Some((ErrorCode::RoomClosed, CLOSED));
        }
        let wrong = (ErrorCode::Password, "this room has a password, and that is not it");
        (!self.access().admits(password)).then_some(wrong)
    }
}
