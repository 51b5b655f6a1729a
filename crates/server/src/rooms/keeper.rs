//! One room: its table and its sockets in one task. Takes what the sockets bring, writes it down, and only then lets
//! the answers out.

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
use super::journal::Kept;
use super::line::{End, GOODBYE, Heard, Line};
use super::{House, Opened};

/// How long a room in which nothing is unfinished waits for somebody to come.
const LINGERS: Duration = Duration::from_secs(600);

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

/// What a room waits for.
enum Event {
    Note(Option<Box<Note>>),
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
}

pub(super) struct Keeper {
    id: String,
    opened: Opened,
    table: Table,
    house: Arc<House>,
    door: mpsc::Sender<Box<Note>>,
    seated: Option<Box<Seated>>,
    shown_size: u8,
    /// The moment at which this program took over.
    since: u64,
    origin: Instant,
    lines: Vec<Line>,
    deserted: Option<Instant>,
    /// The journal did not take the last entry.
    unkept: bool,
}

impl Keeper {
    pub(super) fn new(
        id: String,
        opened: Opened,
        house: Arc<House>,
        door: mpsc::Sender<Box<Note>>,
    ) -> Keeper {
        let table = Table::new(&opened.opening);
        Keeper::with(id, opened, table, house, door, 0)
    }

    /// Time goes on where it stopped: while nobody kept the room no clock ran.
    pub(super) fn resume(id: String, kept: Kept, house: Arc<House>, door: mpsc::Sender<Box<Note>>) -> Keeper {
        let since = kept.entries.last().map_or(0, |entry| entry.at + 1);
        let table = Table::resume(&kept.opened.opening, kept.entries);
        Keeper::with(id, kept.opened, table, house, door, since)
    }

