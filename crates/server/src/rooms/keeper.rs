//! One room: its table and its sockets in one task. Takes what the sockets bring, writes it down, and only then lets
//! the answers out.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use play::Moment;
use play::protocol::{Asked, Fault, Opponent, Settings, Tell, Told};
use play::table::{Conn, Input, Output, Table};
use serde::Serialize;
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, Sleep, sleep_until};

use super::companion::Companion;
use super::door::{Door, Inside};
use super::journal::{Kept, Written};
use super::line::{End, GOODBYE, Heard, Line};
use super::{House, Opened, paper};

/// How long a room in which nothing is unfinished waits for somebody to come.
const LINGERS: Duration = Duration::from_secs(600);

/// Things unsaid because the disk is slow, before nobody is heard any more.
const MOST_UNSAID: usize = 32;

const NOT_KEPT: &str =
    "The host cannot write this game down: it goes on, but would not survive a crash of the host.";
const KEPT_AGAIN: &str = "The host writes this game down again.";

fn notice(code: Fault, text: &str) -> Told {
    let tell = Tell::Error { code, message: text.to_owned() };
    Told { seq: 0, heard: 0, game: 0, turn: 0, tell }
}

pub(super) enum Note {
    /// With what came on the socket already.
    Came {
        conn: Conn,
        stream: TcpStream,
        early: Vec<u8>,
    },
    /// By the player whom the host has seated.
    Said {
        conn: Conn,
        asked: Asked,
    },
    /// The same cannot go on.
    Unable {
        conn: Conn,
        why: String,
    },
    Describe(oneshot::Sender<Listed>),
}

/// The player whom the host has seated, or would have, were it here.
struct Seated {
    conn: Conn,
    opponent: Opponent,
    out: Option<mpsc::Sender<Told>>,
}

/// What may be said once the journal has what it follows from.
struct Unsaid {
    written: Option<Written>,
    outputs: Vec<Output>,
}

/// What a room waits for.
enum Event {
    /// The journal has taken the first entry that is waited for, or could not.
    Written(bool),
    Note(Note),
    /// From the socket in this place.
    Heard(usize, Heard),
    Due,
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

pub(super) struct Keeper {
    id: String,
    opened: Opened,
    table: Table,
    house: Arc<House>,
    door: Door<Note>,
    seated: Option<Box<Seated>>,
    shown_size: u8,
    /// The moment at which this program took over.
    since: u64,
    origin: Instant,
    lines: Vec<Line>,
    deserted: Option<Instant>,
    unsaid: VecDeque<Unsaid>,
    /// The journal did not take the last entry.
    unkept: bool,
}

impl Keeper {
    pub(super) fn new(id: String, opened: Opened, house: Arc<House>, door: Door<Note>) -> Keeper {
        let table = Table::new(&opened.opening);
        Keeper::with(id, opened, table, house, door, 0)
    }

    /// Time goes on where it stopped: while nobody kept the room no clock ran.
    pub(super) fn resume(id: String, kept: Kept, house: Arc<House>, door: Door<Note>) -> Keeper {
        let since = kept.entries.last().map_or(0, |entry| entry.at + 1);
        let table = Table::resume(&kept.opened.opening, kept.entries);
        Keeper::with(id, kept.opened, table, house, door, since)
    }

