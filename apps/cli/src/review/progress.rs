//! A bar on a terminal with the time that is left; nothing in a pipe. Ctrl+C stops.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use analysis::review::Review;
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::interrupt::listen;

pub struct Bar {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl Bar {
    pub fn new() -> Result<Bar, Failure> {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} {msg}") {
            bar.set_style(style);
        }
        Ok(Bar { bar, stop: listen()? })
    }

    pub fn begin(&self, game: &str) {
        self.bar.set_prefix(i18n::visible_line(game).into_owned());
        self.bar.set_message("");
    }

    pub fn show(&self, review: &Review) -> ControlFlow<()> {
        let progress = review.progress();
        self.bar.set_length(progress.of as u64);
        self.bar.set_position(progress.done as u64);
        self.bar.set_message(progress.remaining.map(remaining).unwrap_or_default());
        if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// `1:05 left`
pub fn remaining(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    match seconds {
        0..60 => format!("{seconds} s left"),
        60..3600 => format!("{}:{:02} left", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02} left", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_written_as_on_a_clock() {
        let texts = [0, 59, 61, 3725].map(|seconds| remaining(Duration::from_secs(seconds)));
        assert_eq!(texts, ["0 s left", "59 s left", "1:01 left", "1:02:05 left"]);
    }
}
