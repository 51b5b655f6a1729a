//! The studio: served on loopback until Ctrl+C, opened in the browser.

use server::Studio;
use tokio::runtime::Builder;

use crate::backgammon::card_settings;
use crate::command::StudioArgs;
use crate::failure::Failure;

pub fn run(args: &StudioArgs) -> Result<(), Failure> {
    for file in &args.files {
        // A name that cannot be read is said here, not by a page that opens with nothing on it.
        std::fs::File::open(file).map_err(|error| Failure::File { path: file.clone(), error })?;
    }
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let studio =
            Studio::bind(args.port).await?.with_files(args.files.clone()).with_card_settings(card_settings());
        let studio = match crate::lan::journal("rooms.jsonl") {
            Some(journal) => studio.with_journal(journal),
            None => studio,
        };
        let studio = match crate::library::place() {
            Some(path) => studio.with_library(path, crate::term::history_folder()),
            None => studio,
        };
        let address = studio.address();
        let stop = told_to_stop();
        println!("Tabiya is at {address}   (Ctrl+C stops it)");
        // Who names files wants to see them.
        let room = if args.files.is_empty() { "" } else { "study" };
        if !args.no_open && open::that_detached(format!("{address}{room}")).is_err() {
            println!("No browser could be opened: type that address into one.");
        }
        Ok(studio.serve(stop).await?)
    })
}

/// Ctrl+C, or the polite signal of a service manager. Listening begins with the call, so that what comes right after the
/// address is printed is heard.
pub fn told_to_stop() -> impl Future<Output = ()> + Send + 'static {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let signals = signal(SignalKind::interrupt()).and_then(|interrupt| {
            let terminate = signal(SignalKind::terminate())?;
            Ok((interrupt, terminate))
        });
        async move {
            // Without signals the program is ended as any other is.
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
