//! Whatever a chess engine writes, and however it is split: the conversation sends whole lines, has one search running,
//! gives up after some restarts, and reports only legal moves. The first byte of a case is the length of the pieces.

use analysis::Limit;
use moment::Moment;
use play::uci::{Conversation, Input, Options, Output, Search};
use rules::chess::Position;

/// More than this many processes are never started for one search that gives nothing.
const MAX_STARTS: usize = 4;

pub(crate) fn check(bytes: &[u8]) {
    let Some((piece, rest)) = bytes.split_first() else { return };
    let conversation = Conversation::new(Options { threads: 1, hash_mb: 16 });
    let mut session = Session { conversation, run: 0, starts: 0, now: 0 };
    session.give(Input::Search(Box::new(search())));
    for (number, piece) in rest.chunks(usize::from(*piece).max(1)).enumerate() {
        let run = session.run;
        session.give(Input::Read { run, bytes: piece });
        match piece.first() {
            Some(0) => session.give(Input::Ended { run, why: "it ended".to_owned() }),
            Some(1) => session.give(Input::Search(Box::new(search()))),
            Some(2) => session.give(Input::Stop),
            Some(3) => session.give(Input::Quit),
            Some(4) => session.give(Input::Introduce),
            _ => {}
        }
        if number % 8 == 7 {
            session.now += 40_000;
            session.give(Input::Wake);
        }
    }
}

struct Session {
    conversation: Conversation,
    run: u32,
    starts: usize,
    now: u64,
}

impl Session {
    fn give(&mut self, input: Input<'_>) {
        if matches!(input, Input::Search(_)) {
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
                Output::Report(report) | Output::Finished(report) => {
                    self.starts = 0;
                    report.lines.iter().for_each(|line| check_moves(&line.moves));
                    assert!(!report.lines.is_empty(), "a report without a line");
                }
                Output::Died { .. } | Output::End => {}
            }
        }
    }
}

fn check_moves(moves: &[String]) {
    let mut position = Position::initial();
    assert!(!moves.is_empty(), "a line without a move");
    for text in moves {
        let mv = position.read_uci(text).expect("a legal move");
        position = position.play(mv).expect("a legal move");
    }
}

fn search() -> Search {
    Search::new(Position::initial(), [], 2, Limit::Millis(100)).expect("a position with moves")
}
