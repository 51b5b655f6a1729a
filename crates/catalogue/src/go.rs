//! Rows of Go games. Lines are replayed with set-up as FF[4] demands; illegal moves are played.

use std::ops::ControlFlow;

use record::sgf::{self, Collection, Node, Property};
use record::{NodeId, simultaneous};
use rules::go::{Color, Move, Outcome, Symmetries};

use crate::Date;
use crate::entry::{GameEntry, GameKind, NoGame, VariationPositions, Winner};

pub(crate) fn each_game(
    bytes: &[u8],
    each: &mut impl FnMut(GameEntry) -> ControlFlow<()>,
) -> Result<(), NoGame> {
    let Ok(file) = sgf::read(bytes) else { return Ok(()) };
    let mut other = false;
    for (number, root) in file.games().iter().enumerate() {
        if file.kind(*root) != sgf::GameKind::Go {
            other = true;
        } else if each(entry(&file, *root, number)).is_break() {
            return Ok(());
        }
    }
    if other && file.games().len() == 1 { Err(NoGame::OtherGame) } else { Ok(()) }
}

fn entry(file: &Collection, root: NodeId, number: usize) -> GameEntry {
    let first = file.node(root);
    let kind = match simultaneous::variant_of(first) {
        Some(_) => GameKind::SimultaneousGo,
        None => GameKind::Go,
    };
    let mut entry = GameEntry::new(kind, number);
    describe(&mut entry, first);
    let size = first.size();
    entry.summary.size = (size.width().into(), size.height().into());
    replay(&mut entry, file, root);
    if kind == GameKind::SimultaneousGo {
        entry.summary.moves = entry.summary.moves.div_ceil(2);
    }
    entry
}

fn describe(entry: &mut GameEntry, root: Node<'_>) {
    for property in root.properties() {
        let text = || property.values().next().map(|value| value.simple_text().trim().to_owned());
        let meant = match property.name() {
            "PB" => &mut entry.summary.black,
            "PW" => &mut entry.summary.white,
            "EV" => &mut entry.summary.event,
            "RE" => &mut entry.summary.result,
            "DT" => {
                entry.summary.date = text().map_or(Date::NONE, |text| Date::read(&text));
                continue;
            }
            _ => continue,
        };
        if meant.is_empty() {
            *meant = text().unwrap_or_default();
        }
    }
    if entry.summary.event.is_empty() {
        entry.summary.event = root.simple_text("GN").unwrap_or_default().trim().to_owned();
    }
    entry.summary.winner = winner(&entry.summary.result);
}

fn winner(result: &str) -> Winner {
    match Outcome::parse(result) {
        Some(Outcome::Draw | Outcome::Void) => Winner::Nobody,
        Some(outcome) => match outcome.winner() {
            Some(Color::Black) => Winner::Black,
            Some(Color::White) => Winner::White,
            None => Winner::Unknown,
        },
        None => Winner::Unknown,
    }
}

/// The main line first; branches are queued with their board and the move number of the branch.
fn replay(entry: &mut GameEntry, file: &Collection, root: NodeId) {
    let mut board = Symmetries::new(file.node(root).size());
    let mut branches = Vec::new();
    let mut next = Some(root);
    while let Some(id) = next {
        play_node(entry, &mut board, file.node(id));
        entry.add_position(board.key());
        let mut children = file.tree().children(id);
        next = children.next();
        branches.extend(children.map(|child| (child, board.clone(), entry.summary.moves)));
    }
    if !branches.is_empty() {
        replay_branches(entry, file, branches);
    }
}

fn replay_branches(entry: &mut GameEntry, file: &Collection, mut branches: Vec<(NodeId, Symmetries, u32)>) {
    let (mut variation_positions, moves) = (VariationPositions::default(), entry.summary.moves);
    while let Some((start, mut board, branch)) = branches.pop() {
        let mut next = Some(start);
        while let Some(id) = next {
            play_node(entry, &mut board, file.node(id));
            variation_positions.add(board.key(), branch);
            let mut children = file.tree().children(id);
            next = children.next();
            branches.extend(children.map(|child| (child, board.clone(), branch)));
        }
    }
    entry.summary.moves = moves;
    variation_positions.into_entry(entry);
}

fn play_node(entry: &mut GameEntry, board: &mut Symmetries, node: Node<'_>) {
    let mut sets_up = false;
    for property in node.properties() {
        if let Some(color) = property.move_color() {
            play(entry, board, property, color);
        } else {
            sets_up |= property.is_setup();
        }
    }
    if sets_up {
        let size = board.size();
        for (name, stone) in [("AE", None), ("AB", Some(Color::Black)), ("AW", Some(Color::White))] {
            node.points(name, size).into_iter().for_each(|at| board.set(at, stone));
        }
    }
}

fn play(entry: &mut GameEntry, board: &mut Symmetries, property: Property<'_>, color: Color) {
    entry.summary.moves = entry.summary.moves.saturating_add(1);
    let meant = property.values().next().and_then(|value| value.move_on(board.size()));
    if let Some(Move::Place(at)) = meant {
        board.play(color, at);
    }
}
