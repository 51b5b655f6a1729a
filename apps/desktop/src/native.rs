//! Native services for the page: file dialogs, the clipboard, menus, exiting.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use arboard::Clipboard;
use i18n::Language;
use server::{BoxFuture, Menus, Native};
use tauri::{AppHandle, Manager};
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder, FilePath};
use tokio::sync::oneshot;

use crate::language;
use crate::menu::MenuBar;
use crate::window::MAIN;

pub struct NativeWindow {
    app: AppHandle,
    /// On X11 a copied text is available only as long as its owner lives.
    clipboard: Mutex<Option<Clipboard>>,
}

impl NativeWindow {
    pub fn new(app: AppHandle) -> NativeWindow {
        NativeWindow { app, clipboard: Mutex::new(None) }
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

impl Native for NativeWindow {
    fn pick(&self) -> BoxFuture<Option<PathBuf>> {
        let (sender, receiver) = oneshot::channel();
        let title = self.language().study().open;
        self.dialog().set_title(title).pick_file(|path| drop(sender.send(path)));
        chosen_path(receiver)
    }

    fn choose_save_path(&self, suggested: &str) -> BoxFuture<Option<PathBuf>> {
        let (sender, receiver) = oneshot::channel();
        let title = self.language().study().save;
        self.dialog().set_title(title).set_file_name(suggested).save_file(|path| drop(sender.send(path)));
        chosen_path(receiver)
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
        // The window starts in this language the next time.
        language::store(&menus.language);
        if let Err(error) = MenuBar::show(&self.app, &menus) {
            eprintln!("tabiya-desktop: the menus stay as they are: {error}");
        }
    }

    fn exit(&self) {
        self.app.exit(0);
    }
}

fn chosen_path(receiver: oneshot::Receiver<Option<FilePath>>) -> BoxFuture<Option<PathBuf>> {
    Box::pin(async move { receiver.await.ok().flatten()?.into_path().ok() })
}
