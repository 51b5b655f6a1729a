//! Tables in players' own pages. The page that opens one keeps it, with `play::peer::Keeper`; the other comes to it as
//! `play::peer::Peering` says, over a channel or through the host. Here are the browser's parts of both.

use std::time::Duration;

use leptos::prelude::*;
use play::Moment;
use play::guest::{Act, Guest, Input as GuestInput, Kept};
use play::peer::{
    Input, Keeper, KeeperInput, KeeperOutput, Outbox, Output, Peering, Side, Way, is_meeting, meeting,
};
use play::protocol::{Asked, Fault, Hex, Settings, Token, Told};
use play::table::{Opening, Saved, Table};
use serde::{Deserialize, Serialize};
use web_sys::js_sys::Date;

use super::link::{self, Event as LinkEvent, Link};
use super::session::{Session, Visit, Wire, now, random, split};
use super::socket::{Event, Socket};
use crate::pages::Page;
use crate::{route, storage};

const STUN: &str = "tabiya.stun";
/// The place closed because the same table was opened in another window.
const MOVED: u16 = 4001;

/// Both ends of a table in a page.
pub(super) struct Peer {
    end: End,
    socket: Option<Socket>,
    peering: Peering,
    link: Option<(u32, Link)>,
}

enum End {
    Comes,
    Keeps(Box<Keeping>),
}

struct Keeping {
    keeper: Keeper,
    key: Token,
    title: String,
}

/// A table as the page that keeps it stores it.
#[derive(Serialize, Deserialize)]
struct SavedTable {
    key: Token,
    title: String,
    table: Saved,
}

/// How the players' pages reach each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Connection {
    pub way: Way,
    pub round_trip: Option<Duration>,
    /// This browser could.
    pub possible: bool,
}

impl Peer {
    fn new(end: End) -> Peer {
        let side = if matches!(end, End::Comes) { Side::Offers } else { Side::Answers };
        // Only this side counts attempts, and seconds go up from visit to visit.
        let first = if side == Side::Offers { (Date::now() / 1000.0) as u32 } else { 0 };
        Peer { end, socket: None, peering: Peering::new(side, link::is_possible(), first), link: None }
    }

    fn keeper(&mut self) -> Option<&mut Keeper> {
        match &mut self.end {
            End::Keeps(keeping) => Some(&mut keeping.keeper),
            End::Comes => None,
        }
    }

    pub(super) fn deadline(&self) -> Option<Moment> {
        let keeper = match &self.end {
            End::Keeps(keeping) => keeping.keeper.deadline(),
            End::Comes => None,
        };
        keeper.into_iter().chain(self.peering.deadline()).min()
    }

    fn connection(&self) -> Option<Connection> {
        let (way, round_trip) = match &self.end {
            End::Comes => (self.peering.way()?, self.peering.round_trip()),
            End::Keeps(keeping) => keeping.keeper.other()?,
        };
        Some(Connection { way, round_trip, possible: link::is_possible() })
    }

    /// False when it cannot go that way any more.
    fn send(&mut self, way: Way, frame: String) -> bool {
        match way {
            Way::Direct => self.link.as_ref().is_none_or(|(_, link)| link.send(frame)),
            Way::Host => {
                if let Some(socket) = &self.socket {
                    socket.send(&frame);
                    return socket.held() <= Outbox::MOST;
                }
                true
            }
        }
    }

    pub(super) fn is_unfinished(&self) -> bool {
        matches!(&self.end, End::Keeps(keeping) if keeping.keeper.is_unfinished())
    }
}

impl Session {
    /// A table in this page, found by others through the host that the page came from.
    pub fn keep_table(self, settings: Settings, title: String, name: &str) {
        let [token, key] = split(random()).map(Hex);
        let opening = Opening { settings, secret: Hex(random()) };
        let keeper = Keeper::new(now(), title.clone(), opening);
        let kept = Kept { token, name: name.to_owned(), promise: None, seen: None };
        let room = meeting(&key);
        self.sit_at_own(room.clone(), kept, Keeping { keeper, key, title });
        route::go(&format!("/play?room={room}"));
    }

