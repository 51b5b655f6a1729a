//! The studio's HTTP server: where it listens and which routes it has.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use api::data_dirs::{DataDir, Purpose};
use axum::Router;
use axum::middleware;
use tokio::net::TcpListener;

use crate::access_key::{self, AccessKey};
use crate::analysis::Analysis;
use crate::backups::Backups;
use crate::error_response::wrong_method;
use crate::hosting::Hosting;
use crate::library::{self, LibraryService};
use crate::opened_files::OpenedFiles;
use crate::running_studio::StudioLock;
use crate::shell::{self, Shell};
use crate::training_folder::TrainingFolder;
use crate::{
    cards, data_dirs, earlier_versions, engines, match_analysis, opened_files, origin_check, page,
    part_files, preview, response_headers, training,
};

/// The port unless the user chooses another.
const USUAL_PORT: u16 = 38760;
/// The port for the desktop program: browsers store settings by port, so it differs from the studio's.
const WINDOW_PORT: u16 = 38790;
/// How many ports after the usual one are tried when it is in use.
const TRIES: u16 = 20;

pub struct Studio {
    listener: TcpListener,
    address: SocketAddr,
    key: AccessKey,
    files: OpenedFiles,
    shell: Option<Arc<Shell>>,
    card_settings: Option<PathBuf>,
    journal: Option<PathBuf>,
    library: Option<LibraryPaths>,
    backups: Option<PathBuf>,
    training: Option<TrainingFolder>,
    lock: Option<StudioLock>,
}

/// The database of the library, and the folder that always belongs to it.
struct LibraryPaths {
    path: PathBuf,
    history: Option<PathBuf>,
}

#[derive(Debug)]
pub struct BindError {
    pub port: u16,
    pub cause: io::Error,
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cause.kind() {
            io::ErrorKind::AddrInUse => {
                write!(f, "port {} is in use: choose another with --port, or leave --port out", self.port)
            }
            io::ErrorKind::PermissionDenied => {
                write!(f, "port {} is not ours to take: choose one above 1023", self.port)
            }
            _ => write!(f, "cannot listen on port {}: {}", self.port, self.cause),
        }
    }
}

impl std::error::Error for BindError {}

impl Studio {
    /// Listens on loopback. Binds the given port or fails; without one, the usual port or the next free one.
    pub async fn bind(port: Option<u16>) -> Result<Studio, BindError> {
        if let Some(port) = port {
            return Studio::bind_at(port).await;
        }
        Studio::bind_from(USUAL_PORT).await
    }

    /// The same for the desktop program.
    pub async fn bind_for_window() -> Result<Studio, BindError> {
        Studio::bind_from(WINDOW_PORT).await
    }

    async fn bind_from(first: u16) -> Result<Studio, BindError> {
        let mut at = first;
        loop {
            match Studio::bind_at(at).await {
                Err(BindError { cause, .. }) if taken(&cause) && at < first + TRIES => at += 1,
                done => return done,
            }
        }
    }

    async fn bind_at(port: u16) -> Result<Studio, BindError> {
        let failed = |cause| BindError { port, cause };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let key =
            AccessKey::new(address.port()).map_err(|error| failed(io::Error::other(error.to_string())))?;
        Ok(Studio {
            listener,
            address,
            key,
            files: OpenedFiles::default(),
            shell: None,
            card_settings: None,
            journal: None,
            library: None,
            backups: None,
            training: None,
            lock: None,
        })
    }

    /// The files that the page may read and replace.
    #[must_use]
    pub fn with_files(self, files: Vec<PathBuf>) -> Studio {
        Studio { files: OpenedFiles::new(files), ..self }
    }

    /// For the page in the window of the desktop program, which may read and replace files opened with it.
    #[must_use]
    pub fn with_shell(self, shell: Arc<Shell>) -> Studio {
        Studio { files: shell.files(), shell: Some(shell), ..self }
    }

    /// The file with the settings of cards.
    #[must_use]
    pub fn with_card_settings(self, card_settings: Option<PathBuf>) -> Studio {
        Studio { card_settings, ..self }
    }

    /// The journal of the rooms, from which games continue after a crash.
    #[must_use]
    pub fn with_journal(self, path: PathBuf) -> Studio {
        Studio { journal: Some(path), ..self }
    }

    /// The database of the library; the folder `history` always belongs to it.
    #[must_use]
    pub fn with_library(self, path: PathBuf, history: Option<PathBuf>) -> Studio {
        Studio { library: Some(LibraryPaths { path, history }), ..self }
    }

    /// The folder for copies of files as they were before saving over them.
    #[must_use]
    pub fn with_backups(self, folder: PathBuf) -> Studio {
        Studio { backups: Some(folder), ..self }
    }

