//! Moves that are typed: what is unclear about them is said, in the page and in the terminal.

use std::sync::Arc;

use drill::{Session, SessionInput, SessionSettings, SessionView, Status, chess};
use i18n::Language;
use moment::Moment;
use record::pgn::Pgn;
use rules::chess::Position;

const ROOKS: &str = "[FEN \"R4R2/7k/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Rab8 *\n";
const PAWN: &str = "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=N *\n";

fn begun(pgn: &str) -> SessionView<Position> {
    let puzzles = chess::puzzles(&Pgn::read(pgn.as_bytes().to_vec()));
    let puzzles = puzzles.into_iter().map(|(n, puzzle)| (n, Arc::new(puzzle))).collect();
    let mut view = SessionView::new(Session::new(puzzles, SessionSettings::default()));
    view.handle(Moment::ORIGIN, SessionInput::Start);
    view
}

fn says(view: &SessionView<Position>) -> String {
    view.status_text(Language::En)
}

#[test]
fn an_ambiguous_move_names_the_moves_and_is_no_mistake() {
    let mut view = begun(ROOKS);
    view.typed(Moment::ORIGIN, "Rb8");
    assert_eq!(says(&view), "Rb8 could be Rab8 or Rfb8.");
    assert_eq!(view.status_text(Language::Zh), "Rb8 可能是 Rab8 或 Rfb8。");
    view.handle(Moment::from_millis(1000), SessionInput::Wake);
    assert_eq!(says(&view), "Rb8 could be Rab8 or Rfb8.", "time does not take it away");
    view.typed(Moment::ORIGIN, "Ra9");
    assert_eq!(says(&view), Status::Illegal.text(Language::En));
    view.typed(Moment::ORIGIN, "Rab8");
    assert_eq!((says(&view).as_str(), view.done.map(|done| done.mistakes)), ("All puzzles done", Some(0)));
}

#[test]
fn a_promotion_without_its_piece_asks_for_it() {
    for (typed, answer) in [("a8", "a8=N"), ("a7a8", "n"), ("a7-a8", "=N"), ("a8", "A8=n")] {
        let mut view = begun(PAWN);
        view.typed(Moment::ORIGIN, typed);
        assert_eq!(says(&view), format!("{typed}: which piece? Type a8=Q, a8=R, a8=B or a8=N."));
        assert_eq!((view.status, view.choices.len()), (Status::ChoosePiece, 4));
        view.typed(Moment::ORIGIN, "x");
        assert_eq!(view.choices.len(), 4, "text that is no move leaves the question open");
        view.typed(Moment::ORIGIN, answer);
        assert_eq!((says(&view).as_str(), view.choices.len()), ("All puzzles done", 0), "{typed} {answer}");
    }
}

#[test]
fn another_move_may_be_typed_instead_of_the_piece() {
    let mut view = begun(PAWN);
    view.typed(Moment::ORIGIN, "a8");
    view.typed(Moment::ORIGIN, "Kb2");
    assert_eq!((view.status, view.choices.len()), (Status::Incorrect, 0));
}
