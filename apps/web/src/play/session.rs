//! The player of this page: the room it is in, its client, and its actions. Messages are delivered in `delivery`.

use bot::Level;
use leptos::prelude::*;
use play::client::{Action, Client, Input, SavedSeat};
use play::peer::is_relay_room;
use play::protocol::{Digest, Hex, Settings};
use web_sys::UrlSearchParams;

use super::bot_table::BotTable;
use super::hosted_table::forget_table;
use super::peer::Peer;
use super::saved_seats::{
    BOT, new_seat, random, room_address, save_bot_game, save_name, saved_bot_game, saved_seat, seat_key,
    split,
};
use super::socket::Socket;
use crate::bot_worker::BotWorker;
use crate::language;
use crate::live_games::{self, LiveGame};
use crate::pages::Page;
use crate::timer::{Timer, now};
use crate::{route, storage};

/// The screens of the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Screen {
    Start,
    /// The rules of simultaneous Go.
    Rules,
    /// A link to a room was opened, and no seat is taken yet.
    Join(String),
    Lobby,
    Game,
}

pub(super) enum TableConnection {
    /// Lost or not yet made; it is retried.
    None,
    Socket(Socket),
    Bot(Box<BotTable>, BotWorker),
    /// A table in a page, this one or another.
    Peer(Box<Peer>),
}

pub(super) struct Visit {
    pub(super) room: String,
    pub(super) client: Client,
    pub(super) connection: TableConnection,
    pub(super) tries: u32,
    pub(super) timer: Timer,
}

impl Visit {
    pub(super) fn new(room: String, client: Client, connection: TableConnection) -> Visit {
        Visit { room, client, connection, tries: 0, timer: Timer::default() }
    }
}

#[derive(Clone, Copy)]
pub struct Session {
    pub(super) visit: StoredValue<Option<Visit>, LocalStorage>,
    pub(super) changed: RwSignal<u64>,
    /// The room of the address.
    address: RwSignal<Option<String>>,
    /// The address is that of the rules.
    shows_rules: RwSignal<bool>,
    /// The host has no such room.
    pub(super) room_gone: RwSignal<bool>,
    /// Another window has taken the seat.
    pub(super) replaced: RwSignal<bool>,
    /// Counts visits, so that events of an earlier visit are ignored.
    pub(super) visits: StoredValue<u64>,
}

impl Session {
    pub fn provide() -> Session {
        let session = Session {
            visit: StoredValue::new_local(None),
            changed: RwSignal::new(0),
            address: RwSignal::new(None),
            shows_rules: RwSignal::new(false),
            room_gone: RwSignal::new(false),
            replaced: RwSignal::new(false),
            visits: StoredValue::new(0),
        };
        provide_context(session);
        session
    }

    pub fn here() -> Session {
        expect_context()
    }

    /// `/play?room=…` is a room; a saved seat in it is taken at once.
    pub fn follow_address(self) {
        let here = window().location();
        if here.pathname().ok().and_then(|path| Page::at(&path)) != Some(Page::Play) {
            return;
        }
        let search = here.search().unwrap_or_default();
        let query = UrlSearchParams::new_with_str(&search).ok();
        // Whoever looks up the rules stays where they were.
        self.shows_rules.set(query.as_ref().is_some_and(|query| query.has("rules")));
        if self.shows_rules.get_untracked() {
            return;
        }
        let room = query.and_then(|query| query.get("room"));
        let room = room.filter(|room| room.chars().all(|c| c.is_ascii_alphanumeric()));
        if self.address.get_untracked() == room {
            return;
        }
        let visited = self.visit.with_value(|visit| visit.as_ref().map(|visit| visit.room.clone()));
        let stays = self.is_live();
        if let (None, Some(visited), true) = (&room, &visited, stays) {
            // A link to Play leads back into the game.
            self.address.set(Some(visited.clone()));
            return route::replace(&room_address(visited));
        }
        if !stays && (visited != room || room.is_none()) {
            self.leave();
        }
        let go_in = visited != room;
        self.address.set(room.clone());
        match room {
            Some(room) if go_in && room == BOT => {
                // If the worker does not start, the start screen stays.
                let _ = self.resume_bot_game();
            }
            Some(room) if go_in => {
                if let Some(saved) = saved_seat(&room) {
                    self.sit_down(room, saved);
                }
            }
            _ => {}
        }
    }

