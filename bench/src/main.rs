//! Measurements side by side with peers: each prints ratios from one run, never a bare time.
//! `cargo xtask bench NAME` builds this in release and runs it; `--json` also writes target/bench/NAME.json.

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    match name.as_str() {
        other => bail!("no measurement is called {other:?}"),
    }
}
