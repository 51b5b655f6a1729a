//! A table, its players and the network between them, in virtual time. The network carries the real bytes, and may
//! drop, repeat, delay and reorder frames and cut connections.

use std::time::Duration;

use play::Moment;
use play::client::{self, Action, Client, SavedSeat};
use play::kifu::Stage;
use play::protocol::{ClientMessage, GameKind, Hex, ServerMessage, Settings, TimeSettings};
use play::table::{ConnectionId, Input, JournalEntry, NewTable, Output, Table};
use rules::go::{Color, Move, Point};

/// Splitmix64.
#[derive(Clone)]
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.roll() % n.max(1)
    }

    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    pub fn bytes<const N: usize>(&mut self) -> Hex<N> {
        let mut bytes = [0; N];
        bytes.fill_with(|| self.roll() as u8);
        Hex(bytes)
    }
}

/// Network faults, in per cent and milliseconds.
#[derive(Clone, Copy, Default)]
pub struct NetworkFaults {
    pub drops: u64,
    pub repeats: u64,
    pub delay: u64,
    pub cuts: u64,
    /// Connections that stay open but carry nothing for a while.
    pub partitions: u64,
}

type Forger<T> = Box<dyn FnMut(usize, &mut T)>;

enum Flight {
    ToTable { conn: ConnectionId, frame: String },
    ToClient { conn: ConnectionId, frame: String },
    Reconnect { who: usize },
}

pub struct Party {
    pub table: Table,
    pub opening: NewTable,
    pub clients: Vec<Client>,
    conns: Vec<Option<ConnectionId>>,
    /// No frames to or from this client before this time.
    silent_until: [u64; 2],
    next_conn: u64,
    pub now: u64,
    wire: Vec<(u64, u64, Flight)>,
    flights: u64,
    pub dice: Dice,
    pub faults: NetworkFaults,
    pub journal: Vec<JournalEntry>,
    /// Every delivered frame with its recipient.
    pub delivered: Vec<(usize, String)>,
    pub outputs: Vec<(usize, client::Output)>,
    /// Changes messages of the table before they are delivered.
    pub forge: Option<Forger<ServerMessage>>,
    /// Changes messages of a player.
    pub forge_ask: Option<Forger<ClientMessage>>,
    /// Cuts all connections after this many delivered frames.
    pub cut_after: Option<usize>,
    /// Moves everybody to another connection after this many delivered frames.
    pub move_after: Option<usize>,
}

pub fn settings(game: GameKind, size: u8) -> Settings {
    Settings { game, board_size: size, time: Some(TimeSettings::minutes(10)), ..Settings::default() }
}

impl Party {
    /// Both players at the table, before any message.
    pub fn new(seed: u64, settings: Settings) -> Party {
        let mut dice = Dice(seed);
        let opening = NewTable { settings, secret: dice.bytes() };
        let clients = ["Ann", "Ben"].map(|name| {
            let name = name.to_owned();
            Client::player(SavedSeat::new(dice.bytes(), name))
        });
        let mut party = Party {
            table: Table::new(&opening),
            opening,
            clients: clients.into(),
            conns: vec![None, None],
            silent_until: [0; 2],
            next_conn: 0,
            now: 1000,
            wire: Vec::new(),
            flights: 0,
            dice,
            faults: NetworkFaults::default(),
            journal: Vec::new(),
            delivered: Vec::new(),
            outputs: Vec::new(),
            forge: None,
            forge_ask: None,
            cut_after: None,
            move_after: None,
        };
        party.connect(0);
        party.connect(1);
        party
    }

    /// Joined, agreed and begun; Ann is Black.
    pub fn begun(seed: u64, settings: Settings) -> Party {
        let mut party = Party::new(seed, settings);
        party.settle();
        party.act(0, Action::Ready);
        party.act(1, Action::Ready);
        party.settle();
        party
    }

    pub fn spectator(&mut self) -> usize {
        self.clients.push(Client::spectator());
        self.conns.push(None);
        let who = self.clients.len() - 1;
        self.connect(who);
        who
    }

    pub fn at(&self) -> Moment {
        Moment::from_millis(self.now)
    }

    pub fn connect(&mut self, who: usize) {
        self.next_conn += 1;
        self.conns[who] = Some(ConnectionId(self.next_conn));
        self.give_client(who, client::Input::Connected);
    }

