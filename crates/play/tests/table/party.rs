//! A room, its players and the wire between them, in virtual time. The wire carries the bytes that a real one would,
//! and may lose, repeat, delay, reorder and cut.

use std::time::Duration;

use fastrand::Rng;
use moment::Moment;
use play::client::{self, Action, Client, SavedSeat};
use play::kifu::Stage;
use play::protocol::{ClientMessage, GameKind, Hex, ServerMessage, Settings, TimeSettings};
use play::table::{ConnectionId, Input, JournalEntry, NewTable, Output, Table};
use rules::go::{Color, Move, Point};

pub fn random_hex<const N: usize>(dice: &mut Rng) -> Hex<N> {
    Hex(std::array::from_fn(|_| dice.u8(..)))
}

pub fn happens(percent: u64, dice: &mut Rng) -> bool {
    dice.u64(..100) < percent
}

/// What the wire does to frames, in per cent and milliseconds.
#[derive(Clone, Copy, Default)]
pub struct Weather {
    pub drops: u64,
    pub repeats: u64,
    pub delay: u64,
    pub cuts: u64,
    /// Connections that stay open and carry nothing for a while, either way.
    pub partitions: u64,
}

type Forger<T> = Box<dyn FnMut(usize, &mut T)>;

enum Flight {
    ToTable { conn: ConnectionId, frame: String },
    ToGuest { conn: ConnectionId, frame: String },
    Reconnect { who: usize },
}

pub struct Party {
    pub table: Table,
    pub opening: NewTable,
    pub clients: Vec<Client>,
    conns: Vec<Option<ConnectionId>>,
    /// Nothing passes to or from this one before.
    silent_until: [u64; 2],
    next_conn: u64,
    pub now: u64,
    wire: Vec<(u64, u64, Flight)>,
    flights: u64,
    pub dice: Rng,
    pub weather: Weather,
    pub journal: Vec<JournalEntry>,
    /// Every frame delivered, with the number of whom it reached.
    pub delivered: Vec<(usize, String)>,
    pub said: Vec<(usize, client::Output)>,
    /// May change what the table says before it is heard.
    pub forge: Option<Forger<ServerMessage>>,
    /// May change what a player says.
    pub forge_ask: Option<Forger<ClientMessage>>,
    /// Cut everybody's connection when so many frames have been delivered.
    pub cut_after: Option<usize>,
    /// Let everybody go on over another connection when so many frames have been delivered.
    pub move_after: Option<usize>,
}

pub fn settings(game: GameKind, size: u8) -> Settings {
    Settings { game, board_size: size, time: Some(TimeSettings::minutes(10)), ..Settings::default() }
}

