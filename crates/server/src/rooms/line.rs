//! One WebSocket of a room: frames in as fast as a person could mean them, frames out as fast as the other end takes
//! them, and a sign of life every few seconds, which also measures how long the wire is.

use std::io::{ErrorKind, Read, Write};

use mio::net::TcpStream;
use play::protocol::{Asked, Fault, Malformed, Tell, Told};
use play::table::Conn;

use super::frames::{self, Frame, Reader, Sole};

/// All times are in milliseconds.
const DEAD_AFTER: u64 = 15_000;
/// What is not taken by then never will be.
const SLOWEST_WRITE: u64 = 5_000;
/// Bytes waiting to be taken; the longest record fits several times.
const MOST_WAITING: usize = 1 << 20;
/// Times that one socket is read before others are listened to.
const MOST_AT_ONCE: usize = 4;
/// The bucket of tokens: a burst of messages is fine, a flood is not.
const BURST: f32 = 40.0;
const A_SECOND: f32 = 10.0;

/// Why a socket is closed, as the RFC numbers it.
pub(super) type End = (u16, &'static str);
pub(super) const GOODBYE: End = (1000, "goodbye");
const DEAD: End = (1001, "no sign of life");
const SLOW: End = (1001, "too slow");
const FLOOD: End = (1008, "too many messages");
/// The other end is not there any more: nothing is left to be said.
const LOST: End = (0, "");

/// Small, because a host has thousands of them and looks at each when the others have long cooled the memory.
pub(super) struct Line {
    pub(super) conn: Conn,
    pub(super) stream: TcpStream,
    /// The place of its room.
    pub(super) room: u32,
    pub(super) round_trip: u32,
    /// For what does not come in one piece.
    reader: Option<Box<Reader>>,
    waiting: Option<Box<Waiting>>,
    tokens: f32,
    last_heard: u64,
    pinged: Option<u64>,
    /// Something has come that the room is not ready for.
    pub(super) unheard: bool,
}

/// What the other end has still to take, and since when it could.
struct Waiting {
    bytes: Vec<u8>,
    since: u64,
}

/// What was heard at once.
#[derive(Default)]
pub(super) struct Heard {
    pub(super) asked: Vec<Asked>,
    pub(super) end: Option<End>,
    /// There may be more.
    pub(super) more: bool,
}

impl Line {
    pub(super) fn new(conn: Conn, stream: TcpStream, room: u32, now: u64) -> Line {
        Line {
            conn,
            stream,
            room,
            round_trip: 0,
            reader: None,
            waiting: None,
            tokens: BURST,
            last_heard: now,
            pinged: None,
            unheard: false,
        }
    }

    /// Whatever has come. `closing` if the other end has said that it will say no more.
    pub(super) fn listen(&mut self, space: &mut [u8], closing: bool, now: u64, heard: &mut Heard) {
        for _ in 0..MOST_AT_ONCE {
            match self.stream.read(space) {
                Ok(0) => return heard.end = Some(LOST),
                Ok(length) => {
                    let all = length < space.len();
                    self.take_in(space.get_mut(..length).unwrap_or_default(), now, heard);
                    // Elsewhere a socket speaks up again only after it was asked in vain.
                    if heard.end.is_some() || all && !closing && cfg!(target_os = "linux") {
                        return;
                    }
                }
                Err(wait) if wait.kind() == ErrorKind::WouldBlock => return,
                Err(again) if again.kind() == ErrorKind::Interrupted => {}
                Err(_) => return heard.end = Some(LOST),
            }
        }
        heard.more = true;
    }

    pub(super) fn take_in(&mut self, bytes: &mut [u8], now: u64, heard: &mut Heard) {
        // Mostly it is one message, and all of it.
        if self.reader.is_none() {
            match frames::sole(bytes) {
                Some(Sole::Text(text)) if self.is_welcome(now, heard) => return self.read(text, now, heard),
                Some(Sole::Pong) if self.is_welcome(now, heard) => return self.answered(now),
                Some(_) => return,
                None => {}
            }
        }
        let mut reader = self.reader.take().unwrap_or_default();
        reader.take_in(bytes);
        while heard.end.is_none() {
            match reader.next() {
                Ok(Some(frame)) if self.is_welcome(now, heard) => self.take(frame, now, heard),
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(broken) => heard.end = Some(broken.reason()),
            }
        }
        // Nothing is kept for a socket that is silent.
        self.reader = (!reader.is_empty()).then_some(reader);
    }

    /// Whether one more message is no flood.
    fn is_welcome(&mut self, now: u64, heard: &mut Heard) -> bool {
        let millis = now.saturating_sub(self.last_heard).min(10_000) as f32;
        self.tokens = (self.tokens + millis / 1000.0 * A_SECOND).min(BURST) - 1.0;
        self.last_heard = now;
        if self.tokens < 0.0 {
            heard.end = Some(FLOOD);
        }
        self.tokens >= 0.0
    }

    fn take(&mut self, frame: Frame, now: u64, heard: &mut Heard) {
        match frame {
            Frame::Text(text) => self.read(text.as_bytes(), now, heard),
            Frame::Binary => self.complain(&Malformed::Limit { what: "binary is" }, now, heard),
            Frame::Ping(payload) => {
                let mut pong = Vec::new();
                frames::pong(&mut pong, &payload);
                heard.end = self.send(&pong, now);
            }
            Frame::Pong => self.answered(now),
            Frame::Close => heard.end = Some(GOODBYE),
        }
    }

    fn read(&mut self, text: &[u8], now: u64, heard: &mut Heard) {
        match Asked::read(text) {
            Ok(asked) => heard.asked.push(asked),
            Err(malformed) => self.complain(&malformed, now, heard),
        }
    }

    fn answered(&mut self, now: u64) {
        if let Some(pinged) = self.pinged.take() {
            self.round_trip = u32::try_from(now.saturating_sub(pinged)).unwrap_or(u32::MAX);
        }
    }

    fn complain(&mut self, malformed: &Malformed, now: u64, heard: &mut Heard) {
        let tell = Tell::Error { code: Fault::Malformed, message: malformed.to_string() };
        heard.end = self.tell(&Told { seq: 0, heard: 0, game: 0, turn: 0, tell }, now);
    }

    pub(super) fn tell(&mut self, told: &Told, now: u64) -> Option<End> {
        let mut frame = Vec::new();
        frames::text(&mut frame, told.write().as_bytes(), &[]);
        self.send(&frame, now)
    }

    /// Whole frames, after what waits already. An end, if it takes nothing for too long or too much waits for it.
    pub(super) fn send(&mut self, frames: &[u8], now: u64) -> Option<End> {
        if let Some(waiting) = &mut self.waiting {
            waiting.bytes.extend_from_slice(frames);
            return self.flush(now);
        }
        let written = match self.write(frames) {
            Ok(written) => written,
            Err(end) => return Some(end),
        };
        if let Some(rest @ [_, ..]) = frames.get(written..) {
            self.waiting = Some(Box::new(Waiting { bytes: rest.to_vec(), since: now }));
            return (rest.len() > MOST_WAITING).then_some(SLOW);
        }
        None
    }

    /// Writes what the other end takes now.
    pub(super) fn flush(&mut self, now: u64) -> Option<End> {
        let mut waiting = self.waiting.take()?;
        let written = match self.write(&waiting.bytes) {
            Ok(written) => written,
            Err(end) => return Some(end),
        };
        waiting.bytes.drain(..written);
        if waiting.bytes.is_empty() {
            return None;
        }
        if written > 0 {
            waiting.since = now;
        }
        let slow = waiting.bytes.len() > MOST_WAITING || now >= waiting.since + SLOWEST_WRITE;
        self.waiting = Some(waiting);
        slow.then_some(SLOW)
    }

    /// How much was taken.
    fn write(&mut self, bytes: &[u8]) -> Result<usize, End> {
        let mut written = 0;
        while let Some(rest @ [_, ..]) = bytes.get(written..) {
            match self.stream.write(rest) {
                Ok(0) => return Err(LOST),
                Ok(length) => written += length,
                Err(wait) if wait.kind() == ErrorKind::WouldBlock => break,
                Err(again) if again.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(LOST),
            }
        }
        Ok(written)
    }

    /// Before a ping: whether anybody seems to be there.
    pub(super) fn look(&self, now: u64) -> Option<End> {
        if self.waiting.as_ref().is_some_and(|waiting| now >= waiting.since + SLOWEST_WRITE) {
            return Some(SLOW);
        }
        (now.saturating_sub(self.last_heard) >= DEAD_AFTER).then_some(DEAD)
    }

    pub(super) fn pinged(&mut self, now: u64) {
        self.pinged = Some(now);
    }

    /// The last word, if the other end takes it; then the socket is gone.
    pub(super) fn close(mut self, (code, reason): End, now: u64) {
        if code != 0 {
            let mut frame = Vec::new();
            frames::close(&mut frame, code, reason);
            let _ = self.send(&frame, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair() -> (Line, std::net::TcpStream) {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let there = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let here = listener.accept().unwrap().0;
        here.set_nonblocking(true).unwrap();
        (Line::new(Conn(1), TcpStream::from_std(here), 0, 0), there)
    }

    fn long() -> Told {
        let tell = Tell::Error { code: Fault::NotNow, message: "x".repeat(10_000) };
        Told { seq: 1, heard: 0, game: 0, turn: 0, tell }
    }

    #[test]
    fn a_line_is_small() {
        assert!(size_of::<Line>() <= 80, "{}", size_of::<Line>());
    }

    #[test]
    fn a_burst_is_fine_a_flood_is_not_and_patience_fills_the_bucket() {
        let (mut line, _there) = pair();
        let mut heard = Heard::default();
        assert!((0..40).all(|_| line.is_welcome(0, &mut heard)) && heard.end.is_none());
        assert!(!line.is_welcome(0, &mut heard));
        assert_eq!(heard.end, Some(FLOOD));
        assert!(line.is_welcome(1000, &mut heard));
    }

    #[test]
    fn who_reads_nothing_is_let_go_when_too_much_waits() {
        let (mut line, _there) = pair();
        let ends = (0..10_000).find_map(|_| line.tell(&long(), 0));
        assert_eq!(ends, Some(SLOW));
        assert!(
            line.waiting.is_some_and(|waiting| waiting.bytes.len() < 2 * MOST_WAITING),
            "a bounded queue"
        );
    }

    #[test]
    fn who_takes_nothing_for_five_seconds_is_let_go() {
        let (mut line, _there) = pair();
        while line.waiting.is_none() {
            assert_eq!(line.tell(&long(), 100), None);
        }
        assert_eq!((line.look(5_099), line.look(5_100)), (None, Some(SLOW)));
        assert_eq!(line.flush(5_100), Some(SLOW));
    }

    #[test]
    fn who_is_silent_for_fifteen_seconds_is_dead_and_a_pong_is_a_sign_of_life() {
        let (mut line, _there) = pair();
        assert_eq!((line.look(14_999), line.look(15_000)), (None, Some(DEAD)));
        line.pinged(9_000);
        let mut heard = Heard::default();
        line.take_in(&mut [0x8a, 0x80, 0, 0, 0, 0], 9_030, &mut heard);
        assert_eq!((line.look(16_000), line.round_trip), (None, 30));
    }

    #[test]
    fn what_comes_in_pieces_is_put_together_and_nothing_is_kept_of_it() {
        let (mut line, mut there) = pair();
        let mut heard = Heard::default();
        let text = br#"{"seq":1,"type":"sync"}"#;
        let mut frame = vec![0x81, 0x80 | u8::try_from(text.len()).unwrap(), 1, 2, 3, 4];
        frame.extend(text.iter().zip([1, 2, 3, 4].iter().cycle()).map(|(byte, mask)| byte ^ mask));
        for cut in 0..frame.len() {
            for piece in [&frame[..cut], &frame[cut..]] {
                there.write_all(piece).unwrap();
                while heard.end.is_none() && !piece.is_empty() {
                    let (asked, buffered) = (heard.asked.len(), line.reader.is_some());
                    line.listen(&mut [0; 4096], false, 100_000 * cut as u64, &mut heard);
                    if (heard.asked.len(), line.reader.is_some()) != (asked, buffered) {
                        break;
                    }
                }
            }
            assert!(line.reader.is_none());
        }
        assert_eq!((heard.asked.len(), heard.end), (frame.len(), None));
        drop(there);
        while heard.end.is_none() {
            line.listen(&mut [0; 4096], true, 0, &mut heard);
        }
        assert_eq!(heard.end, Some(LOST));
    }
}
