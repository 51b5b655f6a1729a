//! The browser as a host of timed state machines: the page's clock, and a timer for a machine's deadline. Uses no
//! Leptos, because the elements for other pages have none.
//!
//!     let outputs = machine.handle(now(), input);
//!     timer.set(machine.deadline(), move || /* handle(now(), Wake), and set the timer again */);

use std::cell::RefCell;
use std::rc::Rc;

use moment::Moment;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::window;

/// The time since the page was opened. Setting the system clock does not change it.
pub fn now() -> Moment {
    let clock = window().and_then(|window| window.performance());
    Moment::from_millis(clock.map_or(0.0, |clock| clock.now()) as u64)
}

/// Wakes one state machine at its deadline. Dropping the timer cancels it.
#[derive(Default)]
pub struct Timer(Rc<RefCell<Option<Pending>>>);

struct Pending {
    due: Moment,
    id: i32,
    _callback: Closure<dyn FnMut()>,
}

impl Timer {
    /// Replaces the earlier deadline; without one, nothing is called. The same deadline leaves the timer as it is.
    pub fn set(&self, due: Option<Moment>, wake: impl FnOnce() + 'static) {
        if self.0.borrow().as_ref().map(|pending| pending.due) == due {
            return;
        }
        let pending = due.and_then(|due| self.start(due, wake));
        self.0.replace(pending);
    }

    fn start(&self, due: Moment, wake: impl FnOnce() + 'static) -> Option<Pending> {
        let timer = Rc::downgrade(&self.0);
        let mut wake = Some(wake);
        let callback = Closure::<dyn FnMut()>::new(move || {
            // It owns this closure, so it is dropped last.
            let done = timer.upgrade().and_then(|timer| timer.take());
            if let Some(wake) = wake.take() {
                wake();
            }
            drop(done);
        });
        let wait = i32::try_from(due.since(now()).as_micros().div_ceil(1000)).unwrap_or(i32::MAX);
        let function = callback.as_ref().unchecked_ref();
        let id = window()?.set_timeout_with_callback_and_timeout_and_arguments_0(function, wait).ok()?;
        Some(Pending { due, id, _callback: callback })
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if let Some(window) = window() {
            window.clear_timeout_with_handle(self.id);
        }
    }
}
