//! The training history on this page: in memory, in this browser (IndexedDB) and in the studio's data folder. All copies
//! are merged when the page is shown; every answer goes to both. Without a studio, as on a page that came from a host on
//! the network, the browser's copy is enough, and the studio gets what it lacks the next time.

use drill::{Entry, History};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::js_sys::Promise;

use crate::bridge::IndexedStore;
use crate::client::call;
use crate::storage::StorageError;

const DATABASE: &str = "tabiya.training";
/// A store that is mostly entries which have been replaced since is written again, if that is worth it.
const WASTE_BYTES: usize = 1 << 20;

/// Where the history is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    pub in_browser: bool,
    pub studio: StudioCopy,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StudioCopy {
    /// It was not asked yet.
    #[default]
    Unknown,
    /// The page came from a host, which stores nothing.
    None,
    Unreachable,
    UpToDate,
}

impl Stored {
    /// Something is left when the page is closed.
    pub fn is_anywhere(self) -> bool {
        self.in_browser || matches!(self.studio, StudioCopy::UpToDate | StudioCopy::Unknown)
    }
}

#[derive(Clone, Copy)]
pub struct HistoryStore {
    history: StoredValue<History, LocalStorage>,
    browser: StoredValue<Option<IndexedStore>, LocalStorage>,
    loading: StoredValue<Option<Promise>, LocalStorage>,
    /// Entries that the studio may not have.
    unsent: StoredValue<Vec<Entry>, LocalStorage>,
    is_sending: StoredValue<bool>,
    pub stored: RwSignal<Stored>,
    /// Counts changes of the history.
    version: RwSignal<u32>,
}

impl HistoryStore {
    /// Starts loading.
    pub fn new() -> HistoryStore {
        let store = HistoryStore {
            history: StoredValue::new_local(History::default()),
            browser: StoredValue::new_local(None),
            loading: StoredValue::new_local(None),
            unsent: StoredValue::new_local(Vec::new()),
            is_sending: StoredValue::new(false),
            stored: RwSignal::new(Stored { in_browser: true, studio: StudioCopy::Unknown }),
            version: RwSignal::new(0),
        };
        store.loading.set_value(Some(future_to_promise(async move {
            store.load_browser().await;
            store.sync().await;
            Ok(JsValue::UNDEFINED)
        })));
        store
    }

    /// Waits until both copies have been read, as far as there are any.
    pub async fn loaded(self) {
        if let Some(loading) = self.loading.get_value() {
            let _ = JsFuture::from(loading).await;
        }
    }

    pub fn read<T>(self, look: impl FnOnce(&History) -> T) -> T {
        self.version.track();
        self.history.with_value(look)
    }

    /// The same where nothing is drawn again when it changes.
    pub fn peek<T>(self, look: impl FnOnce(&History) -> T) -> T {
        self.history.with_value(look)
    }

    /// Whether the page's studio stores a copy.
    pub fn has_studio(self) -> bool {
        self.stored.get_untracked().studio != StudioCopy::None
    }

    fn touch(self) {
        self.version.update(|version| *version = version.wrapping_add(1));
    }

    async fn load_browser(self) {
        let read = async {
            let store = IndexedStore::open(DATABASE).await?;
            let texts = store.texts().await?;
            Ok::<_, StorageError>((store, texts))
        };
        match read.await {
            Ok((store, texts)) => {
                self.browser.set_value(Some(store));
                self.merge(&texts.join("\n"));
            }
            Err(StorageError) => self.stored.update(|stored| stored.in_browser = false),
        }
    }

    /// Merges text into the history in memory, and returns what it contains.
    fn merge(self, text: &str) -> History {
        // What a later version wrote stays where it is.
        let read = History::read_store(text).map(|read| read.history).unwrap_or_default();
        self.history.update_value(|history| history.merge(read.clone()));
        self.touch();
        read
    }

    /// Reads the studio's copy, and gives each copy what it lacks.
    pub async fn sync(self) {
        let studio = match is_from_host().await {
            Some(true) => StudioCopy::None,
            Some(false) => self.sync_with_studio().await,
            None => StudioCopy::Unreachable,
        };
        self.stored.update(|stored| stored.studio = studio);
    }

