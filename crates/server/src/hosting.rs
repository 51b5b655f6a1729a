//! The studio's own switch for hosting: off until somebody at this machine turns it on.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::oneshot;
use words::fill;

use crate::host::Host;
use crate::lan::{self, Announcement};
use crate::rooms::{Opponents, Rooms};
use crate::studio::BindError;
use crate::tongue::Tongue;

pub(crate) struct Hosting {
    rooms: Arc<Rooms>,
    on: Mutex<Option<On>>,
}

struct On {
    addresses: Vec<String>,
    _announcement: Option<Announcement>,
    /// Dropped with the rest: the host ends.
    _stop: oneshot::Sender<()>,
}

#[derive(Deserialize)]
struct Wanted {
    on: bool,
    #[serde(default)]
    name: String,
}

impl Hosting {
    /// Rooms are kept in this file, if there is one and no other studio has it.
    pub(crate) fn new(journal: Option<PathBuf>) -> io::Result<Hosting> {
        let opponents = Opponents::default().with_gnu_go();
        let kept = journal.and_then(|path| Rooms::from_journal(&path, opponents.clone()).ok());
        let rooms = kept.map_or_else(|| Rooms::in_memory(opponents), Ok)?;
        Ok(Hosting { rooms, on: Mutex::default() })
    }

    pub(crate) fn routes(self) -> Router {
        let rooms = self.rooms.routes();
        let own = Router::new()
            .route("/api/hosting", get(tell).post(switch))
            .route("/api/lan", get(look_around))
            .with_state(Arc::new(self));
        own.merge(rooms)
    }

    fn told(&self) -> Response {
        let on = self.on.lock().unwrap_or_else(PoisonError::into_inner);
        let addresses = on.as_ref().map_or(Vec::new(), |on| on.addresses.clone());
        Json(json!({ "guest": false, "on": on.is_some(), "addresses": addresses })).into_response()
    }

    async fn start(&self, name: &str) -> Result<(), BindError> {
        if self.on.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return Ok(());
        }
        let host = Host::bind(None).await?;
        let addresses = host.addresses().iter().map(|at| format!("http://{at}")).collect();
        let announcement = lan::announce(name, host.port(), self.rooms.newest_size()).ok();
        let (stop, stopped) = oneshot::channel::<()>();
        let rooms = self.rooms.clone();
        tokio::spawn(async move { host.serve(&rooms, async move { drop(stopped.await) }).await });
        let on = On { addresses, _announcement: announcement, _stop: stop };
        *self.on.lock().unwrap_or_else(PoisonError::into_inner) = Some(on);
        Ok(())
    }
}

async fn tell(State(hosting): State<Arc<Hosting>>) -> Response {
    hosting.told()
}

async fn switch(State(hosting): State<Arc<Hosting>>, tongue: Tongue, Json(wanted): Json<Wanted>) -> Response {
    if !wanted.on {
        let off = hosting.on.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Taking leave of the network waits for an answer.
        drop(tokio::task::spawn_blocking(move || drop(off)).await);
    } else if let Err(BindError { port, cause }) = hosting.start(&wanted.name).await {
        let values = [("port", &*port.to_string()), ("why", &tongue.why(&cause))];
        return (StatusCode::CONFLICT, fill(tongue.words().port_refused, &values)).into_response();
    }
    hosting.told()
}

async fn look_around(tongue: Tongue) -> Response {
    let time = std::time::Duration::from_millis(1500);
    match tokio::task::spawn_blocking(move || lan::find(time)).await {
        Ok(Ok(found)) => Json(found).into_response(),
        _ => (StatusCode::SERVICE_UNAVAILABLE, tongue.words().no_search).into_response(),
    }
}
