//! Rooms over real sockets: a whole game, bad manners, and a host that starts again from its journal.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use play::Moment;
use play::guest::{Act, Guest, Input, Kept, Output};
use play::kifu::Stage;
use play::protocol::{Fault, Hex, Kind, Opponent, Settings, Told};
use rules::go::{Color, Move, Point};
use server::engine::CommandLine;
use server::{Host, Opponents, Rooms};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, http::HeaderValue};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn start(rooms: &Arc<Rooms>) -> u16 {
    let host = Host::bind(Some(0)).await.unwrap();
    let port = host.port();
    let rooms = rooms.clone();
    tokio::spawn(async move { host.serve(&rooms, std::future::pending()).await });
    port
}

async fn connect(port: u16, room: &str) -> Socket {
    let address = format!("ws://{}:{port}/api/rooms/{room}/socket", Ipv4Addr::LOCALHOST);
    connect_async(address).await.unwrap().0
}

fn nine() -> Settings {
    Settings { game: Kind::Red, board_size: 9, ..Settings::default() }
}

struct Player {
    guest: Guest,
    socket: Socket,
    origin: Instant,
    nonces: u8,
}

impl Player {
    async fn new(port: u16, room: &str, kept: Kept) -> Player {
        let socket = connect(port, room).await;
        let mut player = Player { guest: Guest::player(kept), socket, origin: Instant::now(), nonces: 0 };
        player.give(Input::Connected).await;
        player
    }

    async fn give(&mut self, input: Input) {
        let now = Moment::from_millis(self.origin.elapsed().as_millis() as u64);
        for output in self.guest.handle(now, input) {
            if let Output::Send(asked) = output {
                self.socket.send(Message::text(asked.write())).await.unwrap();
            }
        }
    }

    async fn choose(&mut self, mv: Move) {
        self.nonces += 1;
        let nonce = Hex([self.nonces; 32]);
        self.give(Input::Do(Act::Choose { mv, nonce })).await;
    }

    /// Hears until this is so.
    async fn until(&mut self, what: impl Fn(&Guest) -> bool) {
        while !what(&self.guest) {
            let message = timeout(Duration::from_secs(20), self.socket.next()).await;
            let message = message.expect("silence").expect("the socket was closed").unwrap();
            if let Message::Text(frame) = message {
                self.give(Input::Heard(Told::read(frame.as_bytes()).unwrap())).await;
            }
        }
    }
}

fn kept(name: &str) -> Kept {
    let byte = name.as_bytes()[0];
    Kept { token: Hex([byte; 16]), name: name.to_owned(), promise: None, seen: None }
}

async fn agree(ann: &mut Player, ben: &mut Player) {
    ann.until(|guest| guest.seats().names.iter().all(Option::is_some)).await;
    ben.until(|guest| guest.seats().names.iter().all(Option::is_some)).await;
    ann.give(Input::Do(Act::Ready)).await;
    ben.give(Input::Do(Act::Ready)).await;
    ann.until(|guest| guest.is_your_turn()).await;
    ben.until(|guest| guest.is_your_turn()).await;
}

async fn turn(ann: &mut Player, ben: &mut Player, moves: [Move; 2]) {
    let turns = ann.guest.kifu().unwrap().turns();
    ann.choose(moves[0]).await;
    ben.choose(moves[1]).await;
    // Both have to listen: the reveals answer what they hear.
    tokio::join!(
        ann.until(|guest| guest.kifu().unwrap().turns() > turns),
        ben.until(|guest| guest.kifu().unwrap().turns() > turns)
    );
}

fn at(x: u8, y: u8) -> Move {
    Move::Place(Point::new(x, y))
}

