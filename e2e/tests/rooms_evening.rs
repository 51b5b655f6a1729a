//! A few evenings of `cargo xtask torture evenings`: four players, three rooms, and everything that goes wrong meanwhile.

use anyhow::{Result, ensure};
use e2e::torture::{Options, PARTS};

#[tokio::test]
async fn nobody_loses_a_game_or_a_seat_in_an_evening_of_crashes() -> Result<()> {
    let part = PARTS.iter().find(|part| part.name == "evenings");
    let options = Options { quick: true, seed: 23, findings: std::env::temp_dir() };
    let Some(part) = part else { anyhow::bail!("there is no such part") };
    let counts = (part.run)(&options).await?;
    ensure!(counts.lost == 0, "{}: {:#?}", counts.note, counts.problems);
    Ok(())
}
