//! Opens the studio in the browser without showing its key to others: every account of this machine can list the arguments
//! of running programs, so the browser is given a private file that leads to the address.

use std::io;
use std::path::PathBuf;

/// The file; dropping it removes it.
pub struct OpenedPage(Option<PathBuf>);

impl Drop for OpenedPage {
    fn drop(&mut self) {
        // What remains after a crash is replaced by the next studio on this port; its key is worth nothing then.
        self.0.take().map(std::fs::remove_file);
    }
}

/// `address` contains the key.
#[cfg(unix)]
pub fn open(address: &str, port: u16) -> io::Result<OpenedPage> {
    let folder = crate::user_folders::data_folder().ok_or(io::ErrorKind::NotFound)?;
    let path = folder.join(format!("open-{port}.html"));
    server::replace_private_file(&path, leading_to(address).as_bytes())?;
    let page = OpenedPage(Some(path.clone()));
    open::that_detached(path)?;
    Ok(page)
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
