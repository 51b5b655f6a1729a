//! What each step of the search is worth: the bot as it is against itself without that step, on 9x9 with the same CPU
//! time a move, in ordinary and in simultaneous Go. A sequential test ends a match once it is clear enough.

use anyhow::Result;
use bot::{Level, Playouts, Search, Settings, Tuning, Turn};
use rules::go::simultaneous::{self, Variant};
use rules::go::{Color, Count, Marking, Move, Points, Position, Rules, Size};

use super::games::{Tally, append_result};
use super::{Figure, Options, cpu};

const KOMI: Points = Points::halves(15);
/// Turns in a row with less than this chance, after which a player resigns.
const RESIGN_AFTER: u32 = 3;
const RESIGN_CHANCE: f32 = 0.1;
/// The sequential test: no gain against this many Elo points, both errors 5 %.
const GAIN: f64 = 30.0;
const ERROR: f64 = 0.05;
const MOST_GAMES: u32 = 400;

struct Step {
    name: &'static str,
    without: fn(&mut Tuning),
}

const STEPS: [Step; 4] = [
    Step {
        name: "saves and captures in playouts",
        without: |tuning| (tuning.policy.save, tuning.policy.take) = (0, 0),
    },
    Step { name: "patterns in playouts", without: |tuning| tuning.policy.pattern = 0 },
    Step {
        name: "captures and saves in priors",
        without: |tuning| {
            (tuning.priors.capture, tuning.priors.capture_many, tuning.priors.save) = (0.0, 0.0, 0.0);
        },
    },
    Step { name: "self-atari in priors", without: |tuning| tuning.priors.self_atari = 0.0 },
];

pub fn measure(options: &Options) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for step in STEPS.iter().filter(|step| options.step.as_ref().is_none_or(|name| step.name.contains(name)))
    {
        for simultaneous in [false, true] {
            if options.simultaneous.is_none_or(|wanted| wanted == simultaneous) {
                figures.push(play_match(step, simultaneous, options)?);
            }
        }
    }
    Ok(figures)
}

fn play_match(step: &Step, simultaneous: bool, options: &Options) -> Result<Figure> {
    let game = if simultaneous { "simultaneous" } else { "ordinary" };
    let mut without = Tuning::default();
    (step.without)(&mut without);
    let tunings = [Tuning::default(), without];
    let mut tally = Tally::default();
    for number in 0..options.games.unwrap_or(MOST_GAMES) {
        let seed = options.seed * 1_000_003 + u64::from(number);
        let (points, turns) = play(tunings, simultaneous, number.is_multiple_of(2), seed, options.seconds)?;
        tally.add(points, turns);
        append_result(&format!("{}, {game}", step.name), number, points, turns)?;
        if tally.log_likelihood_ratio(GAIN).abs() > ((1.0 - ERROR) / ERROR).ln() {
            break;
        }
    }
    let what =
        format!("% with {} against without, {game} 9x9, {} s of CPU a move", step.name, options.seconds);
    let mut figure = tally.figure(&what, 50.0);
    figure.detail += &format!(", log-likelihood ratio {:.2}", tally.log_likelihood_ratio(GAIN));
    Ok(figure)
}

enum State {
    Turns(Position),
    Both(simultaneous::Position),
}

impl State {
    fn new(simultaneous: bool) -> Result<State> {
        let size = Size::square(9)?;
        Ok(match simultaneous {
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
            State::Turns(position) => position.passes() >= 2 || turns > 250,
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

/// The first tuning's result, and the number of turns.
fn play(
    tunings: [Tuning; 2],
    simultaneous: bool,
    first_is_black: bool,
    seed: u64,
    seconds: f64,
) -> Result<(f64, u32)> {
    let mut state = State::new(simultaneous)?;
    let by_color = if first_is_black { tunings } else { [tunings[1], tunings[0]] };
    let komi = if simultaneous { 0.0 } else { KOMI.in_quarters() as f32 / 4.0 };
    let mut searches = [0, 1].map(|side: usize| {
        let settings =
            Settings { simulations: u32::MAX, komi, tuning: by_color[side], ..Settings::new(Level::Max) };
        Search::new(state.game(), settings, 2 * seed + side as u64)
    });
    let (mut hopeless, mut turns) = ([0; 2], 0);
    let for_first = |black: f64| if first_is_black { black } else { 1.0 - black };
    while !state.is_over(turns) {
        turns += 1;
        let mut choose = |side: usize| {
            let start = cpu();
            while cpu() - start < seconds && !searches[side].step(16).is_done() {}
            let (root, color) = (searches[side].root(), Color::BOTH[side]);
            hopeless[side] = if root.win_rate(color) < RESIGN_CHANCE { hopeless[side] + 1 } else { 0 };
            root.best(color)
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
