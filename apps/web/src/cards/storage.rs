//! What this browser stores for the page: the collection in IndexedDB, which has room for thousands of cards; the small
//! schedule and selection in localStorage.

use std::cell::RefCell;
use std::rc::Rc;

use flashcards::{CardCollection, Schedule, Selection};

use crate::bridge::IndexedStore;
use crate::language;
use crate::storage::{self, StorageError};

const COLLECTION: &str = "tabiya.cards";
const SCHEDULE: &str = "tabiya.cards.schedule";
const SELECTION: &str = "tabiya.cards.selection";

/// The IndexedDB store, once open.
#[derive(Clone, Default)]
pub struct CardStorage(Rc<RefCell<Option<IndexedStore>>>);

impl CardStorage {
    /// Also returns how many stored items could not be read.
    pub async fn collection(&self) -> Result<(CardCollection, usize), &'static str> {
        let words = language::cards();
        let store = IndexedStore::open(COLLECTION).await.map_err(|_| words.nothing_stored)?;
        let texts = store.texts().await.map_err(|_| words.stored_data_unreadable)?;
        *self.0.borrow_mut() = Some(store);
        Ok(CardCollection::restore(texts.iter().map(String::as_str)))
    }

    pub async fn write(&self, changes: &[(String, Option<String>)]) -> Result<(), StorageError> {
        let store = self.0.borrow().clone().ok_or(StorageError)?;
        match changes.is_empty() {
            true => Ok(()),
            false => store.write(changes).await,
        }
    }
}

pub fn schedule() -> Schedule {
    storage::get(SCHEDULE).and_then(|text| Schedule::from_json(&text)).unwrap_or_default()
}

/// Merges with what another window has saved in the meantime.
pub fn save_schedule(mine: &mut Schedule) -> Result<(), StorageError> {
    mine.merge(schedule());
    storage::set(SCHEDULE, &mine.to_json())
}

pub fn selection() -> Selection {
    storage::get(SELECTION).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

pub fn save_selection(selection: &Selection) {
    // If it cannot be saved, the next visit shows everything.
    let _ = storage::set(SELECTION, &serde_json::to_string(selection).unwrap_or_default());
}
