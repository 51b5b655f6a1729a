//! Relays messages for tables that are hosted by a player's browser. The host forwards everything unread and knows no
//! more of such a table than its page announces. The table exists as long as its page's socket. The page has a key, and
//! the id under which others find the table is derived from that key.

mod socket;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use api::ErrorCode;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use play::peer::{FromRelay, MAX_RELAY_CONNECTIONS, TableInfo, ToRelay, relay_room};
use play::protocol::{MAX_SERVER_FRAME, Token};
use socket::Socket;
use tokio::sync::{Notify, mpsc};

use super::Rooms;
use super::connection::{CloseReason, Limits, PERSON};
use super::room::RoomSummary;
use super::upgrade::upgrade;
use crate::address_limits::{Held, Lease};
use crate::error_response::ErrorResponse;
use crate::extract::Segment;
use crate::listener::Peer;

const MAX_TABLES: usize = 1000;
/// Messages queued for one client.
const MAX_QUEUED: usize = 256;
/// The prefix before the longest message.
const ENVELOPE: usize = 24;

/// The page of a table sends the messages of all its clients.
static TABLE: Limits =
    Limits { max_message: MAX_SERVER_FRAME + ENVELOPE, people: MAX_RELAY_CONNECTIONS as u16 };

/// The same page connected again from another window. Codes from 4000 are the application's own.
const MOVED: CloseReason = CloseReason::Host(4001, "the table is open in another window");
const TABLE_GONE: CloseReason = CloseReason::Host(1001, "the table was closed");

#[derive(Default)]
pub(super) struct Relays {
    tables: Mutex<HashMap<String, RelayedTable>>,
    last_client: AtomicU32,
    pub(super) opened: Arc<Notify>,
}

struct RelayedTable {
    number: u64,
    commands: mpsc::Sender<Command>,
    about: Option<TableInfo>,
}

/// To the task of a table.
enum Command {
    Join {
        client: u32,
        messages: mpsc::Sender<String>,
    },
    Forward {
        client: u32,
        message: String,
    },
    Leave {
        client: u32,
    },
    /// Another window has taken over.
    Replace,
}

impl Relays {
    fn tables(&self) -> MutexGuard<'_, HashMap<String, RelayedTable>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn list(&self) -> Vec<RoomSummary> {
        self.tables().iter().filter_map(|(id, table)| listed(id, table)).collect()
    }

    pub(super) fn describe(&self, id: &str) -> Option<RoomSummary> {
        self.tables().get(id).and_then(|table| listed(id, table))
    }
}

/// `None` until the page has described its table.
fn listed(id: &str, table: &RelayedTable) -> Option<RoomSummary> {
    let TableInfo { title, settings, names, free, playing, locked, stun } = table.about.clone()?;
    Some(RoomSummary {
        room: id.to_owned(),
        title,
        number: table.number,
        settings,
        names,
        free,
        playing,
        locked,
        peer: true,
        stun,
        standing: false,
    })
}

/// The socket of the page that hosts a table.
pub(super) async fn host_table(
    State(rooms): State<Arc<Rooms>>,
    Segment(key): Segment<String>,
    request: Request,
) -> Response {
    let Some(key) = Token::parse(&key) else {
        return ErrorResponse::from(ErrorCode::InvalidKey).into_response();
    };
    if rooms.relays.tables().len() >= MAX_TABLES {
        return ErrorResponse::from(ErrorCode::RelayFull).into_response();
    }
    let leases = match leases(&request) {
        Ok(leases) => leases,
        Err(code) => return ErrorResponse::from(code).into_response(),
    };
    upgrade(request, async move |stream, early| {
        let number = rooms.numbers.fetch_add(1, Ordering::Relaxed);
        let (sender, commands) = mpsc::channel(64);
        let id = relay_room(&key);
        let table = RelayedTable { number, commands: sender, about: None };
        let before = rooms.relays.tables().insert(id.clone(), table);
        rooms.relays.opened.notify_one();
        if let Some(before) = before {
            // Fails only if that table has just ended.
            drop(before.commands.send(Command::Replace).await);
        }
        let relay = Relay { rooms: rooms.clone(), id: id.clone(), number, clients: HashMap::new() };
        let end = relay.run(Socket::new(stream, &TABLE), early, commands).await;
        charge(leases.as_ref(), end);
        let mut tables = rooms.relays.tables();
        if tables.get(&id).is_some_and(|table| table.number == number) {
            tables.remove(&id);
        }
    })
}

