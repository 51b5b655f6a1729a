//! The board of the drill. A checker is dragged, or clicked and then its target.

use diagram::backgammon::{Geometry, HEIGHT, Marks, WIDTH, marked_svg};
use flashcards::Decision;
use leptos::ev::PointerEvent;
use leptos::html;
use leptos::prelude::*;
use rules::backgammon::{OFF, PartialPlay, Play, Position};
use web_sys::Element;

use super::DrillTurn;

#[component]
pub(super) fn DrillBoard(turn: DrillTurn) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let picture = Memo::new(move |_| {
        let look = turn.state.settings.with(flashcards::Settings::look);
        let shown = turn.shown.get();
        turn.asked(|asked| {
            turn.moved.with(|moved| {
                let selected = turn.selected.get();
                let (position, marks) = board_of(&asked.decision, moved.as_ref(), shown.as_deref(), selected);
                marked_svg(&position, &look, &marks)
            })
        })
        .unwrap_or_default()
    });
    let geometry =
        move || Geometry { orientation: turn.state.settings.with_untracked(|settings| settings.orientation) };
    let point = move |event: &PointerEvent| {
        let board = place.get_untracked()?.query_selector("svg").ok()??;
        let (x, y) = in_picture(&board, event);
        geometry().point_at(x, y)
    };
    let down = move |event: PointerEvent| {
        if event.button() == 0
            && let Some(point) = point(&event)
        {
            event.prevent_default();
            turn.press_point(point);
        }
    };
    let up = move |event: PointerEvent| {
        // A release elsewhere ends a drag; on the same point the checker stays selected for a second click.
        if let (Some(from), Some(to)) = (turn.selected.get_untracked(), point(&event))
            && from != to
        {
            turn.go(from, to);
        }
    };
    let can_move = move || turn.moved.with(Option::is_some) && turn.judgement.get().is_none();
    view! {
        <div
            class="drill-board"
            class:movable=can_move
            node_ref=place
            on:pointerdown=down
            on:pointerup=up
            on:pointermove=move |event| drag(turn, place, &event)
            inner_html=picture
        ></div>
    }
}

/// The position on the board and its marks: the play being made, or after the answer one of the analysis.
fn board_of(
    decision: &Decision,
    moved: Option<&PartialPlay>,
    shown: Option<&str>,
    selected: Option<u8>,
) -> (Position, Marks) {
    let position = decision.position;
    if let Some(play) = shown.and_then(|label| label.parse::<Play>().ok())
        && let Some(board) = play.on(&position.board, position.turn)
    {
        return (Position { board, ..position }, Marks::default());
    }
    let Some(moved) = moved else { return (position, Marks::default()) };
    let mut used_dice = PartialPlay::new(&position).map(|all| all.dice_left()).unwrap_or_default();
    for die in moved.dice_left() {
        used_dice.iter().position(|used| *used == die).map(|at| used_dice.remove(at));
    }
    let targets = selected.map(|from| moved.targets(from)).unwrap_or_default();
    (Position { board: moved.board(), ..position }, Marks { used_dice, selected, targets })
}

/// A place of the window in the picture's own coordinates.
fn in_picture(board: &Element, event: &PointerEvent) -> (f64, f64) {
    let frame = board.get_bounding_client_rect();
    let scale = |at: f64, size: f64, whole: f64| if size > 0.0 { at / size * whole } else { 0.0 };
    (
        scale(f64::from(event.client_x()) - frame.left(), frame.width(), WIDTH),
        scale(f64::from(event.client_y()) - frame.top(), frame.height(), HEIGHT),
    )
}

/// The selected checker follows the pointer.
fn drag(turn: DrillTurn, place: NodeRef<html::Div>, event: &PointerEvent) {
    let Some(from) = turn.selected.get_untracked().filter(|_| event.buttons() & 1 == 1) else { return };
    let Some(board) = place.get_untracked().and_then(|place| place.query_selector("svg").ok().flatten())
    else {
        return;
    };
    let Ok(checkers) = board.query_selector_all(&format!("use[data-p=m{from}]")) else { return };
    let last = checkers.length().checked_sub(1).and_then(|last| checkers.item(last));
    let Some(checker) = last.and_then(|node| wasm_bindgen::JsCast::dyn_into::<Element>(node).ok()) else {
        return;
    };
    let (x, y) = in_picture(&board, event);
    let at = |name| checker.get_attribute(name).and_then(|text| text.parse::<f64>().ok()).unwrap_or_default();
    let way = format!("translate({:.1} {:.1})", x - at("x"), y - at("y"));
    // Drawn last, it is above the others.
    let _ = checker.set_attribute("transform", &way);
    let _ = checker.parent_node().map(|layer| layer.append_child(&checker));
}

impl DrillTurn {
    /// Selects a checker, or moves the selected one here. Pressing it again puts it down.
    fn press_point(self, point: u8) {
        if self.is_answered() {
            return;
        }
        let has_targets = |from: u8| {
            self.moved
                .with_untracked(|moved| moved.as_ref().is_some_and(|moved| !moved.targets(from).is_empty()))
        };
        match self.selected.get_untracked() {
            Some(from) if from == point => self.selected.set(None),
            Some(from) if self.can_go(from, point) => self.go(from, point),
            _ => self.selected.set(Some(point).filter(|point| *point != OFF && has_targets(*point))),
        }
    }

    fn can_go(self, from: u8, to: u8) -> bool {
        self.moved
            .with_untracked(|moved| moved.as_ref().is_some_and(|moved| moved.targets(from).contains(&to)))
    }

    /// Moves a checker if it may go there; else it returns to its point.
    fn go(self, from: u8, to: u8) {
        self.selected.set(None);
        self.move_checkers(|moved| {
            let _ = moved.go(from, to);
        });
        // Draws the board again, also where nothing moved.
        self.moved.notify();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPORT: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\n 1. 3-ply  8/5 6/5  eq:+0.162\n \
        2. 3-ply  24/20  eq:-0.016 (-0.178)\n";

    #[test]
    fn the_board_shows_the_play_being_made_and_then_one_of_the_analysis() {
        let decision = flashcards::read(EXPORT.as_bytes()).decisions().next().unwrap().clone();
        let mut moved = PartialPlay::new(&decision.position).unwrap();
        moved.go(8, 5).unwrap();
        let (position, marks) = board_of(&decision, Some(&moved), None, Some(6));
        assert_eq!(position.board, moved.board());
        assert_eq!(marks, Marks { used_dice: vec![3], selected: Some(6), targets: vec![5] });
        let (position, marks) = board_of(&decision, Some(&moved), Some("24/20"), None);
        let play: Play = "24/20".parse().unwrap();
        assert_eq!(Some(position.board), play.on(&decision.position.board, decision.position.turn));
        assert_eq!(marks, Marks::default());
    }
}
