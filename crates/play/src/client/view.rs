//! What a page shows of the table.

use moment::Moment;
use rules::go::{Color, Move, Point};

use super::current_game::CurrentGame;
use super::{Client, Ending, HostViolation, Notice};
use crate::clock::Reading;
use crate::kifu::{Kifu, Stage};
use crate::protocol::{ErrorCode, Seats};

impl Client {
    pub fn is_connected(&self) -> bool {
        self.exchange.is_connected()
    }

    /// The room has let this side in.
    pub fn is_joined(&self) -> bool {
        self.exchange.is_joined()
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
        self.game.as_ref().map_or(self.seats.you, |game| game.color)
    }

    pub fn kifu(&self) -> Option<&Kifu> {
        self.game.as_ref().map(|game| &game.kifu)
    }

    /// Counts the games of this room; 0 before the first.
    pub fn game(&self) -> u32 {
        self.game.as_ref().map_or(0, |game| game.number)
    }

    /// Black's and White's in the game.
    pub fn names(&self) -> &[String; 2] {
        static NOBODY: [String; 2] = [String::new(), String::new()];
        self.game.as_ref().map_or(&NOBODY, |game| &game.names)
    }

    pub fn is_over(&self) -> bool {
        self.game.as_ref().is_some_and(CurrentGame::is_over)
    }

    /// This side's move for the turn that is on.
    pub fn chosen(&self) -> Option<Move> {
        self.seat.committed_for(self.next()).map(|committed| committed.mv)
    }

    pub fn has_chosen(&self) -> bool {
        self.chosen().is_some()
    }

    /// The move that this side has chosen can still be replaced by another: the opponent has not chosen.
    pub fn may_change(&self) -> bool {
        let Some(game) = self.game.as_ref().filter(|_| self.has_chosen()) else { return false };
        let simultaneous = game.kifu.settings().game.is_simultaneous();
        simultaneous && !game.turn.opponent.ready && !game.is_behind() && !self.seats.adjourned
    }

    /// For spectators: this player has chosen.
    pub fn has_moved(&self, color: Color) -> bool {
        self.game.as_ref().is_some_and(|game| game.turn.has_moved[color as usize])
    }

    /// The room has this side's move.
    pub fn is_acknowledged(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.turn.acknowledged)
    }

    pub fn opponent_is_ready(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.turn.opponent.ready)
    }

    pub fn is_your_turn(&self) -> bool {
        let Some(game) = &self.game else { return false };
        let Some(color) = game.color else { return false };
        let turn = game.kifu.to_play().is_none_or(|to_play| to_play == color);
        let free = !self.has_chosen() && !game.is_behind() && !self.seats.adjourned;
        game.kifu.stage() == Stage::Play && turn && free
    }

    /// What a clock shows now.
    pub fn reading(&self, color: Color, now: Moment) -> Reading {
        let game = self.game.as_ref().filter(|game| !game.is_over());
        self.clocks.reading(color, now, game.and_then(|game| game.kifu.settings().control()))
    }

    pub fn is_running(&self, color: Color) -> bool {
        self.clocks.is_running(color) && !self.is_over()
    }

    /// Stones marked as dead, and who has agreed to them.
    pub fn marks(&self) -> (&[Point], [bool; 2]) {
        match &self.game {
            Some(game) => (&game.turn.marked_dead, game.turn.agreed),
            None => (&[], [false; 2]),
        }
    }

    /// How many turns this player wants to take back.
    pub fn takeback(&self, color: Color) -> Option<u32> {
        self.game.as_ref().and_then(|game| game.turn.takebacks[color as usize])
    }

    pub fn wants_rematch(&self, color: Color) -> bool {
        self.game.as_ref().is_some_and(|game| game.rematches[color as usize])
    }

    pub fn wants_adjournment(&self, color: Color) -> bool {
        self.game.as_ref().is_some_and(|game| game.adjourns[color as usize])
    }

    /// Who said what.
    pub fn chat(&self) -> impl Iterator<Item = (&str, &str)> {
        self.chat.lines().map(|line| (line.from.as_str(), line.message.as_str()))
    }

    /// Who said what among the spectators, for one of them.
    pub fn spectator_chat(&self) -> impl Iterator<Item = (&str, &str)> {
        self.spectator_chat.lines().map(|line| (line.from.as_str(), line.message.as_str()))
    }

    /// This side's lines that wait to be sent.
    pub fn unsent_chat(&self) -> impl Iterator<Item = &str> {
        self.chat.waiting()
    }

    /// The last entry of the record was written while this side was there, not before it came.
    pub fn has_news(&self) -> bool {
        self.game.as_ref().is_some_and(CurrentGame::has_news)
    }

    pub fn notice(&self) -> Option<Notice> {
        self.notice
    }

    pub fn ending(&self) -> Option<Ending> {
        self.game.as_ref().and_then(|game| game.ending)
    }

    pub fn violation(&self) -> Option<HostViolation> {
        self.violation
    }

    pub fn last_refusal(&self) -> Option<(ErrorCode, &str)> {
        self.last_refusal.as_ref().map(|(code, message)| (*code, message.as_str()))
    }

    /// The number of the record's next entry; 0 before the first game.
    pub(super) fn next(&self) -> u32 {
        self.kifu().map_or(0, Kifu::next)
    }
}
