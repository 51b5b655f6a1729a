//! Ann's page hosts the table, Ben's connects to it. Their browsers are simulated, and fail on an address that arrives
//! before its description.

mod browsers;

use std::collections::BTreeMap;
use std::time::Duration;

use fastrand::Rng;
use moment::Moment;
use play::client::{self, Action, Client, SavedSeat};
use play::kifu::Stage;
use play::peer::{
    FromRelay, HostInput, HostOutput, Input, Output, PeerConnector, PeerHost, PeerRole, ToRelay, Transport,
};
use play::protocol::{GameKind, Hex, ServerMessage, Settings, TimeSettings};
use play::table::NewTable;
use rules::go::{Color, Move, Point};

use browsers::Link;
pub use browsers::candidate;

#[derive(Clone, Debug)]
enum InTransit {
    ToAnn(Transport, u32, String),
    ToBen(Transport, u32, String),
    Browser(usize, Input),
    RelayOpens,
}

pub struct Pages {
    pub now: u64,
    pub dice: Rng,
    pub host: PeerHost,
    pub clients: [Client; 2],
    pub connectors: [PeerConnector; 2],
    /// Ben's number at the relay, while he is connected.
    relay_number: Option<u32>,
    numbers: u32,
    links: BTreeMap<u32, Link>,
    /// Whether channels can be opened at all.
    pub possible: bool,
    /// Frames on the channel wait until then.
    pub stalled_until: u64,
    in_transit: Vec<(u64, u64, InTransit)>,
    last_due: BTreeMap<(bool, bool), u64>,
    order: u64,
    pub outputs: Vec<(usize, client::Output)>,
    /// Frames that Ben sent, by whether they were direct.
    pub sent: BTreeMap<bool, usize>,
    pub transports: Vec<Option<Transport>>,
    pub delivered: usize,
    agreed_at: [u64; 2],
}

pub fn settings() -> Settings {
    let time = Some(TimeSettings::minutes(10));
    Settings { game: GameKind::Red, board_size: 5, time, ..Settings::default() }
}

impl Pages {
    pub fn new(seed: u64) -> Pages {
        let now = 1000;
        let client = |byte: u8, name: &str| Client::player(SavedSeat::new(Hex([byte; 16]), name.to_owned()));
        let opening = NewTable::new(settings(), Hex([3; 32]));
        let mut pages = Pages {
            now,
            dice: Rng::with_seed(seed),
            host: PeerHost::new(Moment::from_millis(now), "Ann's table".to_owned(), opening),
            clients: [client(1, "Ann"), client(2, "Ben")],
            connectors: [
                PeerConnector::new(PeerRole::Answerer, true, 0),
                PeerConnector::new(PeerRole::Offerer, true, 100),
            ],
            relay_number: None,
            numbers: 0,
            links: BTreeMap::new(),
            possible: true,
            stalled_until: 0,
            in_transit: Vec::new(),
            last_due: BTreeMap::new(),
            order: 0,
            outputs: Vec::new(),
            sent: BTreeMap::new(),
            transports: Vec::new(),
            delivered: 0,
            agreed_at: [0; 2],
        };
        pages.host_input(HostInput::RelayOpened);
        pages.give(0, client::Input::Connected);
        pages.relay_opens();
        pages
    }

    fn at(&self) -> Moment {
        Moment::from_millis(self.now)
    }

    fn schedule(&mut self, delay: u64, message: InTransit) {
        let direction = match &message {
            InTransit::ToAnn(transport, ..) => Some((false, *transport == Transport::Direct)),
            InTransit::ToBen(transport, ..) => Some((true, *transport == Transport::Direct)),
            _ => None,
        };
        let mut due = self.now + delay;
        if let Some(direction) = direction {
            if direction.1 {
                due = due.max(self.stalled_until);
            }
            let last = self.last_due.entry(direction).or_default();
            due = due.max(*last);
            *last = due;
        }
        self.order += 1;
        self.in_transit.push((due, self.order, message));
    }

    fn relay_opens(&mut self) {
        self.numbers += 1;
        self.relay_number = Some(self.numbers);
        self.host_input(HostInput::Relay(FromRelay::Connected(self.numbers).write()));
        self.peer(1, Input::Relay(true));
    }

    /// Ben's socket breaks; he reconnects after this time.
    pub fn cut_relay(&mut self, back_after: u64) {
        let Some(number) = self.relay_number.take() else { return };
        self.host_input(HostInput::Relay(FromRelay::Disconnected(number).write()));
        self.peer(1, Input::Relay(false));
        self.schedule(back_after, InTransit::RelayOpens);
    }

    pub fn is_direct(&self) -> bool {
        self.connectors[1].transport() == Some(Transport::Direct)
    }

