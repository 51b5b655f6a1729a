//! A card as Anki shows it on a phone: a small page of the studio's, shut off from this one, to which a side is posted.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::bridge::script::{call, member, object, text};
use crate::language;

/// What comes back from the card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromCard {
    /// The number of an option.
    Chosen(usize),
    Key(String),
}

/// Something to press on the card; the number makes the same option twice two wishes.
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
    on_word: impl Fn(FromCard) + 'static,
) -> impl IntoView {
    let frame = NodeRef::<html::Iframe>::new();
    // Counts how often the small page has been loaded.
    let ready = RwSignal::new(0u32);
    let inside = move || frame.get_untracked().map(|frame| member(&frame, "contentWindow"));
    let heard = window_event_listener_untyped("message", move |event| {
        if inside().is_none_or(|inside| inside != member(&event, "source")) {
            return;
        }
        let data = member(&event, "data");
        if data.as_string().as_deref() == Some("ready") {
            ready.update(|ready| *ready += 1);
        } else if let Some(number) = member(&data, "chosen").as_f64() {
            on_word(FromCard::Chosen(number as usize));
        } else if !text(&data, "key").is_empty() {
            on_word(FromCard::Key(text(&data, "key")));
        }
    });
    on_cleanup(move || heard.remove());
    let post = move |message: JsValue| {
        if let Some(inside) = inside() {
            // Fails only if the frame has just gone.
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
            src="/api/cards/preview"
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
