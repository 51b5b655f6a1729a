//! The one window.

use std::path::{Path, PathBuf};

use directories::UserDirs;
use tauri::webview::{DownloadEvent, NewWindowResponse};
use tauri::{App, AppHandle, Manager, Url, WebviewUrl, WebviewWindowBuilder};

pub const MAIN: &str = "main";

pub fn open(app: &App, address: &str, key: &str, room: &str) -> Result<(), Box<dyn std::error::Error>> {
    let home: Url = address.parse()?;
    let first = home.join(room)?;
    WebviewWindowBuilder::new(app, MAIN, WebviewUrl::External(first))
        .title("Tabiya")
        .inner_size(1280.0, 860.0)
        .min_inner_size(480.0, 480.0)
        .initialization_script(greeting(&home, key))
        .on_navigation(move |url| url.origin() == home.origin() || url.scheme() == "blob")
        .on_new_window(|url, _| {
            // Other people's pages belong into the browser.
            let _ = open::that_detached(url.as_str());
            NewWindowResponse::Deny
        })
        .on_document_title_changed(|window, title| drop(window.set_title(&title)))
        .on_download(|_, event| {
            if let DownloadEvent::Requested { destination, .. } = event {
                *destination = free_place(destination);
            }
            true
        })
        .build()?;
    Ok(())
}

/// Runs before anything of the page: the key is for our own page and nobody else's. The view's own context menu offers to
/// load the page again, which has no use here; where one writes, it stays.
fn greeting(home: &Url, key: &str) -> String {
    let origin = home.origin().ascii_serialization();
    format!(
        "if (location.origin === {origin:?}) {{
           Object.defineProperty(globalThis, 'tabiyaShell', {{ value: Object.freeze({{ key: {key:?} }}) }});
           addEventListener('contextmenu', (click) => {{
             if (!click.target.closest?.('input, textarea')) click.preventDefault();
           }});
         }}"
    )
}

/// Where people look for what they loaded, and no file that is there already.
fn free_place(asked: &Path) -> PathBuf {
    let folder = UserDirs::new().and_then(|dirs| dirs.download_dir().map(Path::to_owned));
    let folder = folder.filter(|folder| folder.is_dir()).unwrap_or_else(std::env::temp_dir);
    let name = asked.file_name().unwrap_or_else(|| "tabiya".as_ref());
    let (stem, ending) = (Path::new(name).file_stem(), Path::new(name).extension());
    let stem = stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let ending = ending.map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
    let numbered = (1..).map(|n| folder.join(format!("{stem} ({n}){ending}")));
    std::iter::once(folder.join(name)).chain(numbered).find(|path| !path.exists()).unwrap_or(folder)
}

pub fn bring_forward(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(MAIN) {
        // What a window manager refuses, it refuses.
        let _ = window.unminimize();
        let _ = window.show();
        let _ = window.set_focus();
    }
}