    pub fn cut(&mut self, who: usize) {
        let Some(conn) = self.conns[who].take() else { return };
        self.give_client(who, client::Input::Lost);
        self.give_table(Input::Disconnected { conn });
    }

    pub fn cut_for(&mut self, who: usize, millis: u64) {
        if self.conns[who].is_some() {
            self.cut(who);
            self.fly(millis, Flight::Reconnect { who });
        }
    }

    /// A reloaded page has only what it stored.
    pub fn reload(&mut self, who: usize) {
        self.cut(who);
        self.clients[who] = Client::player(self.clients[who].saved_seat());
        self.connect(who);
    }

    pub fn act(&mut self, who: usize, act: Action) {
        self.give_client(who, client::Input::Act(act));
    }

    pub fn choose(&mut self, who: usize, mv: &str) {
        let size = self.table.settings().size();
        let mv = Point::from_name(mv, size).map_or(Move::Pass, Move::Place);
        let nonce = self.dice.bytes();
        self.act(who, Action::Choose { mv, nonce });
    }

    /// Both choose, and the turn is played.
    pub fn turn(&mut self, black: &str, white: &str) {
        let black_is = self.who_is(Color::Black);
        self.choose(black_is, black);
        self.choose(1 - black_is, white);
        self.settle();
    }

    pub fn who_is(&self, color: Color) -> usize {
        usize::from(self.clients[0].color() != Some(color))
    }

    fn fly(&mut self, after: u64, flight: Flight) {
        self.flights += 1;
        self.wire.push((self.now + after, self.flights, flight));
    }

    fn send(&mut self, flight: impl Fn() -> Flight) {
        let copies = match () {
            () if self.dice.percent(self.faults.drops) => 0,
            () if self.dice.percent(self.faults.repeats) => 2,
            () => 1,
        };
        for _ in 0..copies {
            let delay = 1 + self.dice.below(self.faults.delay + 1);
            self.fly(delay, flight());
        }
    }

    fn give_client(&mut self, who: usize, input: client::Input) {
        let now = self.at();
        let outputs = self.clients[who].handle(now, input);
        self.client_outputs(who, outputs);
    }

    fn client_outputs(&mut self, who: usize, outputs: Vec<client::Output>) {
        for output in outputs {
            if let (client::Output::Send(message), Some(conn)) = (&output, self.conns[who]) {
                let mut message = message.clone();
                if let Some(forge) = &mut self.forge_ask {
                    forge(who, &mut message);
                }
                let frame = message.write();
                self.send(|| Flight::ToTable { conn, frame: frame.clone() });
            }
            self.outputs.push((who, output));
        }
    }

    pub fn give_table(&mut self, input: Input) {
        if self.table.is_journaled(self.at(), &input) {
            self.journal.push(JournalEntry { at: self.now, input: input.clone() });
        }
        let outputs = self.table.handle(self.at(), input);
        for output in outputs {
            match output {
                Output::Send { to, mut message } => {
                    let who = self.conns.iter().position(|conn| *conn == Some(to));
                    if let (Some(forge), Some(who)) = (&mut self.forge, who) {
                        forge(who, &mut message);
                    }
                    let frame = message.write();
                    assert_eq!(frame, serde_json::to_string(&message).unwrap(), "written by hand");
                    self.send(|| Flight::ToClient { conn: to, frame: frame.clone() });
                }
                Output::Close { conn } => {
                    if let Some(who) = self.conns.iter().position(|open| *open == Some(conn)) {
                        self.cut(who);
                    }
                }
            }
        }
    }

    fn next_moment(&self) -> Option<u64> {
        let flights = self.wire.iter().map(|(at, ..)| *at);
        let wakes = self.clients.iter().filter_map(Client::deadline).chain(self.table.deadline());
        flights.chain(wakes.map(|at| at.since_origin().as_millis() as u64)).min()
    }

    /// Runs the next event.
    pub fn step(&mut self) {
        let Some(next) = self.next_moment() else { return };
        self.now = self.now.max(next);
        if self.table.deadline().is_some_and(|at| at <= self.at()) {
            self.give_table(Input::Wake);
        }
        for who in 0..self.clients.len() {
            if self.clients[who].deadline().is_some_and(|at| at <= self.at()) {
                self.give_client(who, client::Input::Wake);
            }
        }
        let due = self.wire.iter().enumerate().filter(|(_, (at, ..))| *at <= self.now);
        let Some(first) = due.min_by_key(|(_, (at, order, _))| (*at, *order)).map(|(i, _)| i) else { return };
        let (_, _, flight) = self.wire.remove(first);
        self.land(flight);
    }

