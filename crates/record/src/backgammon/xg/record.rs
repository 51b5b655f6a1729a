//! The records of a match, 2560 bytes each.

use rules::backgammon::{BAR, Board, Cube, Dice, Hop, OFF, Play, Side};

use super::analysis::{Candidate, CubeAnalysis, candidates};
use super::fields::Fields;
use super::header::{GameHeader, MatchHeader};

pub(super) const SIZE: usize = 2560;

#[derive(Clone, Debug)]
pub enum Record {
    Match(Box<MatchHeader>),
    Game(GameHeader),
    Cube(Box<CubeRecord>),
    Checker(Box<CheckerRecord>),
    GameEnd(GameEnd),
    MatchEnd,
    /// A kind that is not known, or a position that cannot be.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeAnswer {
    Take,
    Pass,
    /// The doubler then takes the beaver, passes it or raccoons.
    Beaver(Option<BeaverAnswer>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeaverAnswer {
    Take,
    Pass,
    Raccoon,
}

#[derive(Clone, Debug)]
pub struct CubeRecord {
    pub on_roll: Side,
    pub board: Board,
    /// Before the decision.
    pub cube: Cube,
    pub is_doubled: bool,
    /// The game ended before the decision.
    pub is_after_end: bool,
    pub answer: Option<CubeAnswer>,
    pub analysis: Option<CubeAnalysis>,
    /// What doubling or not doubling cost, as the program prints it.
    pub doubling_error: Option<f64>,
    /// What taking or passing cost the opponent.
    pub take_error: Option<f64>,
    /// Of the two rollouts, the one after a double.
    pub rollout: Option<usize>,
    pub comment: Option<usize>,
}

#[derive(Clone, Debug)]
pub struct CheckerRecord {
    pub mover: Side,
    pub before: Board,
    /// `None` if the roll was not played, because the player resigned.
    pub after: Option<Board>,
    /// As far as the pairs of points can be read.
    pub play: Option<Play>,
    pub dice: (i32, i32),
    /// The cube during the roll.
    pub cube: Option<Cube>,
    pub candidates: Vec<Candidate>,
    /// What the play cost, as the program prints it.
    pub error: Option<f64>,
    pub luck: Option<f64>,
    /// Whether it counts in the program's statistics.
    pub is_decision: bool,
    pub comment: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
pub struct GameEnd {
    pub winner: Option<Side>,
    pub points: u16,
    /// The players agreed on the points.
    pub is_settled: bool,
}

pub(super) fn read_all(bytes: &[u8]) -> Vec<Record> {
    // A match of 25 points has about 2,000.
    const MOST: usize = 25_000;
    bytes.chunks_exact(SIZE).take(MOST).map(|record| read(Fields(record))).collect()
}

fn read(record: Fields<'_>) -> Record {
    let known = match record.u8(8) {
        0 => Some(Record::Match(Box::new(MatchHeader::read(record)))),
        1 => Some(Record::Game(GameHeader::read(record))),
        2 => cube_record(record).map(|cube| Record::Cube(Box::new(cube))),
        3 => checker_record(record).map(|checker| Record::Checker(Box::new(checker))),
        4 => Some(Record::GameEnd(game_end(record))),
        5 => Some(Record::MatchEnd),
        _ => None,
    };
    known.unwrap_or(Record::Unknown)
}

fn side(number: i32) -> Side {
    if number < 0 { Side::Top } else { Side::Bottom }
}

/// The power of two of its value, negative if the second player owns it.
fn cube(number: i32) -> Option<Cube> {
    let owner = match number {
        0 => None,
        number => Some(side(number)),
    };
    Cube::new(u8::try_from(number.unsigned_abs()).ok()?, owner)
}

/// -1000 stands for an unknown number.
fn known(number: f64) -> Option<f64> {
    const UNKNOWN: f64 = -1000.0;
    (number > UNKNOWN && number < -UNKNOWN).then_some(number)
}

fn cube_record(record: Fields<'_>) -> Option<CubeRecord> {
    let doubled = record.i32(16);
    let answer = match record.i32(20) {
        0 => Some(CubeAnswer::Pass),
        1 => Some(CubeAnswer::Take),
        2 => Some(CubeAnswer::Beaver(match record.i32(24) {
            0 => Some(BeaverAnswer::Pass),
            1 => Some(BeaverAnswer::Take),
            2 => Some(BeaverAnswer::Raccoon),
            _ => None,
        })),
        _ => None,
    };
    Some(CubeRecord {
        on_roll: side(record.i32(12)),
        board: record.board(36)?,
        cube: cube(record.i32(32))?,
        is_doubled: doubled == 1,
        is_after_end: doubled == -1,
        answer: answer.filter(|_| doubled == 1),
        analysis: CubeAnalysis::read(record.from(64)),
        doubling_error: known(record.f64(200)),
        take_error: known(record.f64(216)),
        rollout: record.index(224),
        comment: record.index(292),
    })
}

fn checker_record(record: Fields<'_>) -> Option<CheckerRecord> {
    let mover = side(record.i32(64));
    // The board of a roll that was not played is empty.
    let after = record.board(35).filter(|_| record.flag(2308) && !record.is_blank_board(35));
    Some(CheckerRecord {
        mover,
        before: record.board(9)?,
        after: after.map(|board| board.mover_view(mover)),
        play: play(record.from(68)),
        dice: (record.i32(100), record.i32(104)),
        cube: cube(record.i32(108).saturating_sub(32)).filter(|_| record.i32(108) != 0),
        candidates: candidates(record.from(124), record.from(2344), mover),
        error: known(record.f64(2312)),
        luck: known(record.f64(2320)),
        is_decision: record.i8(124 + 2180) != 1,
        comment: record.index(2524),
    })
}

/// Four pairs of points from zero, in the mover's numbering; -1 ends the list, and any negative point is off.
fn play(pairs: Fields<'_>) -> Option<Play> {
    let mut play = Play::default();
    for n in 0..4 {
        let (from, to) = (pairs.i32(8 * n), pairs.i32(8 * n + 4));
        if from < 0 {
            break;
        }
        let from = u8::try_from(from + 1).ok().filter(|from| *from <= BAR)?;
        let to = if to < 0 { OFF } else { u8::try_from(to + 1).ok().filter(|to| *to < from)? };
        play.add(Hop { from, to, hit: false }).ok()?;
    }
    Some(play)
}

fn game_end(record: Fields<'_>) -> GameEnd {
    const SETTLED: i32 = 1000;
    let winner = record.i32(24);
    GameEnd {
        winner: (winner != 0).then_some(side(winner)),
        points: u16::try_from(record.i32(28)).unwrap_or_default(),
        is_settled: record.i32(32) >= SETTLED,
    }
}

impl CheckerRecord {
    pub fn dice(&self) -> Option<Dice> {
        let die = |die: i32| u8::try_from(die).ok();
        Dice::new(die(self.dice.0)?, die(self.dice.1)?)
    }

    /// The candidate that was played.
    pub fn played(&self) -> Option<&Candidate> {
        let after = self.after?;
        self.candidates.iter().find(|candidate| candidate.board == after)
    }
}
