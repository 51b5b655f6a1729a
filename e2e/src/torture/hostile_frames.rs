//! Mutated WebSocket frames to a real host, while two players play on it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use fuzz::{Mutations, Target, corpus};
use tempfile::TempDir;

use super::{Counts, Options};
use crate::host::Host;
use crate::player::{Player, RoomAddress};

const FRAMES: usize = 20_000;
/// Sequences of frames on a socket of their own, between two looks at the players.
const IN_A_ROUND: usize = 20;

pub(super) async fn at_a_host(options: &Options) -> Result<Counts> {
    let target = Target::named("websocket_frames").context("no such target")?;
    let corpus = corpus(target)?;
    let mut mutations = Mutations::new(&corpus, options.seed);
    let (mut counts, mut games) = (Counts::default(), 0);
    while counts.tried < options.count(FRAMES) as u64 {
        let result = disturbed_game(&mut mutations, &mut counts.tried).await;
        games += 1;
        if let Err(error) = result {
            counts.lost += 1;
            counts.problems.push(format!("game {games}: {error:#}"));
        }
    }
    counts.note = format!("{games} games beside them");
    Ok(counts)
}

async fn disturbed_game(mutations: &mut Mutations<'_>, sent: &mut u64) -> Result<()> {
    let folder = TempDir::new()?;
    let host = Host::start(folder.path())?;
    let address = host.room_address();
    let mut players =
        [Player::sit(&address, "Ann").await?.plays(8), Player::sit(&address, "Ben").await?.plays(8)];
    let end = Instant::now() + Duration::from_secs(120);
    while !players.iter().all(|player| player.client.is_over()) {
        ensure!(Instant::now() < end, "the game never ends");
        for input in mutations.by_ref().take(IN_A_ROUND) {
            // The first byte of an input is no part of the frames.
            let accepted = send(&address, input.get(1..).unwrap_or_default()).context("the host is gone")?;
            *sent += u64::from(accepted);
        }
        for player in &mut players {
            player.play_on().await?;
            player.receive().await?;
        }
    }
    ensure!(players.iter().all(|player| player.client.violation().is_none()), "the game was disturbed");
    Ok(())
}

/// One socket to the room. The host may close it at any time, or refuse it because there were too many.
fn send(address: &RoomAddress, frames: &[u8]) -> Result<bool> {
    let mut socket = TcpStream::connect(("127.0.0.1", address.port))?;
    socket.set_read_timeout(Some(Duration::from_secs(5)))?;
    let handshake = format!(
        "GET /api/rooms/{}/socket HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        address.room, address.port
    );
    drop(socket.write_all(handshake.as_bytes()));
    let mut answer = [0; 12];
    let accepted = socket.read_exact(&mut answer).is_ok() && answer.starts_with(b"HTTP/1.1 101");
    Ok(accepted && socket.write_all(frames).is_ok())
}
