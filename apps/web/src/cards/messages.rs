//! Messages about read errors and warnings, in the language of the page.

use flashcards::{Problem, Warning};
use i18n::fill;
use rules::backgammon::Side;

use crate::language;

pub fn warning(warning: &Warning) -> String {
    let words = language::cards();
    let side = |side: &Side| match side {
        Side::Bottom => words.bottom,
        Side::Top => words.top,
    };
    let compared = |text, of: &Side, printed: u16, id: u16| {
        fill(text, &[("side", side(of)), ("printed", &printed.to_string()), ("id", &id.to_string())])
    };
    match warning {
        Warning::TooManyCheckers { side: of, checkers } => {
            fill(words.inconsistent_checkers, &[("side", side(of)), ("n", &checkers.to_string())])
        }
        Warning::Pips { side, printed, board } => compared(words.inconsistent_pips, side, *printed, *board),
        Warning::Score { side, printed, id } => compared(words.inconsistent_score, side, *printed, *id),
        Warning::MatchLength { printed, id } => {
            fill(words.inconsistent_length, &[("printed", &printed.to_string()), ("id", &id.to_string())])
        }
        Warning::Crawford { printed: true } => words.inconsistent_crawford_text.into(),
        Warning::Crawford { printed: false } => words.inconsistent_crawford_id.into(),
        Warning::Diagram { point: 25 } => words.inconsistent_bar.into(),
        Warning::Diagram { point } => fill(words.inconsistent_point, &[("point", &point.to_string())]),
        Warning::OtherPlayerToAct => words.inconsistent_turn.into(),
        Warning::IllegalPlay { notation } => fill(words.inconsistent_play, &[("play", notation)]),
    }
}

pub fn problem(problem: &Problem) -> String {
    let words = language::cards();
    match problem {
        Problem::Id(error) => {
            let name = error.notation.map_or("id", |notation| notation.name());
            let values =
                [("name", name), ("field", error.field), ("found", &error.found), ("wanted", &error.wanted)];
            fill(words.problem_id, &values)
        }
        Problem::NoAnalysis => words.problem_no_analysis.into(),
        Problem::NoPosition => words.problem_no_position.into(),
        Problem::NoDice => words.problem_no_dice.into(),
        Problem::DiceAtCube => words.problem_dice.into(),
        Problem::CubeRows(found) => fill(words.problem_rows, &[("n", &found.to_string())]),
        Problem::Play(text) => fill(words.problem_play, &[("play", text)]),
        Problem::NoCube => words.problem_no_cube.into(),
        Problem::Match(problem) => problem.to_string(),
        Problem::UnknownPlayAnalysis | Problem::UnknownCubeAnalysis => problem.to_string(),
        Problem::Unknown => words.problem_unknown.into(),
    }
}
