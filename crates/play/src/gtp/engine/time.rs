//! How long to think: from the time left that the controller reports, else from the time spent.

use std::time::Duration;

use rules::go::Color;

use super::board::Board;

/// Reserved for the transmission to the controller.
const RESERVE: Duration = Duration::from_millis(50);

#[derive(Debug, Default)]
pub(super) struct Times {
    settings: Option<Settings>,
    clocks: [Clock; 2],
}

#[derive(Clone, Copy, Debug)]
struct Settings {
    main: Duration,
    period: Duration,
    stones: u32,
}

/// What is left; `stones` is how many moves the period is for, 0 in main time.
#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    left: Duration,
    stones: u32,
}

impl Times {
    /// Canadian byo-yomi: a number of stones per period. A period for no stones means no limit.
    pub(super) fn set(&mut self, main: u32, period: u32, stones: u32) {
        let seconds = |n: u32| Duration::from_secs(n.into());
        let unlimited = period > 0 && stones == 0;
        self.settings =
            (!unlimited).then_some(Settings { main: seconds(main), period: seconds(period), stones });
        self.restart();
    }

    pub(super) fn restart(&mut self) {
        if let Some(settings) = self.settings {
            self.clocks = [Clock { left: settings.main, stones: 0 }.entered(settings); 2];
        }
    }

    pub(super) fn left(&mut self, color: Color, seconds: u32, stones: u32) {
        self.clocks[color as usize] = Clock { left: Duration::from_secs(seconds.into()), stones };
        // Without settings only the time left is known.
        self.settings.get_or_insert(Settings { main: Duration::ZERO, period: Duration::ZERO, stones: 0 });
    }

    pub(super) fn spent(&mut self, color: Color, time: Duration) {
        let Some(settings) = self.settings else { return };
        let clock = &mut self.clocks[color as usize];
        let over = time.saturating_sub(clock.left);
        clock.left = clock.left.saturating_sub(time);
        match clock.stones {
            0 => {
                let entered = clock.entered(settings);
                let into_period = if entered.stones > 0 && !over.is_zero() { over } else { Duration::ZERO };
                *clock = Clock { left: entered.left.saturating_sub(into_period), ..entered };
            }
            1 => *clock = Clock { left: settings.period, stones: settings.stones },
            _ => clock.stones -= 1,
        }
    }

    /// The limit for the next move; none without time control.
    pub(super) fn limit(&self, color: Color, board: &Board) -> Option<Duration> {
        let settings = self.settings?;
        let clock = self.clocks[color as usize];
        let share = match clock.stones {
            0 => clock.left / moves_to_come(board) + for_each_stone(settings.period, settings.stones),
            stones => clock.left / stones,
        };
        // Without byo-yomi, never more than what is left.
        let most = if clock.stones == 0 && settings.stones == 0 { clock.left } else { share };
        Some(share.min(most).saturating_sub(RESERVE))
    }
}

impl Clock {
    /// Into the first period, once main time is over.
    fn entered(self, settings: Settings) -> Clock {
        match self.left.is_zero() && self.stones == 0 && settings.stones > 0 {
            true => Clock { left: settings.period, stones: settings.stones },
            false => self,
        }
    }
}

fn for_each_stone(period: Duration, stones: u32) -> Duration {
    if stones == 0 { Duration::ZERO } else { period / stones }
}

/// An estimate: a third of the empty points, at least 12.
fn moves_to_come(board: &Board) -> u32 {
    let empty = board.size().points().filter(|at| board.at(*at).color().is_none()).count();
    u32::try_from(empty / 3).unwrap_or(u32::MAX).max(12)
}
