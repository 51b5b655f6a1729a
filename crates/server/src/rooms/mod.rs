//! The rooms of one host: opened and listed over HTTP, entered by WebSocket, journaled before anybody gets a reply.
//! `play::table` decides what happens in a room; here are only the sockets, the journal and the timers.

mod bot_player;
mod buffers;
mod coalescing;
mod connection;
mod engine_player;
mod event_loop;
mod frames;
mod journal;
mod linger;
mod loop_time;
mod mailbox;
mod newest_size;
mod opponents;
mod outbox;
mod relay;
mod room;
mod settings_error;
mod shared;
mod spectators;
mod timers;
mod upgrade;

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use api::rooms::{
    ListedRoom, NewRoom, OPPONENTS, OpenedRoom, RELAY_SOCKET, ROOM, ROOM_SOCKET, ROOMS, TABLE_SOCKET,
};
use api::{ApiError, ErrorCode};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use event_loop::{Addresses, Command, OpenedJournal};
use journal::{Journal, WakeCallback};
pub use journal::{JournalDamage, JournalError};
use mailbox::Sender;
use newest_size::NewestSize;
pub use opponents::Opponents;
use play::journal::RoomSpec;
use play::protocol::{Access, Hex, MAX_CLIENT_FRAME, Settings, sanitize};
use play::table::NewTable;
use relay::Relays;
pub use room::RoomSummary;
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::timeout;

use crate::address_limits::{Held, Lease, Network};
use crate::error_response::{ErrorResponse, HandlerResult, json};
use crate::extract::{Caller, JsonBody, Segment};
use crate::listener::Peer;

/// Far more than a club needs; enough for benchmarks.
const MAX_ROOMS: usize = 20_000;
const MAX_LISTED: usize = 100;
const MAX_TITLE: usize = 40;

/// The location of a room in the event loop. Slots are reused after a room is removed, numbers are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Address {
    slot: u32,
    number: u64,
}

pub struct Rooms {
    addresses: Addresses,
    commands: Sender<Command>,
    numbers: AtomicU64,
    newest: Arc<NewestSize>,
    /// Sockets in the rooms.
    people: Arc<AtomicUsize>,
    opponents: Arc<Opponents>,
    relays: Relays,
    damage: Option<JournalDamage>,
}

/// Why a room was not opened.
#[derive(Debug)]
pub enum OpenRoomError {
    /// The event loop has too much to do.
    Busy,
    /// The journal cannot be written.
    NotWritten,
    /// The system has no random numbers for the room's secret.
    NoRandomness(getrandom::Error),
}

