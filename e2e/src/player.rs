//! A player at a table of a real host, without a browser: `play::client` on a WebSocket.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use moment::Moment;
use play::client::{Action, Client, Input, Output, SavedSeat};
use play::kifu::Stage;
use play::protocol::{Hex, ServerMessage};
use rules::go::{Move, Point};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Where a room is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomAddress {
    pub port: u16,
    pub room: String,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub struct Player {
    pub client: Client,
    /// None after a reload: what was on its way to the page before never reaches the one after it.
    socket: Option<Socket>,
    origin: Instant,
    nonces: u8,
    /// The number of turns that this player plays before passing.
    turns: u8,
}

impl Player {
    pub async fn sit(address: &RoomAddress, name: &str) -> Result<Player> {
        let token = Hex([name.as_bytes()[0]; 16]);
        Player::connect(address, Client::player(SavedSeat::new(token, name.to_owned()))).await
    }

    pub async fn watch(address: &RoomAddress) -> Result<Player> {
        Player::connect(address, Client::spectator()).await
    }

    async fn connect(address: &RoomAddress, client: Client) -> Result<Player> {
        let socket = Some(socket(address).await?);
        let mut player = Player { client, socket, origin: Instant::now(), nonces: 0, turns: 2 };
        player.give(Input::Connected).await?;
        Ok(player)
    }

    /// At most as many as the board has columns.
    pub fn plays(mut self, turns: u8) -> Player {
        self.turns = turns;
        self
    }

    pub async fn come_back(&mut self, address: &RoomAddress) -> Result<()> {
        self.socket = None;
        self.give(Input::Lost).await?;
        self.socket = Some(socket(address).await?);
        self.give(Input::Connected).await
    }

    /// The connection breaks, and the player does not know yet what was sent on it.
    pub async fn cut(&mut self) -> Result<()> {
        if let Some(socket) = &mut self.socket {
            // One that is closed already is cut as well.
            drop(socket.close(None).await);
        }
        Ok(())
    }

    /// The page is loaded again: only the saved seat is left, and there is no connection yet.
    pub async fn reload(&mut self) {
        if let Some(mut socket) = self.socket.take() {
            drop(socket.close(None).await);
        }
        self.client = Client::player(self.client.saved_seat());
    }

    pub async fn give(&mut self, input: Input) -> Result<()> {
        let now = Moment::from_millis(u64::try_from(self.origin.elapsed().as_millis())?);
        for output in self.client.handle(now, input) {
            if let Output::Send(asked) = output {
                let socket = self.socket.as_mut().context("there is no connection")?;
                socket.send(Message::text(asked.write())).await?;
            }
        }
        Ok(())
    }

    pub async fn act(&mut self, action: Action) -> Result<()> {
        self.give(Input::Act(action)).await
    }

    pub async fn choose(&mut self, mv: Move) -> Result<()> {
        self.nonces = self.nonces.wrapping_add(1);
        let nonce = Hex([self.nonces; 32]);
        self.act(Action::Choose { mv, nonce }).await
    }

    /// Does what this player has to do next: a few turns, then passes until the game is counted.
    pub async fn play_on(&mut self) -> Result<()> {
        let Some((kifu, color)) = self.client.kifu().zip(self.client.color()) else {
            let seats = self.client.seats();
            let ready = seats.you.is_some_and(|color| seats.ready[color as usize]);
            let both = seats.names.iter().all(Option::is_some);
            return if both && !ready { self.act(Action::Ready).await } else { Ok(()) };
        };
        if self.client.is_your_turn() {
            let x = u8::try_from(kifu.turns())?;
            let mv = if x < self.turns { Move::Place(Point::new(x, 3 * color as u8)) } else { Move::Pass };
            return self.choose(mv).await;
        }
        if kifu.stage() == Stage::Count && !self.client.marks().1[color as usize] {
            return self.act(Action::Agree).await;
        }
        Ok(())
    }

    /// Handles the next message, if one arrives soon.
    pub async fn receive(&mut self) -> Result<bool> {
        let socket = self.socket.as_mut().context("there is no connection")?;
        match timeout(Duration::from_millis(20), socket.next()).await {
            Ok(Some(message)) => match message? {
                Message::Text(frame) => {
                    self.give(Input::Received(ServerMessage::read(frame.as_bytes())?)).await?;
                    Ok(true)
                }
                Message::Close(reason) => bail!("the host closes the socket: {reason:?}"),
                _ => Ok(false),
            },
            Ok(None) => bail!("the socket was closed"),
            Err(_) => {
                self.give(Input::Wake).await?;
                Ok(false)
            }
        }
    }

    /// The turns of the record that this player has seen.
    pub fn turns(&self) -> usize {
        self.client.kifu().map_or(0, |kifu| kifu.turns() as usize)
    }
}

/// Lets both receive until this is true of both.
pub async fn until_both(
    players: &mut [Player; 2],
    what: &str,
    is_true: impl Fn(&Client) -> bool,
) -> Result<()> {
    let end = Instant::now() + Duration::from_secs(60);
    while !players.iter().all(|player| is_true(&player.client)) {
        ensure!(Instant::now() < end, "never: {what}");
        for player in &mut *players {
            player.receive().await?;
        }
    }
    Ok(())
}

async fn socket(address: &RoomAddress) -> Result<Socket> {
    let address = format!("ws://127.0.0.1:{}/api/rooms/{}/socket", address.port, address.room);
    Ok(connect_async(address).await?.0)
}
