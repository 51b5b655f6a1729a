//! Matches of simultaneous Go on 9x9: the bot against a random player, against itself with an alternating search, and
//! each level against the one below. Colours alternate; a side whose winning chance is below 10 % for three turns
//! resigns.

use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use bot::{Level, Search, Settings, Tuning, Turn, TurnModel};
use rules::go::simultaneous::{Position, Variant};
use rules::go::{Color, Move, Point, Size};
use serde_json::json;

use super::matches::{self, Contender, Game};
use super::{Figure, Options, cpu};

#[derive(Clone, Copy)]
enum Player {
    /// Any legal point.
    Random,
    /// This many simulations per move.
    Simulations(u32),
    /// As many simulations as Medium, with this many virtual losses on contested points.
    Contested(f32),
    /// This much CPU time per move, with a simultaneous or an alternating search.
    Seconds { seconds: f64, alternating: bool },
}

pub fn against_random(options: &Options) -> Result<Vec<Figure>> {
    let what = "wins of 100 against a random player at 300 simulations";
    let tally = play_match("random", [Player::Simulations(300), Player::Random], 100, options)?;
    Ok(vec![tally.figure(what, 100.0)])
}

pub fn against_alternating(options: &Options) -> Result<Vec<Figure>> {
    let player = |alternating| Player::Seconds { seconds: options.seconds, alternating };
    let tally = play_match("alternating", [player(false), player(true)], 200, options)?;
    let what = format!("% against the same code as if moves alternated, {} s of CPU a move", options.seconds);
    let mut lower = tally.figure("  its lower bound", 60.0);
    lower.value = lower.bounds[0];
    Ok(vec![tally.figure(&what, 70.0), lower])
}

/// Each level against the one below.
pub fn ladder(options: &Options) -> Result<Vec<Figure>> {
    let kinds =
        [false, true].into_iter().filter(|kind| options.simultaneous.is_none_or(|wanted| wanted == *kind));
    let pairs = kinds.flat_map(|simultaneous| Level::ALL.windows(2).map(move |pair| (simultaneous, pair)));
    let wanted =
        |(_, pair): &(bool, &[Level])| options.step.as_ref().is_none_or(|name| pair[1].name() == name);
    pairs.filter(wanted).map(|(simultaneous, pair)| levels(pair, simultaneous, options)).collect()
}

fn levels(pair: &[Level], simultaneous: bool, options: &Options) -> Result<Figure> {
    let size = Size::square(9)?;
    let contender = |level| Contender {
        settings: Settings::new(level, size),
        seconds: f64::INFINITY,
        level: Some(level),
    };
    let game = if simultaneous { "simultaneous" } else { "ordinary" };
    let name = format!("{} against {}, {game} 9x9", pair[1].name(), pair[0].name());
    let mut tally = Tally::default();
    for number in 0..options.games.unwrap_or(100) {
        let seed = options.seed * 1_000_003 + u64::from(number);
        let contenders = [contender(pair[1]), contender(pair[0])];
        let (points, turns) =
            matches::play(contenders, Game { simultaneous, lines: 9 }, number.is_multiple_of(2), seed)?;
        tally.add(points, turns);
        append_result(&name, number, points, turns)?;
    }
    Ok(tally.figure(&format!("% for {name}"), 70.0))
}

/// Whether the prior for contested points helps.
pub fn without_contested_prior(options: &Options) -> Result<Vec<Figure>> {
    let weight = Tuning::default().priors.collision;
    let players = [Player::Contested(weight), Player::Contested(0.0)];
    let what = format!("% with a prior of {weight} against both wanting a point, against none");
    Ok(vec![play_match("prior", players, 400, options)?.figure(&what, 50.0)])
}

#[derive(Default)]
pub struct Tally {
    points: f64,
    games: u32,
    turns: u32,
}

impl Tally {
    /// A draw is half a point.
    pub fn add(&mut self, points: f64, turns: u32) {
        self.points += points;
        self.games += 1;
        self.turns += turns;
    }

    /// Of this gain in Elo points against none.
    pub fn log_likelihood_ratio(&self, gain: f64) -> f64 {
        let games = f64::from(self.games.max(1));
        let share = self.points / games;
        let expected = 1.0 / (1.0 + 10_f64.powf(-gain / 400.0));
        // With one point and one loss more, so that a run of wins has a variance.
        let smoothed = (self.points + 1.0) / (games + 2.0);
        let variance = smoothed * (1.0 - smoothed);
        games * (expected - 0.5) * (2.0 * share - 0.5 - expected) / (2.0 * variance)
    }

    pub fn figure(&self, what: &str, target: f64) -> Figure {
        let games = f64::from(self.games.max(1));
        let share = self.points / games;
        Figure {
            what: what.to_owned(),
            value: 100.0 * share,
            bounds: wilson(share, games).map(|bound| 100.0 * bound),
            target,
            detail: format!(
                "{} points of {} games, {:.0} turns a game",
                self.points,
                self.games,
                f64::from(self.turns) / games
            ),
        }
    }
}

