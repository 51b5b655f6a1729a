//! KataGo's analysis engine in a process of its own.

use std::collections::VecDeque;
use std::time::Duration;

use analysis::katago::{Conversation, Input, Output, State};
use analysis::review::{Pass, Question};
use analysis::{EngineName, Limit};
use play::review::go::MainLine;

use super::process::{Process, ProcessEvent};
use super::{Analyst, AnalystEvent};
use crate::engine::CommandLine;

pub struct KatagoAnalyst {
    conversation: Conversation,
    process: Process,
    game: MainLine,
    limits: [Limit; 2],
    /// How many games were reviewed before: late answers about them are of no interest.
    games: u64,
    asked: Vec<Question>,
    events: VecDeque<AnalystEvent>,
}

impl KatagoAnalyst {
    /// Starts the engine and waits until it is ready: the first start on a graphics card takes minutes.
    pub fn start(
        command: CommandLine,
        patience: Duration,
        game: MainLine,
        limits: [Limit; 2],
    ) -> Result<KatagoAnalyst, String> {
        // The values of all replies as Black sees them, unless the user has settings of the same kind.
        let command = match command.has_arg("-override-config") {
            true => command,
            false => command.with_arg("-override-config").with_arg("reportAnalysisWinratesAs=BLACK"),
        };
        let mut analyst = KatagoAnalyst {
            conversation: Conversation::default().with_patience(patience),
            process: Process::new(command),
            game,
            limits,
            games: 0,
            asked: Vec::new(),
            events: VecDeque::new(),
        };
        analyst.handle(Input::Introduce);
        loop {
            match analyst.conversation.state() {
                State::Ready => return Ok(analyst),
                State::Off => return Err(analyst.process.why_it_ended("KataGo did not get ready in time")),
                State::Starting => analyst.wait_once(Duration::MAX),
            }
        }
    }

    pub fn next_game(&mut self, game: MainLine) {
        self.game = game;
        self.games += 1;
        self.asked.clear();
        self.events.clear();
        self.handle(Input::StopAll);
    }

    /// A number for each question of each game.
    fn id(&self, question: Question) -> u64 {
        let pass = u64::from(question.pass == Pass::Deeper);
        (self.games << 32) | (question.position as u64) << 1 | pass
    }

    fn take(&mut self, id: u64) -> Option<Question> {
        let at = self.asked.iter().position(|question| self.id(*question) == id)?;
        Some(self.asked.remove(at))
    }

    fn wait_once(&mut self, at_most: Duration) {
        match self.process.wait(self.conversation.deadline(), at_most) {
            ProcessEvent::Read { run, bytes } => self.handle(Input::Read { run, bytes: &bytes }),
            ProcessEvent::Ended { run, why } => self.handle(Input::Ended { run, why }),
            ProcessEvent::Nothing => self.handle(Input::Wake),
        }
    }

    fn handle(&mut self, input: Input<'_>) {
        for output in self.conversation.handle(self.process.now(), input) {
            match output {
                Output::Start { run } => self.process.start(run),
                Output::Write(bytes) => self.process.write(&bytes),
                Output::End => self.process.stop(),
                Output::Report { .. } | Output::Warning(_) => {}
                Output::Answer { id, lines } => {
                    if let Some(question) = self.take(id) {
                        let mut lines = self.game.legal_lines(question.position, lines);
                        lines.truncate(question.pass.lines());
                        self.events.push_back(match lines.is_empty() {
                            true => {
                                let why = "the engine ended its search without a value".to_owned();
                                AnalystEvent::Failed { question, why }
                            }
                            false => AnalystEvent::Answer { question, lines },
                        });
                    }
                }
                Output::Failed { id, why } => {
                    let question = self.take(id);
                    self.events.extend(question.map(|question| AnalystEvent::Failed { question, why }));
                }
                Output::Died { why } => self.events.push_back(AnalystEvent::Gone { why }),
            }
        }
    }
}

impl Analyst for KatagoAnalyst {
    fn engine(&self) -> EngineName {
        self.conversation.engine().clone()
    }

    fn ask(&mut self, question: Question) -> Result<(), String> {
        let limit = self.limits[question.pass as usize];
        let query = self.game.katago_query(question.position, self.id(question), limit);
        let query = query.ok_or("there is no such position")?;
        self.asked.push(question);
        self.handle(Input::Ask(Box::new(query)));
        Ok(())
    }

    fn wait(&mut self, at_most: Duration) -> Option<AnalystEvent> {
        if self.events.is_empty() {
            self.wait_once(at_most);
        }
        self.events.pop_front()
    }
}