    async fn sync_with_studio(self) -> StudioCopy {
        let mine = self.history.get_value();
        let Ok(answer) = call(api::training::history()).await else { return StudioCopy::Unreachable };
        let text = String::from_utf8_lossy(&answer.value);
        let theirs = self.merge(&text);
        self.write_browser(&theirs.entries_missing_in(&mine)).await;
        let missing = self.history.with_value(|history| history.lines_missing_in(&theirs));
        let first = if text.is_empty() { History::first_line() + "\n" } else { String::new() };
        if missing.is_empty() {
            let whole = self.history.with_value(History::text);
            if text.len() > 2 * whole.len() + WASTE_BYTES {
                // Refused if another program has added to it. The next visit tries again.
                let _ = call(api::training::replace(&answer.tag, whole)).await;
            }
            return StudioCopy::UpToDate;
        }
        match call(api::training::add(first + &missing)).await {
            Ok(()) => StudioCopy::UpToDate,
            Err(_) => StudioCopy::Unreachable,
        }
    }

    async fn write_browser(self, entries: &[Entry]) {
        if entries.is_empty() {
            return;
        }
        let changes: Vec<_> = entries.iter().map(|entry| (entry.key(), Some(entry.line()))).collect();
        let written = match self.browser.get_value() {
            Some(store) => store.write(&changes).await,
            None => Err(StorageError),
        };
        self.stored.update(|stored| stored.in_browser = written.is_ok());
    }

    /// Changes the history and stores the entries that the change returns.
    pub fn change<T>(self, change: impl FnOnce(&mut History) -> (T, Vec<Entry>)) -> Option<T> {
        let (result, entries) = self.history.try_update_value(change)?;
        self.touch();
        self.unsent.update_value(|unsent| unsent.extend(entries.iter().cloned()));
        spawn_local(async move { self.write_browser(&entries).await });
        self.send();
        Some(result)
    }

    /// Adds all entries of a file.
    pub fn import(self, other: History) {
        self.change(|history| {
            let news = other.entries_missing_in(history);
            history.merge(other);
            ((), news)
        });
    }

    /// Sends what the studio does not have yet, unless that is being done.
    fn send(self) {
        if !self.has_studio() || self.is_sending.get_value() {
            return;
        }
        self.is_sending.set_value(true);
        spawn_local(async move {
            self.loaded().await;
            while self.send_next().await {}
            self.is_sending.set_value(false);
        });
    }

    /// False when nothing is left to send or the studio does not answer.
    async fn send_next(self) -> bool {
        let entries = self.unsent.get_value();
        if entries.is_empty() {
            return false;
        }
        if self.stored.get_untracked().studio != StudioCopy::UpToDate {
            // It was away: compare the whole history.
            self.sync().await;
        } else {
            let lines: String = entries.iter().flat_map(|entry| [entry.line(), "\n".to_owned()]).collect();
            let added = call(api::training::add(lines)).await;
            let studio = if added.is_ok() { StudioCopy::UpToDate } else { StudioCopy::Unreachable };
            self.stored.update(|stored| stored.studio = studio);
        }
        let is_sent = self.stored.get_untracked().studio == StudioCopy::UpToDate;
        if is_sent {
            self.unsent.update_value(|unsent| drop(unsent.drain(..entries.len())));
        }
        is_sent
    }
}

/// None if nothing answers.
async fn is_from_host() -> Option<bool> {
    call(api::hosting::state()).await.ok().map(|hosting| hosting.from_host)
}

/// The history of this browser and of the studio, for pages that only read it.
pub async fn read() -> History {
    let mut history = History::default();
    if let Ok(store) = IndexedStore::open(DATABASE).await {
        let texts = store.texts().await.unwrap_or_default();
        history = History::read_store(&texts.join("\n")).map(|read| read.history).unwrap_or_default();
    }
    if is_from_host().await == Some(false)
        && let Ok(answer) = call(api::training::history()).await
        && let Ok(read) = History::read_store(&String::from_utf8_lossy(&answer.value))
    {
        history.merge(read.history);
    }
    history
}
