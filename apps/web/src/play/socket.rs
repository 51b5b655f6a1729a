//! One WebSocket with text messages.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::window;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{MessageEvent, WebSocket};

use crate::client::check_key;
use crate::js::member;

pub enum Event {
    Open,
    Received(String),
    /// With the close code.
    Closed(u16),
}

pub struct Socket {
    socket: WebSocket,
    _opened: Closure<dyn FnMut()>,
    _received: Closure<dyn FnMut(MessageEvent)>,
    _closed: Closure<dyn FnMut(wasm_bindgen::JsValue)>,
}

impl Socket {
    /// On the host that this page came from.
    pub fn open(path: &str, emit: impl Fn(Event) + Clone + 'static) -> Option<Socket> {
        let location = window().location();
        let (host, protocol) = (location.host().ok()?, location.protocol().ok()?);
        let scheme = if protocol == "https:" { "wss" } else { "ws" };
        let socket = WebSocket::new(&format!("{scheme}://{host}{path}")).ok()?;
        let [opened, closed] = [emit.clone(), emit.clone()];
        let was_open = Rc::new(Cell::new(false));
        let is_open = was_open.clone();
        let opened = Closure::<dyn FnMut()>::new(move || {
            is_open.set(true);
            opened(Event::Open);
        });
        let received = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(frame) = event.data().as_string() {
                emit(Event::Received(frame));
            }
        });
        let closed = Closure::<dyn FnMut(_)>::new(move |event| {
            if !was_open.get() {
                spawn_local(check_key());
            }
            closed(Event::Closed(member(&event, "code").as_f64().unwrap_or_default() as u16));
        });
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(received.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        Some(Socket { socket, _opened: opened, _received: received, _closed: closed })
    }

    pub fn send(&self, frame: &str) {
        // The client resends on the next socket what a closing one does not send.
        let _ = self.socket.send_with_str(frame);
    }

    /// Bytes that the browser has not sent yet.
    pub fn buffered(&self) -> usize {
        self.socket.buffered_amount() as usize
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}
