//! A WebSocket of the host without its event source: rooms drive it with mio, relays with tokio. It limits how much and
//! how fast the peer may send, queues what the peer reads slowly, measures the round trip with pings, and decides
//! when and with which code the connection ends. Times that are plain numbers are in milliseconds.

use std::io::{ErrorKind, Read, Write};
use std::num::NonZeroU64;
use std::time::Duration;

use moment::Moment;
use play::peer::TokenBucket;
use play::protocol::{ErrorCode, MAX_CLIENT_FRAME, MalformedMessage, ServerEvent, ServerMessage};

use super::frames::{self, Decoder, Message, ProtocolError, Single};

pub(super) const PING_INTERVAL: u64 = 5_000;
const IDLE_TIMEOUT: Duration = Duration::from_secs(15);
/// A peer that has taken nothing for this long is too slow.
const WRITE_TIMEOUT: u64 = 5_000;
/// Bytes that may wait for the peer; several times the longest record.
const MAX_QUEUED: usize = 1 << 20;
/// Reads from one socket before others get their turn.
const MAX_READS: usize = 4;

/// What one peer may send.
pub(super) struct Limits {
    /// Bytes of one message.
    pub(super) max_message: usize,
    /// People whose messages arrive on this connection: each adds one person's rate.
    pub(super) people: u16,
}

/// A player or a spectator.
pub(super) static PERSON: Limits = Limits { max_message: MAX_CLIENT_FRAME, people: 1 };

/// Why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CloseReason {
    /// The host closes it with this code and text.
    Host(u16, &'static str),
    /// The peer closed it. Its code is echoed, if it sent one.
    Peer(Option<u16>),
    /// The socket is broken: no close frame can be sent.
    Lost,
}

impl CloseReason {
    /// Whether the peer sent what no page of ours sends.
    pub(super) fn is_violation(self) -> bool {
        matches!(self, CloseReason::Host(1002..=1009, _))
    }
}

pub(super) const NORMAL: CloseReason = CloseReason::Host(1000, "goodbye");
/// 1013: try again later.
pub(super) const CROWDED: CloseReason = CloseReason::Host(1013, "too many connections from this address");
const IDLE: CloseReason = CloseReason::Host(1001, "timed out");
const SLOW: CloseReason = CloseReason::Host(1001, "too slow");
const BINARY: CloseReason = CloseReason::Host(1003, "only text messages are read here");
const FLOOD: CloseReason = CloseReason::Host(1008, "too many messages");

impl From<ProtocolError> for CloseReason {
    fn from(error: ProtocolError) -> CloseReason {
        match error {
            ProtocolError::Invalid => CloseReason::Host(1002, "not a frame"),
            ProtocolError::NotUtf8 => CloseReason::Host(1007, "not UTF-8"),
            ProtocolError::TooLong => CloseReason::Host(1009, "the message is too long"),
            ProtocolError::Binary => BINARY,
            ProtocolError::TooManyFrames => FLOOD,
        }
    }
}

/// Receives the messages of a connection. The connection stays open after `MalformedMessage`, which is sent to the
/// peer.
pub(super) trait Inbox {
    /// Valid UTF-8.
    fn text(&mut self, text: &[u8]) -> Result<(), MalformedMessage>;
}

/// Small, because a host has thousands of them, and each is out of the CPU's caches when it is used.
pub(super) struct Connection<S> {
    stream: S,
    round_trip: u32,
    limits: &'static Limits,
    /// Holds a message that has not arrived completely.
    decoder: Option<Box<Decoder>>,
    queue: Option<Box<SendQueue>>,
    /// Also remembers when the last message arrived.
    bucket: TokenBucket,
    pinged: Option<NonZeroU64>,
}

/// Bytes that the peer has not taken yet, and when it last took some.
struct SendQueue {
    bytes: Vec<u8>,
    since: u64,
}

impl<S> Connection<S> {
    pub(super) fn new(stream: S, limits: &'static Limits, now: u64) -> Connection<S> {
        Connection {
            stream,
            round_trip: 0,
            limits,
            decoder: None,
            queue: None,
            bucket: TokenBucket::for_many(Moment::from_millis(now), limits.people),
            pinged: None,
        }
    }

