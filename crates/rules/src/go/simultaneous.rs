//! Go with both sides moving at once. Each turn both choose a point or pass, unseen; then both stones stand and
//! every group of either colour that has no liberty is taken off together. Two stones on one point make a red one.
//!
//! A move is judged on what both players can see, so a refusal tells nothing about the hidden move; and every
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
    /// A red stone: nobody's, never taken, no liberty.
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
    /// No liberty and nothing taken, if the opponent passed.
    Suicide {
        at: Point,
    },
    /// An earlier position would come back, if the opponent passed.
    Repetition {
        at: Point,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::Over => "the game is over",
            Illegal::OffBoard { .. } => "that point is not on the board",
            Illegal::Occupied { .. } => "that point is taken",
            Illegal::Barred { .. } => "nobody may play there this turn",
            Illegal::Suicide { .. } => "the stone would have no liberties",
            Illegal::Repetition { .. } => "that position has been on the board before",
        })
    }
}

impl std::error::Error for Illegal {}

/// A turn that cannot be: whose move was illegal, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    pub color: Color,
    pub why: Illegal,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.color.letter(), self.why)
    }
}

impl std::error::Error for Refused {}

/// What kind of turn it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Stones on different points, or one stone and a pass.
    Placed,
    /// Both on one point.
    Collision {
        at: Point,
    },
    /// An earlier position would have come back: every point played turned red instead.
    Repetition,
    BothPassed,
}

/// A turn resolved: where it leads and what the players should be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub position: Position,
    pub event: Event,
    /// The stones taken off, in board order; those just placed included.
    pub removed: Vec<(Point, Color)>,
}

/// Why nobody moves any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    BothPassed,
    /// Four turns for every point of the board: no real game comes near it.
    TooLong,
}

/// A board between two turns, with all that decides what is legal next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    variant: Variant,
    board: Board,
    barred: Option<Point>,
    turns: u32,
    lost: [u32; 2],
    /// The positions before this one, as hashes.
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

    /// Stones of this colour that were taken off.
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

    /// May this player choose this move? Asks nothing about the opponent's.
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

    /// Both moves at once. Fails only on a move that `legal` refuses; Black's is looked at first.
    pub fn turn(&self, black: Move, white: Move) -> Result<Outcome, Refused> {
        for (color, choice) in [(Color::Black, black), (Color::White, white)] {
            self.legal(color, choice).map_err(|why| Refused { color, why })?;
        }
        Ok(self.resolve(black, white))
    }

    fn resolve(&self, black: Move, white: Move) -> Outcome {
        let outcome = match (black, white) {
            (Move::Pass, Move::Pass) => return self.both_pass(),
            (Move::Place(at), Move::Place(other)) if at == other => self.collide(at),
            _ => self.place(black, white),
        };
        // The board this turn began with is not yet "earlier": two stones that die in one ko leave it as it was
        // once. The second time it is, and so every game ends: a position comes back only with more red on it.
        if self.earlier.contains(&outcome.position.hash()) { self.redden(black, white) } else { outcome }
    }

    fn both_pass(&self) -> Outcome {
        let mut outcome = self.settle(self.board.clone(), &[], None, Event::BothPassed);
        outcome.position.end.get_or_insert(End::BothPassed);
        outcome
    }

    fn collide(&self, at: Point) -> Outcome {
        let mut board = self.board.clone();
        if self.variant == Variant::Void {
            return self.settle(board, &[], Some(at), Event::Collision { at });
        }
        board.put(at, Cell::Red);
        self.settle(board, &[at], None, Event::Collision { at })
    }

    fn place(&self, black: Move, white: Move) -> Outcome {
        let mut board = self.board.clone();
        for (color, choice) in [(Color::Black, black), (Color::White, white)] {
            if let Move::Place(at) = choice {
                board.put(at, Cell::Stone(color));
            }
        }
        self.settle(board, &placed(black, white), None, Event::Placed)
    }

    fn redden(&self, black: Move, white: Move) -> Outcome {
        let mut board = self.board.clone();
        for choice in [black, white] {
            if let Move::Place(at) = choice {
                board.put(at, Cell::Red);
            }
        }
        self.settle(board, &placed(black, white), None, Event::Repetition)
    }

    /// Takes off what has no liberty and counts the turn.
    fn settle(&self, mut board: Board, placed: &[Point], barred: Option<Point>, event: Event) -> Outcome {
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
        Outcome { position, event, removed }
    }

    /// Play goes on after both passed, because the players do not agree on what is dead.
    #[must_use]
    pub fn resumed(&self) -> Position {
        let end = self.end.filter(|end| *end == End::TooLong);
        Position { end, ..self.clone() }
    }

    /// Whose every point is, with these stones (whole groups) counted as taken.
    pub fn area(&self, dead: &[Point]) -> Area {
        score::area(&self.board, dead)
    }
}

fn placed(black: Move, white: Move) -> Vec<Point> {
    let point = |choice| if let Move::Place(at) = choice { Some(at) } else { None };
    [black, white].into_iter().filter_map(point).collect()
}
