//! A position: stones, prisoners, side to move and the history that the ko rule needs. An immutable value.
//!
//!     let next = position.play(Move::Place(at))?;   // `position` is unchanged

use std::fmt;

use super::board::{Board, stone_key};
use super::history::History;
use super::{Color, Move, Point, Rules, Size};

#[derive(Clone)]
pub struct Position {
    board: Board,
    hash: u64,
    /// The situations before this one.
    history: History,
    /// Stones captured by Black, and by White.
    prisoners: [u32; 2],
    /// Where a single stone was just captured by a single stone that could be recaptured.
    ko: Option<Point>,
    to_play: Color,
    passes: u8,
    rules: Rules,
}

/// Why a stone may not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    OffBoard { at: Point },
    Occupied { at: Point },
    Suicide { at: Point },
    Ko { at: Point },
    Superko { at: Point },
}

impl Illegal {
    pub fn at(self) -> Point {
        match self {
            Illegal::OffBoard { at }
            | Illegal::Occupied { at }
            | Illegal::Suicide { at }
            | Illegal::Ko { at }
            | Illegal::Superko { at } => at,
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::OffBoard { .. } => "that point is not on the board",
            Illegal::Occupied { .. } => "there is already a stone there",
            Illegal::Suicide { .. } => "the stone would have no liberties",
            Illegal::Ko { .. } => "the ko cannot be retaken immediately",
            Illegal::Superko { .. } => "it would repeat an earlier position",
        })
    }
}

impl std::error::Error for Illegal {}

impl Position {
    /// An empty board, Black to play, by Japanese rules.
    pub fn new(size: Size) -> Position {
        Position {
            board: Board::empty(size),
            hash: 0,
            history: History::default(),
            prisoners: [0; 2],
            ko: None,
            to_play: Color::Black,
            passes: 0,
            rules: Rules::JAPANESE,
        }
    }

    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Position {
        Position { rules, ..self }
    }

    #[must_use]
    pub fn with_to_play(self, to_play: Color) -> Position {
        Position { to_play, ..self }
    }

    /// Adds and removes stones like SGF's setup properties: nothing is captured, and the history for ko
    /// starts over here. Points off the board are ignored.
    #[must_use]
    pub fn set_up(&self, changes: impl IntoIterator<Item = (Point, Option<Color>)>) -> Position {
        let mut board = self.board.clone();
        for (at, stone) in changes {
            board.set(at, stone);
        }
        let hash = board.hash();
        Position { board, hash, history: History::default(), ko: None, passes: 0, ..*self }
    }

    pub fn play(&self, mv: Move) -> Result<Position, Illegal> {
        self.play_as(self.to_play, mv)
    }

    /// Like `play`, for either side: in files and analysis the sides do not always alternate.
    pub fn play_as(&self, color: Color, mv: Move) -> Result<Position, Illegal> {
        let Move::Place(at) = mv else { return Ok(self.pass(color)) };
        let (next, illegal) = self.place(color, at);
        match illegal {
            Some(Illegal::Suicide { .. }) if self.rules.suicide => {}
            Some(illegal) => return Err(illegal),
            None => {}
        }
        if next.history.repeats(self.rules.ko, next.hash, next.to_play) {
            return Err(Illegal::Superko { at });
        }
        Ok(next)
    }

    pub fn is_legal(&self, color: Color, mv: Move) -> bool {
        self.play_as(color, mv).is_ok()
    }

    /// Plays a move even if it is illegal, as FF[4] demands of a reader: the stone replaces what was there,
    /// captures, and is itself removed if it has no liberties. Also returns what was illegal; repetitions
    /// other than an immediate ko are not checked. Off the board no stone is placed, but the turn passes.
    pub fn force(&self, color: Color, at: Point) -> (Position, Option<Illegal>) {
        self.place(color, at)
    }

    #[must_use]
    pub fn pass(&self, color: Color) -> Position {
        let to_play = color.other();
        let mut prisoners = self.prisoners;
        if self.rules.pass_stones {
            add(&mut prisoners, to_play, 1);
        }
        let history = self.history.with(self.hash, color);
        let passes = self.passes.saturating_add(1);
        Position { board: self.board.clone(), history, prisoners, ko: None, to_play, passes, ..*self }
    }

