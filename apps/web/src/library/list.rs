//! The list of games. Only the visible rows are in the DOM.

use catalogue::GameKind;
use i18n::fill;
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::html;
use leptos::prelude::*;

use super::library_state::LibraryState;
use super::messages::{self, TextOf, kind, players};
use super::requests::{self, Game};
use super::selection::Selection;
use crate::foreign_text::foreign;
use crate::{dates, icons, language};

/// In pixels; must match the style sheet.
const ROW_HEIGHT: f64 = 60.0;
/// Extra rows above and below the visible ones, for scrolling.
const OVERSCAN: usize = 8;

#[component]
pub fn List() -> impl IntoView {
    let library = LibraryState::here();
    let list = NodeRef::<html::Div>::new();
    let top = RwSignal::new(0.0);
    let high = RwSignal::new(600.0);
    let look = move || {
        if let Some(list) = list.get_untracked() {
            top.set(f64::from(list.scroll_top()));
            high.set(f64::from(list.client_height()));
        }
    };
    Effect::new(move |_| {
        // The height is known once the element is mounted.
        if list.get().is_some() {
            look();
        }
    });
    let resized = window_event_listener(leptos::ev::resize, move |_| look());
    on_cleanup(move || resized.remove());
    Effect::new(move |_| {
        library.fields.track();
        if let Some(list) = list.get() {
            list.set_scroll_top(0);
        }
    });
    let first = Memo::new(move |_| ((top.get() / ROW_HEIGHT) as usize).saturating_sub(OVERSCAN));
    let last = Memo::new(move |_| {
        let end = ((top.get() + high.get()) / ROW_HEIGHT) as usize + 1 + OVERSCAN;
        end.min(library.total.get())
    });
    let space = move || format!("{}px", library.total.get() as f64 * ROW_HEIGHT);
    let rows = move || (first.get()..last.get()).collect::<Vec<usize>>();
    let active = move || library.chosen.get().map(|at| format!("game-{at}"));
    view! {
        <Columns />
        <div
            class="library-list panel"
            role="listbox"
            tabindex="0"
            aria-multiselectable="true"
            aria-label=language::library().games
            aria-activedescendant=active
            node_ref=list
            on:scroll=move |_| look()
            on:keydown=move |press| move_choice(library, &press, list)
        >
            <Show when=move || library.total.get() == 0>
                <p class="library-empty" role="option" aria-selected="false" aria-disabled="true">{language::library().no_match}</p>
            </Show>
            <div class="library-rows" role="presentation" style:height=space>
                <For each=rows key=|at| *at let(at)>
                    <Row at />
                </For>
            </div>
        </div>
    }
}

#[component]
fn Columns() -> impl IntoView {
    let words = language::library();
    let library = LibraryState::here();
    let sort = move |column: &'static str| {
        library.fields.update(|fields| {
            fields.backwards = if fields.sort == column { !fields.backwards } else { column == "date" };
            fields.sort = column.to_owned();
        });
    };
    let column = move |(name, label): &(&'static str, TextOf)| {
        let name = *name;
        let sorted = move || library.fields.with(|fields| (fields.sort == name).then_some(fields.backwards));
        let sign = move || match sorted() {
            Some(true) => " ↓",
            Some(false) => " ↑",
            None => "",
        };
        view! {
            <button class="library-column" aria-pressed=move || sorted().is_some().to_string() on:click=move |_| sort(name)>
                {label(words)}<span aria-hidden="true">{sign}</span>
            </button>
        }
    };
    view! {
        <div class="library-columns" role="group" aria-label=words.sort>{messages::COLUMNS.iter().map(column).collect_view()}</div>
    }
}

#[component]
fn Row(at: usize) -> impl IntoView {
    let library = LibraryState::here();
    let game = Memo::new(move |_| library.row(at));
    let place = format!("{}px", at as f64 * ROW_HEIGHT);
    let chosen = move || library.chosen.get() == Some(at);
    let selected = Memo::new(move |_| library.selection.with(|selection| selection.contains(at)));
    let open = move |_| {
        if let Some(game) = game.get_untracked() {
            library.open(game);
        }
    };
    view! {
        <div
            class="library-row"
            id=format!("game-{at}")
            role="option"
            class:chosen=chosen
            aria-selected=move || selected.get().to_string()
            aria-posinset=at + 1
            aria-setsize=move || library.total.get()
            style:top=place
            on:click=move |click| select(library, at, &click)
            on:dblclick=open
        >
            <span class="library-check" aria-hidden="true" on:click=move |click| check(library, at, &click)>
                {icons::RIGHT.draw()}
            </span>
            {move || match game.get() {
                Some(game) => view! { <Cells game /> }.into_any(),
                None => view! { <span class="library-loading"></span> }.into_any(),
            }}
        </div>
    }
}

