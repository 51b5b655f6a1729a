//! A backgammon board on which a roll is played by hand: checkers are dragged, clicked, or the play is typed.

use diagram::backgammon::{Geometry, HEIGHT, Marks, Orientation, WIDTH};
use i18n::fill;
use leptos::ev::PointerEvent;
use leptos::html;
use leptos::prelude::*;
use rules::backgammon::{OFF, PartialPlay, PartialPlayError, Position};
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::icons;
use crate::language;

/// The play that is being made.
#[derive(Clone, Copy)]
pub struct Hand {
    /// The checkers moved so far; none while there is no roll to play.
    pub moved: RwSignal<Option<PartialPlay>>,
    /// The point whose checker goes next.
    pub selected: RwSignal<Option<u8>>,
    /// Whether checkers may be moved now.
    is_open: Signal<bool>,
    on_move: Callback<()>,
}

impl Hand {
    /// `on_move` is called before each change.
    pub fn new(
        is_open: impl Fn() -> bool + Send + Sync + 'static,
        on_move: impl Fn() + Send + Sync + 'static,
    ) -> Hand {
        Hand {
            moved: RwSignal::new(None),
            selected: RwSignal::new(None),
            is_open: Signal::derive(is_open),
            on_move: Callback::new(move |()| on_move()),
        }
    }

    /// For the roll of this position; empty if there is none.
    pub fn begin(self, position: Option<&Position>) {
        self.selected.set(None);
        self.moved.set(position.and_then(PartialPlay::new));
    }

    pub fn change(self, act: impl FnOnce(&mut PartialPlay)) {
        if self.is_open.get_untracked() {
            self.on_move.run(());
            self.moved.update(|moved| {
                if let Some(moved) = moved {
                    act(moved);
                }
            });
        }
    }

    pub fn take_back(self) {
        self.selected.set(None);
        self.change(PartialPlay::undo);
    }

    /// Selects a checker, or moves the selected one here. Pressing it again puts it down.
    fn press_point(self, point: u8) {
        if !self.is_open.get_untracked() {
            return;
        }
        let targets = |from: u8| {
            self.moved
                .with_untracked(|moved| moved.as_ref().map(|moved| moved.targets(from)).unwrap_or_default())
        };
        match self.selected.get_untracked() {
            Some(from) if from == point => self.selected.set(None),
            Some(from) if targets(from).contains(&point) => self.go(from, point),
            _ => self.selected.set(Some(point).filter(|point| *point != OFF && !targets(*point).is_empty())),
        }
    }

    /// Moves a checker if it may go there; else it returns to its point.
    fn go(self, from: u8, to: u8) {
        self.selected.set(None);
        self.change(|moved| {
            let _ = moved.go(from, to);
        });
        // Draws the board again, also where nothing moved.
        self.moved.notify();
    }

    /// The position with the checkers moved so far, and what is marked on it.
    pub fn shown(self, position: &Position) -> (Position, Marks) {
        let selected = self.selected.get();
        self.moved
            .with(|moved| moved.as_ref().map(|moved| shown(position, moved, selected)))
            .unwrap_or((*position, Marks::default()))
    }
}

fn shown(position: &Position, moved: &PartialPlay, selected: Option<u8>) -> (Position, Marks) {
    let mut used_dice = PartialPlay::new(position).map(|all| all.dice_left()).unwrap_or_default();
    for die in moved.dice_left() {
        used_dice.iter().position(|used| *used == die).map(|at| used_dice.remove(at));
    }
    let targets = selected.map(|from| moved.targets(from)).unwrap_or_default();
    (Position { board: moved.board(), ..*position }, Marks { used_dice, selected, targets })
}

#[component]
pub fn HandBoard(hand: Hand, picture: Memo<String>, orientation: Signal<Orientation>) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let point = move |event: &PointerEvent| {
        let board = place.get_untracked()?.query_selector("svg").ok()??;
        let (x, y) = in_picture(&board, event);
        Geometry { orientation: orientation.get_untracked() }.point_at(x, y)
    };
    let down = move |event: PointerEvent| {
        if event.button() == 0
            && let Some(point) = point(&event)
        {
            event.prevent_default();
            hand.press_point(point);
        }
    };
    let up = move |event: PointerEvent| {
        // A release elsewhere ends a drag; on the same point the checker stays selected for a second click.
        if let (Some(from), Some(to)) = (hand.selected.get_untracked(), point(&event))
            && from != to
        {
            hand.go(from, to);
        }
    };
    let can_move = move || hand.is_open.get() && hand.moved.with(Option::is_some);
    view! {
        <div
            class="drill-board"
            class:movable=can_move
            node_ref=place
            on:pointerdown=down
            on:pointerup=up
            on:pointermove=move |event| drag(hand, place, &event)
            inner_html=picture
        ></div>
    }
}

