//! Journals of rooms whose bits were changed: a host must notice each of them and keep the file.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use play::journal::Contents;
use server::{Opponents, Rooms};
use tempfile::TempDir;
use tokio::runtime::Builder;

/// How hosts opened journals in which one bit was changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlipCounts {
    pub flips: usize,
    /// The damage was reported, and the whole file was kept.
    pub reported: usize,
    /// Every room was restored as it was.
    pub read: usize,
    /// Something is missing, and nobody was told.
    pub lost: usize,
}

impl fmt::Display for FlipCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FlipCounts { flips, reported, read, lost } = self;
        write!(
            f,
            "{flips} bit flips in a journal: {reported} reported, {read} harmless, {lost} lost silently"
        )
    }
}

/// Opens copies of this journal in which one bit each is different.
pub fn flip_bits(journal: &[u8], flips: usize, seed: u64) -> Result<FlipCounts> {
    ensure!(!journal.is_empty(), "the journal is empty");
    // Rooms need a runtime for their engines.
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let _entered = runtime.enter();
    let mut dice = Rng::with_seed(seed);
    let expected = tables(journal);
    let mut counts = FlipCounts { flips, ..FlipCounts::default() };
    for _ in 0..flips {
        let mut damaged = journal.to_vec();
        let (at, bit) = (dice.usize(..journal.len()), dice.u8(..8));
        damaged[at] ^= 1 << bit;
        let folder = TempDir::new()?;
        let opened = open(&folder.path().join("rooms.jsonl"), &damaged);
        match opened.with_context(|| format!("bit {bit} of byte {at}"))? {
            Opened::Reported => counts.reported += 1,
            Opened::Silently if tables(&damaged) == expected => counts.read += 1,
            Opened::Silently => counts.lost += 1,
        }
    }
    Ok(counts)
}

enum Opened {
    Reported,
    Silently,
}

fn open(path: &Path, damaged: &[u8]) -> Result<Opened> {
    fs::write(path, damaged)?;
    let rooms =
        Rooms::from_journal(path, Opponents::default()).map_err(|error| anyhow::anyhow!("{error}"))?;
    let Some(damage) = rooms.damage() else { return Ok(Opened::Silently) };
    ensure!(fs::read(&damage.kept_as)? == damaged, "{} is not the file", damage.kept_as.display());
    Ok(Opened::Reported)
}

/// Every room's table.
fn tables(journal: &[u8]) -> BTreeMap<String, String> {
    let rooms = Contents::read(journal).rooms.into_iter();
    rooms.map(|(id, room)| (id, serde_json::to_string(&room.into_table()).unwrap_or_default())).collect()
}