    fn land(&mut self, flight: Flight) {
        match flight {
            Flight::ToTable { conn, .. } | Flight::ToClient { conn, .. } if self.is_silent(conn) => {}
            Flight::ToTable { conn, frame } => {
                if self.conns.contains(&Some(conn)) {
                    let message = ClientMessage::read(frame.as_bytes()).expect("a client speaks properly");
                    self.give_table(Input::Message { conn, round_trip: 2, message });
                    self.count_frame(usize::MAX, frame);
                }
            }
            Flight::ToClient { conn, frame } => {
                if let Some(who) = self.conns.iter().position(|open| *open == Some(conn)) {
                    let message = ServerMessage::read(frame.as_bytes()).expect("a table speaks properly");
                    self.give_client(who, client::Input::Received(message));
                    self.count_frame(who, frame);
                }
            }
            Flight::Reconnect { who } if self.conns[who].is_none() => self.connect(who),
            Flight::Reconnect { .. } => {}
        }
    }

    fn is_silent(&self, conn: ConnectionId) -> bool {
        let who = self.conns.iter().position(|open| *open == Some(conn));
        who.and_then(|who| self.silent_until.get(who)).is_some_and(|until| self.now < *until)
    }

    fn count_frame(&mut self, who: usize, frame: String) {
        self.delivered.push((who, frame));
        if self.cut_after == Some(self.delivered.len()) {
            self.cut_for(0, 50);
            self.cut_for(1, 80);
        }
        if self.move_after == Some(self.delivered.len()) {
            self.connect(0);
            self.connect(1);
        }
        if self.dice.percent(self.faults.cuts) {
            let (who, away) = (self.dice.below(2) as usize, 20 + self.dice.below(3000));
            self.cut_for(who, away);
        }
        if self.dice.percent(self.faults.partitions) {
            let (who, silence) = (self.dice.below(2) as usize, 20 + self.dice.below(9000));
            self.silent_until[who] = self.now + silence;
        }
    }

    /// Runs until no frame is on its way.
    pub fn settle(&mut self) {
        for _ in 0..10_000 {
            if self.wire.is_empty() {
                return;
            }
            self.step();
        }
        panic!("the wire never falls silent");
    }

    pub fn wait(&mut self, time: Duration) {
        let end = self.now + time.as_millis() as u64;
        while self.next_moment().is_some_and(|next| next <= end) {
            self.step();
        }
        self.now = end;
    }

    pub fn stage(&self) -> Option<Stage> {
        self.table.kifu().map(|kifu| kifu.stage())
    }

    /// Plays for a player until both pass after this many turns.
    pub fn keep_playing(&mut self, who: usize, turns: u32) {
        let client = &self.clients[who];
        let Some((kifu, color)) = client.kifu().zip(client.color()) else {
            if client.is_joined() && !client.seats().ready[client.color().map_or(0, |c| c as usize)] {
                self.act(who, Action::Ready);
            }
            return;
        };
        if client.is_your_turn() {
            let points: Vec<Point> = kifu.board().size().points().collect();
            let legal = |at: &&Point| kifu.legal(color, Move::Place(**at)).is_ok();
            let legal: Vec<Point> = points.iter().filter(legal).copied().collect();
            let pass = kifu.turns() >= turns || legal.is_empty();
            let mut dice = self.dice.clone();
            let mv =
                if pass { Move::Pass } else { Move::Place(legal[dice.below(legal.len() as u64) as usize]) };
            let nonce = dice.bytes();
            self.dice = dice;
            self.act(who, Action::Choose { mv, nonce });
        } else if kifu.stage() == Stage::Count && !client.marks().1[color as usize] {
            self.act(who, Action::Agree);
        }
    }

    /// Plays for both sides to the end of the game.
    pub fn play_out(&mut self, turns: u32) {
        for _ in 0..100_000 {
            if self.clients.iter().all(Client::is_over) {
                return;
            }
            if self.dice.percent(20) {
                let who = self.dice.below(2) as usize;
                if self.clients[who].is_connected() && self.dice.percent(50) {
                    self.keep_playing(who, turns);
                }
            }
            self.step();
        }
        panic!("the game never ends: {:?}", self.stage());
    }
}