#[tokio::test]
async fn two_people_play_over_sockets_and_one_comes_back() {
    let rooms = Rooms::in_memory(Opponents::default()).unwrap();
    let port = start(&rooms).await;
    let room = rooms.open("Club", nine()).await.unwrap();
    let mut ann = Player::new(port, &room, kept("Ann")).await;
    let mut ben = Player::new(port, &room, kept("Ben")).await;
    agree(&mut ann, &mut ben).await;
    turn(&mut ann, &mut ben, [at(2, 2), at(6, 6)]).await;
    let mut ben = Player::new(port, &room, ben.guest.kept()).await;
    ben.until(|guest| guest.is_your_turn()).await;
    turn(&mut ann, &mut ben, [at(4, 4), at(4, 4)]).await;
    turn(&mut ann, &mut ben, [Move::Pass, Move::Pass]).await;
    for player in [&mut ann, &mut ben] {
        player.give(Input::Do(Act::Agree)).await;
    }
    tokio::join!(ann.until(Guest::is_over), ben.until(Guest::is_over));
    assert_eq!(ann.guest.kifu().unwrap().head(), ben.guest.kifu().unwrap().head());
    assert_eq!(ann.guest.color(), Some(Color::Black));
    let listed = rooms.list().await;
    assert_eq!((listed.len(), listed[0].title.as_str(), listed[0].playing), (1, "Club", false));
}

#[tokio::test]
async fn a_host_started_again_from_its_journal_goes_on_with_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.jsonl");
    let copy = folder.path().join("copy.jsonl");
    let rooms = Rooms::from_journal(&path, Opponents::default()).unwrap();
    let port = start(&rooms).await;
    let room = rooms.open("Club", nine()).await.unwrap();
    let mut ann = Player::new(port, &room, kept("Ann")).await;
    let mut ben = Player::new(port, &room, kept("Ben")).await;
    agree(&mut ann, &mut ben).await;
    turn(&mut ann, &mut ben, [at(2, 2), at(6, 6)]).await;
    ann.choose(at(3, 3)).await;
    ann.until(|guest| guest.is_acknowledged()).await;
    // As it is on the disk at this very moment: a crash would leave no more.
    std::fs::copy(&path, &copy).unwrap();
    let port = start(&Rooms::from_journal(&copy, Opponents::default()).unwrap()).await;
    let mut ann = Player::new(port, &room, ann.guest.kept()).await;
    let mut ben = Player::new(port, &room, ben.guest.kept()).await;
    ann.until(|guest| guest.kifu().is_some_and(|kifu| kifu.turns() == 1)).await;
    ben.until(|guest| guest.is_your_turn()).await;
    ben.choose(at(5, 5)).await;
    let played = |guest: &Guest| guest.kifu().unwrap().turns() == 2;
    tokio::join!(ann.until(played), ben.until(played));
    assert_eq!(ann.guest.kifu().unwrap().stage(), Stage::Play);
    assert_eq!(ann.guest.deceit(), None);
}

#[tokio::test]
async fn floods_and_long_frames_end_the_connection_and_nonsense_is_answered() {
    let rooms = Rooms::in_memory(Opponents::default()).unwrap();
    let port = start(&rooms).await;
    let room = rooms.open("Club", nine()).await.unwrap();
    let mut socket = connect(port, &room).await;
    socket.send(Message::text("{")).await.unwrap();
    let answer = socket.next().await.unwrap().unwrap().into_text().unwrap();
    assert!(answer.contains("malformed"), "{answer}");
    for _ in 0..100 {
        drop(socket.send(Message::text("{")).await);
    }
    assert!(ends(&mut socket).await, "a flood");
    let mut socket = connect(port, &room).await;
    socket.send(Message::text(" ".repeat(5000))).await.unwrap();
    assert!(ends(&mut socket).await, "a frame of 5000 bytes");
}

async fn ends(socket: &mut Socket) -> bool {
    timeout(Duration::from_secs(10), async {
        while let Some(Ok(message)) = socket.next().await {
            if message.is_close() {
                return;
            }
        }
    })
    .await
    .is_ok()
}

