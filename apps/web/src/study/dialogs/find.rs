//! Two dialogs with one field each: find, and go to a move.

use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;
use study::Input;

use super::{Answers, PageState};
use crate::dialog::Dialog;
use crate::language;

#[component]
pub fn FindDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let page_state = PageState::here();
    let text =
        RwSignal::new(page_state.peek(|workspace| workspace.last_query().unwrap_or_default().to_owned()));
    let is_chess = page_state.peek(|workspace| workspace.current().chess().is_some());
    let label =
        if is_chess { language::here().chess_study().find_label } else { language::study().find_label };
    let field = NodeRef::<html::Input>::new();
    // Selected once it is mounted, so that typing replaces the last search text.
    request_animation_frame(move || {
        let _ = field.get_untracked().map(|field| field.select());
    });
    let find = move |event: SubmitEvent| {
        event.prevent_default();
        close();
        page_state.act(Input::Find(text.get_untracked()));
    };
    view! {
        <Dialog title=language::study().find.to_owned() close>
            <form class="form" on:submit=find>
                <label>
                    {label}
                    <input type="search" autofocus autocomplete="off" node_ref=field bind:value=text />
                </label>
                <Answers yes=language::study().find close />
            </form>
        </Dialog>
    }
}

#[component]
pub fn GoToDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let page_state = PageState::here();
    let text = RwSignal::new(String::new());
    let number = move || text.get().trim().parse::<u32>().ok();
    let go = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(number) = untrack(number) {
            close();
            page_state.act(Input::MoveNumber(number));
        }
    };
    view! {
        <Dialog title=language::study().go_to.to_owned() close>
            <form class="form" on:submit=go>
                <label>
                    {language::study().go_to_label}
                    <input type="text" inputmode="numeric" autofocus autocomplete="off" bind:value=text />
                </label>
                <Answers yes=language::study().go barred=Signal::derive(move || number().is_none()) close />
            </form>
        </Dialog>
    }
}
