//! One piece of work after the other: a file that is still being written cannot be removed.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::Promise;

use super::Later;

/// Pieces of work that must not overtake each other.
#[derive(Default)]
pub struct Line {
    waiting: RefCell<VecDeque<Later<()>>>,
    busy: Cell<bool>,
}

impl Line {
    /// The answer of `work`, once it is its turn.
    pub fn queue<T: 'static>(self: &Rc<Self>, work: impl Future<Output = T> + 'static) -> Later<Option<T>> {
        let answer = Rc::new(RefCell::new(None));
        let (told, tell) = (answer.clone(), Rc::new(RefCell::new(None)));
        let promise = Promise::new(&mut |done, _| *tell.borrow_mut() = Some(done));
        self.waiting.borrow_mut().push_back(Box::pin(async move {
            *answer.borrow_mut() = Some(work.await);
            if let Some(done) = tell.borrow_mut().take() {
                let _ = done.call0(&JsValue::UNDEFINED);
            }
        }));
        self.clone().work_off();
        Box::pin(async move {
            let _ = JsFuture::from(promise).await;
            told.borrow_mut().take()
        })
    }

    fn work_off(self: Rc<Self>) {
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
