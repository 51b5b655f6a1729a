//! The board that is set up: a press fills a point up to that place; the right button is for the other side.

use diagram::backgammon::{Geometry, Look, Marks, marked_svg};
use i18n::fill;
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;
use rules::backgammon::{BAR, OFF, SetUpInput, Side};

use super::{Setting, Tool};
use crate::backgammon_board::in_picture;
use crate::controls::Segment;
use crate::icons;
use crate::language;

/// Where the keyboard is: a point of the player at the bottom, or the bar.
type Cursor = RwSignal<Option<u8>>;

#[component]
pub(super) fn SetUpBoard() -> impl IntoView {
    let words = language::set_up();
    let setting = Setting::here();
    let cursor: Cursor = RwSignal::new(None);
    let place = NodeRef::<html::Div>::new();
    let look = move || Look {
        bottom: Some(Side::Bottom),
        ..setting.state.settings.with(flashcards::Settings::look)
    };
    let picture = Memo::new(move |_| {
        let targets = cursor.get().filter(|point| *point != BAR).into_iter().collect();
        let marks = Marks { targets, ..Marks::default() };
        setting.read(|position| marked_svg(position, &look(), &marks))
    });
    let press = move |event: PointerEvent| {
        let Some(board) = place.get_untracked().and_then(|place| place.query_selector("svg").ok().flatten())
        else {
            return;
        };
        let geometry = Geometry { orientation: untrack(look).orientation };
        let (x, y) = in_picture(&board, &event);
        if let Some((point, n)) = geometry.place_at(x, y) {
            cursor.set(None);
            setting.press(point, n, event.button() == 2);
        }
    };
    let key = move |press: KeyboardEvent| {
        let held = press.ctrl_key() || press.meta_key() || press.alt_key();
        if !held && setting.key(cursor, &press.key()) {
            press.prevent_default();
            press.stop_propagation();
        }
    };
    let spoken = move || cursor.get().map(|point| setting.spoken(point));
    view! {
        <div
            class="drill-board position-board"
            tabindex="0"
            role="application"
            aria-label=words.board
            aria-describedby="set-up-keys"
            node_ref=place
            on:pointerdown=press
            on:contextmenu=move |event| event.prevent_default()
            on:keydown=key
            on:focus=move |_| cursor.update(|point| _ = point.get_or_insert(6))
            on:blur=move |_| cursor.set(None)
            inner_html=picture
        ></div>
        <div class="set-up-tools">
            <Tools />
            <p class="small muted" id="set-up-keys">{words.how}</p>
            <p class="visually-hidden" role="status">{spoken}</p>
        </div>
    }
}

#[component]
fn Tools() -> impl IntoView {
    let words = language::set_up();
    let setting = Setting::here();
    let tool = move |tool: Tool, label: &'static str| {
        view! {
            <Segment name="set-up-tool" label chosen=move || setting.tool.get() == tool choose=move || setting.tool.set(tool) />
        }
    };
    let button = move |input: SetUpInput, label: &'static str| {
        view! { <button class="button" on:click=move |_| setting.handle(input)>{label}</button> }
    };
    let can_undo = move || setting.set_up.with(|set_up| set_up.can_undo());
    let can_redo = move || setting.set_up.with(|set_up| set_up.can_redo());
    view! {
        <div class="segments" role="radiogroup" aria-label=words.tool>
            {tool(Tool::Put(Side::Bottom), setting.name_of(Side::Bottom))}
            {tool(Tool::Put(Side::Top), setting.name_of(Side::Top))}
            {tool(Tool::Remove, language::cards().remove_card)}
        </div>
        <div class="set-up-buttons">
            <button class="tool" title=words.undo aria-label=words.undo disabled=move || !can_undo() on:click=move |_| setting.handle(SetUpInput::Undo)>
                {icons::UNDO.draw()}
            </button>
            <button class="tool" title=words.redo aria-label=words.redo disabled=move || !can_redo() on:click=move |_| setting.handle(SetUpInput::Redo)>
                {icons::REDO.draw()}
            </button>
            {button(SetUpInput::Start, words.start)}
            {button(SetUpInput::NoCheckers, words.empty)}
            {button(SetUpInput::Mirror, words.mirror)}
        </div>
    }
}

