//! Messages about what was added, read errors and warnings, in the language of the page.

use flashcards::{Added, Format, Problem, Warning};
use i18n::fill;
use record::backgammon::Location;
use record::backgammon::xg::XgFault;
use rules::backgammon::Side;

use super::state::Status;
use super::{match_problems, position_ids};
use crate::language;

/// `export.txt, read as a match file: 2 decisions, 1 without analysis, 1 problem.`
pub fn added(source: &str, added: Added) -> Status {
    let words = language::cards();
    let format = match added.format {
        Format::Positions => words.as_positions,
        Format::GnubgText => words.as_gnubg_text,
        Format::GnubgSgf => words.as_gnubg_match,
        Format::Mat => words.as_match,
        Format::Xg => words.as_xg_file,
    };
    let text = match counts(added).as_str() {
        "" => fill(words.empty, &[("source", source)]),
        counts => fill(words.read_as, &[("source", source), ("format", format), ("counts", counts)]),
    };
    Status { text, is_error: added.errors > 0 }
}

/// `From match.mat: 4 decisions, 1 already there.`
pub fn taken_over(source: &str, added: Added) -> Status {
    let text = fill(language::match_review().cards_added, &[("source", source), ("counts", &counts(added))]);
    Status { text, is_error: false }
}

/// `12 files: 30 decisions, 1 problem.`
pub fn added_many(all: &[Added]) -> Status {
    let sum = |count: fn(&Added) -> usize| all.iter().map(count).sum();
    let total = Added {
        format: Format::Positions,
        decisions: sum(|added| added.decisions),
        questions: sum(|added| added.questions),
        errors: sum(|added| added.errors),
        known: sum(|added| added.known),
    };
    let (language, words) = (language::here(), language::cards());
    let text = match counts(total).as_str() {
        "" => language.count(words.files_empty, all.len()),
        counts => language.count_with(words.files_read, all.len(), &[("counts", counts)]),
    };
    Status { text, is_error: total.errors > 0 }
}

fn counts(added: Added) -> String {
    let words = language::cards();
    let counted = [
        (added.decisions, words.decision_count),
        (added.questions, words.without_analysis),
        (added.known, words.known_already),
        (added.errors, words.problem_count),
    ];
    let some = counted.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = some.map(|(count, text)| language::here().count(text, count)).collect();
    counts.join(language::frame().comma)
}

pub fn warning(warning: &Warning) -> String {
    let words = language::cards();
    let side = |side: &Side| side_name(*side);
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

pub(super) fn side_name(side: Side) -> &'static str {
    match side {
        Side::Bottom => language::cards().bottom,
        Side::Top => language::cards().top,
    }
}

/// `match.mat, line 3, column 11`
pub fn location(source: &str, location: Location) -> String {
    let words = language::cards();
    match location {
        Location::Text(at) => {
            let (line, column) = (at.line.to_string(), at.column.to_string());
            fill(words.location, &[("source", source), ("line", &line), ("column", &column)])
        }
        Location::Record(number) => {
            fill(words.location_record, &[("source", source), ("n", &number.to_string())])
        }
    }
}

pub fn problem(problem: &Problem) -> String {
    let words = language::cards();
    match problem {
        Problem::Id(error) => position_ids::message(error),
        Problem::NoAnalysis => words.problem_no_analysis.into(),
        Problem::NoPosition => words.problem_no_position.into(),
        Problem::NoDice => words.problem_no_dice.into(),
        Problem::DiceAtCube => words.problem_dice.into(),
        Problem::CubeRows(found) => fill(words.problem_rows, &[("n", &found.to_string())]),
        Problem::Play(text) => fill(words.problem_play, &[("play", text)]),
        Problem::NoCube => words.problem_no_cube.into(),
        Problem::Match(problem) => match_problems::text(problem),
        Problem::UnknownPlayAnalysis => language::here().match_problems().unknown_play_analysis.into(),
        Problem::UnknownCubeAnalysis => language::here().match_problems().unknown_cube_analysis.into(),
        Problem::Xg(XgFault::Incomplete) => words.problem_xg_incomplete.into(),
        Problem::Xg(XgFault::Damaged) => words.problem_xg_damaged.into(),
        Problem::Xg(XgFault::NoMatch) => words.problem_xg_empty.into(),
        Problem::Unknown => words.problem_unknown.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_files_are_reported_in_one_sentence() {
        let added = Added { format: Format::Mat, decisions: 0, questions: 2, errors: 1, known: 0 };
        let status = super::added("match.mat", added);
        assert_eq!(status.text, "match.mat, read as a match file: 2 without analysis, 1 problem.");
        assert!(status.is_error);
        let one = Added { format: Format::Positions, decisions: 3, questions: 0, errors: 0, known: 1 };
        assert_eq!(
            super::added_many(&[one, added, one]).text,
            "3 files: 6 decisions, 2 without analysis, 2 already there, 1 problem."
        );
    }
}
