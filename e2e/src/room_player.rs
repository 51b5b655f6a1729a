//! A player in a host's room, over a WebSocket like that of a page.

use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
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

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub struct RoomPlayer {
    pub client: Client,
    socket: Socket,
    origin: Instant,
    nonces: u8,
}

impl RoomPlayer {
    /// The token is the name's first letter.
    pub async fn sit(port: u16, room: &str, name: &str) -> Result<RoomPlayer> {
        let token = Hex([name.bytes().next().unwrap_or_default(); 16]);
        let client = Client::player(SavedSeat::new(token, name.to_owned()));
        let socket = connect(port, room).await?;
        let mut player = RoomPlayer { client, socket, origin: Instant::now(), nonces: 0 };
        player.give(Input::Connected).await?;
        Ok(player)
    }

    pub async fn come_back(&mut self, port: u16, room: &str) -> Result<()> {
        self.give(Input::Lost).await?;
        self.socket = connect(port, room).await?;
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

    pub async fn act(&mut self, action: Action) -> Result<()> {
        self.give(Input::Act(action)).await
    }

    pub async fn choose(&mut self, mv: Move) -> Result<()> {
        self.nonces += 1;
        let nonce = Hex([self.nonces; 32]);
        self.act(Action::Choose { mv, nonce }).await
    }

    /// Does what this player has to do next in a game of two turns.
    pub async fn play_on(&mut self) -> Result<()> {
        let Some((kifu, color)) = self.client.kifu().zip(self.client.color()) else {
            let seats = self.client.seats();
            let ready = seats.you.is_some_and(|color| seats.ready[color as usize]);
            let both = seats.names.iter().all(Option::is_some);
            return if both && !ready { self.act(Action::Ready).await } else { Ok(()) };
        };
        if self.client.is_your_turn() {
            let x = u8::try_from(kifu.turns())?;
            let mv = if x < 2 { Move::Place(Point::new(x, 3 * color as u8)) } else { Move::Pass };
            return self.choose(mv).await;
        }
        if kifu.stage() == Stage::Count && !self.client.marks().1[color as usize] {
            return self.act(Action::Agree).await;
        }
        Ok(())
    }

    /// Handles the next message, if one arrives soon.
    pub async fn receive(&mut self) -> Result<bool> {
        match timeout(Duration::from_millis(20), self.socket.next()).await {
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
}

/// Lets both receive until this is true of both.
pub async fn until_both(
    players: &mut [RoomPlayer; 2],
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

async fn connect(port: u16, room: &str) -> Result<Socket> {
    let address = format!("ws://127.0.0.1:{port}/api/rooms/{room}/socket");
    Ok(connect_async(address).await?.0)
}
