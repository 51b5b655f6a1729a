//! Unsaved work in the browser: in its private file system where there is one, else in local storage. What a page
//! keeps while it goes is in local storage always, because that alone is done when the call returns.

use std::rc::Rc;

use leptos::prelude::window;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Date, Promise, Uint8Array, decode_uri_component, encode_uri_component};

use super::browser::{bytes_of, fingerprint, within};
use super::line::Line;
use super::script::{ask, call, has, member, object, text};
use super::shelf;
use super::{AsideBridge, Failure, Kept, Later};

const FOLDER: &str = "autosave";
/// How the desk begins the keys of games that have no file yet.
const NEW: &str = "new-";
const PATIENCE: i32 = 2_000;
const SEVEN_DAYS: f64 = 7.0 * 24.0 * 3600.0 * 1000.0;

/// Work on it is done one piece after the other: a file that is still being written cannot be removed.
pub struct BrowserAside {
    line: Rc<Line>,
}

impl BrowserAside {
    /// For the desk of that name, which no other page then takes for left behind.
    pub fn new(desk: u64) -> BrowserAside {
        let line = Rc::<Line>::default();
        drop(line.queue(async move { take_over(&format!("{desk:x}")).await }));
        BrowserAside { line }
    }
}

impl AsideBridge for BrowserAside {
    fn put(&self, key: String, bytes: Vec<u8>) -> Later<Result<(), Failure>> {
        let refused = || Failure(crate::language::frame().keeps_no_work.to_owned());
        let put = self.line.queue(async move {
            let in_folder = match folder().await {
                Some(folder) => write(&folder, &key, &bytes).await.is_ok(),
                None => false,
            };
            match in_folder {
                true => {
                    shelf::forget(&key);
                    Ok(())
                }
                false => shelf::put(&key, &bytes).map_err(|_| refused()),
            }
        });
        Box::pin(async move { put.await.unwrap_or_else(|| Err(refused())) })
    }

    fn put_at_once(&self, key: &str, bytes: &[u8]) {
        // Too large for the shelf: what was put in the folder last is what there is.
        let _ = shelf::put(key, bytes);
    }

    fn get(&self, key: String) -> Later<Option<Kept>> {
        let get = self.line.queue(async move {
            let on_shelf = shelf::get(&key);
            let in_folder = match folder().await {
                Some(folder) => read(&folder, &file_name(&key)).await,
                None => None,
            };
            [on_shelf, in_folder].into_iter().flatten().max_by(|a, b| a.at.total_cmp(&b.at))
        });
        Box::pin(async move { get.await.flatten() })
    }

    fn lost(&self) -> Later<Vec<String>> {
        let lost = self.line.queue(async move {
            let mut keys = shelf::keys();
            if let Some(folder) = folder().await {
                keys.extend(names(&folder).await.iter().filter_map(|name| key_of(name)));
            }
            keys.retain(|key| key.starts_with(NEW));
            keys.sort_unstable();
            keys.dedup();
            left_behind(keys).await
        });
        Box::pin(async move { lost.await.unwrap_or_default() })
    }

    fn forget(&self, key: String) -> Later<()> {
        let forget = self.line.queue(async move {
            shelf::forget(&key);
            if let Some(folder) = folder().await {
                remove(&folder, &file_name(&key)).await;
            }
        });
        Box::pin(async move { forget.await.unwrap_or_default() })
    }

    fn settled(&self) -> Later<()> {
        let settled = self.line.queue(async {});
        Box::pin(async move { settled.await.unwrap_or_default() })
    }

    fn collect(&self) -> Later<()> {
        let collect = self.line.queue(async move {
            let oldest = Date::now() - SEVEN_DAYS;
            let is_old = |kept: &Kept| kept.at < oldest;
            for key in shelf::keys() {
                if shelf::get(&key).as_ref().is_none_or(is_old) {
                    shelf::forget(&key);
                }
            }
            let Some(folder) = folder().await else { return };
            for name in names(&folder).await {
                if written_at(&folder, &name).await.is_some_and(|at| at < oldest) {
                    remove(&folder, &name).await;
                }
            }
        });
        Box::pin(async move { collect.await.unwrap_or_default() })
    }
}