    fn with(
        id: String,
        opened: Opened,
        table: Table,
        house: Arc<House>,
        door: mpsc::Sender<Box<Note>>,
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
            unkept: false,
        }
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Until nobody has been here for a while and nothing is unfinished.
    pub(super) async fn keep(mut self: Box<Self>, mut notes: mpsc::Receiver<Box<Note>>) {
        if self.since > 0 {
            Box::pin(self.handle(Input::Resumed)).await;
        }
        let mut alarm = pin!(sleep_until(self.wake()));
        loop {
            // What is done is boxed for as long as it takes: a room that waits is small.
            match poll_fn(|cx| self.poll(cx, &mut notes, alarm.as_mut())).await {
                Event::Note(Some(note)) => Box::pin(self.take(*note)).await,
                Event::Note(None) => return,
                Event::Heard(place, heard) => Box::pin(self.hear(place, heard)).await,
                Event::Due => Box::pin(self.look_around()).await,
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
        notes: &mut mpsc::Receiver<Box<Note>>,
        alarm: Pin<&mut Sleep>,
    ) -> Poll<Event> {
        if let Poll::Ready(note) = notes.poll_recv(cx) {
            return Poll::Ready(Event::Note(note));
        }
        for (place, line) in self.lines.iter_mut().enumerate() {
            if let Poll::Ready(heard) = line.poll(cx) {
                return Poll::Ready(Event::Heard(place, heard));
            }
        }
        alarm.poll(cx).map(|()| Event::Due)
    }

    fn wake(&self) -> Instant {
        let deadline = self.table.deadline().map(|at| {
            let millis = u64::try_from(at.since_origin().as_millis()).unwrap_or(u64::MAX);
            // A millisecond late rather than early, which would wake it twice.
            self.origin + Duration::from_millis(millis.saturating_sub(self.since).saturating_add(1))
        });
        let forgotten = self.deserted.filter(|_| !self.table.is_unfinished()).map(|since| since + LINGERS);
        let lines = self.lines.iter().map(Line::deadline);
        let later = Instant::now() + LINGERS;
        deadline.into_iter().chain(forgotten).chain(lines).min().unwrap_or(later)
    }

    fn is_forgotten(&self) -> bool {
        !self.table.is_unfinished() && self.deserted.is_some_and(|since| since.elapsed() >= LINGERS)
    }

    async fn take(&mut self, note: Note) {
        match note {
            Note::Came { conn, stream, early } => {
                let mut line = Line::new(conn, stream, &early);
                if self.unkept {
                    line.tell(&notice(Fault::Unkept, NOT_KEPT));
                }
                self.lines.push(line);
                let place = self.lines.len() - 1;
                if let Some(line) = self.lines.last_mut() {
                    let heard = line.hear();
                    self.hear(place, heard).await;
                }
            }
            Note::Said { conn, asked } => self.handle(Input::Asked { conn, round_trip: 0, asked }).await,
            Note::Unable { conn, why } => self.handle(Input::Unable { conn, why }).await,
            // Whoever asked may have gone.
            Note::Describe(tell) => drop(tell.send(self.describe())),
        }
    }

    async fn hear(&mut self, place: usize, heard: Heard) {
        let Some(line) = self.lines.get_mut(place) else { return };
        let (conn, round_trip) = (line.conn, line.round_trip);
        let slow = line.flush();
        for asked in heard.asked {
            self.handle(Input::Asked { conn, round_trip, asked }).await;
        }
        if let Some(end) = heard.end.or(slow) {
            self.hang_up(vec![(conn, end)]).await;
        }
    }

    /// Pings, notices who is gone, and lets the table do what has fallen due.
    async fn look_around(&mut self) {
        let now = Instant::now();
        let gone = self.lines.iter_mut().filter_map(|line| Some((line.conn, line.look(now)?))).collect();
        self.hang_up(gone).await;
        self.handle(Input::Wake).await;
    }

    async fn handle(&mut self, input: Input) {
        let outputs = self.step(input).await;
        let gone = self.let_out(outputs);
        // Who does not read what is said is not there.
        self.hang_up(gone).await;
        self.show_size();
        self.see_to_companion().await;
        self.deserted = match (self.lines.is_empty(), self.deserted) {
            (true, None) => Some(Instant::now()),
            (true, since) => since,
            (false, _) => None,
        };
    }

    /// The host's own player comes when somebody is here to play with, and leaves with the last of them.
    async fn see_to_companion(&mut self) {
        let wanted = &self.table.settings().opponent;
        if wanted.is_person() && self.seated.is_none() {
            return;
        }
        let stays = |seated: &Seated| seated.opponent == *wanted && !self.lines.is_empty();
        if let Some(seated) = self.seated.take_if(|seated| !stays(seated)) {
            let outputs = self.step(Input::Gone { conn: seated.conn }).await;
            self.let_out(outputs);
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

    /// Each, and those who are found to be gone when the others are told.
    async fn hang_up(&mut self, mut gone: Vec<(Conn, End)>) {
        while let Some((conn, end)) = gone.pop() {
            let Some(place) = self.lines.iter().position(|line| line.conn == conn) else { continue };
            self.lines.swap_remove(place).close(end);
            let outputs = self.step(Input::Gone { conn }).await;
            gone.extend(self.let_out(outputs));
        }
        if self.lines.is_empty() {
            self.deserted.get_or_insert_with(Instant::now);
        }
    }

    /// What the network is told of the room follows what is agreed in it.
    fn show_size(&mut self) {
        let size = self.table.settings().board_size;
        if size != self.shown_size {
            self.shown_size = size;
            self.house.newest.tell(self.opened.number, size);
        }
    }

    async fn step(&mut self, input: Input) -> Vec<Output> {
        let millis = u64::try_from(self.origin.elapsed().as_millis()).unwrap_or(u64::MAX);
        let at = self.since.saturating_add(millis);
        let entry = self.house.journal.is_kept().then(|| play::table::Entry { at, input: input.clone() });
        let outputs = self.table.handle(Moment::from_millis(at), input);
        if let (Some(entry), true) = (entry, outputs.first() == Some(&Output::Keep)) {
            let kept = self.house.journal.entry(&self.id, entry).await;
            self.note_kept(kept);
        }
        outputs
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
    fn let_out(&mut self, outputs: Vec<Output>) -> Vec<(Conn, End)> {
        let mut gone = Vec::new();
        let (mut rest, mut written) = (Vec::with_capacity(256), None);
        for output in &outputs {
            match output {
                Output::Keep => {}
                Output::Tell { to, told } => {
                    // Mostly all are told the same, one after the other.
                    if written != Some(&told.tell) {
                        rest.clear();
                        told.tell.write_rest(&mut rest);
                        written = Some(&told.tell);
                    }
                    if let Some(line) = self.lines.iter_mut().find(|line| line.conn == *to) {
                        line.tell_rest(told, &rest);
                    } else if let Some(out) = self.seated_at(*to) {
                        // One that does not listen says so itself by what it says next.
                        drop(out.try_send(told.clone()));
                    }
                }
                Output::Close { conn } => gone.push((*conn, GOODBYE)),
            }
        }
        gone.extend(self.lines.iter_mut().filter_map(|line| Some((line.conn, line.flush()?))));
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
        }
    }
}
