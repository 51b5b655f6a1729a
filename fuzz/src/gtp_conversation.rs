//! Whatever an engine writes, and however it is split: the conversation sends whole lines, one command at a time, gives
//! up after some restarts, and its transcript stays short. The first byte of a case is the length of the pieces.

use moment::Moment;
use play::gtp::{Conversation, EngineMove, Game, Input, Output, Query};
use rules::go::{Color, Move, Point, Size};

/// More than this many processes are never started without the player asking for it.
const MAX_STARTS: usize = 4;

pub(crate) fn check(bytes: &[u8]) {
    let Some((piece, rest)) = bytes.split_first() else { return };
    let mut session = Session { conversation: Conversation::new(Some(3)), run: 0, starts: 0, now: 0 };
    session.give(Input::Begin);
    session.give(Input::Query(Query::Move { game: game(), color: Color::White }));
    for (number, piece) in rest.chunks(usize::from(*piece).max(1)).enumerate() {
        let run = session.run;
        session.give(Input::Read { run, bytes: piece });
        match piece.first() {
            Some(0) => session.give(Input::Ended { run, why: "it ended".to_owned() }),
            Some(1) => session.give(Input::Query(Query::Score { game: game() })),
            Some(2) => session.give(Input::Console("name".to_owned())),
            Some(3) => session.give(Input::Cancel),
            Some(4) => session.give(Input::Resync),
            _ => {}
        }
        if number % 8 == 7 {
            session.now += 70_000;
            session.give(Input::Wake);
        }
    }
    assert!(session.conversation.transcript().len() <= 10_000);
    session.give(Input::Quit);
}

struct Session {
    conversation: Conversation,
    run: u32,
    starts: usize,
    now: u64,
}

impl Session {
    fn give(&mut self, input: Input<'_>) {
        if matches!(input, Input::Cancel | Input::Query(_)) {
            // A search that is interrupted needs a new process; these are not counted.
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
                Output::Moved { answer: EngineMove::Move(Move::Place(at)), .. } => {
                    assert!(game().size.contains(at), "a move off the board");
                }
                _ => {}
            }
        }
    }
}

fn game() -> Game {
    let mut game = Game::new(Size::square(9).expect("a size"), "6.5");
    game.moves.push((Color::Black, Move::Place(Point::new(4, 4))));
    game
}
