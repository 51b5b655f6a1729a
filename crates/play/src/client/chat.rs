//! The chat as this side knows it. Its own lines are sent no faster than the table takes them: one that is written too
//! soon waits.

use std::collections::VecDeque;
use std::time::Duration;

use moment::Moment;

use super::Client;
use crate::protocol::ClientRequest;
use crate::table::CHAT_PAUSE;

/// Messages do not all travel at the same speed, and the table measures when they arrive.
const SLACK: Duration = Duration::from_millis(200);

#[derive(Clone, Debug, Default)]
pub(super) struct Chat {
    lines: Vec<ChatLine>,
    waiting: VecDeque<String>,
    /// The last line that was sent, and when.
    sent: Option<(Moment, String)>,
}

#[derive(Clone, Debug)]
pub(super) struct ChatLine {
    pub number: u32,
    pub from: String,
    pub message: String,
}

impl Chat {
    pub(super) fn lines(&self) -> impl Iterator<Item = &ChatLine> {
        self.lines.iter()
    }

    pub(super) fn waiting(&self) -> impl Iterator<Item = &str> {
        self.waiting.iter().map(String::as_str)
    }

    pub(super) fn receive(&mut self, line: ChatLine) {
        if let Err(place) = self.lines.binary_search_by_key(&line.number, |known| known.number) {
            self.lines.insert(place, line);
        }
    }

    pub(super) fn write(&mut self, message: String) {
        self.waiting.push_back(message);
    }

    /// The table took the last line for too early: it is sent again.
    pub(super) fn refused(&mut self, now: Moment) {
        if let Some((_, message)) = self.sent.take() {
            self.waiting.push_front(message);
            self.sent = Some((now, String::new()));
        }
    }

    /// When the next line can be sent, if one waits.
    pub(super) fn due(&self) -> Option<Moment> {
        self.waiting.front()?;
        Some(self.sent.as_ref().map_or(Moment::ORIGIN, |(at, _)| *at + CHAT_PAUSE + SLACK))
    }

    fn next(&mut self, now: Moment) -> Option<String> {
        let message = self.due().filter(|due| *due <= now).and_then(|_| self.waiting.pop_front())?;
        self.sent = Some((now, message.clone()));
        Some(message)
    }
}

impl Client {
    pub(super) fn send_chat(&mut self, now: Moment) {
        let Some(message) = self.chat.next(now) else { return };
        let request = ClientRequest::Chat { message };
        // Spectators' messages have no numbers.
        if self.is_player() { self.send_reliably(now, request) } else { self.send_once(request) }
    }
}
