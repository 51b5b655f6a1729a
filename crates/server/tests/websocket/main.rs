//! WebSocket conformance (RFC 6455) over real sockets, of rooms and of relays: what is read of any frames, what is answered,
//! and with which code the connection ends; and which handshakes are refused.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cases;

use std::net::Ipv4Addr;
use std::time::Duration;

use cases::{Case, cases, client_frame};
use play::peer::relay_room;
use play::protocol::{Hex, Settings, Token};
use server::{Host, HostLimits, Opponents, Rooms};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

const KEY: Token = Hex([7; 16]);
const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];

/// A host with one room; returns its port and the room's id.
async fn start() -> (u16, String) {
    let rooms = Rooms::in_memory(Opponents::default()).unwrap();
    let room = rooms.open("Club", Settings::default()).await.unwrap();
    // Most cases are violations, which cost an address more than a visitor's share of requests.
    let limits = HostLimits { connections: 50_000, ..HostLimits::default() };
    let host = Host::bind(Some(0)).await.unwrap().with_limits(limits);
    let port = host.port();
    tokio::spawn(async move { host.serve(&rooms, std::future::pending()).await });
    (port, room)
}

/// A socket whose frames are written and read by hand.
struct RawSocket {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// A frame of the host.
#[derive(Debug, PartialEq, Eq)]
enum Frame {
    Text(String),
    Ping,
    Pong(Vec<u8>),
    Close(Option<u16>),
}

fn handshake(port: u16, path: &str) -> String {
    format!(
        "GET /api/{path}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
}

impl RawSocket {
    /// `None` if the host refuses.
    async fn connect(port: u16, path: &str) -> Option<RawSocket> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.unwrap();
        stream.set_nodelay(true).unwrap();
        stream.write_all(handshake(port, path).as_bytes()).await.unwrap();
        let mut socket = RawSocket { stream, buffer: Vec::new() };
        let end = loop {
            if let Some(end) = socket.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            assert!(socket.fill().await, "no response");
        };
        let accepted = socket.buffer.starts_with(b"HTTP/1.1 101");
        socket.buffer.drain(..end);
        accepted.then_some(socket)
    }

    /// False at the end, which must not be a reset: that could destroy frames on their way.
    async fn fill(&mut self) -> bool {
        let read = timeout(Duration::from_secs(20), self.stream.read_buf(&mut self.buffer)).await;
        read.expect("the host neither answers nor closes").expect("the connection was reset") > 0
    }

    /// Fails quietly if the host has closed.
    async fn write(&mut self, bytes: &[u8], piece: usize) {
        for piece in bytes.chunks(piece) {
            if self.stream.write_all(piece).await.is_err() {
                return;
            }
            tokio::task::yield_now().await;
        }
    }

    async fn next(&mut self) -> Option<Frame> {
        loop {
            if let Some(frame) = self.take_frame() {
                return Some(frame);
            }
            if !self.fill().await {
                assert!(self.buffer.is_empty(), "half a frame");
                return None;
            }
        }
    }

    /// A server does not mask, and does not fragment either.
    fn take_frame(&mut self) -> Option<Frame> {
        let [first, second, rest @ ..] = self.buffer.as_slice() else { return None };
        let (start, length) = match second {
            126 => (4, usize::from(u16::from_be_bytes(*rest.first_chunk()?))),
            127 => (10, u64::from_be_bytes(*rest.first_chunk()?) as usize),
            short => (2, usize::from(*short)),
        };
        let payload = self.buffer.get(start..start + length)?.to_vec();
        let frame = match first {
            0x81 => Frame::Text(String::from_utf8(payload).unwrap()),
            0x88 => Frame::Close(payload.first_chunk().map(|code| u16::from_be_bytes(*code))),
            0x89 => Frame::Ping,
            0x8a => Frame::Pong(payload),
            other => panic!("a frame that starts with {other:x}"),
        };
        self.buffer.drain(..start + length);
        Some(frame)
    }

    /// Everything that the host still sends, except its own pings.
    async fn read_to_end(&mut self) -> Vec<Frame> {
        let mut frames = Vec::new();
        while let Some(frame) = self.next().await {
            frames.push(frame);
        }
        frames.retain(|frame| *frame != Frame::Ping);
        frames
    }
}

/// `ping(!) text(abc) 1002` as `[("ping", "!"), ("text", "abc"), ("1002", "")]`.
fn read(expected: &str) -> Vec<(&str, &str)> {
    let mut outcomes = Vec::new();
    let mut rest = expected;
    while !rest.is_empty() {
        let word = &rest[..rest.find(['(', ' ']).unwrap_or(rest.len())];
        let content =
            rest[word.len()..].strip_prefix('(').map_or("", |rest| &rest[..rest.find(')').unwrap()]);
        let length = word.len() + if rest[word.len()..].starts_with('(') { content.len() + 2 } else { 0 };
        rest = rest[length..].trim_start();
        outcomes.push((word, content));
    }
    outcomes
}

fn shown(bytes: &[u8]) -> String {
    match bytes.len() {
        ..=40 => String::from_utf8_lossy(bytes).into_owned(),
        length => format!("{length} bytes"),
    }
}

/// What the peer sees of it: `pong(!) 1002`. How a text is answered is up to the route.
fn visible(expected: &str, text: Option<&str>) -> Vec<String> {
    let outcomes = read(expected).into_iter().filter_map(|(word, content)| match word {
        "ping" => Some(format!("pong({content})")),
        "pong" => None,
        "text" => text.map(str::to_owned),
        "close" if content.is_empty() => Some("close".to_owned()),
        "close" => Some(content.to_owned()),
        code => Some(code.to_owned()),
    });
    outcomes.collect()
}

fn seen(frames: &[Frame]) -> Vec<String> {
    let frames = frames.iter().map(|frame| match frame {
        Frame::Text(text) if text.contains("malformed") => "malformed".to_owned(),
        Frame::Text(text) => format!("text({text})"),
        Frame::Ping => "ping".to_owned(),
        Frame::Pong(payload) => format!("pong({})", shown(payload)),
        Frame::Close(code) => code.map_or("close".to_owned(), |code| code.to_string()),
    });
    frames.collect()
}

/// In one piece; short cases also byte by byte.
fn pieces(case: &Case) -> &'static [usize] {
    if case.bytes.len() <= 300 { &[usize::MAX, 1] } else { &[usize::MAX] }
}