#[tokio::test]
async fn another_sites_page_gets_no_socket() {
    let rooms = Rooms::in_memory(Opponents::default()).unwrap();
    let port = start(&rooms).await;
    let room = rooms.open("Club", nine()).await.unwrap();
    let address = format!("ws://127.0.0.1:{port}/api/rooms/{room}/socket");
    for (name, value, welcome) in [
        ("origin", "http://evil.example".to_owned(), false),
        ("host", format!("evil.example:{port}"), false),
        ("origin", format!("http://127.0.0.1:{port}"), true),
    ] {
        let mut request = address.as_str().into_client_request().unwrap();
        request.headers_mut().insert(name, HeaderValue::from_str(&value).unwrap());
        assert_eq!(connect_async(request).await.is_ok(), welcome, "{name}: {value}");
    }
    assert!(connect_async(format!("ws://127.0.0.1:{port}/api/rooms/none/socket")).await.is_err());
}

/// Speaks just enough of the protocol; crashes at its second move until it is mended.
const SCRIPT: &str = r#"
while read id command rest; do
  case "$command" in
    list_commands) printf '=%s play\ngenmove\nboardsize\nclear_board\nkomi\n\n' "$id";;
    genmove) if [ -e "$1/moved" ] && [ ! -e "$1/recovered" ]; then exit 7; fi
      : > "$1/moved"
      printf '=%s PASS\n\n' "$id";;
    *) printf '=%s \n\n' "$id";;
  esac
done
"#;

fn against(engine: &str) -> Settings {
    let opponent = Opponent::Engine(engine.to_owned());
    Settings { game: Kind::Chinese, board_size: 9, opponent, ..Settings::default() }
}

#[tokio::test]
async fn an_engine_that_crashes_is_told_of_and_the_game_waits_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let script = ["-c".into(), SCRIPT.to_owned(), "engine".into(), folder.path().display().to_string()];
    let opponents = Opponents::default().with_engine("Shell", CommandLine::new("sh", script));
    let rooms = Rooms::in_memory(opponents).unwrap();
    let port = start(&rooms).await;
    let room = rooms.open("Club", against("Shell")).await.unwrap();
    let mut ann = Player::new(port, &room, kept("Ann")).await;
    ann.until(|guest| guest.seats().names[1].as_deref() == Some("Shell")).await;
    ann.give(Input::Do(Act::Ready)).await;
    ann.until(|guest| guest.is_your_turn()).await;
    ann.choose(at(2, 2)).await;
    ann.until(|guest| guest.kifu().unwrap().turns() == 2).await;
    ann.choose(at(4, 4)).await;
    ann.until(|guest| guest.seats().adjourned).await;
    assert_eq!(ann.guest.last_refusal().map(|(code, _)| code), Some(Fault::Engine));
    assert_eq!(ann.guest.kifu().unwrap().turns(), 3, "nothing is lost");
    std::fs::write(folder.path().join("recovered"), "").unwrap();
    ann.give(Input::Do(Act::Ready)).await;
    ann.until(|guest| !guest.seats().adjourned && guest.kifu().unwrap().turns() == 4).await;
    ann.choose(Move::Pass).await;
    ann.until(|guest| guest.kifu().unwrap().stage() == Stage::Count).await;
    ann.give(Input::Do(Act::Agree)).await;
    ann.until(Guest::is_over).await;
    assert_eq!(ann.guest.deceit(), None);
}

#[tokio::test]
async fn a_seat_kept_for_an_engine_is_nobody_elses() {
    let rooms =
        Rooms::in_memory(Opponents::default().with_engine("Cat", CommandLine::new("cat", [""; 0]))).unwrap();
    let port = start(&rooms).await;
    let room = rooms.open("Club", against("Cat")).await.unwrap();
    let mut ann = Player::new(port, &room, kept("Ann")).await;
    ann.until(|guest| guest.is_joined()).await;
    let mut ben = Player::new(port, &room, kept("Ben")).await;
    ben.until(|guest| guest.last_refusal().is_some()).await;
    assert_eq!(ben.guest.last_refusal().map(|(code, _)| code), Some(Fault::Full));
}