    pub fn screen(self) -> Screen {
        self.changed.track();
        let address = self.address.get();
        if self.shows_rules.get() {
            return Screen::Rules;
        }
        self.visit.with_value(|visit| match visit {
            // The game goes on while the player looks at another room.
            Some(visit) if address.as_ref().is_some_and(|room| *room != visit.room) => {
                Screen::Join(address.unwrap_or_default())
            }
            Some(visit) if visit.client.kifu().is_some() => Screen::Game,
            Some(_) => Screen::Lobby,
            None => address.filter(|room| room != BOT).map_or(Screen::Start, Screen::Join),
        })
    }

    /// The player of this page has a seat, and the game is not over.
    fn is_live(self) -> bool {
        let seated =
            |client: &Client| client.is_player() && client.seats().you.is_some() && !client.is_over();
        self.peek(seated) == Some(true) && !self.replaced.get_untracked() && !self.room_gone.get_untracked()
    }

    /// The game in a room that this page plays now, for the list of live games.
    pub fn live_game(self) -> Option<LiveGame> {
        self.changed.track();
        self.visit.with_value(|visit| {
            let Visit { room, client, .. } = visit.as_ref().filter(|visit| visit.room != BOT)?;
            let color = client.color().filter(|_| client.kifu().is_some() && client.is_player())?;
            let opponent = client.names()[color.other() as usize].clone();
            let game = LiveGame { room: room.clone(), opponent, your_move: client.is_your_turn() };
            (!client.is_over()).then_some(game)
        })
    }

    pub fn title(self) -> String {
        let names = self.read(|client| client.kifu().map(|_| client.names().join(" – "))).flatten();
        names.unwrap_or_else(|| language::play().a_game.to_owned())
    }

    pub fn read<T>(self, what: impl FnOnce(&Client) -> T) -> Option<T> {
        self.changed.track();
        self.peek(what)
    }

    pub fn peek<T>(self, what: impl FnOnce(&Client) -> T) -> Option<T> {
        self.visit.with_value(|visit| visit.as_ref().map(|visit| what(&visit.client)))
    }

