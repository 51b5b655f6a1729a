//! Files in the browser: through its file pickers where it has them, else by upload and download; and the files named on
//! the studio's command line, over HTTP.

use std::cell::RefCell;
use std::rc::Rc;

use api::Tagged;
use api::files::{self, OpenedFile};
use leptos::prelude::{document, window};
use study::FileName;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Array, Promise, Uint8Array};
use web_sys::{Blob, DataTransfer, HtmlAnchorElement, HtmlInputElement, Url};

use super::promises::{after, bytes_of, fingerprint, wait_for_event};
use super::studio_files::{self, Checked};
use super::{Failure, FileAccess, LoadedFile, LocalFuture, NotSaved, Saved, SavedFile, not_readable};
use crate::client::call;
use crate::js::{self, call_async, has, is_abort, member, object, text};
use crate::pages::is_guest;
use crate::route;

/// Where a file can be written back to.
#[derive(Clone)]
enum WriteTarget {
    /// A handle that the player picked or dropped, and when the contents last seen were written.
    Handle { handle: JsValue, modified: f64 },
    /// A file on the studio's disk, with the entity tag of the contents last seen.
    Studio { number: usize, tag: String },
}

impl WriteTarget {
    fn number(&self) -> Option<usize> {
        match self {
            WriteTarget::Studio { number, .. } => Some(*number),
            WriteTarget::Handle { .. } => None,
        }
    }
}

/// By identity.
type WriteTargets = Rc<RefCell<Vec<(String, WriteTarget)>>>;

#[derive(Default)]
pub struct BrowserFiles {
    targets: WriteTargets,
    checked: Checked,
    /// When changed files of handles were written, so that each change is told once.
    told: Rc<RefCell<Vec<(String, f64)>>>,
}

impl FileAccess for BrowserFiles {
    fn pending(&self) -> LocalFuture<Vec<Result<LoadedFile, Failure>>> {
        // A host has no files that its guests may open.
        if is_guest() {
            return Box::pin(async { Vec::new() });
        }
        let (targets, checked) = (self.targets.clone(), self.checked.clone());
        Box::pin(async move {
            let mut found = Vec::new();
            let asked = route::query("open");
            let listed = match &asked {
                Some(numbers) => files::list_of(numbers),
                None => files::list(),
            };
            for file in call(listed).await.unwrap_or_default() {
                found.push(read_studio_file(&targets, &checked, file).await);
            }
            found
        })
    }

    fn read_opened(&self, file: OpenedFile) -> LocalFuture<Result<LoadedFile, Failure>> {
        let (targets, checked) = (self.targets.clone(), self.checked.clone());
        Box::pin(async move { read_studio_file(&targets, &checked, file).await })
    }

    fn pick(&self) -> LocalFuture<Result<Option<LoadedFile>, Failure>> {
        let targets = self.targets.clone();
        Box::pin(async move {
            if !has(&window(), "showOpenFilePicker") {
                return upload().await;
            }
            match call_async(&window(), "showOpenFilePicker", &[]).await {
                Ok(handles) => match Array::from(&handles).get(0) {
                    handle if handle.is_object() => read_handle(&targets, handle).await.map(Some),
                    _ => Ok(None),
                },
                Err(thrown) if is_abort(&thrown) => Ok(None),
                Err(thrown) => Err(thrown.into()),
            }
        })
    }

    fn dropped(&self, transfer: &DataTransfer) -> LocalFuture<Vec<Result<LoadedFile, Failure>>> {
        let targets = self.targets.clone();
        let items = transfer.items();
        let dropped: Vec<Dropped> =
            (0..items.length()).filter_map(|n| items.get(n)).filter_map(|item| Dropped::of(&item)).collect();
        Box::pin(async move {
            let mut found = Vec::new();
            for one in dropped {
                found.push(one.read(&targets).await);
            }
            found
        })
    }

    fn write(
        &self,
        file: Option<FileName>,
        name: String,
        bytes: Vec<u8>,
        overwrite: bool,
    ) -> LocalFuture<Saved> {
        let targets = self.targets.clone();
        let target = file.as_ref().and_then(|file| target_of(&targets, &file.identity));
        Box::pin(async move {
            match (target, file) {
                (Some(WriteTarget::Handle { handle, modified }), _) => {
                    if !overwrite && modified_at(&handle).await.is_some_and(|now| now != modified) {
                        return Err(NotSaved::FileChanged);
                    }
                    Ok(Some(write_handle(&targets, handle, &bytes).await?.into()))
                }
                (Some(WriteTarget::Studio { number, tag }), Some(file)) => {
                    let Tagged { tag, value: replaced } =
                        studio_files::write(number, &tag, bytes, overwrite).await?;
                    remember(&targets, &file.identity, WriteTarget::Studio { number, tag });
                    Ok(Some(SavedFile { file, replaced }))
                }
                _ => save_somewhere(&targets, &name, &bytes).await,
            }
        })
    }

