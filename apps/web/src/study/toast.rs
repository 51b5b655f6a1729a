//! Toasts: short messages at the edge of the page, announced to screen readers.

use std::time::Duration;

use i18n::visible;
use leptos::prelude::*;

const SHOWN_FOR: Duration = Duration::from_secs(6);
/// More would cover the page.
const MAX_TOASTS: usize = 3;

#[derive(Clone, Copy)]
pub struct Toasts(RwSignal<Vec<Toast>>);

#[derive(Clone, PartialEq)]
struct Toast {
    number: u32,
    text: String,
    /// Whether it says where one is.
    is_place: bool,
}

impl Toasts {
    pub fn new() -> Toasts {
        Toasts(RwSignal::new(Vec::new()))
    }

    pub fn show(self, text: String) {
        self.add(text, false);
    }

    /// Replaces the last message of this kind: whoever steps quickly wants to know the last place only.
    pub fn show_place(self, text: String) {
        self.add(text, true);
    }

    fn add(self, text: String, is_place: bool) {
        let number = self.0.with_untracked(|all| all.last().map_or(0, |last| last.number + 1));
        self.0.update(|all| {
            // The same message again replaces the first.
            all.retain(|shown| shown.text != text && !(is_place && shown.is_place));
            all.push(Toast { number, text, is_place });
            let surplus = all.len().saturating_sub(MAX_TOASTS);
            all.drain(..surplus);
        });
        set_timeout(move || self.dismiss(number), SHOWN_FOR);
    }

    fn dismiss(self, number: u32) {
        self.0.update(|all| all.retain(|shown| shown.number != number));
    }
}

#[component]
pub fn ToastList(toasts: Toasts) -> impl IntoView {
    view! {
        <div class="toasts" role="status">
            <For each=move || toasts.0.get() key=|toast| toast.number let(toast)>
                <p class="toast" on:click=move |_| toasts.dismiss(toast.number)>
                    {visible(&toast.text).into_owned()}
                </p>
            </For>
        </div>
    }
}
