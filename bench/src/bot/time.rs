//! How long each level thinks about its first move, the longest of a game, on the usual boards.

use anyhow::Result;
use bot::{Level, Search, Settings};
use rules::go::{Position, Rules, Size};

use super::{Figure, Options, cpu};

/// Seconds of one core.
const LIMIT: f64 = 1.0;
const LIMIT_AT_MAX: f64 = 3.0;

pub fn measure(options: &Options) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for lines in [9, 13, 19] {
        for level in Level::ALL {
            figures.push(first_move(Size::square(lines)?, level, options));
        }
    }
    Ok(figures)
}

fn first_move(size: Size, level: Level, options: &Options) -> Figure {
    let mut settings = Settings::new(level, size);
    settings.tuning.stop_early = false;
    let position = Position::new(size).with_rules(Rules::CHINESE);
    let mut search = Search::new(&position, settings, options.seed);
    let start = cpu();
    while !search.step(64).is_done() {}
    let seconds = cpu() - start;
    let limit = if level == Level::Max { LIMIT_AT_MAX } else { LIMIT };
    let fits = limit / seconds;
    Figure {
        what: format!("times that a move of {0} fits into {limit} s, {1}x{1}", level.name(), size.width()),
        value: fits,
        bounds: [fits; 2],
        target: 1.0,
        detail: format!("{seconds:.2} s, {} simulations", settings.simulations),
    }
}
