//! A chess engine in a process of its own.

use std::time::Duration;

use analysis::review::Question;
use analysis::{EngineName, Limit};
use play::review::chess::MainLine;
use play::uci::{Conversation, Input, Options, Output, State};

use super::process::{Process, ProcessEvent};
use super::{Analyst, AnalystEvent};
use crate::engine::CommandLine;

const SILENT: &str = "the engine did not answer “uci”: is it a chess engine?";

pub struct UciAnalyst {
    conversation: Conversation,
    process: Process,
    game: MainLine,
    /// Of the sweep and of the deeper look.
    limits: [Limit; 2],
    asked: Option<Question>,
}

impl UciAnalyst {
    /// Starts the engine and waits until it has introduced itself. The error says what it did instead.
    pub fn start(
        command: CommandLine,
        options: Options,
        patience: Duration,
        game: MainLine,
        limits: [Limit; 2],
    ) -> Result<UciAnalyst, String> {
        let mut analyst = UciAnalyst {
            conversation: Conversation::new(options).with_patience(patience),
            process: Process::new(command),
            game,
            limits,
            asked: None,
        };
        analyst.handle(Input::Introduce);
        loop {
            match analyst.conversation.state() {
                State::Ready => return Ok(analyst),
                State::Off => return Err(analyst.process.why_it_ended(SILENT)),
                _ => drop(analyst.wait_once(Duration::MAX)),
            }
        }
    }

    /// The next game, with the same process.
    pub fn next_game(&mut self, game: MainLine) {
        self.game = game;
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
                Output::Finished(report) => {
                    let question = self.asked.take();
                    event = question.map(|question| AnalystEvent::Answer { question, lines: report.lines });
                }
                Output::Died { why } => {
                    let question = self.asked.take();
                    event = question.map(|question| AnalystEvent::Failed { question, why });
                }
            }
        }
        event
    }
}

impl Analyst for UciAnalyst {
    fn engine(&self) -> EngineName {
        self.conversation.engine().clone()
    }

    fn ask(&mut self, question: Question) -> Result<(), String> {
        let limit = self.limits[question.pass as usize];
        match self.game.search(question, limit) {
            Ok(search) => {
                self.asked = Some(question);
                self.handle(Input::Search(Box::new(search)));
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn wait(&mut self, at_most: Duration) -> Option<AnalystEvent> {
        self.wait_once(at_most)
    }
}

impl Drop for UciAnalyst {
    fn drop(&mut self) {
        self.handle(Input::Quit);
    }
}
