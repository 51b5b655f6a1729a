//! The clocks of a game with a time limit. What is left is written with each move (BL, WL, OB, OW), so that a game that
//! is continued later has no more time than before.

use std::time::Duration;

use moment::Moment;
use record::GameRecord;
use record::go::GoRecord;
use rules::go::{Color, Outcome};

use super::{LocalGame, Output, Phase};
use crate::clock::{Clock, Reading, TimeControl};
use crate::gtp;

/// Over how many moves the time left is spread.
const MOVES_AHEAD: u32 = 30;

pub(super) struct Clocks {
    control: TimeControl,
    clocks: [Clock; 2],
}

impl Clocks {
    /// With what the record says is left at its cursor.
    fn new(control: TimeControl, record: &GoRecord) -> Clocks {
        let clock = |color| Clock::showing(control, left(record, color, control));
        Clocks { control, clocks: Color::BOTH.map(clock) }
    }
}

fn left(record: &GoRecord, color: Color, control: TimeControl) -> Reading {
    let (time, moves) = properties(color);
    let line = record.tree().line(record.here());
    let last = line.into_iter().rev().find_map(|node| {
        let node = record.node(node);
        Some((node.number(time)?, node.integer(moves)))
    });
    match last {
        None => Reading::Base { left: control.base },
        Some((_, Some(periods))) if periods > 0 => {
            let periods = u8::try_from(periods).unwrap_or(u8::MAX).min(control.periods);
            Reading::ByoYomi { periods, left: control.period }
        }
        Some((seconds, _)) => {
            Reading::Base { left: Duration::try_from_secs_f64(seconds).unwrap_or_default() }
        }
    }
}

fn properties(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::Black => ("BL", "OB"),
        Color::White => ("WL", "OW"),
    }
}

impl LocalGame {
    /// With clocks that run while a player is to move.
    #[must_use]
    pub fn with_time(self, control: Option<TimeControl>) -> LocalGame {
        let clocks = control.map(|control| Clocks::new(control, &self.record));
        LocalGame { clocks, ..self }
    }

    pub fn time_control(&self) -> Option<TimeControl> {
        self.clocks.as_ref().map(|clocks| clocks.control)
    }

    pub fn reading(&self, color: Color, now: Moment) -> Reading {
        self.clocks.as_ref().map_or(Reading::Untimed, |clocks| clocks.clocks[color as usize].reading(now))
    }

    /// When the player to move loses on time.
    pub fn deadline(&self) -> Option<Moment> {
        self.clocks.iter().flat_map(|clocks| &clocks.clocks).find_map(Clock::runs_out)
    }

    /// What the clocks show, for an engine that is about to think.
    pub fn time_left(&self, now: Moment) -> Vec<gtp::Input<'static>> {
        let left = |color| match self.reading(color, now) {
            Reading::Base { left } => {
                Some(gtp::Input::TimeLeft { color, seconds: left.as_secs(), stones: 0 })
            }
            Reading::ByoYomi { left, .. } => {
                Some(gtp::Input::TimeLeft { color, seconds: left.as_secs(), stones: 1 })
            }
            Reading::Untimed | Reading::Out => None,
        };
        Color::BOTH.into_iter().filter_map(left).collect()
    }

    /// How long a player without a clock of its own should think about the next move; None without a time limit.
    pub fn thinking_time(&self, now: Moment) -> Option<Duration> {
        let clocks = self.clocks.as_ref()?;
        let control = clocks.control;
        match self.reading(self.position.to_play(), now) {
            Reading::Base { left } => {
                let share = left / MOVES_AHEAD + (control.increment + control.period) * 3 / 4;
                Some(share.min(left * 9 / 10))
            }
            Reading::ByoYomi { left, .. } => Some(left * 3 / 4),
            Reading::Untimed | Reading::Out => None,
        }
    }

    /// The game is lost by whose clock has run out.
    pub(super) fn check_time(&mut self, now: Moment) -> Vec<Output> {
        let Some(clocks) = &self.clocks else { return Vec::new() };
        let out = |color: &Color| {
            let clock = &clocks.clocks[*color as usize];
            clock.is_running() && clock.is_out(now)
        };
        let Some(loser) = Color::BOTH.into_iter().find(out) else { return Vec::new() };
        let mut outputs = self.cancel_query();
        outputs.append(&mut self.end(Outcome::Time { winner: loser.other() }));
        outputs
    }

    /// Runs the clock of the player whose move is awaited, and no other.
    pub(super) fn run_clocks(&mut self, now: Moment) {
        let running = match self.phase {
            Phase::ToMove | Phase::Thinking { .. } => Some(self.position.to_play()),
            Phase::Stuck { .. } | Phase::Counting(_) | Phase::Over(_) => None,
        };
        let Some(clocks) = &mut self.clocks else { return };
        for color in Color::BOTH {
            let clock = &mut clocks.clocks[color as usize];
            match running == Some(color) {
                true => clock.start(now),
                false => clock.pause(now),
            }
        }
    }

    /// Ends the turn of a player, whose move is at the record's cursor.
    pub(super) fn stop_clock(&mut self, now: Moment, color: Color) {
        let Some(clocks) = &mut self.clocks else { return };
        let clock = &mut clocks.clocks[color as usize];
        clock.stop(now, Duration::ZERO);
        let (time, moves) = properties(color);
        let reading = clock.reading(now);
        let (left, periods) = match reading {
            Reading::Base { left } => (left, None),
            Reading::ByoYomi { periods, left } => (left, Some(periods)),
            Reading::Untimed | Reading::Out => return,
        };
        // Digits are in every charset, so that this cannot fail.
        drop(self.record.set_property(time, &[&left.as_secs().to_string()]));
        if let Some(periods) = periods {
            drop(self.record.set_property(moves, &[&periods.to_string()]));
        }
    }
}
