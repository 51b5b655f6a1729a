//! The real host killed without warning in the middle of a game, and started again: the same seats, the same game, and
//! both players end with the same record. And a host whose disk is full.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use play::Moment;
use play::guest::{Act, Guest, Input, Kept, Output};
use play::kifu::Stage;
use play::protocol::{Fault, Hex, Told};
use proof::Studio;
use rules::go::{Move, Point};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

struct Host {
    process: Child,
    port: u16,
    room: String,
}

impl Host {
    fn start(command: &mut Command) -> Result<Host> {
        let mut process = command.stdout(Stdio::piped()).spawn()?;
        let lines = BufReader::new(process.stdout.take().context("no output")?).lines();
        for line in lines {
            let line = line?;
            if let Some(link) = line.trim().strip_prefix("Here") {
                let (address, room) = link.trim().split_once("/play?room=").context("no room")?;
                let port = address.rsplit(':').next().unwrap_or_default().parse()?;
                return Ok(Host { process, port, room: room.to_owned() });
            }
        }
        bail!("the host says no link")
    }

    fn kept_in(folder: &TempDir, port: u16) -> Result<Host> {
        let mut command = Command::new(Studio::binary());
        command.args(["host", "--no-mdns", "--boardsize", "5", "--port", &port.to_string(), "--keep"]);
        Host::start(command.arg(folder.path()))
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // SIGKILL: no handler runs, nothing is flushed.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

struct Player {
    guest: Guest,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    origin: Instant,
    nonces: u8,
}

impl Player {
    async fn sit(host: &Host, name: &str) -> Result<Player> {
        let token = Hex([name.as_bytes()[0]; 16]);
        let guest = Guest::player(Kept { token, name: name.to_owned(), promise: None, seen: None });
        let mut player = Player { guest, socket: socket(host).await?, origin: Instant::now(), nonces: 0 };
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
        for output in self.guest.handle(now, input) {
            if let Output::Send(asked) = output {
                self.socket.send(Message::text(asked.write())).await?;
            }
        }
        Ok(())
    }

    /// What somebody does who wants a game of two turns.
    async fn play_on(&mut self) -> Result<()> {
        let Some((kifu, color)) = self.guest.kifu().zip(self.guest.color()) else {
            let seats = self.guest.seats();
            let ready = seats.you.is_some_and(|color| seats.ready[color as usize]);
            let both = seats.names.iter().all(Option::is_some);
            return if both && !ready { self.give(Input::Do(Act::Ready)).await } else { Ok(()) };
        };
        if self.guest.is_your_turn() {
            let x = u8::try_from(kifu.turns())?;
            let mv = if x < 2 { Move::Place(Point::new(x, 3 * color as u8)) } else { Move::Pass };
            self.nonces += 1;
            let nonce = Hex([self.nonces; 32]);
            return self.give(Input::Do(Act::Choose { mv, nonce })).await;
        }
        if kifu.stage() == Stage::Count && !self.guest.marks().1[color as usize] {
            return self.give(Input::Do(Act::Agree)).await;
        }
        Ok(())
    }

    /// The next message, if one comes soon.
    async fn hear(&mut self) -> Result<bool> {
        match timeout(Duration::from_millis(20), self.socket.next()).await {
            Ok(Some(message)) => match message? {
                Message::Text(frame) => {
                    self.give(Input::Heard(Told::read(frame.as_bytes())?)).await?;
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

/// A whole game; the host is killed when so many messages have been heard. Says how many there were in all.
async fn game(kill_after: usize) -> Result<usize> {
    let folder = TempDir::new()?;
    let mut host = Host::kept_in(&folder, 0)?;
    let (port, room) = (host.port, host.room.clone());
    let mut players = [Player::sit(&host, "Ann").await?, Player::sit(&host, "Ben").await?];
    let mut heard = 0;
    let end = Instant::now() + Duration::from_secs(60);
    while !players.iter().all(|player| player.guest.is_over()) {
        ensure!(Instant::now() < end, "killed after {kill_after}: the game never ends");
        for who in 0..2 {
            players[who].play_on().await?;
            if !players[who].hear().await? {
                continue;
            }
            heard += 1;
            if heard == kill_after {
                drop(host);
                host = Host::kept_in(&folder, port)?;
                ensure!(host.room == room, "the room is gone");
                for player in &mut players {
                    player.come_back(&host).await?;
                }
            }
        }
    }
    let [ann, ben] = &players;
    for player in &players {
        ensure!(player.guest.deceit().is_none(), "killed after {kill_after}: {:?}", player.guest.deceit());
        let turns = player.guest.kifu().context("no game")?.turns();
        ensure!(turns == 3, "killed after {kill_after}: {turns} turns");
    }
    let heads = [ann, ben].map(|player| player.guest.kifu().map(|kifu| kifu.head()));
    ensure!(heads[0] == heads[1], "killed after {kill_after}: two records");
    Ok(heard)
}

/// Every third message, or every one where there is time: `EVERY=1`.
#[tokio::test]
async fn a_host_killed_between_any_two_writes_goes_on_with_the_game() -> Result<()> {
    let every = std::env::var("EVERY").ok().and_then(|every| every.parse().ok()).unwrap_or(3);
    let undisturbed = game(usize::MAX).await?;
    ensure!(undisturbed > 20, "only {undisturbed} messages");
    for kill_after in (1..=undisturbed).step_by(every) {
        game(kill_after).await?;
    }
    Ok(())
}

/// As a full disk does it: the file may not grow beyond a few blocks.
#[tokio::test]
async fn a_host_that_cannot_write_says_so_and_the_game_goes_on() -> Result<()> {
    let folder = TempDir::new()?;
    let script = "trap '' XFSZ; ulimit -f 2; exec \"$0\" host --no-mdns --boardsize 5 --port 0 --keep \"$1\"";
    let mut command = Command::new("sh");
    let host = Host::start(command.args(["-c", script]).arg(Studio::binary()).arg(folder.path()))?;
    let mut players = [Player::sit(&host, "Ann").await?, Player::sit(&host, "Ben").await?];
    let mut told = false;
    let end = Instant::now() + Duration::from_secs(60);
    while !players.iter().all(|player| player.guest.is_over()) {
        ensure!(Instant::now() < end, "the game never ends");
        for player in &mut players {
            player.play_on().await?;
            player.hear().await?;
            told |= player.guest.last_refusal().is_some_and(|(code, _)| code == Fault::Unkept);
        }
    }
    ensure!(told, "nobody was told");
    Ok(())
}
