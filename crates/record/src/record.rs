//! One record of any game.

use std::ops::{Deref, DerefMut};

use crate::{ChessRecord, GameRecord, GameType, GoRecord, MatchRecord, Refusal};

/// A record of any game. It dereferences to [`GameRecord`] for what all games have in common; `go_mut` and `chess_mut`
/// return the record of one game or refuse.
#[derive(Clone)]
pub enum Record {
    Go(Box<GoRecord>),
    Chess(Box<ChessRecord>),
    Backgammon(Box<MatchRecord>),
}

impl Record {
    pub fn go(&self) -> Option<&GoRecord> {
        if let Record::Go(record) = self { Some(record) } else { None }
    }

    pub fn chess(&self) -> Option<&ChessRecord> {
        if let Record::Chess(record) = self { Some(record) } else { None }
    }

    pub fn backgammon(&self) -> Option<&MatchRecord> {
        if let Record::Backgammon(record) = self { Some(record) } else { None }
    }

    pub fn go_mut(&mut self) -> Result<&mut GoRecord, Refusal> {
        if let Record::Go(record) = self { Ok(record) } else { Err(Refusal::OnlyFor(GameType::Go)) }
    }

    pub fn chess_mut(&mut self) -> Result<&mut ChessRecord, Refusal> {
        if let Record::Chess(record) = self { Ok(record) } else { Err(Refusal::OnlyFor(GameType::Chess)) }
    }
}

impl Deref for Record {
    type Target = dyn GameRecord;

    fn deref(&self) -> &Self::Target {
        match self {
            Record::Go(record) => &**record,
            Record::Chess(record) => &**record,
            Record::Backgammon(record) => &**record,
        }
    }
}

impl DerefMut for Record {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Record::Go(record) => &mut **record,
            Record::Chess(record) => &mut **record,
            Record::Backgammon(record) => &mut **record,
        }
    }
}

impl From<GoRecord> for Record {
    fn from(record: GoRecord) -> Record {
        Record::Go(Box::new(record))
    }
}

impl From<ChessRecord> for Record {
    fn from(record: ChessRecord) -> Record {
        Record::Chess(Box::new(record))
    }
}

impl From<MatchRecord> for Record {
    fn from(record: MatchRecord) -> Record {
        Record::Backgammon(Box::new(record))
    }
}