    fn with(
        id: String,
        opened: Opened,
        table: Table,
        house: Arc<House>,
        door: Door<Note>,
        since: u64,
    ) -> Keeper {
        let origin = Instant::now();
        let deserted = Some(origin);
        let shown_size = table.settings().board_size;
        house.newest.tell(opened.number, shown_size);
        Keeper {
            id,
            opened,
            table,
            house,
            door,
            seated: None,
            shown_size,
            since,
            origin,
            lines: Vec::new(),
            deserted,
            unsaid: VecDeque::new(),
            unkept: false,
        }
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Until nobody has been here for a while and nothing is unfinished.
    pub(super) async fn keep(mut self: Box<Self>, mut notes: Inside<Note>) {
        if self.since > 0 {
            self.handle(Input::Resumed);
        }
        let mut alarm = pin!(sleep_until(self.wake()));
        loop {
            match poll_fn(|cx| self.poll(cx, &mut notes, alarm.as_mut())).await {
                Event::Written(kept) => self.written(kept),
                Event::Note(note) => self.take(note),
                Event::Heard(place, heard) => self.hear(place, heard),
                Event::Due => self.look_around(),
            }
            if self.is_forgotten() {
                Box::pin(self.house.journal.closed(&self.id)).await;
                return;
            }
            // An alarm that rings too early does no harm; setting it anew for every message would cost.
            let wake = self.wake();
            if alarm.is_elapsed() || wake < alarm.deadline() {
                alarm.as_mut().reset(wake);
            }
        }
    }

    fn poll(
        &mut self,
        cx: &mut Context<'_>,
        notes: &mut Inside<Note>,
        alarm: Pin<&mut Sleep>,
    ) -> Poll<Event> {
        if let Some(Unsaid { written: Some(written), .. }) = self.unsaid.front_mut()
            && let Poll::Ready(kept) = Pin::new(written).poll(cx)
        {
            return Poll::Ready(Event::Written(kept.unwrap_or(false)));
        }
        // While the disk is slow, whoever says more waits.
        if self.unsaid.len() < MOST_UNSAID {
            if let Poll::Ready(note) = notes.poll(cx) {
                return Poll::Ready(Event::Note(note));
            }
            for (place, line) in self.lines.iter_mut().enumerate() {
                if let Poll::Ready(heard) = line.poll(cx) {
                    return Poll::Ready(Event::Heard(place, heard));
                }
            }
        }
        alarm.poll(cx).map(|()| Event::Due)
    }

    fn wake(&self) -> Instant {
        let deadline = self.table.deadline().map(|at| {
            let millis = u64::try_from(at.since_origin().as_millis()).unwrap_or(u64::MAX);
            self.house.on_the_beat(self.origin + Duration::from_millis(millis.saturating_sub(self.since)))
        });
        let forgotten = self.deserted.filter(|_| !self.table.is_unfinished()).map(|since| since + LINGERS);
        let lines = self.lines.iter().map(Line::deadline);
        let later = Instant::now() + LINGERS;
        deadline.into_iter().chain(forgotten).chain(lines).min().unwrap_or(later)
    }

    fn is_forgotten(&self) -> bool {
        self.unsaid.is_empty()
            && !self.table.is_unfinished()
            && self.deserted.is_some_and(|since| since.elapsed() >= LINGERS)
    }

    fn take(&mut self, note: Note) {
        match note {
            Note::Came { conn, stream, early } => {
                let mut line = Line::new(conn, stream, &early);
                if self.unkept {
                    line.tell(&notice(Fault::Unkept, NOT_KEPT));
                }
                let heard = line.hear();
                // Two sit here, mostly; a list that doubles would keep room for four.
                self.lines.reserve_exact(1);
                self.lines.push(line);
                self.hear(self.lines.len() - 1, heard);
            }
            Note::Said { conn, asked } => self.handle(Input::Asked { conn, round_trip: 0, asked }),
            Note::Unable { conn, why } => self.handle(Input::Unable { conn, why }),
            // Whoever asked may have gone.
            Note::Describe(tell) => drop(tell.send(self.describe())),
        }
    }

    fn hear(&mut self, place: usize, heard: Heard) {
        let Some(line) = self.lines.get_mut(place) else { return };
        let (conn, round_trip) = (line.conn, line.round_trip);
        let slow = line.flush();
        for asked in heard.asked {
            self.handle(Input::Asked { conn, round_trip, asked });
        }
        if let Some(end) = heard.end.or(slow) {
            self.hang_up(conn, end);
            self.speak();
        }
    }

    /// Pings, notices who is gone, and lets the table do what has fallen due.
    fn look_around(&mut self) {
        let now = Instant::now();
        // Mostly nobody is gone, and a list of nobody takes no memory.
        let gone: Vec<(Conn, End)> =
            self.lines.iter_mut().filter_map(|line| Some((line.conn, line.look(now)?))).collect();
        for (conn, end) in gone {
            self.hang_up(conn, end);
        }
        self.handle(Input::Wake);
    }

    fn handle(&mut self, input: Input) {
        self.step(input);
        self.speak();
        self.show_size();
        self.see_to_companion();
    }

    /// The host's own player comes when somebody is here to play with, and leaves with the last of them.
    fn see_to_companion(&mut self) {
        let wanted = &self.table.settings().opponent;
        if wanted.is_person() && self.seated.is_none() {
            return;
        }
        let stays = |seated: &Seated| seated.opponent == *wanted && !self.lines.is_empty();
        if let Some(seated) = self.seated.take_if(|seated| !stays(seated)) {
            self.step(Input::Gone { conn: seated.conn });
            self.speak();
        }
        if self.seated.is_none() && self.table.present().contains(&true) {
            self.seat_companion();
        }
    }

    fn seat_companion(&mut self) {
        let opponent = self.table.settings().opponent.clone();
        let conn = self.house.new_conn();
        let out = self.house.opponents.find(&opponent).map(|(name, command)| {
            let (out, told) = mpsc::channel(256);
            let token = self.table.companion_token();
            tokio::spawn(Companion::new(conn, name, token, command, self.door.clone()).keep(told));
            out
        });
        if out.is_none() && !opponent.is_person() {
            let missing = notice(Fault::Engine, "There is no such engine here.");
            self.lines.iter_mut().for_each(|line| line.tell(&missing));
        }
        self.seated = (!opponent.is_person()).then(|| Box::new(Seated { conn, opponent, out }));
    }

    fn hang_up(&mut self, conn: Conn, end: End) {
        let Some(place) = self.lines.iter().position(|line| line.conn == conn) else { return };
        self.lines.swap_remove(place).close(end);
        self.step(Input::Gone { conn });
    }

    /// What the network is told of the room follows what is agreed in it.
    fn show_size(&mut self) {
        let size = self.table.settings().board_size;
        if size != self.shown_size {
            self.shown_size = size;
            self.house.newest.tell(self.opened.number, size);
        }
    }

    /// What follows is said when the input is on the disk, and in this order; meanwhile the table goes on.
    fn step(&mut self, input: Input) {
        let millis = u64::try_from(self.origin.elapsed().as_millis()).unwrap_or(u64::MAX);
        let at = self.since.saturating_add(millis);
        let entry = self.house.journal.is_kept().then(|| play::table::Entry { at, input: input.clone() });
        let outputs = self.table.handle_on(Moment::from_millis(at), input, paper::fresh());
        let keep = outputs.first() == Some(&Output::Keep);
        let written = entry.filter(|_| keep).and_then(|entry| self.house.journal.entry(&self.id, entry));
        // Two are enough mostly, where a queue would begin with four.
        if self.unsaid.capacity() == 0 {
            self.unsaid.reserve_exact(2);
        }
        self.unsaid.push_back(Unsaid { written, outputs });
    }

    /// The disk has taken what the first of the unsaid follows from, or has not.
    fn written(&mut self, kept: bool) {
        if let Some(first) = self.unsaid.front_mut() {
            first.written = None;
        }
        self.note_kept(kept);
        self.speak();
    }

    /// Says what may be said, and hears from it who is gone.
    fn speak(&mut self) {
        while let Some(unsaid) = self.unsaid.pop_front_if(|unsaid| unsaid.written.is_none()) {
            let gone = self.say(&unsaid.outputs);
            paper::used(unsaid.outputs);
            // Who does not read what is said is not there.
            for (conn, end) in gone {
                self.hang_up(conn, end);
            }
        }
        if self.unsaid.is_empty() && self.unsaid.capacity() > 2 {
            self.unsaid = VecDeque::new();
        }
        self.deserted = match (self.lines.is_empty(), self.deserted) {
            (true, None) => Some(Instant::now()),
            (true, since) => since,
            (false, _) => None,
        };
    }

    /// A game that cannot be written down goes on; who plays it should know.
    fn note_kept(&mut self, kept: bool) {
        if self.unkept == kept {
            self.unkept = !kept;
            let text = if kept { KEPT_AGAIN } else { NOT_KEPT };
            self.lines.iter_mut().for_each(|line| line.tell(&notice(Fault::Unkept, text)));
        }
    }

    fn seated_at(&self, conn: Conn) -> Option<&mpsc::Sender<Told>> {
        self.seated.as_ref().filter(|seated| seated.conn == conn)?.out.as_ref()
    }

    /// What is said to one socket goes out in one piece.
    fn say(&mut self, outputs: &[Output]) -> Vec<(Conn, End)> {
        let mut gone = Vec::new();
        paper::write(outputs, |written| {
            for line in &mut self.lines {
                let end = line.send(written.to(line.conn));
                gone.extend(end.map(|end| (line.conn, end)));
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

    fn describe(&self) -> Listed {
        Listed {
            room: self.id.clone(),
            title: self.opened.title.clone(),
            number: self.opened.number,
            settings: self.table.settings().clone(),
            names: self.table.names().map(|name| name.map(str::to_owned)),
            free: self.table.is_free(),
            playing: self.table.is_unfinished(),
            peer: false,
        }
    }
}