/// The content of a row, also used for duplicates.
#[component]
pub fn Cells(game: Game) -> impl IntoView {
    let library = LibraryState::here();
    let (id, at) = (game.id, game.at);
    let picture = move || requests::picture(id, at, library.is_dark(), 176);
    let passed =
        at.map(|at| fill(language::library().at_move, &[("n", &moves_before(&game.kind, at).to_string())]));
    let about = [Some(game.event.clone()), Some(kind(&game)), passed].into_iter().flatten();
    let about = about.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    view! {
        <img class="library-thumb" src=picture alt="" loading="lazy" width="44" height="44" />
        <span class="library-players">
            <strong>{foreign(&players(&game))}</strong>
            <span>{foreign(&about)}</span>
        </span>
        <span class="library-result">{foreign(&game.result)}</span>
        <span class="library-date">{dates::date(&game.date)}</span>
        <span class="library-moves">{messages::number(game.moves as usize)}</span>
    }
}

/// In chess a move of White and the reply are one.
fn moves_before(kind: &str, half_moves: u32) -> u32 {
    GameKind::named(kind).map_or(half_moves, |kind| kind.moves_in(half_moves))
}

fn select(library: LibraryState, at: usize, click: &MouseEvent) {
    library.chosen.set(Some(at));
    library.selection.update(|selection| match () {
        () if click.shift_key() => selection.extend_to(at),
        () if click.ctrl_key() || click.meta_key() => selection.toggle(at),
        () => selection.only(at),
    });
}

/// A finger has no Ctrl key.
fn check(library: LibraryState, at: usize, click: &MouseEvent) {
    click.stop_propagation();
    library.selection.update(|selection| match click.shift_key() {
        true => selection.extend_to(at),
        false => selection.toggle(at),
    });
}

/// Keys that select without moving. Returns whether it was one.
fn select_by_key(library: LibraryState, press: &KeyboardEvent) -> bool {
    let is_ctrl = press.ctrl_key() || press.meta_key();
    let at = library.chosen.get_untracked();
    match (press.key().as_str(), at) {
        ("a", _) if is_ctrl => {
            library.selection.update(|selection| selection.all(library.total.get_untracked()));
        }
        (" ", Some(at)) => library.selection.update(|selection| selection.toggle(at)),
        ("Escape", _) if library.selection.with_untracked(|selection| selection.len() > 0) => {
            library.selection.update(Selection::clear);
        }
        _ => return false,
    }
    press.prevent_default();
    true
}

fn move_choice(library: LibraryState, press: &KeyboardEvent, list: NodeRef<html::Div>) {
    let Some(element) = list.get_untracked() else { return };
    if select_by_key(library, press) {
        return;
    }
    let total = library.total.get_untracked();
    let now = library.chosen.get_untracked();
    let page = (f64::from(element.client_height()) / ROW_HEIGHT) as usize;
    let to = match press.key().as_str() {
        "ArrowDown" => now.map_or(0, |at| at + 1),
        "ArrowUp" => now.map_or(0, |at| at.saturating_sub(1)),
        "PageDown" => now.map_or(0, |at| at + page),
        "PageUp" => now.map_or(0, |at| at.saturating_sub(page)),
        "Home" => 0,
        "End" => usize::MAX,
        "Enter" => {
            if let Some(game) = library.shown() {
                press.prevent_default();
                library.open(game);
            }
            return;
        }
        _ => return,
    };
    press.prevent_default();
    let Some(last) = total.checked_sub(1) else { return };
    let to = to.min(last);
    library.chosen.set(Some(to));
    library.selection.update(|selection| match (press.shift_key(), press.ctrl_key()) {
        (true, _) => selection.extend_to(to),
        (_, true) => {}
        _ => selection.only(to),
    });
    let (above, below) = (to as f64 * ROW_HEIGHT, (to + 1) as f64 * ROW_HEIGHT);
    let (top, high) = (f64::from(element.scroll_top()), f64::from(element.client_height()));
    if above < top {
        element.set_scroll_top(above as i32);
    } else if below > top + high {
        element.set_scroll_top((below - high) as i32);
    }
}