impl Party {
    /// Both players at the table, nothing said yet.
    pub fn new(seed: u64, settings: Settings) -> Party {
        let mut dice = Rng::with_seed(seed);
        let opening = NewTable { settings, secret: random_hex(&mut dice) };
        let clients = ["Ann", "Ben"].map(|name| {
            let name = name.to_owned();
            Client::player(SavedSeat::new(random_hex(&mut dice), name))
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
            weather: Weather::default(),
            journal: Vec::new(),
            delivered: Vec::new(),
            said: Vec::new(),
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
        self.tell_guest(who, client::Input::Connected);
    }

    pub fn cut(&mut self, who: usize) {
        let Some(conn) = self.conns[who].take() else { return };
        self.tell_guest(who, client::Input::Lost);
        self.tell_table(Input::Disconnected { conn });
    }

    pub fn cut_for(&mut self, who: usize, millis: u64) {
        if self.conns[who].is_some() {
            self.cut(who);
            self.fly(millis, Flight::Reconnect { who });
        }
    }

    /// A page that is loaded anew knows only what it kept.
    pub fn reload(&mut self, who: usize) {
        self.cut(who);
        self.clients[who] = Client::player(self.clients[who].saved_seat());
        self.connect(who);
    }

    pub fn act(&mut self, who: usize, act: Action) {
        self.tell_guest(who, client::Input::Act(act));
    }

    pub fn choose(&mut self, who: usize, mv: &str) {
        let size = self.table.settings().size();
        let mv = Point::from_name(mv, size).map_or(Move::Pass, Move::Place);
        let nonce = random_hex(&mut self.dice);
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
            () if happens(self.weather.drops, &mut self.dice) => 0,
            () if happens(self.weather.repeats, &mut self.dice) => 2,
            () => 1,
        };
        for _ in 0..copies {
            let delay = 1 + self.dice.u64(..(self.weather.delay + 1));
            self.fly(delay, flight());
        }
    }

    fn tell_guest(&mut self, who: usize, input: client::Input) {
        let now = self.at();
        let outputs = self.clients[who].handle(now, input);
        self.guest_says(who, outputs);
    }

    fn guest_says(&mut self, who: usize, outputs: Vec<client::Output>) {
        for output in outputs {
            if let (client::Output::Send(message), Some(conn)) = (&output, self.conns[who]) {
                let mut message = message.clone();
                if let Some(forge) = &mut self.forge_ask {
                    forge(who, &mut message);
                }
                let frame = message.write();
                self.send(|| Flight::ToTable { conn, frame: frame.clone() });
            }
            self.said.push((who, output));
        }
    }

    pub fn tell_table(&mut self, input: Input) {
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
                    self.send(|| Flight::ToGuest { conn: to, frame: frame.clone() });
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

    /// Lets happen whatever is next. Time goes on by at least nothing.
    pub fn step(&mut self) {
        let Some(next) = self.next_moment() else { return };
        self.now = self.now.max(next);
        if self.table.deadline().is_some_and(|at| at <= self.at()) {
            self.tell_table(Input::Wake);
        }
        for who in 0..self.clients.len() {
            if self.clients[who].deadline().is_some_and(|at| at <= self.at()) {
                self.tell_guest(who, client::Input::Wake);
            }
        }
        let due = self.wire.iter().enumerate().filter(|(_, (at, ..))| *at <= self.now);
        let Some(first) = due.min_by_key(|(_, (at, order, _))| (*at, *order)).map(|(i, _)| i) else { return };
        let (_, _, flight) = self.wire.remove(first);
        self.land(flight);
    }

    fn land(&mut self, flight: Flight) {
        match flight {
            Flight::ToTable { conn, .. } | Flight::ToGuest { conn, .. } if self.is_silent(conn) => {}
            Flight::ToTable { conn, frame } => {
                if self.conns.contains(&Some(conn)) {
                    let message = ClientMessage::read(frame.as_bytes()).expect("a client speaks properly");
                    self.tell_table(Input::Message { conn, round_trip: 2, message });
                    self.count_frame(usize::MAX, frame);
                }
            }
            Flight::ToGuest { conn, frame } => {
                if let Some(who) = self.conns.iter().position(|open| *open == Some(conn)) {
                    let message = ServerMessage::read(frame.as_bytes()).expect("a table speaks properly");
                    self.tell_guest(who, client::Input::Received(message));
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
        if happens(self.weather.cuts, &mut self.dice) {
            let (who, away) = (self.dice.usize(..2), 20 + self.dice.u64(..3000));
            self.cut_for(who, away);
        }
        if happens(self.weather.partitions, &mut self.dice) {
            let (who, silence) = (self.dice.usize(..2), 20 + self.dice.u64(..9000));
            self.silent_until[who] = self.now + silence;
        }
    }

    /// Until nothing is in the air.
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

    /// What a player does who wants the game to go on, until both pass after so many turns.
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
            let mv = if pass { Move::Pass } else { Move::Place(legal[dice.usize(..legal.len())]) };
            let nonce = random_hex(&mut dice);
            self.dice = dice;
            self.act(who, Action::Choose { mv, nonce });
        } else if kifu.stage() == Stage::Count && !client.marks().1[color as usize] {
            self.act(who, Action::Agree);
        }
    }

    /// Plays by itself to the end of the game.
    pub fn play_out(&mut self, turns: u32) {
        for _ in 0..100_000 {
            if self.clients.iter().all(Client::is_over) {
                return;
            }
            if happens(20, &mut self.dice) {
                let who = self.dice.usize(..2);
                if self.clients[who].is_connected() && happens(50, &mut self.dice) {
                    self.keep_playing(who, turns);
                }
            }
            self.step();
        }
        panic!("the game never ends: {:?}", self.stage());
    }
}
