//! A small picture of a game: where it ended, or where it passed a position.

use diagram::go::{Geometry, Look as GoLook, Numbering, Scene, Variations, draw};
use diagram::{Theme, backgammon, chess, to_svg};
use flashcards::Match;
use record::pgn::Pgn;
use record::{ChessRecord, GoRecord, NodeId, sgf};
use rules::backgammon::{Position, Side, Stake};
use rules::chess::Color;

use crate::what::{What, what_is};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub theme: Theme,
    /// In pixels.
    pub width: u32,
}

/// In narrower pictures letters and numbers are only dirt.
const LEGIBLE: u32 = 240;

/// As SVG, after so many moves of the main line, or at its end. None if there is no such game.
pub fn picture(name: &str, bytes: &[u8], number: usize, after: Option<u32>, look: Look) -> Option<String> {
    match what_is(name, bytes) {
        What::GoRecord => go(bytes, number, after, look),
        What::ChessRecord => pgn(bytes, number, after, look),
        What::BackgammonMatch => of_match(bytes, number, after, look),
        _ => None,
    }
}

fn go(bytes: &[u8], number: usize, after: Option<u32>, look: Look) -> Option<String> {
    let file = sgf::read(bytes).ok().filter(|file| number < file.games().len())?;
    let mut record = GoRecord::open(file, number);
    let size = record.size();
    let mut moves = 0;
    let mut here = record.root();
    let line: Vec<NodeId> = record.tree().main_line(record.root()).collect();
    for node in line {
        moves += u32::try_from(record.node(node).moves(size).count()).unwrap_or(0);
        if after.is_some_and(|after| moves > after) {
            break;
        }
        here = node;
    }
    record.go_to(here);
    let scene =
        Scene::at_cursor(&record, GoLook { numbering: Numbering::None, variations: Variations::None });
    let geometry = Geometry::new(size).with_coordinates(look.width >= LEGIBLE);
    let geometry = geometry.fitting(f64::from(look.width), f64::INFINITY);
    Some(to_svg(&draw(&scene, &geometry), look.theme))
}

fn pgn(bytes: &[u8], number: usize, after: Option<u32>, look: Look) -> Option<String> {
    let file = Pgn::read(bytes.to_vec());
    if number >= file.len() {
        return None;
    }
    let mut record = ChessRecord::open(file, number);
    let last = after.map_or(usize::MAX, |after| after as usize);
    let line: Vec<NodeId> = record.tree().main_line(record.root()).take(last.saturating_add(1)).collect();
    record.go_to(*line.last()?);
    let position = record.position()?;
    let scene = chess::Scene { coordinates: false, ..chess::Scene::of(position, Color::White) };
    let step = record.last_move().and_then(|mv| mv.step());
    Some(chess::to_svg(&chess::Scene { last_move: step, ..scene }, look.theme, look.width))
}

fn of_match(bytes: &[u8], number: usize, after: Option<u32>, look: Look) -> Option<String> {
    let all = Match::read(bytes)?;
    let game = all.games.get(number)?;
    let turns = after.map_or(game.turns.len(), |after| (after as usize).min(game.turns.len()));
    let before = turns.checked_sub(1).and_then(|n| game.turns.get(n));
    let next = game.turns.get(turns).map(|(side, _, _)| *side);
    let turn = next.or(before.map(|(side, _, _)| side.other())).unwrap_or(Side::Bottom);
    let board = before.map_or(rules::backgammon::Board::START, |(_, _, board)| *board);
    let stake = match all.length {
        0 => Stake::Money { jacoby: false, beavers: false },
        length => Stake::Match { length, crawford: false },
    };
    let position = Position { turn, stake, score: game.score, ..Position::money(board) };
    let scheme = backgammon::Look {
        pips: false,
        score: backgammon::ScoreFormat::Hidden,
        ..backgammon::Look::default()
    };
    Some(backgammon::to_svg_of_width(&position, &scheme, f64::from(look.width)))
}
