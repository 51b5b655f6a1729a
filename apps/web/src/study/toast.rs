//! Short words that come and go at the edge of the page, and are read out.

use std::time::Duration;

use leptos::prelude::*;

const STAYS: Duration = Duration::from_secs(6);
/// More at once would hide the page.
const MOST: usize = 3;

#[derive(Clone, Copy)]
pub struct Toasts(RwSignal<Vec<(u32, String)>>);

impl Toasts {
    pub fn new() -> Toasts {
        Toasts(RwSignal::new(Vec::new()))
    }

    pub fn say(self, text: String) {
        let number = self.0.with_untracked(|all| all.last().map_or(0, |(last, _)| last + 1));
        self.0.update(|all| {
            // The same again takes the place of the former.
            all.retain(|(_, said)| *said != text);
            all.push((number, text));
            let surplus = all.len().saturating_sub(MOST);
            all.drain(..surplus);
        });
        set_timeout(move || self.dismiss(number), STAYS);
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
                <p class="toast" on:click=move |_| toasts.dismiss(number)>{text}</p>
            </For>
        </div>
    }
}
