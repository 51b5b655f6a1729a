//! Questions put to gnubg, one process for all of them.

use flashcards::{Decision, Question};
use server::{Gnubg, GnubgError};

use super::report::{Report, progress};

/// A question and the file it came from.
pub struct Asked {
    pub file: String,
    pub question: Question,
}

/// What gnubg thinks of them, each at its place; those it cannot judge are reported and left out.
pub fn judge(asked: &[Asked], program: &str, plies: u8, report: &mut Report) -> Vec<Option<Decision>> {
    let mut gnubg = match Gnubg::find(program).and_then(|program| Gnubg::start(&program, plies)) {
        Ok(gnubg) => gnubg,
        Err(error) => {
            let first = asked.first().map_or(String::new(), place);
            report.error(first, format!("{} of the positions have no analysis. {error}", asked.len()));
            return asked.iter().map(|_| None).collect();
        }
    };
    let bar = progress(asked.len(), "asking gnubg");
    let mut decisions = Vec::with_capacity(asked.len());
    for each in asked {
        let answer = gnubg.ask(&each.question);
        bar.inc(1);
        let ended = matches!(answer, Err(GnubgError::WentAway | GnubgError::TooSlow));
        decisions.push(answer.map_err(|error| report.error(place(each), error)).ok());
        if ended {
            break;
        }
    }
    bar.finish_and_clear();
    decisions.resize(asked.len(), None);
    decisions
}

fn place(asked: &Asked) -> String {
    format!("{}:{}:1", asked.file, asked.question.line)
}