    /// Changes when what is read does.
    pub fn watch<T: PartialEq + Clone + Send + Sync + 'static>(
        self,
        what: impl Fn(&Client) -> T + Send + Sync + 'static,
    ) -> Memo<Option<T>> {
        Memo::new(move |_| self.read(&what))
    }

    /// Against the bot, in this page.
    pub fn is_local(self) -> bool {
        self.changed.track();
        self.visit.with_value(|visit| visit.as_ref().is_some_and(|visit| visit.room == BOT))
    }

    pub fn is_elsewhere(self) -> bool {
        self.replaced.get()
    }

    pub fn is_room_gone(self) -> bool {
        self.room_gone.get()
    }

    pub fn room(self) -> Option<String> {
        self.changed.track();
        self.visit.with_value(|visit| visit.as_ref().map(|visit| visit.room.clone()))
    }

    pub fn join(self, room: String, name: &str, password: Option<Digest>) {
        self.join_as(room, new_seat(name).with_password(password));
    }

    /// With a token that the room knows already.
    pub fn join_as(self, room: String, seat: SavedSeat) {
        save_name(&seat.name);
        self.sit_down(room, seat);
    }

    fn sit_down(self, room: String, saved: SavedSeat) {
        if is_relay_room(&room) {
            return self.join_relay_room(room, saved);
        }
        self.begin(Visit::new(room, Client::player(saved), TableConnection::None));
        self.connect();
    }

    pub fn spectate(self, room: String, name: &str, password: Option<Digest>) {
        let client = Client::named_spectator(name, password);
        if is_relay_room(&room) {
            return self.enter_relay_room(room, client);
        }
        self.begin(Visit::new(room, client, TableConnection::None));
        self.connect();
    }

    /// With which this page has tried to enter.
    pub fn password(self) -> Option<Digest> {
        self.peek(|client| client.saved_seat().password).flatten()
    }

    /// A table in this page. Refused by a browser that starts no worker.
    pub fn play_bot(self, settings: Settings, level: Level, name: &str) -> Result<(), String> {
        save_name(name);
        let [token, bot_token] = split(random());
        let saved = SavedSeat::new(Hex(token), name.to_owned());
        let local = BotTable::new(now(), settings, level, Hex(bot_token), random());
        self.start_bot_game(saved, local)?;
        route::go(&room_address(BOT));
        self.act(Action::Ready);
        Ok(())
    }

    fn resume_bot_game(self) -> Result<(), String> {
        let (Some(seat), Some(saved)) = (saved_seat(BOT), saved_bot_game()) else { return Ok(()) };
        self.start_bot_game(seat, BotTable::resume(now(), saved))?;
        self.run_bot_tasks();
        Ok(())
    }

    fn start_bot_game(self, saved: SavedSeat, local: BotTable) -> Result<(), String> {
        let visit_number = self.visits.get_value() + 1;
        let worker = BotWorker::spawn(move |answer| {
            if self.visits.get_value() == visit_number {
                let messages = self.with_bot(|table, now| table.bot_answered(now, answer));
                self.receive(messages);
                self.run_bot_tasks();
            }
        });
        let worker = worker.map_err(|_| language::play().bot_cannot_think.to_owned())?;
        let connection = TableConnection::Bot(Box::new(local), worker);
        self.begin(Visit::new(BOT.to_owned(), Client::player(saved), connection));
        self.give(Input::Connected);
        let messages = self.with_bot(BotTable::sit_down);
        self.receive(messages);
        Ok(())
    }

    pub(super) fn begin(self, visit: Visit) {
        self.leave();
        self.visit.set_value(Some(visit));
        self.changed.update(|n| *n += 1);
    }

    pub fn leave(self) {
        self.visits.update_value(|visits| *visits += 1);
        self.room_gone.set(false);
        self.replaced.set(false);
        let left = self.visit.try_update_value(Option::take).flatten();
        if let Some(Visit { room, connection: TableConnection::Peer(peer), .. }) = &left
            && !peer.is_unfinished()
        {
            forget_table(room);
        }
        self.changed.update(|n| *n += 1);
    }

    /// Back to the room, or to the start.
    pub fn leave_rules(self) {
        match self.address.get_untracked() {
            Some(room) => route::go(&room_address(&room)),
            None => route::go(Page::Play.path()),
        }
    }

    /// Takes the seat back from the other window that has it.
    pub fn play_here(self) {
        let Some(room) = untrack(move || self.room()) else { return };
        if let Some(saved) = saved_seat(&room) {
            self.sit_down(room, saved);
        }
    }

    /// The document is being left: whoever waits for this player is told at once.
    pub fn disconnect(self) {
        let connected = self.visit.try_update_value(|visit| {
            let visit = visit.as_mut()?;
            match &mut visit.connection {
                TableConnection::Socket(_) => visit.connection = TableConnection::None,
                TableConnection::Peer(peer) => peer.disconnect(),
                TableConnection::None | TableConnection::Bot(..) => return None,
            }
            Some(())
        });
        if connected.flatten().is_some() {
            self.give(Input::Lost);
        }
    }

    /// The browser kept the document and shows it again.
    pub fn reconnect(self) {
        let lost = self.visit.with_value(|visit| {
            visit
                .as_ref()
                .map(|visit| (matches!(visit.connection, TableConnection::None), visit.room.clone()))
        });
        match lost {
            Some((true, _)) if !self.replaced.get_untracked() => self.connect(),
            Some((false, room)) if is_relay_room(&room) => self.play_here(),
            _ => {}
        }
    }

    pub fn go_to_start(self) {
        self.leave();
        route::go(Page::Play.path());
    }

    pub fn act(self, act: Action) {
        self.give(Input::Act(act));
        self.run_bot_tasks();
    }

    /// A nonce of its own for every move.
    pub fn choose(self, mv: rules::go::Move) {
        self.act(Action::Choose { mv, nonce: Hex(random()) });
    }

    /// After leaving for good.
    pub fn discard_seat(self) {
        if let Some(room) = untrack(move || self.room()) {
            storage::remove(&seat_key(&room));
            forget_table(&room);
            live_games::forget(&room);
        }
    }

    /// Stores what is needed to return to the seat.
    pub(super) fn save(self) {
        self.visit.with_value(|visit| {
            let Some(Visit { room, client, connection, .. }) = visit else { return };
            if client.is_player()
                && let Ok(saved) = serde_json::to_string(&client.saved_seat())
            {
                // Refused in private windows: then a reload takes a new seat.
                let _ = storage::set(&seat_key(room), &saved);
            }
            if let TableConnection::Bot(local, _) = connection {
                save_bot_game(local);
            }
        });
    }
}
