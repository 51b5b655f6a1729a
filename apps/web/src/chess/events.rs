//! An event listener that is removed when it is dropped.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, EventTarget};

pub struct Listener {
    target: EventTarget,
    name: &'static str,
    act: Closure<dyn FnMut(Event)>,
}

impl Listener {
    pub fn new(target: &EventTarget, name: &'static str, act: impl FnMut(Event) + 'static) -> Listener {
        let act = Closure::<dyn FnMut(Event)>::new(act);
        let _ = target.add_event_listener_with_callback(name, act.as_ref().unchecked_ref());
        Listener { target: target.clone(), name, act }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.target.remove_event_listener_with_callback(self.name, self.act.as_ref().unchecked_ref());
    }
}
