//! Two dialogs of one field each: find, and go to a move.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use study::Input;

use super::Session;
use crate::sheet::Sheet;

#[component]
pub fn FindDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let session = Session::here();
    let text = RwSignal::new(String::new());
    let find = move |event: SubmitEvent| {
        event.prevent_default();
        close();
        session.act(Input::Find(text.get_untracked()));
    };
    view! {
        <Sheet title="Find".to_owned() close>
            <form class="form" on:submit=find>
                <label>
                    "Words in comments, or a point such as Q16"
                    <input type="search" autofocus autocomplete="off" bind:value=text />
                </label>
                <div class="answers">
                    <button class="button main" type="submit">"Find"</button>
                    <button class="button" type="button" on:click=move |_| close()>"Cancel"</button>
                </div>
            </form>
        </Sheet>
    }
}

#[component]
pub fn GoToDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let session = Session::here();
    let text = RwSignal::new(String::new());
    let number = move || text.get().trim().parse::<u32>().ok();
    let go = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(number) = untrack(number) {
            close();
            session.act(Input::MoveNumber(number));
        }
    };
    view! {
        <Sheet title="Go to move".to_owned() close>
            <form class="form" on:submit=go>
                <label>
                    "Number of the move; 0 is the start"
                    <input type="text" inputmode="numeric" autofocus autocomplete="off" bind:value=text />
                </label>
                <div class="answers">
                    <button class="button main" type="submit" disabled=move || number().is_none()>"Go"</button>
                    <button class="button" type="button" on:click=move |_| close()>"Cancel"</button>
                </div>
            </form>
        </Sheet>
    }
}
