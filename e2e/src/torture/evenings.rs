//! Evenings of four players in three rooms: the standing room of a host, a room that a guest opened there, and a room of a
//! studio that hosts. While they play, host and studio are killed, pages reloaded and left, sockets cut, and the host's
//! machine sleeps, at random. Nobody may lose a game or a seat except by the rules, and every link keeps working.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use api::rooms::{NewRoom, OpenedRoom};
use fastrand::Rng;
use play::client::{Action, Client};
use play::protocol::{EndReason, Settings};
use tempfile::TempDir;
use tokio::time::sleep;

use super::{Counts, Options};
use crate::host::Host;
use crate::hosting_studio::HostingStudio;
use crate::http;
use crate::player::{Player, RoomAddress};

const EVENINGS: usize = 200;
/// How long a laptop sleeps, and how long in a short run: longer than a silent connection is kept.
const SLEEP: Duration = Duration::from_secs(60);
const SHORT_SLEEP: Duration = Duration::from_secs(3);
const TIME_FOR_A_ROUND: Duration = Duration::from_secs(240);
/// Who plays whom, round by round, and in which room.
const ROUNDS: [[(usize, [&str; 2]); 2]; 2] =
    [[(0, ["Ann", "Ben"]), (1, ["Cid", "Dan"])], [(2, ["Ann", "Ben"]), (0, ["Cid", "Dan"])]];

pub(super) async fn all(options: &Options) -> Result<Counts> {
    let mut random = Rng::with_seed(options.seed);
    let (mut counts, mut events) = (Counts::default(), BTreeMap::new());
    let sleeps = if options.quick { SHORT_SLEEP } else { SLEEP };
    for _ in 0..options.count(EVENINGS) {
        counts.add(evening(&mut random, sleeps, &mut events).await);
    }
    let events: Vec<String> = events.into_iter().map(|(what, count)| format!("{count} {what}")).collect();
    counts.note = events.join(", ");
    Ok(counts)
}

#[derive(Clone, Copy, Debug)]
enum Event {
    KillHost,
    KillStudio,
    Reload,
    NavigateAway,
    Cut,
    Sleep,
}

impl Event {
    const ALL: [Event; 6] =
        [Event::KillHost, Event::KillStudio, Event::Reload, Event::NavigateAway, Event::Cut, Event::Sleep];

    fn name(self) -> &'static str {
        match self {
            Event::KillHost => "kills of the host",
            Event::KillStudio => "kills of the studio",
            Event::Reload => "reloads",
            Event::NavigateAway => "times away",
            Event::Cut => "cuts",
            Event::Sleep => "sleeps",
        }
    }
}

/// The servers and their rooms.
struct Servers {
    host: Host,
    folder: TempDir,
    studio: HostingStudio,
    home: TempDir,
    rooms: [RoomAddress; 3],
}

struct Table {
    address: RoomAddress,
    players: [Player; 2],
}

/// One evening; `events` counts what happened in it.
async fn evening(random: &mut Rng, sleeps: Duration, events: &mut BTreeMap<&'static str, u64>) -> Result<()> {
    let mut servers = Servers::open()?;
    for round in ROUNDS {
        let mut tables = Vec::new();
        for (room, names) in round {
            let address = servers.rooms[room].clone();
            let sit = async |name| Ok::<_, anyhow::Error>(Player::sit(&address, name).await?.plays(4));
            let players = [sit(names[0]).await?, sit(names[1]).await?];
            tables.push(Table { address: address.clone(), players });
        }
        servers.play(&mut tables, random, sleeps, events).await?;
        for table in &mut tables {
            table.check()?;
            table.leave().await?;
        }
    }
    servers.every_link_works().await
}

impl Servers {
    fn open() -> Result<Servers> {
        let (folder, home) = (TempDir::new()?, TempDir::new()?);
        let host = Host::start(folder.path())?;
        let studio = HostingStudio::open(&home)?;
        let settings = Settings { board_size: 5, ..Settings::default() };
        let wanted = serde_json::to_vec(&NewRoom { title: "Guests".to_owned(), settings })?;
        let address = format!("127.0.0.1:{}", host.port());
        let json = [("content-type", "application/json")];
        let opened = http::ask(&address, "POST /api/rooms", &json, &wanted)?;
        let OpenedRoom { room } = serde_json::from_slice(&opened.body)?;
        let second = RoomAddress { port: host.port(), room };
        let rooms = [host.room_address(), second, studio.network.clone()];
        Ok(Servers { host, folder, studio, home, rooms })
    }

