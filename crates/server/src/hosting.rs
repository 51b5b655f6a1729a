//! The studio's switch for hosting: off until the user turns it on. After a crash it is on again, at the same port, if
//! there are rooms: otherwise guests could not come back, and links that were handed out would lead nowhere.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use api::hosting::{HOSTING, LAN, LanHost, Switch};
use api::{ApiError, ErrorCode};
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use i18n::visible;
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::error_response::{HandlerResult, json};
use crate::extract::JsonBody;
use crate::file::replace_private_file;
use crate::host::Host;
use crate::lan::{self, Announcement};
use crate::rooms::{JournalError, Opponents, Rooms};
use crate::studio::BindError;

/// How long the search for other hosts takes.
const SEARCH: Duration = Duration::from_millis(1500);
/// How often a port that another program has is tried again.
const RETRY: Duration = Duration::from_secs(2);
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
    /// Tables in pages were reached through it. They are in no journal: their pages come back by themselves.
    #[serde(default)]
    tables: bool,
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
        tokio::spawn(host_again(Arc::downgrade(&hosting)));
        tokio::spawn(remember_tables(Arc::downgrade(&hosting), hosting.rooms.relayed_tables()));
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
        self.remember(&Reminder { name: name.to_owned(), port: host.port(), tables: false });
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

    fn remember(&self, reminder: &Reminder) {
        let Some(path) = &self.reminder else { return };
        let written = serde_json::to_vec(reminder).map_err(io::Error::other);
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

    /// What was open when the studio ended, if somebody may come back to it. None once hosting was turned on or off.
    fn to_open(&self) -> Option<Reminder> {
        let reminder = self.remembered().filter(|_| self.running().is_none())?;
        if self.rooms.has_rooms() || reminder.tables {
            return Some(reminder);
        }
        self.forget();
        None
    }

    fn serve_again(&self, host: Host, reminder: Reminder) {
        if self.running().is_some() {
            return;
        }
        self.serve(host, &reminder.name);
        // Unless a page opens its table again, the next start waits for none.
        self.remember(&Reminder { tables: false, ..reminder });
    }

    fn remembered(&self) -> Option<Reminder> {
        let bytes = fs::read(self.reminder.as_ref()?).ok()?;
        serde_json::from_slice(&bytes).ok()
    }
}

/// Opens the port of last time if there is still a room whose link somebody may have. While another program has that
/// port, it is tried again: guests look for their games only there.
async fn host_again(hosting: Weak<Hosting>) {
    let mut reported = false;
    while let Some(reminder) = hosting.upgrade().and_then(|hosting| hosting.to_open()) {
        let bound = Host::bind(Some(reminder.port)).await;
        match (bound, hosting.upgrade()) {
            (Ok(host), Some(hosting)) => return hosting.serve_again(host, reminder),
            (Err(error), _) if !reported => {
                eprintln!("tabiya: guests cannot come back to their games yet: {error}");
                reported = true;
            }
            _ => {}
        }
        sleep(RETRY).await;
    }
}

/// Does not keep the studio alive.
async fn remember_tables(hosting: Weak<Hosting>, opened: Arc<Notify>) {
    loop {
        opened.notified().await;
        let Some(hosting) = hosting.upgrade() else { return };
        if let Some(reminder) = hosting.remembered().filter(|reminder| !reminder.tables) {
            hosting.remember(&Reminder { tables: true, ..reminder });
        }
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
