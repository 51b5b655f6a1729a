//! Watches the folders of the library and updates those that change, a moment after the last change. The list of folders
//! is watched too: another process may add some. Where the system cannot watch, folders are updated at the next start or
//! by a button on the page.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use library::{folder_list_path, is_record};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::service::LibraryService;

/// Programs write a file in several steps, and users copy many at once.
const DEBOUNCE: Duration = Duration::from_millis(400);
/// After this time the folders are updated even if changes continue.
const MAX_DELAY: Duration = Duration::from_secs(5);

type Folders = Arc<Mutex<Vec<(i64, PathBuf)>>>;

pub(super) struct Watch {
    watcher: RecommendedWatcher,
    folders: Folders,
    /// Folders of the library that do not exist yet, or no longer.
    unwatched: Vec<PathBuf>,
    /// Where the database is, and the list of folders beside it.
    data_folder: PathBuf,
}

impl Watch {
    /// None where the system cannot watch files.
    pub fn start(service: &Arc<LibraryService>, database: &Path) -> Option<Watch> {
        let (sender, changes) = channel();
        let list = folder_list_path(database);
        let is_list = list.clone();
        let notify = move |event: notify::Result<Event>| {
            let Ok(Event { kind, mut paths, .. }) = event else { return };
            // Reading a file is not a change, and the database beside the list changes with every update.
            paths.retain(|path| concerns_library(path) || *path == is_list);
            if !matches!(kind, EventKind::Access(_)) && !paths.is_empty() {
                // The receiver is gone when the studio stops.
                drop(sender.send(paths));
            }
        };
        let mut watcher = notify::recommended_watcher(notify).ok()?;
        let data_folder = database.parent()?.to_owned();
        // If it fails, the page notices new folders while it is open.
        let _ = watcher.watch(&data_folder, RecursiveMode::NonRecursive);
        let folders = Folders::default();
        let handler = Handler { folders: folders.clone(), list, service: Arc::downgrade(service) };
        thread::spawn(move || handler.handle_changes(&changes));
        Some(Watch { watcher, folders, unwatched: Vec::new(), data_folder })
    }

    /// Watches these folders and no others.
    pub fn watch_only(&mut self, wanted: &[(i64, PathBuf)]) {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let old: Vec<PathBuf> = folders.iter().map(|(_, path)| path.clone()).collect();
        let is_wanted = |old: &PathBuf| wanted.iter().any(|(_, path)| path == old);
        let gone: Vec<&PathBuf> = old.iter().filter(|old| !is_wanted(old)).collect();
        for folder in &gone {
            // A removed folder is no longer watched anyway.
            let _ = self.watcher.unwatch(folder);
        }
        if gone.iter().any(|folder| self.data_folder.starts_with(folder)) {
            let _ = self.watcher.watch(&self.data_folder, RecursiveMode::NonRecursive);
        }
        let is_unwatched = |path: &PathBuf| !old.contains(path) || self.unwatched.contains(path);
        let to_watch = wanted.iter().map(|(_, path)| path).filter(|path| is_unwatched(path));
        let failed = |path: &&PathBuf| self.watcher.watch(path, RecursiveMode::Recursive).is_err();
        self.unwatched = to_watch.filter(failed).cloned().collect();
        *folders = wanted.to_vec();
    }
}

/// A record, or perhaps a folder: a moved folder is reported as one path.
fn concerns_library(path: &Path) -> bool {
    is_record(path) || path.extension().is_none()
}

struct Handler {
    folders: Folders,
    list: PathBuf,
    service: Weak<LibraryService>,
}

impl Handler {
    fn handle_changes(&self, changes: &Receiver<Vec<PathBuf>>) {
        while let Ok(mut paths) = changes.recv() {
            let begun = Instant::now();
            while begun.elapsed() < MAX_DELAY {
                match changes.recv_timeout(DEBOUNCE) {
                    Ok(more) => paths.extend(more),
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
            let Some(service) = self.service.upgrade() else { return };
            // A folder that was missing may have been created.
            if paths.iter().any(|path| *path == self.list || path.extension().is_none()) {
                // If the database cannot be read now, the page says so.
                let _ = service.follow_folders();
            }
            let touched = self.folders_of(&paths);
            if !touched.is_empty() {
                service.begin(Some(&touched));
            }
        }
    }

    fn folders_of(&self, paths: &[PathBuf]) -> Vec<i64> {
        let folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let of =
            |path: &PathBuf| folders.iter().find(|(_, folder)| path.starts_with(folder)).map(|(id, _)| *id);
        let mut touched: Vec<i64> = paths.iter().filter(|path| **path != self.list).filter_map(of).collect();
        touched.sort_unstable();
        touched.dedup();
        touched
    }
}
