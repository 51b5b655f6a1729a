//! Toasts: short messages at the edge of the page, announced to screen readers.

use std::time::Duration;

use i18n::visible;
use leptos::prelude::*;

const SHOWN_FOR: Duration = Duration::from_secs(6);
/// More would cover the page.
const MAX_TOASTS: usize = 3;

#[derive(Clone, Copy)]
pub struct Toasts(RwSignal<Vec<(u32, String)>>);

impl Toasts {
    pub fn new() -> Toasts {
        Toasts(RwSignal::new(Vec::new()))
    }

    pub fn show(self, text: String) {
        let number = self.0.with_untracked(|all| all.last().map_or(0, |(last, _)| last + 1));
        self.0.update(|all| {
            // The same message again replaces the first.
            all.retain(|(_, shown)| *shown != text);
            all.push((number, text));
            let surplus = all.len().saturating_sub(MAX_TOASTS);
            all.drain(..surplus);
        });
        set_timeout(move || self.dismiss(number), SHOWN_FOR);
    }

    fn dismiss(self, number: u32) {
        self.0.update(|all| all.retain(|(other, _)| *other != number));
    }
}

#[component]
pub fn ToastList(toasts: Toasts) -> impl IntoView {
    view! {
        <div class="toasts" role="status">
            <For each=move || toasts.0.get() key=|(number, _)| *number let((number, text))>
                <p class="toast" on:click=move |_| toasts.dismiss(number)>{visible(&text).into_owned()}</p>
            </For>
        </div>
    }
}
