//! What the page asks of the program whose window it is in: files by their paths, native dialogs, the clipboard, a folder
//! for unsaved work, and the end of the program. There are such routes only where there is such a program, and they
//! answer only to the page that was given the key.

mod aside;
mod events;
mod routes;

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use crate::opened::Files;
use aside::Aside;
use events::Events;

pub(crate) use routes::{needs_key, routes};

/// A page that has not heard in this time that the program is to end will not hear it at all.
const UNHEARD: Duration = Duration::from_secs(5);
/// The system waits no longer than this for programs that it ends.
const LEAVING: Duration = Duration::from_secs(3);

pub type Later<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// What the page knows of the window's menus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Menus {
    /// The tag of the page's language.
    pub language: String,
    /// The player's own keys, as the page keeps them.
    pub keys: String,
    /// The rows of the desk's table that can be chosen. None: there is no desk yet.
    pub rows: Option<Vec<usize>>,
}

/// What only a program with a window can do.
pub trait Native: Send + Sync + 'static {
    /// Asks for a file to open. None: thought better of it.
    fn pick(&self) -> Later<Option<PathBuf>>;
    /// Asks where to save something of that name. None: thought better of it.
    fn place(&self, suggested: &str) -> Later<Option<PathBuf>>;
    fn copy(&self, text: String) -> Result<(), String>;
    /// Has the menus say and offer this from now on.
    fn show_menus(&self, menus: Menus);
    /// Ends the program; what comes after is not done any more.
    fn end(&self);
}

/// What stands between the program with the window and the page in it.
pub struct Shell {
    key: String,
    files: Files,
    events: Events,
    aside: Aside,
    native: Box<dyn Native>,
    /// How often the page was told that the program is to end, and how many of these it has heard.
    asked: AtomicU64,
    heard: AtomicU64,
}

impl Shell {
    /// `unsaved` is the folder in which unsaved work is kept.
    pub fn new(native: impl Native, unsaved: PathBuf) -> Result<Arc<Shell>, getrandom::Error> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret)?;
        let aside = Aside::in_folder(unsaved);
        aside.collect();
        Ok(Arc::new(Shell {
            key: secret.iter().map(|byte| format!("{byte:02x}")).collect(),
            files: Files::default(),
            events: Events::default(),
            aside,
            native: Box::new(native),
            asked: AtomicU64::new(0),
            heard: AtomicU64::new(0),
        }))
    }

    /// The page says it with every request.
    pub fn key(&self) -> &str {
        &self.key
    }

    pub(crate) fn files(&self) -> Files {
        self.files.clone()
    }

    /// A file that the user has asked the system to open. It waits until the page is there.
    pub fn activate(&self, path: &Path) {
        self.events.push(json!({ "kind": "open", "file": self.files.add(path) }));
    }

    /// A row of the desk's table of commands. `leads`: it leads to the desk from wherever the user is.
    pub fn command(&self, row: usize, leads: bool) {
        self.events.push(json!({ "kind": "command", "row": row, "leads": leads }));
    }

    /// The list of keys, in whatever room the user is.
    pub fn show_keys(&self) {
        self.events.push(json!({ "kind": "keys" }));
    }

    /// To another room of the page.
    pub fn go(&self, place: &str) {
        self.events.push(json!({ "kind": "go", "place": place }));
    }

    /// The user wants to leave: the page asks about unsaved work and then has the program end.
    pub fn ask_to_quit(self: &Arc<Self>) {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        self.events.push(json!({ "kind": "quit" }));
        let shell = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(UNHEARD).await;
            if shell.heard.load(Ordering::SeqCst) < asked {
                shell.native.end();
            }
        });
    }

    /// The system ends the program: unsaved work is put aside, and nobody is asked.
    pub fn leave(self: &Arc<Self>) {
        self.events.push(json!({ "kind": "leave" }));
        let shell = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(LEAVING).await;
            shell.native.end();
        });
    }

    fn hear(&self) {
        self.heard.store(self.asked.load(Ordering::SeqCst), Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[derive(Default, Clone)]
    struct Window(Arc<AtomicBool>);

    impl Native for Window {
        fn pick(&self) -> Later<Option<PathBuf>> {
            Box::pin(async { None })
        }

        fn place(&self, _: &str) -> Later<Option<PathBuf>> {
            Box::pin(async { None })
        }

        fn copy(&self, _: String) -> Result<(), String> {
            Ok(())
        }

        fn show_menus(&self, _: Menus) {}

        fn end(&self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    fn shell() -> (Arc<Shell>, Window) {
        let window = Window::default();
        let folder = tempfile::tempdir().unwrap();
        (Shell::new(window.clone(), folder.path().to_owned()).unwrap(), window)
    }

    fn ended(window: &Window) -> bool {
        window.0.load(Ordering::SeqCst)
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_that_does_not_hear_does_not_hold_the_program() {
        let (shell, window) = shell();
        shell.ask_to_quit();
        tokio::time::sleep(UNHEARD / 2).await;
        assert!(!ended(&window));
        tokio::time::sleep(UNHEARD).await;
        assert!(ended(&window));
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_that_has_heard_may_ask_as_long_as_it_likes() {
        let (shell, window) = shell();
        shell.ask_to_quit();
        shell.hear();
        tokio::time::sleep(UNHEARD * 100).await;
        assert!(!ended(&window));
        shell.ask_to_quit();
        tokio::time::sleep(UNHEARD * 2).await;
        assert!(ended(&window), "the second time it did not hear");
    }

    #[tokio::test(start_paused = true)]
    async fn the_system_is_not_kept_waiting() {
        let (shell, window) = shell();
        shell.leave();
        tokio::time::sleep(LEAVING * 2).await;
        assert!(ended(&window));
    }

    #[tokio::test]
    async fn files_wait_for_the_page_in_their_order() {
        let (shell, _) = shell();
        shell.activate(Path::new("/games/a.sgf"));
        shell.activate(Path::new("/games/b.sgf"));
        let (first, event) = shell.events.next(0).await;
        assert_eq!(event["file"]["name"], "a.sgf");
        let (second, event) = shell.events.next(first).await;
        assert_eq!((second, &event["file"]["name"]), (first + 1, &json!("b.sgf")));
    }
}