    fn save_as(&self, name: String, bytes: Vec<u8>) -> LocalFuture<Saved> {
        let targets = self.targets.clone();
        Box::pin(async move { save_somewhere(&targets, &name, &bytes).await })
    }

    fn read_again(&self, file: &FileName, reload: bool) -> LocalFuture<Result<Vec<u8>, Failure>> {
        let (targets, file) = (self.targets.clone(), file.clone());
        Box::pin(async move { read_target(&targets, &file, reload).await })
    }

    fn changed(&self) -> LocalFuture<Vec<String>> {
        let (targets, checked, told) = (self.targets.clone(), self.checked.clone(), self.told.clone());
        Box::pin(async move {
            let numbers = targets.borrow().iter().filter_map(|(_, target)| target.number()).collect();
            let written = studio_files::written(checked, numbers).await;
            let is_changed = |target: &WriteTarget| match target {
                WriteTarget::Studio { number, tag: seen } => {
                    written.iter().any(|(written, tag)| written == number && tag != seen)
                }
                WriteTarget::Handle { .. } => false,
            };
            let all: Vec<(String, WriteTarget)> = targets.borrow().clone();
            let changed = all.iter().filter(|(_, target)| is_changed(target));
            let mut changed: Vec<String> = changed.map(|(identity, _)| identity.clone()).collect();
            for (identity, target) in all {
                changed.extend(changed_handle(&told, identity, target).await);
            }
            changed
        })
    }

    fn number_of(&self, file: &FileName) -> Option<usize> {
        target_of(&self.targets, &file.identity)?.number()
    }

    fn tag_of(&self, file: &FileName) -> Option<String> {
        match target_of(&self.targets, &file.identity)? {
            WriteTarget::Studio { tag, .. } => Some(tag),
            WriteTarget::Handle { .. } => None,
        }
    }
}

fn target_of(targets: &WriteTargets, identity: &str) -> Option<WriteTarget> {
    targets.borrow().iter().find(|(known, _)| known == identity).map(|(_, target)| target.clone())
}

fn remember(targets: &WriteTargets, identity: &str, target: WriteTarget) {
    let mut targets = targets.borrow_mut();
    targets.retain(|(known, _)| known != identity);
    targets.push((identity.to_owned(), target));
}

/// Browsers give no paths, so a file is identified by its name and contents.
pub fn named(name: &str, bytes: &[u8]) -> FileName {
    let identity = format!("{name}#{:016x}", fingerprint(bytes));
    FileName { name: name.to_owned(), path: None, identity }
}

async fn read_studio_file(
    targets: &WriteTargets,
    checked: &Checked,
    file: OpenedFile,
) -> Result<LoadedFile, Failure> {
    let (loaded, tag) = studio_files::read(&file).await?;
    checked.note(&file);
    remember(targets, &loaded.file.identity, WriteTarget::Studio { number: file.number, tag });
    Ok(loaded)
}

async fn read_handle(targets: &WriteTargets, handle: JsValue) -> Result<LoadedFile, Failure> {
    let blob: Blob = call_async(&handle, "getFile", &[]).await?.unchecked_into();
    let bytes = bytes_of(&blob).await?;
    let modified = last_modified(&blob);
    let file = match known(targets, &handle).await {
        Some(identity) => FileName { name: text(&handle, "name"), path: None, identity },
        None => named(&text(&handle, "name"), &bytes),
    };
    remember(targets, &file.identity, WriteTarget::Handle { handle, modified });
    Ok(LoadedFile { file, bytes, modified: None, old_key: None })
}

fn last_modified(file: &Blob) -> f64 {
    member(file, "lastModified").as_f64().unwrap_or_default()
}

/// When the file of a handle was last written; none if it cannot be read.
async fn modified_at(handle: &JsValue) -> Option<f64> {
    let file = call_async(handle, "getFile", &[]).await.ok()?;
    Some(last_modified(&file.unchecked_into()))
}

/// The identity of a file that another program has written, unless that was told before.
async fn changed_handle(
    told: &RefCell<Vec<(String, f64)>>,
    identity: String,
    target: WriteTarget,
) -> Option<String> {
    let WriteTarget::Handle { handle, modified } = target else { return None };
    let now = modified_at(&handle).await?;
    if now == modified || told.borrow().contains(&(identity.clone(), now)) {
        return None;
    }
    told.borrow_mut().push((identity.clone(), now));
    Some(identity)
}

