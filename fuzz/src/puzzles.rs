//! Any file gives puzzles that can be tried with any typed moves; a session never panics and never goes back in its
//! puzzles. The first byte of a case is the number of inputs that follow, then the file.

use std::sync::Arc;

use drill::{
    AttemptInput, Board, Puzzle, Session, SessionInput, SessionOutput, SessionSettings, TypedInput, chess, go,
};
use moment::Moment;
use record::go::GoFile;
use record::pgn::Pgn;
use record::sgf;

/// A file with many puzzles shows nothing that three do not.
const MAX_PUZZLES: usize = 3;

pub(crate) fn check(bytes: &[u8]) {
    let Some((count, rest)) = bytes.split_first() else { return };
    let (inputs, file) = rest.split_at(usize::from(*count % 64).min(rest.len()));
    try_all(chess::first_puzzles(&Pgn::read(file.to_vec()), MAX_PUZZLES), inputs, file);
    if let Ok(read) = sgf::read(file) {
        let mut puzzles = go::puzzles(&GoFile(read));
        puzzles.truncate(MAX_PUZZLES);
        try_all(puzzles, inputs, file);
    }
}

fn try_all<B: Board>(puzzles: Vec<(usize, Puzzle<B>)>, inputs: &[u8], file: &[u8]) {
    let words: Vec<String> = String::from_utf8_lossy(file).split_whitespace().map(str::to_owned).collect();
    let puzzles = puzzles.into_iter().map(|(number, puzzle)| (number, Arc::new(puzzle))).collect();
    let mut session = Session::new(puzzles, SessionSettings::default());
    let mut now = 0;
    session.handle(Moment::from_millis(now), SessionInput::Start);
    for key in inputs {
        now += u64::from(*key) * 40;
        let input = input(&session, *key, &words);
        for output in session.handle(Moment::from_millis(now), input) {
            if let SessionOutput::PuzzleStart { number, total, .. } = output {
                assert!(number <= total);
            }
        }
        let _ = (session.deadline(), session.summary(Moment::from_millis(now)));
        if let Some(attempt) = session.shown_attempt() {
            let comments = attempt.words().comments;
            assert!(
                comments.len() < attempt.puzzle().ids().count()
                    && comments.iter().all(|c| !c.text.is_empty())
            );
        }
    }
}

fn input<B: Board>(session: &Session<B>, key: u8, words: &[String]) -> SessionInput<B> {
    SessionInput::Puzzle(match key % 16 {
        0 => return SessionInput::Next,
        1 => return SessionInput::Retry,
        2 => return SessionInput::Pause,
        3 => return SessionInput::Resume,
        4 => AttemptInput::Hint,
        5 => AttemptInput::ShowSolution,
        6 => AttemptInput::Restart,
        7 => AttemptInput::Choose(usize::from(key >> 4)),
        8 => AttemptInput::Jump,
        9 => AttemptInput::Cancel,
        10 => AttemptInput::Skip,
        11 => return SessionInput::Wake,
        _ => {
            let word = words.get(usize::from(key) % words.len().max(1)).map_or("", String::as_str);
            match session.attempt().and_then(|attempt| attempt.board().parse_typed(word).ok()) {
                Some(TypedInput::Move(mv)) => AttemptInput::Move(mv),
                Some(TypedInput::Drop(drop)) => AttemptInput::Drop(drop),
                None => AttemptInput::Wake,
            }
        }
    })
}
