//! Asynchronous jobs run one after another: a file that is still being written cannot be removed.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::Promise;

use super::LocalFuture;

/// Runs jobs in the order in which they were pushed.
#[derive(Default)]
pub struct JobQueue {
    waiting: RefCell<VecDeque<LocalFuture<()>>>,
    busy: Cell<bool>,
}

impl JobQueue {
    /// The result of `work`, once its turn has come.
    pub fn push<T: 'static>(
        self: &Rc<Self>,
        work: impl Future<Output = T> + 'static,
    ) -> LocalFuture<Option<T>> {
        let answer = Rc::new(RefCell::new(None));
        let (result, resolve) = (answer.clone(), Rc::new(RefCell::new(None)));
        let promise = Promise::new(&mut |done, _| *resolve.borrow_mut() = Some(done));
        self.waiting.borrow_mut().push_back(Box::pin(async move {
            *answer.borrow_mut() = Some(work.await);
            if let Some(done) = resolve.borrow_mut().take() {
                let _ = done.call0(&JsValue::UNDEFINED);
            }
        }));
        self.clone().run();
        Box::pin(async move {
            let _ = JsFuture::from(promise).await;
            result.borrow_mut().take()
        })
    }

    fn run(self: Rc<Self>) {
        if self.busy.replace(true) {
            return;
        }
        spawn_local(async move {
            loop {
                let next = self.waiting.borrow_mut().pop_front();
                let Some(next) = next else { break };
                next.await;
            }
            self.busy.set(false);
        });
    }
}
