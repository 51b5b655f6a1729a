//! The dialog with the game info: every game-info property of FF[4].

use i18n::fill;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use record::go::{FIELDS, Field, komi_meant};
use study::{GoInput, Input};

use super::{Answers, PageState};
use crate::dialog::Dialog;
use crate::language;

#[component]
pub fn InfoDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let page_state = PageState::here();
    let texts = page_state.peek(|workspace| {
        let record = workspace.current().go();
        let text = |field| record.and_then(|record| record.info(field)).unwrap_or_default();
        FIELDS.map(|field| (field, RwSignal::new(text(field))))
    });
    let keep = move |event: SubmitEvent| {
        event.prevent_default();
        close();
        let changes = texts.iter().filter(|(field, _)| !field.fixed);
        let changes = changes.map(|(field, text)| (field.property, text.get_untracked()));
        page_state.act(Input::Go(GoInput::Info(changes.collect())));
    };
    let rows = texts.map(|(field, text)| view! { <InfoRow field text /> }).collect_view();
    view! {
        <Dialog title=language::study().game_info.to_owned() class="wide" close>
            <form class="form columns" on:submit=keep>
                {rows}
                <Answers yes=language::study().apply close />
            </form>
        </Dialog>
    }
}

#[component]
fn InfoRow(field: Field, text: RwSignal<String>) -> impl IntoView {
    let first = field.property == FIELDS[0].property;
    if field.long {
        let area = view! {
            <label class="long">{label(field)}<textarea rows="4" bind:value=text></textarea></label>
        };
        return area.into_any();
    }
    let meant =
        Memo::new(move |_| (field.property == "KM").then(|| text.with(|text| komi_meant(text))).flatten());
    let note = move || {
        meant.get().map(|komi| fill(language::here().go_study().komi_means, &[("komi", &komi.to_string())]))
    };
    view! {
        <label>
            {label(field)}
            <input type="text" autofocus=first readonly=field.fixed autocomplete="off" bind:value=text />
            {move || note().map(|note| view! { <small class="komi-meant">{note}</small> })}
        </label>
    }
    .into_any()
}

fn label(field: Field) -> &'static str {
    let words = language::study();
    match field.property {
        "PB" => words.info_black,
        "BR" => words.info_black_rank,
        "BT" => words.info_black_team,
        "PW" => words.info_white,
        "WR" => words.info_white_rank,
        "WT" => words.info_white_team,
        "RE" => words.info_result,
        "KM" => words.komi,
        "HA" => words.handicap,
        "SZ" => words.size,
        "RU" => words.info_rules,
        "TM" => words.info_time,
        "OT" => words.info_overtime,
        "DT" => words.info_date,
        "PC" => words.info_place,
        "EV" => words.info_event,
        "RO" => words.info_round,
        "GN" => words.info_name,
        "ON" => words.info_opening,
        "SO" => words.info_source,
        "AN" => words.info_annotator,
        "US" => words.info_user,
        "CP" => words.info_copyright,
        "GC" => words.info_about,
        _ => field.label,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_its_label() {
        for field in FIELDS {
            assert_eq!(label(field), field.label);
        }
    }
}
