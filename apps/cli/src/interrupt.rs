//! Ctrl+C in a command that can end early and keep what it has done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio::runtime::Builder;

use crate::failure::Failure;
use crate::studio::shutdown_signal;

/// True after Ctrl+C.
pub fn listen() -> Result<Arc<AtomicBool>, Failure> {
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
