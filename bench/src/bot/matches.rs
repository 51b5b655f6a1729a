//! Games between two ways of playing, ordinary or simultaneous, counted without the dead stones.

use anyhow::Result;
use bot::{Level, Playouts, Search, Settings, Tuning, Turn};
use rules::go::simultaneous::{self, Variant};
use rules::go::{Color, Count, Marking, Move, Points, Position, Rules, Size};

use super::cpu;

const KOMI: Points = Points::halves(15);
/// Turns in a row with less than this chance, after which a player resigns.
const RESIGN_AFTER: u32 = 3;
const RESIGN_CHANCE: f32 = 0.1;

#[derive(Clone, Copy)]
pub struct Contender {
    pub settings: Settings,
    /// CPU time for each move; endless if only simulations are counted.
    pub seconds: f64,
    /// Whose mistakes are made; none: the best move is played.
    pub level: Option<Level>,
}

/// What is played, on a square board.
#[derive(Clone, Copy)]
pub struct Game {
    pub simultaneous: bool,
    pub lines: u32,
}

enum State {
    Turns(Position),
    Both(simultaneous::Position),
}

impl State {
    fn new(game: Game) -> Result<State> {
        let size = Size::square(game.lines)?;
        Ok(match game.simultaneous {
            true => State::Both(simultaneous::Position::new(size, Variant::Red)),
            false => State::Turns(Position::new(size).with_rules(Rules::CHINESE)),
        })
    }

    fn game(&self) -> bot::Game<'_> {
        match self {
            State::Turns(position) => position.into(),
            State::Both(position) => position.into(),
        }
    }

    fn is_over(&self, turns: u32) -> bool {
        match self {
            State::Turns(position) => position.passes() >= 2 || turns > 3 * position.size().area() as u32,
            State::Both(position) => position.end().is_some(),
        }
    }

    /// Black's lead in quarters, dead stones removed.
    fn lead(&self, seed: u64) -> i32 {
        let mut playouts = Playouts::new(self.game(), Tuning::default().policy, seed);
        for _ in 0..400 {
            playouts.play();
        }
        let dead = playouts.dead();
        match self {
            State::Both(position) => position.area(&dead).lead(0),
            State::Turns(position) => {
                let mut marking = Marking::default();
                for at in dead {
                    if !marking.is_dead(at) {
                        marking.toggle(position.board(), at);
                    }
                }
                let score = Count::of(position, &marking).score(Rules::CHINESE, KOMI, 0);
                score.lead(Color::Black).in_quarters()
            }
        }
    }
}

/// The first contender's result, and the number of turns.
pub fn play(contenders: [Contender; 2], game: Game, first_is_black: bool, seed: u64) -> Result<(f64, u32)> {
    let mut state = State::new(game)?;
    let by_color = if first_is_black { contenders } else { [contenders[1], contenders[0]] };
    let komi = if game.simultaneous { 0.0 } else { KOMI.in_quarters() as f32 / 4.0 };
    let mut searches = [0, 1].map(|side: usize| {
        let settings = Settings { komi, ..by_color[side].settings };
        Search::new(state.game(), settings, 2 * seed + side as u64)
    });
    let (mut hopeless, mut turns) = ([0; 2], 0);
    let for_first = |black: f64| if first_is_black { black } else { 1.0 - black };
    while !state.is_over(turns) {
        turns += 1;
        let mut choose = |side: usize| {
            let start = cpu();
            while cpu() - start < by_color[side].seconds && !searches[side].step(16).is_done() {}
            let (root, color) = (searches[side].root(), Color::BOTH[side]);
            hopeless[side] = if root.win_rate(color) < RESIGN_CHANCE { hopeless[side] + 1 } else { 0 };
            match by_color[side].level {
                Some(level) => level.choose(&root, color, seed ^ u64::from(turns) << 32),
                None => root.best(color),
            }
        };
        let turn = match &state {
            State::Turns(position) => Turn::One(choose(position.to_play() as usize)),
            State::Both(_) => Turn::Both { black: choose(0), white: choose(1) },
        };
        if let Some(loser) = hopeless.iter().position(|turns| *turns >= RESIGN_AFTER) {
            return Ok((for_first(loser as f64), turns));
        }
        state = match (&state, turn) {
            (State::Both(position), Turn::Both { black, white }) => {
                State::Both(position.turn(black, white)?.position)
            }
            (State::Turns(position), Turn::One(mv)) => {
                State::Turns(position.play(mv).or_else(|_| position.play(Move::Pass))?)
            }
            _ => anyhow::bail!("a turn of the other game"),
        };
        searches.iter_mut().for_each(|search| search.follow(turn, state.game()));
    }
    Ok((for_first(f64::from(state.lead(seed).signum() + 1) / 2.0), turns))
}