    /// To a table in a page: this one's own, if it kept it before.
    pub(super) fn meet(self, room: String, kept: Kept) {
        match saved_table(&room) {
            Some(SavedTable { key, title, table }) => {
                let keeper = Keeper::resume(now(), title.clone(), table);
                self.sit_at_own(room, kept, Keeping { keeper, key, title });
            }
            None => self.come(room, Guest::player(kept)),
        }
    }

    pub(super) fn come(self, room: String, guest: Guest) {
        self.begin(Visit::new(room, guest, Wire::Peer(Box::new(Peer::new(End::Comes)))));
        self.open_place();
    }

    fn sit_at_own(self, room: String, kept: Kept, keeping: Keeping) {
        let peer = Peer::new(End::Keeps(Box::new(keeping)));
        self.begin(Visit::new(room, Guest::player(kept), Wire::Peer(Box::new(peer))));
        self.give(GuestInput::Connected);
        self.open_place();
    }

    fn with_peer<T>(self, act: impl FnOnce(&mut Peer) -> T) -> Option<T> {
        let done = self.visit.try_update_value(|visit| match &mut visit.as_mut()?.wire {
            Wire::Peer(peer) => Some(act(peer)),
            _ => None,
        });
        done.flatten()
    }

    pub fn connection(self) -> Option<Connection> {
        self.with_peer(|peer| peer.connection()).flatten()
    }

    fn open_place(self) {
        let visit_number = self.visits.get_value();
        let room = self.visit.with_value(|visit| visit.as_ref().map(|visit| visit.room.clone()));
        let Some(room) = room else { return };
        let key = self.with_peer(|peer| match &peer.end {
            End::Keeps(keeping) => Some(keeping.key),
            End::Comes => None,
        });
        let path = match key.flatten() {
            Some(key) => format!("/api/tables/{key}/socket"),
            None => format!("/api/meetings/{room}/socket"),
        };
        let socket = Socket::open(&path, move |event| {
            if self.visits.get_value() == visit_number {
                self.at_place(event);
            }
        });
        self.with_peer(|peer| peer.socket = socket);
    }

    fn at_place(self, event: Event) {
        let keeps = self.with_peer(|peer| matches!(peer.end, End::Keeps(_))) == Some(true);
        match (event, keeps) {
            (Event::Open, keeps) => {
                self.visit.update_value(|visit| {
                    if let Some(visit) = visit {
                        visit.tries = 0;
                    }
                });
                if keeps { self.keep_up(KeeperInput::PlaceOpened) } else { self.peer(Input::Host(true)) }
            }
            (Event::Heard(text), true) => self.keep_up(KeeperInput::Place(text)),
            (Event::Heard(frame), false) => self.peer_hears(Way::Host, &frame),
            (Event::Closed(MOVED), _) => self.moved_away(),
            (Event::Closed(_), _) => self.place_lost(),
        }
    }

    fn place_lost(self) {
        self.with_peer(|peer| peer.socket = None);
        self.keep_up(KeeperInput::PlaceLost);
        self.peer(Input::Host(false));
        self.try_again(move || self.open_place());
    }

    /// Another window keeps the table now; whoever is connected to this one finds it there.
    fn moved_away(self) {
        self.visit.update_value(|visit| {
            if let Some(visit) = visit {
                visit.wire = Wire::None;
            }
        });
        self.moved.set(true);
        self.give(GuestInput::Lost);
    }

    pub(super) fn peer(self, input: Input) {
        let outputs = self.with_peer(|peer| peer.peering.handle(now(), input));
        self.carry_out(outputs.unwrap_or_default());
    }

