//! One room and its table: takes what the sockets bring, writes it down, and only then lets the answers out.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use play::Moment;
use play::protocol::{Asked, Settings};
use play::table::{Conn, Input, Output, Table};
use serde::Serialize;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::Opened;
use super::journal::{Journal, Kept};
use super::size::NewestSize;

/// How long a room in which nothing is unfinished waits for somebody to come.
const LINGERS: Duration = Duration::from_secs(600);

pub(super) enum Note {
    Came { conn: Conn, out: mpsc::Sender<Utf8Bytes> },
    Said { conn: Conn, round_trip: u32, asked: Asked },
    Gone { conn: Conn },
    Describe(oneshot::Sender<Listed>),
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
    journal: Journal,
    newest: Arc<NewestSize>,
    shown_size: u8,
    /// The moment at which this program took over.
    since: u64,
    origin: Instant,
    sockets: HashMap<Conn, mpsc::Sender<Utf8Bytes>>,
    deserted: Option<Instant>,
}

impl Keeper {
    pub(super) fn new(id: String, opened: Opened, journal: Journal, newest: Arc<NewestSize>) -> Keeper {
        let table = Table::new(&opened.opening);
        Keeper::with(id, opened, table, journal, newest, 0)
    }

    /// Time goes on where it stopped: while nobody kept the room no clock ran.
    pub(super) fn resume(id: String, kept: Kept, journal: Journal, newest: Arc<NewestSize>) -> Keeper {
        let since = kept.entries.last().map_or(0, |entry| entry.at + 1);
        let table = Table::resume(&kept.opened.opening, kept.entries);
        Keeper::with(id, kept.opened, table, journal, newest, since)
    }

    fn with(
        id: String,
        opened: Opened,
        table: Table,
        journal: Journal,
        newest: Arc<NewestSize>,
        since: u64,
    ) -> Keeper {
        let origin = Instant::now();
        let deserted = Some(origin);
        let shown_size = table.settings().board_size;
        newest.tell(opened.number, shown_size);
        let sockets = HashMap::new();
        Keeper { id, opened, table, journal, newest, shown_size, since, origin, sockets, deserted }
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Until nobody has been here for a while and nothing is unfinished.
    pub(super) async fn keep(mut self, mut notes: mpsc::Receiver<Note>) {
        if self.since > 0 {
            self.handle(Input::Resumed).await;
        }
        loop {
            let wake = self.wake();
            tokio::select! {
                note = notes.recv() => match note {
                    Some(note) => self.take(note).await,
                    None => return,
                },
                () = sleep_until(wake) => self.handle(Input::Wake).await,
            }
            if self.is_forgotten() {
                self.journal.closed(&self.id).await;
                return;
            }
        }
    }

    fn wake(&self) -> Instant {
        let deadline = self.table.deadline().map(|at| {
            let millis = u64::try_from(at.since_origin().as_millis()).unwrap_or(u64::MAX);
            // A millisecond late rather than early, which would wake it twice.
            self.origin + Duration::from_millis(millis.saturating_sub(self.since).saturating_add(1))
        });
        let forgotten = self.deserted.filter(|_| !self.table.is_unfinished()).map(|since| since + LINGERS);
        let later = Instant::now() + LINGERS;
        deadline.into_iter().chain(forgotten).min().unwrap_or(later)
    }

    fn is_forgotten(&self) -> bool {
        !self.table.is_unfinished() && self.deserted.is_some_and(|since| since.elapsed() >= LINGERS)
    }

    async fn take(&mut self, note: Note) {
        match note {
            Note::Came { conn, out } => {
                self.sockets.insert(conn, out);
            }
            Note::Said { conn, round_trip, asked } => {
                self.handle(Input::Asked { conn, round_trip, asked }).await;
            }
            Note::Gone { conn } => self.hang_up(conn).await,
            // Whoever asked may have gone.
            Note::Describe(tell) => drop(tell.send(self.describe())),
        }
    }

    async fn hang_up(&mut self, conn: Conn) {
        if self.sockets.remove(&conn).is_some() {
            self.handle(Input::Gone { conn }).await;
        }
    }

    async fn handle(&mut self, input: Input) {
        let mut next = Some(input);
        let mut slow: Vec<Conn> = Vec::new();
        while let Some(input) = next.take() {
            let outputs = self.step(input).await;
            self.let_out(outputs, &mut slow);
            // Who does not read what is said is not there.
            while let Some(conn) = slow.pop() {
                if self.sockets.remove(&conn).is_some() {
                    next = Some(Input::Gone { conn });
                    break;
                }
            }
        }
        self.show_size();
        self.deserted = match (self.table.is_deserted(), self.deserted) {
            (true, None) => Some(Instant::now()),
            (true, since) => since,
            (false, _) => None,
        };
    }

    /// What the network is told of the room follows what is agreed in it.
    fn show_size(&mut self) {
        let size = self.table.settings().board_size;
        if size != self.shown_size {
            self.shown_size = size;
            self.newest.tell(self.opened.number, size);
        }
    }

    async fn step(&mut self, input: Input) -> Vec<Output> {
        let millis = u64::try_from(self.origin.elapsed().as_millis()).unwrap_or(u64::MAX);
        let at = self.since.saturating_add(millis);
        let entry = self.journal.is_kept().then(|| play::table::Entry { at, input: input.clone() });
        let outputs = self.table.handle(Moment::from_millis(at), input);
        if let (Some(entry), true) = (entry, outputs.contains(&Output::Keep)) {
            self.journal.entry(&self.id, &entry).await;
        }
        outputs
    }

    fn let_out(&mut self, outputs: Vec<Output>, slow: &mut Vec<Conn>) {
        for output in outputs {
            match output {
                Output::Keep => {}
                Output::Tell { to, told } => {
                    if let Some(out) = self.sockets.get(&to)
                        && out.try_send(told.write().into()).is_err()
                    {
                        slow.push(to);
                    }
                }
                // Its queue ends, and with it the socket.
                Output::Close { conn } => slow.push(conn),
            }
        }
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