    async fn play(
        &mut self,
        tables: &mut [Table],
        random: &mut Rng,
        sleeps: Duration,
        events: &mut BTreeMap<&'static str, u64>,
    ) -> Result<()> {
        let end = Instant::now() + TIME_FOR_A_ROUND;
        let mut next_event = random.u32(4..20);
        while !tables.iter().all(Table::is_over) {
            ensure!(Instant::now() < end, "a round never ends: {:?}", states(tables));
            for table in &mut *tables {
                table.step().await?;
            }
            next_event = next_event.saturating_sub(1);
            if next_event == 0 {
                next_event = random.u32(4..20);
                let event = Event::ALL[random.usize(..Event::ALL.len())];
                *events.entry(event.name()).or_default() += 1;
                self.happen(event, tables, random, sleeps).await.with_context(|| format!("{event:?}"))?;
            }
        }
        Ok(())
    }

    async fn happen(
        &mut self,
        event: Event,
        tables: &mut [Table],
        random: &mut Rng,
        sleeps: Duration,
    ) -> Result<()> {
        let table = random.usize(..tables.len());
        let (table, player) = (&mut tables[table], random.usize(..2));
        match event {
            Event::KillHost => {
                self.host.kill()?;
                self.host = Host::start_at(self.rooms[0].port, self.folder.path())?;
                ensure!(self.host.room_address() == self.rooms[0], "another room: {}", self.host.room());
            }
            Event::KillStudio => self.studio.kill_and_start(&self.home)?,
            Event::Sleep => {
                self.host.freeze()?;
                sleep(sleeps).await;
                self.host.thaw()?;
            }
            Event::Cut => table.players[player].cut().await?,
            Event::Reload => table.players[player].reload().await,
            Event::NavigateAway => {
                table.players[player].reload().await;
                sleep(Duration::from_millis(random.u64(..500))).await;
            }
        }
        Ok(())
    }

    async fn every_link_works(&self) -> Result<()> {
        for address in &self.rooms {
            let mut guest = Player::watch(address).await.with_context(|| format!("{address:?}"))?;
            let end = Instant::now() + Duration::from_secs(30);
            while !guest.client.is_joined() {
                ensure!(Instant::now() < end, "no answer from {address:?}");
                guest.receive().await?;
            }
        }
        Ok(())
    }
}

impl Table {
    /// After a reload the record may end one message before its result is known.
    fn is_over(&self) -> bool {
        self.players.iter().all(|player| player.client.is_over() && player.client.ending().is_some())
    }

    /// Both do what is next; whoever has lost the connection comes back.
    async fn step(&mut self) -> Result<()> {
        for player in &mut self.players {
            let connected = match player.play_on().await {
                Ok(()) => player.receive().await.is_ok(),
                Err(_) => false,
            };
            if !connected && player.come_back(&self.address).await.is_err() {
                // The server is being started.
                sleep(Duration::from_millis(50)).await;
            }
        }
        Ok(())
    }

    /// By the rules, and with the same record.
    fn check(&self) -> Result<()> {
        for player in &self.players {
            let name = &player.client.saved_seat().name;
            ensure!(player.client.violation().is_none(), "{name}: {:?}", player.client.violation());
            match player.client.ending().map(|ending| ending.reason) {
                Some(EndReason::Score) => {}
                other => bail!("{name} lost by {other:?}"),
            }
        }
        let heads = self.players.each_ref().map(|player| player.client.kifu().map(|kifu| kifu.head()));
        ensure!(heads[0] == heads[1], "the records differ");
        Ok(())
    }

    /// Gives the seats up for the next pair. The host closes the sockets.
    async fn leave(&mut self) -> Result<()> {
        let end = Instant::now() + Duration::from_secs(30);
        for player in &mut self.players {
            while player.come_back(&self.address).await.is_err() {
                ensure!(Instant::now() < end, "the server does not come back");
                sleep(Duration::from_millis(50)).await;
            }
            player.act(Action::Leave).await?;
            while player.receive().await.is_ok() {
                ensure!(Instant::now() < end, "the host does not let them go");
            }
        }
        Ok(())
    }
}

fn states(tables: &[Table]) -> Vec<String> {
    let state = |client: &Client| {
        let refusal = client.last_refusal().map(|(code, _)| code);
        format!(
            "{}: {} turns, {refusal:?}",
            client.saved_seat().name,
            client.kifu().map_or(0, |kifu| kifu.turns())
        )
    };
    tables.iter().flat_map(|table| table.players.iter().map(|player| state(&player.client))).collect()
}
