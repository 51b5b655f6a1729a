//! Closing a room that this player has opened.

use leptos::prelude::*;
use play::client::Action;

use super::session::Session;
use crate::dialog::Dialog;
use crate::language;

/// For the room's owner; asks first, because the link stops working.
#[component]
pub fn CloseRoom() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let owns = session.watch(|client| client.seats().owner);
    let asking = RwSignal::new(false);
    let closing = StoredValue::new(false);
    Effect::new(move |_| {
        if session.is_room_gone() && closing.get_value() {
            session.go_to_start();
        }
    });
    let close = move |_| {
        asking.set(false);
        closing.set_value(true);
        session.act(Action::CloseRoom);
    };
    view! {
        <button class="button" hidden=move || owns.get() != Some(true) on:click=move |_| asking.set(true)>{words.close_room}</button>
        <Show when=move || asking.get()>
            <Dialog title=words.ask_close_room.to_owned() close=move || asking.set(false)>
                <p class="question">{words.close_room_text}</p>
                <div class="answers">
                    <button class="button main" on:click=close>{words.close_room}</button>
                    <button class="button" on:click=move |_| asking.set(false)>{words.keep_room}</button>
                </div>
            </Dialog>
        </Show>
    }
}
