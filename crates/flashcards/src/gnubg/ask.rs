//! The dialogue with a running gnubg: commands, when an answer is complete, and how to read it.
//! The program owns the process, started as `gnubg -t -q -r` with LC_ALL=C.

use super::text::read_answer;
use crate::analysis_table::mark_played;
use crate::decision::{Decision, Question};
use crate::error::{Problem, ReadError};
use rules::backgammon::{Position, Stage};

/// Sent last: gnubg's reply to it marks the end of the answer.
const LAST: &str = "set output digits 3";
const LAST_REPLY: &str = "digits after the decimal separator";

/// Enough for all plays, so that the one played is among them.
const ALL_PLAYS: u16 = 4000;
/// As many as a card can use.
const MAX_PLAYS: usize = 10;

/// Once, before the first position. Two plies are what gnubg calls world class.
pub fn set_up(plies: u8) -> String {
    format!(
        "set confirm default no\nset automatic roll off\nset automatic game off\nset automatic move off\n\
         set output matchpc off\n\
         set evaluation chequerplay evaluation plies {plies}\nset evaluation cubedecision evaluation plies {plies}\n\
         {LAST}\n"
    )
}

/// A position after a double is sent as the one before it: gnubg ignores the double in an id.
pub fn ask(position: &Position) -> String {
    let asked = match position.stage {
        Stage::Rolled(_) => *position,
        _ => Position { stage: Stage::OnRoll, ..*position },
    };
    format!("set xgid {}\nhint {ALL_PLAYS}\n{LAST}\n", asked.xgid())
}

/// The version in the banner that gnubg prints when it starts.
pub fn version(output: &str) -> Option<&str> {
    let (_, rest) = output.split_once("GNU Backgammon ")?;
    rest.split_whitespace().next().filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// True when the whole answer has been printed.
pub fn is_answered(output: &str) -> bool {
    output.contains(LAST_REPLY) && output.ends_with('\n')
}

/// Reads the decision that gnubg printed. The question adds what gnubg's id omits: beavers, the double, the play made.
pub fn answer(question: &Question, output: &str) -> Result<Decision, ReadError> {
    let wrong = |problem| ReadError::new(question.line, problem);
    if output.contains("You cannot double") {
        return Err(wrong(Problem::NoCube));
    }
    let decisions = read_answer(question.position, output).map_err(|error| wrong(error.problem))?;
    let mut decision = decisions.into_iter().next().ok_or(wrong(Problem::NoAnalysis))?;
    decision.players = question.players.clone();
    decision.line = question.line;
    if let Some(played) = question.played {
        mark_played(&mut decision, played);
    }
    let mut row = 0;
    decision.choices.retain(|choice| {
        row += 1;
        row <= MAX_PLAYS || choice.played
    });
    Ok(decision)
}
