//! What eXtreme Gammon says about a decision: evaluations, candidates, and how deeply it looked.

use std::fmt;

use rules::backgammon::{Board, Side};

use super::fields::Fields;

/// How deeply a position was evaluated, by the program's own number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(pub i32);

impl Level {
    pub const ROLLOUT: Level = Level(100);
}

/// As the program prints it.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            plies @ 0..=6 => write!(f, "{}-ply", plies + 1),
            11 => f.write_str("2-ply"),
            12 => f.write_str("3-ply red"),
            100 => f.write_str("Rollout"),
            998 => f.write_str("Book²"),
            999 => f.write_str("Book¹"),
            1000 => f.write_str("XG Roller"),
            1001 => f.write_str("XG Roller+"),
            1002 => f.write_str("XG Roller++"),
            other => write!(f, "level {other}"),
        }
    }
}

/// Chances of the player on roll, from 0 to 1; gammons include backgammons.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Evaluation {
    pub lost_backgammons: f64,
    pub lost_gammons: f64,
    pub losses: f64,
    pub wins: f64,
    pub gammons: f64,
    pub backgammons: f64,
    pub equity: f64,
}

impl Evaluation {
    pub(super) fn read(fields: Fields<'_>) -> Evaluation {
        let number = |n: usize| fields.f32(4 * n);
        Evaluation {
            lost_backgammons: number(0),
            lost_gammons: number(1),
            losses: number(2),
            wins: number(3),
            gammons: number(4),
            backgammons: number(5),
            equity: number(6),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct CubeAnalysis {
    pub level: Level,
    /// Without a double. Its equity is cubeless.
    pub evaluation: Evaluation,
    /// For the player on roll, in units of the cube as it stands.
    pub no_double: f64,
    pub take: f64,
    pub pass: f64,
}

const NOT_ANALYSED: i16 = -100;

impl CubeAnalysis {
    /// `None` if the decision was not analysed.
    pub(super) fn read(fields: Fields<'_>) -> Option<CubeAnalysis> {
        let level = fields.i32(28);
        let analysis = CubeAnalysis {
            level: Level(level),
            evaluation: Evaluation::read(fields.from(60)),
            no_double: fields.f32(88),
            take: fields.f32(92),
            pass: fields.f32(96),
        };
        let is_analysed = fields.i16(56) != NOT_ANALYSED && i32::from(NOT_ANALYSED) != level;
        is_analysed.then_some(analysis)
    }
}

#[derive(Clone, Debug)]
pub struct Candidate {
    /// The board after the play.
    pub board: Board,
    pub level: Level,
    pub evaluation: Evaluation,
    pub rollout: Option<usize>,
}

/// The plays that the program considered, in its own order: the deepest evaluations first.
pub(super) fn candidates(fields: Fields<'_>, rollouts: Fields<'_>, mover: Side) -> Vec<Candidate> {
    const MOST: usize = 32;
    let count = fields.index(64).unwrap_or_default().min(MOST);
    let candidate = |n: usize| {
        Some(Candidate {
            board: fields.board(68 + 26 * n)?.mover_view(mover),
            level: Level(fields.i16(1156 + 4 * n).into()),
            evaluation: Evaluation::read(fields.from(1284 + 28 * n)),
            rollout: rollouts.index(4 * n),
        })
    };
    (0..count).filter_map(candidate).collect()
}
