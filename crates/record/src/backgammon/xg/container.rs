//! The outer format: a header with a picture, and an archive of packed files that is read from its end.

use std::fmt;

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

use super::MAGIC;
use super::fields::Fields;

/// Why a file of eXtreme Gammon has no match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XgFault {
    /// The list of contents at its end is missing.
    Incomplete,
    /// The match itself cannot be unpacked.
    Damaged,
    /// It has other contents.
    NoMatch,
}

impl fmt::Display for XgFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            XgFault::Incomplete => {
                "this eXtreme Gammon file is incomplete: its end is missing. Copy it again, or save it again in eXtreme Gammon"
            }
            XgFault::Damaged => {
                "this eXtreme Gammon file is damaged: the match in it cannot be unpacked. Copy it again, or save it again in eXtreme Gammon"
            }
            XgFault::NoMatch => "this eXtreme Gammon file has no match and no position in it",
        })
    }
}

#[derive(Default)]
pub(super) struct Container {
    pub records: Vec<u8>,
    pub rollouts: Vec<u8>,
    pub comments: Vec<u8>,
    /// Parts that are incomplete or fail their checksum; what could be unpacked of them is used.
    pub damaged: Vec<&'static str>,
}

const HEADER: usize = 8232;
const TRAILER: usize = 36;
const ENTRY: usize = 532;
const MAX_ENTRIES: usize = 64;
/// A match of 25 points has about 4 MB.
const MAX_UNPACKED: usize = 64 << 20;

pub(super) fn read(bytes: &[u8]) -> Result<Container, XgFault> {
    let archive = Archive::find(bytes).ok_or(XgFault::Incomplete)?;
    let index = archive.index().ok_or(XgFault::Damaged)?;
    let mut container = Container::default();
    for entry in index.chunks_exact(ENTRY).map(Fields) {
        let (unpacked, part) = match entry.short_text(0, 255).as_str() {
            "temp.xg" => (&mut container.records, "records"),
            "temp.xgr" => (&mut container.rollouts, "rollouts"),
            "temp.xgc" => (&mut container.comments, "comments"),
            _ => continue,
        };
        let is_whole;
        (*unpacked, is_whole) = archive.unpack(entry);
        if !is_whole {
            container.damaged.push(part);
        }
    }
    match (container.records.len() < super::record::SIZE, container.damaged.is_empty()) {
        (false, _) => Ok(container),
        (true, false) => Err(XgFault::Damaged),
        (true, true) => Err(XgFault::NoMatch),
    }
}

struct Archive<'a> {
    data: &'a [u8],
    index: &'a [u8],
    entries: usize,
    is_index_packed: bool,
}

impl<'a> Archive<'a> {
    /// By the last 36 bytes. `None` if they are not what they should be.
    fn find(bytes: &'a [u8]) -> Option<Archive<'a>> {
        let body = bytes.strip_prefix(MAGIC).and(bytes.get(..bytes.len().checked_sub(TRAILER)?))?;
        let trailer = Fields(bytes).from(body.len());
        let entries = trailer.u32(4) as usize;
        let index = body.len().checked_sub(trailer.u32(12) as usize)?;
        let start = index.checked_sub(trailer.u32(16) as usize).filter(|start| *start >= HEADER)?;
        let is_trailer = trailer.u32(8) == 1 && (1..=MAX_ENTRIES).contains(&entries);
        is_trailer.then_some(Archive {
            data: bytes.get(start..index)?,
            index: body.get(index..)?,
            entries,
            is_index_packed: trailer.u32(20) != 0,
        })
    }

    fn index(&self) -> Option<Vec<u8>> {
        match self.is_index_packed {
            true => Some(inflate(self.index, self.entries * ENTRY)).filter(|index| !index.is_empty()),
            false => Some(self.index.to_owned()),
        }
    }

    /// The contents of a file, as far as they can be unpacked, and whether they are whole.
    fn unpack(&self, entry: Fields<'_>) -> (Vec<u8>, bool) {
        let (size, stored, start) =
            (entry.u32(512) as usize, entry.u32(516) as usize, entry.u32(520) as usize);
        let packed = self.data.get(start..).unwrap_or_default();
        let packed = packed.get(..stored).unwrap_or(packed);
        let unpacked = match entry.u8(528) {
            0 => inflate(packed, size.min(MAX_UNPACKED)),
            _ => packed.get(..size.min(MAX_UNPACKED)).unwrap_or(packed).to_owned(),
        };
        let is_whole = unpacked.len() == size && crc32(&unpacked) == entry.u32(524);
        (unpacked, is_whole)
    }
}

/// As much of the contents as can be unpacked.
fn inflate(packed: &[u8], most: usize) -> Vec<u8> {
    const FLAGS: u32 =
        inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut state = Box::<DecompressorOxide>::default();
    let mut unpacked = vec![0; packed.len().saturating_mul(4).min(most)];
    let (mut read, mut written) = (0, 0);
    loop {
        let rest = packed.get(read..).unwrap_or_default();
        let (status, consumed, added) = decompress(&mut state, rest, &mut unpacked, written, FLAGS);
        (read, written) = (read + consumed, written + added);
        if status != TINFLStatus::HasMoreOutput || unpacked.len() >= most {
            unpacked.truncate(written);
            return unpacked;
        }
        unpacked.resize(unpacked.len().saturating_mul(2).clamp(1, most), 0);
    }
}

const CRC_TABLE: [u32; 256] = crc_table();

const fn crc_table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut n = 0;
    while n < 256 {
        let mut crc = n as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
            bit += 1;
        }
        table[n] = crc;
        n += 1;
    }
    table
}

/// As in zip files. A crate for it has 16 kB of tables, which the page would have to load.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        let [low, ..] = (crc ^ u32::from(*byte)).to_le_bytes();
        CRC_TABLE[usize::from(low)] ^ (crc >> 8)
    };
    !bytes.iter().fold(!0, step)
}
