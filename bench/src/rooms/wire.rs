//! A WebSocket as thin as can be, so that the load costs less than what it loads: frames are masked with nothing, and
//! of what comes in only the kind is looked at.

use std::io;

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub struct Wire {
    stream: TcpStream,
    heard: Vec<u8>,
    /// How much of it was taken.
    taken: usize,
}

impl Wire {
    pub async fn enter(port: u16, room: &str) -> Result<Wire> {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.set_nodelay(true)?;
        let request = format!(
            "GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut wire = Wire { stream, heard: Vec::with_capacity(2048), taken: 0 };
        let end = wire.head().await?;
        let head = String::from_utf8_lossy(&wire.heard[..end]);
        if !head.starts_with("HTTP/1.1 101") {
            bail!("no socket: {}", head.lines().next().unwrap_or_default());
        }
        wire.taken = end;
        Ok(wire)
    }

    async fn head(&mut self) -> Result<usize> {
        loop {
            if let Some(end) = self.heard.windows(4).position(|window| window == b"\r\n\r\n") {
                return Ok(end + 4);
            }
            self.fill().await?;
        }
    }

    /// Waits for more. May be dropped at any time.
    pub async fn fill(&mut self) -> io::Result<()> {
        if self.taken > 0 {
            self.heard.drain(..self.taken);
            self.taken = 0;
        }
        match self.stream.read_buf(&mut self.heard).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// The next whole message, if it has come; pings are answered on the way.
    pub fn next(&mut self) -> Result<Option<&[u8]>> {
        loop {
            let Some((opcode, from, to)) = frame(&self.heard[self.taken..]) else { return Ok(None) };
            let (from, to) = (self.taken + from, self.taken + to);
            self.taken = to;
            match opcode {
                1 => return Ok(Some(&self.heard[from..to])),
                9 => {
                    let payload = self.heard[from..to].to_vec();
                    self.send(10, &payload)?;
                }
                10 => {}
                _ => bail!("the host closed the socket: {}", String::from_utf8_lossy(&self.heard[from..to])),
            }
        }
    }

    pub fn say(&mut self, text: &str) -> Result<()> {
        self.send(1, text.as_bytes())
    }

    /// At once or not at all: what a client says is far shorter than what a socket holds.
    fn send(&mut self, opcode: u8, payload: &[u8]) -> Result<()> {
        let mut frame = Vec::with_capacity(payload.len() + 8);
        frame.push(0x80 | opcode);
        match u8::try_from(payload.len()) {
            Ok(short) if short < 126 => frame.push(0x80 | short),
            _ => {
                frame.push(0x80 | 126);
                frame.extend(u16::try_from(payload.len())?.to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(payload);
        let written = self.stream.try_write(&frame).context("the host reads no more")?;
        if written < frame.len() {
            bail!("the host reads no more");
        }
        Ok(())
    }
}

/// What kind of frame it is, and from where to where its payload goes; none while it is not whole.
fn frame(bytes: &[u8]) -> Option<(u8, usize, usize)> {
    let (first, second) = (*bytes.first()?, *bytes.get(1)?);
    let (from, length) = match second & 0x7f {
        126 => (4, usize::from(u16::from_be_bytes([*bytes.get(2)?, *bytes.get(3)?]))),
        127 => (10, usize::try_from(u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)).ok()?),
        short => (2, usize::from(short)),
    };
    (bytes.len() >= from + length).then_some((first & 15, from, from + length))
}

/// Opens a room and says its id.
pub async fn open(port: u16, body: &str) -> Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    let request = format!(
        "POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let id = answer.split("\"room\":\"").nth(1).and_then(|rest| rest.split('"').next());
    Ok(id.with_context(|| format!("no room was opened: {answer}"))?.to_owned())
}
