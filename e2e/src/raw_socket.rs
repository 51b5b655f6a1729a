//! A blocking WebSocket whose bytes the caller writes: for peers that a well-behaved client cannot play.

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use tokio::net::TcpSocket;

/// Longer than anything that a host that works takes.
const TIMEOUT: Duration = Duration::from_secs(20);

pub struct RawSocket {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// A frame of the host.
#[derive(Debug, PartialEq, Eq)]
pub enum HostFrame {
    Text(String),
    Ping,
    Pong(Vec<u8>),
    Close(u16),
}

/// A masked frame; the mask is all zeros.
pub fn client_frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = match u8::try_from(payload.len()) {
        Ok(short) if short < 126 => vec![0x80 | short],
        _ => [&[0x80 | 126][..], &(payload.len() as u16).to_be_bytes()].concat(),
    };
    [&[first][..], &length, &[0; 4], payload].concat()
}

/// A connection from this address of this machine: all of 127.0.0.0/8 is.
pub fn connect_from(from: Ipv4Addr, port: u16) -> Result<TcpStream> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let stream = runtime.block_on(async {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((from, 0)))?;
        socket.connect(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await
    })?;
    let stream = stream.into_std()?;
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    Ok(stream)
}

impl RawSocket {
    /// The socket of a room.
    pub fn enter(from: Ipv4Addr, port: u16, room: &str) -> Result<RawSocket> {
        let mut socket = RawSocket { stream: connect_from(from, port)?, buffer: Vec::new() };
        let request = format!(
            "GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        socket.write(request.as_bytes())?;
        let end = loop {
            if let Some(end) = socket.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            socket.fill()?;
        };
        let head: Vec<u8> = socket.buffer.drain(..end).collect();
        let head = String::from_utf8_lossy(&head);
        ensure!(head.starts_with("HTTP/1.1 101"), "no socket: {}", head.lines().next().unwrap_or_default());
        Ok(socket)
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.stream.write_all(bytes)?)
    }

    pub fn send_text(&mut self, text: &str) -> Result<()> {
        self.write(&client_frame(0x81, text.as_bytes()))
    }

    fn fill(&mut self) -> Result<()> {
        let mut bytes = [0; 4096];
        match self.stream.read(&mut bytes) {
            Ok(0) => bail!("the host has closed the connection"),
            Ok(length) => self.buffer.extend_from_slice(bytes.get(..length).unwrap_or_default()),
            Err(again) if again.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error).context("no answer from the host"),
        }
        Ok(())
    }

    pub fn receive(&mut self) -> Result<HostFrame> {
        loop {
            match self.take_frame() {
                // A peer that does not answer is closed.
                Some(HostFrame::Ping) => self.write(&client_frame(0x8a, b""))?,
                Some(frame) => return Ok(frame),
                None => self.fill()?,
            }
        }
    }

    fn take_frame(&mut self) -> Option<HostFrame> {
        let [first, second, rest @ ..] = self.buffer.as_slice() else { return None };
        let (start, length) = match second {
            126 => (4, usize::from(u16::from_be_bytes(*rest.first_chunk()?))),
            127 => (10, usize::try_from(u64::from_be_bytes(*rest.first_chunk()?)).ok()?),
            short => (2, usize::from(*short)),
        };
        let payload = self.buffer.get(start..start + length)?.to_vec();
        let frame = match first & 15 {
            8 => HostFrame::Close(payload.first_chunk().map_or(0, |code| u16::from_be_bytes(*code))),
            9 => HostFrame::Ping,
            10 => HostFrame::Pong(payload),
            _ => HostFrame::Text(String::from_utf8_lossy(&payload).into_owned()),
        };
        self.buffer.drain(..start + length);
        Some(frame)
    }

    /// Receives until a text contains this.
    pub fn until(&mut self, wanted: &str) -> Result<String> {
        loop {
            match self.receive()? {
                HostFrame::Text(text) if text.contains(wanted) => return Ok(text),
                HostFrame::Close(code) => bail!("the host closed the socket with {code}"),
                _ => {}
            }
        }
    }

    /// Takes a seat with a token of this byte, or returns to it.
    pub fn join(&mut self, name: &str, token: u8) -> Result<()> {
        let token = format!("{token:02x}").repeat(16);
        self.send_text(&format!(
            r#"{{"seq":0,"type":"join","version":1,"playerName":"{name}","token":"{token}"}}"#
        ))?;
        self.until("\"joined\"").map(drop)
    }
}
