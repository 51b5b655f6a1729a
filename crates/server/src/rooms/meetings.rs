//! A meeting place for pages that keep their tables themselves: what comes to such a table and what it answers passes
//! through unread, and the place knows no more of it than what the page says about it. It lasts as long as that page's
//! socket; the page has a key, and the name under which others find it follows from the key.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use play::peer::{About, Bucket, Call, MOST_LINES, Reply, meeting};
use play::protocol::{LONGEST_FRAME, LONGEST_TOLD, Token};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

use super::Rooms;
use super::frames::{self, Frame, Reader};
use super::room::Listed;
use super::upgrade::upgrade;
use crate::tongue::Tongue;

const MOST_MEETINGS: usize = 1000;
const PING_EVERY: Duration = Duration::from_secs(5);
const DEAD_AFTER: Duration = Duration::from_secs(15);
/// What is not taken by then never will be.
const SLOWEST_WRITE: Duration = Duration::from_secs(5);
/// Messages that wait for one reader.
const MOST_WAITING: usize = 256;
/// A number and two words before the longest message.
const ENVELOPE: usize = 24;

/// The same page came again from another window; a page may number its own reasons from 4000.
const MOVED: (u16, &str) = (4001, "the table is kept in another window");
const CLOSED: (u16, &str) = (1001, "the table is gone");
const GOODBYE: (u16, &str) = (1000, "goodbye");
const FLOOD: (u16, &str) = (1008, "too many messages");
/// Nothing is left to be said.
const LOST: (u16, &str) = (0, "");

#[derive(Default)]
pub(super) struct Meetings {
    open: Mutex<HashMap<String, Meeting>>,
    /// Counts those who came.
    visitors: AtomicU32,
}

struct Meeting {
    number: u64,
    door: mpsc::Sender<Note>,
    about: Option<About>,
}

enum Note {
    Came { who: u32, out: mpsc::Sender<String> },
    Said { who: u32, frame: String },
    Gone { who: u32 },
    Moved,
}

impl Meetings {
    fn open(&self) -> MutexGuard<'_, HashMap<String, Meeting>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn list(&self) -> Vec<Listed> {
        self.open().iter().filter_map(|(id, meeting)| listed(id, meeting)).collect()
    }

    pub(super) fn describe(&self, id: &str) -> Option<Listed> {
        self.open().get(id).and_then(|meeting| listed(id, meeting))
    }
}

fn listed(id: &str, meeting: &Meeting) -> Option<Listed> {
    let About { title, settings, names, free, playing } = meeting.about.clone()?;
    Some(Listed {
        room: id.to_owned(),
        title,
        number: meeting.number,
        settings,
        names,
        free,
        playing,
        peer: true,
    })
}

/// The page that keeps the table.
pub(super) async fn keep(
    State(rooms): State<Arc<Rooms>>,
    Path(key): Path<String>,
    tongue: Tongue,
    request: Request,
) -> Response {
    let Some(key) = Token::parse(&key) else {
        return (StatusCode::NOT_FOUND, tongue.words().no_key).into_response();
    };
    if rooms.meetings.open().len() >= MOST_MEETINGS {
        return (StatusCode::SERVICE_UNAVAILABLE, tongue.words().places_taken).into_response();
    }
    upgrade(request, async move |stream, early| {
        let number = rooms.numbers.fetch_add(1, Ordering::Relaxed);
        let (door, notes) = mpsc::channel(64);
        let id = meeting(&key);
        let before = rooms.meetings.open().insert(id.clone(), Meeting { number, door, about: None });
        if let Some(before) = before {
            // One that has just ended needs no telling.
            drop(before.door.send(Note::Moved).await);
        }
        let socket = Socket::new(stream, &early, LONGEST_TOLD + ENVELOPE, MOST_LINES);
        Place { rooms: rooms.clone(), id: id.clone(), number, socket, guests: HashMap::new() }
            .run(notes)
            .await;
        let mut open = rooms.meetings.open();
        if open.get(&id).is_some_and(|meeting| meeting.number == number) {
            open.remove(&id);
        }
    })
}

/// Somebody who comes to it.
pub(super) async fn come(
    State(rooms): State<Arc<Rooms>>,
    Path(id): Path<String>,
    tongue: Tongue,
    request: Request,
) -> Response {
    let door = rooms.meetings.open().get(&id).map(|meeting| meeting.door.clone());
    let Some(door) = door else {
        return (StatusCode::NOT_FOUND, tongue.words().no_table).into_response();
    };
    let who = rooms.meetings.visitors.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
    upgrade(request, async move |stream, early| {
        let (out, told) = mpsc::channel(MOST_WAITING);
        if door.send(Note::Came { who, out }).await.is_ok() {
            let socket = Socket::new(stream, &early, LONGEST_FRAME, 1);
            pass_on(socket, who, &door, told).await;
            drop(door.send(Note::Gone { who }).await);
        }
    })
}

async fn pass_on(mut socket: Socket, who: u32, door: &mpsc::Sender<Note>, mut told: mpsc::Receiver<String>) {
    let end = loop {
        tokio::select! {
            heard = socket.hear() => match heard {
                Ok(frame) => {
                    if door.send(Note::Said { who, frame }).await.is_err() {
                        break CLOSED;
                    }
                }
                Err(end) => break end,
            },
            frame = told.recv() => match frame {
                Some(frame) => {
                    if !socket.tell(&frame).await {
                        break LOST;
                    }
                }
                None => break CLOSED,
            },
        }
    };
    socket.close(end).await;
}

struct Place {
    rooms: Arc<Rooms>,
    id: String,
    number: u64,
    socket: Socket,
    guests: HashMap<u32, mpsc::Sender<String>>,
}