    pub(super) fn stream(&self) -> &S {
        &self.stream
    }

    pub(super) fn stream_mut(&mut self) -> &mut S {
        &mut self.stream
    }

    pub(super) fn into_stream(self) -> S {
        self.stream
    }

    /// The last measured round trip in milliseconds; 0 before the first pong.
    pub(super) fn round_trip(&self) -> u32 {
        self.round_trip
    }

    pub(super) fn has_queued(&self) -> bool {
        self.queue.is_some()
    }

    /// Checked at every ping: whether the peer seems to be gone.
    pub(super) fn timed_out(&self, now: u64) -> Option<CloseReason> {
        if self.queue.as_ref().is_some_and(|queue| now >= queue.since + WRITE_TIMEOUT) {
            return Some(SLOW);
        }
        let idle = Moment::from_millis(now).since(self.bucket.last_used());
        (idle >= IDLE_TIMEOUT).then_some(IDLE)
    }

    /// The host was frozen: what the peer did meanwhile could not be seen, and arrives at once.
    pub(super) fn forgive_silence(&mut self, now: u64) {
        self.bucket = TokenBucket::for_many(Moment::from_millis(now), self.limits.people);
        if let Some(queue) = &mut self.queue {
            queue.since = now;
        }
    }

    /// A ping was sent.
    pub(super) fn pinged(&mut self, now: u64) {
        self.pinged = NonZeroU64::new(now);
    }

    fn pong_received(&mut self, now: u64) {
        if let Some(pinged) = self.pinged.take() {
            self.round_trip = u32::try_from(now.saturating_sub(pinged.get())).unwrap_or(u32::MAX);
        }
    }

    /// Counts one frame of the peer, with the length of its payload.
    fn count_frame(&mut self, length: usize, now: u64) -> Result<(), CloseReason> {
        if allow(&mut self.bucket, length, now) { Ok(()) } else { Err(FLOOD) }
    }
}

/// A frame costs one token; a long one, which only the page of a relayed table may send, one for every 4096 bytes.
fn allow(bucket: &mut TokenBucket, length: usize, now: u64) -> bool {
    let tokens = length.div_ceil(MAX_CLIENT_FRAME).max(1);
    bucket.try_take(Moment::from_millis(now), tokens as f32)
}

impl<S: Read + Write> Connection<S> {
    /// Reads what has arrived; true if there may be more. `closing` if the peer has announced that it sends no more.
    pub(super) fn read(
        &mut self,
        buffer: &mut [u8],
        closing: bool,
        now: u64,
        inbox: &mut impl Inbox,
    ) -> Result<bool, CloseReason> {
        for _ in 0..MAX_READS {
            match self.stream.read(buffer) {
                Ok(0) => return Err(CloseReason::Lost),
                Ok(length) => {
                    let drained = length < buffer.len();
                    self.decode(buffer.get_mut(..length).unwrap_or_default(), now, inbox)?;
                    // Elsewhere a socket reports new data only after a read that would block.
                    if drained && !closing && cfg!(target_os = "linux") {
                        return Ok(false);
                    }
                }
                Err(wait) if wait.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(again) if again.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(CloseReason::Lost),
            }
        }
        Ok(true)
    }

    /// Bytes from the socket. Unmasks them in place.
    pub(super) fn decode(
        &mut self,
        bytes: &mut [u8],
        now: u64,
        inbox: &mut impl Inbox,
    ) -> Result<(), CloseReason> {
        // Nearly always the bytes are exactly one message.
        if self.decoder.is_none() {
            match frames::single(bytes, self.limits.max_message) {
                Some(Single::Text(text)) => {
                    self.count_frame(text.len(), now)?;
                    let read = inbox.text(text);
                    return self.report(read, now);
                }
                Some(Single::Pong) => {
                    self.count_frame(0, now)?;
                    self.pong_received(now);
                    return Ok(());
                }
                None => {}
            }
        }
        let max_message = self.limits.max_message;
        let mut decoder = self.decoder.take().unwrap_or_else(|| Box::new(Decoder::new(max_message)));
        decoder.push(bytes);
        while let Some(message) = decoder.next(|length| allow(&mut self.bucket, length, now))? {
            self.handle(message, now, inbox)?;
        }
        // An idle connection has no buffer.
        self.decoder = (!decoder.is_empty()).then_some(decoder);
        Ok(())
    }

