//! Sends decks to Anki, on this machine or another, through its AnkiConnect add-on over plain HTTP.
//! The add-on reads a body only by its Content-Length and answers one request per connection.

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use flashcards::connect::{ConnectError, Reply, Request, Sending, SendingStep, Sent, TIMEOUT_SECONDS};
use flashcards::{Deck, PackageError, package};
use hyper::client::conn::http1;
use hyper::header::{CONNECTION, CONTENT_TYPE, HOST};
use hyper_util::rt::TokioIo;
use tempfile::{Builder, NamedTempFile};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::time::timeout;

/// AnkiConnect's answers are shorter.
const MAX_ANSWER: usize = 8 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anki {
    /// `127.0.0.1:8765`, or a name with a port.
    address: String,
    key: Option<String>,
    answer_timeout: Duration,
}

/// Why a deck was not sent.
#[derive(Debug)]
pub enum AnkiError {
    Package(PackageError),
    /// The package could not be written to a temporary file.
    File(io::Error),
    /// The runtime for the connection could not be started.
    Runtime(io::Error),
    Connect(ConnectError),
}

impl fmt::Display for AnkiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnkiError::Package(error) => write!(f, "{error}"),
            AnkiError::File(error) => write!(f, "the package could not be written: {error}"),
            AnkiError::Runtime(error) => write!(f, "the connection to Anki could not be opened: {error}"),
            AnkiError::Connect(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for AnkiError {}

impl Anki {
    pub fn at(address: &str, key: &str) -> Anki {
        let address = address.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        let key = Some(key.trim()).filter(|key| !key.is_empty()).map(str::to_owned);
        Anki { address, key, answer_timeout: Duration::from_secs(TIMEOUT_SECONDS) }
    }

    #[must_use]
    pub fn with_answer_timeout(self, answer_timeout: Duration) -> Anki {
        Anki { answer_timeout, ..self }
    }

    /// Sends the whole deck: as a package that Anki imports, or note by note if Anki cannot see the file. Blocks.
    /// `now` is seconds since 1970; `should_continue` is called after every answer.
    pub fn send(
        &self,
        deck: &Deck,
        now: i64,
        should_continue: impl FnMut() -> bool,
    ) -> Result<Sent, AnkiError> {
        let file = package_file(deck, now)?;
        let path = file.path().to_string_lossy();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(AnkiError::Runtime)?;
        let sent = self.send_package(deck, &path, &runtime, should_continue);
        // A slow name lookup must not block the caller.
        runtime.shutdown_background();
        sent.map_err(AnkiError::Connect)
    }

    fn send_package(
        &self,
        deck: &Deck,
        path: &str,
        runtime: &Runtime,
        mut should_continue: impl FnMut() -> bool,
    ) -> Result<Sent, ConnectError> {
        let (mut sending, mut request) = Sending::start(deck, Some(path), self.key.as_deref());
        loop {
            let step = sending.handle(&runtime.block_on(self.post(request)));
            match step {
                SendingStep::Post(_) if !should_continue() => return Err(ConnectError::Stopped),
                SendingStep::Post(next) => request = next,
                SendingStep::Done(sent) => return Ok(sent),
                SendingStep::Failed(error) => return Err(error),
            }
        }
    }

    async fn post(&self, request: Request) -> Reply {
        match timeout(self.answer_timeout, self.exchange(request)).await {
            Ok(Ok(reply)) => reply,
            Ok(Err(error)) => error.into(),
            Err(_) => Reply::TimedOut,
        }
    }

    async fn exchange(&self, request: Request) -> Result<Reply, ExchangeError> {
        let stream = TcpStream::connect(&self.address).await.map_err(ExchangeError::Connect)?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        // Ends with the answer: the sender is dropped with this future.
        tokio::spawn(connection);
        let request = hyper::Request::post("/")
            .header(HOST, &self.address)
            .header(CONTENT_TYPE, "application/json")
            .header(CONNECTION, "close")
            .body(request.body)
            .map_err(|_| ExchangeError::Address)?;
        let response = sender.send_request(request).await?;
        if response.status() != hyper::StatusCode::OK {
            return Ok(Reply::Status(response.status().as_u16()));
        }
        let body = to_bytes(Body::new(response.into_body()), MAX_ANSWER).await;
        let body = body.map_err(|_| ExchangeError::Body)?;
        Ok(Reply::Body(String::from_utf8_lossy(&body).into_owned()))
    }
}

/// Why a request got no answer.
#[derive(Debug)]
enum ExchangeError {
    Connect(io::Error),
    /// The address cannot be a Host header.
    Address,
    Http(hyper::Error),
    /// The answer breaks off or is too long.
    Body,
}

impl From<hyper::Error> for ExchangeError {
    fn from(error: hyper::Error) -> ExchangeError {
        ExchangeError::Http(error)
    }
}

impl From<ExchangeError> for Reply {
    fn from(error: ExchangeError) -> Reply {
        match error {
            ExchangeError::Connect(error) if error.kind() == io::ErrorKind::TimedOut => Reply::TimedOut,
            ExchangeError::Connect(_) | ExchangeError::Address => Reply::Refused,
            // Something listens there, but it does not answer like AnkiConnect.
            ExchangeError::Http(error) if error.is_parse() || error.is_incomplete_message() => {
                Reply::Status(0)
            }
            ExchangeError::Http(_) => Reply::Refused,
            ExchangeError::Body => Reply::Status(0),
        }
    }
}

fn package_file(deck: &Deck, now: i64) -> Result<NamedTempFile, AnkiError> {
    let bytes = package(deck, now).map_err(AnkiError::Package)?;
    let file = Builder::new().prefix("tabiya-").suffix(".apkg").tempfile();
    let mut file = file.map_err(AnkiError::File)?;
    file.write_all(&bytes).and_then(|()| file.flush()).map_err(AnkiError::File)?;
    Ok(file)
}
