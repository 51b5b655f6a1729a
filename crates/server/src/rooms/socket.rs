//! One WebSocket: frames in as fast as a person could mean them, frames out from a short queue, and a sign of life
//! every few seconds, which also measures how long the wire is.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use play::protocol::{Asked, Fault, Malformed, Tell, Told};
use play::table::Conn;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use super::keeper::Note;

const PING_EVERY: Duration = Duration::from_secs(5);
const DEAD_AFTER: Duration = Duration::from_secs(15);
/// What is not taken by then never will be.
const SLOWEST_WRITE: Duration = Duration::from_secs(5);
/// Frames waiting to be read; the longest record fits several times.
const QUEUE: usize = 256;

pub(super) async fn attend(mut socket: WebSocket, conn: Conn, door: mpsc::Sender<Note>) {
    let (out, queue) = mpsc::channel(QUEUE);
    if door.send(Note::Came { conn, out }).await.is_err() {
        return;
    }
    let end = converse(&mut socket, conn, &door, queue).await;
    // The room may be gone, and so may the other end.
    drop(door.send(Note::Gone { conn }).await);
    if let Some((code, reason)) = end {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        drop(timeout(SLOWEST_WRITE, socket.send(Message::Close(Some(frame)))).await);
    }
}

type End = Option<(u16, &'static str)>;

async fn converse(
    socket: &mut WebSocket,
    conn: Conn,
    door: &mpsc::Sender<Note>,
    mut queue: mpsc::Receiver<Utf8Bytes>,
) -> End {
    let mut pings = interval_at(Instant::now() + PING_EVERY, PING_EVERY);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut line = Line::new(conn);
    loop {
        tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(message)) => match line.hears(message) {
                    Heard::Nothing => {}
                    Heard::Note(note) => if door.send(note).await.is_err() {
                        return Some((close_code::AWAY, "the room is closed"));
                    },
                    Heard::Nonsense(answer) => if !write(socket, Message::Text(answer)).await {
                        return None;
                    },
                    Heard::TooMuch => return Some((close_code::POLICY, "too many messages")),
                },
                Some(Err(_)) | None => return None,
            },
            told = queue.recv() => match told {
                Some(told) => if !write(socket, Message::Text(told)).await {
                    return None;
                },
                None => return Some((close_code::NORMAL, "goodbye")),
            },
            _ = pings.tick() => {
                if line.last_heard.elapsed() >= DEAD_AFTER {
                    return Some((close_code::AWAY, "no sign of life"));
                }
                let ping = line.ping();
                if !write(socket, ping).await {
                    return None;
                }
            }
        }
    }
}

async fn write(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SLOWEST_WRITE, socket.send(message)).await, Ok(Ok(())))
}

enum Heard {
    Nothing,
    Note(Note),
    Nonsense(Utf8Bytes),
    TooMuch,
}

struct Line {
    conn: Conn,
    bucket: Bucket,
    last_heard: Instant,
    pinged: Option<Instant>,
    round_trip: u32,
}

impl Line {
    fn new(conn: Conn) -> Line {
        let now = Instant::now();
        Line { conn, bucket: Bucket::full(now), last_heard: now, pinged: None, round_trip: 0 }
    }

    fn ping(&mut self) -> Message {
        self.pinged = Some(Instant::now());
        Message::Ping(Bytes::new())
    }

    fn hears(&mut self, message: Message) -> Heard {
        self.last_heard = Instant::now();
        if !self.bucket.takes_one(self.last_heard) {
            return Heard::TooMuch;
        }
        match message {
            Message::Text(frame) => match Asked::read(frame.as_bytes()) {
                Ok(asked) => Heard::Note(Note::Said { conn: self.conn, round_trip: self.round_trip, asked }),
                Err(malformed) => Heard::Nonsense(complaint(&malformed)),
            },
            Message::Binary(_) => Heard::Nonsense(complaint(&Malformed::Limit { what: "binary is" })),
            Message::Pong(_) => {
                if let Some(pinged) = self.pinged.take() {
                    self.round_trip = u32::try_from(pinged.elapsed().as_millis()).unwrap_or(u32::MAX);
                }
                Heard::Nothing
            }
            Message::Ping(_) | Message::Close(_) => Heard::Nothing,
        }
    }
}

fn complaint(malformed: &Malformed) -> Utf8Bytes {
    let tell = Tell::Error { code: Fault::Malformed, message: malformed.to_string() };
    Told { seq: 0, heard: 0, game: 0, turn: 0, tell }.write().into()
}

/// A bucket of tokens: a burst of messages is fine, a flood is not.
struct Bucket {
    tokens: f64,
    since: Instant,
}

impl Bucket {
    const HOLDS: f64 = 40.0;
    const A_SECOND: f64 = 10.0;

    fn full(now: Instant) -> Bucket {
        Bucket { tokens: Bucket::HOLDS, since: now }
    }

    fn takes_one(&mut self, now: Instant) -> bool {
        let dripped = now.duration_since(self.since).as_secs_f64() * Bucket::A_SECOND;
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
}