impl Place {
    async fn run(mut self, mut notes: mpsc::Receiver<Note>) {
        let end = loop {
            tokio::select! {
                heard = self.socket.hear() => match heard {
                    Ok(text) => self.reply(&text),
                    Err(end) => break end,
                },
                note = notes.recv() => {
                    if let Err(end) = self.note(note).await {
                        break end;
                    }
                }
            }
        };
        self.socket.close(end).await;
    }

    fn reply(&mut self, text: &str) {
        match Reply::read(text) {
            Some(Reply::Tell(who, frame)) => self.tell(who, frame),
            Some(Reply::Close(who)) => drop(self.guests.remove(&who)),
            Some(Reply::About(about)) => self.show(about),
            None => {}
        }
    }

    /// Who does not read what is said is not there.
    fn tell(&mut self, who: u32, frame: &str) {
        let slow = self.guests.get(&who).is_some_and(|out| out.try_send(frame.to_owned()).is_err());
        if slow {
            self.guests.remove(&who);
        }
    }

    fn show(&self, about: &str) {
        let Ok(about) = About::read(about) else { return };
        self.rooms.newest.tell(self.number, about.settings.board_size);
        if let Some(meeting) = self.rooms.meetings.open().get_mut(&self.id)
            && meeting.number == self.number
        {
            meeting.about = Some(about);
        }
    }

    async fn note(&mut self, note: Option<Note>) -> Result<(), (u16, &'static str)> {
        let call = match note {
            Some(Note::Came { who, out }) => {
                if self.guests.len() >= MOST_LINES {
                    return Ok(());
                }
                self.guests.insert(who, out);
                Call::Came(who).write()
            }
            Some(Note::Said { who, frame }) if self.guests.contains_key(&who) => {
                Call::Said(who, &frame).write()
            }
            Some(Note::Said { .. }) => return Ok(()),
            Some(Note::Gone { who }) => {
                self.guests.remove(&who);
                Call::Gone(who).write()
            }
            Some(Note::Moved) | None => return Err(MOVED),
        };
        if self.socket.tell(&call).await { Ok(()) } else { Err(LOST) }
    }
}

/// A WebSocket that gives signs of life and does not read faster than its people could mean it.
struct Socket {
    stream: TcpStream,
    reader: Reader,
    bucket: Bucket,
    origin: Instant,
    last_heard: Instant,
    next_ping: Instant,
}

impl Socket {
    fn new(stream: TcpStream, early: &[u8], longest: usize, people: usize) -> Socket {
        let now = Instant::now();
        let mut reader = Reader::up_to(longest);
        reader.take_in(early);
        let people = u16::try_from(people).unwrap_or(u16::MAX);
        let bucket = Bucket::for_many(play::Moment::ORIGIN, people);
        Socket { stream, reader, bucket, origin: now, last_heard: now, next_ping: now + PING_EVERY }
    }

    /// The next message. May be dropped and asked again: nothing is lost.
    async fn hear(&mut self) -> Result<String, (u16, &'static str)> {
        loop {
            while let Some(frame) = self.reader.next().map_err(frames::Broken::reason)? {
                self.last_heard = Instant::now();
                if !self.bucket.takes_one(play::Moment::ORIGIN + self.origin.elapsed()) {
                    return Err(FLOOD);
                }
                match frame {
                    Frame::Text(text) => return Ok(text),
                    Frame::Close => return Err(GOODBYE),
                    Frame::Ping(payload) => self.sign(|out| frames::pong(out, &payload))?,
                    Frame::Binary | Frame::Pong => {}
                }
            }
            tokio::select! {
                ready = self.stream.readable() => self.read(ready.is_ok())?,
                () = sleep_until(self.next_ping) => self.ping()?,
            }
        }
    }

    fn read(&mut self, ready: bool) -> Result<(), (u16, &'static str)> {
        let mut space = [0; 4096];
        match self.stream.try_read(&mut space) {
            Ok(read @ 1..) => {
                self.reader.take_in(space.get(..read).unwrap_or_default());
                Ok(())
            }
            Err(wait) if ready && wait.kind() == std::io::ErrorKind::WouldBlock => Ok(()),
            _ => Err(LOST),
        }
    }

    fn ping(&mut self) -> Result<(), (u16, &'static str)> {
        if self.last_heard.elapsed() >= DEAD_AFTER {
            return Err(LOST);
        }
        self.next_ping = Instant::now() + PING_EVERY;
        self.sign(frames::ping)
    }

    /// A few bytes. Who has no room for them has enough to read, and a part of them would garble the rest.
    fn sign(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Result<(), (u16, &'static str)> {
        let mut out = Vec::new();
        write(&mut out);
        match self.stream.try_write(&out) {
            Ok(written) if written == out.len() => Ok(()),
            Err(wait) if wait.kind() == std::io::ErrorKind::WouldBlock => Ok(()),
            _ => Err(LOST),
        }
    }

    async fn tell(&mut self, text: &str) -> bool {
        let mut out = Vec::new();
        frames::text(&mut out, text.as_bytes(), &[]);
        timeout(SLOWEST_WRITE, self.write(&out)).await.unwrap_or(false)
    }

    async fn write(&self, mut out: &[u8]) -> bool {
        while !out.is_empty() {
            if self.stream.writable().await.is_err() {
                return false;
            }
            match self.stream.try_write(out) {
                Ok(written) => out = out.get(written..).unwrap_or_default(),
                Err(wait) if wait.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(_) => return false,
            }
        }
        true
    }

    async fn close(self, (code, reason): (u16, &str)) {
        if code != 0 {
            let mut out = Vec::new();
            frames::close(&mut out, code, reason);
            let _ = timeout(SLOWEST_WRITE, self.write(&out)).await;
        }
    }
}
