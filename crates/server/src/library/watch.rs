//! Watches the folders of the library and updates those that change, a moment after the last change. Where the system
//! cannot watch, they are updated at the next start or by a button on the page.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use library::is_record;
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
}

impl Watch {
    /// None where the system cannot watch files.
    pub fn start(service: &Arc<LibraryService>) -> Option<Watch> {
        let (sender, changes) = channel();
        let notify = move |event: notify::Result<Event>| {
            let Ok(Event { kind, paths, .. }) = event else { return };
            // Reading a file is not a change.
            if !matches!(kind, EventKind::Access(_)) {
                // The receiver is gone when the studio stops.
                drop(sender.send(paths));
            }
        };
        let watcher = notify::recommended_watcher(notify).ok()?;
        let folders = Folders::default();
        let (known, service) = (folders.clone(), Arc::downgrade(service));
        thread::spawn(move || handle_changes(&changes, &known, &service));
        Some(Watch { watcher, folders })
    }

    /// Watches these folders and no others.
    pub fn watch_only(&mut self, wanted: Vec<(i64, PathBuf)>) {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        for (_, old) in folders.iter().filter(|old| !wanted.contains(old)) {
            // A removed folder is no longer watched anyway.
            let _ = self.watcher.unwatch(old);
        }
        for (_, new) in wanted.iter().filter(|new| !folders.contains(new)) {
            // If it fails, the folder is updated on request only.
            let _ = self.watcher.watch(new, RecursiveMode::Recursive);
        }
        *folders = wanted;
    }
}

fn handle_changes(changes: &Receiver<Vec<PathBuf>>, folders: &Folders, service: &Weak<LibraryService>) {
    while let Ok(first) = changes.recv() {
        let mut touched = folders_of(folders, &first);
        let begun = Instant::now();
        while begun.elapsed() < MAX_DELAY {
            match changes.recv_timeout(DEBOUNCE) {
                Ok(more) => touched.extend(folders_of(folders, &more)),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let Some(service) = service.upgrade() else { return };
        if !touched.is_empty() {
            service.begin(Some(&touched));
        }
    }
}

/// Paths without an extension count too: a moved folder is reported as one path.
fn folders_of(folders: &Folders, paths: &[PathBuf]) -> Vec<i64> {
    let folders = folders.lock().unwrap_or_else(PoisonError::into_inner);
    let counts = |path: &Path| is_record(path) || path.extension().is_none();
    let of = |path: &PathBuf| folders.iter().find(|(_, folder)| path.starts_with(folder)).map(|(id, _)| *id);
    paths.iter().filter(|path| counts(path)).filter_map(of).collect()
}
