//! Anki on this machine or another, through its AnkiConnect add-on: one request at a time over plain HTTP.
//! The add-on reads a body only by its Content-Length and answers only one request a connection.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use flashcards::connect::{ConnectError, Reply, Request, Sending, Sent, Step, TIMEOUT_SECONDS};
use flashcards::{Deck, package};
use tempfile::Builder;

/// More than any answer has; whoever sends more is not AnkiConnect.
const LONGEST_ANSWER: u64 = 8 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anki {
    /// `127.0.0.1:8765`, or a name with a port.
    address: String,
    key: Option<String>,
    patience: Duration,
}

impl Anki {
    pub fn at(address: &str, key: &str) -> Anki {
        let address = address.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        let key = Some(key.trim()).filter(|key| !key.is_empty()).map(str::to_owned);
        Anki { address, key, patience: Duration::from_secs(TIMEOUT_SECONDS) }
    }

    /// How long an answer may take.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Anki {
        Anki { patience, ..self }
    }

    /// The whole deck: as a package that Anki imports, or note by note where it cannot see the file.
    /// `now` is seconds since 1970; `go_on` is asked after every answer.
    pub fn send(&self, deck: &Deck, now: i64, mut go_on: impl FnMut() -> bool) -> Result<Sent, ConnectError> {
        let said = |error: &dyn std::fmt::Display| ConnectError::Said(error.to_string());
        let bytes = package(deck, now).map_err(|error| said(&error))?;
        let mut file =
            Builder::new().prefix("tabiya-").suffix(".apkg").tempfile().map_err(|error| said(&error))?;
        file.write_all(&bytes).and_then(|()| file.flush()).map_err(|error| said(&error))?;
        let path = file.path().to_string_lossy().into_owned();
        let (mut sending, mut request) = Sending::start(deck, Some(&path), self.key.as_deref());
        loop {
            let step = sending.handle(&self.post(&request));
            match step {
                Step::Post(_) if !go_on() => return Err(ConnectError::Stopped),
                Step::Post(next) => request = next,
                Step::Done(sent) => return Ok(sent),
                Step::Failed(error) => return Err(error),
            }
        }
    }

    fn post(&self, request: &Request) -> Reply {
        match self.exchange(request) {
            Ok(reply) => reply,
            Err(error) if is_timeout(&error) => Reply::TimedOut,
            Err(_) => Reply::Refused,
        }
    }

    fn exchange(&self, request: &Request) -> io::Result<Reply> {
        let until = Instant::now() + self.patience;
        let mut stream = connect(&self.address, until)?;
        let head = format!(
            "POST / HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            self.address,
            request.body.len()
        );
        stream.set_write_timeout(Some(left(until)?))?;
        stream.write_all(head.as_bytes())?;
        stream.write_all(request.body.as_bytes())?;
        Ok(read_reply(&hear(&mut stream, until)?))
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
}

fn left(until: Instant) -> io::Result<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// The first of the name's addresses that answers.
fn connect(address: &str, until: Instant) -> io::Result<TcpStream> {
    let addresses: Vec<SocketAddr> = address.to_socket_addrs()?.collect();
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for address in addresses {
        match TcpStream::connect_timeout(&address, left(until)?) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Until the answer is whole or the other side hangs up.
fn hear(stream: &mut TcpStream, until: Instant) -> io::Result<Vec<u8>> {
    let (mut heard, mut buffer) = (Vec::new(), [0; 8192]);
    while !is_whole(&heard) && (heard.len() as u64) < LONGEST_ANSWER {
        stream.set_read_timeout(Some(left(until)?))?;
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => heard.extend_from_slice(buffer.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // Hanging up roughly after a whole answer is still an answer.
            Err(_) if !heard.is_empty() && split(&heard).is_some() => break,
            Err(error) => return Err(error),
        }
    }
    Ok(heard)
}

/// The head as text and the body.
fn split(answer: &[u8]) -> Option<(&str, &[u8])> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let (head, body) = answer.split_at_checked(end + 4)?;
    Some((std::str::from_utf8(head).ok()?, body))
}

fn is_whole(answer: &[u8]) -> bool {
    split(answer).is_some_and(|(head, body)| length(head).is_some_and(|length| body.len() >= length))
}

fn length(head: &str) -> Option<usize> {
    let headers = head.lines().filter_map(|line| line.split_once(':'));
    let mut lengths = headers.filter(|(name, _)| name.trim().eq_ignore_ascii_case("content-length"));
    lengths.next().and_then(|(_, value)| value.trim().parse().ok())
}

fn read_reply(answer: &[u8]) -> Reply {
    let Some((head, body)) = split(answer) else { return Reply::Status(0) };
    let status = head.strip_prefix("HTTP/").and_then(|rest| rest.split_whitespace().nth(1));
    match status.and_then(|status| status.parse().ok()) {
        Some(200) => {
            let body = body.get(..length(head).unwrap_or(body.len())).unwrap_or(body);
            Reply::Body(String::from_utf8_lossy(body).into_owned())
        }
        status => Reply::Status(status.unwrap_or(0)),
    }
}
