//! A position being set up by hand. It may be impossible at any time: what is wrong is named, and nothing is mended.

use super::board::{BAR, Board, CHECKERS, OFF, Side};
use super::position::{Cube, Position, Score, Stage, Stake};

/// Enough to take back whatever was tried.
const MOST_STEPS: usize = 500;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetUpInput {
    /// Points are in the bottom player's numbering: 25 is the bottom player's bar, 0 the top player's.
    /// Checkers of the other side on the point are taken away.
    Checkers {
        point: u8,
        side: Side,
        count: u8,
    },
    /// Takes one checker from the point.
    Remove {
        point: u8,
    },
    /// The first position of a game.
    Start,
    NoCheckers,
    /// Both players change places, with checkers, cube, score and turn.
    Mirror,
    Turn(Side),
    Stage(Stage),
    /// As a power of two.
    CubeValue(u8),
    CubeOwner(Option<Side>),
    Points {
        side: Side,
        points: u16,
    },
    /// 0 is money.
    Length(u16),
    Crawford(bool),
    Jacoby(bool),
    Beavers(bool),
    /// A position from elsewhere.
    Load(Position),
    Undo,
    Redo,
}

/// Why a position cannot occur in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetUpFault {
    TooMany {
        side: Side,
        checkers: u16,
    },
    NoCheckers,
    /// All checkers of this side are off.
    HasWon(Side),
    /// This side has the points that win the match.
    HasWonMatch(Side),
    /// Nobody, or everybody, is one point away from winning the match.
    NoCrawfordScore,
    /// There is no doubling in the Crawford game.
    CrawfordCube,
    /// A cube at 1 belongs to nobody.
    OwnerOfOne,
    /// In a match a cube that was turned belongs to somebody.
    NoOwner,
    /// The cube belongs to the other player.
    NotHisCube,
    CubeTooHigh,
    NoBeavers,
    /// Both have closed their boards with a checker of the other on the bar.
    BothClosedOut,
}

#[derive(Clone, Debug)]
pub struct SetUp {
    position: Position,
    earlier: Vec<Position>,
    later: Vec<Position>,
}

impl SetUp {
    pub fn new(position: Position) -> SetUp {
        SetUp { position, earlier: Vec::new(), later: Vec::new() }
    }

    /// As it is now, possible or not.
    pub fn shown(&self) -> &Position {
        &self.position
    }

    /// The position, or everything that makes it impossible.
    pub fn position(&self) -> Result<Position, Vec<SetUpFault>> {
        let faults = self.faults();
        if faults.is_empty() { Ok(self.position) } else { Err(faults) }
    }

    pub fn can_undo(&self) -> bool {
        !self.earlier.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.later.is_empty()
    }

    /// How many checkers of this side a point has after a press on the place of its `n`th checker, from 0: as many as fill
    /// it, or one less if it holds the last one. The place of the fifth adds one to a stack.
    pub fn count_after_press(&self, point: u8, side: Side, n: u8) -> u8 {
        const STACKED: u8 = 5;
        let checkers = self.position.board.points().get(usize::from(point)).copied().unwrap_or(0);
        let mine = if side == Side::Bottom { checkers } else { -checkers }.max(0).unsigned_abs();
        let wanted = n.saturating_add(1);
        match wanted {
            STACKED.. if mine >= STACKED => mine.saturating_add(1),
            wanted if wanted == mine => mine - 1,
            wanted => wanted,
        }
    }

    /// False if nothing has changed.
    pub fn handle(&mut self, input: SetUpInput) -> bool {
        match input {
            SetUpInput::Undo => return step(&mut self.earlier, &mut self.position, &mut self.later),
            SetUpInput::Redo => return step(&mut self.later, &mut self.position, &mut self.earlier),
            _ => {}
        }
        let next = changed(&self.position, input).filter(|next| *next != self.position);
        let Some(next) = next else { return false };
        self.later.clear();
        self.earlier.push(std::mem::replace(&mut self.position, next));
        if self.earlier.len() > MOST_STEPS {
            self.earlier.remove(0);
        }
        true
    }

    pub fn faults(&self) -> Vec<SetUpFault> {
        let mut faults = checker_faults(&self.position.board);
        faults.extend(score_faults(&self.position));
        faults.extend(cube_faults(&self.position));
        faults
    }
}

fn step(from: &mut Vec<Position>, position: &mut Position, to: &mut Vec<Position>) -> bool {
    let Some(next) = from.pop() else { return false };
    to.push(std::mem::replace(position, next));
    true
}

