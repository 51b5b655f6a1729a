//! Sends a deck to a server that behaves as AnkiConnect was observed to, or as other servers do.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use flashcards::connect::{ConnectError, LARGEST_BODY, Sent};
use flashcards::{Deck, Settings, read};
use serde_json::{Value, json};
use server::{Anki, AnkiError};

fn deck() -> Deck {
    let text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\n 1. 3-ply  8/5 6/5  eq:+0.162\n \
        2. 3-ply  24/20  eq:-0.016 (-0.178)\n";
    Deck::new(read(text.as_bytes()).decisions(), &Settings::default())
}

/// One request: the head in lower case, and the body.
fn request(stream: &mut TcpStream) -> (String, Vec<u8>) {
    let (mut received, mut byte) = (Vec::new(), [0]);
    while !received.ends_with(b"\r\n\r\n") {
        assert_eq!(stream.read(&mut byte).unwrap(), 1, "the header is incomplete");
        received.push(byte[0]);
    }
    let head = String::from_utf8(received).unwrap().to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    let mut body = vec![0; length.parse().unwrap()];
    stream.read_exact(&mut body).unwrap();
    (head, body)
}

/// The head that AnkiConnect 25.2 sends.
fn answer(body: &str) -> String {
    format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nAccess-Control-Allow-Origin: http://localhost\r\n\
         Access-Control-Allow-Headers: *\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Answers as many requests as there are answers, and returns the requests.
fn server(answers: Vec<String>) -> (String, JoinHandle<Vec<Value>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let asked = thread::spawn(move || {
        let ask = |answer: String| {
            let mut stream = listener.accept().unwrap().0;
            let (head, body) = request(&mut stream);
            assert!(head.starts_with("post / http/1.1\r\n") && !head.contains("chunked"), "{head}");
            assert!(head.contains("content-type: application/json"), "{head}");
            assert!(body.len() < LARGEST_BODY);
            let asked: Value = serde_json::from_slice(&body).unwrap();
            if let Some(path) = asked["params"]["path"].as_str() {
                assert!(std::fs::read(path).unwrap().starts_with(b"PK"), "Anki finds a package there");
            }
            // In pieces, as on a real network.
            for piece in answer.as_bytes().chunks(50) {
                stream.write_all(piece).unwrap();
                stream.flush().unwrap();
            }
            asked
        };
        answers.into_iter().map(ask).collect()
    });
    (address, asked)
}

fn connect_error(error: AnkiError) -> ConnectError {
    match error {
        AnkiError::Connect(error) => error,
        other => panic!("{other}"),
    }
}

fn send(address: &str, key: &str) -> Result<Sent, ConnectError> {
    Anki::at(address, key)
        .with_answer_timeout(Duration::from_millis(700))
        .send(&deck(), 1_763_300_000, || true)
        .map_err(connect_error)
}

#[test]
fn anki_imports_the_package() {
    let (address, asked) =
        server(vec![answer(r#"{"result": 6, "error": null}"#), answer(r#"{"result": true, "error": null}"#)]);
    let sent = send(&format!("http://{address}/"), "secret").unwrap();
    assert!(sent.package);
    let asked = asked.join().unwrap();
    assert_eq!(asked[0], json!({ "action": "version", "version": 6, "key": "secret" }));
    let path = asked[1]["params"]["path"].as_str().unwrap();
    assert!(path.ends_with(".apkg") && std::path::Path::new(path).is_absolute(), "{path}");
    assert!(!std::path::Path::new(path).exists(), "nothing is left behind");
}

#[test]
fn an_anki_elsewhere_gets_the_notes() {
    let (address, asked) = server(vec![
        answer(r#"{"result": 6, "error": null}"#),
        answer(r#"{"result": null, "error": "[Errno 2] No such file or directory"}"#),
        answer(
            r#"{"result": [1, 2, {"result": null, "error": "Model name already exists"}], "error": null}"#,
        ),
        answer(r#"{"result": [{"result": 1496198395707, "error": null}], "error": null}"#),
    ]);
    assert_eq!(send(&address, ""), Ok(Sent { package: false, added: 1, updated: 0, known: 0, refused: 0 }));
    let actions: Vec<Value> = asked.join().unwrap().iter().map(|asked| asked["action"].clone()).collect();
    assert_eq!(actions, ["version", "importPackage", "multi", "multi"]);
}

#[test]
fn every_other_answer_is_distinguished() {
    let old = answer("5");
    let key = answer(r#"{"result": null, "error": "valid api key must be provided"}"#);
    let page = "HTTP/1.0 404 Not Found\r\nServer: SimpleHTTP/0.6\r\n\r\n<html>".to_owned();
    let forbidden = "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\n{}".to_owned();
    for (reply, error) in [
        (old, ConnectError::TooOld(5)),
        (key, ConnectError::KeyRequired),
        (page, ConnectError::NotAnkiConnect),
        (forbidden, ConnectError::NotAnkiConnect),
        (answer("AnkiConnect"), ConnectError::NotAnkiConnect),
        ("SSH-2.0-OpenSSH_9.2\r\n".to_owned(), ConnectError::NotAnkiConnect),
        (
            answer(r#"{"result": null, "error": "collection is not available"}"#),
            ConnectError::Anki("collection is not available".into()),
        ),
    ] {
        let (address, asked) = server(vec![reply.clone()]);
        assert_eq!(send(&address, ""), Err(error), "{reply}");
        asked.join().unwrap();
    }
}

#[test]
fn a_refused_connection_differs_from_a_silent_one() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert_eq!(send(&free.to_string(), ""), Err(ConnectError::NotRunning));
    assert_eq!(send("no.such.host.invalid:8765", ""), Err(ConnectError::NotRunning));
    assert_eq!(send("nonsense", ""), Err(ConnectError::NotRunning));
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    assert_eq!(send(&silent.local_addr().unwrap().to_string(), ""), Err(ConnectError::TimedOut));
}

#[test]
fn stopping_sends_nothing_more() {
    let (address, asked) = server(vec![answer(r#"{"result": 6, "error": null}"#)]);
    let stopped = Anki::at(&address, "").send(&deck(), 1_763_300_000, || false).map_err(connect_error);
    assert_eq!(stopped, Err(ConnectError::Stopped));
    assert_eq!(asked.join().unwrap().len(), 1);
}
