//! How quickly a search stops: it can stop between two slices, so the longest slice is the longest delay.

use anyhow::Result;
use bot::{Game, Level, Search, Settings, Turn};
use rules::go::simultaneous::{self, Variant};
use rules::go::{Color, Position, Rules, Size};

use super::{Figure, Options, cpu};

/// As the programs do it.
const SLICE: u32 = 8;
const MAX_SLICE: f64 = 0.020;

pub fn measure(options: &Options) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for lines in [9, 19] {
        let size = Size::square(lines)?;
        let together = simultaneous::Position::new(size, Variant::Red);
        let (slices, search) = slices((&together).into(), size, options);
        figures.push(figure(&format!("simultaneous Go on {lines}x{lines}"), slices));
        if lines == 19 {
            figures.push(figure("going on after a turn on 19x19", vec![follow(together, search)?]));
        }
        let ordinary = Position::new(size).with_rules(Rules::CHINESE);
        figures.push(figure(
            &format!("ordinary Go on {lines}x{lines}"),
            self::slices((&ordinary).into(), size, options).0,
        ));
    }
    Ok(figures)
}

/// The CPU time of each slice of a whole search at Max.
fn slices(game: Game<'_>, size: Size, options: &Options) -> (Vec<f64>, Search) {
    let mut search = Search::new(game, Settings::new(Level::Max, size), options.seed);
    let mut slices = Vec::new();
    loop {
        let start = cpu();
        let progress = search.step(SLICE);
        slices.push(cpu() - start);
        if progress.is_done() {
            return (slices, search);
        }
    }
}

fn follow(position: simultaneous::Position, mut search: Search) -> Result<f64> {
    let (black, white) = (search.best(Color::Black), search.best(Color::White));
    let next = position.turn(black, white)?.position;
    let start = cpu();
    search.follow(Turn::Both { black, white }, &next);
    Ok(cpu() - start)
}

fn figure(what: &str, mut slices: Vec<f64>) -> Figure {
    slices.sort_by(f64::total_cmp);
    let [middle, longest] = [slices.len() / 2, slices.len() - 1].map(|n| slices[n]);
    Figure {
        what: format!("times that the longest wait fits into 20 ms, {what}"),
        value: MAX_SLICE / longest,
        bounds: [MAX_SLICE / longest, MAX_SLICE / middle],
        target: 1.0,
        detail: format!("longest {:.2} ms, half below {:.2} ms", 1e3 * longest, 1e3 * middle),
    }
}
