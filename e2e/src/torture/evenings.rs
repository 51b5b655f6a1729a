//! Evenings of four players in three rooms: the standing room of a host, a room that a guest opened there, and a room of a
//! studio that hosts. While they play, host and studio are killed, pages reloaded and left, sockets cut, and the host's
//! machine sleeps, at random. Nobody may lose a game or a seat except by the rules, and every link keeps working.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use api::rooms::{NewRoom, OpenedRoom};
use fastrand::Rng;
use play::client::{Action, Client};
use play::protocol::{Access, EndReason, Settings};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use super::{Counts, Options};
use crate::host::Host;
use crate::hosting_studio::HostingStudio;
use crate::http;
use crate::paths::free_port;
use crate::player::{Player, RoomAddress};
use crate::process::signal;

const EVENINGS: usize = 200;
/// At the same time: an evening mostly waits. Each has folders and ports of its own.
const AT_ONCE: usize = 12;
/// How long a laptop sleeps, and how long in a short run: longer than a silent connection is kept.
const SLEEP: Duration = Duration::from_secs(60);
const SHORT_SLEEP: Duration = Duration::from_secs(3);
/// The host answers once its disk has stored that a player left, and many hosts share the disk.
const TIME_TO_LEAVE: Duration = Duration::from_secs(60);
const TIME_FOR_A_ROUND: Duration = Duration::from_secs(240);
/// Who plays whom, round by round, and in which room.
const ROUNDS: [[(usize, [&str; 2]); 2]; 2] =
    [[(0, ["Ann", "Ben"]), (1, ["Cid", "Dan"])], [(2, ["Ann", "Ben"]), (0, ["Cid", "Dan"])]];

/// How often each kind of event happened.
type Happened = BTreeMap<&'static str, u64>;

pub(super) fn all(options: &Options) -> Result<Counts> {
    let evenings = options.count(EVENINGS);
    let (next, done) = (AtomicUsize::new(0), Mutex::new((Counts::default(), Happened::new())));
    let work = || -> Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= evenings {
                return Ok(());
            }
            let mut happened = Happened::new();
            let ended = runtime.block_on(evening(options, number, &mut happened));
            // All evenings take a long time: whoever waits, or stops earlier, sees how far they are.
            let result =
                ended.as_ref().map_or_else(|error| format!("{error:#}"), |()| "nothing lost".to_owned());
            eprintln!("evening {number}: {result}; {happened:?}");
            let Ok(mut done) = done.lock() else { bail!("another evening panicked") };
            done.0.add(ended.with_context(|| format!("evening {number}")));
            for (what, count) in happened {
                *done.1.entry(what).or_default() += count;
            }
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..AT_ONCE.min(evenings)).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|_| bail!("an evening panicked")))
    })?;
    let (mut counts, happened) = done.into_inner()?;
    let events: Vec<String> = happened.into_iter().map(|(what, count)| format!("{count} {what}")).collect();
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
    /// The machine of the host, or of the studio, sleeps.
    HostSleeps,
    StudioSleeps,
}

impl Event {
    const ALL: [Event; 7] = [
        Event::KillHost,
        Event::KillStudio,
        Event::Reload,
        Event::NavigateAway,
        Event::Cut,
        Event::HostSleeps,
        Event::StudioSleeps,
    ];

    fn name(self) -> &'static str {
        match self {
            Event::KillHost => "kills of the host",
            Event::KillStudio => "kills of the studio",
            Event::Reload => "reloads",
            Event::NavigateAway => "times away",
            Event::Cut => "cuts",
            Event::HostSleeps => "sleeps of the host",
            Event::StudioSleeps => "sleeps of the studio",
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

async fn evening(options: &Options, number: usize, happened: &mut Happened) -> Result<()> {
    let mut chance = Chance {
        // Of its own, so that it does not depend on what other evenings do meanwhile.
        random: Rng::with_seed(options.seed.wrapping_add(u64::try_from(number)?)),
        sleeps: if options.quick { SHORT_SLEEP } else { SLEEP },
        happened,
    };
    let mut servers = Servers::open()?;
    for round in ROUNDS {
        let mut tables = Vec::new();
        for (room, names) in round {
            let address = servers.rooms[room].clone();
            let players = [sit(&address, names[0]).await?, sit(&address, names[1]).await?];
            tables.push(Table { address: address.clone(), players });
        }
        servers.play(&mut tables, &mut chance).await?;
        for table in &mut tables {
            table.check()?;
            table.leave().await?;
        }
    }
    servers.every_link_works().await
}

/// A server that was killed a moment ago may not have opened its port yet: then the link is followed again.
async fn sit(address: &RoomAddress, name: &str) -> Result<Player> {
    let end = Instant::now() + Duration::from_secs(30);
    loop {
        match Player::sit(address, name).await {
            Ok(player) => return Ok(player.plays(4)),
            Err(error) if Instant::now() > end => return Err(error.context(format!("{name} at {address:?}"))),
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
    }
}

/// Decides what happens, and counts it.
struct Chance<'e> {
    random: Rng,
    sleeps: Duration,
    happened: &'e mut Happened,
}

impl Chance<'_> {
    fn event(&mut self) -> Event {
        let event = Event::ALL[self.random.usize(..Event::ALL.len())];
        *self.happened.entry(event.name()).or_default() += 1;
        event
    }
}

impl Servers {
    fn open() -> Result<Servers> {
        let (folder, home) = (TempDir::new()?, TempDir::new()?);
        let host = Host::start(folder.path())?;
        let studio = HostingStudio::open_at(&home, free_port()?)?;
        let settings = Settings { board_size: 5, ..Settings::default() };
        let wanted =
            serde_json::to_vec(&NewRoom { title: "Guests".to_owned(), settings, access: Access::default() })?;
        let address = format!("127.0.0.1:{}", host.port());
        let json = [("content-type", "application/json")];
        let opened = http::ask(&address, "POST /api/rooms", &json, &wanted)?;
        let OpenedRoom { room } = serde_json::from_slice(&opened.body)?;
        let second = RoomAddress { port: host.port(), room };
        let rooms = [host.room_address(), second, studio.network.clone()];
        Ok(Servers { host, folder, studio, home, rooms })
    }

