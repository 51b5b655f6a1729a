//! The host where the page is in a window of its own: paths, native dialogs, a folder for unsaved work.

use std::cell::RefCell;
use std::rc::Rc;

use study::FileName;
use wasm_bindgen::JsValue;
use web_sys::js_sys::{Array, encode_uri_component};
use web_sys::{DataTransfer, Response, XmlHttpRequest};

use super::line::Line;
use super::script::ask;
use super::studio::{self, Given, answered, bytes_of, fetch, tag_of};
use super::{AsideBridge, Clipboard, Failure, FileBridge, Found, Kept, Later, Saved, shell};

/// How the desk begins the keys of games that have no file yet.
const NEW: &str = "new-";

/// By identity: the number that the program knows the file by, and the tag of what it held when we last saw it.
type Homes = Rc<RefCell<Vec<(String, u32, String)>>>;

#[derive(Default)]
pub struct DesktopFiles {
    homes: Homes,
}

impl FileBridge for DesktopFiles {
    fn given(&self) -> Later<Vec<Result<Found, Failure>>> {
        let homes = self.homes.clone();
        Box::pin(async move {
            let mut found = Vec::new();
            for given in shell::take_files() {
                found.push(read(&homes, given).await);
            }
            found
        })
    }

    fn lent(&self, entry: &JsValue) -> Later<Result<Found, Failure>> {
        let (homes, given) = (self.homes.clone(), Given::of(entry));
        Box::pin(async move { read(&homes, given).await })
    }

    fn pick(&self) -> Later<Result<Option<Found>, Failure>> {
        let homes = self.homes.clone();
        Box::pin(async move {
            let response = answered(fetch("POST", "/api/shell/pick", None, None).await?).await?;
            match entry(&response).await? {
                Some(given) => read(&homes, given).await.map(Some),
                None => Ok(None),
            }
        })
    }

    /// The window takes what is dropped on it, and tells of it as of any file that the system opens.
    fn dropped(&self, _: &DataTransfer) -> Later<Vec<Result<Found, Failure>>> {
        Box::pin(async { Vec::new() })
    }

    fn write(&self, file: Option<FileName>, name: String, bytes: Vec<u8>) -> Later<Saved> {
        let homes = self.homes.clone();
        let home = file.as_ref().and_then(|file| home_of(&homes, &file.identity));
        Box::pin(async move {
            match (home, file) {
                (Some((number, tag)), Some(file)) => {
                    let tag = studio::write(number, &tag, &bytes).await?;
                    settle(&homes, &file, number, tag);
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

fn home_of(homes: &Homes, identity: &str) -> Option<(u32, String)> {
    let homes = homes.borrow();
    homes.iter().find(|(known, ..)| known == identity).map(|(_, number, tag)| (*number, tag.clone()))
}

fn settle(homes: &Homes, file: &FileName, number: u32, tag: String) {
    let mut homes = homes.borrow_mut();
    homes.retain(|(known, ..)| *known != file.identity);
    homes.push((file.identity.clone(), number, tag));
}

async fn read(homes: &Homes, given: Given) -> Result<Found, Failure> {
    let (found, tag) = studio::read(&given).await?;
    settle(homes, &found.file, given.number, tag);
    Ok(found)
}

async fn save_somewhere(homes: &Homes, name: &str, bytes: &[u8]) -> Saved {
    let address = format!("/api/shell/save?name={}", encode_uri_component(name));
    let response = answered(fetch("POST", &address, None, Some(bytes)).await?).await?;
    let tag = tag_of(&response);
    let Some(given) = entry(&response).await? else { return Ok(None) };
    let file = given.file();
    settle(homes, &file, given.number, tag);
    Ok(Some(file))
}

/// The file that the player chose; none: thought better of it.
async fn entry(response: &Response) -> Result<Option<Given>, JsValue> {
    match response.status() {
        204 => Ok(None),
        _ => Ok(Some(Given::of(&ask(response, "json", &[]).await?))),
    }
}

/// Work on it is done one piece after the other.
pub struct DesktopAside {
    line: Rc<Line>,
    /// How the keys of this desk's new games begin.
    ours: String,
}

impl DesktopAside {
    pub fn new(desk: u64) -> DesktopAside {
        DesktopAside { line: Rc::default(), ours: format!("{NEW}{desk:x}-") }
    }
}

fn address(key: &str) -> String {
    format!("/api/shell/aside?key={}", encode_uri_component(key))
}

impl AsideBridge for DesktopAside {
    fn put(&self, key: String, bytes: Vec<u8>) -> Later<Result<(), Failure>> {
        let put = self.line.queue(async move {
            let response = fetch("PUT", &address(&key), None, Some(&bytes)).await?;
            answered(response).await.map(drop)
        });
        let gone = || Failure(crate::language::frame().studio_away.trim_end_matches(['.', '。']).to_owned());
        Box::pin(async move { put.await.unwrap_or_else(|| Err(gone())) })
    }

    fn put_at_once(&self, key: &str, bytes: &[u8]) {
        let send = || -> Result<(), JsValue> {
            let request = XmlHttpRequest::new()?;
            request.open_with_async("PUT", &address(key), false)?;
            request.set_request_header(shell::KEY, &shell::key().unwrap_or_default())?;
            request.send_with_opt_u8_array(Some(bytes))
        };
        // The page is going: there is nobody to tell.
        let _ = send();
    }

    fn get(&self, key: String) -> Later<Option<Kept>> {
        let get = self.line.queue(async move {
            let response = fetch("GET", &address(&key), None, None).await.ok()?;
            let at = response.headers().get("X-Tabiya-At").ok()??.parse().ok()?;
            Some(Kept { at, bytes: bytes_of(&response).await.ok()? })
        });
        Box::pin(async move { get.await.flatten() })
    }

    /// There is one window, so what another desk has left has nobody else.
    fn lost(&self) -> Later<Vec<String>> {
        let ours = self.ours.clone();
        let lost = self.line.queue(async move {
            let response = fetch("GET", "/api/shell/asides", None, None).await.ok()?;
            let keys = Array::from(&ask(&response, "json", &[]).await.ok()?);
            let keys = keys.iter().filter_map(|key| key.as_string());
            Some(keys.filter(|key| key.starts_with(NEW) && !key.starts_with(&ours)).collect())
        });
        Box::pin(async move { lost.await.flatten().unwrap_or_default() })
    }

    fn forget(&self, key: String) -> Later<()> {
        let forget = self.line.queue(async move {
            // What cannot be forgotten is offered again, and collected some day.
            let _ = fetch("DELETE", &address(&key), None, None).await;
        });
        Box::pin(async move { forget.await.unwrap_or_default() })
    }

    fn settled(&self) -> Later<()> {
        let settled = self.line.queue(async {});
        Box::pin(async move { settled.await.unwrap_or_default() })
    }

    /// The program does it when it starts.
    fn collect(&self) -> Later<()> {
        Box::pin(async {})
    }
}

pub struct DesktopClipboard;

impl Clipboard for DesktopClipboard {
    fn copy(&self, text: String) -> Later<Result<(), Failure>> {
        Box::pin(async move {
            let response = fetch("POST", "/api/shell/copy", None, Some(text.as_bytes())).await?;
            answered(response).await.map(drop)
        })
    }
}
