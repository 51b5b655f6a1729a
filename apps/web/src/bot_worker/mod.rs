//! The built-in Go player in a Web Worker, so that the page never waits for it.
//! A `Job` is sent as a line of text and an `Answer` comes back as one; answers to older jobs are dropped.

mod job;
mod worker;

use std::cell::Cell;
use std::rc::Rc;

use bot::{Answer, Job};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::MessageEvent;
use web_sys::js_sys::Function;

pub use worker::listen;

#[wasm_bindgen]
extern "C" {
    type Worker;
    #[wasm_bindgen(method, js_name = postMessage)]
    fn post_message(this: &Worker, text: &str);
    #[wasm_bindgen(method)]
    fn terminate(this: &Worker);
    #[wasm_bindgen(method, setter)]
    fn set_onmessage(this: &Worker, on_message: &Function);
    /// Defined by the start script, which has the addresses of the bundles.
    #[wasm_bindgen(js_namespace = tabiya, js_name = worker, catch)]
    fn start_worker(bundle: &str) -> Result<Worker, JsValue>;
}

/// A running worker, terminated on drop.
pub struct BotWorker {
    worker: Worker,
    /// Only the answer to the last job is passed on.
    job_id: Rc<Cell<u32>>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl BotWorker {
    /// `on_answer` is called on the page's own thread.
    pub fn spawn(mut on_answer: impl FnMut(Answer) + 'static) -> Result<BotWorker, JsValue> {
        let worker = start_worker("bot")?;
        let job_id = Rc::new(Cell::new(0));
        let wanted = job_id.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
            let text = message.data().as_string().unwrap_or_default();
            if let Some((job_id, answer)) = job::read_answer(&text)
                && job_id == wanted.get()
            {
                on_answer(answer);
            }
        });
        worker.set_onmessage(on_message.as_ref().unchecked_ref());
        Ok(BotWorker { worker, job_id, _on_message: on_message })
    }

    /// Replaces the job before.
    pub fn run(&self, job: &Job) {
        self.job_id.set(self.job_id.get().wrapping_add(1));
        self.worker.post_message(&job::write_job(job, self.job_id.get()));
    }

    pub fn stop(&self) {
        self.job_id.set(self.job_id.get().wrapping_add(1));
        self.worker.post_message("stop");
    }
}

impl Drop for BotWorker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
