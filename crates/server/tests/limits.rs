//! What one address may take of a host: connections, requests, rooms and engines. Addresses are those of loopback, of which
//! a machine has millions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use api::{ApiError, ErrorCode};
use futures_util::{SinkExt, StreamExt};
use i18n::Language;
use play::protocol::{ClientMessage, ClientRequest, GameKind, Hex, Opponent, Settings, VERSION};
use server::engine::CommandLine;
use server::{Host, HostLimits, Opponents, Rooms};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

const HERE: Ipv4Addr = Ipv4Addr::LOCALHOST;
const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

const LIMITS: HostLimits = HostLimits { connections: 20, rooms: 2, engines: 1 };

async fn start(limits: HostLimits, opponents: Opponents) -> (Arc<Rooms>, u16) {
    let rooms = Rooms::in_memory(opponents).unwrap();
    let host = Host::bind(Some(0)).await.unwrap().with_limits(limits);
    let port = host.port();
    let served = rooms.clone();
    tokio::spawn(async move { host.serve(&served, std::future::pending()).await });
    (rooms, port)
}

async fn connect(from: Ipv4Addr, port: u16) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((from, 0))).unwrap();
    socket.connect(SocketAddr::from((HERE, port))).await.unwrap()
}

/// The status and everything after the header.
async fn ask(from: Ipv4Addr, port: u16, line: &str, header: &str, body: &str) -> (u16, String) {
    let mut stream = connect(from, port).await;
    let length = body.len();
    let request = format!(
        "{line} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{header}Content-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").expect("no response");
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

fn code(body: &str) -> ErrorCode {
    serde_json::from_str::<ApiError>(body).unwrap().code
}

async fn open_room(from: Ipv4Addr, port: u16, settings: &Settings) -> (u16, String) {
    let body = serde_json::json!({ "title": "Club", "settings": settings }).to_string();
    ask(from, port, "POST /api/rooms", "", &body).await
}

type Socket = WebSocketStream<TcpStream>;

async fn enter(from: Ipv4Addr, port: u16, room: &str) -> Socket {
    let stream = connect(from, port).await;
    client_async(format!("ws://127.0.0.1:{port}/api/rooms/{room}/socket"), stream).await.unwrap().0
}

async fn join(socket: &mut Socket, name: &str) {
    let token = Hex([name.as_bytes()[0]; 16]);
    let request =
        ClientRequest::Join { version: VERSION, player_name: name.to_owned(), token, password: None };
    let message = ClientMessage { seq: 0, game: 0, turn: 0, request };
    socket.send(Message::text(message.write())).await.unwrap();
    until(socket, "\"joined\"").await;
}

/// Receives until a text contains this.
async fn until(socket: &mut Socket, wanted: &str) {
    let received = async {
        while let Some(message) = socket.next().await {
            if message.unwrap().to_text().is_ok_and(|text| text.contains(wanted)) {
                return true;
            }
        }
        false
    };
    assert!(timeout(Duration::from_secs(20), received).await.expect("no such message"), "{wanted}");
}

async fn close_code(socket: &mut Socket) -> Option<u16> {
    while let Some(Ok(message)) = timeout(Duration::from_secs(20), socket.next()).await.expect("still open") {
        if let Message::Close(frame) = message {
            return frame.map(|frame| frame.code.into());
        }
    }
    None
}

#[tokio::test]
async fn an_address_may_open_only_so_many_rooms_and_others_still_can() {
    let (_rooms, port) = start(LIMITS, Opponents::default()).await;
    for _ in 0..LIMITS.rooms {
        assert_eq!(open_room(HERE, port, &Settings::default()).await.0, 201);
    }
    let (status, body) = open_room(HERE, port, &Settings::default()).await;
    assert_eq!((status, code(&body)), (429, ErrorCode::TooManyRooms));
    assert_eq!(open_room(ELSEWHERE, port, &Settings::default()).await.0, 201);
}

#[tokio::test]
async fn idle_connections_are_closed_before_a_player_is_refused() {
    let (rooms, port) = start(LIMITS, Opponents::default()).await;
    let room = rooms.open("Club", Settings::default()).await.unwrap();
    let mut ann = enter(HERE, port, &room).await;
    join(&mut ann, "Ann").await;
    let mut idle = Vec::new();
    for _ in 0..10 * LIMITS.connections {
        idle.push(connect(HERE, port).await);
        if idle.len() % 10 == 0 {
            // The first of them are closed by now; more must not come faster than they go.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let mut ben = enter(HERE, port, &room).await;
    join(&mut ben, "Ben").await;
    assert_eq!(idle[0].read(&mut [0; 1]).await.unwrap_or(0), 0, "the oldest is closed");
    ann.send(Message::Ping("still here".into())).await.unwrap();
    while !timeout(Duration::from_secs(20), ann.next()).await.unwrap().unwrap().unwrap().is_pong() {}
}

#[tokio::test]
async fn spectators_are_closed_before_a_player_is_refused() {
    let (rooms, port) = start(LIMITS, Opponents::default()).await;
    let room = rooms.open("Club", Settings::default()).await.unwrap();
    let mut ann = enter(HERE, port, &room).await;
    join(&mut ann, "Ann").await;
    let mut spectators = Vec::new();
    for _ in 1..LIMITS.connections {
        spectators.push(enter(HERE, port, &room).await);
    }
    let mut ben = enter(HERE, port, &room).await;
    join(&mut ben, "Ben").await;
    assert_eq!(close_code(&mut spectators[0]).await, Some(1013), "the oldest");
    ann.send(Message::Ping("still here".into())).await.unwrap();
    while !timeout(Duration::from_secs(20), ann.next()).await.unwrap().unwrap().unwrap().is_pong() {}
}

/// Players are never closed for others.
#[tokio::test]
async fn an_address_full_of_players_gets_an_answer_that_says_so_and_others_still_come_in() {
    let limits = HostLimits { connections: 4, ..LIMITS };
    let (rooms, port) = start(limits, Opponents::default()).await;
    let mut players = Vec::new();
    for title in ["One", "Two"] {
        let room = rooms.open(title, Settings::default()).await.unwrap();
        for name in ["Ann", "Ben"] {
            let mut player = enter(HERE, port, &room).await;
            join(&mut player, name).await;
            // The event loop counts a player after its reply.
            until_answered(&mut player).await;
            players.push(player);
        }
    }
    let (status, body) = ask(HERE, port, "GET /api/rooms", "", "").await;
    assert_eq!((status, code(&body)), (429, ErrorCode::TooManyConnections));
    for language in Language::ALL {
        let header = format!("Accept-Language: {}\r\n", language.tag());
        let (status, text) = ask(HERE, port, "GET /play", &header, "").await;
        assert_eq!((status, text), (429, ApiError::new(ErrorCode::TooManyConnections).message(language)));
    }
    assert_eq!(ask(ELSEWHERE, port, "GET /api/rooms", "", "").await.0, 200);
    drop(players.pop());
    while ask(HERE, port, "GET /api/rooms", "", "").await.0 != 200 {}
}

async fn until_answered(socket: &mut Socket) {
    socket.send(Message::text("{")).await.unwrap();
    until(socket, "malformed").await;
}

#[tokio::test]
async fn too_many_requests_are_refused_until_the_address_waits() {
    let (_rooms, port) = start(LIMITS, Opponents::default()).await;
    let mut refused = None;
    for _ in 0..1000 {
        let (status, body) = ask(HERE, port, "GET /api/hosting", "", "").await;
        if status != 200 {
            refused = Some((status, code(&body)));
            break;
        }
    }
    assert_eq!(refused, Some((429, ErrorCode::TooManyRequests)));
    assert_eq!(ask(ELSEWHERE, port, "GET /api/hosting", "", "").await.0, 200);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(ask(HERE, port, "GET /api/hosting", "", "").await.0, 200);
}

/// Time passes at once when nothing else happens.
#[tokio::test(start_paused = true)]
async fn half_a_header_and_half_a_body_are_not_waited_for() {
    let (_rooms, port) = start(LIMITS, Opponents::default()).await;
    let host = format!("Host: 127.0.0.1:{port}\r\n");
    for (bytes, seconds, answer) in [
        (String::new(), 10, ""),
        ("GET / HTTP/1.1\r\nHost: 127".to_owned(), 10, ""),
        (format!("POST /api/rooms HTTP/1.1\r\n{host}Content-Length: 100\r\n\r\n{{"), 30, "HTTP/1.1 408"),
    ] {
        let begun = Instant::now();
        let mut stream = connect(HERE, port).await;
        stream.write_all(bytes.as_bytes()).await.unwrap();
        let mut answered = String::new();
        let closed = timeout(Duration::from_secs(60), stream.read_to_string(&mut answered)).await;
        assert!(closed.is_ok(), "{bytes:?}: still open after {answered:?}");
        assert!(answered.starts_with(answer), "{bytes:?}: {answered}");
        let waited = begun.elapsed().as_secs();
        assert!((seconds - 1..=seconds + 12).contains(&waited), "{bytes:?}: {waited} s");
    }
}

fn with_cats(count: usize) -> Opponents {
    Opponents::default().with_engine("Cat", CommandLine::new("cat", [""; 0])).with_max_playing(count)
}

fn against_cat() -> Settings {
    Settings { game: GameKind::Chinese, opponent: Opponent::Engine("Cat".to_owned()), ..Settings::default() }
}

#[tokio::test]
async fn only_so_many_engines_play_and_the_next_game_waits_for_one() {
    let (rooms, port) = start(HostLimits::default(), with_cats(1)).await;
    let first = rooms.open("One", against_cat()).await.unwrap();
    let second = rooms.open("Two", against_cat()).await.unwrap();
    let mut ann = enter(HERE, port, &first).await;
    join(&mut ann, "Ann").await;
    until(&mut ann, ",\"Cat\"]").await;
    let (status, body) = open_room(HERE, port, &against_cat()).await;
    assert_eq!((status, code(&body)), (429, ErrorCode::EnginesBusy));
    let mut ben = enter(HERE, port, &second).await;
    join(&mut ben, "Ben").await;
    until(&mut ben, "\"engine_busy\"").await;
    drop(ann);
    until(&mut ben, ",\"Cat\"]").await;
}

#[tokio::test]
async fn an_address_may_have_only_so_many_engines() {
    let (_rooms, port) = start(LIMITS, with_cats(16)).await;
    let (status, body) = open_room(HERE, port, &against_cat()).await;
    assert_eq!(status, 201);
    let room = body.split('"').nth(3).unwrap().to_owned();
    let mut ann = enter(HERE, port, &room).await;
    join(&mut ann, "Ann").await;
    until(&mut ann, ",\"Cat\"]").await;
    let (status, body) = open_room(HERE, port, &against_cat()).await;
    assert_eq!((status, code(&body)), (429, ErrorCode::EnginesBusy));
    assert_eq!(open_room(ELSEWHERE, port, &against_cat()).await.0, 201);
}