    fn host_input(&mut self, input: HostInput) {
        let now = self.at();
        for output in self.host.handle(now, input) {
            match output {
                HostOutput::Save => {}
                HostOutput::Own(message) => self.give(0, client::Input::Received(message)),
                HostOutput::Relay(text) => self.through_relay(&text),
                HostOutput::Direct(attempt, frame) => {
                    let delay = 1 + self.dice.u64(..5);
                    self.schedule(delay, InTransit::ToBen(Transport::Direct, attempt, frame));
                }
                HostOutput::Close(attempt) => {
                    if let Some(link) = self.links.get_mut(&attempt) {
                        link.gone = true;
                    }
                }
            }
        }
    }

    fn through_relay(&mut self, text: &str) {
        match ToRelay::read(text) {
            Some(ToRelay::Send(number, frame)) if self.relay_number == Some(number) => {
                let delay = 1 + self.dice.u64(..40);
                self.schedule(delay, InTransit::ToBen(Transport::Relay, number, frame.to_owned()));
            }
            Some(ToRelay::Close(number)) if self.relay_number == Some(number) => self.cut_relay(250),
            _ => {}
        }
    }

    pub fn give(&mut self, who: usize, input: client::Input) {
        let now = self.at();
        for output in self.clients[who].handle(now, input) {
            match &output {
                client::Output::Send(message) if who == 0 => self.host_input(HostInput::Own(message.clone())),
                client::Output::Send(message) => self.ben_sends(message.write()),
                client::Output::Signal(event) => self.peer(who, Input::Signal(event.clone())),
                _ => {}
            }
            self.outputs.push((who, output));
        }
        let seats = self.clients[who].seats();
        let there = seats.you.is_some_and(|you| seats.present[you.other() as usize]);
        self.peer(who, Input::OpponentPresent(there));
    }

    fn ben_sends(&mut self, frame: String) {
        if let Some(transport) = self.connectors[1].transport() {
            self.ben_sends_by(transport, frame);
        }
    }

    fn ben_sends_by(&mut self, transport: Transport, frame: String) {
        *self.sent.entry(transport == Transport::Direct).or_default() += 1;
        let delay = 1 + self.dice.u64(..(if transport == Transport::Direct { 5 } else { 40 }));
        let number = match transport {
            Transport::Relay => self.relay_number,
            Transport::Direct => self.links.iter().rev().find(|(_, link)| link.open).map(|(n, _)| *n),
        };
        if let Some(number) = number {
            self.schedule(delay, InTransit::ToAnn(transport, number, frame));
        }
    }

    pub fn peer(&mut self, who: usize, input: Input) {
        let now = self.at();
        let outputs = self.connectors[who].handle(now, input);
        self.carry_out(who, outputs);
    }

