//! Files in the browser: through its pickers where it has them, else by upload and download; and the files that the
//! studio was started with, through the studio.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::{document, window};
use study::FileName;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Array, Promise, Uint8Array};
use web_sys::{Blob, DataTransfer, HtmlAnchorElement, HtmlInputElement, Url};

use super::browser::{bytes_of, event, fingerprint, soon};
use super::script::{ask, call, has, is_abort, object, text};
use super::studio::{self, Given};
use super::{Failure, FileBridge, Found, Later, Saved};

/// Where a file can be written back to.
#[derive(Clone)]
enum Home {
    /// A handle that the player picked or dropped.
    Handle(JsValue),
    /// Named when the studio was started; what it held when we last saw it.
    Studio { number: u32, tag: String },
}

/// By identity.
type Homes = Rc<RefCell<Vec<(String, Home)>>>;

#[derive(Default)]
pub struct BrowserFiles {
    homes: Homes,
}

impl FileBridge for BrowserFiles {
    fn given(&self) -> Later<Vec<Result<Found, Failure>>> {
        let homes = self.homes.clone();
        Box::pin(async move {
            let mut found = Vec::new();
            for given in studio::list().await.unwrap_or_default() {
                found.push(read_given(&homes, given).await);
            }
            found
        })
    }

    fn lent(&self, entry: &JsValue) -> Later<Result<Found, Failure>> {
        let (homes, given) = (self.homes.clone(), Given::of(entry));
        Box::pin(async move { read_given(&homes, given).await })
    }

    fn pick(&self) -> Later<Result<Option<Found>, Failure>> {
        let homes = self.homes.clone();
        Box::pin(async move {
            if !has(&window(), "showOpenFilePicker") {
                return upload().await;
            }
            match ask(&window(), "showOpenFilePicker", &[]).await {
                Ok(handles) => match Array::from(&handles).get(0) {
                    handle if handle.is_object() => read_handle(&homes, handle).await.map(Some),
                    _ => Ok(None),
                },
                Err(thrown) if is_abort(&thrown) => Ok(None),
                Err(thrown) => Err(thrown.into()),
            }
        })
    }

    fn dropped(&self, transfer: &DataTransfer) -> Later<Vec<Result<Found, Failure>>> {
        let homes = self.homes.clone();
        let items = transfer.items();
        let dropped: Vec<Dropped> =
            (0..items.length()).filter_map(|n| items.get(n)).filter_map(|item| Dropped::of(&item)).collect();
        Box::pin(async move {
            let mut found = Vec::new();
            for one in dropped {
                found.push(one.read(&homes).await);
            }
            found
        })
    }

    fn write(&self, file: Option<FileName>, name: String, bytes: Vec<u8>) -> Later<Saved> {
        let homes = self.homes.clone();
        let home = file.as_ref().and_then(|file| home_of(&homes, &file.identity));
        Box::pin(async move {
            match (home, file) {
                (Some(Home::Handle(handle)), _) => write_handle(&homes, handle, &bytes).await.map(Some),
                (Some(Home::Studio { number, tag }), Some(file)) => {
                    let tag = studio::write(number, &tag, &bytes).await?;
                    settle(&homes, &file.identity, Home::Studio { number, tag });
                    Ok(Some(file))
                }
                _ => save_somewhere(&homes, &name, &bytes).await,
            }
        })
    }

    fn save_as(&self, name: String, bytes: Vec<u8>) -> Later<Saved> {
        let homes = self.homes.clone();
        Box::pin(async move { save_somewhere(&homes, &name, &bytes).await })
    }
}

fn home_of(homes: &Homes, identity: &str) -> Option<Home> {
    homes.borrow().iter().find(|(known, _)| known == identity).map(|(_, home)| home.clone())
}

fn settle(homes: &Homes, identity: &str, home: Home) {
    let mut homes = homes.borrow_mut();
    homes.retain(|(known, _)| known != identity);
    homes.push((identity.to_owned(), home));
}

/// Browsers tell no paths: a file is what it is called and what it holds.
pub fn named(name: &str, bytes: &[u8]) -> FileName {
    let identity = format!("{name}#{:016x}", fingerprint(bytes));
    FileName { name: name.to_owned(), path: None, identity }
}

