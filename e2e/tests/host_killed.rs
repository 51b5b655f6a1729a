//! The real host, killed in the middle of a game and restarted: the seats and the game are the same, and both players end
//! with the same record. Also a host whose disk is full.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use e2e::{KillOnDrop, Studio};
use futures_util::{SinkExt, StreamExt};
use moment::Moment;
use play::client::{Action, Client, Input, Output, SavedSeat};
use play::kifu::Stage;
use play::protocol::{ErrorCode, Hex, ServerMessage};
use rules::go::{Move, Point};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

struct Host {
    /// SIGKILL: no handler runs, nothing is flushed.
    _process: KillOnDrop,
    port: u16,
    room: String,
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
                return Ok(Host { _process: process, port, room: room.to_owned() });
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

struct Player {
    client: Client,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    origin: Instant,
    nonces: u8,
}

impl Player {
    async fn sit(host: &Host, name: &str) -> Result<Player> {
        let token = Hex([name.as_bytes()[0]; 16]);
        let client = Client::player(SavedSeat::new(token, name.to_owned()));
        let mut player = Player { client, socket: socket(host).await?, origin: Instant::now(), nonces: 0 };
        player.give(Input::Connected).await?;
        Ok(player)
    }

    async fn come_back(&mut self, host: &Host) -> Result<()> {
        self.give(Input::Lost).await?;
        self.socket = socket(host).await?;
        self.give(Input::Connected).await
    }

    async fn give(&mut self, input: Input) -> Result<()> {
        let now = Moment::from_millis(u64::try_from(self.origin.elapsed().as_millis())?);
        for output in self.client.handle(now, input) {
            if let Output::Send(asked) = output {
                self.socket.send(Message::text(asked.write())).await?;
            }
        }
        Ok(())
    }

    /// Does what this player has to do next in a game of two turns.
    async fn play_on(&mut self) -> Result<()> {
        let Some((kifu, color)) = self.client.kifu().zip(self.client.color()) else {
            let seats = self.client.seats();
            let ready = seats.you.is_some_and(|color| seats.ready[color as usize]);
            let both = seats.names.iter().all(Option::is_some);
            return if both && !ready { self.give(Input::Act(Action::Ready)).await } else { Ok(()) };
        };
        if self.client.is_your_turn() {
            let x = u8::try_from(kifu.turns())?;
            let mv = if x < 2 { Move::Place(Point::new(x, 3 * color as u8)) } else { Move::Pass };
            self.nonces += 1;
            let nonce = Hex([self.nonces; 32]);
            return self.give(Input::Act(Action::Choose { mv, nonce })).await;
        }
        if kifu.stage() == Stage::Count && !self.client.marks().1[color as usize] {
            return self.give(Input::Act(Action::Agree)).await;
        }
        Ok(())
    }

    /// Handles the next message, if one arrives soon.
    async fn receive(&mut self) -> Result<bool> {
        match timeout(Duration::from_millis(20), self.socket.next()).await {
            Ok(Some(message)) => match message? {
                Message::Text(frame) => {
                    self.give(Input::Received(ServerMessage::read(frame.as_bytes())?)).await?;
                    Ok(true)
                }
                _ => Ok(false),
            },
            Ok(None) => bail!("the socket was closed"),
            Err(_) => {
                self.give(Input::Wake).await?;
                Ok(false)
            }
        }
    }
}

async fn socket(host: &Host) -> Result<WebSocketStream<MaybeTlsStream<TcpStream>>> {
    let address = format!("ws://127.0.0.1:{}/api/rooms/{}/socket", host.port, host.room);
    Ok(connect_async(address).await?.0)
}

/// A whole game; the host is killed after this many messages. Returns how many there were in total.
async fn game(kill_after: usize) -> Result<usize> {
    let folder = TempDir::new()?;
    let mut host = Host::with_journal(&folder, 0)?;
    let (port, room) = (host.port, host.room.clone());
    let mut players = [Player::sit(&host, "Ann").await?, Player::sit(&host, "Ben").await?];
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
                host = Host::with_journal(&folder, port)?;
                ensure!(host.room == room, "the room is gone");
                for player in &mut players {
                    player.come_back(&host).await?;
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
    let mut players = [Player::sit(&host, "Ann").await?, Player::sit(&host, "Ben").await?];
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
