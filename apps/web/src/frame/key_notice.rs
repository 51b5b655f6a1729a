//! The notice that the running studio refuses this page, because it was opened without the studio's key or the studio was
//! started again. The page goes on storing unsaved work in the browser.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::client::call;
use crate::language;
use crate::page_events::{self, PageEvent};

#[component]
pub fn KeyNotice() -> impl IntoView {
    let refused = RwSignal::new(false);
    page_events::on(&window(), PageEvent::KeyRefused, move || refused.set(true));
    // Once the studio is open in another tab, the browser has the key for this one too.
    let check_again = move || {
        if refused.get_untracked() {
            spawn_local(async move { refused.set(call(api::access::check()).await.is_err()) });
        }
    };
    page_events::on_browser_event(&window(), "focus", check_again);
    page_events::on_browser_event(&document(), "visibilitychange", check_again);
    view! {
        <Show when=move || refused.get()>
            <p class="key-notice" role="alert">{language::frame().wrong_key}</p>
        </Show>
    }
}
