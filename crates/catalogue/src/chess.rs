//! Rows of chess games.

use std::ops::ControlFlow;

use record::NodeId;
use record::pgn::{Game, Pgn, Start};
use rules::chess::Position;

use crate::Date;
use crate::entry::{GameEntry, GameKind, VariationPositions, Winner};

pub(crate) fn each_game(bytes: &[u8], each: &mut impl FnMut(GameEntry) -> ControlFlow<()>) {
    let file = Pgn::read(bytes.to_vec());
    for number in 0..file.len() {
        let Some(game) = file.game(number) else { continue };
        if each(entry(&game, number)).is_break() {
            return;
        }
    }
}

fn entry(game: &Game, number: usize) -> GameEntry {
    let mut entry = GameEntry::new(GameKind::Chess, number);
    // PGN writes unknown values as question marks.
    let tag = |name: &str| {
        let value = game.tag(name).map(|value| value.trim().to_owned()).unwrap_or_default();
        if value.chars().all(|c| c == '?') { String::new() } else { value }
    };
    entry.summary.black = tag("Black");
    entry.summary.white = tag("White");
    entry.summary.event = tag("Event");
    entry.summary.date = [tag("Date"), tag("UTCDate"), tag("EventDate")]
        .iter()
        .map(|text| Date::read(text))
        .find(|date| date.is_known())
        .unwrap_or_default();
    let written = game.result().map_or("", |outcome| outcome.text());
    entry.summary.result =
        Some(tag("Result")).filter(|value| !value.is_empty()).unwrap_or_else(|| written.into());
    entry.summary.winner = match entry.summary.result.as_str() {
        "1-0" => Winner::White,
        "0-1" => Winner::Black,
        "1/2-1/2" => Winner::Nobody,
        _ => Winner::Unknown,
    };
    replay(&mut entry, game);
    entry
}

/// The main line first; branches are queued with their position and the move number of the branch.
fn replay(entry: &mut GameEntry, game: &Game) {
    let Start::Position(start) = game.start() else { return };
    let mut position: Position = start.clone();
    entry.add_position(position.key());
    let mut branches = Vec::new();
    let mut at = game.root();
    loop {
        let mut children = game.tree().children(at);
        let first = children.next();
        branches.extend(children.map(|child| (child, position.clone(), entry.summary.moves)));
        let Some(node) = first else { break };
        let Some(next) = game.mv(node).and_then(|mv| position.play(mv).ok()) else { break };
        (position, at) = (next, node);
        entry.summary.moves = entry.summary.moves.saturating_add(1);
        entry.add_position(position.key());
    }
    if !branches.is_empty() {
        replay_branches(entry, game, branches);
    }
}

fn replay_branches(entry: &mut GameEntry, game: &Game, mut branches: Vec<(NodeId, Position, u32)>) {
    let mut variation_positions = VariationPositions::default();
    while let Some((node, before, branch)) = branches.pop() {
        let Some(position) = game.mv(node).and_then(|mv| before.play(mv).ok()) else { continue };
        variation_positions.add(position.key(), branch);
        branches.extend(game.tree().children(node).map(|child| (child, position.clone(), branch)));
    }
    variation_positions.into_entry(entry);
}
