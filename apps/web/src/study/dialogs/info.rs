//! What the game says of itself: every game-info property of FF[4].

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use record::go::{FIELDS, Field};
use study::Input;

use super::{Answers, Session};
use crate::sheet::Sheet;

#[component]
pub fn InfoDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let session = Session::here();
    let texts = session.peek(|desk| {
        let record = desk.current().record();
        FIELDS.map(|field| (field, RwSignal::new(record.info(field).unwrap_or_default())))
    });
    let keep = move |event: SubmitEvent| {
        event.prevent_default();
        close();
        let changes = texts.iter().filter(|(field, _)| !field.fixed);
        let changes = changes.map(|(field, text)| (field.property, text.get_untracked()));
        session.act(Input::Info(changes.collect()));
    };
    let rows = texts.map(|(field, text)| view! { <InfoRow field text /> }).collect_view();
    view! {
        <Sheet title="Game info".to_owned() class="wide" close>
            <form class="form columns" on:submit=keep>
                {rows}
                <Answers yes="Keep" close />
            </form>
        </Sheet>
    }
}

#[component]
fn InfoRow(field: Field, text: RwSignal<String>) -> impl IntoView {
    let first = field.property == FIELDS[0].property;
    if field.long {
        let area = view! {
            <label class="long">{field.label}<textarea rows="4" bind:value=text></textarea></label>
        };
        return area.into_any();
    }
    view! {
        <label>
            {field.label}
            <input type="text" autofocus=first readonly=field.fixed autocomplete="off" bind:value=text />
        </label>
    }
    .into_any()
}
