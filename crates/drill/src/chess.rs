//! Chess puzzles from PGN. `?` and `??` mark refuted moves; variations are alternatives where they branch.

use i18n::Language;
use record::NodeId;
use record::pgn::{Game, Pgn};
use rules::chess::{Color, Move, Position, Role, Square};

use crate::puzzle::{Board, NoSolution, Puzzle, PuzzleNodeId, Side, TypedInput};

/// A piece dropped on a square. Without a promotion the attempt asks for one where it needs it.
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

    fn candidate_moves(&self, drop: &Drop) -> Vec<Move> {
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

    fn parse_typed(&self, text: &str) -> Option<TypedInput<Position>> {
        if let Ok(mv) = self.read_move(text) {
            return Some(TypedInput::Move(mv));
        }
        let squares = text.replace('-', "");
        let (from, to) = (squares.get(..2)?.parse().ok()?, squares.get(2..4)?.parse().ok()?);
        Some(TypedInput::Drop(Drop { from, to, promotion: None }))
    }

    fn move_text(&self, mv: &Move) -> String {
        let dots = if Position::turn(self) == Color::White { "." } else { "..." };
        format!("{}{dots} {}", self.move_number(), self.san(*mv))
    }

    fn hint_area(&self, mv: &Move, _: Language) -> String {
        mv.from().map_or_else(String::new, |from| from.to_string())
    }
}

fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

/// The puzzle in a game. The side to move solves it, unless an `Orientation` tag says otherwise.
pub fn puzzle(game: &Game) -> Result<Puzzle<Position>, NoSolution> {
    let start = game.position(game.root()).ok_or(NoSolution)?;
    let solver = orientation(game).unwrap_or(side(start.turn()));
    let mut puzzle = Puzzle::new(start, solver, game.root());
    let mut waiting: Vec<(NodeId, PuzzleNodeId)> = vec![(game.root(), puzzle.root())];
    while let Some((node, parent)) = waiting.pop() {
        for child in game.tree().children(node) {
            let Some(mv) = game.mv(child) else { continue };
            if let Some(added) = puzzle.add(parent, mv, game.is_mistake(child), child) {
                waiting.push((child, added));
            }
        }
    }
    puzzle.checked()
}

/// The puzzles of a file with their numbers in it. Games without a solution are left out.
pub fn puzzles(file: &Pgn) -> Vec<(usize, Puzzle<Position>)> {
    first_puzzles(file, usize::MAX)
}

/// As `puzzles`, looking at no more than the first `most` games.
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
