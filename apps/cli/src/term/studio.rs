//! Opens a record in the studio: in the one that runs, or in a new one.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use server::{Claim, RunningStudio, claim_studio};

use crate::{browser, user_folders};

/// How long a studio may take to start.
const PATIENCE: Duration = Duration::from_secs(15);
const PAUSE: Duration = Duration::from_millis(100);

/// Gives the address if no browser could be opened.
pub fn open(record: &Path) -> Result<Option<String>, String> {
    let folder = user_folders::data_folder().ok_or("There is no home folder.")?;
    let studio = match running(&folder).map_err(|error| error.to_string())? {
        Some(studio) => studio,
        None => start(&folder)?,
    };
    let files: [PathBuf; 1] = [record.to_owned()];
    let address = studio.open(&files).map_err(|error| format!("The studio does not answer: {error}"))?;
    match browser::open_in_running(&address, studio.port()) {
        Ok(()) => Ok(None),
        Err(_) => Ok(Some(address)),
    }
}

/// The lock is given back at once: this program is not the studio.
fn running(folder: &Path) -> io::Result<Option<RunningStudio>> {
    Ok(match claim_studio(folder)? {
        Claim::Running(studio) => Some(studio),
        Claim::Ours(_) => None,
    })
}

/// A studio of its own, which stays when the terminal is closed.
fn start(folder: &Path) -> Result<RunningStudio, String> {
    let mut studio = spawn().map_err(|error| format!("The studio could not be started: {error}"))?;
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        sleep(PAUSE);
        if let Ok(Some(status)) = studio.try_wait() {
            return Err(format!("The studio ended at once: {status}"));
        }
        if let Ok(Some(running)) = running(folder) {
            return Ok(running);
        }
    }
    Err("The studio has not started in time.".to_owned())
}

fn spawn() -> io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("--no-open").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        // Ctrl+C in this terminal is not meant for it.
        command.process_group(0);
    }
    command.spawn()
}
