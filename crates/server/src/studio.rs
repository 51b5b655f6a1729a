//! One listening studio: where it is bound, what it answers, how it ends.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::middleware;
use tokio::net::TcpListener;

use crate::hosting::Hosting;
use crate::library::{self, Shelf};
use crate::opened::Files;
use crate::places::Purpose;
use crate::shell::{self, Shell};
use crate::{cards, engines, guard, opened, page, places};

/// Where the studio is found unless told otherwise.
const USUAL_PORT: u16 = 38760;
/// Where its page is when it has a window of its own: browsers keep settings by port, so it is not the studio's.
const WINDOW_PORT: u16 = 38790;
/// How many ports after the usual one are tried when another studio sits there.
const TRIES: u16 = 20;

pub struct Studio {
    listener: TcpListener,
    address: SocketAddr,
    files: Files,
    shell: Option<Arc<Shell>>,
    card_settings: Option<PathBuf>,
    journal: Option<PathBuf>,
    library: Option<LibraryPlace>,
}

/// Where the library is kept, and the folder that is part of it from the start.
struct LibraryPlace {
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
    /// Listens on loopback. A port that was asked for is taken or refused; otherwise the usual one or the next free.
    pub async fn bind(port: Option<u16>) -> Result<Studio, BindError> {
        if let Some(port) = port {
            return Studio::bind_at(port).await;
        }
        Studio::bind_from(USUAL_PORT).await
    }

    /// The same for a program with a window of its own.
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
        Ok(Studio {
            listener,
            address,
            files: Files::default(),
            shell: None,
            card_settings: None,
            journal: None,
            library: None,
        })
    }

    /// The files that the page may read and replace.
    #[must_use]
    pub fn with_files(self, files: Vec<PathBuf>) -> Studio {
        Studio { files: Files::new(files), ..self }
    }

    /// In the window of a program: the page may read and replace what was opened with it.
    #[must_use]
    pub fn with_shell(self, shell: Arc<Shell>) -> Studio {
        Studio { files: shell.files(), shell: Some(shell), ..self }
    }

    /// Where the settings of cards are kept.
    #[must_use]
    pub fn with_card_settings(self, card_settings: Option<PathBuf>) -> Studio {
        Studio { card_settings, ..self }
    }

    /// Where games in rooms are written down, so that they can go on after a crash.
    #[must_use]
    pub fn with_journal(self, path: PathBuf) -> Studio {
        Studio { journal: Some(path), ..self }
    }

    /// Where the library is kept; the games in `history` belong to it from the start.
    #[must_use]
    pub fn with_library(self, path: PathBuf, history: Option<PathBuf>) -> Studio {
        Studio { library: Some(LibraryPlace { path, history }), ..self }
    }

    pub fn address(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// What is kept on this machine, and where.
    fn places(&self) -> Vec<(Purpose, PathBuf)> {
        let library = self.library.as_ref();
        let named: [(Purpose, Option<PathBuf>); 4] = [
            (|words| words.place_library, library.map(|place| place.path.clone())),
            (|words| words.place_terminal, library.and_then(|place| place.history.clone())),
            (|words| words.place_cards, self.card_settings.clone()),
            (|words| words.place_rooms, self.journal.clone()),
        ];
        named.into_iter().filter_map(|(what, path)| Some((what, path?))).collect()
    }

    /// Serves until `stop` is ready, then lets the answers under way end.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let places = self.places();
        let hosting = Hosting::new(self.journal)?;
        // A studio without its library is better than none; `tabiya library` says what is wrong with it.
        let shelf = self.library.and_then(|place| Shelf::open(place.path, place.history.as_deref()).ok());
        let files = self.files.clone();
        let own = own_routes(self.files, self.shell).merge(cards::routes(self.card_settings));
        let own = own.merge(places::routes(places)).merge(hosting.routes()).merge(engines::routes());
        let routes = guarded(self.address.port(), own.merge(library::routes(shelf, files)));
        axum::serve(self.listener, routes).with_graceful_shutdown(stop).await
    }
}

fn taken(cause: &io::Error) -> bool {
    cause.kind() == io::ErrorKind::AddrInUse
}

fn guarded(port: u16, routes: Router) -> Router {
    routes
        .fallback(page::serve)
        .layer(middleware::from_fn(move |request, next| guard::check(port, request, next)))
}

/// Files, and what the window's program does for the page.
fn own_routes(files: Files, shell: Option<Arc<Shell>>) -> Router {
    let opened = opened::routes(files);
    match shell {
        None => opened,
        Some(shell) => opened
            .merge(shell::routes(shell.clone()))
            .layer(middleware::from_fn_with_state(shell, shell::needs_key)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_second_studio_takes_the_next_port() {
        let first = Studio::bind(None).await.unwrap();
        let second = Studio::bind(None).await.unwrap();
        assert_ne!(first.address(), second.address());
    }

    #[tokio::test]
    async fn a_port_that_was_asked_for_and_is_taken_is_refused_in_plain_words() {
        let first = Studio::bind(Some(0)).await.unwrap();
        let port = first.address.port();
        let refused = Studio::bind(Some(port)).await.err().unwrap();
        assert_eq!(
            refused.to_string(),
            format!("port {port} is in use: choose another with --port, or leave --port out")
        );
    }
}
