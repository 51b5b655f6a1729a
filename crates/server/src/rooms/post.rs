//! What may be said once the journal has what it follows from. Lines for the journal and the letters that wait for them
//! are put in one bag; the lines of a whole bag are written and synced together, and then its letters go out.

use play::protocol::Told;
use play::table::{Conn, Input};
use tokio::sync::{mpsc, oneshot};

use super::journal::{self, Answer, Journal};
use super::{Address, Opened};

/// A busy host gathers so many milliseconds of lines: syncs cost more than the little wait that spares most of them.
const GATHERS: u64 = 20;
/// Lines in one bag that make a host busy.
const BUSY: u32 = 4;
/// A bag that grew beyond is thrown away.
const LARGEST: usize = 4 << 20;

pub(super) enum Letter {
    /// Bytes for a socket: those of the bag's frames up to here, from where the last letter's ended.
    Frames { line: u32, conn: Conn, until: usize },
    /// The socket is to be closed.
    Close { line: u32, conn: Conn },
    /// For the player whom the host has seated.
    Companion(Box<(mpsc::Sender<Told>, Told)>),
    /// A room was opened, and somebody waits for it.
    Opened { room: Address, tell: oneshot::Sender<Option<Address>> },
}

#[derive(Default)]
pub(super) struct Bag {
    lines: Vec<u8>,
    entries: u32,
    pub(super) letters: Vec<Letter>,
    pub(super) frames: Vec<u8>,
}

pub(super) struct Post {
    /// None where nothing is kept.
    journal: Option<Journal>,
    gathering: Bag,
    under_way: Option<Bag>,
    spare: Bag,
    /// Of the bag that is being filled; the one under way has the number before.
    number: u64,
    /// When the last bag was handed over.
    handed: u64,
    busy: bool,
}

/// How far the lines were written.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    length: usize,
    entries: u32,
}

impl Post {
    pub(super) fn new(journal: Option<Journal>) -> Post {
        Post {
            journal,
            gathering: Bag::default(),
            under_way: None,
            spare: Bag::default(),
            number: 1,
            handed: 0,
            busy: false,
        }
    }

    pub(super) fn is_kept(&self) -> bool {
        self.journal.is_some()
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { length: self.gathering.lines.len(), entries: self.gathering.entries }
    }

    pub(super) fn rub_out(&mut self, mark: Mark) {
        self.gathering.lines.truncate(mark.length);
        self.gathering.entries = mark.entries;
    }

    pub(super) fn entry(&mut self, room: &str, at: u64, input: &Input) {
        self.line(|sheet| journal::put_entry(sheet, room, at, input));
    }

    pub(super) fn opened(&mut self, room: &str, opened: &Opened) {
        self.line(|sheet| journal::put_opened(sheet, room, opened));
    }

    pub(super) fn closed(&mut self, room: &str) {
        self.line(|sheet| journal::put_closed(sheet, room));
    }

    fn line(&mut self, put: impl FnOnce(&mut Vec<u8>)) {
        if self.is_kept() {
            put(&mut self.gathering.lines);
            self.gathering.entries += 1;
        }
    }

    /// The bag that is being filled.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Whether the bag with this number has not been delivered.
    pub(super) fn holds(&self, number: u64) -> bool {
        number >= self.number - u64::from(self.under_way.is_some())
    }

    /// Into the bag with this number, which has not been delivered.
    pub(super) fn put(&mut self, number: u64, letter: Letter) {
        self.bag(number).letters.push(letter);
    }

    pub(super) fn put_frames(&mut self, number: u64, line: u32, conn: Conn, frames: &[u8]) {
        let bag = self.bag(number);
        bag.frames.extend_from_slice(frames);
        let until = bag.frames.len();
        bag.letters.push(Letter::Frames { line, conn, until });
    }

    fn bag(&mut self, number: u64) -> &mut Bag {
        match &mut self.under_way {
            Some(bag) if number < self.number => bag,
            _ => &mut self.gathering,
        }
    }