async fn read_given(homes: &Homes, given: Given) -> Result<Found, Failure> {
    let (found, tag) = studio::read(&given).await?;
    settle(homes, &found.file.identity, Home::Studio { number: given.number, tag });
    Ok(found)
}

async fn read_handle(homes: &Homes, handle: JsValue) -> Result<Found, Failure> {
    let file: Blob = ask(&handle, "getFile", &[]).await?.unchecked_into();
    let bytes = bytes_of(&file).await?;
    let file = match known(homes, &handle).await {
        Some(identity) => FileName { name: text(&handle, "name"), path: None, identity },
        None => named(&text(&handle, "name"), &bytes),
    };
    settle(homes, &file.identity, Home::Handle(handle));
    Ok(Found { file, bytes, modified: None })
}

/// The identity of a file that is open already, however much it has changed since.
async fn known(homes: &Homes, handle: &JsValue) -> Option<String> {
    let handles: Vec<(String, Home)> = homes.borrow().clone();
    for (identity, home) in handles {
        if let Home::Handle(other) = home
            && ask(handle, "isSameEntry", &[&other]).await.is_ok_and(|same| same.is_truthy())
        {
            return Some(identity);
        }
    }
    None
}

async fn write_handle(homes: &Homes, handle: JsValue, bytes: &[u8]) -> Result<FileName, Failure> {
    let stream = ask(&handle, "createWritable", &[]).await?;
    ask(&stream, "write", &[&Uint8Array::from(bytes)]).await?;
    ask(&stream, "close", &[]).await?;
    let file = named(&text(&handle, "name"), bytes);
    let before = known(homes, &handle).await;
    homes.borrow_mut().retain(|(identity, _)| Some(identity) != before.as_ref());
    settle(homes, &file.identity, Home::Handle(handle));
    Ok(file)
}

async fn save_somewhere(homes: &Homes, name: &str, bytes: &[u8]) -> Saved {
    if !has(&window(), "showSaveFilePicker") {
        download(name, bytes)?;
        return Ok(Some(named(name, bytes)));
    }
    let options = object(&[("suggestedName", &name.into())]);
    match ask(&window(), "showSaveFilePicker", &[&options]).await {
        Ok(handle) => write_handle(homes, handle, bytes).await.map(Some),
        Err(thrown) if is_abort(&thrown) => Ok(None),
        Err(thrown) => Err(thrown.into()),
    }
}

/// Into the folder where this browser keeps what it loads.
pub fn download(name: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let blob = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes)))?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // The browser needs the address until it has begun to read it.
    soon(move || drop(Url::revoke_object_url(&address)), 60_000);
    Ok(())
}

async fn upload() -> Result<Option<Found>, Failure> {
    let input: HtmlInputElement = document().create_element("input")?.unchecked_into();
    input.set_type("file");
    input.set_accept(".sgf,.SGF,application/x-go-sgf,.pgn,.PGN,application/vnd.chess-pgn");
    input.click();
    event(&input, &["change", "cancel"]).await;
    let Some(file) = input.files().and_then(|files| files.get(0)) else { return Ok(None) };
    let bytes = bytes_of(&file).await?;
    Ok(Some(Found { file: named(&file.name(), &bytes), bytes, modified: None }))
}

/// Something dropped: its content, and where the browser gives one, the handle to write back to.
struct Dropped {
    handle: Option<Promise>,
    file: Option<web_sys::File>,
}

impl Dropped {
    fn of(item: &web_sys::DataTransferItem) -> Option<Dropped> {
        let handle = || call(item, "getAsFileSystemHandle", &[]).ok()?.dyn_into().ok();
        let file = || item.get_as_file().ok().flatten();
        (item.kind() == "file").then(|| Dropped { handle: handle(), file: file() })
    }

    async fn read(self, homes: &Homes) -> Result<Found, Failure> {
        let handle = match self.handle {
            Some(promise) => JsFuture::from(promise).await.ok().filter(JsValue::is_object),
            None => None,
        };
        if let Some(handle) = handle.filter(|handle| text(handle, "kind") == "file") {
            return read_handle(homes, handle).await;
        }
        let file = self.file.ok_or_else(|| Failure(crate::language::frame().not_a_file.to_owned()))?;
        let bytes = bytes_of(&file).await?;
        Ok(Found { file: named(&file.name(), &bytes), bytes, modified: None })
    }
}
