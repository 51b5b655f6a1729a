//! What tells a player who looks elsewhere that it is their move: the tab's title, a notification if they want one, and
//! the links back to the game on Home and Play.

use leptos::prelude::*;
use leptos::task::spawn_local;
use play::client::Client;
use play::kifu::Kifu;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Array, Function, Reflect};

use super::session::Session;
use crate::js::{call_async, member, object, text};
use crate::live_games;
use crate::page_mount::PageVisibility;
use crate::{language, page_events, storage, tab_title};

const NOTIFY: &str = "tabiya.notify";

/// Follows the game of this page.
pub fn follow(session: Session) {
    let live = Memo::new(move |_| session.live_game());
    Effect::new(move |_| {
        // Left without an end, it stays in the list.
        if let Some(game) = live.get() {
            live_games::remember(game);
        }
    });
    let over = session.watch(Client::is_over);
    Effect::new(move |_| {
        if over.get() == Some(true)
            && let Some(room) = untrack(move || session.room())
        {
            live_games::forget(&room);
        }
    });
    let turn = session.watch(|client| (client.game(), client.kifu().map(Kifu::next), client.is_your_turn()));
    let shown = PageVisibility::here();
    Effect::new(move |before: Option<Option<(u32, Option<u32>, bool)>>| {
        let now = turn.get();
        let waits = now.is_some_and(|(.., yours)| yours);
        tab_title::mark(waits);
        let is_new = before.is_some_and(|before| before != now);
        if waits && is_new && (document().hidden() || !shown.now()) {
            notify(live.get_untracked().map(|game| game.opponent));
        }
        now
    });
}

fn notifications() -> JsValue {
    member(&window(), "Notification")
}

/// Browsers offer them on this machine and over HTTPS only.
pub fn can_notify() -> bool {
    notifications().is_function() && member(&window(), "isSecureContext").is_truthy()
}

pub fn notifies() -> bool {
    storage::get(NOTIFY).as_deref() == Some("on") && text(&notifications(), "permission") == "granted"
}

/// The browser asks for permission; `done` is told whether it is given.
pub fn turn_on(on: bool, done: impl FnOnce(bool) + 'static) {
    let _ = storage::set(NOTIFY, if on { "on" } else { "off" });
    if !on {
        return done(false);
    }
    spawn_local(async move {
        let answer = call_async(&notifications(), "requestPermission", &[]).await;
        done(answer.is_ok_and(|answer| answer.as_string().as_deref() == Some("granted")));
    });
}

/// A newer notification replaces the one before.
fn notify(opponent: Option<String>) {
    if !can_notify() || !notifies() {
        return;
    }
    let body = opponent.unwrap_or_default();
    let options = object(&[("body", &body.into()), ("tag", &"tabiya-move".into())]);
    let Ok(make) = notifications().dyn_into::<Function>() else { return };
    let made = Reflect::construct(&make, &Array::of2(&language::play().your_move.into(), &options));
    if let Ok(made) = made {
        let focus = Closure::once_into_js(|| drop(window().focus()));
        // Without it a click only closes the notification.
        let _ = Reflect::set(&made, &"onclick".into(), &focus);
    }
}

/// Leaving the document is reported at once, and coming back to it connects again.
pub fn follow_document(session: Session) {
    let left = StoredValue::new(false);
    page_events::on_browser_event(&window(), "pagehide", move || {
        left.set_value(true);
        session.disconnect();
    });
    page_events::on_browser_event(&window(), "pageshow", move || {
        if left.try_update_value(std::mem::take) == Some(true) {
            session.reconnect();
        }
    });
}