    fn handle(&mut self, message: Message, now: u64, inbox: &mut impl Inbox) -> Result<(), CloseReason> {
        match message {
            Message::Text(text) => {
                let read = inbox.text(text.as_bytes());
                self.report(read, now)
            }
            Message::Ping(payload) => {
                let mut pong = Vec::new();
                frames::pong(&mut pong, &payload);
                self.send(&pong, now)
            }
            Message::Pong => {
                self.pong_received(now);
                Ok(())
            }
            Message::Close(code) => Err(CloseReason::Peer(code)),
        }
    }

    fn report(&mut self, read: Result<(), MalformedMessage>, now: u64) -> Result<(), CloseReason> {
        let Err(malformed) = read else { return Ok(()) };
        let event = ServerEvent::Error { code: ErrorCode::Malformed, message: malformed.to_string() };
        self.send_message(&ServerMessage { seq: 0, acked: 0, game: 0, turn: 0, event }, now)
    }

    pub(super) fn send_message(&mut self, message: &ServerMessage, now: u64) -> Result<(), CloseReason> {
        self.send_text(&message.write(), now)
    }

    pub(super) fn send_text(&mut self, text: &str, now: u64) -> Result<(), CloseReason> {
        let mut frame = Vec::new();
        frames::text(&mut frame, text.as_bytes(), &[]);
        self.send(&frame, now)
    }

    pub(super) fn send_ping(&mut self, now: u64) -> Result<(), CloseReason> {
        let mut frame = Vec::new();
        frames::ping(&mut frame);
        self.pinged(now);
        self.send(&frame, now)
    }

    /// Whole frames, after those that are queued. Fails if the peer takes nothing for too long or too much is queued.
    pub(super) fn send(&mut self, frames: &[u8], now: u64) -> Result<(), CloseReason> {
        if let Some(queue) = &mut self.queue {
            queue.bytes.extend_from_slice(frames);
            return self.flush(now);
        }
        let written = self.write(frames)?;
        if let Some(rest @ [_, ..]) = frames.get(written..) {
            self.queue = Some(Box::new(SendQueue { bytes: rest.to_vec(), since: now }));
            if rest.len() > MAX_QUEUED {
                return Err(SLOW);
            }
        }
        Ok(())
    }

    /// Writes as much of the queue as the peer takes now.
    pub(super) fn flush(&mut self, now: u64) -> Result<(), CloseReason> {
        let Some(mut queue) = self.queue.take() else { return Ok(()) };
        let written = self.write(&queue.bytes)?;
        queue.bytes.drain(..written);
        if queue.bytes.is_empty() {
            return Ok(());
        }
        if written > 0 {
            queue.since = now;
        }
        let slow = queue.bytes.len() > MAX_QUEUED || now >= queue.since + WRITE_TIMEOUT;
        self.queue = Some(queue);
        if slow { Err(SLOW) } else { Ok(()) }
    }

    /// How many bytes were taken.
    fn write(&mut self, bytes: &[u8]) -> Result<usize, CloseReason> {
        let mut written = 0;
        while let Some(rest @ [_, ..]) = bytes.get(written..) {
            match self.stream.write(rest) {
                Ok(0) => return Err(CloseReason::Lost),
                Ok(length) => written += length,
                Err(wait) if wait.kind() == ErrorKind::WouldBlock => break,
                Err(again) if again.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(CloseReason::Lost),
            }
        }
        Ok(written)
    }

    /// Sends the close frame, as far as the peer takes it. The socket is to be dropped after that.
    pub(super) fn send_close(&mut self, reason: CloseReason, now: u64) {
        let mut frame = Vec::new();
        match reason {
            CloseReason::Host(code, text) => frames::close(&mut frame, Some(code), text),
            CloseReason::Peer(code) => frames::close(&mut frame, code, ""),
            CloseReason::Lost => return,
        }
        let _ = self.send(&frame, now);
    }
}

#[cfg(test)]
mod tests;
