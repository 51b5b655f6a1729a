//! The rooms of one host: opened and listed over HTTP, entered by WebSocket, written down before they are believed.
//! What happens in a room is decided by `play::table`; here are only the sockets, the journal and the waiting.

mod companion;
mod door;
mod frames;
mod journal;
mod keeper;
mod line;
mod meetings;
mod opponents;
mod paper;
mod size;
mod telling;
mod upgrade;

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Path as Segment, Request, State};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use door::Door;
use journal::Journal;
pub use keeper::Listed;
use keeper::{Keeper, Note};
use meetings::Meetings;
pub use opponents::Opponents;
use play::protocol::{Hex, LONGEST_FRAME, Settings, plain};
use play::table::{Conn, Opening};
use serde::{Deserialize, Serialize};
use size::NewestSize;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, timeout};
use words::fill;

use crate::tongue::Tongue;

/// More than a house full of players; enough for measuring.
const MOST_ROOMS: usize = 20_000;
/// The newest that are listed.
const MOST_LISTED: usize = 100;
const LONGEST_TITLE: usize = 40;

/// A room as it was opened.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Opened {
    pub(crate) title: String,
    /// Counts the rooms, for the order of the list.
    pub(crate) number: u64,
    pub(crate) opening: Opening,
}

pub struct Rooms {
    open: Mutex<HashMap<Box<str>, Door<Note>>>,
    numbers: AtomicU64,
    house: Arc<House>,
    meetings: Meetings,
}

/// What all rooms of a host share.
struct House {
    journal: Journal,
    newest: NewestSize,
    opponents: Opponents,
    conns: AtomicU64,
    origin: Instant,
}

/// Rooms wake on a common beat: one waking for a few of them costs far less than one for each, and who looks at a
/// clock does not see it.
const BEAT_MILLIS: u64 = 8;

impl House {
    /// The first beat after this moment; never before it, which would wake the room twice.
    fn on_the_beat(&self, at: Instant) -> Instant {
        let millis = u64::try_from(at.saturating_duration_since(self.origin).as_millis()).unwrap_or(u64::MAX);
        self.origin
            + Duration::from_millis((millis / BEAT_MILLIS).saturating_add(1).saturating_mul(BEAT_MILLIS))
    }

    fn new_conn(&self) -> Conn {
        Conn(self.conns.fetch_add(1, Ordering::Relaxed))
    }
}

/// What it takes to open a room.
#[derive(Deserialize)]
struct Wanted {
    title: String,
    settings: Settings,
}

impl Rooms {
    /// Rooms that are gone when the program ends.
    pub fn in_memory(opponents: Opponents) -> Arc<Rooms> {
        Rooms::with(Journal::none(), opponents)
    }

    /// Those that were open when the journal was last written go on. Wants a tokio runtime around it.
    pub fn from_journal(path: &Path, opponents: Opponents) -> io::Result<Arc<Rooms>> {
        let (journal, kept) = Journal::open(path)?;
        let rooms = Rooms::with(journal, opponents);
        for (id, kept) in kept {
            let number = kept.opened.number.saturating_add(1);
            rooms.numbers.fetch_max(number, Ordering::Relaxed);
            rooms.start(|door| Keeper::resume(id, kept, rooms.house.clone(), door));
        }
        Ok(rooms)
    }

    fn with(journal: Journal, opponents: Opponents) -> Arc<Rooms> {
        let newest = NewestSize::new(Settings::default().board_size);
        let house =
            Arc::new(House { journal, newest, opponents, conns: AtomicU64::new(1), origin: Instant::now() });
        let (open, meetings) = (Mutex::default(), Meetings::default());
        Arc::new(Rooms { open, numbers: AtomicU64::new(0), house, meetings })
    }

