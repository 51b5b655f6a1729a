//! A connection that is driven by tokio.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::time::Duration;

use play::protocol::MalformedMessage;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout};

use crate::rooms::connection::{CloseReason, Connection, Inbox, Limits, PING_INTERVAL};
use crate::rooms::linger::linger;

/// How long a close frame may wait for the peer.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);
/// A ping that is later than this is no delay of a busy machine.
const MAX_DELAY: Duration = Duration::from_millis(500);

pub(super) struct Socket {
    connection: Connection<NonBlocking>,
    received: VecDeque<String>,
    /// Why nothing more is read. What was received before comes first.
    ended: Option<CloseReason>,
    origin: Instant,
    next_ping: Instant,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, limits: &'static Limits) -> Socket {
        let origin = Instant::now();
        Socket {
            connection: Connection::new(NonBlocking(stream), limits, 0),
            received: VecDeque::new(),
            ended: None,
            origin,
            next_ping: origin + Duration::from_millis(PING_INTERVAL),
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.origin.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Bytes that arrived together with the handshake.
    pub(super) fn decode(&mut self, mut early: Vec<u8>) {
        let now = self.now();
        self.ended = self.connection.decode(&mut early, now, &mut self.received).err();
    }

    /// The next text message; `None` when everything queued was sent. Nothing is lost if the future is dropped.
    pub(super) async fn receive(&mut self) -> Result<Option<String>, CloseReason> {
        loop {
            if let Some(text) = self.received.pop_front() {
                return Ok(Some(text));
            }
            if let Some(reason) = self.ended {
                return Err(reason);
            }
            let stream = &self.connection.stream().0;
            tokio::select! {
                _ = stream.readable() => self.read(),
                _ = stream.writable(), if self.connection.has_queued() => {
                    let now = self.now();
                    self.connection.flush(now)?;
                    if !self.connection.has_queued() {
                        return Ok(None);
                    }
                }
                () = sleep_until(self.next_ping) => self.ping()?,
            }
        }
    }

    fn read(&mut self) {
        let now = self.now();
        self.ended = self.connection.read(&mut [0; 4096], false, now, &mut self.received).err();
    }

    fn ping(&mut self) -> Result<(), CloseReason> {
        let now = self.now();
        if self.next_ping.elapsed() > MAX_DELAY {
            // The host was frozen: the peer gets a ping before it is judged silent.
            self.connection.forgive_silence(now);
        }
        if let Some(reason) = self.connection.timed_out(now) {
            return Err(reason);
        }
        self.next_ping = Instant::now() + Duration::from_millis(PING_INTERVAL);
        self.connection.send_ping(now)
    }

    pub(super) fn has_queued(&self) -> bool {
        self.connection.has_queued()
    }

    pub(super) fn send(&mut self, text: &str) -> Result<(), CloseReason> {
        let now = self.now();
        self.connection.send_text(text, now)
    }

    pub(super) async fn close(mut self, reason: CloseReason) {
        let now = self.now();
        self.connection.send_close(reason, now);
        let flushed = async {
            while self.connection.has_queued() && self.connection.stream().0.writable().await.is_ok() {
                let now = self.now();
                if self.connection.flush(now).is_err() {
                    return;
                }
            }
        };
        // A peer that does not take it is dropped without.
        let _ = timeout(CLOSE_TIMEOUT, flushed).await;
        if reason != CloseReason::Lost {
            linger(self.connection.into_stream().0).await;
        }
    }
}

/// The connection reads and writes only what is possible at once.
struct NonBlocking(TcpStream);

impl Read for NonBlocking {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.try_read(buffer)
    }
}

impl Write for NonBlocking {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.try_write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Inbox for VecDeque<String> {
    fn text(&mut self, text: &[u8]) -> Result<(), MalformedMessage> {
        self.push_back(String::from_utf8_lossy(text).into_owned());
        Ok(())
    }
}
