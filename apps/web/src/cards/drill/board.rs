//! The board of the drill: the play being made, or after the answer one of the analysis.

use diagram::backgammon::{Marks, marked_svg};
use flashcards::Decision;
use leptos::prelude::*;
use rules::backgammon::{Play, Position};

use super::DrillTurn;
use crate::backgammon_board::HandBoard;

#[component]
pub(super) fn DrillBoard(turn: DrillTurn) -> impl IntoView {
    let picture = Memo::new(move |_| {
        let look = turn.state.settings.with(flashcards::Settings::look);
        let shown = turn.shown.get();
        turn.asked(|asked| {
            let of_analysis = shown.as_deref().and_then(|label| after(&asked.decision, label));
            let (position, marks) = match of_analysis {
                Some(position) => (position, Marks::default()),
                None => turn.hand.shown(&asked.decision.position),
            };
            marked_svg(&position, &look, &marks)
        })
        .unwrap_or_default()
    });
    let orientation = Signal::derive(move || turn.state.settings.with(|settings| settings.orientation));
    view! { <HandBoard hand=turn.hand picture orientation /> }
}

/// The position after a play of the analysis.
fn after(decision: &Decision, label: &str) -> Option<Position> {
    let position = decision.position;
    let board = label.parse::<Play>().ok()?.on(&position.board, position.turn)?;
    Some(Position { board, ..position })
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPORT: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\n 1. 3-ply  8/5 6/5  eq:+0.162\n \
        2. 3-ply  24/20  eq:-0.016 (-0.178)\n";

    #[test]
    fn after_the_answer_the_board_shows_a_play_of_the_analysis() {
        let decision = flashcards::read(EXPORT.as_bytes()).decisions().next().unwrap().clone();
        let play: Play = "24/20".parse().unwrap();
        let board = after(&decision, "24/20").map(|position| position.board);
        assert_eq!(board, play.on(&decision.position.board, decision.position.turn));
        assert_eq!(after(&decision, "Double/Take"), None);
    }
}
