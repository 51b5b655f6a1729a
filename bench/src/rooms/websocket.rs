//! A minimal WebSocket client, so that the load costs less than the host: frames have a mask of zeros, and of incoming
//! messages only the type is read.

use std::io;

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub struct WebSocket {
    stream: TcpStream,
    buffer: Vec<u8>,
    /// How much of the buffer was read.
    consumed: usize,
}

impl WebSocket {
    pub async fn enter(port: u16, room: &str) -> Result<WebSocket> {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.set_nodelay(true)?;
        let request = format!(
            "GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut socket = WebSocket { stream, buffer: Vec::with_capacity(2048), consumed: 0 };
        let end = socket.head().await?;
        let head = String::from_utf8_lossy(&socket.buffer[..end]);
        if !head.starts_with("HTTP/1.1 101") {
            bail!("no socket: {}", head.lines().next().unwrap_or_default());
        }
        socket.consumed = end;
        Ok(socket)
    }

    async fn head(&mut self) -> Result<usize> {
        loop {
            if let Some(end) = self.buffer.windows(4).position(|window| window == b"\r\n\r\n") {
                return Ok(end + 4);
            }
            self.fill().await?;
        }
    }

    /// Waits for more bytes. May be cancelled at any time.
    pub async fn fill(&mut self) -> io::Result<()> {
        if self.consumed > 0 {
            self.buffer.drain(..self.consumed);
            self.consumed = 0;
        }
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// The next whole message, if it has arrived. Answers pings.
    pub fn next(&mut self) -> Result<Option<&[u8]>> {
        loop {
            let Some((opcode, from, to)) = frame(&self.buffer[self.consumed..]) else { return Ok(None) };
            let (from, to) = (self.consumed + from, self.consumed + to);
            self.consumed = to;
            match opcode {
                1 => return Ok(Some(&self.buffer[from..to])),
                9 => {
                    let payload = self.buffer[from..to].to_vec();
                    self.send_frame(10, &payload)?;
                }
                10 => {}
                _ => bail!("the host closed the socket: {}", String::from_utf8_lossy(&self.buffer[from..to])),
            }
        }
    }

    pub fn send(&mut self, text: &str) -> Result<()> {
        self.send_frame(1, text.as_bytes())
    }

    /// Writes at once or fails: a client's messages are far shorter than a socket's buffer.
    fn send_frame(&mut self, opcode: u8, payload: &[u8]) -> Result<()> {
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
        let written = self.stream.try_write(&frame).context("the host has stopped reading")?;
        if written < frame.len() {
            bail!("the host has stopped reading");
        }
        Ok(())
    }
}

/// The opcode and the range of the payload; `None` while the frame is incomplete.
fn frame(bytes: &[u8]) -> Option<(u8, usize, usize)> {
    let (first, second) = (*bytes.first()?, *bytes.get(1)?);
    let (from, length) = match second & 0x7f {
        126 => (4, usize::from(u16::from_be_bytes([*bytes.get(2)?, *bytes.get(3)?]))),
        127 => (10, usize::try_from(u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)).ok()?),
        short => (2, usize::from(short)),
    };
    (bytes.len() >= from + length).then_some((first & 15, from, from + length))
}

/// Opens a room and returns its id.
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
