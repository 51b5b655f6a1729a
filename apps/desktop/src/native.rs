//! What the page cannot do itself: native dialogs, the clipboard, the end.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use arboard::Clipboard;
use server::{Later, Menus, Native};
use tauri::{AppHandle, Manager};
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder, FilePath};
use tokio::sync::oneshot;
use words::Language;

use crate::language;
use crate::menu::MenuBar;
use crate::window::MAIN;

pub struct TheWindow {
    app: AppHandle,
    /// X11 gives away what was copied only as long as somebody holds it.
    clipboard: Mutex<Option<Clipboard>>,
}

impl TheWindow {
    pub fn new(app: AppHandle) -> TheWindow {
        TheWindow { app, clipboard: Mutex::new(None) }
    }

    fn language(&self) -> Language {
        MenuBar::language(&self.app)
    }

    fn dialog(&self) -> FileDialogBuilder<tauri::Wry> {
        let words = self.language().window();
        let dialog = self
            .app
            .dialog()
            .file()
            .add_filter(words.records, &["sgf", "pgn", "SGF", "PGN"])
            .add_filter(words.all_files, &["*"]);
        match self.app.get_webview_window(MAIN) {
            Some(window) => dialog.set_parent(&window),
            None => dialog,
        }
    }
}

impl Native for TheWindow {
    fn pick(&self) -> Later<Option<PathBuf>> {
        let (tell, told) = oneshot::channel();
        let title = self.language().study().open;
        self.dialog().set_title(title).pick_file(|path| drop(tell.send(path)));
        chosen(told)
    }

    fn place(&self, suggested: &str) -> Later<Option<PathBuf>> {
        let (tell, told) = oneshot::channel();
        let title = self.language().study().save;
        self.dialog().set_title(title).set_file_name(suggested).save_file(|path| drop(tell.send(path)));
        chosen(told)
    }

    fn copy(&self, text: String) -> Result<(), String> {
        let mut held = self.clipboard.lock().unwrap_or_else(PoisonError::into_inner);
        let clipboard = match held.as_mut() {
            Some(clipboard) => clipboard,
            None => held.insert(Clipboard::new().map_err(|error| error.to_string())?),
        };
        clipboard.set_text(text).map_err(|error| error.to_string())
    }

    fn show_menus(&self, menus: Menus) {
        // The next time the window opens it speaks the same language from the start.
        language::keep(&menus.language);
        if let Err(error) = MenuBar::show(&self.app, &menus) {
            eprintln!("tabiya-desktop: the menus stay as they are: {error}");
        }
    }

    fn end(&self) {
        self.app.exit(0);
    }
}

fn chosen(told: oneshot::Receiver<Option<FilePath>>) -> Later<Option<PathBuf>> {
    Box::pin(async move { told.await.ok().flatten()?.into_path().ok() })
}
