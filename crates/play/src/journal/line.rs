//! One line: version, checksum, JSON.

use std::fmt;

use crc32fast::Hasher;
use serde::Serialize;

/// The version of the lines that are written.
pub const VERSION: u32 = 1;
const VERSION_DIGITS: &[u8] = b"1";
/// The start of a line, before the checksum is known.
const HEAD: &[u8] = b"1 00000000 ";
const CHECKSUM_DIGITS: usize = 8;

/// Why a line is not what a host wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadLine {
    /// It has no version and checksum.
    Unreadable,
    Checksum,
    /// Its JSON is not an event of a room.
    NotAnEvent,
    /// It is about a room that is not open.
    NoSuchRoom,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadLine::Unreadable => "it does not begin with a version and a checksum",
            BadLine::Checksum => "its checksum is wrong",
            BadLine::NotAnEvent => "it is not an event of a room",
            BadLine::NoSuchRoom => "it is about a room that is not open",
        })
    }
}

/// A line whose checksum is right; of version 0, any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub(super) version: u32,
    pub(super) json: &'a [u8],
}

impl<'a> Line<'a> {
    /// Without the line break.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Line<'a>, BadLine> {
        if bytes.starts_with(b"{") {
            return Ok(Line { version: 0, json: bytes });
        }
        let (digits, rest) = split_at_space(bytes).ok_or(BadLine::Unreadable)?;
        let version = version(digits).ok_or(BadLine::Unreadable)?;
        let (sum, json) = split_at_space(rest).ok_or(BadLine::Unreadable)?;
        if sum == checksum(digits, json) { Ok(Line { version, json }) } else { Err(BadLine::Checksum) }
    }
}

fn split_at_space(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let space = bytes.iter().take(2 * CHECKSUM_DIGITS).position(|byte| *byte == b' ')?;
    Some((bytes.get(..space)?, bytes.get(space + 1..)?))
}

/// From 1, without zeros before it: a number is written in one way only.
fn version(digits: &[u8]) -> Option<u32> {
    let text = str::from_utf8(digits).ok().filter(|text| text.bytes().all(|digit| digit.is_ascii_digit()))?;
    text.parse().ok().filter(|_| !text.starts_with('0'))
}

fn checksum(version: &[u8], json: &[u8]) -> [u8; CHECKSUM_DIGITS] {
    let mut hasher = Hasher::new();
    hasher.update(version);
    hasher.update(json);
    let sum = hasher.finalize();
    let mut digits = [0; CHECKSUM_DIGITS];
    for (digit, shift) in digits.iter_mut().rev().zip((0..).step_by(4)) {
        let value = (sum >> shift & 15) as u8;
        *digit = if value < 10 { b'0' + value } else { b'a' + value - 10 };
    }
    digits
}

/// Appends a whole line, or nothing if it cannot be serialized.
pub(super) fn put(buffer: &mut Vec<u8>, event: &impl Serialize) {
    let start = buffer.len();
    buffer.extend_from_slice(HEAD);
    match serde_json::to_writer(&mut *buffer, event) {
        Ok(()) => finish(buffer, start),
        Err(_) => buffer.truncate(start),
    }
}

/// Appends a line with this JSON.
pub(super) fn put_json(buffer: &mut Vec<u8>, json: &[u8]) {
    let start = buffer.len();
    buffer.extend_from_slice(HEAD);
    buffer.extend_from_slice(json);
    finish(buffer, start);
}

/// Fills in the checksum of the line that begins here, and ends it.
fn finish(buffer: &mut Vec<u8>, start: usize) {
    let json = start + HEAD.len();
    let sum = checksum(VERSION_DIGITS, buffer.get(json..).unwrap_or_default());
    if let Some(place) = buffer.get_mut(json - 1 - CHECKSUM_DIGITS..json - 1) {
        place.copy_from_slice(&sum);
    }
    buffer.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_version_checksum_and_json() {
        let mut buffer = b"before\n".to_vec();
        put_json(&mut buffer, br#"{"room":"1befb1d300b7","closed":true}"#);
        let line = str::from_utf8(&buffer).unwrap().strip_prefix("before\n").unwrap().trim_end();
        // The CRC-32 that zlib computes for `1{"room":"1befb1d300b7","closed":true}`.
        assert_eq!(line, r#"1 beb46fd6 {"room":"1befb1d300b7","closed":true}"#);
        assert_eq!(Line::read(line.as_bytes()).map(|line| line.version), Ok(1));
    }

    #[test]
    fn every_changed_bit_is_noticed_and_none_makes_a_newer_version() {
        let mut buffer = Vec::new();
        put_json(&mut buffer, br#"{"room":"a","closed":true}"#);
        buffer.pop();
        for bit in 0..8 * buffer.len() {
            let mut damaged = buffer.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(Line::read(&damaged).is_err(), "bit {bit}: {}", String::from_utf8_lossy(&damaged));
        }
    }

    #[test]
    fn a_newer_version_is_recognised_by_its_number_and_checksum() {
        let line = [b"27 ".as_slice(), &checksum(b"27", b"anything"), b" anything"].concat();
        assert_eq!(Line::read(&line), Ok(Line { version: 27, json: b"anything" }));
        for line in ["027 00000000 x", " 00000000 x", "1", "1 ", "1 00000000", "-1 00000000 x", ""] {
            assert!(Line::read(line.as_bytes()).is_err(), "{line}");
        }
    }
}
