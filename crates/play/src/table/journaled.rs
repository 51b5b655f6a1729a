//! A table together with its journal, for a page that runs the table itself and restores it after a reload.

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
    last_connection: u64,
}

impl JournaledTable {
    pub fn new(now: Moment, new_table: NewTable) -> JournaledTable {
        JournaledTable::resume(now, TableJournal { new_table, entries: Vec::new() })
    }

    pub fn resume(now: Moment, journal: TableJournal) -> JournaledTable {
        let mut table = JournaledTable {
            table: Table::resume(&journal.new_table, journal.entries.iter().cloned()),
            since: journal.entries.last().map_or(0, |entry| entry.at.saturating_add(1)),
            begun: now,
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
        let millis = u64::try_from(now.since(self.begun).as_millis()).unwrap_or(u64::MAX);
        let at = self.since.saturating_add(millis);
        if self.table.is_journaled(Moment::from_millis(at), &input) {
            self.journal.entries.push(JournalEntry { at, input: input.for_journal() });
        }
        self.table.handle(Moment::from_millis(at), input)
    }

    pub fn deadline(&self) -> Option<Moment> {
        let at = self.table.deadline()?;
        let millis = u64::try_from(at.since_origin().as_millis()).unwrap_or(u64::MAX);
        Some(self.begun + std::time::Duration::from_millis(millis.saturating_sub(self.since)))
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
