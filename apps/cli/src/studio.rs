//! The studio: serves the page on loopback until Ctrl+C and opens it in the browser.

use std::path::Path;

use server::{Claim, RunningStudio, Studio, StudioLock, claim_studio};
use tokio::runtime::Builder;

use crate::backgammon::card_settings;
use crate::command::StudioArgs;
use crate::failure::Failure;
use crate::output;
use crate::user_folders::TRAINING_FOLDER;
use crate::{browser, user_folders};

pub fn run(args: &StudioArgs) -> Result<(), Failure> {
    for file in &args.files {
        // Report an unreadable file here instead of on an empty page.
        std::fs::File::open(file).map_err(|error| Failure::File { path: file.clone(), error })?;
    }
    user_folders::make_private();
    let lock = match user_folders::data_folder().and_then(|folder| claim(&folder, args.port)) {
        Some(Claim::Running(running)) => match running.open(&args.files) {
            Ok(address) => return open_there(&running, &address, args.no_open),
            Err(_) => {
                output::print(
                    "The studio that is already running does not answer, so this is another one.\n",
                )?;
                None
            }
        },
        Some(Claim::Ours(lock)) => Some(lock),
        None => None,
    };
    serve(args, lock)
}

/// Which studio a user's files belong to. One that is asked for on a port of its own is not handed to another.
fn claim(folder: &Path, port: Option<u16>) -> Option<Claim> {
    let claim = claim_studio(folder).ok()?;
    let is_wanted = match &claim {
        Claim::Ours(_) => true,
        Claim::Running(running) => port.is_none_or(|port| port == running.port()),
    };
    is_wanted.then_some(claim)
}

fn open_there(running: &RunningStudio, address: &str, no_open: bool) -> Result<(), Failure> {
    output::print(&format!("Tabiya is already running. Opened there: {address}\n"))?;
    if !no_open && browser::open_in_running(address, running.port()).is_err() {
        output::print("No browser could be opened. Open that address yourself.\n")?;
    }
    Ok(())
}

fn serve(args: &StudioArgs, lock: Option<StudioLock>) -> Result<(), Failure> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let studio =
            Studio::bind(args.port).await?.with_files(args.files.clone()).with_card_settings(card_settings());
        let studio = match crate::lan::journal("rooms.jsonl") {
            Some(journal) => studio.with_journal(journal),
            None => studio,
        };
        let studio = match crate::library::database_path() {
            Some(path) => studio.with_library(path, crate::term::history_folder()),
            None => studio,
        };
        let studio = match user_folders::data_folder() {
            Some(folder) => {
                studio.with_backups(folder.join("backups")).with_training(folder.join(TRAINING_FOLDER))
            }
            None => studio,
        };
        let studio = match lock {
            Some(lock) => studio.with_lock(lock),
            None => studio,
        };
        let address = studio.address(if args.files.is_empty() { "/" } else { "/study" });
        let stop = shutdown_signal();
        output::print(&format!("Tabiya is running at {address}   (Ctrl+C stops it)\n"))?;
        let page = (!args.no_open).then(|| browser::open(&address, studio.port()));
        if let Some(Err(_)) = page {
            output::print("No browser could be opened. Open that address yourself.\n")?;
        }
        Ok(studio.serve(stop).await?)
    })
}

/// Ctrl+C, or SIGTERM from a service manager. Handlers are installed by the call itself, not by the first poll, so that
/// a signal right after the address is printed is not missed.
pub fn shutdown_signal() -> impl Future<Output = ()> + Send + 'static {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let signals = signal(SignalKind::interrupt()).and_then(|interrupt| {
            let terminate = signal(SignalKind::terminate())?;
            Ok((interrupt, terminate))
        });
        async move {
            // Without handlers, signals end the program as usual.
            let Ok((mut interrupt, mut terminate)) = signals else { return std::future::pending().await };
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        }
    }
    #[cfg(not(unix))]
    async {
        drop(tokio::signal::ctrl_c().await);
    }
}
