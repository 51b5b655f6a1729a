//! Ann's page hosts the table, Ben's joins it. Their browsers are simulated too, and reject a candidate before its
//! description.

use std::collections::BTreeMap;
use std::time::Duration;

use play::Moment;
use play::client::{self, Action, Client, SavedSeat};
use play::kifu::Stage;
use play::peer::{
    FromRelay, HostInput, HostOutput, Input, Output, PeerConnector, PeerHost, PeerRole, ToRelay, Transport,
};
use play::protocol::{Candidate, GameKind, Hex, ServerMessage, Settings, TimeSettings};
use play::table::NewTable;
use rules::go::{Color, Move, Point};

/// Splitmix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n.max(1)
    }
}

#[derive(Clone, Debug)]
enum Flight {
    ToAnn(Transport, u32, String),
    ToBen(Transport, u32, String),
    Browser(usize, Input),
    PlaceOpens,
}

/// A fake connection of one attempt.
#[derive(Default)]
struct Link {
    described: [bool; 2],
    understood: [bool; 2],
    open: bool,
    gone: bool,
    pub added: [u32; 2],
}

pub struct Pages {
    pub now: u64,
    pub dice: Dice,
    pub host: PeerHost,
    pub clients: [Client; 2],
    pub peerings: [PeerConnector; 2],
    /// Ben's client number at the relay, while he is connected.
    place: Option<u32>,
    numbers: u32,
    links: BTreeMap<u32, Link>,
    /// Whether direct channels are possible at all.
    pub possible: bool,
    /// Frames on the channel are held back until this time.
    pub stalled_until: u64,
    flights: Vec<(u64, u64, Flight)>,
    lanes: BTreeMap<(bool, bool), u64>,
    order: u64,
    pub outputs: Vec<(usize, client::Output)>,
    /// Frames that Ben sent, by transport.
    pub sent: BTreeMap<bool, usize>,
    pub ways: Vec<Option<Transport>>,
    pub delivered: usize,
    agreed_at: [u64; 2],
}

pub fn settings() -> Settings {
    let time = Some(TimeSettings::minutes(10));
    Settings { game: GameKind::Red, board_size: 5, time, ..Settings::default() }
}

pub fn candidate(n: u32) -> Candidate {
    let candidate = format!("candidate:{n} 1 udp 1 10.0.0.{n} 9 typ host");
    Candidate { candidate, sdp_mid: None, sdp_m_line_index: Some(0) }
}

impl Pages {
    pub fn new(seed: u64) -> Pages {
        let now = 1000;
        let client = |byte: u8, name: &str| Client::player(SavedSeat::new(Hex([byte; 16]), name.to_owned()));
        let opening = NewTable { settings: settings(), secret: Hex([3; 32]) };
        let mut pages = Pages {
            now,
            dice: Dice(seed),
            host: PeerHost::new(Moment::from_millis(now), "Ann's table".to_owned(), opening),
            clients: [client(1, "Ann"), client(2, "Ben")],
            peerings: [
                PeerConnector::new(PeerRole::Answerer, true, 0),
                PeerConnector::new(PeerRole::Offerer, true, 100),
            ],
            place: None,
            numbers: 0,
            links: BTreeMap::new(),
            possible: true,
            stalled_until: 0,
            flights: Vec::new(),
            lanes: BTreeMap::new(),
            order: 0,
            outputs: Vec::new(),
            sent: BTreeMap::new(),
            ways: Vec::new(),
            delivered: 0,
            agreed_at: [0; 2],
        };
        pages.keep(HostInput::RelayOpened);
        pages.give(0, client::Input::Connected);
        pages.place_opens();
        pages
    }

    fn at(&self) -> Moment {
        Moment::from_millis(self.now)
    }

    fn fly(&mut self, delay: u64, flight: Flight) {
        let lane = match &flight {
            Flight::ToAnn(way, ..) => Some((false, *way == Transport::Direct)),
            Flight::ToBen(way, ..) => Some((true, *way == Transport::Direct)),
            _ => None,
        };
        let mut due = self.now + delay;
        if let Some(lane) = lane {
            if lane.1 {
                due = due.max(self.stalled_until);
            }
            let last = self.lanes.entry(lane).or_default();
            due = due.max(*last);
            *last = due;
        }
        self.order += 1;
        self.flights.push((due, self.order, flight));
    }

    fn place_opens(&mut self) {
        self.numbers += 1;
        self.place = Some(self.numbers);
        self.keep(HostInput::Relay(FromRelay::Connected(self.numbers).write()));
        self.peer(1, Input::Relay(true));
    }

    /// Ben's socket to the relay breaks; he reconnects after a while.
    pub fn cut_place(&mut self, back_after: u64) {
        let Some(number) = self.place.take() else { return };
        self.keep(HostInput::Relay(FromRelay::Disconnected(number).write()));
        self.peer(1, Input::Relay(false));
        self.fly(back_after, Flight::PlaceOpens);
    }

