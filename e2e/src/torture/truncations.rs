//! Damaged journals: cut short, as by a file system after a crash, or with a changed bit.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use tempfile::TempDir;
use tokio::task::spawn_blocking;

use super::{Counts, Options};
use crate::host::Host;
use crate::journal_damage::flip_bits;
use crate::player::{Player, RoomAddress};

const TRUNCATIONS: usize = 500;
const FLIPS: usize = 1000;
const TURNS: u8 = 8;

/// Cuts the journal of a game at random bytes: the host starts, and restores the game from the lines before the cut.
pub(super) async fn journal(options: &Options) -> Result<Counts> {
    let folder = TempDir::new()?;
    let (address, whole) = played(&folder).await?;
    let mut random = Rng::with_seed(options.seed);
    let mut counts = Counts { note: format!("a journal of {} bytes", whole.len()), ..Counts::default() };
    let mut turns_at_a_length: Vec<(usize, usize)> = Vec::new();
    for _ in 0..options.count(TRUNCATIONS) {
        let length = random.usize(..whole.len());
        let result = restored(&address, &whole[..length]).await;
        let result = result.map(|turns| turns_at_a_length.push((length, turns)));
        counts.add(result.with_context(|| format!("cut to {length} bytes")));
    }
    turns_at_a_length.sort_unstable();
    let falls = turns_at_a_length.windows(2).filter(|pair| pair[0].1 > pair[1].1).count();
    counts.lost += falls as u64;
    counts.problems.extend((falls > 0).then(|| format!("{falls} longer journals have fewer turns")));
    Ok(counts)
}

/// Changes single bits of the journal of a game: every change is reported, or changes nothing.
pub(super) async fn flips(options: &Options) -> Result<Counts> {
    let folder = TempDir::new()?;
    let (_, journal) = played(&folder).await?;
    let (flips, seed) = (options.count(FLIPS), options.seed);
    // It starts hosts of its own, with a runtime of their own.
    let counts = spawn_blocking(move || flip_bits(&journal, flips, seed)).await??;
    Ok(Counts {
        tried: counts.flips as u64,
        lost: counts.lost as u64,
        note: format!("{} reported, {} harmless", counts.reported, counts.read),
        problems: Vec::new(),
    })
}

fn journal_in(folder: &TempDir, port: u16) -> PathBuf {
    folder.path().join(format!("rooms-{port}.jsonl"))
}

/// A game, and the journal that a killed host left of it.
async fn played(folder: &TempDir) -> Result<(RoomAddress, Vec<u8>)> {
    let mut host = Host::start(folder.path())?;
    let address = host.room_address();
    let mut players =
        [Player::sit(&address, "Ann").await?.plays(TURNS), Player::sit(&address, "Ben").await?.plays(TURNS)];
    let end = Instant::now() + Duration::from_secs(60);
    while !players.iter().all(|player| player.client.is_over()) {
        ensure!(Instant::now() < end, "the game never ends");
        for player in &mut players {
            player.play_on().await?;
            player.receive().await?;
        }
    }
    host.kill()?;
    let whole = fs::read(journal_in(folder, address.port)).context("no journal")?;
    Ok((address, whole))
}

/// The number of turns of the room; 0 if the room's first line is cut.
async fn restored(address: &RoomAddress, journal: &[u8]) -> Result<usize> {
    let folder = TempDir::new()?;
    fs::write(journal_in(&folder, address.port), journal)?;
    let host = Host::start_at(address.port, folder.path()).context("the host does not start")?;
    let mut spectator = Player::watch(&host.room_address()).await?;
    let (mut quiet, mut has_joined) = (0, false);
    while quiet < 3 {
        let received = spectator.receive().await?;
        has_joined |= received;
        quiet = if received || !has_joined { 0 } else { quiet + 1 };
    }
    Ok(spectator.turns())
}
