//! Replies that wait for the journal. Journal lines and the deliveries that depend on them go into one batch; the lines
//! of a batch are written and synced together, and then its deliveries are sent.

use play::journal::{self, RoomSpec};
use play::protocol::ServerMessage;
use play::table::{ConnectionId, Input, Table};
use tokio::sync::{mpsc, oneshot};

use super::Address;
use super::journal::{Journal, Written};

/// A busy host collects this many milliseconds of lines: a sync costs more than the short wait that saves most of them.
const BATCH_INTERVAL: u64 = 20;
/// A batch with more lines than this makes a host busy.
const BUSY_LINES: u32 = 4;
/// A batch whose buffers grew beyond this many bytes is not reused.
const MAX_RETAINED: usize = 4 << 20;

pub(super) enum Delivery {
    /// Bytes for a socket: those of the batch's `frames` up to `end`, from the end of the delivery before.
    Frames { slot: u32, conn: ConnectionId, end: usize },
    /// Close the socket.
    Close { slot: u32, conn: ConnectionId },
    /// A message for the player that the host has seated.
    EnginePlayer(Box<(mpsc::Sender<ServerMessage>, ServerMessage)>),
    /// Tell the caller that the room was opened.
    Opened { room: Address, reply: oneshot::Sender<Option<Address>> },
}

#[derive(Default)]
pub(super) struct Batch {
    lines: Vec<u8>,
    line_count: u32,
    pub(super) deliveries: Vec<Delivery>,
    pub(super) frames: Vec<u8>,
}

pub(super) struct Outbox {
    /// `None` for rooms in memory.
    journal: Option<Journal>,
    filling: Batch,
    writing: Option<Batch>,
    spare: Batch,
    /// Of the batch that is filling; the one that is being written has the number before.
    number: u64,
    /// When the last batch was submitted.
    submitted: u64,
    busy: bool,
}

impl Outbox {
    pub(super) fn new(journal: Option<Journal>) -> Outbox {
        Outbox {
            journal,
            filling: Batch::default(),
            writing: None,
            spare: Batch::default(),
            number: 1,
            submitted: 0,
            busy: false,
        }
    }

    pub(super) fn has_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// Returns the length of the line.
    pub(super) fn entry(&mut self, room: &str, at: u64, input: &Input) -> usize {
        self.append(|buffer| journal::put_entry(buffer, room, at, input))
    }

    /// Returns the length of the line.
    pub(super) fn snapshot(&mut self, room: &str, at: u64, table: &Table) -> usize {
        self.append(|buffer| journal::put_snapshot(buffer, room, at, table))
    }

    pub(super) fn opened(&mut self, room: &str, spec: &RoomSpec) {
        self.append(|buffer| journal::put_opened(buffer, room, spec));
    }

    pub(super) fn closed(&mut self, room: &str) {
        self.append(|buffer| journal::put_closed(buffer, room));
    }

    fn append(&mut self, put: impl FnOnce(&mut Vec<u8>)) -> usize {
        if !self.has_journal() {
            return 0;
        }
        let before = self.filling.lines.len();
        put(&mut self.filling.lines);
        self.filling.line_count += 1;
        self.filling.lines.len() - before
    }

    /// The batch that is filling.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Whether the batch with this number has not been delivered yet.
    pub(super) fn holds(&self, number: u64) -> bool {
        number >= self.number - u64::from(self.writing.is_some())
    }

    /// Adds to the batch with this number, which must not have been delivered.
    pub(super) fn put(&mut self, number: u64, delivery: Delivery) {
        self.batch(number).deliveries.push(delivery);
    }

    pub(super) fn put_frames(&mut self, number: u64, slot: u32, conn: ConnectionId, frames: &[u8]) {
        let batch = self.batch(number);
        batch.frames.extend_from_slice(frames);
        let end = batch.frames.len();
        batch.deliveries.push(Delivery::Frames { slot, conn, end });
    }

    fn batch(&mut self, number: u64) -> &mut Batch {
        match &mut self.writing {
            Some(batch) if number < self.number => batch,
            _ => &mut self.filling,
        }
    }

