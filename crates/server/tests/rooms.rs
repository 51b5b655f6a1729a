//! Rooms over real sockets: a whole game, abuse, and a host that restarts from its journal.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use moment::Moment;
use play::client::{Action, Client, Input, Output, SavedSeat};
use play::kifu::Stage;
use play::protocol::{
    ClientRequest, ErrorCode, GameKind, Hex, Opponent, ServerMessage, SessionDescription, Settings,
};
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
    Settings { game: GameKind::Red, board_size: 9, ..Settings::default() }
}

struct Player {
    client: Client,
    socket: Socket,
    origin: Instant,
    nonces: u8,
}

impl Player {
    async fn new(port: u16, room: &str, saved_seat: SavedSeat) -> Player {
        let socket = connect(port, room).await;
        let mut player =
            Player { client: Client::player(saved_seat), socket, origin: Instant::now(), nonces: 0 };
        player.give(Input::Connected).await;
        player
    }

    async fn give(&mut self, input: Input) {
        let now = Moment::from_millis(self.origin.elapsed().as_millis() as u64);
        for output in self.client.handle(now, input) {
            if let Output::Send(asked) = output {
                self.socket.send(Message::text(asked.write())).await.unwrap();
            }
        }
    }

    async fn choose(&mut self, mv: Move) {
        self.nonces += 1;
        let nonce = Hex([self.nonces; 32]);
        self.give(Input::Act(Action::Choose { mv, nonce })).await;
    }

    /// Receives until this is true.
    async fn until(&mut self, what: impl Fn(&Client) -> bool) {
        while !what(&self.client) {
            let message = timeout(Duration::from_secs(20), self.socket.next()).await;
            let message = message.expect("no message").expect("the socket was closed").unwrap();
            if let Message::Text(frame) = message {
                self.give(Input::Received(ServerMessage::read(frame.as_bytes()).unwrap())).await;
            }
        }
    }
}

fn saved_seat(name: &str) -> SavedSeat {
    let byte = name.as_bytes()[0];
    SavedSeat::new(Hex([byte; 16]), name.to_owned())
}

async fn agree(ann: &mut Player, ben: &mut Player) {
    ann.until(|client| client.seats().names.iter().all(Option::is_some)).await;
    ben.until(|client| client.seats().names.iter().all(Option::is_some)).await;
    ann.give(Input::Act(Action::Ready)).await;
    ben.give(Input::Act(Action::Ready)).await;
    ann.until(|client| client.is_your_turn()).await;
    ben.until(|client| client.is_your_turn()).await;
}

async fn turn(ann: &mut Player, ben: &mut Player, moves: [Move; 2]) {
    let turns = ann.client.kifu().unwrap().turns();
    ann.choose(moves[0]).await;
    ben.choose(moves[1]).await;
    // Both must receive: a reveal replies to a message.
    tokio::join!(
        ann.until(|client| client.kifu().unwrap().turns() > turns),
        ben.until(|client| client.kifu().unwrap().turns() > turns)
    );
}

fn at(x: u8, y: u8) -> Move {
    Move::Place(Point::new(x, y))
}

/// Ann and Ben have played a turn in a new room.
async fn first_turn(rooms: &Arc<Rooms>) -> (u16, String, Player, Player) {
    let port = start(rooms).await;
    let room = rooms.open("Club", nine()).await.unwrap();
    let mut ann = Player::new(port, &room, saved_seat("Ann")).await;
    let mut ben = Player::new(port, &room, saved_seat("Ben")).await;
    agree(&mut ann, &mut ben).await;
    turn(&mut ann, &mut ben, [at(2, 2), at(6, 6)]).await;
    (port, room, ann, ben)
}

#[tokio::test]
async fn two_people_play_over_sockets_and_one_reconnects() {
    let rooms = Rooms::in_memory(Opponents::default()).unwrap();
    let (port, room, mut ann, ben) = first_turn(&rooms).await;
    let mut ben = Player::new(port, &room, ben.client.saved_seat()).await;
    ben.until(|client| client.is_your_turn()).await;
    turn(&mut ann, &mut ben, [at(4, 4), at(4, 4)]).await;
    turn(&mut ann, &mut ben, [Move::Pass, Move::Pass]).await;
    for player in [&mut ann, &mut ben] {
        player.give(Input::Act(Action::Agree)).await;
    }
    tokio::join!(ann.until(Client::is_over), ben.until(Client::is_over));
    assert_eq!(ann.client.kifu().unwrap().head(), ben.client.kifu().unwrap().head());
    assert_eq!(ann.client.color(), Some(Color::Black));
    let listed = rooms.list().await;
    assert_eq!((listed.len(), listed[0].title.as_str(), listed[0].playing), (1, "Club", false));
}

