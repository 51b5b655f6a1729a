//! The journal of a host: calls that fail and power that fails, in the middle of a game.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use play::protocol::{ServerEvent, ServerMessage};
use tempfile::TempDir;

use super::disk::{Disk, Survives};
use super::failing_calls::faults;
use super::strace::{Attached, Call, Fault};
use super::{Extent, Tried, crash_points};
use crate::host::Host;
use crate::player::{Player, RoomAddress};

const TURNS: u8 = 4;
const TIME_FOR_A_GAME: Duration = Duration::from_secs(60);
/// Only it writes to the journal.
const JOURNAL_THREAD: &str = "journal";
/// The bytes before the payload of a frame, if that is short, and if it is longer than 125 bytes.
const HEADERS: [usize; 2] = [2, 4];

/// A game from the first message to the last.
async fn play(address: &RoomAddress) -> Result<[Player; 2]> {
    let mut players =
        [Player::sit(address, "Ann").await?.plays(TURNS), Player::sit(address, "Ben").await?.plays(TURNS)];
    let end = Instant::now() + TIME_FOR_A_GAME;
    while !players.iter().all(|player| player.client.is_over()) {
        ensure!(Instant::now() < end, "the game never ends");
        for player in &mut players {
            player.play_on().await?;
            player.receive().await?;
        }
    }
    Ok(players)
}

/// The game that a host restores from this folder, as a spectator sees it.
async fn restored_turns(folder: &Path, address: &RoomAddress) -> Result<usize> {
    let host = Host::start_at(address.port, folder)?;
    ensure!(host.room() == address.room, "the room is gone");
    let mut spectator = Player::watch(address).await?;
    let end = Instant::now() + Duration::from_secs(10);
    // The turns come with the messages after `joined`; nothing more comes after a quiet moment.
    let (mut quiet, mut has_joined) = (0, false);
    while quiet < 5 {
        ensure!(Instant::now() < end, "the host does not answer, or does not stop sending");
        let received = spectator.receive().await?;
        has_joined |= received;
        quiet = if received || !has_joined { 0 } else { quiet + 1 };
    }
    Ok(spectator.turns())
}

/// Each call of the journal's thread fails once in the middle of a game. Nobody loses a turn: the lines are written
/// with the next ones.
pub(super) async fn failing_calls(extent: Extent) -> Result<Tried> {
    let all = traced_game(&[]).await?.context("no fault was asked for")?.calls.faults;
    ensure!(all.len() > 6, "only {} calls were seen", all.len());
    let mut tried = Tried::default();
    for fault in all.iter().step_by(extent.step(9)) {
        let result = one_game(fault).await;
        tried.add_if(
            result.with_context(|| format!("journal: {} {} {}", fault.call, fault.when, fault.error)),
        );
    }
    Ok(tried)
}

/// Whether the call was made and failed.
async fn one_game(fault: &Fault) -> Result<bool> {
    let Some(game) = traced_game(std::slice::from_ref(fault)).await? else { return Ok(false) };
    let turns = restored_turns(game.folder.path(), &game.address).await?;
    ensure!(turns >= game.turns, "{turns} of {} turns are left", game.turns);
    Ok(game.calls.all.iter().any(|call| call.injected))
}

struct TracedGame {
    folder: TempDir,
    address: RoomAddress,
    before: Disk,
    turns: usize,
    calls: Calls,
}

struct Calls {
    all: Vec<Call>,
    faults: Vec<Fault>,
}

/// A whole game on a host that is killed afterwards. None if the fault hit another descriptor than a file's: the journal
/// also wakes the rooms, by a write that cannot fail as files do.
async fn traced_game(faulty: &[Fault]) -> Result<Option<TracedGame>> {
    let (folder, outside) = (TempDir::new()?, TempDir::new()?);
    let root = folder.path().canonicalize()?;
    let mut host = Host::start(&root)?;
    let address = host.room_address();
    let before = Disk::of(&root)?.with_open(host.pid())?;
    let log = outside.path().join("log");
    let attached = match faulty {
        [] => Attached::to(host.pid(), host.port(), &log, &[])?,
        faults => Attached::to_named(host.pid(), JOURNAL_THREAD, host.port(), &log, faults)?,
    };
    let players = play(&address).await;
    let all = attached.detach()?;
    let mut injected = all.iter().filter(|call| call.injected);
    if injected.any(|call| !call.is_in(&root)) {
        return Ok(None);
    }
    let turns = players?.iter().map(Player::turns).max().unwrap_or_default();
    host.kill()?;
    let faults = faults(&all, &root);
    Ok(Some(TracedGame { folder, address, before, turns, calls: Calls { all, faults } }))
}

/// After every message to a player, the power fails: a host that starts from what is on the disk has every turn that
/// anybody was told of.
pub(super) async fn power_loss(extent: Extent) -> Result<Tried> {
    let game = traced_game(&[]).await?.context("no fault was asked for")?;
    let root = game.folder.path().canonicalize()?;
    let (mut told, mut states) = (BTreeSet::new(), Vec::new());
    crash_points::visit(&game.calls.all, game.before.clone(), &root, |call, disk| {
        told.extend(turns_told(call));
        states.push((call.name.clone(), told.len(), disk.clone()));
    });
    ensure!(told.len() == game.turns, "{} of {} turns were seen in the messages", told.len(), game.turns);
    let mut tried = Tried::default();
    for (number, (name, told, disk)) in states.iter().enumerate().step_by(extent.step(12)) {
        for survives in [Survives::Nothing, Survives::Everything, Survives::HalfOfTheLastWrite] {
            let folder = TempDir::new()?;
            disk.write_to(folder.path(), survives)?;
            let result = restored_turns(folder.path(), &game.address).await.and_then(|turns| {
                ensure!(turns >= *told, "{turns} of {told} turns are left");
                Ok(())
            });
            tried.add(result.with_context(|| format!("journal: after call {number}, {name}, {survives:?}")));
        }
    }
    Ok(tried)
}

/// The numbers of the turns in the messages of this call.
fn turns_told(call: &Call) -> Vec<u32> {
    let data = if call.is_to_socket() { call.data() } else { Vec::new() };
    let (mut told, mut at) = (Vec::new(), 0);
    while let Some(length) = data.get(at + 1) {
        let (header, length) = match length {
            126 => (
                HEADERS[1],
                data.get(at + 2..at + 4).map_or(0, |two| usize::from(two[0]) << 8 | usize::from(two[1])),
            ),
            short => (HEADERS[0], usize::from(*short)),
        };
        let frame = data.get(at + header..at + header + length).unwrap_or_default();
        if let Ok(ServerMessage { event: ServerEvent::TurnResult { link, .. }, .. }) =
            ServerMessage::read(frame)
        {
            told.push(link.turn);
        }
        at += header + length;
    }
    told
}
