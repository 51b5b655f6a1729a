//! The studio's switch for hosting: off until the user turns it on. After a crash it is on again, at the same port, if
//! there are rooms: otherwise guests could not come back, and links that were handed out would lead nowhere.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use api::hosting::{HOSTING, LAN, LanHost, Switch};
use api::{ApiError, ErrorCode};
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use i18n::visible;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use crate::error_response::{HandlerResult, json};
use crate::extract::JsonBody;
use crate::file::replace_private_file;
use crate::host::Host;
use crate::lan::{self, Announcement};
use crate::rooms::{JournalError, Opponents, Rooms};
use crate::studio::BindError;

/// How long the search for other hosts takes.
const SEARCH: Duration = Duration::from_millis(1500);
const REMINDER: &str = "hosting.json";

pub(crate) struct Hosting {
    rooms: Arc<Rooms>,
    running: Mutex<Option<Running>>,
    /// Remembers that hosting is on; beside the journal.
    reminder: Option<PathBuf>,
}

/// What is needed to host again.
#[derive(Serialize, Deserialize)]
struct Reminder {
    name: String,
    port: u16,
}

struct Running {
    addresses: Vec<String>,
    _announcement: Option<Announcement>,
    /// Dropping it stops the host.
    _stop: oneshot::Sender<()>,
}

impl Hosting {
    /// Rooms are stored in this journal, if there is one and no other studio has it open.
    pub(crate) fn new(journal: Option<PathBuf>) -> io::Result<Hosting> {
        let opponents = Opponents::default().with_gnu_go();
        let reminder = journal.as_ref().map(|path| path.with_file_name(REMINDER));
        let restored = journal.and_then(|path| restore(&path, opponents.clone()));
        // Without the journal another studio hosts these rooms.
        let reminder = reminder.filter(|_| restored.is_some());
        let rooms = restored.map_or_else(|| Rooms::in_memory(opponents), Ok)?;
        Ok(Hosting { rooms, running: Mutex::default(), reminder })
    }

    pub(crate) fn routes(self) -> Router {
        let rooms = self.rooms.routes();
        let hosting = Arc::new(self);
        tokio::spawn(host_again(Arc::clone(&hosting)));
        let own = Router::new()
            .route(HOSTING, get(state).post(switch))
            .route(LAN, get(find_hosts))
            .with_state(hosting);
        own.merge(rooms)
    }

    fn running(&self) -> MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> Response {
        let running = self.running();
        let addresses = running.as_ref().map_or(Vec::new(), |running| running.addresses.clone());
        let (on, people) = (running.is_some(), self.rooms.people());
        json(&api::hosting::Hosting { from_host: false, on, addresses, people })
    }

    async fn start(&self, name: &str) -> Result<(), BindError> {
        if self.running().is_some() {
            return Ok(());
        }
        let host = Host::bind(None).await?;
        self.remember(name, host.port());
        self.serve(host, name);
        Ok(())
    }

    fn serve(&self, host: Host, name: &str) {
        let addresses = host.addresses().iter().map(|at| format!("http://{at}")).collect();
        let announcement = lan::announce(name, host.port(), self.rooms.newest_size()).ok();
        let (stop, stopped) = oneshot::channel::<()>();
        let rooms = self.rooms.clone();
        tokio::spawn(async move { host.serve(&rooms, async move { drop(stopped.await) }).await });
        *self.running() = Some(Running { addresses, _announcement: announcement, _stop: stop });
    }

    fn remember(&self, name: &str, port: u16) {
        let Some(path) = &self.reminder else { return };
        let reminder = Reminder { name: name.to_owned(), port };
        let written = serde_json::to_vec(&reminder).map_err(io::Error::other);
        if let Err(error) = written.and_then(|bytes| replace_private_file(path, &bytes)) {
            let path = path.display().to_string();
            eprintln!(
                "tabiya: {}: {error}: after a crash, hosting has to be turned on again",
                visible(&path)
            );
        }
    }

    fn forget(&self) {
        // If it stays, the next start finds nobody to wait for and removes it.
        self.reminder.iter().for_each(|path| drop(fs::remove_file(path)));
    }

    fn remembered(&self) -> Option<Reminder> {
        let bytes = fs::read(self.reminder.as_ref()?).ok()?;
        serde_json::from_slice(&bytes).ok()
    }
}

/// Opens the port of last time if there is still a room whose link somebody may have.
async fn host_again(hosting: Arc<Hosting>) {
    let Some(Reminder { name, port }) = hosting.remembered() else { return };
    if hosting.rooms.list().await.is_empty() {
        return hosting.forget();
    }
    match Host::bind(Some(port)).await {
        Ok(host) => hosting.serve(host, &name),
        Err(error) => eprintln!("tabiya: guests cannot come back to their games: {error}"),
    }
}

/// `None` if the journal cannot be used. That another studio uses it is usual; everything else is reported.
fn restore(path: &Path, opponents: Opponents) -> Option<Arc<Rooms>> {
    match Rooms::from_journal(path, opponents) {
        Ok(rooms) => {
            if let Some(damage) = rooms.damage() {
                eprintln!("tabiya: {}", visible(&damage.to_string()));
            }
            Some(rooms)
        }
        Err(JournalError::InUse) => None,
        Err(error) => {
            let path = path.display().to_string();
            eprintln!("tabiya: {}: {error}: games will not survive a crash", visible(&path));
            None
        }
    }
}

async fn state(State(hosting): State<Arc<Hosting>>) -> Response {
    hosting.state()
}

async fn switch(State(hosting): State<Arc<Hosting>>, JsonBody(wanted): JsonBody<Switch>) -> HandlerResult {
    if !wanted.on {
        hosting.forget();
        let stopped = hosting.running().take();
        // Withdrawing the announcement waits for the network.
        drop(spawn_blocking(move || drop(stopped)).await);
    } else if let Err(BindError { port, cause }) = hosting.start(&wanted.name).await {
        return Err(ApiError::new(ErrorCode::PortRefused).with("port", port).because(&cause).into());
    }
    Ok(hosting.state())
}

async fn find_hosts() -> HandlerResult {
    match spawn_blocking(|| lan::find(SEARCH)).await {
        Ok(Ok(found)) => Ok(json(&found.into_iter().map(LanHost::from).collect::<Vec<_>>())),
        _ => Err(ErrorCode::NoLanSearch.into()),
    }
}
