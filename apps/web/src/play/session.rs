//! The guest of this page: where it is, what it knows, and what it wants. How its words travel is in `carry`.

use bot::Level;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use play::Moment;
use play::guest::{Act, Guest, Input, Kept};
use play::peer::is_meeting;
use play::protocol::{Hex, Settings};
use web_sys::UrlSearchParams;
use web_sys::js_sys::Uint8Array;

use super::local::{Local, Saved};
use super::peer::{Peer, forget_table};
use super::socket::Socket;
use crate::bridge::script::{call, member};
use crate::language;
use crate::pages::Page;
use crate::thinker::Thinker;
use crate::{route, storage};

const NAME: &str = "tabiya.name";
const BOT_GAME: &str = "tabiya.bot-game";
/// What a game against the bot has for a room in the address.
const BOT: &str = "bot";

/// Which of its screens the room shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    Home,
    /// A link was followed; nobody has sat down yet.
    Door(String),
    Lobby,
    Game,
}

pub(super) enum Wire {
    /// Tried again after a while.
    None,
    Socket(Socket),
    Local(Box<Local>, Thinker),
    /// A table in a page, this one or another.
    Peer(Box<Peer>),
}

pub(super) struct Visit {
    pub(super) room: String,
    pub(super) guest: Guest,
    pub(super) wire: Wire,
    pub(super) tries: u32,
    pub(super) wake: Option<TimeoutHandle>,
}

impl Visit {
    pub(super) fn new(room: String, guest: Guest, wire: Wire) -> Visit {
        Visit { room, guest, wire, tries: 0, wake: None }
    }
}

#[derive(Clone, Copy)]
pub struct Session {
    pub(super) visit: StoredValue<Option<Visit>, LocalStorage>,
    pub(super) changed: RwSignal<u64>,
    /// The room of the address.
    address: RwSignal<Option<String>>,
    /// Nobody knows the room that was asked for.
    pub(super) nowhere: RwSignal<bool>,
    /// Another window sits there now.
    pub(super) moved: RwSignal<bool>,
    /// Counts visits, so that what an old socket still says is nobody's.
    pub(super) visits: StoredValue<u64>,
}

impl Session {
    pub fn provide() -> Session {
        let session = Session {
            visit: StoredValue::new_local(None),
            changed: RwSignal::new(0),
            address: RwSignal::new(None),
            nowhere: RwSignal::new(false),
            moved: RwSignal::new(false),
            visits: StoredValue::new(0),
        };
        provide_context(session);
        session
    }

    pub fn here() -> Session {
        expect_context()
    }

    /// `/play?room=…` is a room; who has a seat there goes straight in.
    pub fn follow_address(self) {
        let here = window().location();
        if here.pathname().ok().and_then(|path| Page::at(&path)) != Some(Page::Play) {
            return;
        }
        let search = here.search().unwrap_or_default();
        let room = UrlSearchParams::new_with_str(&search).ok().and_then(|query| query.get("room"));
        let room = room.filter(|room| room.chars().all(|c| c.is_ascii_alphanumeric()));
        if self.address.get_untracked() == room {
            return;
        }
        let visited = self.visit.with_value(|visit| visit.as_ref().map(|visit| visit.room.clone()));
        if visited != room || room.is_none() {
            self.leave();
        }
        let go_in = visited != room;
        self.address.set(room.clone());
        match room {
            Some(room) if go_in && room == BOT => {
                // A worker that does not start leaves the page at home.
                let _ = self.go_on_with_bot();
            }
            Some(room) if go_in => {
                if let Some(kept) = kept(&room) {
                    self.sit_down(room, kept);
                }
            }
            _ => {}
        }
    }

    pub fn place(self) -> Place {
        self.changed.track();
        let address = self.address.get().filter(|room| room != BOT);
        self.visit.with_value(|visit| match visit {
            Some(visit) if visit.guest.kifu().is_some() => Place::Game,
            Some(_) => Place::Lobby,
            None => address.map_or(Place::Home, Place::Door),
        })
    }

    pub fn title(self) -> String {
        let names = self.read(|guest| guest.kifu().map(|_| guest.names().join(" – "))).flatten();
        names.unwrap_or_else(|| language::play().a_game.to_owned())
    }

    pub fn read<T>(self, what: impl FnOnce(&Guest) -> T) -> Option<T> {
        self.changed.track();
        self.peek(what)
    }

    pub fn peek<T>(self, what: impl FnOnce(&Guest) -> T) -> Option<T> {
        self.visit.with_value(|visit| visit.as_ref().map(|visit| what(&visit.guest)))
    }

