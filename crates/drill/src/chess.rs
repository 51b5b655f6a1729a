//! Chess puzzles from PGN. `?` and `??` mark the moves that are refuted; variations hang where they branch.

use record::NodeId;
use record::pgn::Game;
use rules::chess::{Color, Move, Position, Role, Square};

use crate::puzzle::{Board, NoSolution, Place, Puzzle, Side};

/// A piece put on a square. Which piece a pawn becomes may be said at once; otherwise it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop {
    pub from: Square,
    pub to: Square,
    pub promotion: Option<Role>,
}

impl Board for Position {
    type Move = Move;
    type Drop = Drop;

    fn turn(&self) -> Side {
        side(Position::turn(self))
    }

    fn play(&self, mv: &Move) -> Option<Position> {
        Position::play(self, *mv).ok()
    }

    fn meant(&self, drop: &Drop) -> Vec<Move> {
        let promotions = self.promotions(drop.from, drop.to);
        if promotions.is_empty() || drop.promotion.is_some() {
            return self
                .find(drop.from, drop.to, drop.promotion.filter(|_| !promotions.is_empty()))
                .into_iter()
                .collect();
        }
        promotions.into_iter().filter_map(|role| self.find(drop.from, drop.to, Some(role))).collect()
    }

    fn is_won(&self) -> bool {
        self.is_mate()
    }
}

fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

/// The puzzle that a game poses. The side to move solves it, unless an `Orientation` tag says otherwise.
pub fn puzzle(game: &Game) -> Result<Puzzle<Position>, NoSolution> {
    let start = game.position(game.root()).ok_or(NoSolution)?;
    let solver = orientation(game).unwrap_or(side(start.turn()));
    let mut puzzle = Puzzle::new(start, solver, game.root());
    let mut waiting: Vec<(NodeId, Place)> = vec![(game.root(), puzzle.root())];
    while let Some((node, place)) = waiting.pop() {
        for child in game.tree().children(node) {
            let Some(mv) = game.mv(child) else { continue };
            if let Some(added) = puzzle.add(place, mv, game.is_mistake(child), child) {
                waiting.push((child, added));
            }
        }
    }
    puzzle.checked()
}

fn orientation(game: &Game) -> Option<Side> {
    match game.tag("Orientation")?.to_ascii_lowercase().as_str() {
        "white" | "w" => Some(Side::White),
        "black" | "b" => Some(Side::Black),
        _ => None,
    }
}
