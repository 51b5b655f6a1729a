//! Autosaves in the browser: in its private file system where there is one, else in local storage. A page that is being
//! closed always uses local storage, because only that is synchronous.

use std::rc::Rc;

use leptos::prelude::window;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Date, Promise, Uint8Array, decode_uri_component, encode_uri_component};

use super::job_queue::JobQueue;
use super::local_store;
use super::promises::{bytes_of, fingerprint, within};
use super::{Autosave, AutosaveStore, Failure, LocalFuture, unplaced_name};
use crate::js::{call, call_async, has, member, object, text};

const FOLDER: &str = "autosave";
/// Prefix of the keys of games that have no file yet.
const NEW: &str = "new-";
const TIMEOUT_MS: i32 = 2_000;
const SEVEN_DAYS: f64 = 7.0 * 24.0 * 3600.0 * 1000.0;

/// Operations run one after another: a file that is still being written cannot be removed.
pub struct BrowserAutosave {
    jobs: Rc<JobQueue>,
}

impl BrowserAutosave {
    /// Locks the workspace, so that no other page considers its games orphaned.
    pub fn new(workspace: u64) -> BrowserAutosave {
        let jobs = Rc::<JobQueue>::default();
        drop(jobs.push(async move { try_lock(&format!("{workspace:x}")).await }));
        BrowserAutosave { jobs }
    }
}

impl AutosaveStore for BrowserAutosave {
    fn save(&self, key: String, bytes: Vec<u8>) -> LocalFuture<Result<(), Failure>> {
        let refused = || Failure(crate::language::frame().unsaved_not_stored.to_owned());
        let save = self.jobs.push(async move {
            let in_folder = match folder().await {
                Some(folder) => write(&folder, &key, &bytes).await.is_ok(),
                None => false,
            };
            match in_folder {
                true => {
                    local_store::remove(&key);
                    Ok(())
                }
                false => local_store::put(&key, &bytes).map_err(|_| refused()),
            }
        });
        Box::pin(async move { save.await.unwrap_or_else(|| Err(refused())) })
    }

    fn save_now(&self, key: &str, bytes: &[u8]) {
        // Where it is too large for local storage, the last autosave in the folder remains.
        let _ = local_store::put(key, bytes);
    }

    fn load(&self, key: String) -> LocalFuture<Option<Autosave>> {
        let load = self.jobs.push(async move {
            let in_local_storage = local_store::get(&key);
            let in_folder = match folder().await {
                Some(folder) => read(&folder, &file_name(&key)).await,
                None => None,
            };
            [in_local_storage, in_folder]
                .into_iter()
                .flatten()
                .max_by(|a, b| a.saved_at.total_cmp(&b.saved_at))
        });
        Box::pin(async move { load.await.flatten() })
    }

    fn orphaned(&self) -> LocalFuture<Vec<String>> {
        let orphaned = self.jobs.push(async move {
            let mut keys = local_store::keys();
            if let Some(folder) = folder().await {
                keys.extend(names(&folder).await.iter().filter_map(|name| key_of(name)));
            }
            keys.retain(|key| owner_of(key).is_some());
            keys.sort_unstable();
            keys.dedup();
            without_owner(keys).await
        });
        Box::pin(async move { orphaned.await.unwrap_or_default() })
    }

    fn discard(&self, key: String) -> LocalFuture<()> {
        let discard = self.jobs.push(async move {
            local_store::remove(&key);
            if let Some(folder) = folder().await {
                remove(&folder, &file_name(&key)).await;
            }
        });
        Box::pin(async move { discard.await.unwrap_or_default() })
    }

    fn flushed(&self) -> LocalFuture<()> {
        let flushed = self.jobs.push(async {});
        Box::pin(async move { flushed.await.unwrap_or_default() })
    }

    fn remove_expired(&self) -> LocalFuture<()> {
        let removed = self.jobs.push(async move {
            let oldest = Date::now() - SEVEN_DAYS;
            let is_old = |autosave: &Autosave| autosave.saved_at < oldest;
            for key in local_store::keys() {
                if local_store::get(&key).as_ref().is_none_or(is_old) {
                    local_store::remove(&key);
                }
            }
            let Some(folder) = folder().await else { return };
            for name in names(&folder).await {
                if written_at(&folder, &name).await.is_some_and(|at| at < oldest) {
                    remove(&folder, &name).await;
                }
            }
        });
        Box::pin(async move { removed.await.unwrap_or_default() })
    }
}

/// The keys of games without a file whose owner is no open page.
async fn without_owner(keys: Vec<String>) -> Vec<String> {
    let mut owners: Vec<&str> = keys.iter().filter_map(|key| owner_of(key)).collect();
    owners.dedup();
    let mut ours = Vec::new();
    for owner in owners {
        if try_lock(owner).await {
            ours.push(owner.to_owned());
        }
    }
    keys.into_iter()
        .filter(|key| owner_of(key).is_some_and(|owner| ours.iter().any(|our| our == owner)))
        .collect()
}

