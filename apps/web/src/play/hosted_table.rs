//! A table that runs in this page, with `play::peer::PeerHost`: opened, stored so that a reload does not end the game,
//! and restored. How the opponent's messages reach it is in `peer`.

use leptos::prelude::WithValue;
use play::client::{Client, Input as ClientInput, SavedSeat};
use play::peer::{HostInput, HostOutput, Input, PeerHost, Transport, is_relay_room, relay_room};
use play::protocol::{Access, Digest, Hex, ServerMessage, Settings, Token};
use play::table::{NewTable, Table, TableJournal};
use serde::{Deserialize, Serialize};

use super::peer::{Peer, PeerEnd};
use super::saved_seats::{new_seat, random, split};
use super::session::{Session, TableConnection, Visit};
use super::stun_server;
use crate::pages::Page;
use crate::timer::now;
use crate::{route, storage};

pub(super) struct HostedTable {
    pub(super) host: PeerHost,
    /// Whoever has it may host the table; its room follows from it.
    pub(super) key: Token,
    title: String,
}

/// A hosted table as this page stores it.
#[derive(Serialize, Deserialize)]
struct SavedTable {
    key: Token,
    title: String,
    table: TableJournal,
}

/// A table of this page whose game is not finished.
pub struct UnfinishedTable {
    pub address: String,
    pub title: String,
}

impl Session {
    /// Opens a table in this page. Others find it through the host that the page came from.
    pub fn host_table(self, settings: Settings, title: String, name: &str, password: Option<Digest>) {
        let [key, _] = split(random()).map(Hex);
        let access = Access { password, owner: None };
        let new_table = NewTable::new(settings, Hex(random())).with_access(access);
        let host = PeerHost::new(now(), title.clone(), new_table).with_stun(stun_server::saved());
        let seat = new_seat(name).with_password(password);
        let room = relay_room(&key);
        self.join_hosted_table(room.clone(), seat, HostedTable { host, key, title });
        route::go(&format!("/play?room={room}"));
    }

    /// Joins a table in a page: in this one if it hosted the table before, else in another.
    pub(super) fn join_relay_room(self, room: String, seat: SavedSeat) {
        match saved_table(&room) {
            Some(SavedTable { key, title, table }) => {
                let host = PeerHost::resume(now(), title.clone(), table).with_stun(stun_server::saved());
                self.join_hosted_table(room, seat, HostedTable { host, key, title });
            }
            None => self.enter_relay_room(room, Client::player(seat)),
        }
    }

    fn join_hosted_table(self, room: String, seat: SavedSeat, hosted: HostedTable) {
        let peer = Peer::new(PeerEnd::Hosting(Box::new(hosted)));
        self.begin(Visit::new(room, Client::player(seat), TableConnection::Peer(Box::new(peer))));
        self.give(ClientInput::Connected);
        self.open_relay_socket();
    }

    /// Does nothing where the table is in another page.
    pub(super) fn host_input(self, input: HostInput) {
        let outputs = self.with_peer(|peer| peer.host().map(|host| host.handle(now(), input)));
        let mut messages: Vec<ServerMessage> = Vec::new();
        for output in outputs.flatten().unwrap_or_default() {
            match output {
                HostOutput::Save => self.save_hosted_table(),
                HostOutput::Own(message) => messages.push(message),
                HostOutput::Relay(text) => self.send_by(Transport::Relay, text),
                HostOutput::Direct(attempt, frame) => self.send_on_channel(attempt, frame),
                HostOutput::Close(attempt) => self.peer(Input::Closed { attempt }),
            }
        }
        self.receive(messages);
        self.schedule_wake();
    }

    fn save_hosted_table(self) {
        self.visit.with_value(|visit| {
            let Some(Visit { room, connection: TableConnection::Peer(peer), .. }) = visit else { return };
            let PeerEnd::Hosting(hosted) = &peer.end else { return };
            let table = SavedTable {
                key: hosted.key,
                title: hosted.title.clone(),
                table: hosted.host.journal().clone(),
            };
            if let Ok(text) = serde_json::to_string(&table) {
                // Refused in private windows: then a reload ends the game.
                let _ = storage::set(&table_key(room), &text);
            }
        });
    }
}

const TABLE_KEY: &str = "tabiya.table.";

fn table_key(room: &str) -> String {
    format!("{TABLE_KEY}{room}")
}

pub fn unfinished_tables() -> Vec<UnfinishedTable> {
    let unfinished = |key: String| {
        let room = key.strip_prefix(TABLE_KEY)?;
        let SavedTable { title, table, .. } = saved_table(room)?;
        let unfinished = Table::resume(&table.new_table, table.entries).is_unfinished();
        unfinished.then(|| UnfinishedTable { address: format!("{}?room={room}", Page::Play.path()), title })
    };
    storage::keys().into_iter().filter_map(unfinished).collect()
}

/// The table runs in this page, or did before a reload.
pub fn is_hosted(room: &str) -> bool {
    storage::get(&table_key(room)).is_some()
}

fn saved_table(room: &str) -> Option<SavedTable> {
    serde_json::from_str(&storage::get(&table_key(room))?).ok()
}

pub(super) fn forget_table(room: &str) {
    if is_relay_room(room) {
        storage::remove(&table_key(room));
    }
}
