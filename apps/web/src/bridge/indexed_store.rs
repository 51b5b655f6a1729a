//! Texts by key in IndexedDB, for collections of thousands of small entries that are written one by one.

use leptos::prelude::window;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Array, Uint8Array};
use web_sys::{IdbDatabase, IdbTransaction, IdbTransactionMode};

use super::promises::{event_promise, wait_for_event, within};
use crate::js::call;
use crate::storage::StorageError;

const STORE: &str = "texts";
/// Some browsers never answer; then nothing is stored.
const TIMEOUT_MS: i32 = 3_000;

#[derive(Clone, Debug)]
pub struct IndexedStore(IdbDatabase);

impl From<JsValue> for StorageError {
    fn from(_: JsValue) -> StorageError {
        StorageError
    }
}

impl IndexedStore {
    pub async fn open(name: &str) -> Result<IndexedStore, StorageError> {
        let request = window().indexed_db()?.ok_or(StorageError)?.open_with_u32(name, 1)?;
        let fresh = request.clone();
        let make = Closure::once_into_js(move || {
            // If this fails, `open` fails too.
            let database = fresh.result().ok().and_then(|made| made.dyn_into::<IdbDatabase>().ok());
            database.map(|database| database.create_object_store(STORE).map(drop));
        });
        request.set_onupgradeneeded(Some(make.unchecked_ref()));
        within(TIMEOUT_MS, event_promise(&request, &["success", "error", "blocked"]))
            .await
            .ok_or(StorageError)?;
        Ok(IndexedStore(request.result()?.dyn_into()?))
    }

    /// In the order of their keys.
    pub async fn texts(&self) -> Result<Vec<String>, StorageError> {
        let request = self.begin(IdbTransactionMode::Readonly)?.object_store(STORE)?.get_all()?;
        wait_for_event(&request, &["success", "error"]).await;
        Ok(Array::from(&request.result()?).iter().filter_map(|text| text.as_string()).collect())
    }

    /// The bytes with this key.
    pub async fn bytes(&self, key: &str) -> Result<Option<Vec<u8>>, StorageError> {
        let store = self.begin(IdbTransactionMode::Readonly)?.object_store(STORE)?;
        let request = store.get(&key.into())?;
        wait_for_event(&request, &["success", "error"]).await;
        Ok(request.result()?.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec))
    }

    /// Bytes of any kind; refused if the quota is reached.
    pub async fn write_bytes(&self, key: &str, bytes: &[u8]) -> Result<(), StorageError> {
        let transaction = self.begin(IdbTransactionMode::Readwrite)?;
        transaction.object_store(STORE)?.put_with_key(&Uint8Array::from(bytes), &key.into())?;
        commit(&transaction).await
    }

    /// One transaction: all changes or, if the quota is reached, none. A key without a text is removed.
    pub async fn write(&self, changes: &[(String, Option<String>)]) -> Result<(), StorageError> {
        let transaction = self.begin(IdbTransactionMode::Readwrite)?;
        let store = transaction.object_store(STORE)?;
        for (key, text) in changes {
            match text {
                Some(text) => store.put_with_key(&text.into(), &key.into())?,
                None => store.delete(&key.into())?,
            };
        }
        commit(&transaction).await
    }

    fn begin(&self, mode: IdbTransactionMode) -> Result<IdbTransaction, StorageError> {
        Ok(self.0.transaction_with_str_and_mode(STORE, mode)?)
    }
}

/// Without an explicit commit, closing the page now would lose the changes.
async fn commit(transaction: &IdbTransaction) -> Result<(), StorageError> {
    call(transaction, "commit", &[])?;
    match wait_for_event(transaction, &["complete", "abort"]).await.as_str() {
        "complete" => Ok(()),
        _ => Err(StorageError),
    }
}
