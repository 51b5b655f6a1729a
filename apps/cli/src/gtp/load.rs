//! Loads a game record for GTP's `loadsgf`: the boards from the start to the move to continue from.

use play::gtp::engine::Board;
use record::GameRecord;
use record::go::{Field, GoRecord, NodeKind};
use record::sgf::Collection;
use record::{sgf, simultaneous};
use rules::go::{Points, Rules};

/// The komi and the boards along the main line, up to the one before move number `before`. None if the file holds no
/// game of this kind.
pub fn boards(path: &str, before: Option<u32>, simultaneous: bool) -> Option<(Vec<Board>, Option<Points>)> {
    let file = sgf::read(&std::fs::read(path).ok()?).ok()?;
    if simultaneous { simultaneous_boards(&file, before) } else { ordinary_boards(file, before) }
}

fn simultaneous_boards(file: &Collection, before: Option<u32>) -> Option<(Vec<Board>, Option<Points>)> {
    let game = simultaneous::read(file, 0).ok()?;
    let turns = before.map_or(usize::MAX, |before| before.saturating_sub(1) as usize);
    let after = game.outcomes().take(turns).map(|(_, outcome)| outcome.position.resumed());
    let boards = std::iter::once(game.start().clone()).chain(after).map(Board::Simultaneous).collect();
    Some((boards, Some(game.komi())))
}

fn ordinary_boards(file: Collection, before: Option<u32>) -> Option<(Vec<Board>, Option<Points>)> {
    let root = *file.games().first()?;
    if file.kind(root) != sgf::GameKind::Go {
        return None;
    }
    let mut record = GoRecord::open(file, 0);
    let komi = Field::named("KM").and_then(|field| record.info(field)).and_then(|text| Points::parse(&text));
    let board = |record: &GoRecord| {
        let position = record.position().clone().with_rules(Rules::CHINESE);
        Board::Ordinary(position.with_to_play(record.to_play()))
    };
    let mut boards = vec![board(&record)];
    while record.forward() {
        let state = record.state();
        if state.kind == NodeKind::Move && before.is_some_and(|before| state.number >= before) {
            break;
        }
        boards.push(board(&record));
    }
    Some((boards, komi))
}
