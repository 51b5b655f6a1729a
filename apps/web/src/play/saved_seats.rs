//! What this browser remembers of rooms: the player's name, the seats, and a game against the bot.

use leptos::prelude::window;
use play::client::SavedSeat;
use play::protocol::Hex;
use web_sys::js_sys::Uint8Array;

use super::bot_table::{BotTable, SavedBotGame};
use crate::js::{call, member};
use crate::pages::Page;
use crate::storage;

const NAME: &str = "tabiya.name";
const BOT_GAME: &str = "tabiya.bot-game";
/// Stands for a room in the address of a game against the bot.
pub(super) const BOT: &str = "bot";

pub(super) fn save_bot_game(local: &BotTable) {
    if !local.is_unfinished() {
        storage::remove(BOT_GAME);
    } else if let Ok(saved) = serde_json::to_string(&local.saved()) {
        let _ = storage::set(BOT_GAME, &saved);
    }
}

pub(super) fn saved_bot_game() -> Option<SavedBotGame> {
    serde_json::from_str(&storage::get(BOT_GAME)?).ok()
}

/// The address of an unfinished game against the bot.
pub fn unfinished_bot_game() -> Option<String> {
    saved_bot_game().map(|_| room_address(BOT))
}

pub(super) fn room_address(room: &str) -> String {
    format!("{}?room={room}", Page::Play.path())
}

pub(super) fn seat_key(room: &str) -> String {
    format!("tabiya.seat.{room}")
}

pub(super) fn saved_seat(room: &str) -> Option<SavedSeat> {
    serde_json::from_str(&storage::get(&seat_key(room))?).ok()
}

/// A seat with this name that no room knows yet.
pub fn new_seat(name: &str) -> SavedSeat {
    let [token, ..] = split(random());
    SavedSeat::new(Hex(token), name.to_owned())
}

pub fn name() -> String {
    storage::get(NAME).unwrap_or_default()
}

pub(super) fn save_name(name: &str) {
    let _ = storage::set(NAME, name);
}

/// From the browser; available without HTTPS too.
pub(super) fn random() -> [u8; 32] {
    let bytes = Uint8Array::new_with_length(32);
    // Every browser that runs WASM has it.
    let _ = call(&member(&window(), "crypto"), "getRandomValues", &[&bytes]);
    let mut random = [0; 32];
    bytes.copy_to(&mut random);
    random
}

pub(super) fn split(bytes: [u8; 32]) -> [[u8; 16]; 2] {
    let mut halves = [[0; 16]; 2];
    for (place, byte) in halves.iter_mut().flatten().zip(bytes) {
        *place = byte;
    }
    halves
}