    /// Submits the filling batch to the journal if it has lines and is due; otherwise says when to call again.
    pub(super) fn submit(&mut self, now: u64) -> Option<u64> {
        let journal = self.journal.as_ref()?;
        if self.writing.is_some() || self.filling.lines.is_empty() {
            return None;
        }
        let due = if self.busy { self.submitted + BATCH_INTERVAL } else { 0 };
        if now < due {
            return Some(due);
        }
        let mut batch = std::mem::replace(&mut self.filling, std::mem::take(&mut self.spare));
        journal.write(std::mem::take(&mut batch.lines));
        self.busy = batch.line_count > BUSY_LINES;
        self.submitted = now;
        self.number += 1;
        self.writing = Some(batch);
        None
    }

    /// The batch whose write has finished, and whether it is durable.
    pub(super) fn written(&mut self) -> Option<(Batch, bool)> {
        self.writing.as_ref()?;
        let Written { durable, buffer } = self.journal.as_ref()?.written()?;
        let mut batch = self.writing.take()?;
        batch.lines = buffer;
        Some((batch, durable))
    }

    /// Keeps a delivered batch's buffers for the next one.
    pub(super) fn recycle(&mut self, mut batch: Batch) {
        batch.deliveries.clear();
        batch.frames.clear();
        batch.line_count = 0;
        if batch.frames.capacity() + batch.lines.capacity() <= MAX_RETAINED {
            self.spare = batch;
        }
    }

    #[cfg(test)]
    pub(super) fn pending_deliveries(&self) -> usize {
        self.filling.deliveries.len() + self.writing.as_ref().map_or(0, |batch| batch.deliveries.len())
    }

    /// On shutdown nobody is left to reply to, but the lines are still written.
    pub(super) fn finish(self) {
        if let Some(journal) = self.journal
            && !self.filling.lines.is_empty()
        {
            journal.write(self.filling.lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms::journal::Storage;
    use std::io;

    struct Discard;

    impl Storage for Discard {
        fn append(&mut self, _: &[u8]) -> io::Result<()> {
            Ok(())
        }
    }

    fn outbox() -> Outbox {
        Outbox::new(Some(Journal::on(Discard, None, Box::new(|| ())).unwrap()))
    }

    /// The slots and ends of the next batch's frames.
    fn delivered(outbox: &mut Outbox) -> Vec<(u32, usize)> {
        let (batch, durable) = loop {
            if let Some(written) = outbox.written() {
                break written;
            }
        };
        assert!(durable);
        let frames = batch.deliveries.iter().map(|delivery| match delivery {
            Delivery::Frames { slot, end, .. } => (*slot, *end),
            _ => (u32::MAX, 0),
        });
        let frames = frames.collect();
        outbox.recycle(batch);
        frames
    }

    #[test]
    fn deliveries_wait_for_the_lines_they_depend_on() {
        let mut outbox = outbox();
        outbox.entry("a", 1, &Input::Wake);
        let first = outbox.number();
        outbox.put_frames(first, 7, ConnectionId(1), b"abc");
        assert!(outbox.holds(first) && !outbox.holds(first - 1));
        assert_eq!(outbox.submit(0), None);
        // More output of the same room joins its batch; a room with new lines waits for the next one.
        outbox.put_frames(first, 8, ConnectionId(2), b"d");
        outbox.entry("b", 1, &Input::Wake);
        let second = outbox.number();
        outbox.put_frames(second, 9, ConnectionId(3), b"e");
        assert!(second > first && outbox.holds(first) && outbox.holds(second));
        assert_eq!(delivered(&mut outbox), [(7, 3), (8, 4)]);
        assert!(!outbox.holds(first) && outbox.holds(second));
        assert_eq!(outbox.submit(0), None);
        assert_eq!(delivered(&mut outbox), [(9, 1)]);
        assert!(!outbox.holds(second));
    }

    #[test]
    fn a_busy_host_collects_lines_and_an_idle_one_submits_at_once() {
        let mut outbox = outbox();
        assert_eq!(outbox.submit(100), None);
        assert!(outbox.writing.is_none(), "nothing to write");
        for at in 0..5 {
            outbox.entry("a", at, &Input::Wake);
        }
        assert_eq!(outbox.submit(100), None);
        delivered(&mut outbox);
        outbox.entry("a", 9, &Input::Wake);
        assert_eq!((outbox.submit(110), outbox.submit(120)), (Some(120), None));
        delivered(&mut outbox);
        outbox.entry("a", 10, &Input::Wake);
        assert_eq!(outbox.submit(121), None);
        assert!(outbox.writing.is_some(), "a single line does not wait");
    }
}
