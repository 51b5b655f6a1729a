//! Single HTTP requests, as any program on this machine can send them.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, Result};

/// A server that does not answer within this time is taken as hanging.
const TIMEOUT: Duration = Duration::from_secs(20);

pub struct Answer {
    pub status: u16,
    headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl Answer {
    /// Empty if there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// One request on a new socket to `127.0.0.1:PORT`; `line` is the method and the path, and `headers` may replace the Host.
pub fn ask(host: &str, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Result<Answer> {
    let mut socket = TcpStream::connect(host).with_context(|| format!("no server answers at {host}"))?;
    socket.set_read_timeout(Some(TIMEOUT))?;
    let mut head = format!("{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "Host") {
        head += &format!("Host: {host}\r\n");
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    socket.write_all(format!("{head}\r\n").as_bytes())?;
    socket.write_all(body)?;
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer)?;
    parse(&answer)
}

fn parse(answer: &[u8]) -> Result<Answer> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").context("no end of the headers")?;
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).context("no status")?.parse()?;
    let headers = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(n, v)| (n.to_lowercase(), v.to_owned()))
        .collect();
    Ok(Answer { status, headers, body: answer[end + 4..].to_vec() })
}
