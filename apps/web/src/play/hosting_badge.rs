//! Says that this machine is open to the network, under which address and how many people use it, with the switch to close
//! it again.

use std::time::Duration;

use i18n::fill;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::http::{self, Hosting};
use crate::language;
use crate::page_mount::PageVisibility;

const REFRESH: Duration = Duration::from_secs(5);

#[component]
pub fn HostingBadge() -> impl IntoView {
    let words = language::play();
    let hosting = RwSignal::new(Hosting::default());
    let shown = PageVisibility::here();
    let refresh = move || {
        spawn_local(async move {
            if let Ok(state) = http::hosting().await {
                // The screen may be gone.
                let _ = hosting.try_set(state);
            }
        });
    };
    refresh();
    let again = move || {
        if shown.now() {
            refresh();
        }
    };
    if let Ok(handle) = set_interval_with_handle(again, REFRESH) {
        on_cleanup(move || handle.clear());
    }
    let stop = move |_| {
        spawn_local(async move {
            if let Ok(state) = http::stop_hosting().await {
                let _ = hosting.try_set(state);
            }
        });
    };
    let address = move || hosting.with(|hosting| hosting.addresses.first().cloned()).unwrap_or_default();
    let people = move || language::here().count(words.hosting_people, hosting.with(|hosting| hosting.people));
    view! {
        <div class="panel hosting" role="status" hidden=move || !hosting.with(|hosting| hosting.on)>
            <p>
                <strong>{move || fill(words.hosting_at, &[("address", &address())])}</strong>" "
                <span class="muted">{people}</span>
            </p>
            <button class="button" on:click=stop>{words.stop_hosting}</button>
        </div>
    }
}
