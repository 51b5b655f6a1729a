//! One room: its table and its sockets. Takes what the sockets bring, has it written down, and only then lets the
//! answers out.

mod seating;

use mio::Interest;
use mio::net::TcpStream;
use play::Moment;
use play::protocol::{Fault, Settings, Tell, Told};
use play::table::{Conn, Input, Output, Table};
use seating::Seated;
use serde::Serialize;
use smallvec::SmallVec;

use super::hall::token;
use super::house::House;
use super::journal::Kept;
use super::line::{End, GOODBYE, Heard, Line};
use super::post::{Letter, Post};
use super::{Address, Opened};

/// All times are in milliseconds since the hall was opened.
const PING_EVERY: u64 = 5_000;
/// A ping may be so late, so that it goes out in one packet with what the room says meanwhile.
const PING_SLACK: u64 = 1_100;
/// How long a room in which nothing is unfinished waits for somebody to come.
const LINGERS: u64 = 600_000;
/// How soon a room that waits for the disk looks around.
const DEAF_FOR: u64 = 1_000;
/// Things unsaid because the disk is slow, before nobody is heard any more.
const MOST_UNSAID: u16 = 32;

/// What everybody in the house is told when the journal fails, and when it is there again.
pub(super) fn kept_notice(kept: bool) -> Told {
    let text = if kept {
        "The host writes this game down again."
    } else {
        "The host cannot write this game down: it goes on, but would not survive a crash of the host."
    };
    notice(Fault::Unkept, text)
}

fn notice(code: Fault, text: &str) -> Told {
    let tell = Tell::Error { code, message: text.to_owned() };
    Told { seq: 0, heard: 0, game: 0, turn: 0, tell }
}

/// A room as others see it from outside.
#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    pub room: String,
    pub title: String,
    #[serde(skip)]
    pub(super) number: u64,
    pub settings: Settings,
    /// Black's and White's.
    pub names: [Option<String>; 2],
    /// A seat is free.
    pub free: bool,
    /// A game is on.
    pub playing: bool,
    /// The table is in somebody's page.
    pub peer: bool,
}

pub(super) struct Room {
    pub(super) id: Box<str>,
    title: Box<str>,
    pub(super) address: Address,
    table: Table,
    /// The table's moment at which this program took over, and when that was.
    since: u64,
    origin: u64,
    lines: SmallVec<[(Conn, u32); 2]>,
    seated: Option<Box<Seated>>,
    next_ping: u64,
    /// Since when nobody is here.
    deserted: Option<u64>,
    /// The bag in the post that has what this room said last, and how much of it.
    posted: u64,
    unsaid: u16,
    shown_size: u8,
}

impl Room {
    pub(super) fn new(id: String, opened: Opened, place: u32, house: &House, now: u64) -> Room {
        let table = Table::new(&opened.opening);
        Room::with(id, opened, table, place, house, 0, now)
    }

    /// Time goes on where it stopped: while nobody kept the room no clock ran.
    pub(super) fn resume(id: String, kept: Kept, place: u32, house: &mut House, now: u64) -> Room {
        let since = kept.entries.last().map_or(0, |entry| entry.at + 1);
        let table = Table::resume(&kept.opened.opening, kept.entries);
        let mut room = Room::with(id, kept.opened, table, place, house, since, now);
        if since > 0 {
            room.handle(house, now, Input::Resumed);
        }
        room
    }

    fn with(
        id: String,
        opened: Opened,
        table: Table,
        place: u32,
        house: &House,
        since: u64,
        now: u64,
    ) -> Room {
        let shown_size = table.settings().board_size;
        house.newest.tell(opened.number, shown_size);
        Room {
            id: id.into(),
            title: opened.title.into(),
            address: Address { place, number: opened.number },
            table,
            since,
            origin: now,
            lines: SmallVec::new(),
            seated: None,
            next_ping: 0,
            deserted: Some(now),
            posted: 0,
            unsaid: 0,
            shown_size,
        }
    }

    /// When it wants to be woken at the latest; while it waits for the disk, now and then.
    pub(super) fn deadline(&self, post: &Post, now: u64) -> u64 {
        if self.is_deaf(post) {
            return now + DEAF_FOR;
        }
        let table = self.table.deadline().map(|at| {
            let millis = u64::try_from(at.since_origin().as_millis()).unwrap_or(u64::MAX);
            self.origin.saturating_add(millis.saturating_sub(self.since))
        });
        let ping = if self.lines.is_empty() { u64::MAX } else { self.next_ping + PING_SLACK };
        let forgotten = self.deserted.filter(|_| !self.table.is_unfinished());
        table.unwrap_or(u64::MAX).min(ping).min(forgotten.map_or(u64::MAX, |since| since + LINGERS))
    }