    fn peer_hears(self, way: Way, frame: &str) {
        let heard = self.with_peer(|peer| peer.peering.hears(now(), way, frame));
        let Some((outputs, told)) = heard else { return };
        self.carry_out(outputs);
        if let Some(told) = told {
            self.give(GuestInput::Heard(told));
            self.yield_if_replaced();
        }
        self.plan_wake();
    }

    /// The same seat was taken from another window, which is not fought for.
    fn yield_if_replaced(self) {
        let replaced =
            self.peek(|guest| guest.last_refusal().is_some_and(|(code, _)| code == Fault::Replaced));
        if replaced == Some(true) {
            self.moved_away();
        }
    }

    fn carry_out(self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Offer { attempt } => self.link(attempt, Link::offer),
                Output::Answer { attempt, sdp } => {
                    self.link(attempt, |stun, tell| Link::answer(stun, &sdp, tell));
                }
                Output::Accept { attempt, sdp } => self.on_link(attempt, |link| link.accept(&sdp)),
                Output::Add { attempt, candidate } => self.on_link(attempt, |link| link.add(&candidate)),
                Output::Drop { attempt } => self.drop_link(attempt),
                Output::Say(ask) => self.give(GuestInput::Do(Act::Signal(ask))),
                Output::Send(way, frame) => self.send_by(way, frame),
                Output::Reopen => self.place_lost(),
                Output::Speak(Some(_)) => self.give(GuestInput::Connected),
                Output::Speak(None) => self.give(GuestInput::Lost),
            }
        }
    }

    fn link<T>(self, attempt: u32, make: impl FnOnce(Option<String>, Tell) -> Result<Link, T>) {
        let visit_number = self.visits.get_value();
        let tell: Tell = Box::new(move |event| {
            if self.visits.get_value() == visit_number {
                self.linked(attempt, event);
            }
        });
        match make(stun(), tell) {
            Ok(link) => drop(self.with_peer(|peer| peer.link.replace((attempt, link)))),
            Err(_) => self.peer(Input::Closed { attempt }),
        }
    }

    fn on_link(self, attempt: u32, act: impl FnOnce(&Link)) {
        self.with_peer(|peer| match &peer.link {
            Some((number, link)) if *number == attempt => act(link),
            _ => {}
        });
    }

    fn drop_link(self, attempt: u32) {
        // Dropped outside: closing may call back.
        let link = self.with_peer(|peer| peer.link.take_if(|(number, _)| *number == attempt));
        drop(link);
        self.keep_up(KeeperInput::Closed(attempt));
    }

    fn linked(self, attempt: u32, event: LinkEvent) {
        match event {
            LinkEvent::Described(sdp) => self.peer(Input::Described { attempt, sdp }),
            LinkEvent::Found(candidate) => self.peer(Input::Found { attempt, candidate }),
            LinkEvent::Understood => self.peer(Input::Understood { attempt }),
            LinkEvent::Opened => {
                self.keep_up(KeeperInput::Opened(attempt));
                self.peer(Input::Opened { attempt });
            }
            LinkEvent::Heard(frame) => {
                if self.with_peer(|peer| matches!(peer.end, End::Comes)) == Some(true) {
                    self.peer_hears(Way::Direct, &frame);
                } else {
                    self.keep_up(KeeperInput::Direct(attempt, frame));
                }
            }
            LinkEvent::Closed => {
                self.keep_up(KeeperInput::Closed(attempt));
                self.peer(Input::Closed { attempt });
            }
        }
        self.plan_wake();
        self.changed.update(|n| *n += 1);
    }

    fn send_by(self, way: Way, frame: String) {
        if self.with_peer(|peer| peer.send(way, frame)) == Some(false) {
            match way {
                Way::Host => self.place_lost(),
                Way::Direct => {
                    let attempt = self.with_peer(|peer| peer.link.as_ref().map(|(number, _)| *number));
                    if let Some(attempt) = attempt.flatten() {
                        self.keep_up(KeeperInput::Closed(attempt));
                        self.peer(Input::Closed { attempt });
                    }
                }
            }
        }
    }

    /// What the guest of this page says.
    pub(super) fn say_to_peer(self, asked: Asked) {
        if self.with_peer(|peer| matches!(peer.end, End::Keeps(_))) == Some(true) {
            return self.keep_up(KeeperInput::Own(asked));
        }
        if let Some(way) = self.with_peer(|peer| peer.peering.way()).flatten() {
            self.send_by(way, asked.write());
        }
    }

    fn keep_up(self, input: KeeperInput) {
        let outputs = self.with_peer(|peer| peer.keeper().map(|keeper| keeper.handle(now(), input)));
        let mut told: Vec<Told> = Vec::new();
        for output in outputs.flatten().unwrap_or_default() {
            match output {
                KeeperOutput::Save => self.keep_own_table(),
                KeeperOutput::Own(heard) => told.push(heard),
                KeeperOutput::Place(text) => self.send_by(Way::Host, text),
                KeeperOutput::Direct(attempt, frame) => {
                    let on = self.with_peer(|peer| peer.link.as_ref().is_some_and(|(n, _)| *n == attempt));
                    if on == Some(true) {
                        self.send_by(Way::Direct, frame);
                    }
                }
                KeeperOutput::HangUp(attempt) => self.peer(Input::Closed { attempt }),
            }
        }
        self.hear(told);
        self.plan_wake();
    }

    fn keep_own_table(self) {
        self.visit.with_value(|visit| {
            let Some(Visit { room, wire: Wire::Peer(peer), .. }) = visit else { return };
            let End::Keeps(keeping) = &peer.end else { return };
            let table = SavedTable {
                key: keeping.key,
                title: keeping.title.clone(),
                table: keeping.keeper.saved().clone(),
            };
            if let Ok(text) = serde_json::to_string(&table) {
                // Refused in private windows: then a reload ends the game.
                let _ = storage::keep(&own_table(room), &text);
            }
        });
    }

    pub(super) fn wake_peer(self) {
        self.keep_up(KeeperInput::Wake);
        self.peer(Input::Wake);
    }

    /// Whether there is somebody to connect to.
    pub(super) fn look_for_peer(self) {
        let there = self.peek(|guest| {
            let seats = guest.seats();
            seats.you.is_some_and(|you| seats.present[you.other() as usize])
        });
        self.peer(Input::There(there == Some(true)));
    }
}

