//! Every route of the studio and of a host: the headers of its answers, and whose requests are refused before they reach it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashMap;

use server::{Host, HostLimits, Opponents, Rooms, Studio};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Methods and paths. Some answers are errors; those need the headers too.
const SHARED: &[&str] = &[
    "GET /",
    "GET /study",
    "GET /assets/none.js",
    "POST /study",
    "GET /api",
    "GET /api/nothing",
    "GET /api/rooms",
    "POST /api/rooms",
    "DELETE /api/rooms",
    "GET /api/rooms/none",
    "GET /api/rooms/none/socket",
    "GET /api/opponents",
    "GET /api/meetings/none/socket",
    "GET /api/tables/none/socket",
    "GET /api/tables/07070707070707070707070707070707/socket",
    "GET /api/hosting",
];
const STUDIO: &[&str] = &[
    "POST /api/hosting",
    "GET /api/opened",
    "GET /api/opened/0",
    "PUT /api/opened/0",
    "GET /api/engines",
    "POST /api/engines/test",
    "GET /api/cards/preview",
    "GET /api/cards/settings",
    "PUT /api/cards/settings",
    "POST /api/cards/judge",
    "POST /api/cards/package",
    "POST /api/cards/anki",
    "GET /api/library",
    "POST /api/library/folders",
    "DELETE /api/library/folders/1",
    "POST /api/library/update",
    "POST /api/library/stop",
    "GET /api/library/games",
    "GET /api/library/duplicates",
    "GET /api/library/games/1/record",
    "GET /api/library/games/1/picture",
    "POST /api/library/games/1/open",
    "GET /api/places",
    "GET /api/training/history",
    "POST /api/training/history",
    "PUT /api/training/history",
    "GET /api/training/sets/0123456789abcdef",
    "PUT /api/training/sets/0123456789abcdef",
];

struct Server {
    address: String,
    /// The studio's key.
    key: Option<String>,
    routes: Vec<&'static str>,
}

impl Server {
    fn studio(studio: &Studio) -> Server {
        let printed = studio.address("/");
        let key = printed.split_once("?key=").map(|(_, key)| key.to_owned());
        let address = format!("127.0.0.1:{}", studio.port());
        Server { address, key, routes: [SHARED, STUDIO].concat() }
    }
}

struct Answer {
    status: u16,
    headers: HashMap<String, String>,
}

async fn ask(Server { address, key, .. }: &Server, line: &str, headers: &[(&str, &[u8])]) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut request = format!("{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n").into_bytes();
    let key = key.as_ref().map(|key| ("x-tabiya-key", key.as_bytes()));
    let own = [("Host", address.as_bytes())].into_iter().chain(key);
    for (name, value) in own.chain(headers.iter().copied()) {
        request.extend([name.as_bytes(), b": ", value, b"\r\n"].concat());
    }
    request.extend(b"\r\n");
    stream.write_all(&request).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, _) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{line}: {answer:?}"));
    let headers = head.lines().filter_map(|line| line.split_once(": "));
    Answer {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        headers: headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect(),
    }
}

async fn servers() -> [Server; 2] {
    let rooms = Rooms::in_memory(Opponents::default()).unwrap();
    let host = Host::bind(Some(0)).await.unwrap().with_limits(HostLimits::default());
    let address = format!("127.0.0.1:{}", host.port());
    tokio::spawn(async move { host.serve(&rooms, std::future::pending()).await });
    let studio = Studio::bind(Some(0)).await.unwrap();
    let at_studio = Server::studio(&studio);
    tokio::spawn(studio.serve(std::future::pending()));
    [Server { address, key: None, routes: SHARED.to_vec() }, at_studio]
}

#[tokio::test]
async fn every_answer_tells_browsers_what_they_may_do_with_it() {
    for server in servers().await {
        for route in &server.routes {
            for headers in [&[][..], &[("Origin", &b"http://evil.example"[..])]] {
                let answer = ask(&server, route, headers).await;
                let header = |name: &str| answer.headers.get(name).map_or("", String::as_str);
                assert_eq!(header("x-content-type-options"), "nosniff", "{route}");
                assert_eq!(header("referrer-policy"), "no-referrer", "{route}");
                assert_eq!(header("cross-origin-resource-policy"), "same-origin", "{route}");
                let policy = header("content-security-policy");
                assert!(policy.contains("default-src 'none'"), "{route}: {policy}");
                // The page shows cards in a frame; nobody else may frame anything.
                let ancestors =
                    if policy.contains("frame-ancestors 'self'") { "/api/cards/preview" } else { "" };
                assert!(
                    policy.contains("frame-ancestors 'none'") || route.ends_with(ancestors),
                    "{route}: {policy}"
                );
            }
        }
    }
}

#[tokio::test]
async fn an_origin_that_cannot_be_read_is_refused_on_every_route() {
    for server in servers().await {
        let ours = format!("http://{}", server.address).into_bytes();
        for route in &server.routes {
            for origins in [
                &[&b"null"[..]][..],
                &[b""],
                &[b"http://evil.example"],
                &[b"http://\xe9.example"],
                &[b"\xff"],
                &[&ours, &ours],
                &[&ours, b"http://evil.example"],
                &[b"http://evil.example", &ours],
            ] {
                let headers: Vec<(&str, &[u8])> = origins.iter().map(|origin| ("Origin", *origin)).collect();
                let answer = ask(&server, route, &headers).await;
                assert_eq!(answer.status, 403, "{route} {origins:?}");
            }
            let answer = ask(&server, route, &[("Origin", &ours)]).await;
            assert_ne!(answer.status, 403, "{route}");
        }
    }
}

#[tokio::test]
async fn links_of_other_sites_lead_to_the_page_and_not_to_the_api() {
    for server in servers().await {
        for route in &server.routes {
            for site in ["cross-site", "same-site"] {
                let link: &[(&str, &[u8])] =
                    &[("Sec-Fetch-Site", site.as_bytes()), ("Sec-Fetch-Mode", b"navigate")];
                let is_page = route.starts_with("GET /") && !route.starts_with("GET /api");
                let answer = ask(&server, route, link).await;
                assert_eq!(answer.status == 403, !is_page, "{route}: {}", answer.status);
            }
            let own: &[(&str, &[u8])] =
                &[("Sec-Fetch-Site", b"same-origin"), ("Sec-Fetch-Mode", b"navigate")];
            assert_ne!(ask(&server, route, own).await.status, 403, "{route}");
        }
    }
}

/// The answer comes although not a byte of the body was sent.
#[tokio::test]
async fn a_file_that_is_not_open_is_refused_before_its_contents_are_sent() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    std::fs::write(&file, "(;GM[1])").unwrap();
    let studio = Studio::bind(Some(0)).await.unwrap().with_files(vec![file.clone()]);
    let Server { address, key, .. } = Server::studio(&studio);
    let key = key.unwrap();
    tokio::spawn(studio.serve(std::future::pending()));
    for (number, length, status) in
        [(7, 200_000_000, "404"), (0, 300_000_000, "413"), (7, 300_000_000, "404")]
    {
        let mut stream = TcpStream::connect(&address).await.unwrap();
        let request = format!(
            "PUT /api/opened/{number} HTTP/1.1\r\nHost: {address}\r\nX-Tabiya-Key: {key}\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(String::from_utf8_lossy(&answer), format!("HTTP/1.1 {status}"), "{number}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), b"(;GM[1])");
}