async fn read_target(targets: &WriteTargets, file: &FileName, reload: bool) -> Result<Vec<u8>, Failure> {
    let (target, bytes) = match target_of(targets, &file.identity).ok_or_else(not_readable)? {
        WriteTarget::Studio { number, .. } => {
            let Tagged { tag, value } = call(files::read(number)).await?;
            (WriteTarget::Studio { number, tag }, value)
        }
        WriteTarget::Handle { handle, .. } => {
            let blob: Blob = call_async(&handle, "getFile", &[]).await?.unchecked_into();
            (WriteTarget::Handle { handle, modified: last_modified(&blob) }, bytes_of(&blob).await?)
        }
    };
    if reload {
        remember(targets, &file.identity, target);
    }
    Ok(bytes)
}

/// The identity under which the same file is already open, even if its contents have changed since.
async fn known(targets: &WriteTargets, handle: &JsValue) -> Option<String> {
    let handles: Vec<(String, WriteTarget)> = targets.borrow().clone();
    for (identity, target) in handles {
        if let WriteTarget::Handle { handle: other, .. } = target
            && call_async(handle, "isSameEntry", &[&other]).await.is_ok_and(|same| same.is_truthy())
        {
            return Some(identity);
        }
    }
    None
}

async fn write_handle(targets: &WriteTargets, handle: JsValue, bytes: &[u8]) -> Result<FileName, Failure> {
    let stream = call_async(&handle, "createWritable", &[]).await?;
    call_async(&stream, "write", &[&Uint8Array::from(bytes)]).await?;
    call_async(&stream, "close", &[]).await?;
    let file = named(&text(&handle, "name"), bytes);
    let before = known(targets, &handle).await;
    targets.borrow_mut().retain(|(identity, _)| Some(identity) != before.as_ref());
    let modified = modified_at(&handle).await.unwrap_or_default();
    remember(targets, &file.identity, WriteTarget::Handle { handle, modified });
    Ok(file)
}

async fn save_somewhere(targets: &WriteTargets, name: &str, bytes: &[u8]) -> Saved {
    if !has(&window(), "showSaveFilePicker") {
        download(name, bytes)?;
        return Ok(Some(named(name, bytes).into()));
    }
    let options = object(&[("suggestedName", &name.into())]);
    match call_async(&window(), "showSaveFilePicker", &[&options]).await {
        Ok(handle) => Ok(Some(write_handle(targets, handle, bytes).await?.into())),
        Err(thrown) if is_abort(&thrown) => Ok(None),
        Err(thrown) => Err(thrown.into()),
    }
}

/// Into the browser's download folder.
pub fn download(name: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let blob = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes)))?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // The URL must stay valid until the browser has started the download.
    after(move || drop(Url::revoke_object_url(&address)), 60_000);
    Ok(())
}

async fn upload() -> Result<Option<LoadedFile>, Failure> {
    let input: HtmlInputElement = document().create_element("input")?.unchecked_into();
    input.set_type("file");
    input.set_accept(".sgf,.SGF,application/x-go-sgf,.pgn,.PGN,application/vnd.chess-pgn");
    input.click();
    wait_for_event(&input, &["change", "cancel"]).await;
    let Some(file) = input.files().and_then(|files| files.get(0)) else { return Ok(None) };
    let bytes = bytes_of(&file).await?;
    Ok(Some(LoadedFile { file: named(&file.name(), &bytes), bytes, modified: None, old_key: None }))
}

/// A dropped item: its file, and the handle to write back to where the browser gives one.
struct Dropped {
    handle: Option<Promise>,
    file: Option<web_sys::File>,
}

impl Dropped {
    fn of(item: &web_sys::DataTransferItem) -> Option<Dropped> {
        let handle = || js::call(item, "getAsFileSystemHandle", &[]).ok()?.dyn_into().ok();
        let file = || item.get_as_file().ok().flatten();
        (item.kind() == "file").then(|| Dropped { handle: handle(), file: file() })
    }

    async fn read(self, targets: &WriteTargets) -> Result<LoadedFile, Failure> {
        let handle = match self.handle {
            Some(promise) => JsFuture::from(promise).await.ok().filter(JsValue::is_object),
            None => None,
        };
        if let Some(handle) = handle.filter(|handle| text(handle, "kind") == "file") {
            return read_handle(targets, handle).await;
        }
        let file = self.file.ok_or_else(|| Failure(crate::language::frame().not_a_file.to_owned()))?;
        let bytes = bytes_of(&file).await?;
        Ok(LoadedFile { file: named(&file.name(), &bytes), bytes, modified: None, old_key: None })
    }
}
