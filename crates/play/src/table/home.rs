//! A table that a page keeps by itself, with everything it has heard, so that it goes on after the page was closed.

use serde::{Deserialize, Serialize};

use super::{Conn, Entry, Input, Opening, Output, Table};
use crate::Moment;
use crate::protocol::{Ask, Asked};

/// What a page has to keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    pub opening: Opening,
    pub entries: Vec<Entry>,
}

#[derive(Debug)]
pub struct HomeTable {
    table: Table,
    saved: Saved,
    /// The table's time goes on where it stopped; its clocks know nothing of pages.
    since: u64,
    begun: Moment,
    conns: u64,
}

impl HomeTable {
    pub fn new(now: Moment, opening: Opening) -> HomeTable {
        HomeTable::resume(now, Saved { opening, entries: Vec::new() })
    }

    pub fn resume(now: Moment, saved: Saved) -> HomeTable {
        let mut home = HomeTable {
            table: Table::resume(&saved.opening, saved.entries.iter().cloned()),
            since: saved.entries.last().map_or(0, |entry| entry.at.saturating_add(1)),
            begun: now,
            conns: saved.entries.iter().filter_map(|entry| entry.input.conn()).max().map_or(0, |conn| conn.0),
            saved,
        };
        if !home.saved.entries.is_empty() {
            home.handle(now, Input::Resumed);
        }
        home
    }

    pub fn saved(&self) -> &Saved {
        &self.saved
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    /// A connection that never was before.
    pub fn new_conn(&mut self) -> Conn {
        self.conns = self.conns.saturating_add(1);
        Conn(self.conns)
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Output> {
        let millis = u64::try_from(now.since(self.begun).as_millis()).unwrap_or(u64::MAX);
        let at = self.since.saturating_add(millis);
        let entry = Entry { at, input: input.kept() };
        let outputs = self.table.handle(Moment::from_millis(at), input);
        if outputs.first() == Some(&Output::Keep) {
            self.saved.entries.push(entry);
        }
        outputs
    }

    pub fn deadline(&self) -> Option<Moment> {
        let at = self.table.deadline()?;
        let millis = u64::try_from(at.since_origin().as_millis()).unwrap_or(u64::MAX);
        Some(self.begun + std::time::Duration::from_millis(millis.saturating_sub(self.since)))
    }
}

impl Input {
    fn conn(&self) -> Option<Conn> {
        match self {
            Input::Asked { conn, .. } | Input::Gone { conn } | Input::Unable { conn, .. } => Some(*conn),
            Input::Wake | Input::Resumed => None,
        }
    }

    /// An attempt to connect is over when the page is closed: of its long words only the number is kept.
    fn kept(&self) -> Input {
        match self {
            Input::Asked { conn, round_trip, asked } if asked.ask.is_signal() => {
                let asked = Asked { ask: Ask::WebrtcConnected { attempt: 0 }, ..asked.clone() };
                Input::Asked { conn: *conn, round_trip: *round_trip, asked }
            }
            input => input.clone(),
        }
    }
}
