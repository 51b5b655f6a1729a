//! Measurements side by side with peers: each prints ratios from one run, never a bare time.
//! `cargo xtask bench NAME` builds this in release and runs it; `--json` also writes target/bench/NAME.json.

mod deck;
mod ids;
mod sgf;
mod size;

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_default();
    let json = args.any(|arg| arg == "--json");
    match name.as_str() {
        "deck" => deck::run(json),
        "ids" => ids::run(json),
        "sgf" => sgf::run(json),
        "size" => size::run(json),
        other => bail!("no measurement is called {other:?}; there are: deck, ids, sgf, size"),
    }
}

/// The figures of a measurement, for whoever draws them later.
fn write_json(name: &str, figures: &serde_json::Value) -> Result<()> {
    let folder = std::path::Path::new("target/bench");
    std::fs::create_dir_all(folder)?;
    Ok(std::fs::write(folder.join(format!("{name}.json")), format!("{figures:#}\n"))?)
}
