//! Ann's page keeps the table, Ben's comes to it. Their browsers are played here too, and do not forgive an address
//! before its description.

use std::collections::BTreeMap;
use std::time::Duration;

use play::Moment;
use play::guest::{self, Act, Guest, Kept};
use play::kifu::Stage;
use play::peer::{Call, Input, Keeper, KeeperInput, KeeperOutput, Output, Peering, Reply, Side, Way};
use play::protocol::{Candidate, Hex, Kind, Settings, Time, Told};
use play::table::Opening;
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
    ToAnn(Way, u32, String),
    ToBen(Way, u32, String),
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
    pub keeper: Keeper,
    pub guests: [Guest; 2],
    pub peerings: [Peering; 2],
    /// Ben's number at the place, while he is there.
    place: Option<u32>,
    numbers: u32,
    links: BTreeMap<u32, Link>,
    /// Whether channels can come about at all.
    pub possible: bool,
    /// Frames on the channel wait until then.
    pub stalled_until: u64,
    flights: Vec<(u64, u64, Flight)>,
    lanes: BTreeMap<(bool, bool), u64>,
    order: u64,
    pub said: Vec<(usize, guest::Output)>,
    /// Frames that Ben sent, by way.
    pub sent: BTreeMap<bool, usize>,
    pub ways: Vec<Option<Way>>,
    pub delivered: usize,
    agreed_at: [u64; 2],
}

pub fn settings() -> Settings {
    let time = Some(Time::minutes(10));
    Settings { game: Kind::Red, board_size: 5, time, ..Settings::default() }
}

pub fn candidate(n: u32) -> Candidate {
    let candidate = format!("candidate:{n} 1 udp 1 10.0.0.{n} 9 typ host");
    Candidate { candidate, sdp_mid: None, sdp_m_line_index: Some(0) }
}

impl Pages {
    pub fn new(seed: u64) -> Pages {
        let now = 1000;
        let guest = |byte: u8, name: &str| {
            Guest::player(Kept { token: Hex([byte; 16]), name: name.to_owned(), promise: None, seen: None })
        };
        let opening = Opening { settings: settings(), secret: Hex([3; 32]) };
        let mut pages = Pages {
            now,
            dice: Dice(seed),
            keeper: Keeper::new(Moment::from_millis(now), "Ann's table".to_owned(), opening),
            guests: [guest(1, "Ann"), guest(2, "Ben")],
            peerings: [Peering::new(Side::Answers, true, 0), Peering::new(Side::Offers, true, 100)],
            place: None,
            numbers: 0,
            links: BTreeMap::new(),
            possible: true,
            stalled_until: 0,
            flights: Vec::new(),
            lanes: BTreeMap::new(),
            order: 0,
            said: Vec::new(),
            sent: BTreeMap::new(),
            ways: Vec::new(),
            delivered: 0,
            agreed_at: [0; 2],
        };
        pages.keep(KeeperInput::PlaceOpened);
        pages.give(0, guest::Input::Connected);
        pages.place_opens();
        pages
    }

    fn at(&self) -> Moment {
        Moment::from_millis(self.now)
    }

    fn fly(&mut self, delay: u64, flight: Flight) {
        let lane = match &flight {
            Flight::ToAnn(way, ..) => Some((false, *way == Way::Direct)),
            Flight::ToBen(way, ..) => Some((true, *way == Way::Direct)),
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
        self.keep(KeeperInput::Place(Call::Came(self.numbers).write()));
        self.peer(1, Input::Host(true));
    }

    /// Ben's socket breaks; he tries again after a while.
    pub fn cut_place(&mut self, back_after: u64) {
        let Some(number) = self.place.take() else { return };
        self.keep(KeeperInput::Place(Call::Gone(number).write()));
        self.peer(1, Input::Host(false));
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
        self.peerings[1].way() == Some(Way::Direct)
    }

    fn keep(&mut self, input: KeeperInput) {
        let now = self.at();
        for output in self.keeper.handle(now, input) {
            match output {
                KeeperOutput::Save => {}
                KeeperOutput::Own(told) => self.give(0, guest::Input::Heard(told)),
                KeeperOutput::Place(text) => self.through_place(&text),
                KeeperOutput::Direct(attempt, frame) => {
                    let delay = 1 + self.dice.below(5);
                    self.fly(delay, Flight::ToBen(Way::Direct, attempt, frame));
                }
                KeeperOutput::HangUp(attempt) => {
                    if let Some(link) = self.links.get_mut(&attempt) {
                        link.gone = true;
                    }
                }
            }
        }
    }

    fn through_place(&mut self, text: &str) {
        match Reply::read(text) {
            Some(Reply::Tell(number, frame)) if self.place == Some(number) => {
                let delay = 1 + self.dice.below(40);
                self.fly(delay, Flight::ToBen(Way::Host, number, frame.to_owned()));
            }
            Some(Reply::Close(number)) if self.place == Some(number) => self.cut_place(250),
            _ => {}
        }
    }

    pub fn give(&mut self, who: usize, input: guest::Input) {
        let now = self.at();
        for output in self.guests[who].handle(now, input) {
            match &output {
                guest::Output::Send(asked) if who == 0 => self.keep(KeeperInput::Own(asked.clone())),
                guest::Output::Send(asked) => self.ben_sends(asked.write()),
                guest::Output::Signal(tell) => self.peer(who, Input::Signal(tell.clone())),
                _ => {}
            }
            self.said.push((who, output));
        }
        let seats = self.guests[who].seats();
        let there = seats.you.is_some_and(|you| seats.present[you.other() as usize]);
        self.peer(who, Input::There(there));
    }

    fn ben_sends(&mut self, frame: String) {
        if let Some(way) = self.peerings[1].way() {
            self.ben_sends_by(way, frame);
        }
    }

    fn ben_sends_by(&mut self, way: Way, frame: String) {
        *self.sent.entry(way == Way::Direct).or_default() += 1;
        let delay = 1 + self.dice.below(if way == Way::Direct { 5 } else { 40 });
        let number = match way {
            Way::Host => self.place,
            Way::Direct => self.links.iter().rev().find(|(_, link)| link.open).map(|(n, _)| *n),
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
                Output::Add { attempt, .. } => {
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
                    self.keep(KeeperInput::Closed(attempt));
                }
                Output::Say(ask) => self.give(who, guest::Input::Do(Act::Signal(ask))),
                Output::Send(way, frame) if who == 1 => self.ben_sends_by(way, frame),
                Output::Send(..) => panic!("Ann's signs of life are the keeper's"),
                Output::Reopen => self.cut_place(250),
                Output::Speak(way) => {
                    self.ways.push(way);
                    let input = if way.is_some() { guest::Input::Connected } else { guest::Input::Lost };
                    self.give(1, input);
                }
            }
        }
    }

