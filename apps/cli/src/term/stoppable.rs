//! Work on a thread of its own that can be stopped at any time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Runs one piece of work at a time.
#[derive(Default)]
pub struct Stoppable {
    stop: Arc<AtomicBool>,
}

impl Stoppable {
    /// Stops what runs now. The work asks regularly whether it is stopped itself.
    pub fn start(&mut self, work: impl FnOnce(&dyn Fn() -> bool) + Send + 'static) {
        self.stop();
        let stop = self.stop.clone();
        thread::spawn(move || work(&|| stop.load(Ordering::Relaxed)));
    }

    pub fn stop(&mut self) {
        std::mem::take(&mut self.stop).store(true, Ordering::Relaxed);
    }
}

impl Drop for Stoppable {
    fn drop(&mut self) {
        self.stop();
    }
}
