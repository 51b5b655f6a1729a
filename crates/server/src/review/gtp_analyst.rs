//! A Go engine that speaks GTP and analyses, in a process of its own.

use std::time::Duration;

use analysis::review::Question;
use analysis::{EngineName, Limit, Line};
use play::gtp::analysis::{Conversation, Dialect, Input, Output, State};
use play::review::go::MainLine;

use super::process::{Process, ProcessEvent};
use super::{Analyst, AnalystEvent};
use crate::engine::CommandLine;

pub struct GtpAnalyst {
    conversation: Conversation,
    process: Process,
    game: MainLine,
    limits: [Limit; 2],
    asked: Option<Question>,
}

impl GtpAnalyst {
    /// Starts the engine and waits until it is known what it can do.
    pub fn start(
        command: CommandLine,
        patience: Duration,
        game: MainLine,
        limits: [Limit; 2],
    ) -> Result<GtpAnalyst, String> {
        let conversation = Conversation::default().with_patience(patience);
        let process = Process::new(command);
        let mut analyst = GtpAnalyst { conversation, process, game, limits, asked: None };
        analyst.handle(Input::Introduce);
        loop {
            match analyst.conversation.state() {
                State::Ready => break,
                State::Off => {
                    let silent = "the engine did not answer: does it speak GTP?";
                    return Err(analyst.process.why_it_ended(silent));
                }
                _ => drop(analyst.wait_once(Duration::MAX)),
            }
        }
        match analyst.conversation.dialect() {
            Some(Dialect::Kata) => Ok(analyst),
            // Mistakes in Go are judged by points.
            Some(Dialect::Lz) => {
                Err("the engine knows lz-analyze only, which has no points; a review needs \
                kata-analyze, which KataGo and `tabiya gtp` have"
                    .to_owned())
            }
            None => Err("the engine only plays: a review needs one that knows kata-analyze, such as KataGo"
                .to_owned()),
        }
    }

    pub fn next_game(&mut self, game: MainLine) {
        self.game = game;
        self.asked = None;
    }

    fn wait_once(&mut self, at_most: Duration) -> Option<AnalystEvent> {
        match self.process.wait(self.conversation.deadline(), at_most) {
            ProcessEvent::Read { run, bytes } => self.handle(Input::Read { run, bytes: &bytes }),
            ProcessEvent::Ended { run, why } => self.handle(Input::Ended { run, why }),
            ProcessEvent::Nothing => self.handle(Input::Wake),
        }
    }

    fn handle(&mut self, input: Input<'_>) -> Option<AnalystEvent> {
        let mut event = None;
        for output in self.conversation.handle(self.process.now(), input) {
            match output {
                Output::Start { run } => self.process.start(run),
                Output::Write(bytes) => self.process.write(&bytes),
                Output::End => self.process.stop(),
                Output::Report(_) => {}
                Output::Finished(lines) => event = self.finished(lines),
                Output::Failed { why } | Output::Died { why } => {
                    event = self.asked.take().map(|question| AnalystEvent::Failed { question, why });
                }
            }
        }
        event
    }

    fn finished(&mut self, lines: Vec<Line>) -> Option<AnalystEvent> {
        let question = self.asked.take()?;
        let mut lines = self.game.legal_lines(question.position, lines);
        lines.truncate(question.pass.lines());
        Some(match lines.is_empty() {
            true => AnalystEvent::Failed { question, why: "the engine gave no legal move".to_owned() },
            false => AnalystEvent::Answer { question, lines },
        })
    }
}

impl Analyst for GtpAnalyst {
    fn engine(&self) -> EngineName {
        self.conversation.engine().clone()
    }

    fn ask(&mut self, question: Question) -> Result<(), String> {
        let limit = self.limits[question.pass as usize];
        let ask = self.game.gtp_ask(question.position, limit).ok_or("there is no such position")?;
        self.asked = Some(question);
        self.handle(Input::Ask(Box::new(ask)));
        Ok(())
    }

    fn wait(&mut self, at_most: Duration) -> Option<AnalystEvent> {
        self.wait_once(at_most)
    }
}

impl Drop for GtpAnalyst {
    fn drop(&mut self) {
        self.handle(Input::Quit);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use play::gtp::analysis::read_info;
    use rules::go::{Color, Size};

    use super::*;

    /// The replies of a real KataGo, where the corpus is at hand.
    #[test]
    fn the_analysis_of_a_real_katago_is_understood_in_both_dialects() {
        let Some(corpus) = std::env::var_os("TABIYA_CORPUS") else {
            return println!("skipped: there is no corpus");
        };
        let path = std::path::Path::new(&corpus).join("engines/katago/gtp-replies.txt");
        let text = std::fs::read_to_string(path).unwrap();
        let mut seen = [0, 0];
        for line in text.lines().filter(|line| line.starts_with("info ")) {
            // Only the reports of `kata-analyze` have points.
            let dialect = if line.contains("scoreLead") { Dialect::Kata } else { Dialect::Lz };
            let (lines, visits) = read_info(line, dialect, Color::Black, Size::square(9).unwrap()).unwrap();
            assert!(
                visits > 0 && lines.iter().all(|line| (0.3..0.6).contains(&line.evaluation.expected)),
                "{line}"
            );
            seen[usize::from(dialect == Dialect::Lz)] += 1;
        }
        assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
    }
}
