//! The library while the studio runs: one database connection for reading, another for the update that may be running.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use api::ApiError;
use api::data_dirs::Purpose;
use api::library::{Folder, Problem, State};
use library::{Library, LibraryError, UpdateProgress, UpdateSummary};

use super::messages::{self, problem};
use super::watch::Watch;
use crate::private_files::create_private_file;

pub(crate) struct LibraryService {
    path: PathBuf,
    /// The folder with the games of the terminal.
    history: Option<PathBuf>,
    reader: Mutex<Library>,
    work: Mutex<UpdateState>,
    watch: Mutex<Option<Watch>>,
    /// The folders of the database when it was last looked at.
    followed: Mutex<Vec<(i64, PathBuf)>>,
}

/// The running update, or the result of the last one.
#[derive(Default)]
struct UpdateState {
    running: Option<RunningUpdate>,
    /// Folders that changed in the meantime, for another update.
    pending: Vec<i64>,
    last: Option<Result<UpdateSummary, LibraryError>>,
}

struct RunningUpdate {
    progress: UpdateProgress,
    stop: Arc<AtomicBool>,
}

/// At most this many files without a game are listed.
const MAX_PROBLEMS: u32 = 20;

impl LibraryService {
    /// `history` is a folder that always belongs to the library, whether it exists yet or not. Folders are updated now and
    /// whenever they change.
    pub fn open(path: PathBuf, history: Option<&Path>) -> Result<Arc<LibraryService>, LibraryError> {
        // If it cannot be created, opening it says why.
        let _ = create_private_file(&path);
        let mut reader = Library::open_or_rebuild(&path)?;
        if let Some(history) = history {
            reader.expect_folder(history)?;
        }
        let service = Arc::new(LibraryService {
            path,
            history: history.map(Path::to_owned),
            reader: Mutex::new(reader),
            work: Mutex::default(),
            watch: Mutex::new(None),
            followed: Mutex::default(),
        });
        *lock(&service.watch) = Watch::start(&service, &service.path);
        service.follow_folders()?;
        Ok(service)
    }

    pub fn read<T>(&self, act: impl FnOnce(&mut Library) -> Result<T, LibraryError>) -> Result<T, ApiError> {
        self.reading(act).map_err(|error| self.coded(&error))
    }

    pub fn coded(&self, error: &LibraryError) -> ApiError {
        messages::coded(error, &self.path)
    }

    pub fn reading<T>(
        &self,
        act: impl FnOnce(&mut Library) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        act(&mut lock(&self.reader))
    }

    pub fn add_folder(self: &Arc<LibraryService>, path: &Path) -> Result<(), LibraryError> {
        let id = self.reading(|library| library.add_folder(path))?;
        if !self.follow_folders()?.contains(&id) {
            self.begin(Some(&[id]));
        }
        Ok(())
    }

    pub fn remove_folder(self: &Arc<LibraryService>, id: i64) -> Result<(), LibraryError> {
        let was_reading = lock(&self.work).running.is_some();
        // The running update may be reading this folder.
        self.stop();
        self.reading(|library| library.remove_folder(id))?;
        if was_reading {
            self.begin(None);
        }
        self.follow_folders().map(drop)
    }

    /// Starts an update of these folders, or of all; if one is running, another follows it.
    pub fn begin(self: &Arc<LibraryService>, only: Option<&[i64]>) {
        let ids = match only {
            Some(ids) => ids.to_vec(),
            None => self
                .reading(|library| library.folders())
                .map(|folders| folders.iter().map(|folder| folder.id).collect())
                .unwrap_or_default(),
        };
        let mut work = lock(&self.work);
        if work.running.is_some() {
            work.pending.extend(ids);
            return;
        }
        let stop = Arc::new(AtomicBool::new(false));
        work.running = Some(RunningUpdate { progress: UpdateProgress::default(), stop: stop.clone() });
        drop(work);
        let service = self.clone();
        thread::spawn(move || service.work(ids, &stop));
    }

