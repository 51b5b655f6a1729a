//! A progress bar while games are read; Ctrl+C stops after the current game.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use indicatif::{ProgressBar, ProgressStyle};
use library::{Library, UpdateProgress, UpdateSummary};

use crate::failure::Failure;
use crate::interrupt::listen;

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
