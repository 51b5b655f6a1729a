//! Mutated inputs for every fuzz target, in processes of their own: a panic ends a release build.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use fuzz::{MAX_TIME, Mutations, Runner, TARGETS, Target, corpus};

use super::{Counts, Options};

const INPUTS: usize = 1_000_000;
/// The command of the program with which it starts itself: target, seed, count, findings.
pub const INPUTS_COMMAND: &str = "check-inputs";

pub(super) fn mutated(options: &Options) -> Result<Counts> {
    let each = options.count(INPUTS).div_ceil(TARGETS.len());
    let (mut counts, mut slowest) = (Counts::default(), (0, ""));
    for target in TARGETS {
        let mut child = Command::new(env::current_exe()?);
        child.args([INPUTS_COMMAND, target.name, &options.seed.to_string(), &each.to_string()]);
        let output = child.arg(&options.findings).stdout(Stdio::piped()).output()?;
        let figures = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut figures = figures.split_whitespace().filter_map(|figure| figure.parse::<u64>().ok());
        match (output.status.success(), figures.next(), figures.next(), figures.next()) {
            (true, Some(inputs), Some(hangs), Some(millis)) => {
                counts.tried += inputs;
                counts.lost += hangs;
                slowest = slowest.max((millis, target.name));
                counts
                    .problems
                    .extend((hangs > 0).then(|| format!("{}: {hangs} take over {MAX_TIME:?}", target.name)));
            }
            _ => {
                counts.lost += 1;
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                counts.problems.push(format!("{}: {said}", target.name));
            }
        }
    }
    counts.note =
        format!("{} targets, the slowest input took {} ms in {}", TARGETS.len(), slowest.0, slowest.1);
    Ok(counts)
}

/// In the child: prints the number of inputs, of hangs, and the milliseconds of the slowest.
pub fn check_inputs(target: &str, seed: u64, count: usize, findings: &Path) -> Result<()> {
    let target = Target::named(target).context("there is no such target")?;
    let corpus = corpus(target)?;
    let mut runner = Runner::new(target, findings);
    Mutations::new(&corpus, seed).take(count).for_each(|input| runner.check(&input));
    let checked = runner.checked();
    println!("{} {} {}", checked.inputs, checked.hangs, checked.slowest.as_millis());
    Ok(())
}
