//! What each step of the search is worth: the bot as it is against itself without that step, on 9x9 with the same CPU
//! time a move, in ordinary and in simultaneous Go. A sequential test ends a match once it is clear enough.

use anyhow::{Context, Result};
use bot::{Settings, Tuning};

use super::games::{Tally, append_result};
use super::matches::{self, Contender, Game};
use super::{Figure, Options};

/// The sequential test: no gain against this many Elo points, both errors 5 %.
const GAIN: f64 = 30.0;
const ERROR: f64 = 0.05;
const MOST_GAMES: u32 = 400;

struct Step {
    name: &'static str,
    without: fn(&mut Tuning),
}

const STEPS: [Step; 10] = [
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
    Step { name: "refusing self-atari in playouts", without: |tuning| tuning.policy.self_atari = 0 },
    Step { name: "ladders", without: |tuning| (tuning.policy.ladder, tuning.priors.ladder) = (false, 0.0) },
    Step { name: "less RAVE", without: |tuning| tuning.joint_weights.rave = tuning.weights.rave },
    Step { name: "openings", without: |tuning| tuning.opening = false },
    Step { name: "playing on after two passes", without: |tuning| tuning.play_on = false },
    Step { name: "stopping early", without: |tuning| tuning.stop_early = false },
];

pub fn measure(options: &Options) -> Result<Vec<Figure>> {
    if !options.changes.is_empty() {
        return measure_changes(options);
    }
    let mut figures = Vec::new();
    for step in STEPS.iter().filter(|step| options.step.as_ref().is_none_or(|name| step.name.contains(name)))
    {
        for simultaneous in [false, true] {
            if options.simultaneous.is_none_or(|wanted| wanted == simultaneous) {
                figures.push(play_step(step, simultaneous, options)?);
            }
        }
    }
    Ok(figures)
}

/// The bot with other parameters, as named by `--set`, against the bot as it is.
fn measure_changes(options: &Options) -> Result<Vec<Figure>> {
    let mut changed = Tuning::default();
    for (name, value) in &options.changes {
        let parameter = parameter(&mut changed, name);
        parameter.with_context(|| format!("there is no parameter {name:?}"))?.set(*value);
    }
    let names: Vec<String> = options.changes.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let games =
        [false, true].into_iter().filter(|game| options.simultaneous.is_none_or(|wanted| wanted == *game));
    games.map(|game| play_match(&names.join(", "), [changed, Tuning::default()], game, options)).collect()
}

enum Parameter<'a> {
    Games(&'a mut f32),
    Share(&'a mut u8),
    Switch(&'a mut bool),
}

impl Parameter<'_> {
    fn set(self, value: f32) {
        match self {
            Parameter::Games(old) => *old = value,
            Parameter::Share(old) => *old = value as u8,
            Parameter::Switch(old) => *old = value != 0.0,
        }
    }
}

fn parameter<'a>(tuning: &'a mut Tuning, name: &str) -> Option<Parameter<'a>> {
    let Tuning { policy, priors, weights, joint_weights, margin, .. } = tuning;
    Some(match name {
        "policy.ladder" => Parameter::Switch(&mut policy.ladder),
        "policy.save" => Parameter::Share(&mut policy.save),
        "policy.take" => Parameter::Share(&mut policy.take),
        "policy.pattern" => Parameter::Share(&mut policy.pattern),
        "policy.self_atari" => Parameter::Share(&mut policy.self_atari),
        other => Parameter::Games(match other {
            "rave" => &mut weights.rave,
            "explore" => &mut weights.explore,
            "joint.rave" => &mut joint_weights.rave,
            "joint.explore" => &mut joint_weights.explore,
            "margin" => margin,
            "even" => &mut priors.even,
            "capture" => &mut priors.capture,
            "capture_many" => &mut priors.capture_many,
            "save" => &mut priors.save,
            "pattern" => &mut priors.pattern,
            "near" => &mut priors.near[0],
            "near2" => &mut priors.near[1],
            "near3" => &mut priors.near[2],
            "self_atari" => &mut priors.self_atari,
            "edge" => &mut priors.edge,
            "collision" => &mut priors.collision,
            "ladder" => &mut priors.ladder,
            _ => return None,
        }),
    })
}

fn play_step(step: &Step, simultaneous: bool, options: &Options) -> Result<Figure> {
    let mut without = Tuning::default();
    (step.without)(&mut without);
    play_match(step.name, [Tuning::default(), without], simultaneous, options)
}

fn play_match(name: &str, tunings: [Tuning; 2], simultaneous: bool, options: &Options) -> Result<Figure> {
    let game = if simultaneous { "simultaneous" } else { "ordinary" };
    let mut tally = Tally::default();
    let contenders = tunings.map(|tuning| Contender {
        settings: Settings { tuning, ..Settings::with_simulations(options.simulations.unwrap_or(u32::MAX)) },
        seconds: if options.simulations.is_some() { f64::INFINITY } else { options.seconds },
        level: None,
    });
    for number in 0..options.games.unwrap_or(MOST_GAMES) {
        let seed = options.seed * 1_000_003 + u64::from(number);
        let (points, turns) = matches::play(
            contenders,
            Game { simultaneous, lines: options.size },
            number.is_multiple_of(2),
            seed,
        )?;
        tally.add(points, turns);
        append_result(&format!("{name}, {game} {0}x{0}", options.size), number, points, turns)?;
        if tally.log_likelihood_ratio(GAIN).abs() > ((1.0 - ERROR) / ERROR).ln() {
            break;
        }
    }
    let size = options.size;
    let time = match options.simulations {
        Some(simulations) => format!("{simulations} simulations"),
        None => format!("{} s of CPU", options.seconds),
    };
    let what = format!("% with {name} against without, {game} {size}x{size}, {time} a move");
    let mut figure = tally.figure(&what, 50.0);
    figure.detail += &format!(", log-likelihood ratio {:.2}", tally.log_likelihood_ratio(GAIN));
    Ok(figure)
}
