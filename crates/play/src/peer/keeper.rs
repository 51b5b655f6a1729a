//! The page that keeps a table for others: its own player's words, those that come through the meeting place, and those
//! that come over a channel, all to one table, with the limits that a host has for its sockets.

use std::collections::BTreeMap;
use std::time::Duration;

use super::pace::Bucket;
use super::peering::Way;
use super::place::{About, Call, Reply};
use super::pulse::{Heard, Pulse};
use crate::Moment;
use crate::protocol::{Asked, Fault, Malformed, Tell, Told};
use crate::table::{Conn, HomeTable, Input as TableInput, Opening, Output as TableOutput, Saved};

/// Who may come through the place at a time; its sockets are few.
pub const MOST_LINES: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// By the player at this page.
    Own(Asked),
    PlaceOpened,
    PlaceLost,
    /// What the place says.
    Place(String),
    /// A channel to the other player, by the number of the attempt.
    Opened(u32),
    Closed(u32),
    Direct(u32, String),
    Wake,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "telling is the usual case")]
pub enum Output {
    /// What `saved` says has changed and is to be stored before anything is sent.
    Save,
    Own(Told),
    Place(String),
    Direct(u32, String),
    HangUp(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Far {
    Place(u32),
    Direct(u32),
}

#[derive(Debug)]
struct Line {
    conn: Conn,
    bucket: Bucket,
    pulse: Pulse,
}

#[derive(Debug)]
pub struct Keeper {
    home: HomeTable,
    title: String,
    own: Conn,
    place: bool,
    lines: BTreeMap<Far, Line>,
    told_about: Option<About>,
    out: Vec<Output>,
}

impl Keeper {
    pub fn new(now: Moment, title: String, opening: Opening) -> Keeper {
        Keeper::resume(now, title, Saved { opening, entries: Vec::new() })
    }

    pub fn resume(now: Moment, title: String, saved: Saved) -> Keeper {
        let mut home = HomeTable::resume(now, saved);
        let own = home.new_conn();
        let (lines, told_about) = (BTreeMap::new(), None);
        Keeper { home, title, own, place: false, lines, told_about, out: Vec::new() }
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Output> {
        match input {
            Input::Own(asked) => {
                self.tell_table(now, TableInput::Asked { conn: self.own, round_trip: 0, asked });
            }
            Input::PlaceOpened => (self.place, self.told_about) = (true, None),
            Input::PlaceLost => self.place_lost(now),
            Input::Place(text) => self.called(now, &text),
            Input::Opened(attempt) => self.came(now, Far::Direct(attempt)),
            Input::Closed(attempt) => self.gone(now, Far::Direct(attempt)),
            Input::Direct(attempt, frame) => self.hear(now, Far::Direct(attempt), &frame),
            Input::Wake => self.wake(now),
        }
        self.tell_about();
        std::mem::take(&mut self.out)
    }

    pub fn deadline(&self) -> Option<Moment> {
        let pulses = self.lines.values().map(|line| line.pulse.deadline());
        pulses.chain(self.home.deadline()).min()
    }

    pub fn saved(&self) -> &Saved {
        self.home.saved()
    }

    pub fn is_unfinished(&self) -> bool {
        self.home.table().is_unfinished()
    }

    /// How the other player comes to this table, and how long a word takes there and back.
    pub fn other(&self) -> Option<(Way, Option<Duration>)> {
        let seated = |(_, line): &(&Far, &Line)| self.home.table().is_seated(line.conn);
        let (far, line) = self.lines.iter().find(seated)?;
        let way = if matches!(far, Far::Direct(_)) { Way::Direct } else { Way::Host };
        Some((way, line.pulse.round_trip()))
    }

    fn called(&mut self, now: Moment, text: &str) {
        match Call::read(text) {
            Some(Call::Came(who)) => self.came(now, Far::Place(who)),
            Some(Call::Gone(who)) => self.gone(now, Far::Place(who)),
            Some(Call::Said(who, frame)) => self.hear(now, Far::Place(who), frame),
            None => {}
        }
    }

    fn came(&mut self, now: Moment, far: Far) {
        if self.lines.len() >= MOST_LINES {
            return self.hang_up(far);
        }
        let conn = self.home.new_conn();
        self.lines.insert(far, Line { conn, bucket: Bucket::full(now), pulse: Pulse::new(now) });
    }

    fn gone(&mut self, now: Moment, far: Far) {
        if let Some(line) = self.lines.remove(&far) {
            self.tell_table(now, TableInput::Gone { conn: line.conn });
        }
    }

    fn place_lost(&mut self, now: Moment) {
        self.place = false;
        let through: Vec<Far> =
            self.lines.keys().copied().filter(|far| matches!(far, Far::Place(_))).collect();
        through.into_iter().for_each(|far| self.gone(now, far));
    }

    fn hear(&mut self, now: Moment, far: Far, frame: &str) {
        let Some(line) = self.lines.get_mut(&far) else { return };
        if !line.bucket.takes_one(now) {
            self.hang_up(far);
            return self.gone(now, far);
        }
        let heard = line.pulse.hears(now, frame);
        let (conn, round_trip) = (line.conn, line.pulse.round_trip().unwrap_or_default());
        match heard {
            Heard::Pong => {}
            Heard::Ping(answer) => self.send(far, &answer),
            Heard::Message => match Asked::read(frame.as_bytes()) {
                Ok(asked) => {
                    let round_trip = u32::try_from(round_trip.as_millis()).unwrap_or(u32::MAX);
                    self.tell_table(now, TableInput::Asked { conn, round_trip, asked });
                }
                Err(malformed) => self.complain(far, &malformed),
            },
        }
    }

    fn complain(&mut self, far: Far, malformed: &Malformed) {
        let tell = Tell::Error { code: Fault::Malformed, message: malformed.to_string() };
        self.send(far, &Told { seq: 0, heard: 0, game: 0, turn: 0, tell }.write());
    }

    fn wake(&mut self, now: Moment) {
        let (mut dead, mut pings) = (Vec::new(), Vec::new());
        for (far, line) in &mut self.lines {
            if line.pulse.is_dead(now) {
                dead.push(*far);
            } else if let Some(ping) = line.pulse.beat(now) {
                pings.push((*far, ping));
            }
        }
        pings.into_iter().for_each(|(far, ping)| self.send(far, &ping));
        for far in dead {
            self.hang_up(far);
            self.gone(now, far);
        }
        self.tell_table(now, TableInput::Wake);
    }

    fn tell_table(&mut self, now: Moment, input: TableInput) {
        for output in self.home.handle(now, input) {
            match output {
                TableOutput::Keep => self.out.push(Output::Save),
                TableOutput::Tell { to, told } if to == self.own => self.out.push(Output::Own(told)),
                TableOutput::Tell { to, told } => {
                    if let Some(far) = self.far(to) {
                        self.send(far, &told.write());
                    }
                }
                TableOutput::Close { conn } => self.forget(conn),
            }
        }
    }

    fn far(&self, conn: Conn) -> Option<Far> {
        self.lines.iter().find(|(_, line)| line.conn == conn).map(|(far, _)| *far)
    }

    /// Nobody sits at this end any more, but whoever moved to another way may come back on this one.
    fn forget(&mut self, conn: Conn) {
        let fresh = self.home.new_conn();
        if let Some(line) = self.lines.values_mut().find(|line| line.conn == conn) {
            line.conn = fresh;
        }
    }

    fn send(&mut self, far: Far, frame: &str) {
        self.out.push(match far {
            Far::Place(who) => Output::Place(Reply::Tell(who, frame).write()),
            Far::Direct(attempt) => Output::Direct(attempt, frame.to_owned()),
        });
    }

    fn hang_up(&mut self, far: Far) {
        self.out.push(match far {
            Far::Place(who) => Output::Place(Reply::Close(who).write()),
            Far::Direct(attempt) => Output::HangUp(attempt),
        });
    }

    /// The place shows the table to who looks for one.
    fn tell_about(&mut self) {
        if !self.place {
            return;
        }
        let table = self.home.table();
        let about = About {
            title: self.title.clone(),
            settings: table.settings().clone(),
            names: table.names().map(|name| name.map(str::to_owned)),
            free: table.is_free(),
            playing: table.is_unfinished(),
        };
        if self.told_about.as_ref() != Some(&about) {
            self.out.push(Output::Place(Reply::About(&about.write()).write()));
            self.told_about = Some(about);
        }
    }
}
