//! Requests to the studio over a socket of their own, as any program can send them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::studio::Studio;

/// A studio that does not answer within this time is taken as hanging.
const TIMEOUT: Duration = Duration::from_secs(20);

pub struct Response {
    pub status: u16,
    /// Of the header `ETag`.
    pub tag: String,
    pub body: Vec<u8>,
}

/// `GET /api/opened/0`, with further headers.
pub fn request(studio: &Studio, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Result<Response> {
    let host = studio.address().trim_start_matches("http://");
    let mut socket = TcpStream::connect(host)?;
    socket.set_read_timeout(Some(TIMEOUT))?;
    let mut head =
        format!("{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    socket.write_all(format!("{head}\r\n").as_bytes())?;
    socket.write_all(body)?;
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer)?;
    parse(&answer)
}

fn parse(answer: &[u8]) -> Result<Response> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").context("no whole answer")?;
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let status = head.split(' ').nth(1).context("no status")?.parse()?;
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap_or_default().to_owned();
    Ok(Response { status, tag, body: answer[end + 4..].to_vec() })
}
