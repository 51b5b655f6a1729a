//! Talk at the table: short lines, not too many, the last few kept for who comes back.

use std::time::Duration;

use rules::go::Color;

use super::Table;
use crate::Moment;
use crate::protocol::{Fault, Tell, plain};

/// Between two lines of one player.
pub const CHAT_PAUSE: Duration = Duration::from_secs(1);
const KEPT: usize = 50;

impl Table {
    pub(super) fn chat(&mut self, now: Moment, color: Color, message: &str) {
        let message = plain(message);
        let Some(seat) = self.seat_mut(color) else { return };
        if seat.last_chat.is_some_and(|last| now < last + CHAT_PAUSE) {
            return self.refuse(color, Fault::TooFast, "one line a second");
        }
        if message.is_empty() {
            return;
        }
        seat.last_chat = Some(now);
        let from = seat.name.clone();
        self.lines = self.lines.saturating_add(1);
        if self.talk.len() >= KEPT {
            self.talk.pop_front();
        }
        self.talk.push_back((from.clone(), message.clone(), self.lines));
        let line = self.lines;
        self.tell_all(Tell::Chat { from, message, line });
    }
}
