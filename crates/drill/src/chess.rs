//! Chess puzzles from PGN. `?` and `??` mark the moves that are refuted; variations hang where they branch.

use record::NodeId;
use record::pgn::{Game, Pgn};
use rules::chess::{Color, Move, Position, Role, Square};
use words::Language;

use crate::puzzle::{Board, NoSolution, Place, Puzzle, Side, Typed};

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

    fn typed(&self, text: &str) -> Option<Typed<Position>> {
        if let Ok(mv) = self.read_move(text) {
            return Some(Typed::Move(mv));
        }
        let squares = text.replace('-', "");
        let (from, to) = (squares.get(..2)?.parse().ok()?, squares.get(2..4)?.parse().ok()?);
        Some(Typed::Drop(Drop { from, to, promotion: None }))
    }

    fn spell(&self, mv: &Move) -> String {
        let dots = if Position::turn(self) == Color::White { "." } else { "..." };
        format!("{}{dots} {}", self.move_number(), self.san(*mv))
    }

    fn whereabouts(&self, mv: &Move, _: Language) -> String {
        mv.from().map_or_else(String::new, |from| from.to_string())
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

/// The puzzles of a file with their numbers in it. Games in which there is nothing to find are left out.
pub fn puzzles(file: &Pgn) -> Vec<(usize, Puzzle<Position>)> {
    first_puzzles(file, usize::MAX)
}

/// As `puzzles`, among so many of its first games.
pub fn first_puzzles(file: &Pgn, most: usize) -> Vec<(usize, Puzzle<Position>)> {
    (0..file.len().min(most)).filter_map(|n| Some((n, puzzle(&file.game(n)?).ok()?))).collect()
}

fn orientation(game: &Game) -> Option<Side> {
    match game.tag("Orientation")?.to_ascii_lowercase().as_str() {
        "white" | "w" => Some(Side::White),
        "black" | "b" => Some(Side::Black),
        _ => None,
    }
}
