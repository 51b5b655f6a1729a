//! Chat: short lines, rate limited, the last few kept for clients that join later.

use std::time::Duration;

use moment::Moment;
use rules::go::Color;

use super::Table;
use crate::protocol::{ErrorCode, ServerEvent, sanitize};

/// Between two lines of one player.
pub const CHAT_PAUSE: Duration = Duration::from_secs(1);
pub(super) const HISTORY: usize = 50;

impl Table {
    pub(super) fn chat(&mut self, now: Moment, color: Color, message: &str) {
        let message = sanitize(message);
        let Some(seat) = self.seat_mut(color) else { return };
        if seat.last_chat.is_some_and(|last| now < last + CHAT_PAUSE) {
            return self.refuse(color, ErrorCode::TooFast, "one message per second at most");
        }
        if message.is_empty() {
            return;
        }
        seat.last_chat = Some(now);
        let from = seat.name.clone();
        self.lines = self.lines.saturating_add(1);
        if self.chat.len() >= HISTORY {
            self.chat.pop_front();
        }
        self.chat.push_back((from.clone(), message.clone(), self.lines));
        let line = self.lines;
        self.broadcast(ServerEvent::Chat { from, message, line });
    }
}
