//! Compares the record that the host sends with what this side did itself.

use std::fmt;

use rules::go::{Color, Move, Outcome};

use super::current_game::CurrentGame;
use super::{CommittedMove, SavedSeat};
use crate::kifu::{Event, HalfTurn, Kifu, Link, RecordViolation, commitment};
use crate::protocol::{Digest, Nonce};

/// How the host misreported the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostViolation {
    Record(RecordViolation),
    /// The opponent's commitment differs from the one sent before.
    ChangedCommitment {
        turn: u32,
    },
    /// A move of ours that we did not make.
    ForgedMove {
        turn: u32,
    },
    /// Something that needs our consent happened without it.
    WithoutConsent {
        turn: u32,
    },
    /// Not the record that we saw before.
    Rewritten {
        turn: u32,
    },
}

impl fmt::Display for HostViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostViolation::Record(violation) => violation.fmt(f),
            HostViolation::ChangedCommitment { .. } => {
                f.write_str("your opponent’s hidden move was replaced")
            }
            HostViolation::ForgedMove { .. } => f.write_str("it recorded a move that you did not make"),
            HostViolation::WithoutConsent { .. } => f.write_str("it did something that needs your consent"),
            HostViolation::Rewritten { .. } => f.write_str("its record differs from what you saw before"),
        }
    }
}

impl std::error::Error for HostViolation {}

impl CurrentGame {
    pub(super) fn compare_with_own(&self, seat: &SavedSeat, link: &Link) -> Result<(), HostViolation> {
        let turn = link.turn;
        if let Some((game, seen, chain)) = seat.seen
            && (self.kifu.id(), turn) == (game, seen)
            && chain != link.chain
        {
            return Err(HostViolation::Rewritten { turn });
        }
        let Some(color) = self.color else { return Ok(()) };
        match &link.event {
            Event::Turn { black_move, white_move } => {
                let halves = [black_move, white_move];
                self.compare_halves(seat, turn, halves[color as usize], halves[color.other() as usize])
            }
            Event::Move { color: whose, mv, passed_for: None, .. } if *whose == color => {
                self.compare_move(seat, turn, *mv)
            }
            _ if turn <= self.trusted_up_to => Ok(()),
            Event::TakenBack { turns } if self.turn.takeback_consent != Some(*turns) => {
                Err(HostViolation::WithoutConsent { turn })
            }
            Event::Ended { result, dead } => {
                let resigned = *result == Outcome::Resigned { winner: color.other() };
                let counted = !dead.is_empty() && self.consent.dead.as_ref() != Some(dead);
                let without_consent = resigned && !self.consent.resigned || counted;
                if without_consent { Err(HostViolation::WithoutConsent { turn }) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    fn compare_halves(
        &self,
        seat: &SavedSeat,
        turn: u32,
        own: &HalfTurn,
        other: &HalfTurn,
    ) -> Result<(), HostViolation> {
        match seat.committed_for(turn) {
            // A pass made for us has no nonce; whether we were too late only the host can know.
            Some(committed) if own.passed_for.is_none() && own.commit != Some(committed.commit) => {
                return Err(HostViolation::ForgedMove { turn });
            }
            None if own.passed_for.is_none() && turn > self.trusted_up_to => {
                return Err(HostViolation::ForgedMove { turn });
            }
            _ => {}
        }
        let opponent = self.turn.opponent;
        let shown = opponent.revealed_to && turn == self.kifu.next();
        if shown && other.passed_for.is_none() && other.commit != opponent.commit {
            return Err(HostViolation::ChangedCommitment { turn });
        }
        Ok(())
    }

    fn compare_move(&self, seat: &SavedSeat, turn: u32, mv: Move) -> Result<(), HostViolation> {
        match seat.committed_for(turn) {
            Some(committed) if committed.mv == mv => Ok(()),
            None if turn <= self.trusted_up_to => Ok(()),
            _ => Err(HostViolation::ForgedMove { turn }),
        }
    }
}

impl CommittedMove {
    /// For the next turn of this game.
    pub(super) fn new(kifu: &Kifu, color: Color, mv: Move, nonce: Nonce) -> CommittedMove {
        let (game, turn) = (kifu.id(), kifu.next());
        let commit = commitment(game, turn, color, mv, &nonce);
        CommittedMove { game, turn, mv, nonce, commit }
    }
}

impl SavedSeat {
    /// Both have chosen, and the commitment that stands is known: the last, unless a change came too late.
    pub(super) fn settle(&mut self, standing: Option<Digest>) {
        let all = || self.earlier.iter().chain(&self.committed);
        let found = match standing {
            Some(standing) => all().find(|committed| committed.commit == standing),
            None => all().next(),
        };
        if let Some(found) = found.cloned() {
            self.committed = Some(found);
            self.earlier.clear();
        }
    }
}
