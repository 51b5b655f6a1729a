//! Rooms over HTTP: listed, described and opened. What happens in them goes over WebSocket (`play::protocol`).

use i18n::{Language, fill};
use play::protocol::{Access, BotLevel, Opponent, Settings};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::call::{Call, Method, json};
use crate::path::path;
use crate::{ApiError, ErrorCode};

pub const ROOMS: &str = "/api/rooms";
pub const ROOM: &str = "/api/rooms/{id}";
pub const ROOM_SOCKET: &str = "/api/rooms/{id}/socket";
pub const OPPONENTS: &str = "/api/opponents";
/// A player who joins a table that a page hosts.
pub const RELAY_SOCKET: &str = "/api/meetings/{id}/socket";
/// A page that hosts a table.
pub const TABLE_SOCKET: &str = "/api/tables/{key}/socket";

/// A room as seen from outside. `S` is the type of the settings, for pages that do not read them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedRoom<S = Settings> {
    pub room: String,
    pub title: String,
    pub settings: S,
    /// Black's and White's.
    pub names: [Option<String>; 2],
    /// A seat is free.
    pub free: bool,
    /// A game is being played.
    pub playing: bool,
    /// A page hosts the table, and the server only relays.
    #[serde(default)]
    pub peer: bool,
    /// Whoever enters needs the password.
    #[serde(default)]
    pub locked: bool,
    /// Of such a table: the STUN server that its page uses, so that the other page can use it too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stun: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewRoom {
    pub title: String,
    pub settings: Settings,
    #[serde(default, skip_serializing_if = "Access::is_open")]
    pub access: Access,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedRoom {
    pub room: String,
}

/// The automatic players of the host.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Opponents {
    pub bots: Vec<BotLevel>,
    pub engines: Vec<String>,
}

impl Opponents {
    /// A person comes first.
    pub fn all(&self) -> Vec<Opponent> {
        let bots = self.bots.iter().copied().map(Opponent::Bot);
        let engines = self.engines.iter().cloned().map(Opponent::Engine);
        [Opponent::Person].into_iter().chain(bots).chain(engines).collect()
    }
}

/// The newest first.
pub fn list<S: DeserializeOwned>() -> Call<Vec<ListedRoom<S>>> {
    Call::new(Method::Get, ROOMS, json)
}

/// None: there is no such room.
pub fn describe(id: &str) -> Call<Option<ListedRoom>> {
    Call::new(Method::Get, path(ROOM, &[id]), json)
}

pub fn open(room: &NewRoom) -> Call<OpenedRoom> {
    Call::new(Method::Post, ROOMS, json).with(room)
}

pub fn opponents() -> Call<Opponents> {
    Call::new(Method::Get, OPPONENTS, json)
}

pub fn room_socket(id: &str) -> String {
    path(ROOM_SOCKET, &[id])
}

pub fn relay_socket(id: &str) -> String {
    path(RELAY_SOCKET, &[id])
}

pub fn table_socket(key: &str) -> String {
    path(TABLE_SOCKET, &[key])
}

/// The messages of the errors of rooms and hosting.
pub fn wording(error: &ApiError, language: Language) -> Option<String> {
    use ErrorCode as E;
    let texts = language.room_errors();
    let text = match error.code {
        E::Komi => {
            return Some(fill(texts.unplayable_komi, &[("points", &points(error, language))]));
        }
        E::NoSuchEngine => language.engine_errors().no_engine,
        E::PortRefused => texts.port_refused,
        E::NoLanSearch => texts.search_failed,
        E::NoSuchRoom => texts.no_room,
        E::RoomsFull => texts.rooms_taken,
        E::TooManyRooms => texts.too_many_rooms,
        E::EnginesBusy => texts.engines_busy,
        E::RoomNotOpened => texts.room_not_opened,
        E::InvalidKey => texts.no_key,
        E::RelayFull => texts.too_many_tables,
        E::NoSuchTable => texts.no_table,
        E::WebSocketOnly => texts.websocket_only,
        E::BoardSize => texts.unplayable_size,
        E::Handicap => texts.unplayable_handicap,
        E::Opponent => texts.unplayable_opponent,
        E::Time => texts.unplayable_time,
        _ => return None,
    };
    Some(error.fill(text, wording, language))
}

/// Half points as points: 725 is 362.5.
fn points(error: &ApiError, language: Language) -> String {
    let halves: i32 = error.param("half-points").parse().unwrap_or_default();
    language.decimal(f64::from(halves) / 2.0, if halves % 2 == 0 { 0 } else { 1 })
}