    /// The folder for the training history.
    #[must_use]
    pub fn with_training(self, folder: PathBuf) -> Studio {
        Studio { training: Some(TrainingFolder::new(folder)), ..self }
    }

    /// Later starts of the program find this studio as long as it has the lock.
    #[must_use]
    pub fn with_lock(self, lock: StudioLock) -> Studio {
        // Without the file, later starts wait for it in vain and start studios of their own.
        let _ = lock.announce(self.port(), self.key.text());
        Studio { lock: Some(lock), ..self }
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The address of a page, such as `/study`, with the key that lets a browser in.
    pub fn address(&self, page: &str) -> String {
        format!("http://{}{}", self.address, self.key.add_to(page))
    }

    fn data_dirs(&self) -> Vec<DataDir> {
        let library = self.library.as_ref();
        let paths = [
            (Purpose::Library, library.map(|paths| paths.path.clone())),
            (Purpose::TerminalGames, library.and_then(|paths| paths.history.clone())),
            (Purpose::CardSettings, self.card_settings.clone()),
            (Purpose::Rooms, self.journal.clone()),
            (Purpose::Backups, self.backups.clone()),
            (Purpose::Training, self.training.as_ref().map(|training| training.folder().to_owned())),
        ];
        let dir = |(purpose, path): (Purpose, Option<PathBuf>)| {
            Some(DataDir { purpose, path: path?.to_string_lossy().into_owned() })
        };
        paths.into_iter().filter_map(dir).collect()
    }

    /// Removes what killed writes left in the folders of the studio's data. Those of opened files are done as they are
    /// opened.
    fn remove_part_files(&self) {
        let library = self.library.as_ref();
        let files = [&self.journal, &self.card_settings, &self.backups].into_iter().flatten();
        let files = files.chain(library.map(|paths| &paths.path));
        let mut folders: Vec<&Path> = files.filter_map(|file| file.parent()).collect();
        folders.extend(library.and_then(|paths| paths.history.as_deref()));
        folders.sort_unstable();
        folders.dedup();
        folders.into_iter().for_each(part_files::remove_part_files);
        self.training.iter().for_each(TrainingFolder::remove_part_files);
    }

    /// Serves until `stop` is ready, then finishes the running requests.
    pub async fn serve(mut self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let _lock = self.lock.take();
        let analysis = Analysis::default();
        let (listener, routes) = self.into_routes(&analysis)?;
        let stop = async move {
            stop.await;
            analysis.stop();
        };
        axum::serve(listener, routes).with_graceful_shutdown(stop).await
    }

    fn into_routes(self, analysis: &Analysis) -> io::Result<(TcpListener, Router)> {
        self.remove_part_files();
        let (port, data_dirs) = (self.port(), self.data_dirs());
        if let Some(folder) = self.backups {
            self.files.set_backups(Backups::in_folder(folder));
        }
        let hosting = Hosting::new(self.journal)?;
        // A studio without its library is better than none; `tabiya library` reports what is wrong with it.
        let database = self.library.as_ref().map(|place| place.path.clone());
        let service =
            self.library.and_then(|place| LibraryService::open(place.path, place.history.as_deref()).ok());
        let files = self.files.clone();
        let matches =
            match_analysis::routes(self.card_settings.clone(), database.clone(), analysis.stopping());
        let own = own_routes(self.files, self.shell).merge(cards::routes(self.card_settings)).merge(matches);
        let own = own.merge(training::routes(self.training)).merge(analysis.routes(database));
        let own = own.merge(data_dirs::routes(data_dirs)).merge(hosting.routes()).merge(engines::routes());
        let own = own.merge(preview::routes());
        let routes = guarded(port, self.key, own.merge(library::routes(service, files)));
        Ok((self.listener, routes))
    }
}

fn taken(cause: &io::Error) -> bool {
    cause.kind() == io::ErrorKind::AddrInUse
}

/// The checks are around all routes, so that a new one cannot be forgotten.
fn guarded(port: u16, key: AccessKey, routes: Router) -> Router {
    routes
        .method_not_allowed_fallback(wrong_method)
        .fallback(page::serve)
        .layer(middleware::from_fn_with_state(Arc::new(key), access_key::check))
        .layer(middleware::from_fn(move |request, next| origin_check::check(port, request, next)))
        .layer(middleware::from_fn(response_headers::add))
}

/// Files, and the routes of the desktop program.
fn own_routes(files: OpenedFiles, shell: Option<Arc<Shell>>) -> Router {
    let opened = opened_files::routes(files.clone()).merge(earlier_versions::routes(files));
    match shell {
        None => opened,
        Some(shell) => opened.merge(shell::routes(shell)),
    }
}

#[cfg(test)]
mod tests;
