//! A disk as a crash may leave it: what was synced is there, and of the rest some or nothing.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::strace::Call;

/// What of the changes that were not synced is on the disk after the crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Survives {
    Nothing,
    Everything,
    /// Files were created and renamed, but their contents are lost.
    Names,
    /// Contents were written, but the folders are as before.
    Contents,
    /// Everything but the second half of the last write.
    HalfOfTheLastWrite,
}

impl Survives {
    pub(super) const ALL: [Survives; 5] = [
        Survives::Nothing,
        Survives::Everything,
        Survives::Names,
        Survives::Contents,
        Survives::HalfOfTheLastWrite,
    ];
}

#[derive(Clone, Debug, Default)]
struct Contents {
    now: Vec<u8>,
    synced: Vec<u8>,
}

/// Names of files with the number of their contents.
type Names = BTreeMap<PathBuf, usize>;

/// The files of one folder and the folders in it. Only what is made durable with fsync counts as such: some file systems
/// promise more.
#[derive(Clone, Debug, Default)]
pub(super) struct Disk {
    folder: PathBuf,
    contents: Vec<Contents>,
    now: Names,
    synced: Names,
    open: HashMap<i64, OpenFile>,
    /// The contents that the last write changed, and how they are if it is half done.
    half: Option<(usize, Vec<u8>)>,
}

#[derive(Clone, Debug)]
struct OpenFile {
    contents: usize,
    at: usize,
    appends: bool,
}

impl Disk {
    /// As it is now; all of it is durable.
    pub(super) fn of(folder: &Path) -> Result<Disk> {
        let mut disk = Disk { folder: folder.to_owned(), ..Disk::default() };
        for path in files(folder)? {
            let bytes = fs::read(&path)?;
            disk.now.insert(path, disk.contents.len());
            disk.contents.push(Contents { now: bytes.clone(), synced: bytes });
        }
        disk.synced = disk.now.clone();
        Ok(disk)
    }

    /// Files that the program had open before it was traced: only those that it appends to can be followed.
    pub(super) fn with_open(mut self, pid: u32) -> Result<Disk> {
        for entry in fs::read_dir(format!("/proc/{pid}/fd"))? {
            let entry = entry?;
            let (Ok(path), Some(fd)) =
                (fs::read_link(entry.path()), entry.file_name().to_str().and_then(|fd| fd.parse().ok()))
            else {
                continue;
            };
            if let Some(contents) = self.now.get(&path) {
                self.open.insert(fd, OpenFile { contents: *contents, at: 0, appends: true });
            }
        }
        Ok(self)
    }

    pub(super) fn apply(&mut self, call: &Call) {
        if call.result.is_none() {
            return;
        }
        match call.name.as_str() {
            "openat" => self.opened(call),
            "close" => drop(call.descriptor(0).and_then(|(fd, _)| self.open.remove(&fd))),
            "lseek" => self.sought(call),
            "write" => self.written(call, None),
            "pwrite64" => self.written(call, call.number(3)),
            "ftruncate" => self.truncated(call),
            "fsync" | "fdatasync" => self.synced(call),
            "rename" => self.renamed(call.path(None, 0), call.path(None, 1)),
            "renameat" | "renameat2" => self.renamed(call.path(Some(0), 1), call.path(Some(2), 3)),
            "link" => self.linked(call.path(None, 0), call.path(None, 1)),
            "linkat" => self.linked(call.path(Some(0), 1), call.path(Some(2), 3)),
            "unlink" => drop(call.path(None, 0).and_then(|path| self.now.remove(&path))),
            "unlinkat" => drop(call.path(Some(0), 1).and_then(|path| self.now.remove(&path))),
            _ => {}
        }
    }

    fn opened(&mut self, call: &Call) {
        let (Some(fd), Some(path)) = (call.result, &call.opened) else { return };
        let flags = call.argument(2).unwrap_or_default();
        if !path.starts_with(&self.folder) || flags.contains("O_DIRECTORY") || path == &self.folder {
            return;
        }
        if !self.now.contains_key(path) {
            if !flags.contains("O_CREAT") {
                return;
            }
            self.now.insert(path.clone(), self.contents.len());
            self.contents.push(Contents::default());
        }
        let contents = self.now[path];
        if flags.contains("O_TRUNC") {
            self.contents[contents].now.clear();
        }
        self.open.insert(fd, OpenFile { contents, at: 0, appends: flags.contains("O_APPEND") });
    }