/// `None` if the input makes no sense.
fn changed(position: &Position, input: SetUpInput) -> Option<Position> {
    let mut next = *position;
    match input {
        SetUpInput::Checkers { point, side, count } => {
            next.board = with_checkers(next.board, point, side, count)?;
        }
        SetUpInput::Remove { point } => {
            let checkers = *next.board.points().get(usize::from(point))?;
            let side = if checkers > 0 { Side::Bottom } else { Side::Top };
            next.board = with_checkers(next.board, point, side, checkers.unsigned_abs().checked_sub(1)?)?;
        }
        SetUpInput::Start => next.board = Board::START,
        SetUpInput::NoCheckers => next.board = Board::lenient([0; 26]).ok()?,
        SetUpInput::Mirror => next = mirrored(position),
        SetUpInput::Turn(side) => next.turn = side,
        SetUpInput::Stage(stage) => next.stage = stage,
        SetUpInput::CubeValue(log2) => next.cube = Cube::new(log2, next.cube.owner)?,
        SetUpInput::CubeOwner(owner) => next.cube.owner = owner,
        SetUpInput::Points { side: Side::Bottom, points } => next.score.bottom = points,
        SetUpInput::Points { side: Side::Top, points } => next.score.top = points,
        SetUpInput::Length(0) if next.match_length().is_some() => {
            next.stake = Stake::Money { jacoby: false, beavers: false };
        }
        SetUpInput::Length(0) => {}
        SetUpInput::Length(length) => next.stake = Stake::Match { length, crawford: next.is_crawford() },
        SetUpInput::Load(position) => next = position,
        SetUpInput::Crawford(on) => match &mut next.stake {
            Stake::Match { crawford, .. } => *crawford = on,
            Stake::Money { .. } => return None,
        },
        SetUpInput::Jacoby(on) => match &mut next.stake {
            Stake::Money { jacoby, .. } => *jacoby = on,
            Stake::Match { .. } => return None,
        },
        SetUpInput::Beavers(on) => match &mut next.stake {
            Stake::Money { beavers, .. } => *beavers = on,
            Stake::Match { .. } => return None,
        },
        SetUpInput::Undo | SetUpInput::Redo => return None,
    }
    Some(next)
}

/// `None` for the other side's bar and for points that do not exist.
fn with_checkers(board: Board, point: u8, side: Side, count: u8) -> Option<Board> {
    let mut points = *board.points();
    let count = i8::try_from(count).ok()?;
    *points.get_mut(usize::from(point))? = if side == Side::Bottom { count } else { -count };
    Board::lenient(points).ok()
}

fn mirrored(position: &Position) -> Position {
    let Score { bottom, top } = position.score;
    let mut cube = position.cube;
    cube.owner = cube.owner.map(Side::other);
    Position {
        board: position.board.mover_view(Side::Top),
        turn: position.turn.other(),
        cube,
        score: Score { bottom: top, top: bottom },
        ..*position
    }
}

fn checker_faults(board: &Board) -> Vec<SetUpFault> {
    let in_play = Side::BOTH.map(|side| (side, board.in_play(side)));
    if in_play.iter().all(|(_, checkers)| *checkers == 0) {
        return vec![SetUpFault::NoCheckers];
    }
    let mut faults: Vec<SetUpFault> = in_play
        .into_iter()
        .filter_map(|(side, checkers)| match checkers {
            0 => Some(SetUpFault::HasWon(side)),
            checkers if checkers > u16::from(CHECKERS) => Some(SetUpFault::TooMany { side, checkers }),
            _ => None,
        })
        .collect();
    let is_shut_out = |side: Side| {
        board.count(side, BAR) > 0 && (OFF + 1..=6).all(|point| board.count(side.other(), point) > 1)
    };
    if Side::BOTH.into_iter().all(is_shut_out) {
        faults.push(SetUpFault::BothClosedOut);
    }
    faults
}

fn score_faults(position: &Position) -> Vec<SetUpFault> {
    let Stake::Match { length, crawford } = position.stake else { return Vec::new() };
    let mut faults: Vec<SetUpFault> = Side::BOTH
        .into_iter()
        .filter(|side| position.score.of(*side) >= length)
        .map(SetUpFault::HasWonMatch)
        .collect();
    let one_away = Side::BOTH.into_iter().filter(|side| position.score.of(*side).saturating_add(1) == length);
    if crawford && one_away.count() != 1 {
        faults.push(SetUpFault::NoCrawfordScore);
    }
    if crawford && (position.cube != Cube::default() || position.offered().is_some()) {
        faults.push(SetUpFault::CrawfordCube);
    }
    faults
}

fn cube_faults(position: &Position) -> Vec<SetUpFault> {
    let (owner, log2) = (position.cube.owner, position.cube.log2());
    let is_beavered = matches!(position.stage, Stage::Beavered | Stage::Raccooned);
    let is_offered = position.offered().is_some();
    let highest = position.accepted_cube().map(Cube::log2);
    [
        (owner.is_some() && log2 == 0, SetUpFault::OwnerOfOne),
        (owner.is_none() && log2 > 0 && position.match_length().is_some(), SetUpFault::NoOwner),
        (is_offered && !position.cube.may_be_turned_by(position.turn), SetUpFault::NotHisCube),
        (highest.is_none_or(|log2| log2 > position.cube_limit), SetUpFault::CubeTooHigh),
        (is_beavered && !position.beavers_allowed(), SetUpFault::NoBeavers),
    ]
    .into_iter()
    .filter_map(|(is_so, fault)| is_so.then_some(fault))
    .collect()
}

#[cfg(test)]
mod tests;
