//! Whatever a GTP engine writes while it analyses, and however it is split: the conversation sends one command at a time,
//! finishes once per question, and gives up after some restarts. The first byte of a case is the length of the pieces.

use analysis::Limit;
use moment::Moment;
use play::gtp::analysis::{Ask, Conversation, Input, Output};
use rules::go::{Color, Size};

/// More than this many processes are never started for a question that gets no answer.
const MAX_STARTS: usize = 4;

pub(crate) fn check(bytes: &[u8]) {
    let Some((piece, rest)) = bytes.split_first() else { return };
    let mut session =
        Session { conversation: Conversation::default(), run: 0, starts: 0, now: 0, is_open: false };
    session.ask();
    for (number, piece) in rest.chunks(usize::from(*piece).max(1)).enumerate() {
        let run = session.run;
        session.give(Input::Read { run, bytes: piece });
        match piece.first() {
            Some(0) => session.give(Input::Ended { run, why: "it ended".to_owned() }),
            Some(1) => session.ask(),
            Some(2) => session.quit(),
            Some(3) => session.give(Input::Introduce),
            _ => {}
        }
        if number % 8 == 7 {
            session.now += 130_000;
            session.give(Input::Wake);
        }
    }
}

struct Session {
    conversation: Conversation,
    run: u32,
    starts: usize,
    now: u64,
    is_open: bool,
}

impl Session {
    fn ask(&mut self) {
        if self.is_open {
            return;
        }
        (self.is_open, self.starts) = (true, 0);
        let ask = Ask {
            size: Size::square(9).expect("a size"),
            komi: 6.5,
            rules: "japanese".to_owned(),
            stones: vec![(Color::Black, "D4".to_owned())],
            moves: vec![(Color::White, "E5".to_owned())],
            to_play: Color::Black,
            limit: Limit::Nodes(5),
        };
        self.give(Input::Ask(Box::new(ask)));
    }

    fn quit(&mut self) {
        (self.is_open, self.starts) = (false, 0);
        self.give(Input::Quit);
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
                Output::Write(line) => {
                    assert!(line.ends_with(b"\n") && line.iter().filter(|byte| **byte == b'\n').count() == 1);
                }
                Output::Report(lines) | Output::Finished(lines) if lines.is_empty() => panic!("no lines"),
                Output::Report(_) => self.starts = 0,
                Output::Finished(_) => {
                    assert!(std::mem::take(&mut self.is_open), "an answer to nothing");
                    self.starts = 0;
                }
                Output::Failed { .. } | Output::Died { .. } => self.is_open = false,
                Output::End => {}
            }
        }
    }
}