    /// The id under which it is found.
    pub async fn open(self: &Arc<Rooms>, title: &str, settings: Settings) -> io::Result<String> {
        let [id, secret] = [random()?, random()?];
        let id: String = Hex::<6>(first(id)).to_string();
        let title: String = plain(title).chars().take(LONGEST_TITLE).collect();
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let opened = Opened { title, number, opening: Opening { settings, secret: Hex(secret) } };
        if !self.house.journal.opened(&id, &opened).await {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "it cannot be written down"));
        }
        self.start(|door| Keeper::new(id.clone(), opened, self.house.clone(), door));
        Ok(id)
    }

    fn start(self: &Arc<Rooms>, keeper: impl FnOnce(Door<Note>) -> Keeper) {
        let (door, inside) = door::door();
        // Boxed before the task begins: what a task is given stays a part of it to its end.
        let keeper = Box::new(keeper(door.clone()));
        let id: Box<str> = keeper.id().into();
        self.doors().insert(id.clone(), door);
        let rooms = self.clone();
        tokio::spawn(async move {
            keeper.keep(inside).await;
            rooms.doors().remove(&id);
        });
    }

    fn doors(&self) -> std::sync::MutexGuard<'_, HashMap<Box<str>, Door<Note>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn door(&self, id: &str) -> Option<Door<Note>> {
        self.doors().get(id).cloned()
    }

    /// Lines of the board in the newest room, as it changes.
    pub fn newest_size(&self) -> watch::Receiver<u8> {
        self.house.newest.follow()
    }

    /// The newest first.
    pub async fn list(&self) -> Vec<Listed> {
        let doors: Vec<_> = self.doors().values().cloned().collect();
        let mut answers = Vec::new();
        for door in doors {
            let (tell, told) = oneshot::channel();
            if door.leave(Note::Describe(tell)) {
                answers.push(told);
            }
        }
        let mut listed = Vec::new();
        for answer in answers {
            if let Ok(Ok(room)) = timeout(Duration::from_secs(1), answer).await {
                listed.push(room);
            }
        }
        listed.extend(self.meetings.list());
        listed.sort_by_key(|room| std::cmp::Reverse(room.number));
        listed.truncate(MOST_LISTED);
        listed
    }

    pub(crate) fn routes(self: &Arc<Rooms>) -> Router {
        Router::new()
            .route("/api/rooms", post(create).get(list))
            .route("/api/rooms/{id}", get(describe))
            .route("/api/rooms/{id}/socket", get(enter))
            .route("/api/opponents", get(opponents))
            .route("/api/meetings/{id}/socket", get(meetings::come))
            .route("/api/tables/{key}/socket", get(meetings::keep))
            .layer(DefaultBodyLimit::max(LONGEST_FRAME))
            .with_state(self.clone())
    }
}

async fn list(State(rooms): State<Arc<Rooms>>) -> Response {
    ([(CACHE_CONTROL, "no-store")], Json(rooms.list().await)).into_response()
}

/// `null` for a room that is not there: to ask is no error.
async fn describe(State(rooms): State<Arc<Rooms>>, Segment(id): Segment<String>) -> Response {
    let mut found = rooms.meetings.describe(&id);
    if let Some(door) = rooms.door(&id) {
        let (tell, told) = oneshot::channel();
        if door.leave(Note::Describe(tell)) {
            found = timeout(Duration::from_secs(1), told).await.ok().and_then(Result::ok);
        }
    }
    ([(CACHE_CONTROL, "no-store")], Json(found)).into_response()
}

/// Whom the host itself can seat.
async fn opponents(State(rooms): State<Arc<Rooms>>) -> Response {
    ([(CACHE_CONTROL, "no-store")], Json(rooms.house.opponents.told())).into_response()
}

async fn create(State(rooms): State<Arc<Rooms>>, tongue: Tongue, Json(wanted): Json<Wanted>) -> Response {
    let words = tongue.words();
    if let Err(unplayable) = wanted.settings.check() {
        return (StatusCode::UNPROCESSABLE_ENTITY, telling::unplayable(unplayable, tongue)).into_response();
    }
    if !rooms.house.opponents.is_here(&wanted.settings.opponent) {
        return (StatusCode::UNPROCESSABLE_ENTITY, words.no_engine).into_response();
    }
    if rooms.doors().len() >= MOST_ROOMS {
        return (StatusCode::SERVICE_UNAVAILABLE, words.rooms_taken).into_response();
    }
    match rooms.open(&wanted.title, wanted.settings).await {
        Ok(id) => (StatusCode::CREATED, Json(serde_json::json!({ "room": id }))).into_response(),
        Err(error) => {
            let why = fill(words.room_not_opened, &[("why", &tongue.why(&error))]);
            (StatusCode::INTERNAL_SERVER_ERROR, why).into_response()
        }
    }
}

async fn enter(
    State(rooms): State<Arc<Rooms>>,
    Segment(id): Segment<String>,
    tongue: Tongue,
    request: Request,
) -> Response {
    let Some(door) = rooms.door(&id) else {
        return (StatusCode::NOT_FOUND, tongue.words().no_room).into_response();
    };
    let conn = rooms.house.new_conn();
    upgrade::upgrade(request, async move |stream, early| {
        // The room may have closed meanwhile.
        door.leave(Note::Came { conn, stream, early });
    })
}

fn random() -> io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

fn first<const N: usize>(from: [u8; 32]) -> [u8; N] {
    let mut bytes = [0; N];
    for (to, from) in bytes.iter_mut().zip(from) {
        *to = from;
    }
    bytes
}
