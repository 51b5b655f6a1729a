//! Clocks and absences: whose clock runs, how long the game waits for an absent player, and what is due when.

use std::time::Duration;

use moment::Moment;
use rules::go::{Color, Outcome};

use super::seat::Absence;
use super::turn::Turn;
use super::{Output, Phase, Table};
use crate::protocol::{EndReason, ServerEvent, ServerMessage, Settings};

/// Time to reveal a committed move.
pub const REVEAL_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the clocks wait for one player, summed over a game.
pub const MAX_PAUSE_PER_GAME: Duration = Duration::from_secs(300);
/// A player who is away for this long while the other waits loses.
pub const MAX_ABSENCE: Duration = Duration::from_secs(300);
/// How long an absent player's seat is reserved before the game.
pub const EMPTY_SEAT_TIMEOUT: Duration = Duration::from_secs(120);

const TICK: Duration = Duration::from_secs(1);
/// A tick that is due within this time is sent along with other messages: another packet costs a host more.
const PIGGYBACK_WINDOW: Duration = Duration::from_millis(900);
/// While no clock runs: often enough for clients to notice missed messages.
const SLOW_TICK: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug)]
pub(super) enum TimedEvent {
    OutOfTime(Color),
    NotRevealed,
    /// The clocks stop waiting for this player.
    PauseOver(Color),
    AwayTooLong(Color),
}

impl Table {
    /// When the table has to be woken at the latest.
    pub fn deadline(&self) -> Option<Moment> {
        self.next_due.into_iter().chain(self.next_tick).min()
    }

    /// Runs the timed events that are due, each at its own moment, however late this is called.
    pub(super) fn run_due_events(&mut self, now: Moment) {
        if self.next_due.is_none_or(|due| due > now) {
            return;
        }
        // Each event happens once; the bound guards against a bug that would loop forever.
        for _ in 0..100 {
            let Some((at, due)) = self.due().filter(|(at, _)| *at <= now) else { break };
            match due {
                TimedEvent::OutOfTime(color) => self.out_of_time(at, color),
                TimedEvent::NotRevealed => self.resolve(at),
                TimedEvent::PauseOver(color) => self.stop_waiting(color),
                TimedEvent::AwayTooLong(color) => self.away_too_long(at, color),
            }
            self.update_clocks(at);
        }
    }

    pub(super) fn due(&self) -> Option<(Moment, TimedEvent)> {
        let showing = match &self.phase {
            Phase::Play(Turn::Revealing { clock, .. }) => {
                clock.runs_out().map(|at| (at, TimedEvent::NotRevealed))
            }
            _ => None,
        };
        let of_players = Color::BOTH.into_iter().flat_map(|color| self.due_for(color));
        of_players.chain(showing).min_by_key(|(at, _)| *at)
    }

    fn due_for(&self, color: Color) -> impl Iterator<Item = (Moment, TimedEvent)> + use<> {
        let seat = self.seat(color);
        let out = seat.and_then(|seat| {
            let end = seat.clock.runs_out()?;
            Some((end + seat.lag.compensation(seat.round_trip), TimedEvent::OutOfTime(color)))
        });
        // After a game nothing happens by itself: whoever comes next takes the seat of a player who has gone.
        let away = seat.filter(|_| !matches!(self.phase, Phase::Over));
        let away = away.and_then(|seat| Some((seat.absence?, seat.waited_for)));
        let pause_over = away.filter(|(absence, _)| !absence.pause_over).map(|(absence, waited)| {
            (absence.since + MAX_PAUSE_PER_GAME.saturating_sub(waited), TimedEvent::PauseOver(color))
        });
        let max_absence = if matches!(self.phase, Phase::Lobby) { EMPTY_SEAT_TIMEOUT } else { MAX_ABSENCE };
        let too_long = away.map(|(absence, _)| (absence.since + max_absence, TimedEvent::AwayTooLong(color)));
        [out, pause_over, too_long].into_iter().flatten()
    }

    fn out_of_time(&mut self, now: Moment, color: Color) {
        let Some(seat) = self.seat_mut(color) else { return };
        seat.clock.run_down(now);
        seat.out = true;
        if self.settings_of_game().loss_on_time {
            return self.end(now, EndReason::Time, Outcome::Time { winner: color.other() }, Vec::new());
        }
        let timers = self.timers(now);
        self.broadcast(ServerEvent::TimeUpdate { timers });
        self.pass_when_out_of_time(now);
    }

    fn stop_waiting(&mut self, color: Color) {
        if let Some(absence) = self.seat_mut(color).and_then(|seat| seat.absence.as_mut()) {
            absence.pause_over = true;
        }
    }

    fn away_too_long(&mut self, now: Moment, color: Color) {
        if matches!(self.phase, Phase::Lobby) {
            self.seats[color as usize] = None;
            self.nobody_is_ready();
            return self.broadcast_presence();
        }
        self.end(now, EndReason::Absence, Outcome::Forfeit { winner: color.other() }, Vec::new());
    }