    fn work(self: Arc<LibraryService>, mut ids: Vec<i64>, stop: &AtomicBool) {
        loop {
            let mut done = self.update(&ids, stop);
            if done.as_ref().is_err_and(LibraryError::is_damaged) {
                done = self.rebuild().and_then(|ids| self.update(&ids, stop));
            }
            let mut work = lock(&self.work);
            work.last = Some(done);
            ids = std::mem::take(&mut work.pending);
            if ids.is_empty() {
                work.running = None;
                return;
            }
            // Folders that are still pending were requested after the stop.
            stop.store(false, Ordering::Relaxed);
        }
    }

    fn update(&self, ids: &[i64], stop: &AtomicBool) -> Result<UpdateSummary, LibraryError> {
        let mut library = Library::open(&self.path)?;
        library.update(Some(ids), &mut |progress| {
            if let Some(running) = &mut lock(&self.work).running {
                running.progress = progress;
            }
            if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    /// Makes a new database from the list of folders; their ids.
    fn rebuild(&self) -> Result<Vec<i64>, LibraryError> {
        let fresh = Library::rebuild(&self.path)?;
        let folders = fresh.folders()?;
        *lock(&self.reader) = fresh;
        self.watch(&folders);
        Ok(folders.iter().map(|folder| folder.id).collect())
    }

    pub fn stop(&self) {
        let mut work = lock(&self.work);
        work.pending.clear();
        if let Some(running) = &work.running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Watches the folders that are in the library now, and reads those that it has got from anywhere: the page, or another
    /// process. The ids of these.
    pub fn follow_folders(self: &Arc<LibraryService>) -> Result<Vec<i64>, LibraryError> {
        let folders = self.reading(|library| library.folders())?;
        Ok(self.follow(&folders))
    }

    fn follow(self: &Arc<LibraryService>, folders: &[library::Folder]) -> Vec<i64> {
        let new = self.watch(folders);
        if !new.is_empty() {
            self.begin(Some(&new));
        }
        new
    }

    /// The ids of folders that were not watched before.
    fn watch(&self, folders: &[library::Folder]) -> Vec<i64> {
        let folders: Vec<_> = folders.iter().map(|folder| (folder.id, folder.path.clone())).collect();
        let mut watch = lock(&self.watch);
        if let Some(watch) = &mut *watch {
            watch.watch_only(&folders);
        }
        let old = std::mem::replace(&mut *lock(&self.followed), folders.clone());
        folders.into_iter().filter(|folder| !old.contains(folder)).map(|(id, _)| id).collect()
    }

    /// Everything but the games.
    pub fn state(self: &Arc<LibraryService>) -> Result<State, ApiError> {
        let (games, folders, problems) =
            self.read(|library| Ok((library.count()?, library.folders()?, library.problems(MAX_PROBLEMS)?)))?;
        // The page asks for the state every few seconds, also where the system cannot watch files.
        self.follow(&folders);
        let problem = |found: &library::Problem| Problem {
            path: found.path.to_string_lossy().into_owned(),
            what: problem(&found.what),
        };
        let work = lock(&self.work);
        let progress =
            |RunningUpdate { progress: UpdateProgress { files, of, games }, .. }: &RunningUpdate| {
                api::library::Progress { files: *files, of: *of, games: *games }
            };
        Ok(State {
            games,
            folders: folders.iter().map(|folder| self.folder(folder)).collect(),
            problems: problems.iter().map(problem).collect(),
            work: work.running.as_ref().map(progress),
            failed: work.last.as_ref().and_then(|last| last.as_ref().err()).map(|error| self.coded(error)),
            stopped: matches!(&work.last, Some(Ok(done)) if done.stopped),
        })
    }

    fn folder(&self, folder: &library::Folder) -> Folder {
        let is_history = self.history.as_deref() == Some(folder.path.as_path());
        Folder {
            id: folder.id,
            path: folder.path.to_string_lossy().into_owned(),
            purpose: is_history.then_some(Purpose::TerminalGames),
            files: folder.files,
            games: folder.games,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