    /// Both browsers notice, or none.
    pub fn cut_channel(&mut self, noticed: bool) {
        let open: Vec<u32> =
            self.links.iter().filter(|(_, link)| link.open && !link.gone).map(|(n, _)| *n).collect();
        for attempt in open {
            self.links.get_mut(&attempt).unwrap().gone = true;
            if noticed {
                self.fly(5, Flight::Browser(0, Input::Closed { attempt }));
                self.fly(9, Flight::Browser(1, Input::Closed { attempt }));
            }
        }
    }

    pub fn is_direct(&self) -> bool {
        self.peerings[1].transport() == Some(Transport::Direct)
    }

    fn keep(&mut self, input: HostInput) {
        let now = self.at();
        for output in self.host.handle(now, input) {
            match output {
                HostOutput::Save => {}
                HostOutput::Own(message) => self.give(0, client::Input::Received(message)),
                HostOutput::Relay(text) => self.through_place(&text),
                HostOutput::Direct(attempt, frame) => {
                    let delay = 1 + self.dice.below(5);
                    self.fly(delay, Flight::ToBen(Transport::Direct, attempt, frame));
                }
                HostOutput::Close(attempt) => {
                    if let Some(link) = self.links.get_mut(&attempt) {
                        link.gone = true;
                    }
                }
            }
        }
    }

    fn through_place(&mut self, text: &str) {
        match ToRelay::read(text) {
            Some(ToRelay::Send(number, frame)) if self.place == Some(number) => {
                let delay = 1 + self.dice.below(40);
                self.fly(delay, Flight::ToBen(Transport::Relay, number, frame.to_owned()));
            }
            Some(ToRelay::Close(number)) if self.place == Some(number) => self.cut_place(250),
            _ => {}
        }
    }

