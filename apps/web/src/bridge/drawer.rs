//! Many small texts by key, in the browser's own database: there is room for thousands, and each is written by itself.

use leptos::prelude::window;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::Array;
use web_sys::{IdbDatabase, IdbTransaction, IdbTransactionMode};

use super::browser::{event, happens, within};
use super::script::call;
use crate::storage::Refused;

const STORE: &str = "texts";
/// A browser that does not answer keeps nothing.
const PATIENCE: i32 = 3_000;

#[derive(Clone, Debug)]
pub struct Drawer(IdbDatabase);

impl From<JsValue> for Refused {
    fn from(_: JsValue) -> Refused {
        Refused
    }
}

impl Drawer {
    pub async fn open(name: &str) -> Result<Drawer, Refused> {
        let request = window().indexed_db()?.ok_or(Refused)?.open_with_u32(name, 1)?;
        let fresh = request.clone();
        let make = Closure::once_into_js(move || {
            // Where this fails, opening fails as well.
            let database = fresh.result().ok().and_then(|made| made.dyn_into::<IdbDatabase>().ok());
            database.map(|database| database.create_object_store(STORE).map(drop));
        });
        request.set_onupgradeneeded(Some(make.unchecked_ref()));
        within(PATIENCE, happens(&request, &["success", "error", "blocked"])).await.ok_or(Refused)?;
        Ok(Drawer(request.result()?.dyn_into()?))
    }

    /// In the order of their keys.
    pub async fn texts(&self) -> Result<Vec<String>, Refused> {
        let request = self.begin(IdbTransactionMode::Readonly)?.object_store(STORE)?.get_all()?;
        event(&request, &["success", "error"]).await;
        Ok(Array::from(&request.result()?).iter().filter_map(|text| text.as_string()).collect())
    }

    /// All of it or, if there is no more room, nothing. A key without a text is forgotten.
    pub async fn write(&self, changes: &[(String, Option<String>)]) -> Result<(), Refused> {
        let transaction = self.begin(IdbTransactionMode::Readwrite)?;
        let store = transaction.object_store(STORE)?;
        for (key, text) in changes {
            match text {
                Some(text) => store.put_with_key(&text.into(), &key.into())?,
                None => store.delete(&key.into())?,
            };
        }
        // Without this, a page that goes now would take the changes with it.
        call(&transaction, "commit", &[])?;
        match event(&transaction, &["complete", "abort"]).await.as_str() {
            "complete" => Ok(()),
            _ => Err(Refused),
        }
    }

    fn begin(&self, mode: IdbTransactionMode) -> Result<IdbTransaction, Refused> {
        Ok(self.0.transaction_with_str_and_mode(STORE, mode)?)
    }
}
