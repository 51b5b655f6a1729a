//! Asks gnubg about positions without analysis, with one process for all.

use flashcards::{Decision, Question};
use server::{Gnubg, GnubgError};

use super::report::{Report, progress};

/// A question and where it is: `file:line:column`.
pub struct FileQuestion {
    pub location: String,
    pub question: Question,
}

/// gnubg's decision for each question; None for those it cannot analyse, which are reported.
pub fn analyse(
    questions: &[FileQuestion],
    program: &str,
    plies: u8,
    report: &mut Report,
) -> Vec<Option<Decision>> {
    let mut gnubg = match Gnubg::find(program).and_then(|program| Gnubg::start(&program, plies)) {
        Ok(gnubg) => gnubg,
        Err(error) => {
            let first = questions.first().map_or(String::new(), |first| first.location.clone());
            report.error(first, format!("positions without analysis: {}. {error}", questions.len()));
            return questions.iter().map(|_| None).collect();
        }
    };
    let bar = progress(questions.len(), "asking gnubg");
    let mut decisions = Vec::with_capacity(questions.len());
    for each in questions {
        let answer = gnubg.ask(&each.question);
        bar.inc(1);
        let ended = matches!(answer, Err(GnubgError::Exited | GnubgError::TooSlow));
        decisions.push(answer.map_err(|error| report.error(each.location.clone(), error)).ok());
        if ended {
            break;
        }
    }
    bar.finish_and_clear();
    decisions.resize(questions.len(), None);
    decisions
}
