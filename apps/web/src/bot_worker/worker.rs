//! The worker's side: searches in short slices and handles messages between them, so that a job can be cancelled at
//! once.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use bot::Work;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use web_sys::MessageEvent;
use web_sys::js_sys::{Date, Function, Reflect, global};

use super::job::{read_job, write_answer};

/// Milliseconds between two looks at the messages from the page.
const SLICE: f64 = 12.0;
/// Simulations between two looks at the clock.
const STEP: u32 = 8;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = postMessage)]
    fn post_message(text: &str);
    /// Defined in `assets/worker.js`: calls back after the messages already queued.
    fn after_messages(act: &Function);
}

/// Handles jobs until the worker ends.
pub fn listen() {
    let runner = Rc::new(JobRunner::default());
    let working = runner.clone();
    let slice = Closure::<dyn FnMut()>::new(move || working.run_slice());
    // Set only once: the runner is new.
    let _ = runner.slice.set(slice.into_js_value().unchecked_into());
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        runner.take(&message.data().as_string().unwrap_or_default());
    });
    // Every worker has this property.
    let _ = Reflect::set(&global(), &"onmessage".into(), &on_message.into_js_value());
}

#[derive(Default)]
struct JobRunner {
    /// The job in progress and its id.
    work: RefCell<Option<(u32, Work)>>,
    slice: OnceCell<Function>,
    scheduled: Cell<bool>,
}

impl JobRunner {
    /// A job starts; anything else stops the current one.
    fn take(&self, message: &str) {
        *self.work.borrow_mut() =
            read_job(message).and_then(|(job_id, job)| Some((job_id, Work::begin(&job)?)));
        self.schedule_slice();
    }

    fn run_slice(&self) {
        self.scheduled.set(false);
        let begun = Date::now();
        let mut slot = self.work.borrow_mut();
        while let Some((job_id, work)) = slot.as_mut() {
            if let Some(answer) = work.step(STEP) {
                post_message(&write_answer(&answer, *job_id));
                *slot = None;
            } else if Date::now() - begun >= SLICE {
                break;
            }
        }
        drop(slot);
        self.schedule_slice();
    }

    /// At most one slice is scheduled at a time.
    fn schedule_slice(&self) {
        let busy = self.work.borrow().is_some();
        if let Some(slice) = self.slice.get().filter(|_| busy)
            && !self.scheduled.replace(true)
        {
            after_messages(slice);
        }
    }
}
