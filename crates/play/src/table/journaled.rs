//! A table together with its journal, for a page that runs the table itself and restores it after a reload.

use std::time::Duration;

use moment::Moment;
use serde::{Deserialize, Serialize};

use super::{ConnectionId, Input, JournalEntry, NewTable, Output, Table};
use crate::protocol::{ClientMessage, ClientRequest};

/// What a page stores to restore the table. The names are those of the stored JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableJournal {
    #[serde(rename = "opening")]
    pub new_table: NewTable,
    pub entries: Vec<JournalEntry>,
}

#[derive(Debug)]
pub struct JournaledTable {
    table: Table,
    journal: TableJournal,
    /// Milliseconds of table time before `begun`: the table's time continues where it stopped.
    since: u64,
    begun: Moment,
    /// Milliseconds in which the page did nothing, because its machine slept: they are nobody's.
    asleep: u64,
    last_connection: u64,
}

/// Later than this is no delay of a busy machine, nor of a page in the background.
const MAX_DELAY: u64 = 10_000;

impl JournaledTable {
    pub fn new(now: Moment, new_table: NewTable) -> JournaledTable {
        JournaledTable::resume(now, TableJournal { new_table, entries: Vec::new() })
    }

    pub fn resume(now: Moment, journal: TableJournal) -> JournaledTable {
        let mut table = JournaledTable {
            table: Table::resume(&journal.new_table, journal.entries.iter().cloned()),
            since: journal.entries.last().map_or(0, |entry| entry.at.saturating_add(1)),
            begun: now,
            asleep: 0,
            last_connection: journal
                .entries
                .iter()
                .filter_map(|entry| entry.input.conn())
                .max()
                .map_or(0, |conn| conn.0),
            journal,
        };
        if !table.journal.entries.is_empty() {
            table.handle(now, Input::Resumed);
        }
        table
    }

    pub fn journal(&self) -> &TableJournal {
        &self.journal
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    /// An id that was never used before.
    pub fn new_connection(&mut self) -> ConnectionId {
        self.last_connection = self.last_connection.saturating_add(1);
        ConnectionId(self.last_connection)
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Output> {
        let at = self.table_time(now);
        if self.table.is_journaled(Moment::from_millis(at), &input) {
            self.journal.entries.push(JournalEntry { at, input: input.for_journal() });
        }
        self.table.handle(Moment::from_millis(at), input)
    }

    pub fn deadline(&self) -> Option<Moment> {
        let millis = self.due()?.saturating_sub(self.since).saturating_add(self.asleep);
        Some(self.begun + Duration::from_millis(millis))
    }

    /// In the table's time.
    fn due(&self) -> Option<u64> {
        let at = self.table.deadline()?;
        Some(u64::try_from(at.since_origin().as_millis()).unwrap_or(u64::MAX))
    }

    /// The page wakes the table when something is due. If it is far too late, it was asleep meanwhile.
    fn table_time(&mut self, now: Moment) -> u64 {
        let millis = u64::try_from(now.since(self.begun).as_millis()).unwrap_or(u64::MAX);
        let at = self.since.saturating_add(millis).saturating_sub(self.asleep);
        let late = self.due().map_or(0, |due| at.saturating_sub(due));
        if late <= MAX_DELAY {
            return at;
        }
        self.asleep = self.asleep.saturating_add(late);
        at.saturating_sub(late)
    }
}

impl Input {
    fn conn(&self) -> Option<ConnectionId> {
        match self {
            Input::Message { conn, .. } | Input::Disconnected { conn } | Input::EngineFailed { conn, .. } => {
                Some(*conn)
            }
            Input::Wake | Input::Resumed => None,
        }
    }

    /// A direct connection does not survive a reload, so signaling messages are stored without their payload.
    fn for_journal(&self) -> Input {
        match self {
            Input::Message { conn, round_trip, message } if message.request.is_signal() => {
                let request = ClientRequest::WebrtcConnected { attempt: 0 };
                let message = ClientMessage { request, ..message.clone() };
                Input::Message { conn: *conn, round_trip: *round_trip, message }
            }
            input => input.clone(),
        }
    }
}