type Tell = Box<dyn Fn(LinkEvent)>;

const OWN_TABLE: &str = "tabiya.table.";

fn own_table(room: &str) -> String {
    format!("{OWN_TABLE}{room}")
}

/// A table of this page's own at which a game was left in the middle.
pub struct Left {
    pub address: String,
    pub title: String,
}

pub fn left_tables() -> Vec<Left> {
    let left = |key: String| {
        let room = key.strip_prefix(OWN_TABLE)?;
        let SavedTable { title, table, .. } = saved_table(room)?;
        let unfinished = Table::resume(&table.opening, table.entries).is_unfinished();
        unfinished.then(|| Left { address: format!("{}?room={room}", Page::Play.path()), title })
    };
    storage::keys().into_iter().filter_map(left).collect()
}

fn saved_table(room: &str) -> Option<SavedTable> {
    serde_json::from_str(&storage::find(&own_table(room))?).ok()
}

pub(super) fn forget_table(room: &str) {
    if is_meeting(room) {
        storage::forget(&own_table(room));
    }
}

/// A server that tells a page its address beyond the local network, where there is one.
pub fn stun() -> Option<String> {
    storage::find(STUN).filter(|server| !server.is_empty())
}

/// As people type it: with or without the scheme.
pub fn keep_stun(server: &str) {
    let server = server.trim();
    let server = match server.split_once(':') {
        _ if server.is_empty() => String::new(),
        Some(("stun" | "stuns", _)) => server.to_owned(),
        _ => format!("stun:{server}"),
    };
    let _ = storage::keep(STUN, &server);
}
