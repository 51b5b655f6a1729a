//! Clocks and patience: whose clock runs, how long the game waits for somebody who is away, and what falls due.

use std::time::Duration;

use rules::go::{Color, Outcome};

use super::seat::Absence;
use super::turn::Turn;
use super::{Output, Phase, Table};
use crate::Moment;
use crate::protocol::{Reason, Settings, Tell, Told};

/// For showing what was promised.
pub const TO_REVEAL: Duration = Duration::from_secs(5);
/// How long the clocks wait for one player in one game.
pub const AWAY_IN_ALL: Duration = Duration::from_secs(300);
/// Away for so long while the other waits: lost.
pub const AWAY_IN_ONE_PIECE: Duration = Duration::from_secs(300);
/// A seat before the game, when nobody sits in it.
pub const SEAT_KEPT: Duration = Duration::from_secs(120);

const TICK: Duration = Duration::from_secs(1);
/// A tick that is due so soon goes out with what is said anyway: a packet costs a host more than another line in it.
const ALONG: Duration = Duration::from_millis(900);
/// While no clock runs: enough to notice what was missed.
const SLOW_TICK: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug)]
pub(super) enum Due {
    OutOfTime(Color),
    NotShown,
    /// The clocks have waited long enough.
    Impatient(Color),
    AwayTooLong(Color),
}

impl Table {
    /// When the table wants to be woken at the latest.
    pub fn deadline(&self) -> Option<Moment> {
        self.next_due.into_iter().chain(self.next_tick).min()
    }

    /// Lets happen what fell due, each thing at its own moment however late it is noticed.
    pub(super) fn catch_up_with(&mut self, now: Moment) -> bool {
        if self.next_due.is_none_or(|due| due > now) {
            return false;
        }
        let mut happened = false;
        // Each happens once; the bound is for a mistake that no test has found.
        for _ in 0..100 {
            let Some((at, due)) = self.due().filter(|(at, _)| *at <= now) else { break };
            happened = true;
            match due {
                Due::OutOfTime(color) => self.out_of_time(at, color),
                Due::NotShown => self.resolve(at),
                Due::Impatient(color) => self.grow_impatient(color),
                Due::AwayTooLong(color) => self.away_too_long(at, color),
            }
            self.settle(at);
        }
        happened
    }

    pub(super) fn due(&self) -> Option<(Moment, Due)> {
        let showing = match &self.phase {
            Phase::Play(Turn::Showing { clock, .. }) => clock.runs_out().map(|at| (at, Due::NotShown)),
            _ => None,
        };
        let of_players = Color::BOTH.into_iter().flat_map(|color| self.due_for(color));
        of_players.chain(showing).min_by_key(|(at, _)| *at)
    }

    fn due_for(&self, color: Color) -> impl Iterator<Item = (Moment, Due)> + use<> {
        let seat = self.seat(color);
        let out = seat.and_then(|seat| {
            let end = seat.clock.runs_out()?;
            Some((end + seat.lag.would_forgive(seat.round_trip), Due::OutOfTime(color)))
        });
        let away = seat.and_then(|seat| Some((seat.absence?, seat.waited_for)));
        let impatient = away.filter(|(absence, _)| !absence.impatient).map(|(absence, waited)| {
            (absence.since + AWAY_IN_ALL.saturating_sub(waited), Due::Impatient(color))
        });
        let patience = if matches!(self.phase, Phase::Lobby) { SEAT_KEPT } else { AWAY_IN_ONE_PIECE };
        let too_long = away.map(|(absence, _)| (absence.since + patience, Due::AwayTooLong(color)));
        [out, impatient, too_long].into_iter().flatten()
    }

    fn out_of_time(&mut self, now: Moment, color: Color) {
        let Some(seat) = self.seat_mut(color) else { return };
        seat.clock.run_down(now);
        seat.out = true;
        if self.settings_of_game().loss_on_time {
            return self.end(now, Reason::Time, Outcome::Time { winner: color.other() }, Vec::new());
        }
        let timers = self.timers(now);
        self.tell_all(Tell::TimeUpdate { timers });
        self.pass_for_the_late(now);
    }

    fn grow_impatient(&mut self, color: Color) {
        if let Some(absence) = self.seat_mut(color).and_then(|seat| seat.absence.as_mut()) {
            absence.impatient = true;
        }
    }

