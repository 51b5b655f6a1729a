//! How fast and how strong the bot is. `cargo xtask bench bot [PART…] [--games N] [--threads N] [--seconds S] [--seed N]`,
//! where a part is one of those below; without one all are measured, which takes hours. `gnugo` also takes `--size N`,
//! `--opponent LEVEL`, `--level NAME` and `--move-seconds S`, `steps` takes `--step WORD`, `--size N`, `--game ordinary|simultaneous` and `--simulations N` (instead of time),
//! or `--set NAME=NUMBER`, once or more, to play with other parameters against those that are built in.
//! Time is the CPU time of one thread, because machines are shared. The result of each game is written at once to
//! target/bench/bot-games.jsonl, so that an interrupted run has still measured something.

mod endings;
mod games;
mod gnugo;
mod matches;
mod playouts;
mod steps;
mod stop;
mod time;

use anyhow::{Context, Result, bail};
use bot::Level;
use games::wilson;
use serde_json::json;

/// One measurement with its 95 % confidence bounds and its minimum.
pub struct Figure {
    what: String,
    value: f64,
    bounds: [f64; 2],
    target: f64,
    detail: String,
}

pub struct Options {
    /// Overrides the default number of games.
    games: Option<u32>,
    threads: usize,
    /// CPU time for each move where both sides get the same.
    seconds: f64,
    seed: u64,
    /// Against GNU Go: the board, its level, ours, and the CPU time a move.
    size: u32,
    opponent: u32,
    level: Level,
    move_seconds: Option<f64>,
    /// Which step, and in which game.
    step: Option<String>,
    simultaneous: Option<bool>,
    /// For each move instead of CPU time.
    simulations: Option<u32>,
    /// Other values of parameters.
    changes: Vec<(String, f32)>,
}

impl Options {
    /// The share of wins that is wanted against GNU Go.
    fn target(&self) -> f64 {
        match (self.size, self.opponent) {
            (9, _) => 60.0,
            (13, _) => 40.0,
            _ => 25.0,
        }
    }
}

type Measure = fn(&Options) -> Result<Vec<Figure>>;

const PARTS: [(&str, Measure); 10] = [
    ("playouts", playouts::measure),
    ("stop", stop::measure),
    ("time", time::measure),
    ("random", games::against_random),
    ("prior", games::without_contested_prior),
    ("alternating", games::against_alternating),
    ("ladder", games::ladder),
    ("gnugo", gnugo::measure),
    ("endings", endings::measure),
    ("steps", steps::measure),
];

pub fn run(json: bool) -> Result<()> {
    let (parts, options) = read_options(std::env::args().skip(2))?;
    let mut figures = Vec::new();
    for (name, measure) in PARTS {
        if parts.is_empty() || parts.iter().any(|part| part == name) {
            for figure in measure(&options).with_context(|| format!("measuring {name}"))? {
                figure.print();
                figures.push(figure);
            }
        }
    }
    if json {
        let figures: Vec<_> = figures.iter().map(Figure::to_json).collect();
        crate::write_json("bot", &json!(figures))?;
    }
    Ok(())
}

fn read_options(mut args: impl Iterator<Item = String>) -> Result<(Vec<String>, Options)> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut options = Options {
        games: None,
        threads: cores,
        seconds: 0.1,
        seed: 1,
        size: 9,
        opponent: 10,
        level: Level::Max,
        move_seconds: None,
        step: None,
        simultaneous: None,
        simulations: None,
        changes: Vec::new(),
    };
    let mut parts = Vec::new();
    while let Some(arg) = args.next() {
        let mut value = || args.next().with_context(|| format!("{arg} needs a number"));
        match arg.as_str() {
            "--json" => {}
            "--games" => options.games = Some(value()?.parse()?),
            "--threads" => options.threads = value()?.parse()?,
            "--seconds" => options.seconds = value()?.parse()?,
            "--size" => options.size = value()?.parse()?,
            "--opponent" => options.opponent = value()?.parse()?,
            "--level" => options.level = Level::from_name(&value()?).context("there is no such level")?,
            "--move-seconds" => options.move_seconds = Some(value()?.parse()?),
            "--step" => options.step = Some(value()?),
            "--game" => options.simultaneous = Some(value()? == "simultaneous"),
            "--set" => {
                let change = value()?;
                let (name, number) = change.split_once('=').context("--set needs NAME=NUMBER")?;
                options.changes.push((name.to_owned(), number.parse()?));
            }
            "--simulations" => options.simulations = Some(value()?.parse()?),
            "--seed" => options.seed = value()?.parse()?,
            part if PARTS.iter().any(|(name, _)| *name == part) => parts.push(arg),
            other => {
                bail!("no part of this is called {other:?}; there are: {}", PARTS.map(|(n, _)| n).join(", "))
            }
        }
    }
    Ok((parts, options))
}

impl Figure {
    fn print(&self) {
        let [low, high] = self.bounds;
        let met = if self.value >= self.target { "met" } else { "NOT met" };
        println!(
            "{}: {:.1} ({low:.1} to {high:.1}), at least {} {met}; {}",
            self.what, self.value, self.target, self.detail
        );
    }

    fn to_json(&self) -> serde_json::Value {
        json!({
            "what": self.what, "value": self.value, "low": self.bounds[0], "high": self.bounds[1],
            "target": self.target, "met": self.value >= self.target, "detail": self.detail,
        })
    }
}

/// CPU time of this thread, in seconds.
fn cpu() -> f64 {
    crate::process::thread_cpu_time().as_secs_f64()
}