#[tokio::test]
async fn a_host_restarted_from_its_journal_continues_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.jsonl");
    let copy = folder.path().join("copy.jsonl");
    let rooms = Rooms::from_journal(&path, Opponents::default()).unwrap();
    let (_, room, mut ann, ben) = first_turn(&rooms).await;
    ann.choose(at(3, 3)).await;
    ann.until(|client| client.is_acknowledged()).await;
    // A copy of the file as it is on disk now: a crash would leave no more.
    std::fs::copy(&path, &copy).unwrap();
    let port = start(&Rooms::from_journal(&copy, Opponents::default()).unwrap()).await;
    let mut ann = Player::new(port, &room, ann.client.saved_seat()).await;
    let mut ben = Player::new(port, &room, ben.client.saved_seat()).await;
    ann.until(|client| client.kifu().is_some_and(|kifu| kifu.turns() == 1)).await;
    ben.until(|client| client.is_your_turn()).await;
    ben.choose(at(5, 5)).await;
    let played = |client: &Client| client.kifu().unwrap().turns() == 2;
    tokio::join!(ann.until(played), ben.until(played));
    assert_eq!(ann.client.kifu().unwrap().stage(), Stage::Play);
    assert_eq!(ann.client.violation(), None);
}

/// Ben resigns, and both want another game.
async fn rematch(ann: &mut Player, ben: &mut Player) {
    ben.give(Input::Act(Action::Resign)).await;
    tokio::join!(ann.until(Client::is_over), ben.until(Client::is_over));
    ann.give(Input::Act(Action::Rematch)).await;
    ben.give(Input::Act(Action::Rematch)).await;
    let begun =
        |client: &Client| client.is_your_turn() && client.kifu().is_some_and(|kifu| kifu.turns() == 0);
    tokio::join!(ann.until(begun), ben.until(begun));
}

#[tokio::test]
async fn a_room_that_plays_game_after_game_is_restored_from_a_snapshot() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.jsonl");
    let copy = folder.path().join("copy.jsonl");
    let rooms = Rooms::from_journal(&path, Opponents::default()).unwrap();
    let (_, room, mut ann, mut ben) = first_turn(&rooms).await;
    rematch(&mut ann, &mut ben).await;
    turn(&mut ann, &mut ben, [at(1, 2), at(1, 6)]).await;
    // The longest messages there are: a snapshot is due before the host takes them for a flood.
    for attempt in 1..=22 {
        let description = SessionDescription { attempt, sdp: format!("v=0{}", "x".repeat(2990)) };
        ann.give(Input::Act(Action::Signal(Box::new(ClientRequest::WebrtcOffer(description))))).await;
    }
    turn(&mut ann, &mut ben, [at(4, 4), at(4, 4)]).await;
    let head = ann.client.kifu().unwrap().head();
    std::fs::copy(&path, &copy).unwrap();
    assert!(std::fs::read_to_string(&copy).unwrap().contains("\"snapshot\""));
    let before = std::fs::metadata(&copy).unwrap().len();
    let restored = Rooms::from_journal(&copy, Opponents::default()).unwrap();
    assert!(restored.damage().is_none());
    assert!(
        std::fs::metadata(&copy).unwrap().len() < before / 2,
        "the entries before the snapshot are dropped"
    );
    let port = start(&restored).await;
    let mut ann = Player::new(port, &room, ann.client.saved_seat()).await;
    let mut ben = Player::new(port, &room, ben.client.saved_seat()).await;
    let same =
        |client: &Client| client.is_your_turn() && client.kifu().is_some_and(|kifu| kifu.head() == head);
    tokio::join!(ann.until(same), ben.until(same));
    turn(&mut ann, &mut ben, [at(3, 4), at(5, 4)]).await;
    assert_eq!((ann.client.violation(), ben.client.violation()), (None, None));
}