    fn away_too_long(&mut self, now: Moment, color: Color) {
        if matches!(self.phase, Phase::Lobby) {
            self.seats[color as usize] = None;
            self.nobody_is_ready();
            return self.tell_everybody_who_is_here();
        }
        self.end(now, Reason::Absence, Outcome::Forfeit { winner: color.other() }, Vec::new());
    }

    /// Starts and stops every clock as the table now stands. Doing it twice changes nothing.
    pub(super) fn settle(&mut self, now: Moment) {
        for color in Color::BOTH {
            let waited_for = self.is_waited_for(color);
            if let Some(seat) = self.seat_mut(color) {
                match (seat.absence, waited_for) {
                    (None, true) => {
                        let impatient = seat.waited_for >= AWAY_IN_ALL;
                        seat.absence = Some(Absence { since: now, impatient });
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
            let runs = self.is_thinking(color) && !self.is_paused(color);
            if let Some(seat) = self.seat_mut(color) {
                if runs { seat.clock.start(now) } else { seat.clock.pause(now) }
            }
        }
        let waits = self.is_waiting();
        if let Phase::Play(Turn::Showing { clock, .. }) = &mut self.phase {
            if waits { clock.pause(now) } else { clock.start(now) }
        }
        self.plan_tick(now);
    }

    /// Away while the other is here. In the lobby nobody else need be there.
    fn is_waited_for(&self, color: Color) -> bool {
        let away = self.seat(color).is_some_and(|seat| seat.conn.is_none());
        match self.phase {
            Phase::Lobby => away,
            Phase::Play(_) | Phase::Count(_) => away && !self.adjourned && self.is_present(color.other()),
            Phase::Over => false,
        }
    }

    fn is_thinking(&self, color: Color) -> bool {
        match &self.phase {
            Phase::Play(Turn::Choosing { promised }) => {
                promised[color as usize].is_none() && !self.is_out(color)
            }
            Phase::Play(Turn::InTurns) => {
                self.kifu().is_some_and(|kifu| kifu.to_play() == Some(color)) && !self.is_out(color)
            }
            _ => false,
        }
    }

    /// One who is away pauses both clocks until patience ends; then their own runs. With both away, or by agreement,
    /// the game is adjourned.
    fn is_paused(&self, color: Color) -> bool {
        if self.adjourned {
            return true;
        }
        match (self.is_present(color), self.is_present(color.other())) {
            (true, true) => false,
            (false, false) => true,
            (false, true) => !self.is_impatient_with(color),
            (true, false) => !self.is_out(color.other()),
        }
    }

    fn is_impatient_with(&self, color: Color) -> bool {
        self.seat(color).and_then(|seat| seat.absence).is_some_and(|absence| absence.impatient)
    }

    /// Whether nothing may fall due because somebody is away.
    fn is_waiting(&self) -> bool {
        let awaited = |color| !self.is_present(color) && !self.is_impatient_with(color);
        self.adjourned || Color::BOTH.into_iter().any(awaited)
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
            self.tell_all(Tell::TimeUpdate { timers });
        }
    }

    /// Tells the time along with other things, if every player is told something. The beginning of a turn tells it already.
    pub(super) fn tick_along(&mut self, now: Moment) {
        let tells_time = |told: &Told| matches!(told.tell, Tell::TurnStart { .. });
        if self.out.iter().any(|out| matches!(out, Output::Tell { told, .. } if tells_time(told))) {
            self.next_tick = None;
            return self.plan_tick(now);
        }
        let soon = self.next_tick.is_some_and(|tick| tick <= now + ALONG);
        let told = |conn| self.out.iter().any(|out| matches!(out, Output::Tell { to, .. } if *to == conn));
        let all = || self.seats.iter().flatten().filter_map(|seat| seat.conn).all(told);
        if soon && matches!(self.phase, Phase::Play(_)) && !self.out.is_empty() && all() {
            self.next_tick = None;
            let timers = self.timers(now);
            self.tell_all(Tell::TimeUpdate { timers });
            self.plan_tick(now);
        }
    }

    pub(super) fn settings_of_game(&self) -> &Settings {
        self.kifu().map_or(&self.settings, |kifu| kifu.settings())
    }
}