/// Wilson's interval at 95 %; it also holds near 0 and 1.
pub fn wilson(share: f64, games: f64) -> [f64; 2] {
    let z2 = 1.96_f64.powi(2);
    let middle = (share + z2 / (2.0 * games)) / (1.0 + z2 / games);
    let spread =
        1.96 * (share * (1.0 - share) / games + z2 / (4.0 * games * games)).sqrt() / (1.0 + z2 / games);
    [middle - spread, middle + spread]
}

/// The first player's result; the games are distributed over the threads.
fn play_match(name: &str, players: [Player; 2], games: u32, options: &Options) -> Result<Tally> {
    let games = options.games.unwrap_or(games);
    let next = AtomicU32::new(0);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        let work = || {
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= games {
                    return Ok(());
                }
                let (points, turns) =
                    play(players, game.is_multiple_of(2), options.seed * 1_000_003 + u64::from(game))?;
                let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
                tally.add(points, turns);
                append_result(name, game, points, turns)?;
            }
        };
        let threads: Vec<_> = (0..options.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|_| anyhow::bail!("a game broke off")))
    })?;
    Ok(tally.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Written after each game, so that an interrupted run loses nothing.
pub fn append_result(name: &str, game: u32, points: f64, turns: u32) -> Result<()> {
    let folder = std::path::Path::new("target/bench");
    std::fs::create_dir_all(folder)?;
    let mut file = std::fs::File::options().create(true).append(true).open(folder.join("bot-games.jsonl"))?;
    Ok(writeln!(file, "{}", json!({ "match": name, "game": game, "points": points, "turns": turns }))?)
}

fn play(players: [Player; 2], first_is_black: bool, seed: u64) -> Result<(f64, u32)> {
    let mut position = Position::new(Size::square(9)?, Variant::Red);
    let colors = if first_is_black { Color::BOTH } else { [Color::White, Color::Black] };
    let mut minds =
        [0, 1].map(|seat: usize| SearchPlayer::new(players[seat], colors[seat], 2 * seed + seat as u64));
    let mut last = None;
    while position.end().is_none() {
        if let Some(loser) = minds.iter().position(|mind| mind.hopeless >= RESIGN_AFTER) {
            return Ok((loser as f64, position.turns()));
        }
        let [one, other] = &mut minds;
        let choices = [one.choose(&position, last), other.choose(&position, last)];
        let [black, white] = if first_is_black { choices } else { [choices[1], choices[0]] };
        position = position.turn(black, white)?.position;
        last = Some(Turn::Both { black, white });
    }
    let lead = position.area(&[]).lead(0) * if first_is_black { 1 } else { -1 };
    Ok((f64::from(lead.signum() + 1) / 2.0, position.turns()))
}

/// Turns in a row with less than this chance.
const RESIGN_AFTER: u32 = 3;
const RESIGN_CHANCE: f32 = 0.1;

struct SearchPlayer {
    player: Player,
    color: Color,
    rng: fastrand::Rng,
    search: Option<Search>,
    hopeless: u32,
}

impl SearchPlayer {
    fn new(player: Player, color: Color, seed: u64) -> SearchPlayer {
        SearchPlayer { player, color, rng: fastrand::Rng::with_seed(seed), search: None, hopeless: 0 }
    }

    fn choose(&mut self, position: &Position, last: Option<Turn>) -> Move {
        match self.player {
            Player::Random => self.random_move(position),
            Player::Simulations(simulations) => {
                let settings = Settings::with_simulations(simulations);
                self.think(position, last, settings, f64::INFINITY)
            }
            Player::Contested(collision) => {
                let mut settings = Settings::with_simulations(300);
                settings.tuning.priors.collision = collision;
                self.think(position, last, settings, f64::INFINITY)
            }
            Player::Seconds { seconds, alternating } => {
                let turn_model =
                    if alternating { TurnModel::Alternating(self.color) } else { TurnModel::Simultaneous };
                let settings = Settings { turn_model, ..Settings::with_simulations(u32::MAX) };
                self.think(position, last, settings, seconds)
            }
        }
    }

    fn random_move(&mut self, position: &Position) -> Move {
        let legal = |at: &Point| position.legal(self.color, Move::Place(*at)).is_ok();
        let points: Vec<Point> = position.size().points().filter(legal).collect();
        if points.is_empty() { Move::Pass } else { Move::Place(points[self.rng.usize(..points.len())]) }
    }

    fn think(&mut self, position: &Position, last: Option<Turn>, settings: Settings, seconds: f64) -> Move {
        let start = cpu();
        let search = match (self.search.take(), last) {
            (Some(mut search), Some(turn)) => {
                search.follow(turn, position);
                search
            }
            _ => Search::new(position, settings, self.rng.u64(..)),
        };
        let search = self.search.insert(search);
        loop {
            if search.step(16).is_done() || cpu() - start >= seconds {
                break;
            }
        }
        let root = search.root();
        self.hopeless = if root.win_rate(self.color) < RESIGN_CHANCE { self.hopeless + 1 } else { 0 };
        root.best(self.color)
    }
}
