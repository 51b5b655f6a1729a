//! The journal's file. It is compacted while it is in use: another thread writes the lines that are still needed to a new
//! file, lines that were added meanwhile follow, and the new file takes the place of the old one.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use i18n::visible;
use play::journal::LiveLines;

use super::Storage;
use crate::file::Replacement;

/// A file up to this length is not worth compacting.
const COMPACT_ABOVE: u64 = 1 << 20;
/// Bytes that a compaction reads and writes at a time.
const COPIED_AT_ONCE: usize = 64 << 10;

pub(super) struct JournalFile {
    path: PathBuf,
    file: File,
    length: u64,
    /// The length at which it is compacted next: twice what was needed the last time, and not less than `min_length`.
    compact_above: u64,
    min_length: u64,
    compaction: Option<Compaction>,
}

/// A compaction in progress.
struct Compaction {
    /// How much of the file it covers.
    covered: u64,
    compacted: Receiver<io::Result<Replacement>>,
}

impl JournalFile {
    pub(super) fn open(path: &Path) -> io::Result<JournalFile> {
        JournalFile::compacted_above(path, COMPACT_ABOVE)
    }

    /// The file must have been compacted.
    pub(super) fn compacted_above(path: &Path, min_length: u64) -> io::Result<JournalFile> {
        let file = OpenOptions::new().append(true).open(path)?;
        let length = file.metadata()?.len();
        let compact_above = min_length.max(2 * length);
        Ok(JournalFile { path: path.to_owned(), file, length, compact_above, min_length, compaction: None })
    }

    fn start_compaction(&self) -> io::Result<Compaction> {
        let (path, covered) = (self.path.clone(), self.length);
        let (sender, compacted) = channel();
        // Fails only on shutdown; dropping the new file removes it.
        let compact = move || drop(sender.send(compact(&path, covered)));
        thread::Builder::new().name("compaction".to_owned()).spawn(compact)?;
        Ok(Compaction { covered, compacted })
    }

    /// Adds the lines since the compaction began, and replaces the file.
    fn finish_compaction(&mut self, mut compacted: Replacement, covered: u64) -> io::Result<()> {
        compacted.write(&read_range(&self.path, covered, self.length)?)?;
        // Opened before the rename: afterwards nothing may fail, or lines would go to the removed file.
        let file = OpenOptions::new().append(true).open(compacted.path())?;
        let length = file.metadata()?.len();
        compacted.put_in_place()?;
        (self.file, self.length) = (file, length);
        Ok(())
    }

    fn compaction_ended(&mut self, result: io::Result<()>) {
        // After a failure it is tried again when the file has doubled.
        self.compact_above = self.min_length.max(2 * self.length);
        if let Err(error) = result {
            let path = self.path.display().to_string();
            eprintln!("tabiya: {}: the journal could not be compacted: {error}", visible(&path));
        }
    }
}

impl Storage for JournalFile {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let done = self.file.write_all(bytes).and_then(|()| self.file.sync_data());
        match &done {
            Ok(()) => self.length += bytes.len() as u64,
            // Half a line would corrupt the next one.
            Err(_) => drop(self.file.set_len(self.length)),
        }
        done
    }

    fn tidy_up(&mut self) {
        match self.compaction.take() {
            None if self.length > self.compact_above => match self.start_compaction() {
                Ok(compaction) => self.compaction = Some(compaction),
                Err(error) => self.compaction_ended(Err(error)),
            },
            None => {}
            Some(Compaction { covered, compacted }) => match compacted.try_recv() {
                Err(TryRecvError::Empty) => self.compaction = Some(Compaction { covered, compacted }),
                Err(TryRecvError::Disconnected) => self.compaction_ended(Err(io::ErrorKind::Other.into())),
                Ok(result) => {
                    let result = result.and_then(|compacted| self.finish_compaction(compacted, covered));
                    self.compaction_ended(result);
                }
            },
        }
    }
}

/// The lines of the first `covered` bytes that are still needed, in a synced file. Reads the file twice, a line at a time:
/// a journal in memory would be most of what a host needs.
fn compact(path: &Path, covered: u64) -> io::Result<Replacement> {
    let mut live = LiveLines::default();
    for_each_line(path, covered, |_, line| {
        live.count(line).map_err(|stop| {
            io::Error::new(io::ErrorKind::InvalidData, format!("line {} is {}", stop.line, stop.reason))
        })
    })?;
    let mut compacted = Replacement::of(path)?;
    let mut buffer = Vec::with_capacity(2 * COPIED_AT_ONCE);
    for_each_line(path, covered, |number, line| {
        live.copy(number, line, &mut buffer);
        if buffer.len() < COPIED_AT_ONCE {
            return Ok(());
        }
        compacted.write(&buffer)?;
        buffer.clear();
        Ok(())
    })?;
    compacted.write(&buffer)?;
    compacted.sync()?;
    Ok(compacted)
}

/// The lines of the first bytes of a file, counted from 0.
fn for_each_line(
    path: &Path,
    bytes: u64,
    mut act: impl FnMut(usize, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = BufReader::with_capacity(COPIED_AT_ONCE, File::open(path)?.take(bytes));
    let mut line = Vec::new();
    for number in 0.. {
        line.clear();
        if file.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        act(number, &line)?;
    }
    Ok(())
}

fn read_range(path: &Path, from: u64, to: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.take(to.saturating_sub(from)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests;
