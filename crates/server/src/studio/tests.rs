use api::access::KEY_HEADER;
use api::rooms::{OPPONENTS, RELAY_SOCKET, ROOM, ROOM_SOCKET, ROOMS, TABLE_SOCKET};
use api::{hosting, shell as desktop};

use super::*;
use crate::Rooms;
use crate::error_response::tests::{ask, ask_with};
use crate::host::Host;
use crate::rooms::Opponents;
use crate::shell::tests::shell;

const METHODS: [&str; 4] = ["GET", "POST", "PUT", "DELETE"];

struct Running {
    address: String,
    key: String,
    paths: Vec<String>,
}

/// A studio with every service, so that it has all routes.
async fn running() -> Running {
    let (window, _) = shell();
    let folder = tempfile::tempdir().unwrap();
    let studio = Studio::bind(Some(0)).await.unwrap().with_shell(window);
    let studio = studio.with_library(folder.path().join("library.db"), None);
    let studio = studio.with_training(folder.path().join("training"));
    let address = studio.address.to_string();
    let key = studio.address("/").split_once("?key=").unwrap().1.to_owned();
    let (listener, routes) = studio.into_routes(&Analysis::default()).unwrap();
    let paths = paths(&routes);
    tokio::spawn(async { axum::serve(listener, routes).await });
    Running { address, key, paths }
}

/// axum lists its routes only for debugging, with those of the fallback, which serves the page.
fn paths(routes: &Router) -> Vec<String> {
    let debug = format!("{routes:?}");
    let quoted = debug.split('"').skip(1).step_by(2);
    let is_own = |path: &&str| path.starts_with('/') && *path != "/" && !path.contains("axum_fallback");
    let mut paths: Vec<String> = quoted.filter(is_own).map(str::to_owned).collect();
    paths.sort();
    paths.dedup();
    let known = [
        ROOMS,
        api::analysis::ANALYSIS,
        TABLE_SOCKET,
        hosting::LAN,
        desktop::READY,
        api::files::FILE,
        api::cards::SETTINGS,
    ];
    for known in known.into_iter().chain([api::training::HISTORY, api::training::SET]) {
        assert!(paths.iter().any(|path| path == known), "{known} is not in {debug}");
    }
    paths
}

/// With something in place of its variable segments.
fn filled(path: &str) -> String {
    let segment = |segment: &str| if segment.starts_with('{') { "0".to_owned() } else { segment.to_owned() };
    path.split('/').map(segment).collect::<Vec<_>>().join("/")
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

#[tokio::test]
async fn without_the_key_every_route_is_refused() {
    let Running { address, key, paths } = running().await;
    let wrong = key.chars().rev().collect::<String>();
    let (port, cookie) = (address.rsplit(':').next().unwrap(), |port: &str, key: &str| {
        format!("Cookie: tabiya-key-{port}={key}\r\n")
    });
    let refused = [
        String::new(),
        format!("{KEY_HEADER}: {wrong}\r\n"),
        format!("{KEY_HEADER}: \r\n"),
        cookie(port, &wrong),
        cookie("1", &key),
    ];
    for path in paths.iter().chain([&"/api".to_owned(), &"/api/none".to_owned()]) {
        assert!(path.starts_with("/api"), "{path} would need no key");
        for method in METHODS {
            for headers in &refused {
                let answer = ask_with(&address, method, &filled(path), headers).await;
                assert_eq!(status(&answer), "401", "{method} {path} {headers}: {answer}");
                assert!(answer.ends_with(r#"{"code":"wrong-key"}"#), "{method} {path}: {answer}");
            }
        }
        // In the address the key works for pages only: requests are logged and shared more easily than headers.
        let answer = ask(&address, "GET", &format!("{}?key={key}", filled(path))).await;
        assert_eq!(status(&answer), "401", "{path}: {answer}");
    }
}

#[tokio::test]
async fn with_the_key_routes_answer_to_header_and_cookie() {
    let Running { address, key, .. } = running().await;
    let port = address.rsplit(':').next().unwrap();
    for path in
        [ROOMS, OPPONENTS, hosting::HOSTING, api::files::FILES, api::data_dirs::DATA_DIRS, desktop::AUTOSAVES]
    {
        for headers in
            [format!("{KEY_HEADER}: {key}\r\n"), format!("Cookie: other=1; tabiya-key-{port}={key}\r\n")]
        {
            let answer = ask_with(&address, "GET", path, &headers).await;
            assert_eq!(status(&answer), "200", "{path} {headers}: {answer}");
        }
    }
}

#[tokio::test]
async fn the_page_itself_needs_no_key_and_does_not_contain_it() {
    let Running { address, key, .. } = running().await;
    let page = ask(&address, "GET", "/study").await;
    assert_ne!(status(&page), "401");
    assert!(!page.contains(&key));
    let opened = ask(&address, "GET", &format!("/study?key={key}")).await;
    assert_eq!(status(&opened), "303");
    assert!(opened.contains("location: /study\r\n"), "{opened}");
}

#[tokio::test]
async fn a_host_on_the_network_has_the_rooms_and_nothing_else_of_the_studio() {
    let Running { paths, .. } = running().await;
    let host = Host::bind(Some(0)).await.unwrap();
    let address = format!("127.0.0.1:{}", host.port());
    let rooms = Rooms::in_memory(Opponents::default()).unwrap();
    tokio::spawn(async move { host.serve(&rooms, std::future::pending()).await });
    let shared = [ROOMS, ROOM, ROOM_SOCKET, OPPONENTS, RELAY_SOCKET, TABLE_SOCKET, hosting::HOSTING];
    for path in paths.iter().filter(|path| !shared.contains(&path.as_str())) {
        for method in METHODS {
            let answer = ask(&address, method, &filled(path)).await;
            assert!(answer.ends_with(r#"{"code":"unknown-route"}"#), "{method} {path}: {answer}");
        }
    }
    // Whether the studio hosts can be read there, but not switched.
    assert_eq!(status(&ask(&address, "GET", hosting::HOSTING).await), "200");
    assert_eq!(status(&ask(&address, "POST", hosting::HOSTING).await), "405");
}

#[tokio::test]
async fn a_second_studio_takes_the_next_port() {
    let first = Studio::bind(None).await.unwrap();
    let second = Studio::bind(None).await.unwrap();
    assert_ne!(first.address, second.address);
}

#[tokio::test]
async fn an_unknown_api_path_is_a_coded_404_and_not_the_page() {
    let Running { address, key, .. } = running().await;
    for (path, expected) in
        [("/api/nothing", "404"), ("/api/library/folders/x/y", "404"), ("/api/opened/x", "400")]
    {
        let answer = ask_with(&address, "GET", path, &format!("{KEY_HEADER}: {key}\r\n")).await;
        assert_eq!(status(&answer), expected, "{path}: {answer}");
        assert!(answer.contains("content-type: application/json"), "{path}: {answer}");
        assert!(answer.contains("\"code\":\""), "{path}: {answer}");
    }
}

#[tokio::test]
async fn a_chosen_port_in_use_is_an_error_with_advice() {
    let first = Studio::bind(Some(0)).await.unwrap();
    let port = first.address.port();
    let refused = Studio::bind(Some(port)).await.err().unwrap();
    assert_eq!(
        refused.to_string(),
        format!("port {port} is in use: choose another with --port, or leave --port out")
    );
}
