//! Properties of any sequence of inputs: every wait ends, and the end is reported once.

use std::sync::Arc;
use std::time::Duration;

use drill::chess::Drop;
use drill::{AttemptInput, AttemptOutput, Session, SessionInput, SessionOutput, SessionSettings, chess};
use moment::Moment;
use proptest::prelude::*;
use rules::chess::{Position, Square};

use crate::script::read;

const PUZZLES: [&str; 3] = [
    "1. e4 (1. d4 d5 2. c4) (1. f3? e5 2. g4 Qh4#) e5 (1... c5 2. Nf3 d6 (2... Nc6 3. d4)) 2. Nf3 *",
    "[Orientation \"black\"]\n\n1. e4 (1. d4 d5) e5 2. Nf3 Nc6 *",
    "[FEN \"8/4P1kp/6pp/8/8/8/8/4K3 w - - 0 1\"]\n\n1. e8=N+ (1. e8=Q? g5) Kf7 2. Nd6+ *",
];

#[derive(Clone, Debug)]
enum RandomInput {
    /// The move that the record has as its nth, if it is the player's turn.
    Known(usize),
    Drop(u8, u8),
    Choose(usize),
    Key(u8),
    Wait(u16),
}

fn random_input() -> impl Strategy<Value = RandomInput> {
    prop_oneof![
        4 => (0usize..3).prop_map(RandomInput::Known),
        1 => (0u8..64, 0u8..64).prop_map(|(from, to)| RandomInput::Drop(from, to)),
        1 => (0usize..5).prop_map(RandomInput::Choose),
        2 => (0u8..11).prop_map(RandomInput::Key),
        4 => (0u16..3000).prop_map(RandomInput::Wait),
    ]
}

fn known_move(session: &Session<Position>, n: usize) -> Option<SessionInput<Position>> {
    let attempt = session.attempt()?;
    let mut moves = attempt.board().legal_moves();
    let line = attempt.puzzle();
    let mut place = Some(line.root());
    while let Some(here) = place {
        if line.board(here) == attempt.board() && !line.children(here).is_empty() {
            let child = line.children(here).get(n % line.children(here).len())?;
            return line.mv(*child).map(|mv| SessionInput::Puzzle(AttemptInput::Move(*mv)));
        }
        place = line.children(here).first().copied();
    }
    moves.pop().map(|mv| SessionInput::Puzzle(AttemptInput::Move(mv)))
}

fn input(session: &Session<Position>, random_input: &RandomInput) -> Option<SessionInput<Position>> {
    let square = |n: &u8| Square::ALL[usize::from(*n)];
    let key = |input| Some(SessionInput::Puzzle(input));
    match random_input {
        RandomInput::Known(n) => known_move(session, *n),
        RandomInput::Drop(from, to) => {
            key(AttemptInput::Drop(Drop { from: square(from), to: square(to), promotion: None }))
        }
        RandomInput::Choose(n) => key(AttemptInput::Choose(*n)),
        RandomInput::Key(0) => key(AttemptInput::Hint),
        RandomInput::Key(1) => key(AttemptInput::Cancel),
        RandomInput::Key(2) => key(AttemptInput::Jump),
        RandomInput::Key(3) => key(AttemptInput::Restart),
        RandomInput::Key(4) => key(AttemptInput::ShowSolution),
        RandomInput::Key(5) => key(AttemptInput::Skip),
        RandomInput::Key(6) => Some(SessionInput::Pause),
        RandomInput::Key(7) => Some(SessionInput::Resume),
        RandomInput::Key(8) => Some(SessionInput::Retry),
        RandomInput::Key(_) => Some(SessionInput::Next),
        RandomInput::Wait(_) => None,
    }
}

proptest! {
    #[test]
    fn no_sequence_of_inputs_breaks_a_session(
        random_inputs in prop::collection::vec(random_input(), 1..80),
        next_after in prop::option::of((0u64..2000).prop_map(Duration::from_millis)),
    ) {
        let puzzles = PUZZLES.iter().enumerate();
        let puzzles = puzzles.map(|(n, pgn)| (n, Arc::new(chess::puzzle(&read(pgn)).unwrap()))).collect();
        let settings = SessionSettings { length: Duration::from_secs(60), next_after, ..SessionSettings::default() };
        let mut session = Session::new(puzzles, settings);
        let mut now = Moment::ORIGIN;
        let mut outputs = session.handle(now, SessionInput::Start);
        for random_input in &random_inputs {
            if let RandomInput::Wait(millis) = random_input {
                let end = now + Duration::from_millis(u64::from(*millis));
                while let Some(deadline) = session.deadline().filter(|deadline| *deadline <= end) {
                    prop_assert!(deadline >= now, "no deadline is in the past");
                    now = deadline;
                    outputs.extend(session.handle(now, SessionInput::Wake));
                    prop_assert!(session.deadline().is_none_or(|next| next > now), "every wait ends");
                }
                now = end;
            } else if let Some(input) = input(&session, random_input) {
                outputs.extend(session.handle(now, input));
            }
            prop_assert!(!session.is_paused() || session.deadline().is_none(), "nothing happens during a pause");
        }
        outputs.extend(session.handle(now, SessionInput::Stop));
        let ends = outputs.iter().filter(|out| matches!(out, SessionOutput::Ended { .. })).count();
        prop_assert_eq!(ends, 1);
        prop_assert!(matches!(outputs.last(), Some(SessionOutput::Ended { .. })), "nothing comes after the end");
        let starts = outputs.iter().filter(|out| matches!(out, SessionOutput::PuzzleStart { .. })).count();
        let dones = outputs.iter().filter(|out| matches!(out, SessionOutput::Puzzle(AttemptOutput::Done(_)))).count();
        prop_assert!(dones <= starts && dones == session.attempts().len());
    }
}
