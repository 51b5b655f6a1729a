//! Calls to the library of the studio.

use api::library::{self, NewFolder, Picture};

pub use api::files::OpenedFile;
pub use api::library::{
    DuplicateGroup as Group, Duplicates, Folder, Game, GameList, Problem, Search as SearchFields,
    State as LibraryStatus,
};

use crate::bridge::Failure;
use crate::client::{call, failure};
use crate::language;

pub async fn state() -> Result<LibraryStatus, Failure> {
    call(library::state()).await.map_err(failure(library::wording))
}

pub async fn add(path: &str) -> Result<LibraryStatus, Failure> {
    call(library::add_folder(&NewFolder { path: path.to_owned() })).await.map_err(failure(library::wording))
}

pub async fn remove(folder: i64) -> Result<LibraryStatus, Failure> {
    call(library::remove_folder(folder)).await.map_err(failure(library::wording))
}

pub async fn update() -> Result<LibraryStatus, Failure> {
    call(library::update()).await.map_err(failure(library::wording))
}

pub async fn stop() -> Result<LibraryStatus, Failure> {
    call(library::stop()).await.map_err(failure(library::wording))
}

pub async fn games(fields: &SearchFields, skip: usize, most: usize) -> Result<GameList, Failure> {
    call(library::find(&SearchFields { skip, most: Some(most), ..fields.clone() }))
        .await
        .map_err(failure(library::wording))
}

pub async fn duplicates() -> Result<Duplicates, Failure> {
    call(library::duplicates()).await.map_err(failure(library::wording))
}

pub async fn record(game: i64) -> Result<Vec<u8>, Failure> {
    call(library::record(game)).await.map_err(failure(library::wording))
}

/// All games that the search finds, as one file.
pub async fn records(fields: &SearchFields) -> Result<Vec<u8>, Failure> {
    call(library::records(fields)).await.map_err(failure(library::wording))
}

/// The file itself, if it has only this game; otherwise the page gets a copy.
pub async fn open(game: i64) -> Result<Option<OpenedFile>, Failure> {
    call(library::open(game)).await.map_err(failure(library::wording))
}

pub fn picture(game: i64, at: Option<u32>, dark: bool, width: u32) -> String {
    let language = language::here().tag().to_owned();
    library::picture(game, &Picture { at, dark, width: Some(width), language })
}
