//! A table, its clients and the network between them, in virtual time. The network carries the bytes that a real one
//! would, and may lose, repeat, delay, reorder and cut.

use std::time::Duration;

use fastrand::Rng;
use moment::Moment;
use play::client::{self, Action, Client, SavedSeat};
use play::kifu::Stage;
use play::protocol::{Access, ClientMessage, GameKind, Hex, ServerMessage, Settings, TimeSettings};
use play::table::{ConnectionId, Input, JournalEntry, NewTable, Output, Table};
use rules::go::{Color, Move, Point};

pub fn random_hex<const N: usize>(dice: &mut Rng) -> Hex<N> {
    Hex(std::array::from_fn(|_| dice.u8(..)))
}

pub fn happens(percent: u64, dice: &mut Rng) -> bool {
    dice.u64(..100) < percent
}

/// What the network does to frames, in per cent and milliseconds.
#[derive(Clone, Copy, Default)]
pub struct NetworkFaults {
    pub drops: u64,
    pub repeats: u64,
    pub delay: u64,
    pub cuts: u64,
    /// Connections that stay open and carry nothing for a while, either way.
    pub partitions: u64,
}

type Forger<T> = Box<dyn FnMut(usize, &mut T)>;

enum InTransit {
    ToTable { conn: ConnectionId, frame: String },
    ToClient { conn: ConnectionId, frame: String },
    Reconnect { who: usize },
}

pub struct SimulatedRoom {
    pub table: Table,
    pub new_table: NewTable,
    pub clients: Vec<Client>,
    conns: Vec<Option<ConnectionId>>,
    /// Frames to and from this player are lost until then.
    partitioned_until: [u64; 2],
    next_conn: u64,
    pub now: u64,
    in_transit: Vec<(u64, u64, InTransit)>,
    sent: u64,
    pub dice: Rng,
    pub faults: NetworkFaults,
    pub journal: Vec<JournalEntry>,
    /// Every frame delivered, with the number of its recipient.
    pub delivered: Vec<(usize, String)>,
    pub outputs: Vec<(usize, client::Output)>,
    /// Changes messages of the table before they are delivered.
    pub forge: Option<Forger<ServerMessage>>,
    /// Changes messages of a player before they are sent.
    pub forge_request: Option<Forger<ClientMessage>>,
    /// Cuts both connections when this many frames have been delivered.
    pub cut_after: Option<usize>,
    /// Moves both players to new connections when this many frames have been delivered.
    pub move_after: Option<usize>,
}

pub fn settings(game: GameKind, size: u8) -> Settings {
    Settings { game, board_size: size, time: Some(TimeSettings::minutes(10)), ..Settings::default() }
}

impl SimulatedRoom {
    /// Both players are connected; no message was delivered yet.
    pub fn new(seed: u64, settings: Settings) -> SimulatedRoom {
        let mut room = SimulatedRoom::with_access(seed, settings, Access::default());
        for name in ["Ann", "Ben"] {
            let token = random_hex(&mut room.dice);
            room.clients.push(Client::player(SavedSeat::new(token, name.to_owned())));
            room.conns.push(None);
        }
        room.connect(0);
        room.connect(1);
        room
    }

    /// Nobody has entered it yet.
    pub fn with_access(seed: u64, settings: Settings, access: Access) -> SimulatedRoom {
        let mut dice = Rng::with_seed(seed);
        let new_table = NewTable::new(settings, random_hex(&mut dice)).with_access(access);
        SimulatedRoom {
            table: Table::new(&new_table),
            new_table,
            clients: Vec::new(),
            conns: Vec::new(),
            partitioned_until: [0; 2],
            next_conn: 0,
            now: 1000,
            in_transit: Vec::new(),
            sent: 0,
            dice,
            faults: NetworkFaults::default(),
            journal: Vec::new(),
            delivered: Vec::new(),
            outputs: Vec::new(),
            forge: None,
            forge_request: None,
            cut_after: None,
            move_after: None,
        }
    }

    /// Both have joined and agreed, and the game has started; Ann is Black.
    pub fn started(seed: u64, settings: Settings) -> SimulatedRoom {
        let mut room = SimulatedRoom::new(seed, settings);
        room.settle();
        room.act(0, Action::Ready);
        room.act(1, Action::Ready);
        room.settle();
        room
    }

    pub fn spectator(&mut self) -> usize {
        self.enter(Client::spectator())
    }

    /// Somebody follows the link.
    pub fn enter(&mut self, client: Client) -> usize {
        self.clients.push(client);
        self.conns.push(None);
        let who = self.clients.len() - 1;
        self.connect(who);
        who
    }

    pub fn at(&self) -> Moment {
        Moment::from_millis(self.now)
    }

    /// A person who comes now can play.
    pub fn is_free(&self) -> bool {
        self.table.is_free(self.at())
    }

    /// Somebody else who follows the link.
    pub fn newcomer(&mut self, name: &str) -> usize {
        let token = random_hex(&mut self.dice);
        self.enter(Client::player(SavedSeat::new(token, name.to_owned())))
    }

    pub fn connect(&mut self, who: usize) {
        self.next_conn += 1;
        self.conns[who] = Some(ConnectionId(self.next_conn));
        self.client_input(who, client::Input::Connected);
    }

