//! The desktop program's services for the page in its window: files by path, native dialogs, the clipboard, autosaves, and
//! quitting. The routes exist only in the desktop program.

mod autosave_store;
mod events;
mod routes;

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use api::shell::{Event, Menus};

use crate::opened_files::OpenedFiles;
use crate::part_files::remove_part_files;
use autosave_store::AutosaveStore;
use events::Events;

pub(crate) use routes::routes;

/// A page that has not confirmed a request to quit in this time does not respond.
const CONFIRM_TIMEOUT: Duration = Duration::from_secs(5);
/// The system waits no longer than this for programs that it closes.
const EXIT_TIMEOUT: Duration = Duration::from_secs(3);

pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// What only a native program can do.
pub trait Native: Send + Sync + 'static {
    /// Asks for a file to open. None: cancelled.
    fn pick(&self) -> BoxFuture<Option<PathBuf>>;
    /// Asks where to save a file of that name. None: cancelled.
    fn choose_save_path(&self, suggested: &str) -> BoxFuture<Option<PathBuf>>;
    fn copy(&self, text: String) -> Result<(), String>;
    /// Updates the language, keys and available commands of the menus.
    fn show_menus(&self, menus: Menus);
    /// Exits the program.
    fn exit(&self);
}

/// The connection between the desktop program and the page in its window.
pub struct Shell {
    files: OpenedFiles,
    events: Events,
    autosaves: AutosaveStore,
    native: Box<dyn Native>,
    /// How often the page was asked to quit, and how many of these requests it has confirmed.
    quit_requests: AtomicU64,
    confirmed: AtomicU64,
}

impl Shell {
    /// `unsaved` is the folder for autosaves.
    pub fn new(native: impl Native, unsaved: PathBuf) -> Arc<Shell> {
        remove_part_files(&unsaved);
        let autosaves = AutosaveStore::in_folder(unsaved);
        autosaves.remove_expired();
        Arc::new(Shell {
            files: OpenedFiles::default(),
            events: Events::default(),
            autosaves,
            native: Box::new(native),
            quit_requests: AtomicU64::new(0),
            confirmed: AtomicU64::new(0),
        })
    }

    pub(crate) fn files(&self) -> OpenedFiles {
        self.files.clone()
    }

    /// Opens a file that the system passed to the program, once the page is loaded.
    pub fn activate(&self, path: &Path) {
        self.events.push(Event::Open { file: self.files.add(path) });
    }

    /// Runs a row of Study's table of commands. `leads`: it goes to Study from any page.
    pub fn command(&self, row: usize, leads: bool) {
        self.events.push(Event::Command { row, leads });
    }

    /// Shows the list of keys of the current page.
    pub fn show_keys(&self) {
        self.events.push(Event::Keys);
    }

    /// Goes to another page.
    pub fn go(&self, path: &str) {
        self.events.push(Event::Go { place: path.to_owned() });
    }

    /// The user wants to quit: the page asks about unsaved work and then exits the program.
    pub fn ask_to_quit(self: &Arc<Self>) {
        let requested = self.quit_requests.fetch_add(1, Ordering::SeqCst) + 1;
        self.events.push(Event::Quit);
        let shell = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(CONFIRM_TIMEOUT).await;
            if shell.confirmed.load(Ordering::SeqCst) < requested {
                shell.native.exit();
            }
        });
    }

    /// The system closes the program: unsaved work is autosaved without questions.
    pub fn leave(self: &Arc<Self>) {
        self.events.push(Event::Leave);
        let shell = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(EXIT_TIMEOUT).await;
            shell.native.exit();
        });
    }

    fn confirm_quit(&self) {
        self.confirmed.store(self.quit_requests.load(Ordering::SeqCst), Ordering::SeqCst);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[derive(Default, Clone)]
    pub(crate) struct Window(Arc<AtomicBool>);

    impl Native for Window {
        fn pick(&self) -> BoxFuture<Option<PathBuf>> {
            Box::pin(async { None })
        }

        fn choose_save_path(&self, _: &str) -> BoxFuture<Option<PathBuf>> {
            Box::pin(async { None })
        }

        fn copy(&self, _: String) -> Result<(), String> {
            Ok(())
        }

        fn show_menus(&self, _: Menus) {}

        fn exit(&self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    pub(crate) fn shell() -> (Arc<Shell>, Window) {
        let window = Window::default();
        let folder = tempfile::tempdir().unwrap();
        (Shell::new(window.clone(), folder.path().to_owned()), window)
    }

    fn exited(window: &Window) -> bool {
        window.0.load(Ordering::SeqCst)
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_that_does_not_respond_does_not_block_quitting() {
        let (shell, window) = shell();
        shell.ask_to_quit();
        tokio::time::sleep(CONFIRM_TIMEOUT / 2).await;
        assert!(!exited(&window));
        tokio::time::sleep(CONFIRM_TIMEOUT).await;
        assert!(exited(&window));
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_that_has_confirmed_may_ask_questions_without_a_time_limit() {
        let (shell, window) = shell();
        shell.ask_to_quit();
        shell.confirm_quit();
        tokio::time::sleep(CONFIRM_TIMEOUT * 100).await;
        assert!(!exited(&window));
        shell.ask_to_quit();
        tokio::time::sleep(CONFIRM_TIMEOUT * 2).await;
        assert!(exited(&window), "the second request was not confirmed");
    }

    #[tokio::test(start_paused = true)]
    async fn the_program_exits_in_time_when_the_system_closes_it() {
        let (shell, window) = shell();
        shell.leave();
        tokio::time::sleep(EXIT_TIMEOUT * 2).await;
        assert!(exited(&window));
    }

    #[tokio::test]
    async fn files_are_queued_for_the_page_in_order() {
        let (shell, _) = shell();
        shell.activate(Path::new("/games/a.sgf"));
        shell.activate(Path::new("/games/b.sgf"));
        let name = |event| match event {
            Event::Open { file } => file.name,
            event => panic!("{event:?}"),
        };
        let (first, event) = shell.events.next(0).await;
        assert_eq!(name(event), "a.sgf");
        let (second, event) = shell.events.next(first).await;
        assert_eq!((second, name(event).as_str()), (first + 1, "b.sgf"));
    }
}
