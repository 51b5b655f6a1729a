//! The games, however many: only the rows that can be seen are on the page.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use words::fill;

use super::shelf::Shelf;
use super::studio::{self, Game};
use super::telling::{self, Word, kind, players};
use crate::{language, when};

/// Pixels; the style has the same.
const ROW: f64 = 60.0;
/// Rows above and below what can be seen, for those who scroll.
const BEYOND: usize = 8;

#[component]
pub fn List() -> impl IntoView {
    let shelf = Shelf::here();
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
        // As tall as the window allows, once it is there.
        if list.get().is_some() {
            look();
        }
    });
    let resized = window_event_listener(leptos::ev::resize, move |_| look());
    on_cleanup(move || resized.remove());
    Effect::new(move |_| {
        shelf.wish.track();
        if let Some(list) = list.get() {
            list.set_scroll_top(0);
        }
    });
    let first = Memo::new(move |_| ((top.get() / ROW) as usize).saturating_sub(BEYOND));
    let last = Memo::new(move |_| {
        let end = ((top.get() + high.get()) / ROW) as usize + 1 + BEYOND;
        end.min(shelf.total.get())
    });
    let space = move || format!("{}px", shelf.total.get() as f64 * ROW);
    let rows = move || (first.get()..last.get()).collect::<Vec<usize>>();
    let active = move || shelf.chosen.get().map(|at| format!("game-{at}"));
    view! {
        <Columns />
        <div
            class="library-list panel"
            role="listbox"
            tabindex="0"
            aria-label=language::library().games
            aria-activedescendant=active
            node_ref=list
            on:scroll=move |_| look()
            on:keydown=move |press| move_choice(shelf, &press, list)
        >
            <Show when=move || shelf.total.get() == 0>
                <p class="library-none" role="option" aria-selected="false" aria-disabled="true">{language::library().nothing}</p>
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
    let shelf = Shelf::here();
    let sort = move |column: &'static str| {
        shelf.wish.update(|wish| {
            wish.backwards = if wish.sort == column { !wish.backwards } else { column == "date" };
            wish.sort = column.to_owned();
        });
    };
    let column = move |(name, label): &(&'static str, Word)| {
        let name = *name;
        let sorted = move || shelf.wish.with(|wish| (wish.sort == name).then_some(wish.backwards));
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
        <div class="library-columns" role="group" aria-label=words.sort>{telling::COLUMNS.iter().map(column).collect_view()}</div>
    }
}

#[component]
fn Row(at: usize) -> impl IntoView {
    let shelf = Shelf::here();
    let game = Memo::new(move |_| shelf.row(at));
    let place = format!("{}px", at as f64 * ROW);
    let chosen = move || shelf.chosen.get() == Some(at);
    let open = move |_| {
        if let Some(game) = game.get_untracked() {
            shelf.open(game);
        }
    };
    view! {
        <div
            class="library-row"
            id=format!("game-{at}")
            role="option"
            aria-selected=move || chosen().to_string()
            aria-posinset=at + 1
            aria-setsize=move || shelf.total.get()
            style:top=place
            on:click=move |_| shelf.chosen.set(Some(at))
            on:dblclick=open
        >
            {move || match game.get() {
                Some(game) => view! { <Cells game /> }.into_any(),
                None => view! { <span class="library-wait"></span> }.into_any(),
            }}
        </div>
    }
}

/// What a row shows; duplicates have the same.
#[component]
pub fn Cells(game: Game) -> impl IntoView {
    let shelf = Shelf::here();
    let (id, at) = (game.id, game.at);
    let picture = move || studio::picture(id, at, shelf.is_dark(), 176);
    let passed = at.map(|at| fill(language::library().at_move, &[("n", &at.to_string())]));
    let about = [Some(game.event.clone()), Some(kind(&game)), passed].into_iter().flatten();
    let about = about.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    view! {
        <img class="library-thumb" src=picture alt="" loading="lazy" width="44" height="44" />
        <span class="library-who">
            <strong>{players(&game)}</strong>
            <span>{about}</span>
        </span>
        <span class="library-result">{game.result.clone()}</span>
        <span class="library-date">{when::date(&game.date)}</span>
        <span class="library-moves">{telling::number(game.moves as usize)}</span>
    }
}

fn move_choice(shelf: Shelf, press: &KeyboardEvent, list: NodeRef<html::Div>) {
    let Some(element) = list.get_untracked() else { return };
    let total = shelf.total.get_untracked();
    let now = shelf.chosen.get_untracked();
    let page = (f64::from(element.client_height()) / ROW) as usize;
    let to = match press.key().as_str() {
        "ArrowDown" => now.map_or(0, |at| at + 1),
        "ArrowUp" => now.map_or(0, |at| at.saturating_sub(1)),
        "PageDown" => now.map_or(0, |at| at + page),
        "PageUp" => now.map_or(0, |at| at.saturating_sub(page)),
        "Home" => 0,
        "End" => usize::MAX,
        "Enter" => {
            if let Some(game) = shelf.shown() {
                press.prevent_default();
                shelf.open(game);
            }
            return;
        }
        _ => return,
    };
    press.prevent_default();
    let Some(last) = total.checked_sub(1) else { return };
    let to = to.min(last);
    shelf.chosen.set(Some(to));
    let (above, below) = (to as f64 * ROW, (to + 1) as f64 * ROW);
    let (top, high) = (f64::from(element.scroll_top()), f64::from(element.client_height()));
    if above < top {
        element.set_scroll_top(above as i32);
    } else if below > top + high {
        element.set_scroll_top((below - high) as i32);
    }
}
