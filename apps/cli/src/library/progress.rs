//! A bar while games are read, and Ctrl+C to stop after the game at hand.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use library::{Library, Progress, Summary};
use tokio::runtime::Builder;

use crate::failure::Failure;
use crate::studio::told_to_stop;

pub fn update(library: &mut Library, only: Option<&[i64]>) -> Result<Summary, Failure> {
    let stop = listen()?;
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} files {eta}") {
        bar.set_style(style);
    }
    let done = library.update(only, &mut |progress: Progress| {
        bar.set_length(progress.of as u64);
        bar.set_position(progress.files as u64);
        bar.set_message(format!("{} games", progress.games));
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    Ok(done?)
}

/// True once somebody wants the program to end.
fn listen() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let waiting = {
        let _inside = runtime.enter();
        told_to_stop()
    };
    let heard = stop.clone();
    // It waits for as long as the program runs.
    thread::spawn(move || {
        runtime.block_on(waiting);
        heard.store(true, Ordering::Relaxed);
    });
    Ok(stop)
}
