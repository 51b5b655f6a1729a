//! What the page needs from its host (files, autosaves, clipboard) as traits, implemented for a browser and for
//! the desktop program.

mod autosave_store;
mod clipboard;
mod desktop;
mod files;
mod indexed_store;
pub mod job_queue;
mod local_store;
mod promises;
pub mod shell;
mod studio_files;

use std::fmt;
use std::pin::Pin;
use std::rc::Rc;

use api::files::{OpenedFile, Replaced};
use study::FileName;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::DataTransfer;

pub use autosave_store::BrowserAutosave;
pub use clipboard::BrowserClipboard;
pub use desktop::{DesktopAutosave, DesktopClipboard, DesktopFiles};
pub use files::{BrowserFiles, download, named};
pub use indexed_store::IndexedStore;
pub use promises::{bytes_of, in_time, next_task};
pub use studio_files::{name_of, unplaced_name};

/// Not `Send`: the page has one thread.
pub type LocalFuture<T> = Pin<Box<dyn Future<Output = T>>>;

/// Why something failed, as text for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Failure {
    /// As a sentence with exactly one full stop.
    pub fn sentence(&self) -> String {
        if self.0.ends_with(['.', '。', '!', '?']) { self.0.clone() } else { format!("{}.", self.0) }
    }
}

impl From<JsValue> for Failure {
    fn from(thrown: JsValue) -> Failure {
        let error = thrown.dyn_ref::<web_sys::js_sys::Error>().map(|error| String::from(error.message()));
        Failure(error.unwrap_or_else(|| crate::language::frame().browser_refused.to_owned()))
    }
}

/// A file and its contents.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedFile {
    pub file: FileName,
    pub bytes: Vec<u8>,
    /// When it was last written, in milliseconds since 1970; none where the identity depends on the contents.
    pub modified: Option<f64>,
    /// The key under which earlier versions autosaved it, if that is not its identity.
    pub old_key: Option<String>,
}

/// Unsaved work; `saved_at` is in milliseconds since 1970.
#[derive(Clone, Debug, PartialEq)]
pub struct Autosave {
    pub saved_at: f64,
    pub bytes: Vec<u8>,
}

pub trait FileAccess {
    /// Files named on the studio's command line and, on the desktop, opened through the system since the last call.
    fn pending(&self) -> LocalFuture<Vec<Result<LoadedFile, Failure>>>;
    /// Reads a file on the studio's disk, by its entry in the list of opened files.
    fn read_opened(&self, file: OpenedFile) -> LocalFuture<Result<LoadedFile, Failure>>;
    /// Asks the player for a file. None: cancelled.
    fn pick(&self) -> LocalFuture<Result<Option<LoadedFile>, Failure>>;
    /// Files dropped on the page. Reads the transfer synchronously: it is empty once the event handler returns.
    fn dropped(&self, transfer: &DataTransfer) -> LocalFuture<Vec<Result<LoadedFile, Failure>>>;
    /// Writes back to where the file came from, or asks the user where to save. `overwrite`: even if another program has
    /// changed the file.
    fn write(
        &self,
        file: Option<FileName>,
        name: String,
        bytes: Vec<u8>,
        overwrite: bool,
    ) -> LocalFuture<Saved>;
    fn save_as(&self, name: String, bytes: Vec<u8>) -> LocalFuture<Saved>;
    /// What a file contains now. `reload`: what is written next replaces these contents; otherwise those read before.
    fn read_again(&self, file: &FileName, reload: bool) -> LocalFuture<Result<Vec<u8>, Failure>>;
    /// The identities of files that another program has changed since their contents were read or written here, each once
    /// for every change.
    fn changed(&self) -> LocalFuture<Vec<String>>;
    /// The number of a file on the studio's disk in the list of opened files.
    fn number_of(&self, file: &FileName) -> Option<usize>;
    /// The entity tag of the contents of such a file that were read or written last.
    fn tag_of(&self, file: &FileName) -> Option<String>;
}

/// For a file that was uploaded, which the browser shows only once.
fn not_readable() -> Failure {
    Failure(crate::language::frame().not_a_file.to_owned())
}

/// None: cancelled.
pub type Saved = Result<Option<SavedFile>, NotSaved>;

#[derive(Clone, Debug, PartialEq)]
pub struct SavedFile {
    pub file: FileName,
    pub replaced: Replaced,
}

impl From<FileName> for SavedFile {
    fn from(file: FileName) -> SavedFile {
        SavedFile { file, replaced: Replaced::default() }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum NotSaved {
    /// Another program has changed the file since it was read.
    FileChanged,
    Failed(Failure),
}

impl<E: Into<Failure>> From<E> for NotSaved {
    fn from(error: E) -> NotSaved {
        NotSaved::Failed(error.into())
    }
}

/// Stores unsaved work so that it survives a crash.
pub trait AutosaveStore {
    fn save(&self, key: String, bytes: Vec<u8>) -> LocalFuture<Result<(), Failure>>;
    /// Synchronous, for a page that is about to be closed; fails silently for large files.
    fn save_now(&self, key: &str, bytes: &[u8]);
    fn load(&self, key: String) -> LocalFuture<Option<Autosave>>;
    /// Keys of games without a known file that no other open page edits. This page owns them from now on.
    fn orphaned(&self) -> LocalFuture<Vec<String>>;
    fn discard(&self, key: String) -> LocalFuture<()>;
    /// Resolves when all earlier operations are done.
    fn flushed(&self) -> LocalFuture<()>;
    /// Removes autosaves older than seven days.
    fn remove_expired(&self) -> LocalFuture<()>;
}

pub trait Clipboard {
    fn copy(&self, text: String) -> LocalFuture<Result<(), Failure>>;
}

/// The host of this page: a browser or the desktop program.
#[derive(Clone)]
pub struct Host {
    pub files: Rc<dyn FileAccess>,
    pub autosave: Rc<dyn AutosaveStore>,
    pub clipboard: Rc<dyn Clipboard>,
}

impl Host {
    /// `workspace` identifies the workspace whose unsaved work is stored here.
    pub fn here(workspace: u64) -> Host {
        if shell::is_here() { Host::desktop(workspace) } else { Host::browser(workspace) }
    }

    fn desktop(workspace: u64) -> Host {
        Host {
            files: Rc::new(DesktopFiles::default()),
            autosave: Rc::new(DesktopAutosave::new(workspace)),
            clipboard: Rc::new(DesktopClipboard),
        }
    }

    fn browser(workspace: u64) -> Host {
        Host {
            files: Rc::new(BrowserFiles::default()),
            autosave: Rc::new(BrowserAutosave::new(workspace)),
            clipboard: Rc::new(BrowserClipboard),
        }
    }
}
