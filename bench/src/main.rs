//! Benchmarks compared with peers: each prints ratios from one run, never only a time.
//! `cargo xtask bench NAME` builds this in release and runs it; `--json` also writes target/bench/NAME.json.

mod analysis;
mod bot;
mod deck;
mod desktop;
mod ids;
mod library;
mod page;
mod pgn;
mod process;
mod records;
mod rooms;
mod sgf;
mod show;
mod size;
mod term;

use anyhow::{Context, Result};

type Benchmark = fn(bool) -> Result<()>;

const BENCHMARKS: &[(&str, Benchmark)] = &[
    ("analysis", analysis::run),
    ("bot", bot::run),
    ("deck", deck::run),
    ("desktop", desktop::run),
    ("ids", ids::run),
    ("library", library::run),
    ("page", page::run),
    ("page-chess", page::run_chess),
    ("page-large", page::run_large),
    ("pgn", pgn::run),
    ("rooms", rooms::run),
    ("sgf", sgf::run),
    ("show", show::run),
    ("size", size::run),
    ("term", term::run),
];

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_default();
    let json = args.any(|arg| arg == "--json");
    let found = BENCHMARKS.iter().find(|(known, _)| *known == name);
    let (_, run) = found.with_context(|| {
        let names: Vec<_> = BENCHMARKS.iter().map(|(known, _)| *known).collect();
        format!("there is no benchmark {name:?}; choose one of: {}", names.join(", "))
    })?;
    run(json)
}

/// Writes the figures of a benchmark to target/bench.
fn write_json(name: &str, figures: &serde_json::Value) -> Result<()> {
    let folder = std::path::Path::new("target/bench");
    std::fs::create_dir_all(folder)?;
    Ok(std::fs::write(folder.join(format!("{name}.json")), format!("{figures:#}\n"))?)
}
