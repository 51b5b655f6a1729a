//! The real host, killed in the middle of a game and restarted: the seats and the game are the same, and both players end
//! with the same record. Also a host whose disk is full.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use e2e::{HostingStudio, KillOnDrop, Player, RoomAddress, Studio};
use play::client::Action;
use play::protocol::ErrorCode;
use tempfile::TempDir;

struct Host {
    /// SIGKILL: no handler runs, nothing is flushed.
    _process: KillOnDrop,
    address: RoomAddress,
}

impl Host {
    fn start(command: &mut Command) -> Result<Host> {
        let mut process = command.stdout(Stdio::piped()).spawn().map(KillOnDrop)?;
        let lines = BufReader::new(process.0.stdout.take().context("no output")?).lines();
        for line in lines {
            let line = line?;
            if let Some(link) = line.trim().strip_prefix("Here") {
                let (address, room) = link.trim().split_once("/play?room=").context("no room")?;
                let port = address.rsplit(':').next().unwrap_or_default().parse()?;
                return Ok(Host { _process: process, address: RoomAddress { port, room: room.to_owned() } });
            }
        }
        bail!("the host prints no link")
    }

    fn with_journal(folder: &TempDir, port: u16) -> Result<Host> {
        let mut command = Command::new(Studio::binary());
        command.args(["host", "--no-mdns", "--boardsize", "5", "--port", &port.to_string(), "--keep"]);
        Host::start(command.arg(folder.path()))
    }
}

/// A whole game; the host is killed after this many messages. Returns how many there were in total.
async fn game(kill_after: usize) -> Result<usize> {
    let folder = TempDir::new()?;
    let mut host = Host::with_journal(&folder, 0)?;
    let address = host.address.clone();
    let mut players = [Player::sit(&host.address, "Ann").await?, Player::sit(&host.address, "Ben").await?];
    let mut received = 0;
    let end = Instant::now() + Duration::from_secs(60);
    while !players.iter().all(|player| player.client.is_over()) {
        ensure!(Instant::now() < end, "killed after {kill_after}: the game never ends");
        for who in 0..2 {
            players[who].play_on().await?;
            if !players[who].receive().await? {
                continue;
            }
            received += 1;
            if received == kill_after {
                drop(host);
                host = Host::with_journal(&folder, address.port)?;
                ensure!(host.address == address, "the room is gone");
                for player in &mut players {
                    player.come_back(&address).await?;
                }
            }
        }
    }
    let [ann, ben] = &players;
    for player in &players {
        ensure!(
            player.client.violation().is_none(),
            "killed after {kill_after}: {:?}",
            player.client.violation()
        );
        let turns = player.client.kifu().context("no game")?.turns();
        ensure!(turns == 3, "killed after {kill_after}: {turns} turns");
    }
    let heads = [ann, ben].map(|player| player.client.kifu().map(|kifu| kifu.head()));
    ensure!(heads[0] == heads[1], "killed after {kill_after}: the records differ");
    Ok(received)
}

/// Kills after every third message; after every message with `EVERY=1`.
#[tokio::test]
async fn a_host_killed_between_any_two_writes_continues_the_game() -> Result<()> {
    let every = std::env::var("EVERY").ok().and_then(|every| every.parse().ok()).unwrap_or(3);
    let undisturbed = game(usize::MAX).await?;
    ensure!(undisturbed > 20, "only {undisturbed} messages");
    for kill_after in (1..=undisturbed).step_by(every) {
        game(kill_after).await?;
    }
    Ok(())
}

/// A limit of a few blocks per file simulates a full disk.
#[tokio::test]
async fn a_host_that_cannot_write_reports_it_and_the_game_continues() -> Result<()> {
    let folder = TempDir::new()?;
    let script = "trap '' XFSZ; ulimit -f 2; exec \"$0\" host --no-mdns --boardsize 5 --port 0 --keep \"$1\"";
    let mut command = Command::new("sh");
    let host = Host::start(command.args(["-c", script]).arg(Studio::binary()).arg(folder.path()))?;
    let mut players = [Player::sit(&host.address, "Ann").await?, Player::sit(&host.address, "Ben").await?];
    let mut notified = false;
    let end = Instant::now() + Duration::from_secs(60);
    while !players.iter().all(|player| player.client.is_over()) {
        ensure!(Instant::now() < end, "the game never ends");
        for player in &mut players {
            player.play_on().await?;
            player.receive().await?;
            notified |= player.client.last_refusal().is_some_and(|(code, _)| code == ErrorCode::NotJournaled);
        }
    }
    ensure!(notified, "no player got the notice");
    Ok(())
}

#[tokio::test]
async fn guests_come_back_to_a_studio_that_was_killed() -> Result<()> {
    let home = TempDir::new()?;
    let mut host = HostingStudio::open(&home)?;
    let network = host.network.clone();
    let mut players = [Player::sit(&network, "Ann").await?, Player::sit(&network, "Ben").await?];
    let end = Instant::now() + Duration::from_secs(60);
    let mut killed = false;
    while !players.iter().all(|player| player.client.is_over()) {
        ensure!(Instant::now() < end, "the game never ends");
        for player in &mut players {
            player.play_on().await?;
            player.receive().await?;
        }
        if !killed && players.iter().all(|player| player.turns() == 1) {
            host.kill_and_start(&home)?;
            for player in &mut players {
                // The port opens a moment after the studio has printed its address.
                while player.come_back(&network).await.is_err() {
                    ensure!(Instant::now() < end, "port {} stays closed", network.port);
                }
            }
            killed = true;
        }
    }
    ensure!(killed, "the studio was never killed");
    let heads = players.each_ref().map(|player| player.client.kifu().map(|kifu| kifu.head()));
    ensure!(heads[0] == heads[1], "the records differ");
    // Turned off, it stays off.
    drop(players);
    host.stop_hosting()?;
    host.kill_and_start(&home)?;
    let hosting = host.hosting()?;
    ensure!(!hosting.on, "{hosting:?}");
    Ok(())
}

/// A link on the wall: pair after pair plays in the host's own room, and it is the same room after a restart.
#[tokio::test]
async fn the_hosts_own_room_serves_pair_after_pair_and_survives_a_restart() -> Result<()> {
    let folder = TempDir::new()?;
    let mut host = Host::with_journal(&folder, 0)?;
    let address = host.address.clone();
    for [black, white] in [["Ann", "Ben"], ["Cid", "Dan"], ["Eva", "Flo"]] {
        let mut players = [Player::sit(&address, black).await?, Player::sit(&address, white).await?];
        let end = Instant::now() + Duration::from_secs(60);
        while !players.iter().all(|player| player.client.is_over()) {
            ensure!(Instant::now() < end, "{black} and {white} cannot play");
            for player in &mut players {
                player.play_on().await?;
                player.receive().await?;
            }
        }
        for player in &mut players {
            player.act(Action::Leave).await?;
            while player.receive().await.is_ok() {
                ensure!(Instant::now() < end, "the host does not let them go");
            }
        }
        drop(host);
        host = Host::with_journal(&folder, address.port)?;
        ensure!(host.address == address, "another room: {:?}", host.address);
    }
    Ok(())
}
