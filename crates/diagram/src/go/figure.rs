//! Figures as books print them: the position before some moves, and those moves as numbered stones. A move on a point that
//! has a stone already is told below.

use std::ops::RangeInclusive;

use record::GameRecord;
use record::go::{GoRecord, NodeKind, State};
use rules::go::{Color, Move, Point};

use super::Scene;

/// Moves of a line with the position before them.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub moves: RangeInclusive<u32>,
    pub scene: Scene,
    /// Moves that are not on the board: `52 at 47`, `60: pass`.
    pub below: Vec<Elsewhere>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// On a point that has the stone with that number, or one without.
    At {
        number: u32,
        at: Point,
        stone: Option<u32>,
    },
    Pass {
        number: u32,
    },
}

struct Played {
    number: u32,
    color: Color,
    mv: Move,
}

/// The line through the cursor to its end, this many moves to a figure. Without a move, one figure of the position.
pub fn figures(record: &GoRecord, moves_each: usize) -> Vec<Figure> {
    let mut record = record.clone();
    record.to_end();
    let states: Vec<&State> = record.editor().line().map(|(_, state)| state).collect();
    let mut figures = Vec::new();
    let mut begin = 0;
    let is_move = |state: &&State| state.kind == NodeKind::Move;
    let count = states.iter().filter(|state| is_move(state)).count();
    if count == 0 {
        let scene = states
            .last()
            .map_or_else(|| Scene::new(record.size()), |state| Scene::of(state.position.board()));
        return vec![Figure { moves: 0..=0, scene, below: Vec::new() }];
    }
    while begin < states.len() {
        let mut end = begin;
        let mut moves = 0;
        while end < states.len() && moves < moves_each.max(1) {
            moves += usize::from(is_move(&states[end]));
            end += 1;
        }
        let before = begin.checked_sub(1).and_then(|n| states.get(n)).copied();
        if let Some(figure) = figure(&record, before, &states[begin..end]) {
            figures.push(figure);
        }
        begin = end;
    }
    figures
}

/// None if nothing is played in these nodes.
fn figure(record: &GoRecord, before: Option<&State>, states: &[&State]) -> Option<Figure> {
    let mut scene = match before {
        Some(state) => Scene::of(state.position.board()),
        None => Scene::new(record.size()),
    };
    let mut below = Vec::new();
    let mut numbers = Vec::new();
    for state in states {
        match state.last_move.filter(|_| state.kind == NodeKind::Move) {
            Some((color, mv)) => {
                let played = Played { number: state.number, color, mv };
                numbers.push(state.number);
                add(&mut scene, &mut below, &played);
            }
            // Stones that are set up in between belong to the position.
            None if state.kind == NodeKind::SetUp => {
                let stones = Scene::of(state.position.board()).stones;
                scene.stones.retain(|at, _| stones.contains_key(at));
                scene.stones.extend(stones);
            }
            None => {}
        }
    }
    let moves = *numbers.first()?..=*numbers.last()?;
    Some(Figure { moves, scene, below })
}

fn add(scene: &mut Scene, below: &mut Vec<Elsewhere>, played: &Played) {
    let Move::Place(at) = played.mv else {
        below.push(Elsewhere::Pass { number: played.number });
        return;
    };
    if scene.stone(at).is_some() {
        let stone = scene.numbers.iter().find(|(point, _)| *point == at).map(|(_, number)| *number);
        below.push(Elsewhere::At { number: played.number, at, stone });
        return;
    }
    scene.stones.insert(at, played.color.into());
    scene.numbers.push((at, played.number));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(text: &str) -> GoRecord {
        GoRecord::open(record::sgf::read(text.as_bytes()).unwrap(), 0)
    }

    #[test]
    fn each_figure_numbers_its_own_moves_on_the_position_before_them() {
        let record = record("(;SZ[9];B[aa];W[bb];B[cc];W[dd];B[ee])");
        let figures = figures(&record, 2);
        let ranges: Vec<_> = figures.iter().map(|figure| figure.moves.clone()).collect();
        assert_eq!(ranges, [1..=2, 3..=4, 5..=5]);
        let counts = figures.iter().map(|figure| (figure.scene.stones.len(), figure.scene.numbers.len()));
        assert_eq!(counts.collect::<Vec<_>>(), [(2, 2), (4, 2), (5, 1)]);
    }

    #[test]
    fn moves_on_taken_points_and_passes_are_told_below() {
        // White captures on A9, Black plays there again.
        let figures = figures(&record("(;SZ[9]AW[ba];B[aa];W[ab];B[];W[cc];B[aa])"), 50);
        let at = Point::new(0, 0);
        let expected = [Elsewhere::Pass { number: 3 }, Elsewhere::At { number: 5, at, stone: Some(1) }];
        assert_eq!(figures[0].below, expected);
    }

    #[test]
    fn a_position_without_moves_is_one_figure() {
        let figures = figures(&record("(;SZ[9]AB[aa][bb])"), 50);
        assert_eq!((figures.len(), figures[0].scene.stones.len()), (1, 2));
    }
}
