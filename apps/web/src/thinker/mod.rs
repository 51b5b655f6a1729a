//! The built-in Go player beside the page: it thinks in a worker, so that nothing on the page waits for it.
//! A `Job` goes there as a line of text and a `Thought` comes back as one; what is not wanted any more is dropped.

mod job;
mod worker;

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::MessageEvent;
use web_sys::js_sys::Function;

pub use job::{Job, Order, Played, Question, Thought};
pub use worker::listen;

#[wasm_bindgen]
extern "C" {
    type Worker;
    #[wasm_bindgen(method, js_name = postMessage)]
    fn say(this: &Worker, words: &str);
    #[wasm_bindgen(method)]
    fn terminate(this: &Worker);
    #[wasm_bindgen(method, setter)]
    fn set_onmessage(this: &Worker, hears: &Function);
    /// Of the start script, which knows where the bundles are.
    #[wasm_bindgen(js_namespace = tabiya, js_name = worker, catch)]
    fn start_worker(bundle: &str) -> Result<Worker, JsValue>;
}

/// One worker, which ends with this.
pub struct Thinker {
    worker: Worker,
    /// Only the answer to the last job is passed on.
    ticket: Rc<Cell<u32>>,
    _hears: Closure<dyn FnMut(MessageEvent)>,
}

impl Thinker {
    /// `tell` gets every thought, on the page's own thread.
    pub fn start(mut tell: impl FnMut(Thought) + 'static) -> Result<Thinker, JsValue> {
        let worker = start_worker("bot")?;
        let ticket = Rc::new(Cell::new(0));
        let wanted = ticket.clone();
        let hears = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
            let said = message.data().as_string().unwrap_or_default();
            if let Some((ticket, thought)) = job::answered(&said)
                && ticket == wanted.get()
            {
                tell(thought);
            }
        });
        worker.set_onmessage(hears.as_ref().unchecked_ref());
        Ok(Thinker { worker, ticket, _hears: hears })
    }

    /// What was thought about before is dropped.
    pub fn think(&self, job: &Job) {
        self.ticket.set(self.ticket.get().wrapping_add(1));
        self.worker.say(&job.asked(self.ticket.get()));
    }

    pub fn stop(&self) {
        self.ticket.set(self.ticket.get().wrapping_add(1));
        self.worker.say("stop");
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
