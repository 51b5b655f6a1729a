//! The dialog with the tags of a chess game.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use study::{ChessInput, Input};

use crate::dialog::Dialog;
use crate::language;
use crate::study::dialogs::Answers;
use crate::study::page_state::PageState;

/// In the order of PGN; shown even if the game does not have them.
const ROSTER: [&str; 9] =
    ["White", "Black", "Result", "Event", "Site", "Date", "Round", "WhiteElo", "BlackElo"];
/// They define the starting position, on which the moves depend.
const FIXED: [&str; 2] = ["FEN", "SetUp"];

#[component]
pub fn ChessInfo(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let page_state = PageState::here();
    let tags = page_state.peek(|workspace| workspace.current().chess().map(tags).unwrap_or_default());
    let texts: Vec<(String, RwSignal<String>)> =
        tags.into_iter().map(|(name, value)| (name, RwSignal::new(value))).collect();
    let fields = StoredValue::new(texts.clone());
    let keep = move |event: SubmitEvent| {
        event.prevent_default();
        close();
        let all = fields.with_value(|fields| {
            let changeable = fields.iter().filter(|(name, _)| !FIXED.contains(&&**name));
            changeable.map(|(name, text)| (name.clone(), text.get_untracked())).collect()
        });
        page_state.act(Input::Chess(ChessInput::Tags(all)));
    };
    let rows = texts.into_iter().enumerate().map(|(n, (name, text))| {
        let is_fixed = FIXED.contains(&&*name);
        view! {
            <label>
                {label(&name)}
                <input type="text" autofocus=n == 0 readonly=is_fixed autocomplete="off" bind:value=text />
            </label>
        }
    });
    view! {
        <Dialog title=language::study().game_info.to_owned() class="wide" close>
            <form class="form columns" on:submit=keep>
                {rows.collect_view()}
                <Answers yes=language::study().apply close />
            </form>
        </Dialog>
    }
}

/// The roster first, then all others. A tag that occurs twice is shown once.
fn tags(record: &record::chess::ChessRecord) -> Vec<(String, String)> {
    let game = record.game();
    let usual = ROSTER.iter().map(|name| (*name, game.tag(name).unwrap_or_default().into_owned()));
    let mut all: Vec<(String, String)> = usual.map(|(name, value)| (name.to_owned(), value)).collect();
    for (name, value) in game.tags() {
        if !all.iter().any(|(known, _)| known.eq_ignore_ascii_case(&name)) {
            all.push((name.into_owned(), value.into_owned()));
        }
    }
    all
}

/// The translated label of a common tag; otherwise the name in PGN.
fn label(tag: &str) -> String {
    let words = language::study();
    let label = match tag {
        "White" => words.info_white,
        "Black" => words.info_black,
        "Result" => words.info_result,
        "Event" => words.info_event,
        "Site" => words.info_place,
        "Date" => words.info_date,
        "Round" => words.info_round,
        "WhiteElo" => words.info_white_elo,
        "BlackElo" => words.info_black_elo,
        other => other,
    };
    label.to_owned()
}
