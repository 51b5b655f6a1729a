//! Whatever KataGo writes, and however it is split: the conversation sends whole lines of JSON, answers each query once
//! at most, and gives up after some restarts. The first byte of a case is the length of the pieces.

use std::collections::BTreeSet;

use analysis::Limit;
use analysis::katago::{Conversation, Input, Output, Query};
use analysis::review::Player;
use moment::Moment;

/// More than this many processes are never started for queries that get no answer.
const MAX_STARTS: usize = 4;

pub(crate) fn check(bytes: &[u8]) {
    let Some((piece, rest)) = bytes.split_first() else { return };
    let mut session =
        Session { conversation: Conversation::default(), run: 0, starts: 0, now: 0, open: BTreeSet::new() };
    session.ask(1);
    for (number, piece) in rest.chunks(usize::from(*piece).max(1)).enumerate() {
        let run = session.run;
        session.give(Input::Read { run, bytes: piece });
        match piece.first() {
            Some(0) => session.give(Input::Ended { run, why: "it ended".to_owned() }),
            Some(1) => session.ask(u64::from(piece.len() as u8)),
            Some(2) => session.stop(Input::StopAll),
            Some(3) => session.stop(Input::Quit),
            Some(4) => session.give(Input::Introduce),
            _ => {}
        }
        if number % 8 == 7 {
            session.now += 700_000;
            session.give(Input::Wake);
        }
    }
}

struct Session {
    conversation: Conversation,
    run: u32,
    starts: usize,
    now: u64,
    open: BTreeSet<u64>,
}

impl Session {
    fn ask(&mut self, id: u64) {
        self.starts = 0;
        self.open.insert(id);
        self.give(Input::Ask(Box::new(query(id))));
    }

    fn stop(&mut self, input: Input<'_>) {
        self.open.clear();
        self.starts = 0;
        self.give(input);
    }

    fn give(&mut self, input: Input<'_>) {
        if matches!(input, Input::Introduce) {
            self.starts = 0;
        }
        for output in self.conversation.handle(Moment::from_millis(self.now), input) {
            match output {
                Output::Start { run } => {
                    (self.run, self.starts) = (run, self.starts + 1);
                    assert!(self.starts <= MAX_STARTS, "it starts again and again");
                }
                Output::Write(bytes) => check_lines(&bytes),
                Output::Answer { id, lines } => {
                    self.starts = 0;
                    assert!(self.open.remove(&id), "an answer to nothing");
                    assert!(lines.iter().all(|line| !line.moves.is_empty()));
                    let is_value = |line: &analysis::Line| (0.0..=1.0).contains(&line.evaluation.expected);
                    assert!(lines.iter().all(is_value));
                }
                Output::Failed { id, .. } => assert!(self.open.remove(&id), "a failure of nothing"),
                Output::Report { id, .. } => {
                    self.starts = 0;
                    assert!(self.open.contains(&id), "a report on nothing");
                }
                Output::Died { .. } => self.open.clear(),
                Output::Warning(_) | Output::End => {}
            }
        }
    }
}

fn check_lines(bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).expect("text");
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    }
}

fn query(id: u64) -> Query {
    Query {
        id,
        width: 9,
        height: 9,
        stones: Vec::new(),
        first: Player::First,
        moves: vec![(Player::First, "E5".to_owned())],
        rules: serde_json::json!("japanese"),
        komi: f64::NAN,
        limit: Limit::Nodes(5),
    }
}
