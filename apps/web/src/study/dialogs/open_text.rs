//! A field for games or a position as text, for devices without a key for pasting.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use study::Input;

use super::{Answers, PageState};
use crate::dialog::Dialog;
use crate::language;

#[component]
pub fn OpenTextDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let page_state = PageState::here();
    let words = language::here().chess_study();
    let text = RwSignal::new(String::new());
    let is_empty = Signal::derive(move || text.with(|text| text.trim().is_empty()));
    let open = move |event: SubmitEvent| {
        event.prevent_default();
        close();
        page_state.act(Input::PasteText(text.get_untracked()));
    };
    view! {
        <Dialog title=words.open_text_title.to_owned() close>
            <form class="form" on:submit=open>
                <label>
                    {words.open_text_label}
                    <textarea rows="8" autofocus spellcheck="false" bind:value=text></textarea>
                </label>
                <Answers yes=language::study().open barred=is_empty close />
            </form>
        </Dialog>
    }
}
