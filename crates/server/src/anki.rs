//! Sends decks to Anki, on this machine or another, through its AnkiConnect add-on over plain HTTP.
//! The add-on reads a body only by its Content-Length and answers one request per connection.

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use flashcards::connect::{ConnectError, Reply, Request, Sending, SendingStep, Sent, TIMEOUT_SECONDS};
use flashcards::{Deck, PackageError, package};
use hyper::StatusCode;
use tempfile::{Builder, NamedTempFile};
use tokio::runtime::Runtime;
use tokio::time::timeout;

use crate::http_request::{RequestError, post_json};

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

    async fn exchange(&self, request: Request) -> Result<Reply, RequestError> {
        let (status, body) = post_json(&self.address, "/", &[], request.body).await?;
        Ok(match status {
            StatusCode::OK => Reply::Body(String::from_utf8_lossy(&body).into_owned()),
            _ => Reply::Status(status.as_u16()),
        })
    }
}

impl From<RequestError> for Reply {
    fn from(error: RequestError) -> Reply {
        match error {
            RequestError::Connect(error) if error.kind() == io::ErrorKind::TimedOut => Reply::TimedOut,
            RequestError::Connect(_) | RequestError::Header => Reply::Refused,
            // Something listens there, but it does not answer like AnkiConnect.
            RequestError::Http(error) if error.is_parse() || error.is_incomplete_message() => {
                Reply::Status(0)
            }
            RequestError::Http(_) => Reply::Refused,
            RequestError::Body => Reply::Status(0),
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