impl fmt::Display for OpenRoomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenRoomError::Busy => f.write_str("the host is too busy"),
            OpenRoomError::NotWritten => f.write_str("the journal cannot be written"),
            OpenRoomError::NoRandomness(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenRoomError {}

impl Rooms {
    /// Rooms that end with the process. Needs a tokio runtime.
    pub fn in_memory(opponents: Opponents) -> io::Result<Arc<Rooms>> {
        Rooms::start(|_| Ok(None), opponents).map_err(|error| match error {
            JournalError::Io(error) => error,
            other => io::Error::other(other),
        })
    }

    /// Continues the rooms in the journal. Needs a tokio runtime.
    pub fn from_journal(path: &Path, opponents: Opponents) -> Result<Arc<Rooms>, JournalError> {
        Rooms::start(|wake| Journal::open(path, wake).map(Some), opponents)
    }

    fn start(
        open_journal: impl FnOnce(WakeCallback) -> Result<OpenedJournal, JournalError>,
        opponents: Opponents,
    ) -> Result<Arc<Rooms>, JournalError> {
        let newest = Arc::new(NewestSize::new(Settings::default().board_size));
        let opponents = Arc::new(opponents);
        let people = Arc::default();
        let (commands, addresses, damage) = event_loop::start(
            open_journal,
            Arc::clone(&newest),
            Arc::clone(&people),
            Arc::clone(&opponents),
        )?;
        let last = event_loop::read(&addresses).values().map(|room| room.number).max();
        let numbers = AtomicU64::new(last.map_or(0, |last| last.saturating_add(1)));
        let relays = Relays::default();
        Ok(Arc::new(Rooms { addresses, commands, numbers, newest, people, opponents, relays, damage }))
    }

    /// Set if the journal could not be read to its end.
    pub fn damage(&self) -> Option<&JournalDamage> {
        self.damage.as_ref()
    }

    /// Opens the host's own room and returns its id.
    pub async fn open(&self, title: &str, settings: Settings) -> Result<String, OpenRoomError> {
        self.open_room(None, title, settings, Access::default(), true).await
    }

    /// The room exists as long as the host runs, however long nobody comes.
    pub fn keep(&self, id: &str) {
        if let Some(room) = self.address(id) {
            self.commands.send(Command::Keep { room });
        }
    }

    async fn open_room(
        &self,
        owner: Option<Lease>,
        title: &str,
        settings: Settings,
        access: Access,
        standing: bool,
    ) -> Result<String, OpenRoomError> {
        let id = Hex::<6>(random()?).to_string();
        let title: String = sanitize(title).chars().take(MAX_TITLE).collect();
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let opening = NewTable::new(settings, Hex(random()?)).with_access(access);
        let spec = Box::new(RoomSpec { title, number, opening, standing });
        let (reply, opened) = oneshot::channel();
        if !self.commands.send(Command::Open { id: id.clone(), spec, owner, reply }) {
            return Err(OpenRoomError::Busy);
        }
        match opened.await {
            Ok(Some(_)) => Ok(id),
            _ => Err(OpenRoomError::NotWritten),
        }
    }

    /// Closes the oldest socket of this address that no player uses, soon. False if the event loop is too busy.
    pub(crate) fn close_spectator(&self, network: Network) -> bool {
        self.commands.send(Command::CloseSpectator { network })
    }

    fn address(&self, id: &str) -> Option<Address> {
        event_loop::read(&self.addresses).get(id).copied()
    }

    /// There are rooms in which somebody may want to play on.
    pub(crate) fn has_rooms(&self) -> bool {
        !event_loop::read(&self.addresses).is_empty()
    }

    /// Notified when a page has opened a table behind this host.
    pub(crate) fn relayed_tables(&self) -> Arc<Notify> {
        Arc::clone(&self.relays.opened)
    }

    /// How many people are connected to the rooms of this host.
    pub(crate) fn people(&self) -> usize {
        self.people.load(Ordering::Relaxed)
    }

    /// The board size of the newest room, as it changes.
    pub fn newest_size(&self) -> watch::Receiver<u8> {
        self.newest.subscribe()
    }

    /// Those with people, then the others, each the newest first.
    pub async fn list(&self) -> Vec<RoomSummary> {
        let (reply, rooms) = oneshot::channel();
        let mut listed = Vec::new();
        if self.commands.send(Command::List { max: MAX_LISTED, reply }) {
            listed = rooms.await.unwrap_or_default();
        }
        listed.extend(self.relays.list());
        let occupied = |room: &RoomSummary| room.playing || room.names.iter().any(Option::is_some);
        listed.sort_by_key(|room| std::cmp::Reverse((occupied(room), room.number)));
        listed.truncate(MAX_LISTED);
        listed
    }

    pub(crate) fn routes(self: &Arc<Rooms>) -> Router {
        Router::new()
            .route(ROOMS, post(create).get(list))
            .route(ROOM, get(describe))
            .route(ROOM_SOCKET, get(enter))
            .route(OPPONENTS, get(opponents))
            .route(RELAY_SOCKET, get(relay::join_table))
            .route(TABLE_SOCKET, get(relay::host_table))
            .layer(DefaultBodyLimit::max(MAX_CLIENT_FRAME))
            .with_state(self.clone())
    }
}

async fn list(State(rooms): State<Arc<Rooms>>) -> Response {
    let rooms = rooms.list().await;
    json(&rooms.into_iter().map(ListedRoom::from).collect::<Vec<_>>())
}

/// `null` for a room that does not exist: asking is not an error.
async fn describe(State(rooms): State<Arc<Rooms>>, Segment(id): Segment<String>) -> Response {
    let mut found = rooms.relays.describe(&id);
    if let Some(room) = rooms.address(&id) {
        let (reply, described) = oneshot::channel();
        if rooms.commands.send(Command::Describe { room, reply }) {
            found = timeout(Duration::from_secs(1), described).await.ok().and_then(Result::ok);
        }
    }
    json(&found.map(ListedRoom::from))
}

/// The automatic players of this host.
async fn opponents(State(rooms): State<Arc<Rooms>>) -> Response {
    json(&rooms.opponents.listed())
}

async fn create(
    State(rooms): State<Arc<Rooms>>,
    Caller(account): Caller,
    JsonBody(wanted): JsonBody<NewRoom>,
) -> HandlerResult {
    wanted.settings.check().map_err(settings_error::coded)?;
    if !rooms.opponents.is_available(&wanted.settings.opponent) {
        let error = ErrorCode::NoSuchEngine.into();
        return Err(ErrorResponse { status: StatusCode::UNPROCESSABLE_ENTITY, error });
    }
    if event_loop::read(&rooms.addresses).len() >= MAX_ROOMS {
        return Err(ErrorCode::RoomsFull.into());
    }
    let owner = match &account {
        Some(account) => Some(account.take(Held::Room).ok_or(ErrorCode::TooManyRooms)?),
        None => None,
    };
    // Not kept: the engine starts when its opponent is there.
    if !wanted.settings.opponent.is_person() && rooms.opponents.begin_playing(owner.as_ref()).is_none() {
        return Err(ErrorCode::EnginesBusy.into());
    }
    match rooms.open_room(owner, &wanted.title, wanted.settings, wanted.access, false).await {
        Ok(room) => Ok((StatusCode::CREATED, json(&OpenedRoom { room })).into_response()),
        Err(OpenRoomError::Busy) => Err(ErrorCode::RoomsFull.into()),
        Err(OpenRoomError::NotWritten) => Err(not_opened(ErrorCode::DiskFull.into())),
        Err(OpenRoomError::NoRandomness(error)) => {
            Err(not_opened(ApiError::new(ErrorCode::System).with("error", error)))
        }
    }
}

fn not_opened(cause: ApiError) -> ErrorResponse {
    ApiError::new(ErrorCode::RoomNotOpened).because(cause).into()
}

async fn enter(State(rooms): State<Arc<Rooms>>, Segment(id): Segment<String>, request: Request) -> Response {
    let Some(room) = rooms.address(&id) else {
        return ErrorResponse::from(ErrorCode::NoSuchRoom).into_response();
    };
    let commands = rooms.commands.clone();
    let lease = Peer::of(&request).map(|account| account.hold(Held::Connection));
    upgrade::upgrade(request, async move |stream, early| {
        if let Ok(stream) = stream.into_std() {
            // The room may have closed meanwhile.
            commands.send(Command::Connect { room, stream, early, lease });
        }
    })
}

fn random<const N: usize>() -> Result<[u8; N], OpenRoomError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(OpenRoomError::NoRandomness)?;
    Ok(bytes)
}
