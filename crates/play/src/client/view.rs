//! What a page shows of the table.

use moment::Moment;
use rules::go::{Color, Move, Point};

use super::{Client, Ending, HostViolation};
use crate::clock::Reading;
use crate::kifu::{Kifu, Stage};
use crate::protocol::{ErrorCode, Seats};

impl Client {
    pub fn is_connected(&self) -> bool {
        self.connected
    }

    /// The room has let this side in.
    pub fn is_joined(&self) -> bool {
        self.joined
    }

    /// Has a seat, or wants one.
    pub fn is_player(&self) -> bool {
        self.role == super::Role::Player
    }

    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// This side's in the game that is on, or in the next one.
    pub fn color(&self) -> Option<Color> {
        if self.kifu.is_some() { self.color } else { self.seats.you }
    }

    pub fn kifu(&self) -> Option<&Kifu> {
        self.kifu.as_ref()
    }

    /// Counts the games of this room.
    pub fn game(&self) -> u32 {
        self.game
    }

    /// Black's and White's in the game.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    pub fn is_over(&self) -> bool {
        self.kifu.as_ref().is_some_and(|kifu| matches!(kifu.stage(), Stage::Over(_)))
    }

    /// This side's move for the turn that is on.
    pub fn chosen(&self) -> Option<Move> {
        let next = self.next();
        self.committed.as_ref().filter(|committed| committed.turn == next).map(|committed| committed.mv)
    }

    pub fn has_chosen(&self) -> bool {
        self.chosen().is_some()
    }

    /// The room has this side's move.
    pub fn is_acknowledged(&self) -> bool {
        self.acknowledged
    }

    pub fn opponent_is_ready(&self) -> bool {
        self.opponent.ready
    }

    pub fn is_your_turn(&self) -> bool {
        let (Some(kifu), Some(color)) = (&self.kifu, self.color) else { return false };
        let turn = kifu.to_play().is_none_or(|to_play| to_play == color);
        let free = !self.has_chosen() && !self.is_behind() && !self.seats.adjourned;
        kifu.stage() == Stage::Play && turn && free
    }

    /// Turns are still missing here.
    pub(super) fn is_behind(&self) -> bool {
        self.next() < self.latest
    }

    /// What a clock shows now, reckoned on from what the room last said.
    pub fn reading(&self, color: Color, now: Moment) -> Reading {
        let shown = self.timers.reading(color);
        let control = self.kifu.as_ref().and_then(|kifu| kifu.settings().control());
        match control {
            Some(control) if self.timers.running[color as usize] && !self.is_over() => {
                shown.after(now.since(self.timers_at), control)
            }
            _ => shown,
        }
    }

    pub fn is_running(&self, color: Color) -> bool {
        self.timers.running[color as usize] && !self.is_over()
    }

    /// Stones marked as dead, and who has agreed to them.
    pub fn marks(&self) -> (&[Point], [bool; 2]) {
        (&self.marked, self.agreed)
    }

    /// So many turns back, as this player wants.
    pub fn takeback(&self, color: Color) -> Option<u32> {
        self.takebacks[color as usize]
    }

    pub fn wants_rematch(&self, color: Color) -> bool {
        self.rematches[color as usize]
    }

    pub fn wants_adjournment(&self, color: Color) -> bool {
        self.adjourns[color as usize]
    }

    /// Who said what.
    pub fn chat(&self) -> impl Iterator<Item = (&str, &str)> {
        self.chat.iter().map(|(from, message, _)| (from.as_str(), message.as_str()))
    }

    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    pub fn violation(&self) -> Option<HostViolation> {
        self.violation
    }

    pub fn last_refusal(&self) -> Option<(ErrorCode, &str)> {
        self.last_refusal.as_ref().map(|(code, message)| (*code, message.as_str()))
    }

    pub(super) fn next(&self) -> u32 {
        self.kifu.as_ref().map_or(0, Kifu::next)
    }
}
