//! The program's only window.

use std::path::{Path, PathBuf};

use directories::UserDirs;
use tauri::webview::{DownloadEvent, NewWindowResponse};
use tauri::{App, AppHandle, Manager, Url, WebviewUrl, WebviewWindowBuilder};

pub const MAIN: &str = "main";

/// On this address of the studio, which contains its key.
pub fn open(app: &App, address: &str) -> Result<(), Box<dyn std::error::Error>> {
    let first: Url = address.parse()?;
    let home = first.origin();
    WebviewWindowBuilder::new(app, MAIN, WebviewUrl::External(first))
        .title("Tabiya")
        .inner_size(1280.0, 860.0)
        .min_inner_size(480.0, 480.0)
        .initialization_script(init_script(&home.ascii_serialization()))
        .on_navigation(move |url| url.origin() == home || url.scheme() == "blob")
        .on_new_window(|url, _| {
            // Other sites open in the browser.
            let _ = open::that_detached(url.as_str());
            NewWindowResponse::Deny
        })
        .on_document_title_changed(|window, title| drop(window.set_title(&title)))
        .on_download(|_, event| {
            if let DownloadEvent::Requested { destination, .. } = event {
                *destination = unused_path(destination);
            }
            true
        })
        .build()?;
    Ok(())
}

/// Runs before any script of the page and tells our own page that it is in this window. The web view's context menu, which
/// offers to reload, stays only in text fields.
fn init_script(origin: &str) -> String {
    format!(
        "if (location.origin === {origin:?}) {{
           Object.defineProperty(globalThis, 'tabiyaShell', {{ value: true }});
           addEventListener('contextmenu', (click) => {{
             if (!click.target.closest?.('input, textarea')) click.preventDefault();
           }});
         }}"
    )
}

/// In the download folder, under a name that no file has.
fn unused_path(requested: &Path) -> PathBuf {
    let folder = UserDirs::new().and_then(|dirs| dirs.download_dir().map(Path::to_owned));
    let folder = folder.filter(|folder| folder.is_dir()).unwrap_or_else(std::env::temp_dir);
    let name = requested.file_name().unwrap_or_else(|| "tabiya".as_ref());
    let (stem, ending) = (Path::new(name).file_stem(), Path::new(name).extension());
    let stem = stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let ending = ending.map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
    let numbered = (1..).map(|n| folder.join(format!("{stem} ({n}){ending}")));
    std::iter::once(folder.join(name)).chain(numbered).find(|path| !path.exists()).unwrap_or(folder)
}

pub fn bring_forward(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(MAIN) {
        // A window manager may refuse.
        let _ = window.unminimize();
        let _ = window.show();
        let _ = window.set_focus();
    }
}