#[tokio::test]
async fn connections_without_a_seat_write_nothing_to_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.jsonl");
    let rooms = Rooms::from_journal(&path, Opponents::default()).unwrap();
    let (port, room, _ann, _ben) = first_turn(&rooms).await;
    let length = || std::fs::metadata(&path).unwrap().len();
    let before = length();
    let mut socket = connect(port, &room).await;
    for request in
        [r#""type":"spectate","version":1"#, r#""type":"chat","message":"hello""#, r#""type":"resign""#]
    {
        for _ in 0..10 {
            socket.send(Message::text(format!(r#"{{"seq":0,{request}}}"#))).await.unwrap();
        }
    }
    // Of what a spectator says, one line a second reaches the other spectators; the rest needs a seat.
    let (mut said, mut refusals) = (0, 0);
    while said + refusals < 20 {
        let message = timeout(Duration::from_secs(20), socket.next()).await.unwrap().unwrap().unwrap();
        let text = message.into_text().unwrap();
        said += usize::from(text.contains("spectator_chat") || text.contains("one message per second"));
        refusals += usize::from(text.contains("take a seat first"));
    }
    assert_eq!((said, refusals), (10, 10));
    assert_eq!(length(), before);
}

/// Written by an earlier version: an alternating game with chat, settings, a takeback and a count, a simultaneous game
/// with a move that was not revealed, a restart, an empty room and a closed one. The ends of the records are those that
/// it computed.
#[tokio::test]
async fn a_journal_of_an_earlier_version_opens_and_its_games_continue() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.jsonl");
    std::fs::write(&path, include_str!("data/rooms-earlier.jsonl")).unwrap();
    let rooms = Rooms::from_journal(&path, Opponents::default()).unwrap();
    let listed = rooms.list().await;
    let titles: Vec<&str> = listed.iter().map(|room| room.title.as_str()).collect();
    assert_eq!(titles, ["Red", "Old data", "Club"]);
    let port = start(&rooms).await;
    for (room, head) in [
        (&listed[0], "f06591db2840da3def1f5bc41f76edaaf16e673110f9fa5795b513151a67aa18"),
        (&listed[1], "7f6c370596a74427988b2afd718809378035fb01fbd710d4406270e806bff30d"),
    ] {
        assert!(room.playing && !room.free);
        let [ann, ben] = ["ann", "ben"].map(saved_seat);
        let mut ann = Player::new(port, &room.room, ann).await;
        let mut ben = Player::new(port, &room.room, ben).await;
        for player in [&mut ann, &mut ben] {
            player.until(|client| client.kifu().is_some_and(|kifu| kifu.head().to_string() == head)).await;
            assert_eq!(player.client.violation(), None);
        }
        let turns = ann.client.kifu().unwrap().turns();
        // The simultaneous game was adjourned.
        if room.title == "Red" {
            ann.give(Input::Act(Action::Ready)).await;
            ben.give(Input::Act(Action::Ready)).await;
            ann.until(|client| client.is_your_turn()).await;
            ann.choose(at(8, 8)).await;
        }
        ben.until(|client| client.is_your_turn()).await;
        ben.choose(at(0, 0)).await;
        let played = |client: &Client| client.kifu().unwrap().turns() == turns + 1;
        tokio::join!(ann.until(played), ben.until(played));
    }
}

#[tokio::test]
async fn floods_and_long_frames_end_the_connection_and_malformed_messages_get_a_reply() {
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
async fn pages_of_other_sites_get_no_socket() {
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

/// An engine with just enough GTP. It crashes at its second move until the file `recovered` exists.
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
    Settings { game: GameKind::Chinese, board_size: 9, opponent, ..Settings::default() }
}

#[tokio::test]
async fn a_crashed_engine_is_reported_and_the_game_waits_and_continues() {
    let folder = tempfile::tempdir().unwrap();
    let script = ["-c".into(), SCRIPT.to_owned(), "engine".into(), folder.path().display().to_string()];
    let opponents = Opponents::default().with_engine("Shell", CommandLine::new("sh", script));
    let rooms = Rooms::in_memory(opponents).unwrap();
    let port = start(&rooms).await;
    let room = rooms.open("Club", against("Shell")).await.unwrap();
    let mut ann = Player::new(port, &room, saved_seat("Ann")).await;
    ann.until(|client| client.seats().names[1].as_deref() == Some("Shell")).await;
    ann.give(Input::Act(Action::Ready)).await;
    ann.until(|client| client.is_your_turn()).await;
    ann.choose(at(2, 2)).await;
    ann.until(|client| client.kifu().unwrap().turns() == 2).await;
    ann.choose(at(4, 4)).await;
    ann.until(|client| client.seats().adjourned).await;
    assert_eq!(ann.client.last_refusal().map(|(code, _)| code), Some(ErrorCode::Engine));
    assert_eq!(ann.client.kifu().unwrap().turns(), 3, "nothing is lost");
    std::fs::write(folder.path().join("recovered"), "").unwrap();
    ann.give(Input::Act(Action::Ready)).await;
    ann.until(|client| !client.seats().adjourned && client.kifu().unwrap().turns() == 4).await;
    ann.choose(Move::Pass).await;
    ann.until(|client| client.kifu().unwrap().stage() == Stage::Count).await;
    ann.give(Input::Act(Action::Agree)).await;
    ann.until(Client::is_over).await;
    assert_eq!(ann.client.violation(), None);
}

/// Plays G3 and then passes; considers all stones alive.
const PASSING_SCRIPT: &str = r#"
move=G3
while read id command rest; do
  case "$command" in
    list_commands) printf '=%s play\ngenmove\nboardsize\nclear_board\nkomi\nfinal_status_list\n\n' "$id";;
    genmove) printf '=%s %s\n\n' "$id" "$move"; move=PASS;;
    *) printf '=%s \n\n' "$id";;
  esac
