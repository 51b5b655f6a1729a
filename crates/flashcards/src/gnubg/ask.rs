//! The conversation with a running gnubg: what to write to it, when its answer is complete, and what it said.
//! The program owns the process, started as `gnubg -t -q -r` with LC_ALL=C.

use super::text::read_answer;
use crate::decision::{Decision, Question};
use crate::error::{Problem, ReadError};
use crate::table::mark_played;
use rules::backgammon::{Position, Stage};

/// Asked last, because gnubg answers it with a sentence of its own.
const LAST: &str = "set output digits 3";
const LAST_WORDS: &str = "digits after the decimal separator";

/// As many plays as gnubg may list, so that the one played is among them.
const ALL_PLAYS: u16 = 4000;
/// As many as a card can use.
const KEPT_PLAYS: usize = 10;

/// Once, before the first position. Two plies are what gnubg calls world class.
pub fn set_up(plies: u8) -> String {
    format!(
        "set confirm default no\nset automatic roll off\nset automatic game off\nset automatic move off\n\
         set output matchpc off\n\
         set evaluation chequerplay evaluation plies {plies}\nset evaluation cubedecision evaluation plies {plies}\n\
         {LAST}\n"
    )
}

/// A standing double is asked as the decision before it: gnubg drops the double when it reads an id.
pub fn ask(position: &Position) -> String {
    let asked = match position.stage {
        Stage::Rolled(_) => *position,
        _ => Position { stage: Stage::OnRoll, ..*position },
    };
    format!("set xgid {}\nhint {ALL_PLAYS}\n{LAST}\n", asked.xgid())
}

/// The version gnubg names in the banner it prints when it starts.
pub fn version(output: &str) -> Option<&str> {
    let (_, rest) = output.split_once("GNU Backgammon ")?;
    rest.split_whitespace().next().filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// True once everything asked for has been printed.
pub fn is_answered(output: &str) -> bool {
    output.contains(LAST_WORDS) && output.ends_with('\n')
}

/// The decision in what gnubg printed. The question knows more than gnubg's id: beavers, the double, the play made.
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
        row <= KEPT_PLAYS || choice.played
    });
    Ok(decision)
}