    pub fn size(&self) -> Size {
        self.board.size()
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn get(&self, at: Point) -> Option<Color> {
        self.board.get(at)
    }

    pub fn to_play(&self) -> Color {
        self.to_play
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Stones captured by this colour, and pass stones it was given.
    pub fn prisoners(&self, taker: Color) -> u32 {
        self.prisoners[taker as usize]
    }

    /// Consecutive passes before this position; two end most games.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The point of a ko that was just captured.
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// Of the stones only, whoever is to move and whatever was played before.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    pub fn group(&self, at: Point) -> Vec<Point> {
        self.board.group(at)
    }

    pub fn liberties(&self, at: Point) -> Vec<Point> {
        self.board.liberties(at)
    }

    /// The opponent's stones that a stone at `at` would capture. Own stones lost by suicide are not included.
    pub fn captured_by(&self, color: Color, at: Point) -> Vec<Point> {
        if !self.size().contains(at) {
            return Vec::new();
        }
        let mut board = self.board.clone();
        board.set(at, Some(color));
        take_neighbours(&mut board, color, at)
    }

    fn place(&self, color: Color, at: Point) -> (Position, Option<Illegal>) {
        let to_play = color.other();
        if !self.size().contains(at) {
            let history = self.history.with(self.hash, color);
            let next = Position { board: self.board.clone(), history, to_play, ko: None, passes: 0, ..*self };
            return (next, Some(Illegal::OffBoard { at }));
        }
        let under = self.get(at);
        let mut board = self.board.clone();
        board.set(at, Some(color));
        let taken = take_neighbours(&mut board, color, at);
        let lost = take_if_dead(&mut board, at);

        let illegal = match () {
            () if under.is_some() => Some(Illegal::Occupied { at }),
            () if !lost.is_empty() => Some(Illegal::Suicide { at }),
            () if self.ko == Some(at) && !taken.is_empty() => Some(Illegal::Ko { at }),
            () => None,
        };
        let mut prisoners = self.prisoners;
        add(&mut prisoners, color, taken.len());
        add(&mut prisoners, to_play, lost.len());
        let hash = self.hash
            ^ under.map_or(0, |stone| stone_key(stone, at))
            ^ stone_key(color, at)
            ^ keys(to_play, &taken)
            ^ keys(color, &lost);
        let ko = ko_after(&board, at, &taken);
        let history = self.history.with(self.hash, color);
        (Position { board, hash, history, prisoners, ko, to_play, passes: 0, ..*self }, illegal)
    }
}

/// The same stones, prisoners, side to move and rules; the history is ignored.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.board == other.board
            && (self.to_play, self.ko, self.passes, self.prisoners, self.rules)
                == (other.to_play, other.ko, other.passes, other.prisoners, other.rules)
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.prisoners;
        writeln!(f, "{:?} to play, ko {:?}, prisoners {black} and {white}", self.to_play, self.ko)?;
        write!(f, "{}", self.board)
    }
}

fn add(prisoners: &mut [u32; 2], taker: Color, stones: usize) {
    let held = &mut prisoners[taker as usize];
    *held = held.saturating_add(u32::try_from(stones).unwrap_or(u32::MAX));
}

fn keys(color: Color, stones: &[Point]) -> u64 {
    stones.iter().fold(0, |sum, at| sum ^ stone_key(color, *at))
}

fn take_neighbours(board: &mut Board, color: Color, at: Point) -> Vec<Point> {
    let mut taken = Vec::new();
    for p in board.size().neighbours(at) {
        if board.get(p) == Some(color.other()) {
            taken.append(&mut take_if_dead(board, p));
        }
    }
    taken
}

fn take_if_dead(board: &mut Board, at: Point) -> Vec<Point> {
    if board.has_liberty(at) {
        return Vec::new();
    }
    let group = board.group(at);
    for stone in &group {
        board.set(*stone, None);
    }
    group
}

fn ko_after(board: &Board, at: Point, taken: &[Point]) -> Option<Point> {
    let [ko] = *taken else { return None };
    let own = board.get(at)?;
    let open = |p: &Point| board.get(*p).is_none();
    let joined = board.size().neighbours(at).any(|p| board.get(p) == Some(own));
    (!joined && board.size().neighbours(at).filter(open).count() == 1).then_some(ko)
}
