//! One WebSocket of a room: frames in as fast as a person could mean them, frames out as fast as the other end takes
//! them, and a sign of life every few seconds, which also measures how long the wire is.

use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use play::protocol::{Asked, Fault, Malformed, Tell, Told};
use play::table::Conn;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Instant;

use super::frames::{self, Frame, Reader};

const PING_EVERY: Duration = Duration::from_secs(5);
/// A ping may be so late, so that it goes out in one packet with what the room says meanwhile.
const PING_SLACK: Duration = Duration::from_millis(1100);
const DEAD_AFTER: Duration = Duration::from_secs(15);
/// What is not taken by then never will be.
const SLOWEST_WRITE: Duration = Duration::from_secs(5);
/// Bytes waiting to be taken; the longest record fits several times.
const MOST_WAITING: usize = 1 << 20;

/// Why a socket is closed, as the RFC numbers it.
pub(super) type End = (u16, &'static str);
pub(super) const GOODBYE: End = (1000, "goodbye");
const DEAD: End = (1001, "no sign of life");
const SLOW: End = (1001, "too slow");
const FLOOD: End = (1008, "too many messages");
/// The other end is not there any more: nothing is left to be said.
const LOST: End = (0, "");

pub(super) struct Line {
    pub(super) conn: Conn,
    stream: TcpStream,
    reader: Reader,
    /// What the other end has still to take, and since when it could.
    out: Vec<u8>,
    waiting_since: Option<Instant>,
    bucket: Bucket,
    last_heard: Instant,
    next_ping: Instant,
    pinged: Option<Instant>,
    pub(super) round_trip: u32,
}

/// What was heard at once.
#[derive(Default)]
pub(super) struct Heard {
    pub(super) asked: Vec<Asked>,
    pub(super) end: Option<End>,
}

impl Line {
    /// `early` is what came with the handshake.
    pub(super) fn new(conn: Conn, stream: TcpStream, early: &[u8]) -> Line {
        let now = Instant::now();
        let mut reader = Reader::default();
        reader.take_in(early);
        Line {
            conn,
            stream,
            reader,
            out: Vec::new(),
            waiting_since: None,
            bucket: Bucket::full(now),
            last_heard: now,
            next_ping: now + PING_EVERY,
            pinged: None,
            round_trip: 0,
        }
    }

    /// Ready when something was heard or the line has come to its end; writes on the way what waits.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Heard> {
        if !self.out.is_empty()
            && let Poll::Ready(Err(end)) = self.poll_write(cx)
        {
            return Poll::Ready(Heard { asked: Vec::new(), end: Some(end) });
        }
        let mut space = [MaybeUninit::uninit(); 4096];
        let mut read = ReadBuf::uninit(&mut space);
        match ready!(Pin::new(&mut self.stream).poll_read(cx, &mut read)) {
            Ok(()) if !read.filled().is_empty() => {
                self.reader.take_in(read.filled());
                Poll::Ready(self.hear())
            }
            _ => Poll::Ready(Heard { asked: Vec::new(), end: Some(LOST) }),
        }
    }

    /// Whatever came whole.
    pub(super) fn hear(&mut self) -> Heard {
        let mut heard = Heard::default();
        while heard.end.is_none() {
            match self.reader.next() {
                Ok(Some(frame)) => self.take(frame, &mut heard),
                Ok(None) => break,
                Err(broken) => heard.end = Some(broken.reason()),
            }
        }
        heard
    }

    fn take(&mut self, frame: Frame, heard: &mut Heard) {
        self.last_heard = Instant::now();
        if !self.bucket.takes_one(self.last_heard) {
            heard.end = Some(FLOOD);
            return;
        }
        match frame {
            Frame::Text(text) => match Asked::read(text.as_bytes()) {
                Ok(asked) => heard.asked.push(asked),
                Err(malformed) => self.complain(&malformed),
            },
            Frame::Binary => self.complain(&Malformed::Limit { what: "binary is" }),
            Frame::Ping(payload) => frames::pong(&mut self.out, &payload),
            Frame::Pong => {
                if let Some(pinged) = self.pinged.take() {
                    self.round_trip = u32::try_from(pinged.elapsed().as_millis()).unwrap_or(u32::MAX);
                }
            }
            Frame::Close => heard.end = Some(GOODBYE),
        }
    }

    fn complain(&mut self, malformed: &Malformed) {
        let tell = Tell::Error { code: Fault::Malformed, message: malformed.to_string() };
        self.tell(&Told { seq: 0, heard: 0, game: 0, turn: 0, tell });
    }

    /// Goes out with the next `flush`, so that what is said at once is one packet.
    pub(super) fn tell(&mut self, told: &Told) {
        frames::text(&mut self.out, told.write().as_bytes(), &[]);
    }

    /// Whole frames, after what waits already.
    pub(super) fn send(&mut self, frames: &[u8]) -> Option<End> {
        if !self.out.is_empty() || frames.is_empty() {
            self.out.extend_from_slice(frames);
            return self.flush();
        }
        match self.stream.try_write(frames) {
            Ok(written) if written >= frames.len() => return None,
            Ok(written) => self.out.extend_from_slice(frames.get(written..).unwrap_or_default()),
            Err(wait) if wait.kind() == std::io::ErrorKind::WouldBlock => self.out.extend_from_slice(frames),
            Err(_) => return Some(LOST),
        }
        self.waiting_since = Some(Instant::now());
        (self.out.len() > MOST_WAITING).then_some(SLOW)
    }

    /// Writes what the other end takes at once. An end, if it takes nothing for too long or too much waits for it.
    pub(super) fn flush(&mut self) -> Option<End> {
        if self.out.is_empty() {
            return None;
        }
        match self.stream.try_write(&self.out) {
            Ok(written) => self.wrote(written),
            Err(wait) if wait.kind() == std::io::ErrorKind::WouldBlock => self.wrote(0),
            Err(_) => return Some(LOST),
        }
        (self.out.len() > MOST_WAITING).then_some(SLOW)
    }

    fn poll_write(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), End>> {
        while !self.out.is_empty() {
            match ready!(Pin::new(&mut self.stream).poll_write(cx, &self.out)) {
                Ok(written @ 1..) => self.wrote(written),
                _ => return Poll::Ready(Err(LOST)),
            }
        }
        Poll::Ready(Ok(()))
    }

    fn wrote(&mut self, bytes: usize) {
        if bytes >= self.out.len() {
            // Nothing is kept for a socket that is silent.
            self.out = Vec::new();
            self.waiting_since = None;
            return;
        }
        self.out.drain(..bytes);
        if bytes > 0 || self.waiting_since.is_none() {
            self.waiting_since = Some(Instant::now());
        }
    }

    /// When `look` has something to do.
    pub(super) fn deadline(&self) -> Instant {
        let slow = self.waiting_since.map(|since| since + SLOWEST_WRITE);
        slow.into_iter().fold(self.next_ping + PING_SLACK, Instant::min)
    }

    /// Pings with the next `flush`, and notices who is gone.
    pub(super) fn look(&mut self, now: Instant) -> Option<End> {
        if self.waiting_since.is_some_and(|since| now >= since + SLOWEST_WRITE) {
            return Some(SLOW);
        }
        if now < self.next_ping {
            return None;
        }
        if now.duration_since(self.last_heard) >= DEAD_AFTER {
            return Some(DEAD);
        }
        self.next_ping = now + PING_EVERY;
        self.pinged = Some(now);
        frames::ping(&mut self.out);
        None
    }

    /// The last word, if the other end takes it; then the socket is gone.
    pub(super) fn close(mut self, (code, reason): End) {
        if code != 0 {
            frames::close(&mut self.out, code, reason);
            let _ = self.flush();
        }
    }
}

