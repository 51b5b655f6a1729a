//! Go with both sides moving at once. Each turn both choose a point or pass, in secret; then both stones are placed and
//! all groups of either colour without a liberty are removed together. Two stones on one point become a red one.
//!
//! Legality depends only on what both players can see, so a refusal reveals nothing about the hidden move, and every
//! pair of legal moves has a result. Who may see what, and when, is not decided here.

mod board;
#[cfg(test)]
mod oracle;
mod score;
#[cfg(test)]
mod tests;

use std::fmt;

use super::{Color, Move, Point, Size};
use board::Board;
pub use board::Cell;
pub use score::Area;

/// What happens when both choose the same point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// A red stone: belongs to nobody, cannot be captured, is not a liberty.
    #[default]
    Red,
    /// The same, drawn as a hole in the board.
    Hole,
    /// Both stones are lost and nobody may play there in the next turn.
    Void,
}

impl Variant {
    pub const ALL: [Variant; 3] = [Variant::Red, Variant::Hole, Variant::Void];

    pub fn name(self) -> &'static str {
        match self {
            Variant::Red => "red",
            Variant::Hole => "hole",
            Variant::Void => "void",
        }
    }

    pub fn from_name(name: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|v| v.name().eq_ignore_ascii_case(name))
    }
}

/// Why a player may not choose this move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The game has ended.
    Over,
    OffBoard {
        at: Point,
    },
    Occupied {
        at: Point,
    },
    /// Both chose this point a turn ago (`Variant::Void`).
    Barred {
        at: Point,
    },
    /// No liberty and no capture, if the opponent passed.
    Suicide {
        at: Point,
    },
    /// An earlier position would be repeated, if the opponent passed.
    Repetition {
        at: Point,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::Over => "the game is over",
            Illegal::OffBoard { .. } => "that point is not on the board",
            Illegal::Occupied { .. } => "that point is occupied",
            Illegal::Barred { .. } => "nobody may play there this turn",
            Illegal::Suicide { .. } => "the stone would have no liberties",
            Illegal::Repetition { .. } => "that would repeat an earlier position",
        })
    }
}

impl std::error::Error for Illegal {}

/// Whose move was illegal, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalTurn {
    pub color: Color,
    pub why: Illegal,
}

impl fmt::Display for IllegalTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.color.letter(), self.why)
    }
}

impl std::error::Error for IllegalTurn {}

/// What kind of turn it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEvent {
    /// Stones on different points, or one stone and a pass.
    Placed,
    /// Both on one point.
    Collision {
        at: Point,
    },
    /// An earlier position would have been repeated: the points played turned red instead.
    Repetition,
    BothPassed,
}

/// The position after a turn and what the players should be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedTurn {
    pub position: Position,
    pub event: TurnEvent,
    /// The removed stones in board order, including those just placed.
    pub removed: Vec<(Point, Color)>,
}

/// Why the game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    BothPassed,
    /// Four turns for every point of the board: no real game comes close.
    TooLong,
}

/// A board between two turns, with everything that decides what is legal next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    variant: Variant,
    board: Board,
    barred: Option<Point>,
    turns: u32,
    lost: [u32; 2],
    /// Hashes of the positions before this one.
    earlier: Vec<u64>,
    end: Option<End>,
}

impl Position {
    pub fn new(size: Size, variant: Variant) -> Position {
        Position::with(Board::empty(size), variant)
    }

    /// A game that starts with stones on the board. `None` if a group would have no liberty.
    pub fn set_up(size: Size, variant: Variant, stones: impl Fn(Point) -> Cell) -> Option<Position> {
        let board = Board::new(size, stones);
        board.dead().is_empty().then(|| Position::with(board, variant))
    }

    fn with(board: Board, variant: Variant) -> Position {
        Position { variant, board, barred: None, turns: 0, lost: [0; 2], earlier: Vec::new(), end: None }
    }

    pub fn size(&self) -> Size {
        self.board.size()
    }

    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Empty off the board.
    pub fn at(&self, at: Point) -> Cell {
        self.board.at(at)
    }

    /// The point where nobody may play this turn (`Variant::Void`).
    pub fn barred(&self) -> Option<Point> {
        self.barred
    }

    /// Turns played so far.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Stones of this colour that were removed.
    pub fn lost(&self, color: Color) -> u32 {
        self.lost[color as usize]
    }

    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Stones, red stones and the barred point; not the history.
    pub fn hash(&self) -> u64 {
        self.board.hash(self.barred)
    }

    /// Whether this player may choose this move. Independent of the opponent's move.
    pub fn legal(&self, color: Color, choice: Move) -> Result<(), Illegal> {
        match choice {
            _ if self.end.is_some() => Err(Illegal::Over),
            Move::Pass => Ok(()),
            Move::Place(at) => self.may_place(color, at),
        }
    }