impl Drop for KatagoAnalyst {
    fn drop(&mut self) {
        self.handle(Input::Quit);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use analysis::Native;
    use analysis::katago::Reply;

    use super::*;

    /// The replies of a real KataGo, where the corpus is at hand.
    fn transcript() -> Option<Vec<Reply>> {
        let corpus = std::env::var_os("TABIYA_CORPUS")?;
        let path = std::path::Path::new(&corpus).join("engines/katago/analysis-replies.jsonl");
        let text = std::fs::read_to_string(path).ok()?;
        Some(text.lines().map(|line| Reply::read(line).unwrap_or_else(|| panic!("{line}"))).collect())
    }

    #[test]
    fn the_replies_of_a_real_katago_are_understood() {
        let Some(replies) = transcript() else { return println!("skipped: there is no corpus") };
        let illegal = Reply::Error { id: Some("illegal".into()), why: "Illegal move 1: E5 (moves)".into() };
        assert!(replies.contains(&illegal));
        assert!(replies.contains(&Reply::Version("1.18.1".into())));
        let of = |wanted: &str| {
            let lines = replies.iter().filter_map(move |reply| match reply {
                Reply::Lines { id, is_final, lines } if id == wanted => Some((*is_final, lines.clone())),
                _ => None,
            });
            lines.collect::<Vec<_>>()
        };
        let live = of("live");
        assert_eq!(live.iter().filter(|(is_final, _)| *is_final).count(), 1);
        let first = live[0].1[0].evaluation;
        assert!((first.expected - 0.364_130_45).abs() < 1e-6);
        assert!(matches!(first.native, Native::Points(lead) if (lead + 0.555_437_6).abs() < 1e-6));
        assert_eq!(live[0].1[0].moves[..2], ["C5", "D7"]);
        assert_eq!(of("review").len(), 7, "one for each turn");
        assert!(of("setup").iter().all(|(is_final, lines)| *is_final && !lines.is_empty()));
    }

    const FAKE: &str = r#"#!/bin/sh
while read -r line; do
  id=$(printf %s "$line" | sed 's/.*"id":"\([^"]*\)".*/\1/')
  case "$line" in
    *query_models*) echo '{"action":"query_models","id":"models","models":[{"internalName":"fake"}]}';;
    *query_version*) echo '{"action":"query_version","id":"version","version":"1.0"}';;
    *) ANSWER;;
  esac
done
"#;
    const GOOD: &str = r#"echo "{\"id\":\"$id\",\"isDuringSearch\":false,\"moveInfos\":[{\"move\":\"A1\",\"order\":0,\"visits\":3,\"winrate\":0.4,\"scoreLead\":-1.0,\"pv\":[\"A1\"]}],\"rootInfo\":{\"winrate\":0.4,\"scoreLead\":-1.0,\"visits\":3},\"turnNumber\":0}""#;

    fn start(folder: &std::path::Path, answer: &str) -> Result<KatagoAnalyst, String> {
        let path = folder.join("katago");
        std::fs::write(&path, FAKE.replace("ANSWER", answer)).unwrap();
        let file = play::review::go::read_file(b"(;SZ[9];B[ee];W[cc])").unwrap();
        let game = MainLine::of(&file, 0).unwrap();
        let command = CommandLine::new("sh", [path.as_os_str()]);
        KatagoAnalyst::start(command, Duration::from_millis(300), game, [Limit::Nodes(3), Limit::Nodes(9)])
    }

    fn event(analyst: &mut KatagoAnalyst) -> AnalystEvent {
        loop {
            if let Some(event) = analyst.wait(Duration::from_millis(50)) {
                return event;
            }
        }
    }

    #[test]
    fn questions_are_answered_and_faults_are_reported_with_words() {
        let folder = tempfile::tempdir().unwrap();
        let question = Question { position: 1, pass: Pass::Sweep };
        let other = Question { position: 2, pass: Pass::Sweep };
        let mut good = start(folder.path(), &format!("{GOOD}; {GOOD}")).unwrap();
        assert_eq!(good.engine().version, "1.0 fake");
        good.ask(question).unwrap();
        good.ask(other).unwrap();
        for asked in [question, other] {
            let AnalystEvent::Answer { question, lines } = event(&mut good) else { panic!("no answer") };
            assert_eq!((question, lines[0].moves.as_slice()), (asked, ["A1".to_owned()].as_slice()));
        }
        for (answer, words) in [
            ("exit 3", "the engine ended with code 3"),
            ("true", "the engine did not end its search in time"),
            ("echo nonsense", "the engine did not end its search in time"),
            ("head -c 2000000 /dev/zero | tr '\\0' x", "a line of more than a megabyte"),
            (r#"echo "{\"error\":\"Illegal move\",\"id\":\"$id\"}""#, "Illegal move"),
            (r#"echo "{\"id\":\"$id\",\"noResults\":true,\"isDuringSearch\":false}""#, "without a value"),
        ] {
            let mut faulty = start(folder.path(), answer).unwrap();
            faulty.ask(question).unwrap();
            let (AnalystEvent::Gone { why } | AnalystEvent::Failed { why, .. }) = event(&mut faulty) else {
                panic!("{answer}: it answered")
            };
            assert!(why.contains(words), "{answer}: {why}");
        }
    }
}