    /// Starts and stops every clock according to the current state. Idempotent.
    pub(super) fn update_clocks(&mut self, now: Moment) {
        for color in Color::BOTH {
            let waited_for = self.is_waited_for(color);
            if let Some(seat) = self.seat_mut(color) {
                match (seat.absence, waited_for) {
                    (None, true) => {
                        let pause_over = seat.waited_for >= MAX_PAUSE_PER_GAME;
                        seat.absence = Some(Absence { since: now, pause_over });
                    }
                    (Some(absence), false) => {
                        seat.waited_for += now.since(absence.since);
                        seat.absence = None;
                    }
                    _ => {}
                }
            }
        }
        for color in Color::BOTH {
            let paused = self.is_paused(color);
            let runs = self.is_thinking(color) && !paused;
            if let Some(seat) = self.seat_mut(color) {
                if runs {
                    seat.clock.start(now);
                } else {
                    seat.clock.pause(now);
                }
                if let Some(thinking) = &mut seat.thinking {
                    if paused { thinking.pause(now) } else { thinking.start(now) }
                }
            }
        }
        let waits = self.is_waiting() || self.engine_has_to_reveal();
        if let Phase::Play(Turn::Revealing { clock, .. }) = &mut self.phase {
            if waits { clock.pause(now) } else { clock.start(now) }
        }
        self.plan_tick(now);
    }

    /// Away while the other player is present; before and after a game, away at all.
    fn is_waited_for(&self, color: Color) -> bool {
        let away = self.seat(color).is_some_and(|seat| seat.conn.is_none());
        match self.phase {
            Phase::Lobby | Phase::Over => away,
            Phase::Play(_) | Phase::Count(_) => away && !self.adjourned && self.is_present(color.other()),
        }
    }

    fn is_thinking(&self, color: Color) -> bool {
        match &self.phase {
            Phase::Play(Turn::Choosing { committed }) => {
                committed[color as usize].is_none() && !self.is_out(color)
            }
            Phase::Play(Turn::InTurns) => {
                self.kifu().is_some_and(|kifu| kifu.to_play() == Some(color)) && !self.is_out(color)
            }
            _ => false,
        }
    }

    /// An absence pauses both clocks until the pause is over; then the absent player's runs. With both away, or by
    /// agreement, the game is adjourned.
    fn is_paused(&self, color: Color) -> bool {
        if self.adjourned {
            return true;
        }
        match (self.is_present(color), self.is_present(color.other())) {
            (true, true) => false,
            (false, false) => true,
            (false, true) => !self.is_no_longer_waited_for(color),
            (true, false) => !self.is_out(color.other()),
        }
    }

    fn is_no_longer_waited_for(&self, color: Color) -> bool {
        self.seat(color).and_then(|seat| seat.absence).is_some_and(|absence| absence.pause_over)
    }

    /// Nothing is due while an absent player is waited for.
    fn is_waiting(&self) -> bool {
        let awaited = |color| !self.is_present(color) && !self.is_no_longer_waited_for(color);
        self.adjourned || Color::BOTH.into_iter().any(awaited)
    }

    /// The host's bot may have to find its move again first, if the host was restarted.
    fn engine_has_to_reveal(&self) -> bool {
        let Phase::Play(Turn::Revealing { committed, revealed, .. }) = &self.phase else { return false };
        let hidden = |color: Color| committed[color as usize].is_some() && revealed[color as usize].is_none();
        Color::BOTH
            .into_iter()
            .any(|color| hidden(color) && self.seat(color).is_some_and(|seat| self.is_engine(seat)))
    }

    fn plan_tick(&mut self, now: Moment) {
        if self.is_deserted() {
            self.next_tick = None;
            return;
        }
        let running = self.seats.iter().flatten().any(|seat| seat.clock.is_running());
        let latest = now + if running { TICK } else { SLOW_TICK };
        self.next_tick = Some(self.next_tick.map_or(latest, |tick| tick.min(latest)));
    }

    pub(super) fn tick(&mut self, now: Moment) {
        if self.next_tick.is_some_and(|tick| tick <= now) {
            self.next_tick = None;
            let timers = self.timers(now);
            self.broadcast(ServerEvent::TimeUpdate { timers });
        }
    }

    /// Sends a tick that is due soon together with other messages, if every player gets one. A turn start includes the time.
    pub(super) fn piggyback_tick(&mut self, now: Moment) {
        let has_time = |message: &ServerMessage| matches!(message.event, ServerEvent::TurnStart { .. });
        if self.out.iter().any(|out| matches!(out, Output::Send { message, .. } if has_time(message))) {
            self.next_tick = None;
            return self.plan_tick(now);
        }
        let soon = self.next_tick.is_some_and(|tick| tick <= now + PIGGYBACK_WINDOW);
        let gets_message =
            |conn| self.out.iter().any(|out| matches!(out, Output::Send { to, .. } if *to == conn));
        let all = || self.seats.iter().flatten().filter_map(|seat| seat.conn).all(gets_message);
        if soon && matches!(self.phase, Phase::Play(_)) && !self.out.is_empty() && all() {
            self.next_tick = None;
            let timers = self.timers(now);
            self.broadcast(ServerEvent::TimeUpdate { timers });
            self.plan_tick(now);
        }
    }

    pub(super) fn settings_of_game(&self) -> &Settings {
        self.kifu().map_or(&self.settings, |kifu| kifu.settings())
    }
}