    /// Nobody has been here for a while and nothing is unfinished.
    pub(super) fn is_forgotten(&self, now: u64) -> bool {
        !self.table.is_unfinished() && self.deserted.is_some_and(|since| now >= since + LINGERS)
    }

    /// While the disk is slow, whoever says more waits.
    pub(super) fn is_deaf(&self, post: &Post) -> bool {
        self.unsaid >= MOST_UNSAID && post.holds(self.posted)
    }

    /// Somebody came, with what came on the socket already.
    pub(super) fn welcome(
        &mut self,
        house: &mut House,
        now: u64,
        stream: std::net::TcpStream,
        early: &mut [u8],
    ) {
        let conn = house.new_conn();
        let mut stream = TcpStream::from_std(stream);
        let entry = house.lines.vacant_entry();
        let Ok(place) = u32::try_from(entry.key()) else { return };
        let interest = Interest::READABLE | Interest::WRITABLE;
        // Who cannot be listened to was never here.
        if house.registry.register(&mut stream, token(place), interest).is_err() {
            return;
        }
        let line = entry.insert(Line::new(conn, stream, self.address.place, now));
        let mut heard = Heard::default();
        if house.unkept {
            heard.end = line.tell(&kept_notice(false), now);
        }
        if !early.is_empty() {
            line.take_in(early, now, &mut heard);
        }
        if self.lines.is_empty() {
            self.next_ping = now + PING_EVERY;
        }
        self.lines.push((conn, place));
        self.deserted = None;
        self.hear(house, now, conn, 0, &mut heard);
    }

    pub(super) fn hear(
        &mut self,
        house: &mut House,
        now: u64,
        conn: Conn,
        round_trip: u32,
        heard: &mut Heard,
    ) {
        for asked in heard.asked.drain(..) {
            self.handle(house, now, Input::Asked { conn, round_trip, asked });
        }
        if let Some(end) = heard.end.take() {
            self.hang_up(house, now, conn, end);
            self.see_to_companion(house, now);
        }
    }

    /// Pings, notices who is gone, and lets the table do what has fallen due.
    pub(super) fn wake(&mut self, house: &mut House, now: u64) {
        let ping = now >= self.next_ping && !self.lines.is_empty();
        let deaf = self.is_deaf(&house.post);
        if ping {
            self.next_ping = now + PING_EVERY;
        }
        // Who is not listened to cannot be found silent.
        if ping && !deaf {
            let gone = self
                .lines
                .iter()
                .filter_map(|(conn, place)| Some((*conn, house.lines.get(*place as usize)?.look(now)?)));
            let gone: SmallVec<[(Conn, End); 2]> = gone.collect();
            for (conn, end) in gone {
                self.hang_up(house, now, conn, end);
            }
        }
        if !deaf {
            self.step(house, now, Input::Wake, ping);
            return self.see_to_companion(house, now);
        }
        // No more is put in the post; what falls due meanwhile happens in its own time when the disk is there again.
        for (conn, end) in self.say(house, now, &[], ping) {
            self.hang_up(house, now, conn, end);
        }
    }

    pub(super) fn handle(&mut self, house: &mut House, now: u64, input: Input) {
        self.step(house, now, input, false);
        self.show_size(house);
        self.see_to_companion(house, now);
    }

    fn step(&mut self, house: &mut House, now: u64, input: Input, ping: bool) {
        let at = self.since.saturating_add(now.saturating_sub(self.origin));
        let mark = house.post.mark();
        // Waking seldom belongs into the journal, everything else nearly always.
        let wakes = matches!(input, Input::Wake);
        if !wakes {
            house.post.entry(&self.id, at, &input);
        }
        let sheet = house.desk.sheet();
        let outputs = self.table.handle_on(Moment::from_millis(at), input, sheet);
        let keep = matches!(outputs.first(), Some(Output::Keep));
        match (wakes, keep) {
            (true, true) => house.post.entry(&self.id, at, &Input::Wake),
            (false, false) => house.post.rub_out(mark),
            _ => {}
        }
        let waits = house.post.holds(self.posted);
        if keep && house.post.is_kept() {
            self.posted = house.post.number();
        }
        // What follows an entry also tells that it was heard, so it waits as well.
        let gone = if house.post.holds(self.posted) {
            self.unsaid = if waits { self.unsaid.saturating_add(1) } else { 1 };
            self.post(house, now, &outputs, ping)
        } else {
            self.say(house, now, &outputs, ping)
        };
        house.desk.used(outputs);
        // Who does not read what is said is not there.
        for (conn, end) in gone {
            self.hang_up(house, now, conn, end);
        }
    }

