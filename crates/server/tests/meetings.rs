//! A meeting place over real sockets: words pass between the page that keeps a table and those who come to it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use play::peer::{About, Reply, meeting};
use play::protocol::{Hex, LONGEST_FRAME, Settings, Token};
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
    let kept = rooms.clone();
    tokio::spawn(async move { host.serve(&kept, std::future::pending()).await });
    (rooms, port)
}

async fn connect(port: u16, path: &str) -> Option<Socket> {
    let address = format!("ws://{}:{port}/api/{path}/socket", Ipv4Addr::LOCALHOST);
    connect_async(address).await.ok().map(|(socket, _)| socket)
}

async fn keeps(port: u16, key: Token) -> Socket {
    connect(port, &format!("tables/{key}")).await.unwrap()
}

async fn comes(port: u16, key: Token) -> Socket {
    let path = format!("meetings/{}", meeting(&key));
    // The handshake of the table's page may be answered before the place is laid.
    for _ in 0..100 {
        match connect(port, &path).await {
            Some(socket) => return socket,
            None => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
    panic!("nobody keeps the table");
}

async fn hears(socket: &mut Socket) -> Option<String> {
    loop {
        match timeout(Duration::from_secs(10), socket.next()).await.expect("silence") {
            Some(Ok(Message::Text(text))) => return Some(text.to_string()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => return None,
        }
    }
}

async fn ends(socket: &mut Socket) -> Option<CloseFrame> {
    loop {
        match timeout(Duration::from_secs(10), socket.next()).await.expect("silence") {
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
async fn words_pass_both_ways_and_only_to_whom_they_are_meant() {
    let (_rooms, port) = start().await;
    let mut ann = keeps(port, KEY).await;
    let mut ben = comes(port, KEY).await;
    let ben_is = number(&hears(&mut ann).await.unwrap());
    let mut cy = comes(port, KEY).await;
    let cy_is = number(&hears(&mut ann).await.unwrap());
    ben.send(Message::text("hello there")).await.unwrap();
    assert_eq!(hears(&mut ann).await.unwrap(), format!("said {ben_is} hello there"));
    for (who, word) in [(ben_is, "for Ben"), (cy_is, "for Cy"), (999, "for nobody")] {
        ann.send(Message::text(Reply::Tell(who, word).write())).await.unwrap();
    }
    assert_eq!(hears(&mut ben).await.as_deref(), Some("for Ben"));
    assert_eq!(hears(&mut cy).await.as_deref(), Some("for Cy"));
    let long = "x".repeat(65_000);
    ann.send(Message::text(Reply::Tell(ben_is, &long).write())).await.unwrap();
    assert_eq!(hears(&mut ben).await.map(|text| text.len()), Some(65_000), "a whole record");
    ben.close(None).await.unwrap();
    assert_eq!(hears(&mut ann).await.unwrap(), format!("gone {ben_is}"));
    ann.send(Message::text(Reply::Close(cy_is).write())).await.unwrap();
    assert_eq!(hears(&mut cy).await, None);
}

#[tokio::test]
async fn a_table_is_listed_as_its_page_describes_it_and_gone_with_it() {
    let (rooms, port) = start().await;
    let mut ann = keeps(port, KEY).await;
    let settings = Settings { board_size: 13, ..Settings::default() };
    let about = About { title: "Ann's table".to_owned(), settings, free: true, ..About::default() };
    for nonsense in ["about", "about {}", "hello", "tell x y"] {
        ann.send(Message::text(nonsense)).await.unwrap();
    }
    assert_eq!(rooms.list().await.len(), 0, "nothing is known of it yet");
    ann.send(Message::text(Reply::About(&about.write()).write())).await.unwrap();
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
    assert_eq!((listed[0].room.as_str(), listed[0].title.as_str()), (meeting(&KEY).as_str(), "Ann's table"));
    assert!(listed[0].peer && listed[0].free);
    let mut ben = comes(port, KEY).await;
    hears(&mut ann).await.unwrap();
    drop(ann);
    assert_eq!(u16::from(ends(&mut ben).await.unwrap().code), 1001);
    assert!(connect(port, &format!("meetings/{}", meeting(&KEY))).await.is_none());
    assert!(rooms.list().await.is_empty());
}

#[tokio::test]
async fn another_window_with_the_same_key_takes_the_table_over() {
    let (_rooms, port) = start().await;
    let mut first = keeps(port, KEY).await;
    let mut ben = comes(port, KEY).await;
    hears(&mut first).await.unwrap();
    let mut second = keeps(port, KEY).await;
    assert_eq!(u16::from(ends(&mut first).await.unwrap().code), 4001);
    assert_eq!(u16::from(ends(&mut ben).await.unwrap().code), 1001, "who was there comes again");
    let _ben = comes(port, KEY).await;
    assert!(hears(&mut second).await.unwrap().starts_with("came "));
}

#[tokio::test]
async fn without_the_key_nobody_keeps_a_table_and_bad_manners_end_it() {
    let (_rooms, port) = start().await;
    assert!(connect(port, "tables/hello").await.is_none());
    assert!(connect(port, &format!("meetings/{}", meeting(&KEY))).await.is_none(), "nobody is there");
    let mut ann = keeps(port, KEY).await;
    let mut ben = comes(port, KEY).await;
    hears(&mut ann).await.unwrap();
    ben.send(Message::text("x".repeat(LONGEST_FRAME + 1))).await.unwrap();
    assert_eq!(u16::from(ends(&mut ben).await.unwrap().code), 1009);
    let mut cy = comes(port, KEY).await;
    for _ in 0..60 {
        // The place hangs up in the middle of it.
        drop(cy.send(Message::text("hello")).await);
    }
    assert_eq!(ends(&mut cy).await.map(|end| u16::from(end.code)), Some(1008));
}
