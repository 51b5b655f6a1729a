//! What is open in this tab, stored when the page hides, so that loading it again comes back to the same game at the same
//! move. Unsaved changes are in the autosaves; here are the places, and the contents of games that have no file on disk.

use api::files::OpenedFile;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use study::{FileName, OpenGame, Opened, Place};
use web_sys::Storage;

use super::{Arrival, Origin, PageState};
use crate::bridge::{Failure, LoadedFile};
use crate::js::{call, member, text};
use crate::recent::as_text;

const KEY: &str = "tabiya.study.session";
/// Larger games without a file on disk are not stored; browsers store about 5 MB for a tab.
const MAX_BYTES: usize = 1 << 20;

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Session {
    /// The current one first.
    games: Vec<StoredGame>,
    /// Files of the studio that were open at some time: those that are not among the games were closed.
    seen: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct StoredGame {
    name: String,
    path: Option<String>,
    identity: String,
    autosave_key: String,
    is_dirty: bool,
    number: usize,
    node: String,
    is_flipped: bool,
    /// Of a file of the studio: its number there, and the tag of its contents.
    studio: Option<(usize, String)>,
    /// Empty if it can be read elsewhere.
    #[serde(with = "as_text")]
    bytes: Vec<u8>,
}

impl StoredGame {
    fn file(&self) -> FileName {
        let Self { name, path, identity, .. } = self;
        FileName { name: name.clone(), path: path.clone(), identity: identity.clone() }
    }

    fn place(&self) -> Place {
        Place { number: self.number, path: self.node.clone(), is_flipped: self.is_flipped }
    }
}

impl PageState {
    pub(super) fn store_session(self) {
        let games: Vec<StoredGame> = self.peek(|workspace| {
            let open = workspace.games().iter().filter(|game| !game.is_untouched());
            open.map(|game| self.stored_game(game)).collect()
        });
        let mut seen = self.seen_files.get_value();
        seen.extend(games.iter().filter(|game| game.studio.is_some()).map(|game| game.identity.clone()));
        seen.sort_unstable();
        seen.dedup();
        write(Session { games, seen });
    }

    fn stored_game(self, game: &OpenGame) -> StoredGame {
        let unnamed = || FileName { name: game.name(), path: None, identity: game.autosave_key().to_owned() };
        let file = game.file().cloned().unwrap_or_else(unnamed);
        let files = self.host().files;
        let studio = files.number_of(&file).zip(files.tag_of(&file));
        let Place { number, path, is_flipped } = game.place();
        // Unsaved changes are in the autosave.
        let is_needed = studio.is_none() && !game.is_dirty();
        let bytes = if is_needed { game.record().write() } else { Vec::new() };
        StoredGame {
            name: file.name,
            path: file.path,
            identity: file.identity,
            autosave_key: game.autosave_key().to_owned(),
            is_dirty: game.is_dirty(),
            number,
            node: path,
            is_flipped,
            studio,
            bytes: if bytes.len() > MAX_BYTES { Vec::new() } else { bytes },
        }
    }

    /// Opens what was open in this tab. Returns the files that were not.
    pub(super) async fn reopen_session(
        self,
        mut pending: Vec<Result<LoadedFile, Failure>>,
    ) -> Vec<Result<LoadedFile, Failure>> {
        let listed = pending.iter().filter_map(|found| Some(found.as_ref().ok()?.file.identity.clone()));
        self.seen_files.update_value(|seen| seen.extend(listed));
        let Some(Session { games, seen }) = read() else { return pending };
        for (n, game) in games.into_iter().enumerate() {
            let is_it = |found: &Result<LoadedFile, Failure>| {
                found.as_ref().is_ok_and(|found| found.file.identity == game.identity)
            };
            let listed = pending.iter().position(is_it).map(|at| pending.remove(at));
            let found = match listed {
                Some(found) => found.ok(),
                None => self.read_again(&game).await,
            };
            self.reopen(game, found, n == 0).await;
        }
        pending.retain(|found| found.as_ref().map_or(true, |found| !seen.contains(&found.file.identity)));
        self.seen_files.update_value(|all| all.extend(seen));
        pending
    }

    /// A file of the studio that is not among those which every page opens.
    async fn read_again(self, game: &StoredGame) -> Option<LoadedFile> {
        let (number, _) = game.studio.clone()?;
        let path = game.path.clone()?;
        let file = OpenedFile { number, name: game.name.clone(), path, given: None, modified: None };
        self.host().files.read_opened(file).await.ok()
    }

    async fn reopen(self, game: StoredGame, found: Option<LoadedFile>, is_current: bool) {
        let file = game.file();
        if let Some((_, tag)) = &game.studio {
            let Some(found) = found else { return };
            // Another program has changed it, or the studio was started again: as if it were opened now.
            if self.host().files.tag_of(&file).as_ref() != Some(tag) {
                if game.is_dirty || is_current {
                    self.take(Ok(found), Origin::User).await;
                }
                return;
            }
            return self.arrive_again(&game, file, found.bytes, is_current).await;
        }
        let bytes = game.bytes.clone();
        self.arrive_again(&game, file, bytes, is_current).await;
    }

    async fn arrive_again(self, game: &StoredGame, file: FileName, bytes: Vec<u8>, is_current: bool) {
        let autosaved = match game.is_dirty {
            true => self.autosaved([Some(game.autosave_key.clone()), None]).await,
            false => None,
        };
        let opened = Opened { file, bytes, autosaved };
        let arrival = Arrival::new(opened, Origin::Earlier);
        self.arrive(Arrival { place: Some(game.place()), is_current, ..arrival });
    }
}

fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

fn write(session: Session) {
    let Some(storage) = storage() else { return };
    let put = |session: &Session| {
        let text = serde_json::to_string(session).unwrap_or_default();
        storage.set_item(KEY, &text).is_ok()
    };
    if put(&session) {
        return;
    }
    // Too much for the browser: the places are still useful for files on disk.
    let games = session.games.into_iter().map(|game| StoredGame { bytes: Vec::new(), ..game });
    put(&Session { games: games.collect(), seen: session.seen });
}

/// Only after the page was loaded again: an address that is opened anew starts afresh.
fn read() -> Option<Session> {
    let navigation = call(&member(&window(), "performance"), "getEntriesByType", &[&"navigation".into()]);
    let kind = text(&member(&navigation.ok()?, "0"), "type");
    if !matches!(kind.as_str(), "reload" | "back_forward") {
        return None;
    }
    serde_json::from_str(&storage()?.get_item(KEY).ok()??).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_read_back_with_every_byte() {
        let game = StoredGame {
            name: "a.pgn".into(),
            path: None,
            identity: "a.pgn#1".into(),
            autosave_key: "a.pgn#1".into(),
            is_dirty: false,
            number: 3,
            node: "0.1".into(),
            is_flipped: true,
            studio: Some((2, "tag".into())),
            bytes: (0..=255).collect(),
        };
        let session = Session { games: vec![game], seen: vec!["path:/a".into()] };
        let text = serde_json::to_string(&session).unwrap();
        assert_eq!(serde_json::from_str::<Session>(&text).unwrap(), session);
    }
}