/// The socket of somebody who joins such a table.
pub(super) async fn join_table(
    State(rooms): State<Arc<Rooms>>,
    Segment(id): Segment<String>,
    request: Request,
) -> Response {
    let commands = rooms.relays.tables().get(&id).map(|table| table.commands.clone());
    let Some(commands) = commands else {
        return ErrorResponse::from(ErrorCode::NoSuchTable).into_response();
    };
    let leases = match leases(&request) {
        Ok(leases) => leases,
        Err(code) => return ErrorResponse::from(code).into_response(),
    };
    let client = rooms.relays.last_client.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
    upgrade(request, async move |stream, early| {
        let (sender, messages) = mpsc::channel(MAX_QUEUED);
        if commands.send(Command::Join { client, messages: sender }).await.is_ok() {
            let end = serve_client(Socket::new(stream, &PERSON), early, client, &commands, messages).await;
            charge(leases.as_ref(), end);
            drop(commands.send(Command::Leave { client }).await);
        }
    })
}

/// What a socket of a relayed table counts as.
fn leases(request: &Request) -> Result<Option<[Lease; 2]>, ErrorCode> {
    let Some(account) = Peer::of(request) else { return Ok(None) };
    let relayed = account.take(Held::Relayed).ok_or(ErrorCode::TooManyConnections)?;
    Ok(Some([relayed, account.hold(Held::Connection)]))
}

fn charge(leases: Option<&[Lease; 2]>, end: CloseReason) {
    if let Some([lease, _]) = leases.filter(|_| end.is_violation()) {
        lease.account().charge_violation();
    }
}

async fn serve_client(
    mut socket: Socket,
    early: Vec<u8>,
    client: u32,
    commands: &mpsc::Sender<Command>,
    mut messages: mpsc::Receiver<String>,
) -> CloseReason {
    socket.decode(early);
    let mut end = None;
    while end.is_none() {
        // A slow client's messages wait in its channel, which is bounded.
        let done = tokio::select! {
            received = socket.receive() => match received {
                Ok(None) => Ok(()),
                Ok(Some(message)) => {
                    let forwarded = commands.send(Command::Forward { client, message }).await;
                    forwarded.map_err(|_| TABLE_GONE)
                }
                Err(reason) => Err(reason),
            },
            message = messages.recv(), if !socket.has_queued() => match message {
                Some(message) => socket.send(&message),
                None => Err(TABLE_GONE),
            },
        };
        end = done.err();
    }
    let end = end.unwrap_or(CloseReason::Lost);
    socket.close(end).await;
    end
}

struct Relay {
    rooms: Arc<Rooms>,
    id: String,
    number: u64,
    clients: HashMap<u32, mpsc::Sender<String>>,
}

impl Relay {
    async fn run(
        mut self,
        mut socket: Socket,
        early: Vec<u8>,
        mut commands: mpsc::Receiver<Command>,
    ) -> CloseReason {
        socket.decode(early);
        let mut end = None;
        while end.is_none() {
            let done = tokio::select! {
                received = socket.receive() => received.map(|text| self.handle_reply(text.as_deref())),
                command = commands.recv(), if !socket.has_queued() => {
                    self.handle_command(command).and_then(|call| match call {
                        Some(call) => socket.send(&call),
                        None => Ok(()),
                    })
                }
            };
            end = done.err();
        }
        let end = end.unwrap_or(CloseReason::Lost);
        socket.close(end).await;
        end
    }

    /// From the page that hosts the table.
    fn handle_reply(&mut self, text: Option<&str>) {
        match text.and_then(ToRelay::read) {
            Some(ToRelay::Send(client, message)) => self.forward(client, message),
            Some(ToRelay::Close(client)) => drop(self.clients.remove(&client)),
            Some(ToRelay::Info(about)) => self.describe(about),
            None => {}
        }
    }

    /// A client whose channel is full is disconnected.
    fn forward(&mut self, client: u32, message: &str) {
        let full =
            self.clients.get(&client).is_some_and(|sender| sender.try_send(message.to_owned()).is_err());
        if full {
            self.clients.remove(&client);
        }
    }

    fn describe(&self, about: &str) {
        let Ok(about) = TableInfo::read(about) else { return };
        self.rooms.newest.report(self.number, about.settings.board_size);
        if let Some(table) = self.rooms.relays.tables().get_mut(&self.id)
            && table.number == self.number
        {
            table.about = Some(about);
        }
    }

    /// What to send to the page for it, if anything.
    fn handle_command(&mut self, command: Option<Command>) -> Result<Option<String>, CloseReason> {
        match command {
            Some(Command::Join { .. }) if self.clients.len() >= MAX_RELAY_CONNECTIONS => Ok(None),
            Some(Command::Join { client, messages }) => {
                self.clients.insert(client, messages);
                Ok(Some(FromRelay::Connected(client).write()))
            }
            Some(Command::Forward { client, message }) => {
                let is_here = self.clients.contains_key(&client);
                Ok(is_here.then(|| FromRelay::Received(client, &message).write()))
            }
            Some(Command::Leave { client }) => {
                self.clients.remove(&client);
                Ok(Some(FromRelay::Disconnected(client).write()))
            }
            Some(Command::Replace) | None => Err(MOVED),
        }
    }
}
