//! The library while the studio runs: one connection for whoever asks, another for the update that may be under way.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use library::{Library, LibraryError, Progress, Summary};
use serde_json::{Value, json};

use super::telling;
use super::watch::Watch;
use crate::tongue::Tongue;

pub(crate) struct Shelf {
    path: PathBuf,
    /// Where the terminal keeps its games.
    history: Option<PathBuf>,
    reader: Mutex<Library>,
    work: Mutex<Work>,
    watch: Mutex<Option<Watch>>,
}

/// What is being read, or what came of the last time.
#[derive(Default)]
struct Work {
    running: Option<Running>,
    /// Folders that changed meanwhile.
    again: Vec<i64>,
    said: Option<Result<Summary, LibraryError>>,
}

struct Running {
    progress: Progress,
    stop: Arc<AtomicBool>,
}

/// So many files without a game are told of.
const MOST_PROBLEMS: u32 = 20;

impl Shelf {
    /// With a folder that belongs to it from the start, whether it is there yet or not. What changed in the folders since
    /// last time is read at once, and from then on whenever something changes.
    pub fn open(path: PathBuf, history: Option<&Path>) -> Result<Arc<Shelf>, LibraryError> {
        let mut reader = Library::open(&path)?;
        if let Some(history) = history {
            reader.expect_folder(history)?;
        }
        let shelf = Arc::new(Shelf {
            path,
            history: history.map(Path::to_owned),
            reader: Mutex::new(reader),
            work: Mutex::default(),
            watch: Mutex::new(None),
        });
        *lock(&shelf.watch) = Watch::start(&shelf);
        shelf.watch_folders()?;
        shelf.begin(None);
        Ok(shelf)
    }

    pub fn reading<T>(
        &self,
        act: impl FnOnce(&mut Library) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        act(&mut lock(&self.reader))
    }

    pub fn add_folder(self: &Arc<Shelf>, path: &Path) -> Result<(), LibraryError> {
        let id = self.reading(|library| library.add_folder(path))?;
        self.watch_folders()?;
        self.begin(Some(&[id]));
        Ok(())
    }

    pub fn remove_folder(self: &Arc<Shelf>, id: i64) -> Result<(), LibraryError> {
        let was_reading = lock(&self.work).running.is_some();
        // It may be this folder that is being read.
        self.stop();
        self.reading(|library| library.remove_folder(id))?;
        if was_reading {
            self.begin(None);
        }
        self.watch_folders()
    }

    /// Starts an update of these folders, or of all; if one is under way, another follows it.
    pub fn begin(self: &Arc<Shelf>, only: Option<&[i64]>) {
        let ids = match only {
            Some(ids) => ids.to_vec(),
            None => self
                .reading(|library| library.folders())
                .map(|folders| folders.iter().map(|folder| folder.id).collect())
                .unwrap_or_default(),
        };
        let mut work = lock(&self.work);
        if work.running.is_some() {
            work.again.extend(ids);
            return;
        }
        let stop = Arc::new(AtomicBool::new(false));
        work.running = Some(Running { progress: Progress::default(), stop: stop.clone() });
        drop(work);
        let shelf = self.clone();
        thread::spawn(move || shelf.work(ids, &stop));
    }

    fn work(self: Arc<Shelf>, mut ids: Vec<i64>, stop: &AtomicBool) {
        loop {
            let done = self.update(&ids, stop);
            let mut work = lock(&self.work);
            work.said = Some(done);
            ids = std::mem::take(&mut work.again);
            if ids.is_empty() {
                work.running = None;
                return;
            }
            // What is still wanted was asked for after somebody said stop.
            stop.store(false, Ordering::Relaxed);
        }
    }

    fn update(&self, ids: &[i64], stop: &AtomicBool) -> Result<Summary, LibraryError> {
        let mut library = Library::open(&self.path)?;
        library.update(Some(ids), &mut |progress| {
            if let Some(running) = &mut lock(&self.work).running {
                running.progress = progress;
            }
            if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    pub fn stop(&self) {
        let mut work = lock(&self.work);
        work.again.clear();
        if let Some(running) = &work.running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    fn watch_folders(&self) -> Result<(), LibraryError> {
        let folders = self.reading(|library| library.folders())?;
        if let Some(watch) = &mut *lock(&self.watch) {
            watch.only(folders.into_iter().map(|folder| (folder.id, folder.path)).collect());
        }
        Ok(())
    }

    /// Everything but the games.
    pub fn told(&self, tongue: Tongue) -> Result<Value, LibraryError> {
        let (games, folders, problems) = self.reading(|library| {
            Ok((library.count()?, library.folders()?, library.problems(MOST_PROBLEMS)?))
        })?;
        let folders: Vec<Value> = folders
            .iter()
            .map(|f| {
                let is_history = self.history.as_deref() == Some(f.path.as_path());
                let name = is_history.then_some(tongue.words().place_terminal);
                json!({
                    "id": f.id, "path": f.path.to_string_lossy(), "name": name, "files": f.files, "games": f.games
                })
            })
            .collect();
        let problems: Vec<Value> = problems
            .iter()
            .map(|problem| {
                let what = telling::problem(&problem.what, tongue);
                json!({ "path": problem.path.to_string_lossy(), "what": what })
            })
            .collect();
        let work = lock(&self.work);
        let running = work.running.as_ref().map(|running| {
            let Progress { files, of, games } = running.progress;
            json!({ "files": files, "of": of, "games": games })
        });
        let failed = match &work.said {
            Some(Err(error)) => Some(telling::told(error, tongue)),
            _ => None,
        };
        let stopped = matches!(&work.said, Some(Ok(done)) if done.stopped);
        Ok(json!({
            "games": games, "folders": folders, "problems": problems, "work": running, "failed": failed, "stopped": stopped
        }))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
