//! A position: board, turn, dice, cube, score and stake.

use super::board::{Board, Side};
use super::plays::{LegalPlay, legal_plays};
use std::fmt;

/// A roll, larger die first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    high: u8,
    low: u8,
}

impl Dice {
    pub fn new(one: u8, other: u8) -> Option<Dice> {
        let fair = |die: u8| (1..=6).contains(&die);
        (fair(one) && fair(other)).then(|| Dice { high: one.max(other), low: one.min(other) })
    }

    /// From two digits: `31`.
    pub fn read(digits: &[u8]) -> Option<Dice> {
        let &[one, other] = digits else { return None };
        Dice::new(one.wrapping_sub(b'0'), other.wrapping_sub(b'0'))
    }

    /// The 21 different rolls.
    pub fn all() -> impl Iterator<Item = Dice> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| Dice { high, low }))
    }

    pub fn high(self) -> u8 {
        self.high
    }

    pub fn low(self) -> u8 {
        self.low
    }

    pub fn is_double(self) -> bool {
        self.high == self.low
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}

/// The doubling cube: its value as a power of two, 0 to 15, and who owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Cube {
    log2: u8,
    pub owner: Option<Side>,
}

impl Cube {
    pub fn new(log2: u8, owner: Option<Side>) -> Option<Cube> {
        (log2 <= 15).then_some(Cube { log2, owner })
    }

    pub fn log2(self) -> u8 {
        self.log2
    }

    pub fn value(self) -> u32 {
        1 << self.log2
    }

    pub fn may_be_turned_by(self, side: Side) -> bool {
        self.owner.is_none_or(|owner| owner == side)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Score {
    pub bottom: u16,
    pub top: u16,
}

impl Score {
    pub fn of(self, side: Side) -> u16 {
        match side {
            Side::Bottom => self.bottom,
            Side::Top => self.top,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stake {
    Money { jacoby: bool, beavers: bool },
    Match { length: u16, crawford: bool },
}

/// What has happened in the turn of the player on roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The player on roll may double or roll.
    OnRoll,
    Rolled(Dice),
    /// The player on roll has doubled; the opponent must answer.
    Doubled,
    /// The opponent has beavered; the player on roll must answer.
    Beavered,
    /// The player on roll has raccooned; the opponent must answer.
    Raccooned,
}

/// XG's default, 2^10. Its loss in a conversion is not reported.
pub const DEFAULT_CUBE_LIMIT: u8 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub board: Board,
    /// The player on roll: when a double stands, the one who doubled.
    pub turn: Side,
    pub stage: Stage,
    pub cube: Cube,
    pub score: Score,
    pub stake: Stake,
    /// The highest cube allowed, as a power of two.
    pub cube_limit: u8,
}

impl Position {
    /// The bottom player on roll in a money game without Jacoby or beavers.
    pub fn money(board: Board) -> Position {
        Position {
            board,
            turn: Side::Bottom,
            stage: Stage::OnRoll,
            cube: Cube::default(),
            score: Score::default(),
            stake: Stake::Money { jacoby: false, beavers: false },
            cube_limit: DEFAULT_CUBE_LIMIT,
        }
    }

    pub fn dice(&self) -> Option<Dice> {
        match self.stage {
            Stage::Rolled(dice) => Some(dice),
            _ => None,
        }
    }

    /// Who has to do something now.
    pub fn to_act(&self) -> Side {
        match self.stage {
            Stage::Doubled | Stage::Raccooned => self.turn.other(),
            Stage::OnRoll | Stage::Rolled(_) | Stage::Beavered => self.turn,
        }
    }

    /// How many times the cube has been turned without an answer yet. `cube` is the cube before that.
    fn turns_offered(&self) -> u8 {
        match self.stage {
            Stage::OnRoll | Stage::Rolled(_) => 0,
            Stage::Doubled => 1,
            Stage::Beavered => 2,
            Stage::Raccooned => 3,
        }
    }

    /// The value on the cube while it waits for an answer.
    pub fn offered(&self) -> Option<u32> {
        let turns = self.turns_offered();
        (turns > 0).then(|| self.cube.value() << turns)
    }

    /// The cube once the offer is accepted: the player who was doubled owns it, and keeps it after a beaver.
    /// None if it would go too high.
    pub fn accepted_cube(&self) -> Option<Cube> {
        match self.turns_offered() {
            0 => Some(self.cube),
            turns => Cube::new(self.cube.log2() + turns, Some(self.turn.other())),
        }
    }

    /// True if the rules let this player double now.
    pub fn may_double(&self, side: Side) -> bool {
        !self.is_crawford() && self.cube.may_be_turned_by(side)
    }

    /// True if the cube's present value already wins the match for this player.
    pub fn cube_is_dead_for(&self, side: Side) -> bool {
        let needs = |length: u16| u32::from(length.saturating_sub(self.score.of(side)));
        self.match_length().is_some_and(|length| self.cube.value() >= needs(length))
    }

    pub fn match_length(&self) -> Option<u16> {
        match self.stake {
            Stake::Match { length, .. } => Some(length),
            Stake::Money { .. } => None,
        }
    }

    pub fn is_crawford(&self) -> bool {
        matches!(self.stake, Stake::Match { crawford: true, .. })
    }

    pub fn beavers_allowed(&self) -> bool {
        matches!(self.stake, Stake::Money { beavers: true, .. })
    }

    /// The plays of the roll on the table, each resulting board once; none before the roll.
    pub fn legal_plays(&self) -> Vec<LegalPlay> {
        self.dice().map(|dice| legal_plays(&self.board, self.turn, dice)).unwrap_or_default()
    }
}