    fn sought(&mut self, call: &Call) {
        let file = call.descriptor(0).and_then(|(fd, _)| self.open.get_mut(&fd));
        if let (Some(file), Some(at)) = (file, call.result.and_then(|at| usize::try_from(at).ok())) {
            file.at = at;
        }
    }

    fn written(&mut self, call: &Call, at: Option<u64>) {
        let Some(file) = call.descriptor(0).and_then(|(fd, _)| self.open.get_mut(&fd)) else { return };
        let mut bytes = call.data();
        bytes.truncate(call.result.and_then(|count| usize::try_from(count).ok()).unwrap_or_default());
        let contents = &mut self.contents[file.contents].now;
        let from = match at.and_then(|at| usize::try_from(at).ok()) {
            Some(at) => at,
            None if file.appends => contents.len(),
            None => file.at,
        };
        let mut half = contents.clone();
        overwrite(&mut half, from, &bytes[..bytes.len() / 2]);
        overwrite(contents, from, &bytes);
        self.half = Some((file.contents, half));
        if at.is_none() {
            file.at = from + bytes.len();
        }
    }

    fn truncated(&mut self, call: &Call) {
        let file = call.descriptor(0).and_then(|(fd, _)| self.open.get(&fd));
        if let (Some(file), Some(length)) =
            (file, call.number(1).and_then(|length| usize::try_from(length).ok()))
        {
            self.contents[file.contents].now.resize(length, 0);
        }
    }

    fn synced(&mut self, call: &Call) {
        let Some((fd, path)) = call.descriptor(0) else { return };
        if let Some(file) = self.open.get(&fd) {
            let contents = &mut self.contents[file.contents];
            contents.synced = contents.now.clone();
            return;
        }
        // A folder: its entries are durable now.
        let is_entry = |entry: &PathBuf| entry.parent() == Some(path.as_path());
        self.synced.retain(|entry, _| !is_entry(entry));
        let entries = self.now.iter().filter(|(entry, _)| is_entry(entry));
        self.synced.extend(entries.map(|(entry, contents)| (entry.clone(), *contents)));
    }

    fn renamed(&mut self, from: Option<PathBuf>, to: Option<PathBuf>) {
        let (Some(from), Some(to)) = (from, to) else { return };
        if let Some(contents) = self.now.remove(&from) {
            self.now.insert(to, contents);
        }
    }

    fn linked(&mut self, from: Option<PathBuf>, to: Option<PathBuf>) {
        let (Some(from), Some(to)) = (from, to) else { return };
        if let Some(contents) = self.now.get(&from).copied() {
            self.now.insert(to, contents);
        }
    }

    /// Writes the files as they are after a crash to an empty folder.
    pub(super) fn write_to(&self, folder: &Path, survives: Survives) -> Result<()> {
        let names = match survives {
            Survives::Nothing | Survives::Contents => &self.synced,
            Survives::Everything | Survives::Names | Survives::HalfOfTheLastWrite => &self.now,
        };
        for (path, number) in names {
            let to = folder.join(path.strip_prefix(&self.folder)?);
            fs::create_dir_all(to.parent().context("a file without a folder")?)?;
            let contents = &self.contents[*number];
            let half = self.half.as_ref().filter(|(half, _)| half == number).map(|(_, bytes)| bytes);
            let bytes = match survives {
                Survives::Nothing | Survives::Names => &contents.synced,
                Survives::HalfOfTheLastWrite if contents.synced != contents.now => {
                    half.unwrap_or(&contents.now)
                }
                _ => &contents.now,
            };
            fs::write(to, bytes)?;
        }
        Ok(())
    }
}

fn overwrite(contents: &mut Vec<u8>, from: usize, bytes: &[u8]) {
    let end = from + bytes.len();
    if contents.len() < end {
        contents.resize(end, 0);
    }
    contents[from..end].copy_from_slice(bytes);
}

/// Of a folder and the folders in it. SQLite's shared memory is not a file: it is made again after a crash.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.to_string_lossy().ends_with("-shm") => {}
                false => files.push(path),
            }
        }
    }
    Ok(files)
}
