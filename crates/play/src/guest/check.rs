//! What this side did itself, held against what the host says it did.

use std::fmt;

use rules::go::{Color, Move, Outcome};

use super::Guest;
use crate::kifu::{Event, Half, Lie, Link};

/// How the host was found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deceit {
    Record(Lie),
    /// The opponent's commitment was another one before.
    OtherCommitment {
        turn: u32,
    },
    /// A move of ours that we did not make.
    Forged {
        turn: u32,
    },
    /// Something that takes our consent, without it.
    Unasked {
        turn: u32,
    },
    /// Not the record that we saw before.
    Rewritten {
        turn: u32,
    },
}

impl fmt::Display for Deceit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deceit::Record(lie) => lie.fmt(f),
            Deceit::OtherCommitment { .. } => f.write_str("the opponent's commitment was exchanged"),
            Deceit::Forged { .. } => f.write_str("a move of yours that you did not make"),
            Deceit::Unasked { .. } => f.write_str("something happened that takes your consent"),
            Deceit::Rewritten { .. } => f.write_str("the record is not the one you saw before"),
        }
    }
}

impl std::error::Error for Deceit {}

impl Guest {
    pub(super) fn compare_with_own(&self, link: &Link) -> Result<(), Deceit> {
        let turn = link.turn;
        if let (Some((game, seen, chain)), Some(kifu)) = (self.seen_before, &self.kifu)
            && (kifu.id(), turn) == (game, seen)
            && chain != link.chain
        {
            return Err(Deceit::Rewritten { turn });
        }
        let Some(color) = self.color else { return Ok(()) };
        match &link.event {
            Event::Turn { black_move, white_move } => {
                let halves = [black_move, white_move];
                self.compare_promises(turn, halves[color as usize], halves[color.other() as usize])
            }
            Event::Move { color: whose, mv, passed_for: None, .. } if *whose == color => {
                self.compare_move(turn, *mv)
            }
            _ if turn <= self.on_trust => Ok(()),
            Event::TakenBack { turns } if self.consent.takeback != Some(*turns) => {
                Err(Deceit::Unasked { turn })
            }
            Event::Ended { result, dead } => {
                let resigned = *result == Outcome::Resigned { winner: color.other() };
                let counted = !dead.is_empty() && self.consent.dead.as_ref() != Some(dead);
                let unasked = resigned && !self.consent.resigned || counted;
                if unasked { Err(Deceit::Unasked { turn }) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    fn compare_promises(&self, turn: u32, own: &Half, other: &Half) -> Result<(), Deceit> {
        let promise = self.promise.as_ref().filter(|promise| promise.turn == turn);
        match promise {
            // A pass made for us has no nonce; whether we were too late only the host can know.
            Some(promise) if own.passed_for.is_none() && own.commit != Some(promise.commit) => {
                return Err(Deceit::Forged { turn });
            }
            None if own.passed_for.is_none() && turn > self.on_trust => return Err(Deceit::Forged { turn }),
            _ => {}
        }
        let told_before = self.opponent.commit;
        let shown = self.opponent.shown_to && turn == self.next();
        if shown && other.passed_for.is_none() && other.commit != told_before {
            return Err(Deceit::OtherCommitment { turn });
        }
        Ok(())
    }

    fn compare_move(&self, turn: u32, mv: Move) -> Result<(), Deceit> {
        let promise = self.promise.as_ref().filter(|promise| promise.turn == turn);
        match promise {
            Some(promise) if promise.mv == mv => Ok(()),
            None if turn <= self.on_trust => Ok(()),
            _ => Err(Deceit::Forged { turn }),
        }
    }

    /// Our own commitment for a turn of this game.
    pub(super) fn committed(
        &self,
        color: Color,
        mv: Move,
        nonce: crate::protocol::Nonce,
    ) -> Option<super::Promise> {
        let kifu = self.kifu.as_ref()?;
        let (game, turn) = (kifu.id(), kifu.next());
        let commit = crate::kifu::commitment(game, turn, color, mv, &nonce);
        Some(super::Promise { game, turn, mv, nonce, commit })
    }
}