async fn send(socket: &mut RawSocket, case: &Case, piece: usize) -> Vec<String> {
    socket.write(&case.bytes, piece).await;
    // The end, for cases that do not fail. Fails if the host has closed.
    drop(socket.stream.shutdown().await);
    seen(&socket.read_to_end().await)
}

/// A room replies to a text that is not one of its messages.
#[tokio::test]
async fn a_rooms_socket_conforms() {
    let (port, room) = start().await;
    let path = format!("rooms/{room}");
    let all = cases(MASK);
    assert!(all.len() >= 120, "{}", all.len());
    for case in &all {
        for piece in pieces(case) {
            let mut socket = RawSocket::connect(port, &path).await.unwrap();
            let seen = send(&mut socket, case, *piece).await;
            assert_eq!(
                seen,
                visible(&case.expected, Some("malformed")),
                "{}, in pieces of {piece}",
                case.name
            );
        }
    }
}

/// A relay forwards texts to the page of the table.
#[tokio::test]
async fn a_relays_socket_conforms() {
    let (port, _) = start().await;
    let mut table = RawSocket::connect(port, &format!("tables/{KEY}")).await.unwrap();
    let path = format!("meetings/{}", relay_room(&KEY));
    for case in &cases(MASK) {
        for piece in pieces(case) {
            let mut socket = join(port, &path).await;
            let seen = send(&mut socket, case, *piece).await;
            assert_eq!(seen, visible(&case.expected, None), "{}, in pieces of {piece}", case.name);
            let texts = read(&case.expected).into_iter().filter(|(word, _)| *word == "text");
            let texts: Vec<&str> = texts.map(|(_, content)| content).collect();
            assert_eq!(forwarded(&mut table).await, texts, "{}, in pieces of {piece}", case.name);
        }
    }
}