/// Of the keys of new games those whose desk nobody sits at any more.
async fn left_behind(keys: Vec<String>) -> Vec<String> {
    let mut desks: Vec<&str> = keys.iter().filter_map(|key| desk_of(key)).collect();
    desks.dedup();
    let mut ours = Vec::new();
    for desk in desks {
        if take_over(desk).await {
            ours.push(desk.to_owned());
        }
    }
    keys.into_iter()
        .filter(|key| desk_of(key).is_some_and(|desk| ours.iter().any(|our| our == desk)))
        .collect()
}

/// The name of the desk in the key of one of its new games.
fn desk_of(key: &str) -> Option<&str> {
    key.strip_prefix(NEW)?.split('-').next()
}

/// Sits down at a desk, unless somebody does: another page of this browser that is open. One leaves with the page.
async fn take_over(desk: &str) -> bool {
    let locks = member(&window().navigator(), "locks");
    if !has(&locks, "request") {
        return true;
    }
    let answer = Promise::new(&mut |tell, _| {
        let hold = Closure::once_into_js(move |lock: JsValue| -> Promise {
            let _ = tell.call1(&JsValue::UNDEFINED, &JsValue::from_bool(!lock.is_null()));
            match lock.is_null() {
                true => Promise::resolve(&JsValue::UNDEFINED),
                false => Promise::new(&mut |_, _| {}),
            }
        });
        let if_free = object(&[("ifAvailable", &JsValue::TRUE)]);
        let _ = call(&locks, "request", &[&format!("tabiya.desk.{desk}").into(), &if_free, &hold]);
    });
    within(PATIENCE, answer).await.is_some_and(|ours| ours.is_truthy())
}

/// The folder in the browser's private file system, if it has one and answers.
async fn folder() -> Option<JsValue> {
    let storage = member(&window().navigator(), "storage");
    if !has(&storage, "getDirectory") {
        return None;
    }
    let promise: Promise = call(&storage, "getDirectory", &[]).ok()?.dyn_into().ok()?;
    let top = within(PATIENCE, promise).await?;
    let create = object(&[("create", &JsValue::TRUE)]);
    ask(&top, "getDirectoryHandle", &[&FOLDER.into(), &create]).await.ok()
}

async fn write(folder: &JsValue, key: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let create = object(&[("create", &JsValue::TRUE)]);
    let file = ask(folder, "getFileHandle", &[&file_name(key).into(), &create]).await?;
    let stream = ask(&file, "createWritable", &[]).await?;
    ask(&stream, "write", &[&Uint8Array::from(bytes)]).await?;
    ask(&stream, "close", &[]).await?;
    Ok(())
}

async fn open(folder: &JsValue, name: &str) -> Option<JsValue> {
    let handle = ask(folder, "getFileHandle", &[&name.into()]).await.ok()?;
    ask(&handle, "getFile", &[]).await.ok()
}

/// When, without reading what.
async fn written_at(folder: &JsValue, name: &str) -> Option<f64> {
    member(&open(folder, name).await?, "lastModified").as_f64()
}

async fn read(folder: &JsValue, name: &str) -> Option<Kept> {
    let file = open(folder, name).await?;
    let at = member(&file, "lastModified").as_f64()?;
    let bytes = bytes_of(&file.unchecked_into()).await.ok()?;
    // A write that never ended leaves an empty file.
    (!bytes.is_empty()).then_some(Kept { at, bytes })
}

async fn remove(folder: &JsValue, name: &str) {
    // It may not be there: as good as removed.
    let _ = ask(folder, "removeEntry", &[&name.into()]).await;
}

async fn names(folder: &JsValue) -> Vec<String> {
    let mut names = Vec::new();
    let Ok(keys) = call(folder, "keys", &[]) else { return names };
    while let Ok(step) = ask(&keys, "next", &[]).await {
        if member(&step, "done").is_truthy() {
            break;
        }
        names.push(text(&step, "value"));
    }
    names
}

/// File systems know no slashes in names and none longer than 255 bytes.
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
    fn the_key_of_a_new_game_names_its_desk() {
        assert_eq!(desk_of("new-1f-3"), Some("1f"));
        assert_eq!(desk_of("new-0"), Some("0"));
        assert_eq!(desk_of("path:/new-1f-3"), None);
    }
}
