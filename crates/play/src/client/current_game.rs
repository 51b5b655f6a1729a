//! The game on the table as this side knows it: the record it has verified, the turn that is on, and what both
//! players have asked for.

use rules::go::{Color, Point};

use super::Ending;
use crate::kifu::{Kifu, Stage};
use crate::protocol::{Digest, GameId, Settings};

#[derive(Clone, Debug)]
pub(super) struct CurrentGame {
    /// Counts the games of the room from 1.
    pub number: u32,
    pub kifu: Kifu,
    /// This side's; none for spectators.
    pub color: Option<Color>,
    /// Black's and White's.
    pub names: [String; 2],
    /// Entries up to here were in the record before this side joined, so they cannot be compared with its own actions.
    pub trusted_up_to: u32,
    /// The turn the table is at.
    pub latest: u32,
    pub turn: CurrentTurn,
    pub consent: Consent,
    /// Who wants a rematch, and who wants to adjourn.
    pub rematches: [bool; 2],
    pub adjourns: [bool; 2],
    pub ending: Option<Ending>,
}

/// What has happened since the last entry of the record.
#[derive(Clone, Debug, Default)]
pub(super) struct CurrentTurn {
    /// The table has this side's move.
    pub acknowledged: bool,
    pub opponent: Opponent,
    /// Who has chosen, as spectators are told.
    pub has_moved: [bool; 2],
    /// How many turns each player wants to take back.
    pub takebacks: [Option<u32>; 2],
    /// How many turns this side agreed to take back.
    pub takeback_consent: Option<u32>,
    pub marked_dead: Vec<Point>,
    /// Who has agreed to the marked stones.
    pub agreed: [bool; 2],
}

/// What is known of the opponent's half of this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Opponent {
    pub ready: bool,
    pub commit: Option<Digest>,
    /// Both have committed, and this side has revealed its move.
    pub revealed_to: bool,
}

/// What this side agreed to in this game. Some entries are violations without its consent.
#[derive(Clone, Debug, Default)]
pub(super) struct Consent {
    pub resigned: bool,
    pub dead: Option<Vec<Point>>,
}

impl CurrentGame {
    pub(super) fn new(number: u32, id: GameId, settings: Settings) -> CurrentGame {
        CurrentGame {
            number,
            kifu: Kifu::new(id, settings),
            color: None,
            names: [String::new(), String::new()],
            trusted_up_to: 0,
            latest: 0,
            turn: CurrentTurn::default(),
            consent: Consent::default(),
            rematches: [false; 2],
            adjourns: [false; 2],
            ending: None,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.kifu.stage(), Stage::Over(_))
    }

    /// Turns are still missing here.
    pub(super) fn is_behind(&self) -> bool {
        self.kifu.next() < self.latest
    }

    /// The last entry was written while this side was there.
    pub(super) fn has_news(&self) -> bool {
        self.kifu.next() > self.trusted_up_to.max(1)
    }

    /// Stones that both players have lost so far.
    pub(super) fn stones_lost(&self) -> u32 {
        Color::BOTH.map(|color| self.kifu.board().lost(color)).iter().sum()
    }
}