done
"#;

#[tokio::test]
async fn an_engine_does_not_agree_that_its_living_stones_are_dead() {
    let script = ["-c".into(), PASSING_SCRIPT.to_owned()];
    let opponents = Opponents::default().with_engine("Shell", CommandLine::new("sh", script));
    let rooms = Rooms::in_memory(opponents).unwrap();
    let port = start(&rooms).await;
    let room = rooms.open("Club", against("Shell")).await.unwrap();
    let mut ann = Player::new(port, &room, saved_seat("Ann")).await;
    ann.until(|client| client.seats().names[1].is_some()).await;
    ann.give(Input::Act(Action::Ready)).await;
    ann.until(|client| client.is_your_turn()).await;
    ann.choose(at(2, 2)).await;
    ann.until(|client| client.kifu().unwrap().turns() == 2).await;
    ann.choose(Move::Pass).await;
    ann.until(|client| client.kifu().unwrap().stage() == Stage::Count).await;
    let engines = Point::new(6, 6);
    ann.give(Input::Act(Action::Mark(engines))).await;
    ann.until(|client| client.marks().0 == [engines]).await;
    ann.give(Input::Act(Action::Agree)).await;
    ann.until(|client| client.is_over() || client.kifu().unwrap().stage() == Stage::Play).await;
    assert_eq!(ann.client.kifu().unwrap().stage(), Stage::Play, "the engine plays on");
    ann.until(|client| client.is_your_turn()).await;
    ann.choose(Move::Pass).await;
    ann.until(|client| client.kifu().unwrap().stage() == Stage::Count).await;
    ann.give(Input::Act(Action::Agree)).await;
    ann.until(Client::is_over).await;
    assert_eq!(ann.client.violation(), None);
}

#[tokio::test]
async fn nobody_else_can_take_an_engines_seat() {
    let rooms =
        Rooms::in_memory(Opponents::default().with_engine("Cat", CommandLine::new("cat", [""; 0]))).unwrap();
    let port = start(&rooms).await;
    let room = rooms.open("Club", against("Cat")).await.unwrap();
    let mut ann = Player::new(port, &room, saved_seat("Ann")).await;
    ann.until(|client| client.is_joined()).await;
    let mut ben = Player::new(port, &room, saved_seat("Ben")).await;
    ben.until(|client| client.last_refusal().is_some()).await;
    assert_eq!(ben.client.last_refusal().map(|(code, _)| code), Some(ErrorCode::Full));
}