    fn carry_out(&mut self, who: usize, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Offer { attempt } => {
                    self.links.insert(attempt, Link::default());
                    self.describe(who, attempt);
                }
                Output::Answer { attempt, .. } => {
                    self.accept_description(who, attempt);
                    self.describe(who, attempt);
                }
                Output::Accept { attempt, .. } => self.accept_description(who, attempt),
                Output::AddCandidate { attempt, .. } => {
                    let link = self.links.get_mut(&attempt).unwrap();
                    assert!(link.understood[who], "an address before the description");
                    link.added[who] += 1;
                    self.connect(attempt);
                }
                Output::Drop { attempt } => {
                    if let Some(link) = self.links.get_mut(&attempt).filter(|link| !link.gone) {
                        link.gone = true;
                        self.schedule(20, InTransit::Browser(1 - who, Input::Closed { attempt }));
                    }
                    self.host_input(HostInput::Closed(attempt));
                }
                Output::Signal(ask) => self.give(who, client::Input::Act(Action::Signal(ask))),
                Output::Send(transport, frame) if who == 1 => self.ben_sends_by(transport, frame),
                Output::Send(..) => panic!("Ann's signs of life are the host's"),
                Output::Reopen => self.cut_relay(250),
                Output::UseTransport(transport) => {
                    self.transports.push(transport);
                    let input =
                        if transport.is_some() { client::Input::Connected } else { client::Input::Lost };
                    self.give(1, input);
                }
            }
        }
    }

    fn deliver(&mut self, message: InTransit) {
        let now = self.at();
        match message {
            InTransit::RelayOpens => self.relay_opens(),
            InTransit::ToAnn(Transport::Relay, number, frame) if self.relay_number == Some(number) => {
                self.delivered += 1;
                self.host_input(HostInput::Relay(FromRelay::Received(number, &frame).write()));
            }
            InTransit::ToBen(Transport::Relay, number, frame) if self.relay_number == Some(number) => {
                self.ben_receives(now, Transport::Relay, &frame);
            }
            InTransit::ToAnn(Transport::Direct, attempt, frame) if self.is_open(attempt) => {
                self.delivered += 1;
                self.host_input(HostInput::Direct(attempt, frame));
            }
            InTransit::ToBen(Transport::Direct, attempt, frame) if self.is_open(attempt) => {
                self.ben_receives(now, Transport::Direct, &frame);
            }
            InTransit::ToAnn(..) | InTransit::ToBen(..) => {}
            InTransit::Browser(who, input) => self.browser(who, input),
        }
    }

    fn ben_receives(&mut self, now: Moment, transport: Transport, frame: &str) {
        self.delivered += 1;
        let (outputs, message): (Vec<Output>, Option<ServerMessage>) =
            self.connectors[1].receive(now, transport, frame);
        self.carry_out(1, outputs);
        if let Some(message) = message {
            self.give(1, client::Input::Received(message));
        }
    }

    /// Handles the next event. False if there is none.
    pub fn step(&mut self) -> bool {
        let message = self.in_transit.iter().map(|(at, ..)| *at).min();
        let ann = self.clients[0].deadline().into_iter().chain(self.host.deadline());
        let ben = self.clients[1].deadline().into_iter().chain(self.connectors[1].deadline());
        let wake = ann.chain(ben).chain(self.connectors[0].deadline()).min();
        let wake = wake.map(|at| u64::try_from(at.since_origin().as_millis()).unwrap_or(u64::MAX));
        let Some(next) = message.into_iter().chain(wake).min().filter(|at| *at < u64::MAX) else {
            return false;
        };
        self.now = self.now.max(next);
        let due = (0..self.in_transit.len())
            .filter(|n| self.in_transit[*n].0 <= self.now)
            .min_by_key(|n| (self.in_transit[*n].0, self.in_transit[*n].1));
        match due {
            Some(due) => {
                let (_, _, message) = self.in_transit.swap_remove(due);
                self.deliver(message);
            }
            None => self.wake(),
        }
        true
    }

    fn wake(&mut self) {
        self.now += 1;
        self.host_input(HostInput::Wake);
        for who in 0..2 {
            self.give(who, client::Input::Wake);
            self.peer(who, Input::Wake);
        }
    }

    pub fn run_for(&mut self, time: Duration) {
        let end = self.now + u64::try_from(time.as_millis()).unwrap();
        while self.now < end && self.step() {}
    }

    pub fn until(&mut self, what: &str, so: impl Fn(&Pages) -> bool) {
        for _ in 0..200_000 {
            if so(self) {
                return;
            }
            assert!(self.step(), "nothing happens any more: {what}");
        }
        panic!("in vain: {what}: {:?} {:?} at {}", self.connectors, self.transports, self.now);
    }

    pub fn act(&mut self, who: usize, act: Action) {
        self.give(who, client::Input::Act(act));
    }

    pub fn begin(&mut self) {
        self.until("both sit", |pages| {
            pages.clients.iter().all(|client| client.seats().names.iter().all(Option::is_some))
        });
        self.act(0, Action::Ready);
        self.act(1, Action::Ready);
        self.until("the game", |pages| pages.clients.iter().all(|client| client.kifu().is_some()));
    }

    /// Plays the next move or agrees to the count; passes after this many turns.
    pub fn play_on(&mut self, who: usize, turns: u32) {
        let Some(kifu) = self.clients[who].kifu() else { return };
        match kifu.stage() {
            Stage::Play if self.clients[who].is_your_turn() => {
                let color = self.clients[who].color().unwrap();
                let mv =
                    if kifu.turns() < turns { some_move(kifu, color, &mut self.dice) } else { Move::Pass };
                let nonce = Hex([self.dice.u8(..); 32]);
                self.act(who, Action::Choose { mv, nonce });
            }
            Stage::Count => {
                let color = self.clients[who].color().unwrap();
                // As often as a person would press the button.
                if !self.clients[who].marks().1[color as usize] && self.now >= self.agreed_at[who] + 1000 {
                    self.agreed_at[who] = self.now;
                    self.act(who, Action::Agree);
                }
            }
            _ => {}
        }
    }

    pub fn is_over(&self) -> bool {
        self.clients.iter().all(Client::is_over)
    }
}

fn some_move(kifu: &play::kifu::Kifu, color: Color, dice: &mut Rng) -> Move {
    let start = dice.u8(..25);
    let points = (0..25).map(|n| (start + n) % 25).map(|n| Move::Place(Point::new(n % 5, n / 5)));
    points.into_iter().find(|mv| kifu.legal(color, *mv).is_ok()).unwrap_or(Move::Pass)
}
