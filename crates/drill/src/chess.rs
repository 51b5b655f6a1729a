//! Chess puzzles from PGN. `?` and `??` mark refuted moves; variations are alternatives where they branch.

mod move_names;

use i18n::Language;
use record::NodeId;
use record::pgn::{Game, NotePlacement, Pgn, comment_text};
use rules::chess::{Color, Move, Position, Role, Square, TypedMoveError};

use crate::found::{FoundPuzzles, GameWithoutSolution};
use crate::puzzle::{About, Board, NoSolution, Puzzle, PuzzleNodeId, Side, TypedError, TypedInput};

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

    /// A pawn move without its piece is a drop, for which the player then chooses the piece.
    fn parse_typed(&self, text: &str) -> Result<TypedInput<Position>, TypedError> {
        match self.read_typed_move(text) {
            Ok(mv) => Ok(TypedInput::Move(mv)),
            Err(TypedMoveError::Ambiguous { candidates }) => {
                Err(TypedError::Ambiguous(candidates.into_iter().map(|candidate| candidate.san).collect()))
            }
            Err(TypedMoveError::PromotionMissing { candidates }) => {
                let step = candidates.first().and_then(|candidate| candidate.mv.step());
                step.map(|step| drop_on(step.from, step.to)).ok_or(TypedError::NotAMove)
            }
            Err(TypedMoveError::Illegal | TypedMoveError::NotAMove) => {
                squares(text).map(|(from, to)| drop_on(from, to)).ok_or(TypedError::NotAMove)
            }
        }
    }

    fn move_text(&self, mv: &Move) -> String {
        let dots = if Position::turn(self) == Color::White { "." } else { "..." };
        format!("{}{dots} {}", self.move_number(), self.san(*mv))
    }

    /// FEN without the counters of moves.
    fn position_key(&self) -> String {
        let fen = self.fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        format!("chess {}", fields.join(" "))
    }

    fn move_key(&self, mv: &Move) -> String {
        self.uci(*mv)
    }

    fn hint_area(&self, mv: &Move, _: Language) -> Option<String> {
        mv.from().map(|from| from.to_string())
    }

    /// By the key, which leaves out the move counters.
    fn is_same(&self, other: &Position) -> bool {
        self.key() == other.key()
    }

    fn name_keys(&self, mv: &Move) -> Vec<String> {
        move_names::keys(self, mv)
    }

    fn keys_named_in(text: &str) -> Vec<String> {
        move_names::keys_in(text)
    }
}

fn drop_on(from: Square, to: Square) -> TypedInput<Position> {
    TypedInput::Drop(Drop { from, to, promotion: None })
}

/// `e2e4`, `e2-e4`
fn squares(text: &str) -> Option<(Square, Square)> {
    let squares = text.replace('-', "");
    Some((squares.get(..2)?.parse().ok()?, squares.get(2..4)?.parse().ok()?))
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
    let mut puzzle = Puzzle::new(start, solver, game.root()).with_about(about(game));
    puzzle.add_comment(puzzle.root(), &game.comment(game.root()));
    let mut waiting: Vec<(NodeId, PuzzleNodeId)> = vec![(game.root(), puzzle.root())];
    while let Some((node, parent)) = waiting.pop() {
        for child in game.tree().children(node) {
            let Some(mv) = game.mv(child) else { continue };
            if let Some(added) = puzzle.add(parent, mv, game.is_mistake(child), child) {
                add_comments(&mut puzzle, game, child, added);
                waiting.push((child, added));
            }
        }
    }
    puzzle.checked()
}

/// Comments before and after the move belong to it. A comment after the `)` of a variation continues the text on the move
/// that the variation replaces.
fn add_comments(puzzle: &mut Puzzle<Position>, game: &Game, node: NodeId, id: PuzzleNodeId) {
    for note in game.comments(node) {
        let main_move = puzzle.parent(id).and_then(|parent| puzzle.children(parent).first().copied());
        let at = match note.placement {
            NotePlacement::AfterVariation => main_move.unwrap_or(id),
            _ => id,
        };
        puzzle.add_comment(at, &comment_text(&note.text));
    }
}

fn about(game: &Game) -> About {
    let known = |name: &str| {
        let value = game.tag(name).map(|value| value.trim().to_owned()).unwrap_or_default();
        if value.chars().all(|c| matches!(c, '?' | '.' | '-' | ' ')) { String::new() } else { value }
    };
    let players = [known("White"), known("Black")].into_iter().filter(|name| !name.is_empty());
    About {
        title: known("Event"),
        players: players.collect::<Vec<_>>().join(" – "),
        // `1851.06.??` is shown as `1851.06`.
        date: known("Date").trim_end_matches(['?', '.']).to_owned(),
    }
}

/// The puzzles of a file with their numbers in it. Games without a solution are left out.
pub fn puzzles(file: &Pgn) -> Vec<(usize, Puzzle<Position>)> {
    first_puzzles(file, usize::MAX)
}

/// As `puzzles`, looking at no more than the first `most` games.
pub fn first_puzzles(file: &Pgn, most: usize) -> Vec<(usize, Puzzle<Position>)> {
    find_puzzles(file, most).puzzles
}

/// The puzzles of the first `most` games, and the games among them that have no solution.
pub fn find_puzzles(file: &Pgn, most: usize) -> FoundPuzzles<Position> {
    let mut found = FoundPuzzles::default();
    for number in 0..file.len().min(most) {
        match puzzle_in_file(file, number) {
            Some(Ok(puzzle)) => found.puzzles.push((number, puzzle)),
            Some(Err(game)) => found.without_solution.push(game),
            None => {}
        }
    }
    found
}

/// The puzzle in the game with this number, from 0. None if the file has no such game.
pub fn puzzle_in_file(file: &Pgn, number: usize) -> Option<Result<Puzzle<Position>, GameWithoutSolution>> {
    let game = file.game(number)?;
    Some(puzzle(&game).map_err(|NoSolution| {
        let About { title, players, .. } = about(&game);
        let name = if players.is_empty() { title } else { players };
        GameWithoutSolution { number, name }
    }))
}

fn orientation(game: &Game) -> Option<Side> {
    match game.tag("Orientation")?.to_ascii_lowercase().as_str() {
        "white" | "w" => Some(Side::White),
        "black" | "b" => Some(Side::Black),
        _ => None,
    }
}
