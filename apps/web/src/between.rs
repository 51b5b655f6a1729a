//! What the frame and the rooms say to each other. Each of them is a program of its own with its own memory; they share
//! the document, so a word is an event on the window or on the element that a room lives in.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, EventTarget};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// To a room's element: it was shown or hidden; its attribute `hidden` says which.
    Shown,
    /// To a room's element: the list of keys is wanted.
    Keys,
    /// To the window: a setting has another value.
    Settings,
    /// To the window: the address has changed, and the browser does not tell by itself.
    Went,
    /// To the window: a record waits to be taken into Study.
    Record,
    /// To the window: the program that it belongs to has an order for Study.
    Order,
    /// To the window: something waits to be taken into Cards.
    Cards,
    /// To the window: Study can do other things than before, for the menus of the program that it belongs to.
    Rows,
}

impl Word {
    fn name(self) -> &'static str {
        match self {
            Word::Shown => "tabiya-shown",
            Word::Keys => "tabiya-keys",
            Word::Settings => "tabiya-settings",
            Word::Went => "tabiya-went",
            Word::Record => "tabiya-record",
            Word::Order => "tabiya-order",
            Word::Cards => "tabiya-cards",
            Word::Rows => "tabiya-rows",
        }
    }
}

/// Everybody who hears it has done so when this returns.
pub fn tell(to: &EventTarget, word: Word) {
    // Fails only for a name that is no name.
    if let Ok(event) = Event::new(word.name()) {
        let _ = to.dispatch_event(&event);
    }
}

/// For as long as the page is there, as rooms are.
pub fn hear(at: &EventTarget, word: Word, act: impl FnMut() + 'static) {
    listen(at, word.name(), act);
}

/// The same for an event of the browser's own.
pub fn listen(at: &EventTarget, name: &str, act: impl FnMut() + 'static) {
    let act = Closure::<dyn FnMut()>::new(act).into_js_value();
    let _ = at.add_event_listener_with_callback(name, act.unchecked_ref());
}
