//! What the studio asks of its host, one trait for each kind, and the browser as a host. The desktop shell is another.

mod aside;
mod browser;
mod clipboard;
mod desktop;
mod drawer;
mod files;
mod line;
mod shelf;
pub mod shell;
mod studio;

use std::fmt;
use std::pin::Pin;
use std::rc::Rc;

use study::FileName;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::DataTransfer;

pub use crate::script;
pub use aside::BrowserAside;
pub use browser::{bytes_of, in_time};
pub use clipboard::BrowserClipboard;
pub use desktop::{DesktopAside, DesktopClipboard, DesktopFiles};
pub use drawer::Drawer;
pub use files::{BrowserFiles, download, named};

/// Done some time, on the page's own thread.
pub type Later<T> = Pin<Box<dyn Future<Output = T>>>;

/// What the host could not do, in words for the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<JsValue> for Failure {
    fn from(thrown: JsValue) -> Failure {
        let error = thrown.dyn_ref::<web_sys::js_sys::Error>().map(|error| String::from(error.message()));
        Failure(error.unwrap_or_else(|| crate::language::frame().browser_refused.to_owned()))
    }
}

/// A file with what is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub file: FileName,
    pub bytes: Vec<u8>,
    /// When it was last written, in milliseconds since 1970, if its identity does not hang on what it holds.
    pub modified: Option<f64>,
}

/// Work that was put aside, and when, in milliseconds since 1970.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    pub at: f64,
    pub bytes: Vec<u8>,
}

pub trait FileBridge {
    /// The files that were named when the studio was started and, in a window of its own, since this was last asked.
    fn given(&self) -> Later<Vec<Result<Found, Failure>>>;
    /// One that the studio lends, by its entry.
    fn lent(&self, entry: &JsValue) -> Later<Result<Found, Failure>>;
    /// Asks the player for a file. None: thought better of it.
    fn pick(&self) -> Later<Result<Option<Found>, Failure>>;
    /// What was dropped on the page. Reads the transfer at once: it is empty as soon as the event is over.
    fn dropped(&self, transfer: &DataTransfer) -> Later<Vec<Result<Found, Failure>>>;
    /// Writes back to where the file came from, or wherever the player says.
    fn write(&self, file: Option<FileName>, name: String, bytes: Vec<u8>) -> Later<Saved>;
    fn save_as(&self, name: String, bytes: Vec<u8>) -> Later<Saved>;
}

/// None: thought better of it.
pub type Saved = Result<Option<FileName>, Failure>;

/// Keeps unsaved work where a crash does not reach it.
pub trait AsideBridge {
    fn put(&self, key: String, bytes: Vec<u8>) -> Later<Result<(), Failure>>;
    /// Done when it returns, for a page that is about to go; not every size fits.
    fn put_at_once(&self, key: &str, bytes: &[u8]);
    fn get(&self, key: String) -> Later<Option<Kept>>;
    /// Keys of new games that were never saved and that no other page has on its desk. From now on this page has them.
    fn lost(&self) -> Later<Vec<String>>;
    fn forget(&self, key: String) -> Later<()>;
    /// Once all that was asked before is done.
    fn settled(&self) -> Later<()>;
    /// Throws away what nobody has asked for in seven days.
    fn collect(&self) -> Later<()>;
}

pub trait Clipboard {
    fn copy(&self, text: String) -> Later<Result<(), Failure>>;
}

/// The host that this page runs in.
#[derive(Clone)]
pub struct Host {
    pub files: Rc<dyn FileBridge>,
    pub aside: Rc<dyn AsideBridge>,
    pub clipboard: Rc<dyn Clipboard>,
}

impl Host {
    /// `desk` is the name of the desk that puts its work aside here.
    pub fn here(desk: u64) -> Host {
        if shell::is_here() { Host::desktop(desk) } else { Host::browser(desk) }
    }

    fn desktop(desk: u64) -> Host {
        Host {
            files: Rc::new(DesktopFiles::default()),
            aside: Rc::new(DesktopAside::new(desk)),
            clipboard: Rc::new(DesktopClipboard),
        }
    }

    fn browser(desk: u64) -> Host {
        Host {
            files: Rc::new(BrowserFiles::default()),
            aside: Rc::new(BrowserAside::new(desk)),
            clipboard: Rc::new(BrowserClipboard),
        }
    }
}
