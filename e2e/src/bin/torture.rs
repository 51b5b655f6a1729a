//! `cargo xtask torture`: runs the parts of `e2e::torture`, prints a table and writes target/torture.json.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use clap::Parser;
use e2e::torture::{Counts, INPUTS_COMMAND, Options, PARTS, check_inputs};
use e2e::workspace;
use serde::Serialize;

#[derive(Parser)]
#[command(name = "cargo xtask torture")]
struct Arguments {
    /// A fiftieth of everything
    #[arg(long)]
    quick: bool,
    /// Print the figures as JSON instead of a table; target/torture.json is always written
    #[arg(long)]
    json: bool,
    /// Repeat a run: decides the moments of kills and the mutations (default: the time)
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The parts to run (default: all)
    parts: Vec<String>,
}

#[derive(Serialize)]
struct Report {
    seed: u64,
    quick: bool,
    parts: Vec<PartReport>,
}

#[derive(Serialize)]
struct PartReport {
    name: &'static str,
    what: &'static str,
    seconds: f64,
    #[serde(flatten)]
    counts: Counts,
}

fn main() -> ExitCode {
    match run() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(lost) => {
            eprintln!("{lost} losses");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the number of losses.
fn run() -> Result<u64> {
    let words: Vec<String> = env::args().skip(1).collect();
    if let [command, target, seed, count, findings] = words.as_slice()
        && command == INPUTS_COMMAND
    {
        check_inputs(target, seed.parse()?, count.parse()?, findings.as_ref())?;
        return Ok(0);
    }
    let arguments = Arguments::parse();
    if let Some(unknown) = arguments.parts.iter().find(|name| !PARTS.iter().any(|part| part.name == **name)) {
        bail!(
            "there is no part {unknown}. The parts are: {}",
            PARTS.iter().map(|part| part.name).collect::<Vec<_>>().join(" ")
        );
    }
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let folder = env::var_os("TABIYA_TARGET").map_or_else(|| workspace().join("target"), PathBuf::from);
    let options = Options {
        quick: arguments.quick,
        seed: arguments.seed.unwrap_or(since_1970),
        findings: folder.join("fuzz/findings"),
    };
    let report = report(&arguments, &options)?;
    let json = serde_json::to_string_pretty(&report)?;
    fs::write(folder.join("torture.json"), &json).context("target/torture.json cannot be written")?;
    if arguments.json {
        println!("{json}");
    }
    Ok(report.parts.iter().map(|part| part.counts.lost).sum())
}

fn report(arguments: &Arguments, options: &Options) -> Result<Report> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let mut parts = Vec::new();
    let chosen = |name: &str| arguments.parts.is_empty() || arguments.parts.iter().any(|part| part == name);
    for part in PARTS.iter().filter(|part| chosen(part.name)) {
        let begun = Instant::now();
        let counts = runtime.block_on((part.run)(options)).with_context(|| part.name)?;
        let done =
            PartReport { name: part.name, what: part.what, seconds: begun.elapsed().as_secs_f64(), counts };
        if !arguments.json {
            print(&done);
        }
        parts.push(done);
    }
    Ok(Report { seed: options.seed, quick: options.quick, parts })
}

fn print(part: &PartReport) {
    let PartReport { name, what, seconds, counts } = part;
    println!(
        "{name:20} {:>9} tried {:>5} lost {seconds:>7.0} s   {}",
        counts.tried, counts.lost, counts.note
    );
    println!("{:20} {what}", "");
    for problem in counts.problems.iter().take(20) {
        println!("    {problem}");
    }
}