/// A place of the window in the picture's own coordinates.
pub fn in_picture(board: &Element, event: &PointerEvent) -> (f64, f64) {
    let frame = board.get_bounding_client_rect();
    let scale = |at: f64, size: f64, whole: f64| if size > 0.0 { at / size * whole } else { 0.0 };
    (
        scale(f64::from(event.client_x()) - frame.left(), frame.width(), WIDTH),
        scale(f64::from(event.client_y()) - frame.top(), frame.height(), HEIGHT),
    )
}

/// The selected checker follows the pointer.
fn drag(hand: Hand, place: NodeRef<html::Div>, event: &PointerEvent) {
    let Some(from) = hand.selected.get_untracked().filter(|_| event.buttons() & 1 == 1) else { return };
    let Some(board) = place.get_untracked().and_then(|place| place.query_selector("svg").ok().flatten())
    else {
        return;
    };
    let Ok(checkers) = board.query_selector_all(&format!("use[data-p=m{from}]")) else { return };
    let last = checkers.length().checked_sub(1).and_then(|last| checkers.item(last));
    let Some(checker) = last.and_then(|node| node.dyn_into::<Element>().ok()) else {
        return;
    };
    let (x, y) = in_picture(&board, event);
    let at = |name| checker.get_attribute(name).and_then(|text| text.parse::<f64>().ok()).unwrap_or_default();
    let way = format!("translate({:.1} {:.1})", x - at("x"), y - at("y"));
    // Drawn last, it is above the others.
    let _ = checker.set_attribute("transform", &way);
    let _ = checker.parent_node().map(|layer| layer.append_child(&checker));
}

/// What was moved so far, as text that can also be typed. `advance` goes on where there is nothing to read.
#[component]
pub fn TypedPlay(hand: Hand, advance: Callback<()>) -> impl IntoView {
    let words = language::cards();
    let field = NodeRef::<html::Input>::new();
    let error = RwSignal::new(None::<String>);
    let moved = Memo::new(move |_| {
        hand.moved.with(|moved| moved.as_ref().map(|moved| moved.play().to_string())).unwrap_or_default()
    });
    let read = move || {
        let Some(field) = field.get_untracked() else { return };
        let text = field.value();
        let mut result = Ok(());
        hand.change(|moved| result = moved.read(&text));
        error.set(result.err().map(|error| {
            let words = match error {
                PartialPlayError::Unreadable => words.not_a_move,
                PartialPlayError::Illegal => words.not_legal,
            };
            fill(words, &[("play", text.trim())])
        }));
    };
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if !hand.is_open.get_untracked()
            || field.get_untracked().is_some_and(|field| field.value() == moved.get_untracked())
        {
            return advance.run(());
        }
        read();
    };
    let cannot_move = move || !hand.is_open.get() || hand.moved.with(Option::is_none);
    view! {
        <form class="typed-move" hidden=move || hand.moved.with(Option::is_none) on:submit=submit>
            <button type="button" class="button" disabled=move || cannot_move() || moved.with(String::is_empty) on:click=move |_| hand.take_back()>
                {icons::UNDO.draw()}
                {words.take_back}
            </button>
            <input
                type="text"
                autocomplete="off"
                spellcheck="false"
                placeholder=words.type_move
                aria-label=words.type_move
                aria-invalid=move || error.with(Option::is_some).to_string()
                node_ref=field
                disabled=cannot_move
                prop:value=moved
                on:input=move |_| error.set(None)
            />
            <p class="typed-error" role="alert">{error}</p>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_shows_the_play_being_made() {
        let position =
            Position::read("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10").unwrap().position;
        let mut moved = PartialPlay::new(&position).unwrap();
        moved.go(8, 5).unwrap();
        let (after, marks) = shown(&position, &moved, Some(6));
        assert_eq!(after.board, moved.board());
        assert_eq!(marks, Marks { used_dice: vec![3], selected: Some(6), targets: vec![5] });
    }
}