    async fn play(&mut self, tables: &mut [Table], chance: &mut Chance<'_>) -> Result<()> {
        let mut end = Instant::now() + TIME_FOR_A_ROUND;
        let mut next_event = chance.random.u32(4..20);
        while !tables.iter().all(Table::is_over) {
            ensure!(Instant::now() < end, "a round never ends: {:?}", states(tables));
            for table in &mut *tables {
                table.step().await?;
            }
            next_event = next_event.saturating_sub(1);
            if next_event == 0 {
                next_event = chance.random.u32(4..20);
                let event = chance.event();
                if matches!(event, Event::HostSleeps | Event::StudioSleeps) {
                    end += chance.sleeps;
                }
                self.happen(event, tables, chance).await.with_context(|| format!("{event:?}"))?;
            }
        }
        Ok(())
    }

    async fn happen(&mut self, event: Event, tables: &mut [Table], chance: &mut Chance<'_>) -> Result<()> {
        let table = chance.random.usize(..tables.len());
        let player = chance.random.usize(..2);
        match event {
            Event::KillHost => {
                self.host.kill()?;
                self.host = Host::start_at(self.rooms[0].port, self.folder.path())?;
                ensure!(self.host.room_address() == self.rooms[0], "another room: {}", self.host.room());
            }
            Event::KillStudio => self.studio.kill_and_start(&self.home)?,
            Event::HostSleeps => asleep(self.host.pid(), tables, chance.sleeps).await?,
            Event::StudioSleeps => asleep(self.studio.studio.pid(), tables, chance.sleeps).await?,
            Event::Cut => tables[table].players[player].cut().await?,
            Event::Reload => tables[table].players[player].reload().await,
            Event::NavigateAway => {
                tables[table].players[player].reload().await;
                sleep(Duration::from_millis(chance.random.u64(..500))).await;
            }
        }
        Ok(())
    }

    async fn every_link_works(&self) -> Result<()> {
        for address in &self.rooms {
            let end = Instant::now() + Duration::from_secs(30);
            let mut guest = loop {
                match Player::watch(address).await {
                    Ok(guest) => break guest,
                    Err(error) => ensure!(Instant::now() < end, "{address:?}: {error}"),
                }
                sleep(Duration::from_millis(100)).await;
            };
            while !guest.client.is_joined() {
                ensure!(Instant::now() < end, "no answer from {address:?}");
                guest.receive().await?;
            }
        }
        Ok(())
    }
}

/// A server's machine sleeps, while the players' pages stay awake and try to go on.
async fn asleep(server: u32, tables: &mut [Table], sleeps: Duration) -> Result<()> {
    signal(server, "-STOP")?;
    let play = async {
        loop {
            for table in &mut *tables {
                table.step().await?;
            }
        }
    };
    let played: Result<()> = timeout(sleeps, play).await.unwrap_or(Ok(()));
    signal(server, "-CONT")?;
    played
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
        for player in &mut self.players {
            let end = Instant::now() + TIME_TO_LEAVE;
            while player.come_back(&self.address).await.is_err() {
                ensure!(Instant::now() < end, "the server does not come back");
                sleep(Duration::from_millis(50)).await;
            }
            player.act(Action::Leave).await?;
            while player.receive().await.is_ok() {
                let client = &player.client;
                let state = (client.is_joined(), client.is_connected(), client.last_refusal());
                ensure!(
                    Instant::now() < end,
                    "the host does not let {} go: {state:?}",
                    client.saved_seat().name
                );
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
