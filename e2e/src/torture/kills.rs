//! kill -9 at random moments: of a host in the middle of a game, and of a studio while it saves.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use tempfile::TempDir;

use super::{Counts, Options};
use crate::host::Host;
use crate::player::Player;
use crate::studio::Studio;

const KILLS: usize = 500;
const TURNS: u8 = 8;
const TIME_FOR_A_GAME: Duration = Duration::from_secs(120);

pub(super) async fn host(options: &Options) -> Result<Counts> {
    let mut random = Rng::with_seed(options.seed);
    let (mut counts, mut confirmed) = (Counts::default(), 0);
    let mut game = 0;
    while counts.tried < options.count(KILLS) as u64 {
        game += 1;
        match killed_game(&mut random).await {
            Ok((kills, turns)) => {
                counts.tried += kills;
                confirmed += turns;
            }
            Err(error) => {
                counts.tried += 1;
                counts.lost += 1;
                counts.problems.push(format!("game {game}: {error:#}"));
            }
        }
    }
    counts.note = format!("{confirmed} confirmed turns");
    Ok(counts)
}

/// A game during which the host is killed and restarted. Returns the number of kills and of turns.
async fn killed_game(random: &mut Rng) -> Result<(u64, usize)> {
    let folder = TempDir::new()?;
    let mut host = Host::start(folder.path())?;
    let address = host.room_address();
    let mut players =
        [Player::sit(&address, "Ann").await?.plays(TURNS), Player::sit(&address, "Ben").await?.plays(TURNS)];
    let end = Instant::now() + TIME_FOR_A_GAME;
    let mut kills = 0;
    let mut next_kill = random.u32(1..12);
    while !players.iter().all(|player| player.client.is_over()) {
        ensure!(Instant::now() < end, "the game never ends");
        for player in &mut players {
            player.play_on().await?;
            player.receive().await?;
        }
        next_kill -= 1;
        if next_kill == 0 {
            kills += 1;
            next_kill = random.u32(1..12);
            // Not only between two messages: somewhere in the work that the last ones caused.
            thread::sleep(Duration::from_micros(random.u64(..3000)));
            host.kill()?;
            host = Host::start_at(address.port, folder.path())?;
            ensure!(host.room_address() == address, "the room is gone");
            for player in &mut players {
                player.come_back(&address).await?;
            }
        }
    }
    for player in &players {
        ensure!(player.client.violation().is_none(), "turns are lost: {:?}", player.client.violation());
    }
    let heads = players.each_ref().map(|player| player.client.kifu().map(|kifu| kifu.head()));
    ensure!(heads[0].is_some() && heads[0] == heads[1], "the records differ");
    Ok((kills, players[0].turns()))
}

const SAVE_KILLS: usize = 500;
/// Larger than a page of memory, so that a write takes a while.
const LENGTH: usize = 300_000;

pub(super) fn studio(options: &Options) -> Result<Counts> {
    let mut random = Rng::with_seed(options.seed);
    let (mut counts, mut confirmed) = (Counts::default(), 0);
    let folder = TempDir::new()?;
    let file = folder.path().join("game.sgf");
    fs::write(&file, version(0))?;
    let mut saved = 0;
    for _ in 0..options.count(SAVE_KILLS) {
        let result = killed_while_saving(&file, &mut saved, &mut random).map(|saves| confirmed += saves);
        if result.is_err() {
            // Go on from a whole file.
            fs::write(&file, version(saved))?;
        }
        counts.add(result);
    }
    counts.note = format!("{confirmed} confirmed saves");
    Ok(counts)
}

fn version(number: u32) -> Vec<u8> {
    format!("(;GM[1]SZ[9]C[{number:08} {}])", "x".repeat(LENGTH)).into_bytes()
}

/// Saves versions as fast as it can until the studio is killed. `saved` is the last version that was confirmed.
fn killed_while_saving(file: &std::path::Path, saved: &mut u32, random: &mut Rng) -> Result<usize> {
    let mut studio = Studio::start_with(&[file])?;
    let killer = {
        let (pid, wait) = (studio.pid().to_string(), Duration::from_millis(random.u64(5..120)));
        thread::spawn(move || {
            thread::sleep(wait);
            std::process::Command::new("kill").args(["-9", &pid]).status()
        })
    };
    let (mut saves, mut attempted) = (0, *saved);
    loop {
        attempted += 1;
        match studio.ask("PUT /api/opened/0", &[], &version(attempted)) {
            // 200 tells that a copy of the earlier version was kept.
            Ok(answer) if matches!(answer.status, 200 | 204) => (*saved, saves) = (attempted, saves + 1),
            Ok(answer) => ensure!(answer.status == 0, "status {}", answer.status),
            Err(_) => break,
        }
    }
    drop(killer.join());
    drop(studio.kill());
    let now = fs::read(file).context("the file is gone")?;
    let found = (*saved..=attempted).find(|number| now == version(*number));
    *saved =
        found.with_context(|| format!("neither version {saved} nor a later one: {} bytes", now.len()))?;
    Ok(saves)
}