    pub fn give(&mut self, who: usize, input: client::Input) {
        let now = self.at();
        for output in self.clients[who].handle(now, input) {
            match &output {
                client::Output::Send(message) if who == 0 => self.keep(HostInput::Own(message.clone())),
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
        if let Some(way) = self.peerings[1].transport() {
            self.ben_sends_by(way, frame);
        }
    }

    fn ben_sends_by(&mut self, way: Transport, frame: String) {
        *self.sent.entry(way == Transport::Direct).or_default() += 1;
        let delay = 1 + self.dice.below(if way == Transport::Direct { 5 } else { 40 });
        let number = match way {
            Transport::Relay => self.place,
            Transport::Direct => self.links.iter().rev().find(|(_, link)| link.open).map(|(n, _)| *n),
        };
        if let Some(number) = number {
            self.fly(delay, Flight::ToAnn(way, number, frame));
        }
    }

    pub fn peer(&mut self, who: usize, input: Input) {
        let now = self.at();
        let outputs = self.peerings[who].handle(now, input);
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
                    self.understand(who, attempt);
                    self.describe(who, attempt);
                }
                Output::Accept { attempt, .. } => self.understand(who, attempt),
                Output::AddCandidate { attempt, .. } => {
                    let link = self.links.get_mut(&attempt).unwrap();
                    assert!(link.understood[who], "an address before the description");
                    link.added[who] += 1;
                    self.connect(attempt);
                }
                Output::Drop { attempt } => {
                    if let Some(link) = self.links.get_mut(&attempt).filter(|link| !link.gone) {
                        link.gone = true;
                        self.fly(20, Flight::Browser(1 - who, Input::Closed { attempt }));
                    }
                    self.keep(HostInput::Closed(attempt));
                }
                Output::Signal(ask) => self.give(who, client::Input::Act(Action::Signal(ask))),
                Output::Send(way, frame) if who == 1 => self.ben_sends_by(way, frame),
                Output::Send(..) => panic!("Ann's signs of life are the host's"),
                Output::Reopen => self.cut_place(250),
                Output::UseTransport(way) => {
                    self.ways.push(way);
                    let input = if way.is_some() { client::Input::Connected } else { client::Input::Lost };
                    self.give(1, input);
                }
            }
        }
    }

    fn describe(&mut self, who: usize, attempt: u32) {
        // Browsers find candidates while they still create the description.
        for n in 0..3 {
            let delay = self.dice.below(30);
            let found = Input::CandidateFound { attempt, candidate: candidate(n) };
            self.fly(delay, Flight::Browser(who, found));
        }
        let delay = 5 + self.dice.below(10);
        let sdp = "v=0\r\nhere".to_owned();
        self.fly(delay, Flight::Browser(who, Input::LocalDescription { attempt, sdp }));
        self.links.entry(attempt).or_default().described[who] = true;
    }

    fn understand(&mut self, who: usize, attempt: u32) {
        let delay = 5 + self.dice.below(30);
        self.fly(delay, Flight::Browser(who, Input::RemoteDescriptionSet { attempt }));
    }

    fn connect(&mut self, attempt: u32) {
        let link = self.links.get_mut(&attempt).unwrap();
        let ready = link.understood == [true; 2] && link.added.iter().all(|added| *added > 0);
        if self.possible && ready && !link.open && !link.gone {
            link.open = true;
            self.fly(3, Flight::Browser(0, Input::Opened { attempt }));
            self.fly(6, Flight::Browser(1, Input::Opened { attempt }));
        }
    }

    fn land(&mut self, flight: Flight) {
        let now = self.at();
        match flight {
            Flight::PlaceOpens => self.place_opens(),
            Flight::ToAnn(Transport::Relay, number, frame) if self.place == Some(number) => {
                self.delivered += 1;
                self.keep(HostInput::Relay(FromRelay::Received(number, &frame).write()));
            }
            Flight::ToBen(Transport::Relay, number, frame) if self.place == Some(number) => {
                self.ben_hears(now, Transport::Relay, &frame);
            }
            Flight::ToAnn(Transport::Direct, attempt, frame) if self.stands(attempt) => {
                self.delivered += 1;
                self.keep(HostInput::Direct(attempt, frame));
            }
            Flight::ToBen(Transport::Direct, attempt, frame) if self.stands(attempt) => {
                self.ben_hears(now, Transport::Direct, &frame);
            }
            Flight::ToAnn(..) | Flight::ToBen(..) => {}
            Flight::Browser(who, input) => self.browser(who, input),
        }
    }

    fn stands(&self, attempt: u32) -> bool {
        self.links.get(&attempt).is_some_and(|link| link.open && !link.gone)
    }

    fn browser(&mut self, who: usize, input: Input) {
        match &input {
            Input::RemoteDescriptionSet { attempt } => {
                self.links.get_mut(attempt).unwrap().understood[who] = true;
            }
            Input::Opened { attempt } if who == 0 => self.keep(HostInput::Opened(*attempt)),
            Input::Closed { attempt } if who == 0 => self.keep(HostInput::Closed(*attempt)),
            _ => {}
        }
        self.peer(who, input);
    }

    fn ben_hears(&mut self, now: Moment, way: Transport, frame: &str) {
        self.delivered += 1;
        let (outputs, message): (Vec<Output>, Option<ServerMessage>) =
            self.peerings[1].receive(now, way, frame);
        self.carry_out(1, outputs);
        if let Some(message) = message {
            self.give(1, client::Input::Received(message));
        }
    }

    /// Runs the next event. False if there is none.
    pub fn step(&mut self) -> bool {
        let flight = self.flights.iter().map(|(at, ..)| *at).min();
        let ann = self.clients[0].deadline().into_iter().chain(self.host.deadline());
        let ben = self.clients[1].deadline().into_iter().chain(self.peerings[1].deadline());
        let wake = ann.chain(ben).chain(self.peerings[0].deadline()).min();
        let wake = wake.map(|at| u64::try_from(at.since_origin().as_millis()).unwrap_or(u64::MAX));
        let Some(next) = flight.into_iter().chain(wake).min().filter(|at| *at < u64::MAX) else {
            return false;
        };
        self.now = self.now.max(next);
        let due = (0..self.flights.len())
            .filter(|n| self.flights[*n].0 <= self.now)
            .min_by_key(|n| (self.flights[*n].0, self.flights[*n].1));
        match due {
            Some(due) => {
                let (_, _, flight) = self.flights.swap_remove(due);
                self.land(flight);
            }
            None => self.wake(),
        }
        true
    }

    fn wake(&mut self) {
        self.now += 1;
        self.keep(HostInput::Wake);
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
        panic!("in vain: {what}: {:?} {:?} at {}", self.peerings, self.ways, self.now);
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

    /// Plays for a player: moves for this many turns, then passes and agrees.
    pub fn play_on(&mut self, who: usize, turns: u32) {
        let Some(kifu) = self.clients[who].kifu() else { return };
        match kifu.stage() {
            Stage::Play if self.clients[who].is_your_turn() => {
                let color = self.clients[who].color().unwrap();
                let mv =
                    if kifu.turns() < turns { some_move(kifu, color, &mut self.dice) } else { Move::Pass };
                let nonce = Hex([self.dice.below(256) as u8; 32]);
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

fn some_move(kifu: &play::kifu::Kifu, color: Color, dice: &mut Dice) -> Move {
    let start = dice.below(25) as u8;
    let points = (0..25).map(|n| (start + n) % 25).map(|n| Move::Place(Point::new(n % 5, n / 5)));
    points.into_iter().find(|mv| kifu.legal(color, *mv).is_ok()).unwrap_or(Move::Pass)
}