    /// Hands the bag over, if there is something in it and it is time; else says when to come back.
    pub(super) fn hand_over(&mut self, now: u64) -> Option<u64> {
        let journal = self.journal.as_ref()?;
        if self.under_way.is_some() || self.gathering.lines.is_empty() {
            return None;
        }
        let time = if self.busy { self.handed + GATHERS } else { 0 };
        if now < time {
            return Some(time);
        }
        let mut bag = std::mem::replace(&mut self.gathering, std::mem::take(&mut self.spare));
        journal.write(std::mem::take(&mut bag.lines));
        self.busy = bag.entries > BUSY;
        self.handed = now;
        self.number += 1;
        self.under_way = Some(bag);
        None
    }

    /// The bag whose lines were written, and whether they were kept.
    pub(super) fn arrived(&mut self) -> Option<(Bag, bool)> {
        self.under_way.as_ref()?;
        let Answer { kept, sheet } = self.journal.as_ref()?.answer()?;
        let mut bag = self.under_way.take()?;
        bag.lines = sheet;
        Some((bag, kept))
    }

    /// An empty bag, to be used again.
    pub(super) fn emptied(&mut self, mut bag: Bag) {
        bag.letters.clear();
        bag.frames.clear();
        bag.entries = 0;
        if bag.frames.capacity() + bag.lines.capacity() <= LARGEST {
            self.spare = bag;
        }
    }

    /// Letters that wait.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.gathering.letters.len() + self.under_way.as_ref().map_or(0, |bag| bag.letters.len())
    }

    /// Nobody is left to be told, but what happened is still written down.
    pub(super) fn finish(self) {
        if let Some(journal) = self.journal
            && !self.gathering.lines.is_empty()
        {
            journal.write(self.gathering.lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms::journal::Disk;
    use std::io;

    struct Nowhere;

    impl Disk for Nowhere {
        fn append(&mut self, _: &[u8]) -> io::Result<()> {
            Ok(())
        }
    }

    fn post() -> Post {
        Post::new(Some(Journal::on(Nowhere, None, Box::new(|| ())).unwrap()))
    }

    fn arrived(post: &mut Post) -> Vec<(u32, usize)> {
        let (bag, kept) = loop {
            if let Some(arrived) = post.arrived() {
                break arrived;
            }
        };
        assert!(kept);
        let lines = bag.letters.iter().map(|letter| match letter {
            Letter::Frames { line, until, .. } => (*line, *until),
            _ => (u32::MAX, 0),
        });
        let lines = lines.collect();
        post.emptied(bag);
        lines
    }

    #[test]
    fn letters_wait_for_the_lines_they_follow_from() {
        let mut post = post();
        post.entry("a", 1, &Input::Wake);
        let first = post.number();
        post.put_frames(first, 7, Conn(1), b"abc");
        assert!(post.holds(first) && !post.holds(first - 1));
        assert_eq!(post.hand_over(0), None);
        // What the same room says now goes with it; what another room says after its own lines does not.
        post.put_frames(first, 8, Conn(2), b"d");
        post.entry("b", 1, &Input::Wake);
        let second = post.number();
        post.put_frames(second, 9, Conn(3), b"e");
        assert!(second > first && post.holds(first) && post.holds(second));
        assert_eq!(arrived(&mut post), [(7, 3), (8, 4)]);
        assert!(!post.holds(first) && post.holds(second));
        assert_eq!(post.hand_over(0), None);
        assert_eq!(arrived(&mut post), [(9, 1)]);
        assert!(!post.holds(second));
    }

    #[test]
    fn a_busy_host_gathers_and_what_is_rubbed_out_is_not_handed_over() {
        let mut post = post();
        let mark = post.mark();
        post.entry("a", 1, &Input::Wake);
        post.rub_out(mark);
        assert_eq!(post.hand_over(100), None);
        assert!(post.under_way.is_none());
        (0..5).for_each(|at| post.entry("a", at, &Input::Wake));
        assert_eq!(post.hand_over(100), None);
        arrived(&mut post);
        post.entry("a", 9, &Input::Wake);
        assert_eq!((post.hand_over(110), post.hand_over(120)), (Some(120), None));
        arrived(&mut post);
        post.entry("a", 10, &Input::Wake);
        assert_eq!(post.hand_over(121), None);
        assert!(post.under_way.is_some(), "one line alone does not wait");
    }
}
