//! The rooms' journal on disk: every line is stored before anybody gets a reply. One thread writes for all rooms;
//! everything that arrives while the disk is busy is written and synced together. `play::journal` has the format.

mod file;

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use file::JournalFile;
use play::journal::{Contents, Stop, StopReason, VERSION, live_lines};

use crate::file::{replace_private_file, sync_folder};
use crate::private_files::create_private_file;

/// Why a journal cannot be opened.
#[derive(Debug)]
pub enum JournalError {
    /// Another host writes to it.
    InUse,
    /// It has lines that only a newer version can read. Rewriting it would lose them, so it is left alone.
    Newer {
        line: usize,
        version: u32,
    },
    Io(io::Error),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::InUse => f.write_str("another host is using this journal"),
            JournalError::Newer { line, version } => write!(
                f,
                "line {line} was written by a newer Tabiya: it has version {version}, and this Tabiya reads versions up to \
                 {VERSION}. The journal was not changed; open it with the newer Tabiya, or move it away"
            ),
            JournalError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for JournalError {}

impl From<io::Error> for JournalError {
    fn from(error: io::Error) -> JournalError {
        JournalError::Io(error)
    }
}

/// A journal that could not be read to its end, and what was done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalDamage {
    pub path: PathBuf,
    pub stop: Stop,
    /// The whole file as it was.
    pub kept_as: PathBuf,
    /// Rooms that continue as they were up to that line.
    pub rooms: usize,
}

impl fmt::Display for JournalDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stop { line, offset, reason } = self.stop;
        write!(f, "{}: line {line} (byte {offset}) is {reason}. ", self.path.display())?;
        match self.rooms {
            0 => f.write_str("There is no room before that line. ")?,
            1 => f.write_str("The room before that line continues from there. ")?,
            rooms => write!(f, "The {rooms} rooms before that line continue from there. ")?,
        }
        write!(f, "The whole file is kept as {}", self.kept_as.display())
    }
}

/// The result of the last write.
pub(super) struct Written {
    /// The lines are on disk.
    pub(super) durable: bool,
    /// The emptied buffer, to be used again.
    pub(super) buffer: Vec<u8>,
}

/// Called after each write.
pub(super) type WakeCallback = Box<dyn Fn() + Send>;

/// Takes one buffer of lines at a time.
pub(super) struct Journal {
    buffers: Sender<Vec<u8>>,
    written: Receiver<Written>,
}

impl Journal {
    /// Reads the rooms and compacts the file: closed rooms and entries before a snapshot are dropped. From the first bad
    /// line on nothing is used, but the file is kept under another name.
    pub(super) fn open(
        path: &Path,
        wake: WakeCallback,
    ) -> Result<(Journal, Contents, Option<JournalDamage>), JournalError> {
        let lock_path = path.with_extension("lock");
        create_private_file(&lock_path)?;
        let lock = OpenOptions::new().append(true).open(lock_path)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let bytes = read(path)?;
        let contents = Contents::read(&bytes);
        let damage = match contents.stop {
            Some(Stop { line, reason: StopReason::Newer { version }, .. }) => {
                return Err(JournalError::Newer { line, version });
            }
            Some(stop) => {
                let (path, kept_as) = (path.to_owned(), keep_damaged(path, &bytes)?);
                Some(JournalDamage { path, stop, kept_as, rooms: contents.rooms.len() })
            }
            None => None,
        };
        let sound = bytes.get(..contents.bytes).unwrap_or_default();
        replace_private_file(path, &live_lines(sound).unwrap_or_else(|_| sound.to_vec()))?;
        let journal = Journal::on(JournalFile::open(path)?, Some(lock), wake)?;
        Ok((journal, contents, damage))
    }

    pub(super) fn on(
        storage: impl Storage + Send + 'static,
        lock: Option<File>,
        wake: WakeCallback,
    ) -> io::Result<Journal> {
        let (buffers, submitted) = channel();
        let (sender, written) = channel();
        let report = move |result| {
            // Fails only on shutdown, when nobody waits for it.
            let _ = sender.send(result);
            wake();
        };
        let write = move || write_all(storage, &submitted, report, lock);
        thread::Builder::new().name("journal".to_owned()).spawn(write)?;
        Ok(Journal { buffers, written })
    }

    pub(super) fn write(&self, buffer: Vec<u8>) {
        // If the writer is gone, `written` reports the failure.
        let _ = self.buffers.send(buffer);
    }

    /// The result of the write in progress, once it is there.
    pub(super) fn written(&self) -> Option<Written> {
        match self.written.try_recv() {
            Ok(written) => Some(written),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Written { durable: false, buffer: Vec::new() }),
        }
    }
}

/// Empty if there is no file yet.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    match fs::read(path) {
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read,
    }
}

/// Copies a damaged journal to `rooms.jsonl.damaged`, or to the next number that is free: no earlier copy is replaced.
fn keep_damaged(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    for number in 1.. {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 { ".damaged".to_owned() } else { format!(".damaged-{number}") });
        let copy = PathBuf::from(name);
        match OpenOptions::new().write(true).create_new(true).open(&copy) {
            Err(taken) if taken.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(mut file) => {
                file.set_permissions(fs::metadata(path)?.permissions())?;
                file.write_all(bytes)?;
                file.sync_all()?;
                sync_folder(&copy);
                return Ok(copy);
            }
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Where the lines are stored.
pub(super) trait Storage {
    /// Stores all bytes durably, or none.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Called after a write, when nobody waits for it any more.
    fn tidy_up(&mut self) {}
}

/// Lines that a full disk refused wait until it has space again: a journal with a gap replays a different game.
const MAX_BACKLOG: usize = 16 << 20;

/// Why lines were not written.
enum WriteError {
    BacklogFull,
    Io(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::BacklogFull => f.write_str("too many lines are waiting to be written"),
            WriteError::Io(error) => error.fmt(f),
        }
    }
}

/// Keeps the lock while the journal is in use.
fn write_all(
    mut storage: impl Storage,
    buffers: &Receiver<Vec<u8>>,
    report: impl Fn(Written),
    _lock: Option<File>,
) {
    let mut failed = false;
    let mut backlog: Vec<u8> = Vec::new();
    while let Ok(mut buffer) = buffers.recv() {
        if !backlog.is_empty() && backlog.len() <= MAX_BACKLOG {
            backlog.append(&mut buffer);
        }
        let lines = if backlog.is_empty() { &buffer } else { &backlog };
        // A backlog beyond the limit is never written: the journal ends where the disk was full.
        let done = match backlog.len() {
            ..=MAX_BACKLOG => storage.append(lines).map_err(WriteError::Io),
            _ => Err(WriteError::BacklogFull),
        };
        match &done {
            Ok(()) => backlog = Vec::new(),
            Err(error) if !failed => eprintln!("tabiya: the journal of rooms cannot be written: {error}"),
            Err(_) => {}
        }
        failed = done.is_err();
        if failed && backlog.is_empty() {
            backlog.append(&mut buffer);
        }
        buffer.clear();
        report(Written { durable: !failed, buffer });
        storage.tidy_up();
    }
}

#[cfg(test)]
mod tests;
