//! A host that is stopped for a while, as by a paused virtual machine: nobody loses time, and nobody is dropped.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use e2e::{Host, Player, until_both};
use play::client::Action;
use play::kifu::Event;
use play::protocol::{GameKind, Settings, TimeSettings};
use rules::go::{Move, Point};
use tempfile::TempDir;

/// Longer than a connection may be silent.
const FROZEN: Duration = Duration::from_secs(17);

#[tokio::test]
async fn a_frozen_host_takes_no_players_time_and_drops_nobody() -> Result<()> {
    let folder = TempDir::new()?;
    let host = Host::start(folder.path())?;
    let room = host.room_address();
    let mut players = [Player::sit(&room, "Ann").await?, Player::sit(&room, "Ben").await?];
    until_both(&mut players, "both are seated", |client| client.seats().names.iter().all(Option::is_some))
        .await?;
    let time = Some(TimeSettings { base_seconds: 6, periods: 0, period_seconds: 0, increment_seconds: 0 });
    let settings = Settings { game: GameKind::Chinese, time, loss_on_time: true, ..Settings::default() };
    players[0].act(Action::Propose(settings.clone())).await?;
    until_both(&mut players, "the settings are known", |client| client.seats().settings == settings).await?;
    for player in &mut players {
        player.act(Action::Ready).await?;
    }
    until_both(&mut players, "the game begins", |client| client.kifu().is_some()).await?;

    let begun = Instant::now();
    host.freeze()?;
    while begun.elapsed() < FROZEN {
        for player in &mut players {
            player.receive().await?;
        }
    }
    host.thaw()?;
    players[0].choose(Move::Place(Point::new(3, 3))).await?;
    until_both(&mut players, "the move is played", |client| {
        client.is_over() || client.kifu().is_some_and(|kifu| kifu.turns() == 1)
    })
    .await?;
    let thought = begun.elapsed().saturating_sub(FROZEN);
    let kifu = players[0].client.kifu().context("no game")?;
    let event = &kifu.links().first().context("no move")?.event;
    let Event::Move { spent, .. } = event else { anyhow::bail!("no move, but {event:?}") };
    let most = thought + Duration::from_secs(1);
    ensure!(Duration::from_millis(*spent) <= most, "{spent} ms instead of at most {most:?}");
    // On the same connections the game continues.
    players[1].choose(Move::Place(Point::new(15, 15))).await?;
    until_both(&mut players, "the reply is played", |client| {
        client.kifu().is_some_and(|kifu| kifu.turns() == 2)
    })
    .await
}