/// Of a new game, the workspace in its key. Of a file whose folder is not known, the key: one page restores it. None:
/// it is restored when its file is opened.
fn owner_of(key: &str) -> Option<&str> {
    match key.strip_prefix(NEW) {
        Some(rest) => rest.split('-').next(),
        None => unplaced_name(key).map(|_| key),
    }
}

/// Locks a workspace unless another open page of this browser has it. The browser releases the lock with the page.
async fn try_lock(workspace: &str) -> bool {
    let locks = member(&window().navigator(), "locks");
    if !has(&locks, "request") {
        return true;
    }
    let answer = Promise::new(&mut |resolve, _| {
        let hold = Closure::once_into_js(move |lock: JsValue| -> Promise {
            let _ = resolve.call1(&JsValue::UNDEFINED, &JsValue::from_bool(!lock.is_null()));
            match lock.is_null() {
                true => Promise::resolve(&JsValue::UNDEFINED),
                false => Promise::new(&mut |_, _| {}),
            }
        });
        let if_free = object(&[("ifAvailable", &JsValue::TRUE)]);
        let _ = call(&locks, "request", &[&format!("tabiya.desk.{workspace}").into(), &if_free, &hold]);
    });
    within(TIMEOUT_MS, answer).await.is_some_and(|ours| ours.is_truthy())
}

/// The folder in the browser's private file system, if there is one and the browser answers.
async fn folder() -> Option<JsValue> {
    let storage = member(&window().navigator(), "storage");
    if !has(&storage, "getDirectory") {
        return None;
    }
    let promise: Promise = call(&storage, "getDirectory", &[]).ok()?.dyn_into().ok()?;
    let top = within(TIMEOUT_MS, promise).await?;
    let create = object(&[("create", &JsValue::TRUE)]);
    call_async(&top, "getDirectoryHandle", &[&FOLDER.into(), &create]).await.ok()
}

async fn write(folder: &JsValue, key: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let create = object(&[("create", &JsValue::TRUE)]);
    let file = call_async(folder, "getFileHandle", &[&file_name(key).into(), &create]).await?;
    let stream = call_async(&file, "createWritable", &[]).await?;
    call_async(&stream, "write", &[&Uint8Array::from(bytes)]).await?;
    call_async(&stream, "close", &[]).await?;
    Ok(())
}

async fn open(folder: &JsValue, name: &str) -> Option<JsValue> {
    let handle = call_async(folder, "getFileHandle", &[&name.into()]).await.ok()?;
    call_async(&handle, "getFile", &[]).await.ok()
}

/// The time of the last write, without reading the file.
async fn written_at(folder: &JsValue, name: &str) -> Option<f64> {
    member(&open(folder, name).await?, "lastModified").as_f64()
}

async fn read(folder: &JsValue, name: &str) -> Option<Autosave> {
    let file = open(folder, name).await?;
    let saved_at = member(&file, "lastModified").as_f64()?;
    let bytes = bytes_of(&file.unchecked_into()).await.ok()?;
    // An interrupted write leaves an empty file.
    (!bytes.is_empty()).then_some(Autosave { saved_at, bytes })
}

async fn remove(folder: &JsValue, name: &str) {
    // It may not exist, which is as good as removed.
    let _ = call_async(folder, "removeEntry", &[&name.into()]).await;
}

async fn names(folder: &JsValue) -> Vec<String> {
    let mut names = Vec::new();
    let Ok(keys) = call(folder, "keys", &[]) else { return names };
    while let Ok(next) = call_async(&keys, "next", &[]).await {
        if member(&next, "done").is_truthy() {
            break;
        }
        names.push(text(&next, "value"));
    }
    names
}

/// File names have no slashes and at most 255 bytes.
fn file_name(key: &str) -> String {
    let name = String::from(encode_uri_component(key));
    if name.len() <= 200 {
        format!("{name}.sgf")
    } else {
        format!("~{:016x}.sgf", fingerprint(key.as_bytes()))
    }
}

fn key_of(name: &str) -> Option<String> {
    let name = name.strip_suffix(".sgf").filter(|name| !name.starts_with('~'))?;
    decode_uri_component(name).ok().map(String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_a_new_game_names_its_workspace() {
        assert_eq!(owner_of("new-1f-3"), Some("1f"));
        assert_eq!(owner_of("new-0"), Some("0"));
        assert_eq!(owner_of("path:/new-1f-3"), None);
        assert_eq!(owner_of("path:game.sgf"), Some("path:game.sgf"));
    }
}