/// A bucket of tokens: a burst of messages is fine, a flood is not.
struct Bucket {
    tokens: f32,
    since: Instant,
}

impl Bucket {
    const HOLDS: f32 = 40.0;
    const A_SECOND: f32 = 10.0;

    fn full(now: Instant) -> Bucket {
        Bucket { tokens: Bucket::HOLDS, since: now }
    }

    fn takes_one(&mut self, now: Instant) -> bool {
        let dripped = now.duration_since(self.since).as_secs_f32() * Bucket::A_SECOND;
        self.tokens = (self.tokens + dripped).min(Bucket::HOLDS) - 1.0;
        self.since = now;
        self.tokens >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_fine_a_flood_is_not_and_patience_fills_the_bucket() {
        let now = Instant::now();
        let mut bucket = Bucket::full(now);
        assert!((0..40).all(|_| bucket.takes_one(now)));
        assert!(!bucket.takes_one(now));
        assert!(bucket.takes_one(now + Duration::from_secs(1)));
    }

    async fn pair() -> (Line, TcpStream) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let there = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        (Line::new(Conn(1), listener.accept().await.unwrap().0, &[]), there)
    }

    #[tokio::test]
    async fn who_reads_nothing_is_let_go_when_too_much_waits() {
        let (mut line, _there) = pair().await;
        let tell = Tell::Error { code: Fault::NotNow, message: "x".repeat(10_000) };
        let told = Told { seq: 1, heard: 0, game: 0, turn: 0, tell };
        let ends = (0..10_000).find_map(|_| {
            line.tell(&told);
            line.flush()
        });
        assert_eq!(ends, Some(SLOW));
        assert!(line.out.len() < 2 * MOST_WAITING, "a bounded queue");
    }

    #[tokio::test]
    async fn who_takes_nothing_for_five_seconds_is_let_go() {
        let (mut line, _there) = pair().await;
        let tell = Tell::Error { code: Fault::NotNow, message: "x".repeat(10_000) };
        let told = Told { seq: 1, heard: 0, game: 0, turn: 0, tell };
        while line.waiting_since.is_none() {
            line.tell(&told);
            assert_eq!(line.flush(), None);
        }
        let now = Instant::now();
        assert_eq!(line.look(now + Duration::from_secs(4)), None);
        assert_eq!(line.look(now + Duration::from_secs(6)), Some(SLOW));
    }

    #[tokio::test]
    async fn a_ping_every_five_seconds_and_dead_after_fifteen() {
        let (mut line, _there) = pair().await;
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut pings = Vec::new();
        for second in 1..20 {
            if let Some(end) = line.look(after(second)) {
                assert_eq!((end, second), (DEAD, 15), "pings at {pings:?}");
                break;
            }
            if !std::mem::take(&mut line.out).is_empty() {
                pings.push(second);
            }
        }
        assert_eq!(pings, [5, 10]);
        let (mut line, _there) = pair().await;
        line.reader.take_in(&[0x8a, 0x80, 0, 0, 0, 0]);
        line.last_heard = start + Duration::from_secs(10);
        assert_eq!(line.look(after(16)), None, "a sign of life counts");
    }
}
