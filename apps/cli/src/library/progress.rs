//! A progress bar while games are read; Ctrl+C stops after the current game.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use library::{Library, UpdateProgress, UpdateSummary};
use tokio::runtime::Builder;

use crate::failure::Failure;
use crate::studio::shutdown_signal;

pub fn update(library: &mut Library, only: Option<&[i64]>) -> Result<UpdateSummary, Failure> {
    let stop = listen()?;
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} files {eta}") {
        bar.set_style(style);
    }
    let done = library.update(only, &mut |progress: UpdateProgress| {
        bar.set_length(progress.of as u64);
        bar.set_position(progress.files as u64);
        bar.set_message(format!("{} games", progress.games));
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    Ok(done?)
}

/// True after Ctrl+C.
fn listen() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let waiting = {
        let _inside = runtime.enter();
        shutdown_signal()
    };
    let stop_requested = stop.clone();
    // The thread lives as long as the program.
    thread::spawn(move || {
        runtime.block_on(waiting);
        stop_requested.store(true, Ordering::Relaxed);
    });
    Ok(stop)
}
