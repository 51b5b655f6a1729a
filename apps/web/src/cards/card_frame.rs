//! A card as Anki shows it on a phone: a sandboxed iframe served by the studio. Sides of cards are posted to it as
//! messages.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::js::{call, member, object, text};
use crate::language;

/// A message from the card in the frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardMessage {
    /// The number of an option.
    Chosen(usize),
    Key(String),
}

/// An option to press on the card. `turn` increases with each press, so that pressing the same option twice sends
/// two messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Press {
    pub option: usize,
    pub turn: u32,
}

#[component]
pub fn CardFrame(
    /// A side of a card.
    #[prop(into)]
    html: Signal<String>,
    #[prop(into)] night: Signal<bool>,
    #[prop(optional, into)] press: Signal<Press>,
    on_message: impl Fn(CardMessage) + 'static,
) -> impl IntoView {
    let frame = NodeRef::<html::Iframe>::new();
    // How often the frame has loaded.
    let ready = RwSignal::new(0u32);
    let inside = move || frame.get_untracked().map(|frame| member(&frame, "contentWindow"));
    let listener = window_event_listener_untyped("message", move |event| {
        if inside().is_none_or(|inside| inside != member(&event, "source")) {
            return;
        }
        let data = member(&event, "data");
        if data.as_string().as_deref() == Some("ready") {
            ready.update(|ready| *ready += 1);
        } else if let Some(number) = member(&data, "chosen").as_f64() {
            on_message(CardMessage::Chosen(number as usize));
        } else if !text(&data, "key").is_empty() {
            on_message(CardMessage::Key(text(&data, "key")));
        }
    });
    on_cleanup(move || listener.remove());
    let post = move |message: JsValue| {
        if let Some(inside) = inside() {
            // Fails only if the frame was removed a moment ago.
            let _ = call(&inside, "postMessage", &[&message, &"*".into()]);
        }
    };
    Effect::new(move |_| {
        let (html, night) = (html.get(), night.get());
        if ready.get() > 0 {
            post(object(&[("html", &html.into()), ("night", &night.into())]));
        }
    });
    Effect::new(move |_| {
        let Press { option, turn } = press.get();
        if turn > 0 {
            post(object(&[("press", &JsValue::from_f64(option as f64))]));
        }
    });
    view! {
        <iframe
            class="card-frame"
            title=language::cards().card_title
            src=api::cards::PREVIEW
            sandbox="allow-scripts"
            node_ref=frame
        ></iframe>
    }
}

/// Whether the page itself is dark now.
pub fn page_is_dark() -> bool {
    let chosen = document().document_element().and_then(|root| root.get_attribute("data-theme"));
    match chosen.as_deref() {
        Some("dark") => true,
        Some("light") => false,
        _ => {
            let query = call(&window(), "matchMedia", &[&"(prefers-color-scheme: dark)".into()]);
            query.is_ok_and(|query| member(&query, "matches").is_truthy())
        }
    }
}
