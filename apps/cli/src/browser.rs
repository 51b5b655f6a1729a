//! Opens the studio in the browser without showing its key to others: every account of this machine can list the arguments
//! of running programs, so the browser is given a private file that leads to the address.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of the file; dropping it removes the file, and those of later starts.
pub struct OpenedPage(Option<(PathBuf, u16)>);

impl Drop for OpenedPage {
    fn drop(&mut self) {
        // What remains after a crash is replaced by the next studio on this port; its key is worth nothing then.
        if let Some((folder, port)) = self.0.take() {
            remove_pages(&folder, port);
        }
    }
}

/// `address` contains the key.
#[cfg(unix)]
pub fn open(address: &str, port: u16) -> io::Result<OpenedPage> {
    let folder = crate::user_folders::data_folder().ok_or(io::ErrorKind::NotFound)?;
    remove_pages(&folder, port);
    let page = OpenedPage(Some((folder.clone(), port)));
    open::that_detached(page_leading_to(address, folder.join(format!("open-{port}.html")))?)?;
    Ok(page)
}

/// Opens a page of the studio that runs on this port. The file stays until that studio ends, because the browser may read it
/// after this process has ended.
#[cfg(unix)]
pub fn open_in_running(address: &str, port: u16) -> io::Result<()> {
    let folder = crate::user_folders::data_folder().ok_or(io::ErrorKind::NotFound)?;
    let name = format!("{}{}.html", later_pages(port), std::process::id());
    open::that_detached(page_leading_to(address, folder.join(name))?)
}

#[cfg(unix)]
fn page_leading_to(address: &str, path: PathBuf) -> io::Result<PathBuf> {
    server::replace_private_file(&path, leading_to(address).as_bytes())?;
    Ok(path)
}

#[cfg(not(unix))]
pub fn open_in_running(address: &str, _port: u16) -> io::Result<()> {
    open::that_detached(address)
}

/// How the names of pages begin that later starts of the program have opened.
fn later_pages(port: u16) -> String {
    format!("open-{port}-")
}

fn remove_pages(folder: &Path, port: u16) {
    let (first, later) = (format!("open-{port}.html"), later_pages(port));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name == first || name.starts_with(&later)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(unix)]
fn leading_to(address: &str) -> String {
    format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0;url={address}\">\n<title>Tabiya</title>\n\
         <a href=\"{address}\">Tabiya</a>\n"
    )
}

/// Windows shows the arguments of programs only to their own account.
#[cfg(not(unix))]
pub fn open(address: &str, _port: u16) -> io::Result<OpenedPage> {
    open::that_detached(address)?;
    Ok(OpenedPage(None))
}
