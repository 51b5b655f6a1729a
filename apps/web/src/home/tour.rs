//! The tour: six short steps in a dialog, offered until it is taken or skipped.

use i18n::fill;
use leptos::prelude::*;

use super::messages;
use crate::dialog::Dialog;
use crate::language;
use crate::storage;

const TOUR: &str = "tabiya.tour";

#[component]
pub fn Invitation() -> impl IntoView {
    let words = language::home();
    let offered = RwSignal::new(storage::get(TOUR).is_none());
    let step = RwSignal::new(None::<usize>);
    let end = move || {
        // Without storage it is offered again next time.
        let _ = storage::set(TOUR, "seen");
        offered.set(false);
        step.set(None);
    };
    view! {
        <Show when=move || offered.get()>
            <section class="panel invitation" aria-label=words.tour>
                <p><strong>{words.new_here}</strong>" "{words.tour_text}</p>
                <div class="invitation-row">
                    <button class="button" on:click=move |_| step.set(Some(0))>{words.tour}</button>
                    <button class="button subtle" on:click=move |_| end()>{words.skip}</button>
                </div>
            </section>
        </Show>
        <Show when=move || step.get().is_some()>
            <Tour step end />
        </Show>
    }
}

#[component]
fn Tour(step: RwSignal<Option<usize>>, end: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let words = language::home();
    let steps = messages::steps();
    let count = steps.len();
    let steps = StoredValue::new(steps);
    let at = Memo::new(move |_| step.get().unwrap_or(0).min(count - 1));
    let shown = move || steps.with_value(|steps| steps[at.get()]);
    let title = Signal::derive(move || shown().0.to_owned());
    let is_last = move || at.get() + 1 == count;
    let next = move |_| match at.get_untracked() + 1 {
        next if next < count => step.set(Some(next)),
        _ => end(),
    };
    let look = move || {
        let (_, _, page) = shown();
        page.map(|page| {
            view! { <a class="button subtle" href=page.path() on:click=move |_| end()>{fill(words.go_to, &[("page", page.name())])}</a> }
        })
    };
    view! {
        <Dialog title class="tour" close=end>
            <p class="tour-text" aria-live="polite">{move || shown().1}</p>
            <p class="muted">{move || messages::step(at.get() + 1, count)}</p>
            <div class="tour-row">
                <button class="button subtle" on:click=move |_| end()>{words.skip}</button>
                {look}
                <button class="button" disabled=move || at.get() == 0 on:click=move |_| step.set(at.get_untracked().checked_sub(1))>
                    {words.back}
                </button>
                <button class="button main" on:click=next>{move || if is_last() { words.begin } else { words.next }}</button>
            </div>
        </Dialog>
    }
}
