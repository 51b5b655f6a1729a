//! The tabs of the record panel.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::page_state::PageState;
use crate::language;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordTab {
    Moves,
    Tree,
    Review,
}

impl RecordTab {
    pub fn id(self) -> &'static str {
        match self {
            RecordTab::Moves => "tab-moves",
            RecordTab::Tree => "tab-tree",
            RecordTab::Review => "tab-review",
        }
    }

    fn name(self) -> &'static str {
        match self {
            RecordTab::Moves => language::here().notation().moves,
            RecordTab::Tree => language::study().tree,
            RecordTab::Review => language::here().review().title,
        }
    }
}

/// The tab that is shown: the chosen one, or the first while the game has no review.
pub fn shown_tab(first: RecordTab) -> (RwSignal<RecordTab>, Memo<RecordTab>) {
    let page_state = PageState::here();
    let (chosen, has_review) = (RwSignal::new(first), page_state.reviews.watch(page_state));
    let asked = page_state.reviews.asked;
    Effect::new(move |before: Option<u32>| {
        let asked = asked.get();
        if before.is_some_and(|before| before != asked) {
            chosen.set(RecordTab::Review);
        }
        asked
    });
    let shown = Memo::new(move |_| match chosen.get() {
        RecordTab::Review if !has_review.get() => first,
        chosen => chosen,
    });
    (chosen, shown)
}

/// The review joins once there is one.
#[component]
pub fn TabList(
    tabs: &'static [RecordTab],
    chosen: RwSignal<RecordTab>,
    shown: Memo<RecordTab>,
) -> impl IntoView {
    let words = language::here().notation();
    let page_state = PageState::here();
    let has_review = page_state.reviews.watch(page_state);
    let all = move || {
        let review = has_review.get().then_some(RecordTab::Review);
        tabs.iter().copied().chain(review).collect::<Vec<_>>()
    };
    let one = move |this: RecordTab| {
        view! {
            <button
                type="button"
                role="tab"
                id=this.id()
                aria-selected=move || (shown.get() == this).to_string()
                aria-controls="record-panel"
                tabindex=move || if shown.get() == this { "0" } else { "-1" }
                on:click=move |_| chosen.set(this)
            >
                {this.name()}
            </button>
        }
    };
    let press = move |press: KeyboardEvent| {
        if let Some(next) = next_tab(&press.key(), &all(), shown.get_untracked()) {
            press.prevent_default();
            chosen.set(next);
            focus(next.id());
        }
    };
    view! {
        <div role="tablist" aria-label=words.panels on:keydown=press>
            {move || all().into_iter().map(one).collect_view()}
        </div>
    }
}

/// Arrow keys move between tabs while one of them has the focus.
fn next_tab(key: &str, tabs: &[RecordTab], now: RecordTab) -> Option<RecordTab> {
    let at = tabs.iter().position(|tab| *tab == now)?;
    match key {
        "ArrowLeft" => tabs.get(at.saturating_sub(1)),
        "ArrowRight" => tabs.get(at + 1).or(tabs.last()),
        "Home" => tabs.first(),
        "End" => tabs.last(),
        _ => None,
    }
    .copied()
}

fn focus(id: &str) {
    let tab = document().get_element_by_id(id).and_then(|tab| tab.dyn_into::<HtmlElement>().ok());
    let _ = tab.map(|tab| tab.focus());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrow_keys_stop_at_the_ends() {
        let tabs = [RecordTab::Moves, RecordTab::Tree, RecordTab::Review];
        let next = |key, now| next_tab(key, &tabs, now);
        assert_eq!(next("ArrowRight", RecordTab::Moves), Some(RecordTab::Tree));
        assert_eq!(next("ArrowRight", RecordTab::Review), Some(RecordTab::Review));
        assert_eq!(next("ArrowLeft", RecordTab::Moves), Some(RecordTab::Moves));
        assert_eq!(next("End", RecordTab::Moves), Some(RecordTab::Review));
        assert_eq!(next("x", RecordTab::Moves), None);
    }
}
