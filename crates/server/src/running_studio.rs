//! One studio for each user: the first holds a lock in the data folder, and a later one hands its files over to it instead
//! of starting another on another port, where the browser would have other settings and other unsaved work.
//!
//! The lock ends with the process, however it ends, so it is never stale. Port and key are in a file beside it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{self, Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use api::access::{KEY_HEADER, KEY_PARAM};
use api::files::{FILES, OpenFiles, OpenedFile};
use hyper::StatusCode;
use hyper::header::HeaderName;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use crate::file::replace_private_file;
use crate::http_request::{RequestError, post_json};
use crate::private_files::create_private_file;

const TIMEOUT: Duration = Duration::from_secs(10);
/// A studio that is just starting has the lock, but has not told its port yet.
const TRIES: u32 = 40;
const WAIT: Duration = Duration::from_millis(50);

/// The lock of this process. Dropping it lets another studio start.
pub struct StudioLock {
    _file: File,
    address: PathBuf,
}

/// A studio of this user in another process.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningStudio {
    port: u16,
    key: String,
}

pub enum Claim {
    Ours(StudioLock),
    Running(RunningStudio),
}

/// Takes the lock in the data folder, unless another studio has it. Fails if that does not tell where it is, or if the
/// folder cannot be written.
pub fn claim_studio(folder: &Path) -> io::Result<Claim> {
    let (lock, address) = (folder.join("studio.lock"), folder.join("studio.json"));
    create_private_file(&lock)?;
    let file = OpenOptions::new().write(true).open(&lock)?;
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => {
                // A third studio must not believe what a killed one left before this one announces itself.
                let _ = fs::remove_file(&address);
                return Ok(Claim::Ours(StudioLock { _file: file, address }));
            }
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) => {
                match fs::read(&address).map(|text| serde_json::from_slice(&text)) {
                    Ok(Ok(running)) => return Ok(Claim::Running(running)),
                    _ => sleep(WAIT),
                }
            }
        }
    }
    Err(io::ErrorKind::TimedOut.into())
}

impl StudioLock {
    pub(crate) fn announce(&self, port: u16, key: &str) -> io::Result<()> {
        let running = RunningStudio { port, key: key.to_owned() };
        replace_private_file(&self.address, &serde_json::to_vec(&running)?)
    }
}

impl Drop for StudioLock {
    fn drop(&mut self) {
        // What a killed studio leaves is replaced by the next one.
        let _ = fs::remove_file(&self.address);
    }
}

impl RunningStudio {
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Hands over files, and returns the address of a page that opens them. Fails if the studio does not answer.
    pub fn open(&self, files: &[PathBuf]) -> io::Result<String> {
        let absolute =
            |file: &PathBuf| path::absolute(file)?.into_os_string().into_string().map_err(not_text);
        let paths = files.iter().map(absolute).collect::<io::Result<_>>()?;
        let opened: Vec<OpenedFile> = self.ask(serde_json::to_string(&OpenFiles { paths })?)?;
        let numbers: Vec<String> = opened.iter().map(|file| file.number.to_string()).collect();
        let page = match numbers.is_empty() {
            true => "/?".to_owned(),
            false => format!("/study?open={}&", numbers.join(",")),
        };
        Ok(format!("http://{}:{}{page}{KEY_PARAM}={}", Ipv4Addr::LOCALHOST, self.port, self.key))
    }

    /// Blocks.
    fn ask<T: for<'a> Deserialize<'a>>(&self, body: String) -> io::Result<T> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port)).to_string();
        let headers = [(HeaderName::from_static(KEY_HEADER), self.key.as_str())];
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let answer = runtime
            .block_on(async { timeout(TIMEOUT, post_json(&address, FILES, &headers, body)).await })
            .map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?;
        match answer {
            Ok((StatusCode::OK, body)) => Ok(serde_json::from_slice(&body)?),
            Ok(_) => Err(io::ErrorKind::PermissionDenied.into()),
            Err(RequestError::Connect(error)) => Err(error),
            Err(_) => Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

fn not_text<T>(_: T) -> io::Error {
    io::ErrorKind::InvalidInput.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_ours(claim: &io::Result<Claim>) -> bool {
        matches!(claim, Ok(Claim::Ours(_)))
    }

    #[test]
    fn the_second_finds_the_first_and_takes_over_when_it_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let Ok(Claim::Ours(first)) = claim_studio(folder.path()) else { panic!("nobody has the lock") };
        first.announce(38760, "secret").unwrap();
        let Ok(Claim::Running(found)) = claim_studio(folder.path()) else { panic!("the first has the lock") };
        assert_eq!(found, RunningStudio { port: 38760, key: "secret".to_owned() });
        drop(first);
        assert!(is_ours(&claim_studio(folder.path())));
    }

    #[test]
    fn what_a_killed_studio_left_is_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("studio.lock"), b"").unwrap();
        fs::write(folder.path().join("studio.json"), br#"{"port":1,"key":"old"}"#).unwrap();
        let first = claim_studio(folder.path());
        assert!(is_ours(&first) && !folder.path().join("studio.json").exists());
    }

    #[test]
    fn a_studio_that_does_not_answer_is_an_error() {
        let silent = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = silent.local_addr().unwrap().port();
        drop(silent);
        assert!(RunningStudio { port, key: "secret".to_owned() }.open(&[]).is_err());
    }
}
