//! Calls to the studio or host that this page came from.

use api::hosting::{self, Switch};
use api::rooms::{self, NewRoom};
use play::protocol::{Access, Settings};

pub use api::hosting::{Hosting, LanHost};
pub use api::rooms::{ListedRoom, Opponents};

use crate::bridge::Failure;
use crate::client::{call, failure};

pub async fn rooms() -> Result<Vec<ListedRoom>, Failure> {
    call(rooms::list()).await.map_err(failure(rooms::wording))
}

/// None: there is no such room.
pub async fn room(id: &str) -> Result<Option<ListedRoom>, Failure> {
    call(rooms::describe(id)).await.map_err(failure(rooms::wording))
}

pub async fn opponents() -> Result<Opponents, Failure> {
    call(rooms::opponents()).await.map_err(failure(rooms::wording))
}

pub async fn hosts() -> Result<Vec<LanHost>, Failure> {
    call(hosting::find_hosts()).await.map_err(failure(rooms::wording))
}

pub async fn hosting() -> Result<Hosting, Failure> {
    call(hosting::state()).await.map_err(failure(rooms::wording))
}

/// Opens this machine to the local network.
pub async fn start_hosting(name: &str) -> Result<Hosting, Failure> {
    call(hosting::switch(&Switch { on: true, name: name.to_owned() })).await.map_err(failure(rooms::wording))
}

/// Closes this machine to the network. Its rooms stay.
pub async fn stop_hosting() -> Result<Hosting, Failure> {
    call(hosting::switch(&Switch { on: false, name: String::new() })).await.map_err(failure(rooms::wording))
}

pub async fn open_room(title: &str, settings: &Settings, access: Access) -> Result<String, Failure> {
    let room = NewRoom { title: title.to_owned(), settings: settings.clone(), access };
    call(rooms::open(&room)).await.map(|opened| opened.room).map_err(failure(rooms::wording))
}