    fn describe(&mut self, who: usize, attempt: u32) {
        // Browsers find addresses while they still describe themselves.
        for n in 0..3 {
            let delay = self.dice.below(30);
            let found = Input::Found { attempt, candidate: candidate(n) };
            self.fly(delay, Flight::Browser(who, found));
        }
        let delay = 5 + self.dice.below(10);
        let sdp = "v=0\r\nhere".to_owned();
        self.fly(delay, Flight::Browser(who, Input::Described { attempt, sdp }));
        self.links.entry(attempt).or_default().described[who] = true;
    }

    fn understand(&mut self, who: usize, attempt: u32) {
        let delay = 5 + self.dice.below(30);
        self.fly(delay, Flight::Browser(who, Input::Understood { attempt }));
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
            Flight::ToAnn(Way::Host, number, frame) if self.place == Some(number) => {
                self.delivered += 1;
                self.keep(KeeperInput::Place(Call::Said(number, &frame).write()));
            }
            Flight::ToBen(Way::Host, number, frame) if self.place == Some(number) => {
                self.ben_hears(now, Way::Host, &frame);
            }
            Flight::ToAnn(Way::Direct, attempt, frame) if self.stands(attempt) => {
                self.delivered += 1;
                self.keep(KeeperInput::Direct(attempt, frame));
            }
            Flight::ToBen(Way::Direct, attempt, frame) if self.stands(attempt) => {
                self.ben_hears(now, Way::Direct, &frame);
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
            Input::Understood { attempt } => self.links.get_mut(attempt).unwrap().understood[who] = true,
            Input::Opened { attempt } if who == 0 => self.keep(KeeperInput::Opened(*attempt)),
            Input::Closed { attempt } if who == 0 => self.keep(KeeperInput::Closed(*attempt)),
            _ => {}
        }
        self.peer(who, input);
    }

    fn ben_hears(&mut self, now: Moment, way: Way, frame: &str) {
        self.delivered += 1;
        let (outputs, told): (Vec<Output>, Option<Told>) = self.peerings[1].hears(now, way, frame);
        self.carry_out(1, outputs);
        if let Some(told) = told {
            self.give(1, guest::Input::Heard(told));
        }
    }

    /// Whatever comes next. False when nothing ever will.
    pub fn step(&mut self) -> bool {
        let flight = self.flights.iter().map(|(at, ..)| *at).min();
        let ann = self.guests[0].deadline().into_iter().chain(self.keeper.deadline());
        let ben = self.guests[1].deadline().into_iter().chain(self.peerings[1].deadline());
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
        self.keep(KeeperInput::Wake);
        for who in 0..2 {
            self.give(who, guest::Input::Wake);
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

    pub fn act(&mut self, who: usize, act: Act) {
        self.give(who, guest::Input::Do(act));
    }

    pub fn begin(&mut self) {
        self.until("both sit", |pages| {
            pages.guests.iter().all(|guest| guest.seats().names.iter().all(Option::is_some))
        });
        self.act(0, Act::Ready);
        self.act(1, Act::Ready);
        self.until("the game", |pages| pages.guests.iter().all(|guest| guest.kifu().is_some()));
    }

    /// Lets a player do what there is to do: moves for so many turns, then passes and agrees.
    pub fn play_on(&mut self, who: usize, turns: u32) {
        let Some(kifu) = self.guests[who].kifu() else { return };
        match kifu.stage() {
            Stage::Play if self.guests[who].is_your_turn() => {
                let color = self.guests[who].color().unwrap();
                let mv =
                    if kifu.turns() < turns { some_move(kifu, color, &mut self.dice) } else { Move::Pass };
                let nonce = Hex([self.dice.below(256) as u8; 32]);
                self.act(who, Act::Choose { mv, nonce });
            }
            Stage::Count => {
                let color = self.guests[who].color().unwrap();
                // As often as a person would press the button.
                if !self.guests[who].marks().1[color as usize] && self.now >= self.agreed_at[who] + 1000 {
                    self.agreed_at[who] = self.now;
                    self.act(who, Act::Agree);
                }
            }
            _ => {}
        }
    }

    pub fn is_over(&self) -> bool {
        self.guests.iter().all(Guest::is_over)
    }
}

fn some_move(kifu: &play::kifu::Kifu, color: Color, dice: &mut Dice) -> Move {
    let start = dice.below(25) as u8;
    let points = (0..25).map(|n| (start + n) % 25).map(|n| Move::Place(Point::new(n % 5, n / 5)));
    points.into_iter().find(|mv| kifu.legal(color, *mv).is_ok()).unwrap_or(Move::Pass)
}