    /// What is said to one socket goes out in one piece. Who is gone is heard from it.
    fn say(&self, house: &mut House, now: u64, outputs: &[Output], ping: bool) -> SmallVec<[(Conn, End); 2]> {
        let House { desk, lines, .. } = house;
        let mut gone = SmallVec::new();
        desk.write(outputs, |written| {
            for (conn, place) in &self.lines {
                let frames = written.to(*conn, ping);
                if !frames.is_empty()
                    && let Some(line) = lines.get_mut(*place as usize)
                {
                    if ping {
                        line.pinged(now);
                    }
                    gone.extend(line.send(frames, now).map(|end| (*conn, end)));
                }
            }
        });
        for output in outputs {
            match output {
                Output::Keep => {}
                Output::Tell { to, told } => {
                    if let Some(out) = self.seated_at(*to) {
                        // One that does not listen says so itself by what it says next.
                        drop(out.try_send(told.clone()));
                    }
                }
                Output::Close { conn } => gone.push((*conn, GOODBYE)),
            }
        }
        gone
    }

    /// The same by post: it goes out once the journal has what it follows from. Only a ping does not wait, because it
    /// measures time.
    fn post(
        &self,
        house: &mut House,
        now: u64,
        outputs: &[Output],
        ping: bool,
    ) -> SmallVec<[(Conn, End); 2]> {
        let gone = if ping { self.say(house, now, &[], true) } else { SmallVec::new() };
        let House { desk, post, .. } = house;
        desk.write(outputs, |written| {
            for (conn, place) in &self.lines {
                let frames = written.to(*conn, false);
                if !frames.is_empty() {
                    post.put_frames(self.posted, *place, *conn, frames);
                }
            }
        });
        for output in outputs {
            match output {
                Output::Keep => {}
                Output::Tell { to, told } => {
                    if let Some(out) = self.seated_at(*to) {
                        let letter = Letter::Companion(Box::new((out.clone(), told.clone())));
                        post.put(self.posted, letter);
                    }
                }
                Output::Close { conn } => {
                    if let Some((_, line)) = self.lines.iter().find(|(at, _)| at == conn) {
                        post.put(self.posted, Letter::Close { line: *line, conn: *conn });
                    }
                }
            }
        }
        gone
    }

    /// At once, whatever the journal has.
    pub(super) fn tell_all(&mut self, house: &mut House, now: u64, told: &Told) {
        let told = self.lines.iter().filter_map(|(conn, place)| {
            Some((*conn, house.lines.get_mut(*place as usize)?.tell(told, now)?))
        });
        let gone: SmallVec<[(Conn, End); 2]> = told.collect();
        for (conn, end) in gone {
            self.hang_up(house, now, conn, end);
        }
    }

    pub(super) fn hang_up(&mut self, house: &mut House, now: u64, conn: Conn, end: End) {
        let Some(at) = self.lines.iter().position(|(line, _)| *line == conn) else { return };
        let (_, place) = self.lines.swap_remove(at);
        house.hang_up(place, now, end);
        if self.lines.is_empty() {
            self.deserted = Some(now);
        }
        self.step(house, now, Input::Gone { conn }, false);
    }

    /// What the network is told of the room follows what is agreed in it.
    fn show_size(&mut self, house: &House) {
        let size = self.table.settings().board_size;
        if size != self.shown_size {
            self.shown_size = size;
            house.newest.tell(self.address.number, size);
        }
    }

    pub(super) fn describe(&self) -> Listed {
        Listed {
            room: self.id.to_string(),
            title: self.title.to_string(),
            number: self.address.number,
            settings: self.table.settings().clone(),
            names: self.table.names().map(|name| name.map(str::to_owned)),
            free: self.table.is_free(),
            playing: self.table.is_unfinished(),
            peer: false,
        }
    }
}

#[cfg(test)]
mod tests;