    /// Changes when what is read does.
    pub fn watch<T: PartialEq + Clone + Send + Sync + 'static>(
        self,
        what: impl Fn(&Guest) -> T + Send + Sync + 'static,
    ) -> Memo<Option<T>> {
        Memo::new(move |_| self.read(&what))
    }

    /// Against the bot, which is nobody's guest.
    pub fn is_local(self) -> bool {
        self.changed.track();
        self.visit.with_value(|visit| visit.as_ref().is_some_and(|visit| visit.room == BOT))
    }

    pub fn is_elsewhere(self) -> bool {
        self.moved.get()
    }

    pub fn is_nowhere(self) -> bool {
        self.nowhere.get()
    }

    pub fn room(self) -> Option<String> {
        self.changed.track();
        self.visit.with_value(|visit| visit.as_ref().map(|visit| visit.room.clone()))
    }

    pub fn join(self, room: String, name: &str) {
        keep_name(name);
        let [token, ..] = split(random());
        self.sit_down(room, Kept { token: Hex(token), name: name.to_owned(), promise: None, seen: None });
    }

    fn sit_down(self, room: String, kept: Kept) {
        if is_meeting(&room) {
            return self.meet(room, kept);
        }
        self.begin(Visit::new(room, Guest::player(kept), Wire::None));
        self.connect();
    }

    pub fn spectate(self, room: String) {
        if is_meeting(&room) {
            return self.come(room, Guest::spectator());
        }
        self.begin(Visit::new(room, Guest::spectator(), Wire::None));
        self.connect();
    }

    /// A table in this page. Refused by a browser that starts no worker.
    pub fn play_bot(self, settings: Settings, level: Level, name: &str) -> Result<(), String> {
        keep_name(name);
        let [token, bots] = split(random());
        let kept = Kept { token: Hex(token), name: name.to_owned(), promise: None, seen: None };
        let local = Local::new(now(), settings, level, Hex(bots), random);
        self.sit_with_bot(kept, local)?;
        route::go(&format!("{}?room={BOT}", Page::Play.path()));
        self.act(Act::Ready);
        Ok(())
    }

    fn go_on_with_bot(self) -> Result<(), String> {
        let (Some(kept), Some(saved)) = (kept(BOT), saved()) else { return Ok(()) };
        self.sit_with_bot(kept, Local::resume(now(), saved, random))?;
        self.attend_bot();
        Ok(())
    }

    fn sit_with_bot(self, kept: Kept, local: Local) -> Result<(), String> {
        let visit_number = self.visits.get_value() + 1;
        let thinker = Thinker::start(move |thought| {
            if self.visits.get_value() == visit_number {
                let told = self.local(|local, now| local.thought(now, thought));
                self.hear(told);
                self.attend_bot();
            }
        });
        let thinker = thinker.map_err(|_| language::play().bot_cannot_think.to_owned())?;
        let wire = Wire::Local(Box::new(local), thinker);
        self.begin(Visit::new(BOT.to_owned(), Guest::player(kept), wire));
        self.give(Input::Connected);
        let told = self.local(Local::sit_down);
        self.hear(told);
        Ok(())
    }

    pub(super) fn begin(self, visit: Visit) {
        self.leave();
        self.visit.set_value(Some(visit));
        self.changed.update(|n| *n += 1);
    }

    pub fn leave(self) {
        self.visits.update_value(|visits| *visits += 1);
        self.nowhere.set(false);
        self.moved.set(false);
        let left = self.visit.try_update_value(Option::take).flatten();
        if let Some(Visit { room, wire: Wire::Peer(peer), .. }) = &left
            && !peer.is_unfinished()
        {
            forget_table(room);
        }
        if let Some(wake) = left.and_then(|visit| visit.wake) {
            wake.clear();
        }
        self.changed.update(|n| *n += 1);
    }

    pub fn go_home(self) {
        self.leave();
        route::go(Page::Play.path());
    }

    pub fn act(self, act: Act) {
        self.give(Input::Do(act));
        self.attend_bot();
    }

    /// A nonce of its own for every move.
    pub fn choose(self, mv: rules::go::Move) {
        self.act(Act::Choose { mv, nonce: Hex(random()) });
    }

    /// Nobody comes back to it.
    pub fn give_up_seat(self) {
        if let Some(room) = untrack(move || self.room()) {
            storage::forget(&seat(&room));
            forget_table(&room);
        }
    }

    /// What it takes to come back to the seat.
    pub(super) fn keep(self) {
        self.visit.with_value(|visit| {
            let Some(Visit { room, guest, wire, .. }) = visit else { return };
            if guest.is_player()
                && let Ok(kept) = serde_json::to_string(&guest.kept())
            {
                // Refused in private windows: then a reload takes the seat anew.
                let _ = storage::keep(&seat(room), &kept);
            }
            if let Wire::Local(local, _) = wire {
                keep_bot_game(local);
            }
        });
    }
}

fn keep_bot_game(local: &Local) {
    if !local.is_unfinished() {
        storage::forget(BOT_GAME);
    } else if let Ok(saved) = serde_json::to_string(&local.saved()) {
        let _ = storage::keep(BOT_GAME, &saved);
    }
}

fn saved() -> Option<Saved> {
    serde_json::from_str(&storage::find(BOT_GAME)?).ok()
}

/// A game against the bot that was left in the middle, as an address.
pub fn unfinished_bot_game() -> Option<String> {
    saved().map(|_| format!("{}?room={BOT}", Page::Play.path()))
}

fn seat(room: &str) -> String {
    format!("tabiya.seat.{room}")
}

fn kept(room: &str) -> Option<Kept> {
    serde_json::from_str(&storage::find(&seat(room))?).ok()
}

pub fn name() -> String {
    storage::find(NAME).unwrap_or_default()
}

fn keep_name(name: &str) {
    let _ = storage::keep(NAME, name);
}

pub fn now() -> Moment {
    let millis = window().performance().map_or(0.0, |clock| clock.now());
    Moment::from_millis(millis as u64)
}

/// From the browser, which has it on plain HTTP too.
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
