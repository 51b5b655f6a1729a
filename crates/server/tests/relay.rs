//! The relay over real sockets: messages between the page that hosts a table and its clients.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use play::peer::{TableInfo, ToRelay, relay_room};
use play::protocol::{Hex, MAX_CLIENT_FRAME, Settings, Token};
use server::{Host, Opponents, Rooms};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

const KEY: Token = Hex([7; 16]);

async fn start() -> (Arc<Rooms>, u16) {
    let rooms = Rooms::in_memory(Opponents::default()).unwrap();
    let host = Host::bind(Some(0)).await.unwrap();
    let port = host.port();
    let served = rooms.clone();
    tokio::spawn(async move { host.serve(&served, std::future::pending()).await });
    (rooms, port)
}

async fn connect(port: u16, path: &str) -> Option<Socket> {
    let address = format!("ws://{}:{port}/api/{path}/socket", Ipv4Addr::LOCALHOST);
    connect_async(address).await.ok().map(|(socket, _)| socket)
}

async fn host_table(port: u16, key: Token) -> Socket {
    connect(port, &format!("tables/{key}")).await.unwrap()
}

async fn join(port: u16, key: Token) -> Socket {
    let path = format!("meetings/{}", relay_room(&key));
    // The page's handshake may complete before its table is registered.
    for _ in 0..100 {
        match connect(port, &path).await {
            Some(socket) => return socket,
            None => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
    panic!("nobody hosts the table");
}

async fn receive(socket: &mut Socket) -> Option<String> {
    loop {
        match timeout(Duration::from_secs(10), socket.next()).await.expect("no message") {
            Some(Ok(Message::Text(text))) => return Some(text.to_string()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => return None,
        }
    }
}

async fn close_frame(socket: &mut Socket) -> Option<CloseFrame> {
    loop {
        match timeout(Duration::from_secs(10), socket.next()).await.expect("no message") {
            Some(Ok(Message::Close(frame))) => return frame,
            Some(Ok(_)) => {}
            _ => return None,
        }
    }
}

fn number(call: &str) -> u32 {
    call.split(' ').nth(1).unwrap().parse().unwrap()
}

#[tokio::test]
async fn messages_pass_both_ways_and_only_to_their_recipient() {
    let (_rooms, port) = start().await;
    let mut ann = host_table(port, KEY).await;
    let mut ben = join(port, KEY).await;
    let ben_id = number(&receive(&mut ann).await.unwrap());
    let mut cy = join(port, KEY).await;
    let cy_id = number(&receive(&mut ann).await.unwrap());
    ben.send(Message::text("hello there")).await.unwrap();
    assert_eq!(receive(&mut ann).await.unwrap(), format!("said {ben_id} hello there"));
    for (client, text) in [(ben_id, "for Ben"), (cy_id, "for Cy"), (999, "for nobody")] {
        ann.send(Message::text(ToRelay::Send(client, text).write())).await.unwrap();
    }
    assert_eq!(receive(&mut ben).await.as_deref(), Some("for Ben"));
    assert_eq!(receive(&mut cy).await.as_deref(), Some("for Cy"));
    let long = "x".repeat(65_000);
    ann.send(Message::text(ToRelay::Send(ben_id, &long).write())).await.unwrap();
    assert_eq!(receive(&mut ben).await.map(|text| text.len()), Some(65_000), "a whole record");
    ben.close(None).await.unwrap();
    assert_eq!(receive(&mut ann).await.unwrap(), format!("gone {ben_id}"));
    ann.send(Message::text(ToRelay::Close(cy_id).write())).await.unwrap();
    assert_eq!(receive(&mut cy).await, None);
}

#[tokio::test]
async fn a_table_is_listed_as_its_page_describes_it_until_that_page_leaves() {
    let (rooms, port) = start().await;
    let mut ann = host_table(port, KEY).await;
    let settings = Settings { board_size: 13, ..Settings::default() };
    let about = TableInfo { title: "Ann's table".to_owned(), settings, free: true, ..TableInfo::default() };
    for invalid in ["about", "about {}", "hello", "tell x y"] {
        ann.send(Message::text(invalid)).await.unwrap();
    }
    assert_eq!(rooms.list().await.len(), 0, "its info is not there yet");
    ann.send(Message::text(ToRelay::Info(&about.write()).write())).await.unwrap();
    let mut size = rooms.newest_size();
    while *size.borrow_and_update() != 13 {
        size.changed().await.unwrap();
    }
    let listed = timeout(Duration::from_secs(5), async {
        loop {
            let listed = rooms.list().await;
            if !listed.is_empty() {
                return listed;
            }
        }
    });
    let listed = listed.await.unwrap();
    assert_eq!(
        (listed[0].room.as_str(), listed[0].title.as_str()),
        (relay_room(&KEY).as_str(), "Ann's table")
    );
    assert!(listed[0].peer && listed[0].free);
    let mut ben = join(port, KEY).await;
    receive(&mut ann).await.unwrap();
    drop(ann);
    assert_eq!(u16::from(close_frame(&mut ben).await.unwrap().code), 1001);
    assert!(connect(port, &format!("meetings/{}", relay_room(&KEY))).await.is_none());
    assert!(rooms.list().await.is_empty());
}

#[tokio::test]
async fn another_window_with_the_same_key_takes_the_table_over() {
    let (_rooms, port) = start().await;
    let mut first = host_table(port, KEY).await;
    let mut ben = join(port, KEY).await;
    receive(&mut first).await.unwrap();
    let mut second = host_table(port, KEY).await;
    assert_eq!(u16::from(close_frame(&mut first).await.unwrap().code), 4001);
    assert_eq!(u16::from(close_frame(&mut ben).await.unwrap().code), 1001, "clients reconnect");
    let _ben = join(port, KEY).await;
    assert!(receive(&mut second).await.unwrap().starts_with("came "));
}

#[tokio::test]
async fn a_table_needs_a_key_and_long_messages_or_floods_end_a_connection() {
    let (_rooms, port) = start().await;
    assert!(connect(port, "tables/hello").await.is_none());
    assert!(connect(port, &format!("meetings/{}", relay_room(&KEY))).await.is_none(), "no table yet");
    let mut ann = host_table(port, KEY).await;
    let mut ben = join(port, KEY).await;
    receive(&mut ann).await.unwrap();
    ben.send(Message::text("x".repeat(MAX_CLIENT_FRAME + 1))).await.unwrap();
    assert_eq!(u16::from(close_frame(&mut ben).await.unwrap().code), 1009);
    let mut cy = join(port, KEY).await;
    for _ in 0..60 {
        // Fails once the host has closed the connection.
        drop(cy.send(Message::text("hello")).await);
    }
    assert_eq!(close_frame(&mut cy).await.map(|end| u16::from(end.code)), Some(1008));
}
