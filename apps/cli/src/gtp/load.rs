//! A record as the boards that lead to where the controller wants to go on.

use play::gtp::engine::Board;
use record::GameRecord;
use record::go::{Field, GoRecord, NodeKind};
use record::sgf::Collection;
use record::{sgf, simultaneous};
use rules::go::{Points, Rules};

/// The boards along the main line and the komi; up to where `before` is the next move. None if there is no such game.
pub fn boards(path: &str, before: Option<u32>, both_at_once: bool) -> Option<(Vec<Board>, Option<Points>)> {
    let file = sgf::read(&std::fs::read(path).ok()?).ok()?;
    if both_at_once { together(&file, before) } else { one_by_one(file, before) }
}

fn together(file: &Collection, before: Option<u32>) -> Option<(Vec<Board>, Option<Points>)> {
    let game = simultaneous::read(file, 0).ok()?;
    let turns = before.map_or(usize::MAX, |before| before.saturating_sub(1) as usize);
    let after = game.outcomes().take(turns).map(|(_, outcome)| outcome.position.resumed());
    let boards = std::iter::once(game.start().clone()).chain(after).map(Board::Simultaneous).collect();
    Some((boards, Some(game.komi())))
}

fn one_by_one(file: Collection, before: Option<u32>) -> Option<(Vec<Board>, Option<Points>)> {
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