/// The index of a place on the board: each side has a bar of its own.
fn index(point: u8, side: Side) -> u8 {
    match (point, side) {
        (BAR, Side::Top) => 0,
        (point, _) => point,
    }
}

impl Setting {
    /// A press on the place of a point's `n`th checker.
    fn press(self, point: u8, n: u8, is_other: bool) {
        if point == OFF {
            return;
        }
        match self.tool.get_untracked() {
            Tool::Put(side) => {
                let side = if is_other { side.other() } else { side };
                let point = index(point, side);
                let count = self.set_up.with_untracked(|set_up| set_up.count_after_press(point, side, n));
                self.handle(SetUpInput::Checkers { point, side, count });
            }
            Tool::Remove => self.remove(point),
        }
    }

    /// From the bar, a checker of either side.
    fn remove(self, point: u8) {
        self.handle(SetUpInput::Remove { point });
        if point == BAR {
            self.handle(SetUpInput::Remove { point: 0 });
        }
    }

    fn side(self) -> Side {
        match self.tool.get_untracked() {
            Tool::Put(side) => side,
            Tool::Remove => Side::Bottom,
        }
    }

    fn count(self, point: u8, side: Side) -> u8 {
        let at = if side == Side::Bottom || point == BAR { point } else { BAR - point };
        self.set_up.with_untracked(|set_up| set_up.shown().board.count(side, at))
    }

    /// False if the key means nothing here.
    fn key(self, cursor: Cursor, key: &str) -> bool {
        let point = cursor.get_untracked().unwrap_or(6);
        let side = self.side();
        let put = |count: u8| self.handle(SetUpInput::Checkers { point: index(point, side), side, count });
        match key {
            "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" => cursor.set(Some(moved(point, key))),
            "b" | "B" => cursor.set(Some(BAR)),
            "+" | "=" | "Enter" => put(self.count(point, side).saturating_add(1).min(15)),
            "-" | "Delete" | "Backspace" => self.remove(point),
            "x" | "X" | " " => self.tool.set(Tool::Put(side.other())),
            digit => match digit.parse::<u8>() {
                Ok(count @ 0..=9) => put(count),
                _ => return false,
            },
        }
        true
    }

    /// `Point 6: White 5`
    fn spoken(self, point: u8) -> String {
        let words = language::set_up();
        let number = self.read(|position| match position.to_act() {
            Side::Bottom => point,
            Side::Top => BAR - point.min(24),
        });
        let place = match point {
            BAR => words.bar.to_owned(),
            _ => fill(words.point, &[("n", &number.to_string())]),
        };
        let on = |side: Side| {
            self.set_up.track();
            let count = self.count(point, side);
            (count > 0).then(|| format!("{} {count}", self.name_of(side)))
        };
        let checkers: Vec<String> = Side::BOTH.into_iter().filter_map(on).collect();
        match checkers.is_empty() {
            true => format!("{place}: –"),
            false => format!("{place}: {}", checkers.join(language::frame().comma)),
        }
    }
}

/// The neighbour on the board with the home at the right.
fn moved(point: u8, key: &str) -> u8 {
    let (first, last) = if point > 12 { (13, 24) } else { (1, 12) };
    // The numbers of the upper row grow to the right, those of the lower one to the left.
    let grows = (key == "ArrowRight") == (point > 12);
    match key {
        _ if point == BAR => 6,
        "ArrowUp" | "ArrowDown" => BAR - point,
        _ if grows => (point + 1).min(last),
        _ => (point - 1).max(first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_move_as_the_board_is_drawn() {
        for (from, key, to) in [
            (6, "ArrowRight", 5),
            (6, "ArrowLeft", 7),
            (1, "ArrowRight", 1),
            (12, "ArrowLeft", 12),
            (13, "ArrowLeft", 13),
            (13, "ArrowRight", 14),
            (24, "ArrowRight", 24),
            (6, "ArrowUp", 19),
            (19, "ArrowDown", 6),
            (BAR, "ArrowLeft", 6),
        ] {
            assert_eq!(moved(from, key), to, "{from} {key}");
        }
    }
}
