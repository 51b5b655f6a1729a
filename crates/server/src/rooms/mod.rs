//! The rooms of one host: opened and listed over HTTP, entered by WebSocket, written down before they are believed.
//! What happens in a room is decided by `play::table`; here are only the sockets, the journal and the waiting.

mod alarms;
mod companion;
mod door;
mod frames;
mod hall;
mod house;
mod journal;
mod line;
mod meetings;
mod opponents;
mod paper;
mod post;
mod room;
mod rush;
mod size;
mod telling;
mod upgrade;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Path as Segment, Request, State};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use door::Door;
use hall::{Addresses, Begun, Note};
use journal::{Journal, Knock};
use meetings::Meetings;
pub use opponents::Opponents;
use play::protocol::{Hex, LONGEST_FRAME, Settings, plain};
use play::table::Opening;
pub use room::Listed;
use serde::{Deserialize, Serialize};
use size::NewestSize;
use tokio::sync::{oneshot, watch};
use tokio::time::timeout;
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

/// Where a room is. Places are given to other rooms when one is gone, numbers are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Address {
    place: u32,
    number: u64,
}

pub struct Rooms {
    addresses: Addresses,
    door: Door<Note>,
    numbers: AtomicU64,
    newest: Arc<NewestSize>,
    opponents: Arc<Opponents>,
    meetings: Meetings,
}

/// What it takes to open a room.
#[derive(Deserialize)]
struct Wanted {
    title: String,
    settings: Settings,
}

impl Rooms {
    /// Rooms that are gone when the program ends. Wants a tokio runtime around it.
    pub fn in_memory(opponents: Opponents) -> io::Result<Arc<Rooms>> {
        Rooms::with(|_| Ok(None), opponents)
    }

    /// Those that were open when the journal was last written go on. Wants a tokio runtime around it.
    pub fn from_journal(path: &Path, opponents: Opponents) -> io::Result<Arc<Rooms>> {
        Rooms::with(|knock| Journal::open(path, knock).map(Some), opponents)
    }

    fn with(
        journal: impl FnOnce(Knock) -> io::Result<Begun>,
        opponents: Opponents,
    ) -> io::Result<Arc<Rooms>> {
        let newest = Arc::new(NewestSize::new(Settings::default().board_size));
        let opponents = Arc::new(opponents);
        let (door, addresses) = hall::open(journal, Arc::clone(&newest), Arc::clone(&opponents))?;
        let last = hall::read(&addresses).values().map(|room| room.number).max();
        let numbers = AtomicU64::new(last.map_or(0, |last| last.saturating_add(1)));
        Ok(Arc::new(Rooms { addresses, door, numbers, newest, opponents, meetings: Meetings::default() }))
    }

    /// The id under which it is found.
    pub async fn open(&self, title: &str, settings: Settings) -> io::Result<String> {
        let [id, secret] = [random()?, random()?];
        let id: String = Hex::<6>(first(id)).to_string();
        let title: String = plain(title).chars().take(LONGEST_TITLE).collect();
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let opened = Opened { title, number, opening: Opening { settings, secret: Hex(secret) } };
        let (tell, told) = oneshot::channel();
        if !self.door.leave(Note::Open { id: id.clone(), opened: Box::new(opened), tell }) {
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, "too much is going on here"));
        }
        match told.await {
            Ok(Some(_)) => Ok(id),
            _ => Err(io::Error::new(io::ErrorKind::StorageFull, "it cannot be written down")),
        }
    }

    fn address(&self, id: &str) -> Option<Address> {
        hall::read(&self.addresses).get(id).copied()
    }

    /// Lines of the board in the newest room, as it changes.
    pub fn newest_size(&self) -> watch::Receiver<u8> {
        self.newest.follow()
    }

    /// The newest first.
    pub async fn list(&self) -> Vec<Listed> {
        let (tell, told) = oneshot::channel();
        let mut listed = Vec::new();
        if self.door.leave(Note::List { most: MOST_LISTED, tell }) {
            listed = told.await.unwrap_or_default();
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
    if let Some(room) = rooms.address(&id) {
        let (tell, told) = oneshot::channel();
        if rooms.door.leave(Note::Describe { room, tell }) {
            found = timeout(Duration::from_secs(1), told).await.ok().and_then(Result::ok);
        }
    }
    ([(CACHE_CONTROL, "no-store")], Json(found)).into_response()
}

/// Whom the host itself can seat.
async fn opponents(State(rooms): State<Arc<Rooms>>) -> Response {
    ([(CACHE_CONTROL, "no-store")], Json(rooms.opponents.told())).into_response()
}

async fn create(State(rooms): State<Arc<Rooms>>, tongue: Tongue, Json(wanted): Json<Wanted>) -> Response {
    let words = tongue.words();
    if let Err(unplayable) = wanted.settings.check() {
        return (StatusCode::UNPROCESSABLE_ENTITY, telling::unplayable(unplayable, tongue)).into_response();
    }
    if !rooms.opponents.is_here(&wanted.settings.opponent) {
        return (StatusCode::UNPROCESSABLE_ENTITY, words.no_engine).into_response();
    }
    if hall::read(&rooms.addresses).len() >= MOST_ROOMS {
        return (StatusCode::SERVICE_UNAVAILABLE, words.rooms_taken).into_response();
    }
    match rooms.open(&wanted.title, wanted.settings).await {
        Ok(id) => (StatusCode::CREATED, Json(serde_json::json!({ "room": id }))).into_response(),
        Err(busy) if busy.kind() == io::ErrorKind::ResourceBusy => {
            (StatusCode::SERVICE_UNAVAILABLE, words.rooms_taken).into_response()
        }
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
    let Some(room) = rooms.address(&id) else {
        return (StatusCode::NOT_FOUND, tongue.words().no_room).into_response();
    };
    let door = rooms.door.clone();
    upgrade::upgrade(request, async move |stream, early| {
        if let Ok(stream) = stream.into_std() {
            // The room may have closed meanwhile.
            door.leave(Note::Came { room, stream, early });
        }
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