    fn may_place(&self, color: Color, at: Point) -> Result<(), Illegal> {
        if !self.size().contains(at) {
            return Err(Illegal::OffBoard { at });
        }
        if self.at(at) != Cell::Empty {
            return Err(Illegal::Occupied { at });
        }
        if self.barred == Some(at) {
            return Err(Illegal::Barred { at });
        }
        let mut board = self.board.clone();
        board.put(at, Cell::Stone(color));
        let removed = board.remove_dead(&[at]);
        if removed.contains(&(at, color)) && removed.iter().all(|(_, c)| *c == color) {
            return Err(Illegal::Suicide { at });
        }
        if self.earlier.contains(&board.hash(None)) {
            return Err(Illegal::Repetition { at });
        }
        Ok(())
    }

    /// Plays both moves at once. Fails only for a move that `legal` refuses; Black's is checked first.
    pub fn turn(&self, black: Move, white: Move) -> Result<ResolvedTurn, IllegalTurn> {
        for (color, choice) in [(Color::Black, black), (Color::White, white)] {
            self.legal(color, choice).map_err(|why| IllegalTurn { color, why })?;
        }
        Ok(self.resolve(black, white))
    }

    fn resolve(&self, black: Move, white: Move) -> ResolvedTurn {
        let outcome = match (black, white) {
            (Move::Pass, Move::Pass) => return self.both_pass(),
            (Move::Place(at), Move::Place(other)) if at == other => self.collide(at),
            _ => self.place(black, white),
        };
        // A turn may leave the board as it was once. If the next turn would do so again, or if a turn would bring back any
        // earlier position, all points played in it turn red instead. The board before this turn is not in `earlier` yet.
        // So every game ends: positions repeat only with more red stones.
        if self.earlier.contains(&outcome.position.hash()) { self.place_red(black, white) } else { outcome }
    }

    fn both_pass(&self) -> ResolvedTurn {
        let mut outcome = self.finish_turn(self.board.clone(), &[], None, TurnEvent::BothPassed);
        outcome.position.end.get_or_insert(End::BothPassed);
        outcome
    }

    fn collide(&self, at: Point) -> ResolvedTurn {
        let mut board = self.board.clone();
        if self.variant == Variant::Void {
            return self.finish_turn(board, &[], Some(at), TurnEvent::Collision { at });
        }
        board.put(at, Cell::Red);
        self.finish_turn(board, &[at], None, TurnEvent::Collision { at })
    }

    fn place(&self, black: Move, white: Move) -> ResolvedTurn {
        let mut board = self.board.clone();
        for (color, choice) in [(Color::Black, black), (Color::White, white)] {
            if let Move::Place(at) = choice {
                board.put(at, Cell::Stone(color));
            }
        }
        self.finish_turn(board, &placed(black, white), None, TurnEvent::Placed)
    }

    fn place_red(&self, black: Move, white: Move) -> ResolvedTurn {
        let mut board = self.board.clone();
        for choice in [black, white] {
            if let Move::Place(at) = choice {
                board.put(at, Cell::Red);
            }
        }
        self.finish_turn(board, &placed(black, white), None, TurnEvent::Repetition)
    }

    /// Removes groups without liberties and counts the turn.
    fn finish_turn(
        &self,
        mut board: Board,
        placed: &[Point],
        barred: Option<Point>,
        event: TurnEvent,
    ) -> ResolvedTurn {
        let removed = board.remove_dead(placed);
        let mut lost = self.lost;
        for (_, color) in &removed {
            lost[*color as usize] += 1;
        }
        let turns = self.turns + 1;
        let limit = 4 * u32::try_from(self.size().area()).unwrap_or(u32::MAX / 4);
        let end = (turns >= limit).then_some(End::TooLong);
        let mut earlier = Vec::with_capacity(self.earlier.len() + 1);
        earlier.extend(&self.earlier);
        earlier.push(self.hash());
        let position = Position { variant: self.variant, board, barred, turns, lost, earlier, end };
        ResolvedTurn { position, event, removed }
    }

    /// The same position with play resumed after both passed, because the players disagree about dead stones.
    #[must_use]
    pub fn resumed(&self) -> Position {
        let end = self.end.filter(|end| *end == End::TooLong);
        Position { end, ..self.clone() }
    }

    /// The owner of every point, with these stones (whole groups) counted as captured.
    pub fn area(&self, dead: &[Point]) -> Area {
        score::area(&self.board, dead)
    }
}

fn placed(black: Move, white: Move) -> Vec<Point> {
    let point = |choice| if let Move::Place(at) = choice { Some(at) } else { None };
    [black, white].into_iter().filter_map(point).collect()
}