/// The page's handshake may complete before its table is registered.
async fn join(port: u16, path: &str) -> RawSocket {
    loop {
        match RawSocket::connect(port, path).await {
            Some(socket) => return socket,
            None => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    }
}

/// What the page of the table receives of one client, from its coming to its going. Answers the host's pings.
async fn forwarded(table: &mut RawSocket) -> Vec<String> {
    let mut texts = Vec::new();
    loop {
        match table.next().await.expect("the table is open") {
            Frame::Text(text) if text.starts_with("gone ") => return texts,
            Frame::Text(text) => {
                let said = text.strip_prefix("said ").and_then(|said| said.split_once(' '));
                texts.extend(said.map(|(_, said)| shown(said.as_bytes())));
            }
            Frame::Ping => table.write(&client_frame(0x8a, b"", MASK), usize::MAX).await,
            other => panic!("{other:?}"),
        }
    }
}

/// The page of a table may send longer messages, and has the limits of all its clients.
#[tokio::test]
async fn the_socket_of_a_tables_page_fails_with_the_codes_of_the_rfc() {
    let (port, _) = start().await;
    let long = |length| client_frame(0x81, &vec![b'*'; length], MASK);
    for (bytes, expected) in [
        (client_frame(0x89, b"!", MASK), &["pong(!)"][..]),
        (client_frame(0x88, b"\x0f\xa0bye", MASK), &["4000"]),
        (client_frame(0x83, b"", MASK), &["1002"]),
        (client_frame(0x82, b"a", MASK), &["1003"]),
        (client_frame(0x81, b"\xff", MASK), &["1007"]),
        (long((64 << 10) + 24), &[]),
        (long((64 << 10) + 25), &["1009"]),
        (client_frame(0x00, b"", MASK), &["1002"]),
        ([client_frame(0x01, b"", MASK), client_frame(0x00, b"", MASK).repeat(700)].concat(), &["1008"]),
    ] {
        let mut socket = RawSocket::connect(port, &format!("tables/{KEY}")).await.unwrap();
        socket.write(&bytes, usize::MAX).await;
        drop(socket.stream.shutdown().await);
        assert_eq!(seen(&socket.read_to_end().await), expected, "{:x?}", &bytes[..bytes.len().min(20)]);
    }
}

#[tokio::test]
async fn incomplete_handshakes_are_refused_with_the_status_that_says_why() {
    let (port, room) = start().await;
    let complete = handshake(port, &format!("rooms/{room}"));
    let replace = |from: &str, to: &str| complete.replace(from, to);
    for (name, request, status) in [
        ("complete", complete.clone(), "101"),
        ("HTTP/1.0", replace("HTTP/1.1", "HTTP/1.0"), "426"),
        ("version 8", replace("Version: 13", "Version: 8"), "426"),
        ("no version", replace("Sec-WebSocket-Version: 13\r\n", ""), "426"),
        ("no upgrade", replace("Upgrade: websocket\r\n", ""), "426"),
        ("another protocol", replace("Upgrade: websocket", "Upgrade: h2c"), "426"),
        ("no connection", replace("Connection: Upgrade\r\n", ""), "426"),
        ("POST", replace("GET ", "POST "), "405"),
        ("no key", replace("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", ""), "400"),
        ("an empty key", replace("dGhlIHNhbXBsZSBub25jZQ==", ""), "400"),
        ("a short key", replace("dGhlIHNhbXBsZSBub25jZQ==", "c2hvcnQ="), "400"),
        ("a key that is not base64", replace("dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25j*Q=="), "400"),
        ("no such room", replace(&room, "none"), "404"),
    ] {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = vec![0; 2048];
        let length = stream.read(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer[..length]).to_lowercase();
        assert_eq!(answer.split(' ').nth(1), Some(status), "{name}: {answer}");
        assert_eq!(answer.contains("sec-websocket-version: 13"), status == "426", "{name}: {answer}");
    }
}