    pub fn cut(&mut self, who: usize) {
        let Some(conn) = self.conns[who].take() else { return };
        self.client_input(who, client::Input::Lost);
        self.table_input(Input::Disconnected { conn });
    }

    pub fn cut_for(&mut self, who: usize, millis: u64) {
        if self.conns[who].is_some() {
            self.cut(who);
            self.schedule(millis, InTransit::Reconnect { who });
        }
    }

    /// A reloaded page knows only the seat it saved.
    pub fn reload(&mut self, who: usize) {
        self.cut(who);
        self.clients[who] = Client::player(self.clients[who].saved_seat());
        self.connect(who);
    }

    pub fn act(&mut self, who: usize, act: Action) {
        self.client_input(who, client::Input::Act(act));
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

    fn schedule(&mut self, after: u64, message_in_transit: InTransit) {
        self.sent += 1;
        self.in_transit.push((self.now + after, self.sent, message_in_transit));
    }

    fn send(&mut self, message_in_transit: impl Fn() -> InTransit) {
        let copies = match () {
            () if happens(self.faults.drops, &mut self.dice) => 0,
            () if happens(self.faults.repeats, &mut self.dice) => 2,
            () => 1,
        };
        for _ in 0..copies {
            let delay = 1 + self.dice.u64(..(self.faults.delay + 1));
            self.schedule(delay, message_in_transit());
        }
    }

    fn client_input(&mut self, who: usize, input: client::Input) {
        let now = self.at();
        let outputs = self.clients[who].handle(now, input);
        self.send_outputs(who, outputs);
    }

    fn send_outputs(&mut self, who: usize, outputs: Vec<client::Output>) {
        for output in outputs {
            if let (client::Output::Send(message), Some(conn)) = (&output, self.conns[who]) {
                let mut message = message.clone();
                if let Some(forge) = &mut self.forge_request {
                    forge(who, &mut message);
                }
                let frame = message.write();
                self.send(|| InTransit::ToTable { conn, frame: frame.clone() });
            }
            self.outputs.push((who, output));
        }
    }

    pub fn table_input(&mut self, input: Input) {
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
                    self.send(|| InTransit::ToClient { conn: to, frame: frame.clone() });
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
        let sent = self.in_transit.iter().map(|(at, ..)| *at);
        let wakes = self.clients.iter().filter_map(Client::deadline).chain(self.table.deadline());
        sent.chain(wakes.map(|at| at.since_origin().as_millis() as u64)).min()
    }

    /// Advances the time to the next event and handles it.
    pub fn step(&mut self) {
        let Some(next) = self.next_moment() else { return };
        self.now = self.now.max(next);
        if self.table.deadline().is_some_and(|at| at <= self.at()) {
            self.table_input(Input::Wake);
        }
        for who in 0..self.clients.len() {
            if self.clients[who].deadline().is_some_and(|at| at <= self.at()) {
                self.client_input(who, client::Input::Wake);
            }
        }
        let due = self.in_transit.iter().enumerate().filter(|(_, (at, ..))| *at <= self.now);
        let Some(first) = due.min_by_key(|(_, (at, order, _))| (*at, *order)).map(|(i, _)| i) else { return };
        let (_, _, message_in_transit) = self.in_transit.remove(first);
        self.deliver(message_in_transit);
    }

    fn deliver(&mut self, message_in_transit: InTransit) {
        match message_in_transit {
            InTransit::ToTable { conn, .. } | InTransit::ToClient { conn, .. }
                if self.is_partitioned(conn) => {}
            InTransit::ToTable { conn, frame } => {
                if self.conns.contains(&Some(conn)) {
                    let message = ClientMessage::read(frame.as_bytes()).expect("clients send valid messages");
                    self.table_input(Input::Message { conn, round_trip: 2, message });
                    self.count_frame(usize::MAX, frame);
                }
            }
            InTransit::ToClient { conn, frame } => {
                if let Some(who) = self.conns.iter().position(|open| *open == Some(conn)) {
                    let message = ServerMessage::read(frame.as_bytes()).expect("tables send valid messages");
                    self.client_input(who, client::Input::Received(message));
                    self.count_frame(who, frame);
                }
            }
            InTransit::Reconnect { who } if self.conns[who].is_none() => self.connect(who),
            InTransit::Reconnect { .. } => {}
        }
    }

    fn is_partitioned(&self, conn: ConnectionId) -> bool {
        let who = self.conns.iter().position(|open| *open == Some(conn));
        who.and_then(|who| self.partitioned_until.get(who)).is_some_and(|until| self.now < *until)
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
        if happens(self.faults.cuts, &mut self.dice) {
            let (who, away) = (self.dice.usize(..2), 20 + self.dice.u64(..3000));
            self.cut_for(who, away);
        }
        if happens(self.faults.partitions, &mut self.dice) {
            let (who, silence) = (self.dice.usize(..2), 20 + self.dice.u64(..9000));
            self.partitioned_until[who] = self.now + silence;
        }
    }

    /// Until nothing is in transit.
    pub fn settle(&mut self) {
        for _ in 0..10_000 {
            if self.in_transit.is_empty() {
                return;
            }
            self.step();
        }
        panic!("the network never becomes idle");
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

    /// Plays the next move or agrees to the count; passes after this many turns.
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

    /// Plays random moves to the end of the game.
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
