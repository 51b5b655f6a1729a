//! A question about a game, and the work on its answer in slices: the same in the page's worker and at a host.
//!
//!     let mut work = Work::begin(&job)?;
//!     let answer = loop { if let Some(answer) = work.step(8) { break answer } };

use rules::go::simultaneous::{self, Cell, Variant};
use rules::go::{Color, Move, Point, Points, Position, Rules, Size};

use crate::{Game, Level, Playouts, Search, Settings, Tuning, Turn};

/// From this on a point counts for its owner.
const MOSTLY: f32 = 0.3;

#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    pub question: Question,
    pub game: GameHistory,
    pub komi: Points,
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Move {
        color: Color,
        level: Level,
    },
    /// Which stones are dead at the end of the game, judged by this many playouts.
    Dead {
        playouts: u32,
    },
    /// The same, and who will own each point.
    Estimate {
        playouts: u32,
    },
}

/// A game from its beginning to the current position.
#[derive(Clone, Debug, PartialEq)]
pub struct GameHistory {
    pub size: Size,
    /// On the board before the first move.
    pub stones: Vec<(Point, Color)>,
    pub order: MoveOrder,
    pub turns: Vec<Turn>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MoveOrder {
    /// Custom rules are searched as Chinese rules.
    Alternating {
        first: Color,
        rules: Rules,
    },
    Simultaneous(Variant),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The move of this level, and the share of games that the best move wins.
    Move {
        best: Move,
        win_rate: f32,
    },
    Dead(Vec<Point>),
    /// `owned`: the points that mostly belonged to one side.
    Estimate {
        dead: Vec<Point>,
        owned: Vec<(Point, Color)>,
    },
}

/// The position at the end of a `GameHistory`.
pub enum CurrentPosition {
    Ordinary(Position),
    Simultaneous(simultaneous::Position),
}

impl CurrentPosition {
    pub fn game(&self) -> Game<'_> {
        match self {
            CurrentPosition::Ordinary(position) => position.into(),
            CurrentPosition::Simultaneous(position) => position.into(),
        }
    }
}

impl GameHistory {
    /// Black's stones before White's first move.
    fn handicap(&self) -> u32 {
        let black = self.stones.iter().filter(|(_, color)| *color == Color::Black).count();
        u32::try_from(black).unwrap_or(u32::MAX)
    }

    /// `None` if a move is illegal.
    pub fn position(&self) -> Option<CurrentPosition> {
        match self.order {
            MoveOrder::Alternating { first, rules } => {
                self.ordinary_position(first, rules).map(CurrentPosition::Ordinary)
            }
            MoveOrder::Simultaneous(variant) => {
                self.simultaneous_position(variant).map(CurrentPosition::Simultaneous)
            }
        }
    }

    fn ordinary_position(&self, first: Color, rules: Rules) -> Option<Position> {
        let stones = self.stones.iter().map(|(at, color)| (*at, Some(*color)));
        let start = Position::new(self.size).with_rules(rules).set_up(stones).with_to_play(first);
        self.turns.iter().try_fold(start, |position, turn| match turn {
            Turn::One(one) => position.play(*one).ok(),
            Turn::Both { .. } => None,
        })
    }

    fn simultaneous_position(&self, variant: Variant) -> Option<simultaneous::Position> {
        let stone = |point| self.stones.iter().find(|(at, _)| *at == point);
        let cell = |point| stone(point).map_or(Cell::Empty, |(_, color)| Cell::Stone(*color));
        let start = simultaneous::Position::set_up(self.size, variant, cell)?;
        self.turns.iter().try_fold(start, |position, turn| match turn {
            // The players may have resumed after both passed.
            Turn::Both { black, white } => {
                position.resumed().turn(*black, *white).ok().map(|next| next.position)
            }
            Turn::One(_) => None,
        })
    }
}

/// A job in progress.
pub struct Work {
    task: Task,
}

enum Task {
    Move { search: Search, color: Color, level: Level, seed: u64 },
    Dead { playouts: Playouts, left: u32 },
    Estimate { playouts: Playouts, left: u32, size: Size },
}

impl Work {
    /// `None` if a move of the game is illegal.
    pub fn begin(job: &Job) -> Option<Work> {
        let position = job.game.position()?;
        let playouts = || Playouts::new(position.game(), Tuning::default().policy, job.seed);
        let task = match job.question {
            Question::Move { color, level } => {
                Task::Move { search: search(job, &position, level)?, color, level, seed: job.seed }
            }
            Question::Dead { playouts: left } => Task::Dead { playouts: playouts(), left },
            Question::Estimate { playouts: left } => {
                Task::Estimate { playouts: playouts(), left, size: job.game.size }
            }
        };
        Some(Work { task })
    }

    /// Continues for at most this many simulations. Returns the answer when it is complete.
    pub fn step(&mut self, simulations: u32) -> Option<Answer> {
        match &mut self.task {
            Task::Move { search, color, level, seed } => search.step(simulations).is_done().then(|| {
                let root = search.root();
                Answer::Move { best: level.choose(&root, *color, *seed), win_rate: root.win_rate(*color) }
            }),
            Task::Dead { playouts, left } => {
                play(playouts, left, simulations).then(|| Answer::Dead(playouts.dead()))
            }
            Task::Estimate { playouts, left, size } => play(playouts, left, simulations)
                .then(|| Answer::Estimate { dead: playouts.dead(), owned: owned(playouts, *size) }),
        }
    }
}

/// Plays at most this many of those that are left. Returns whether none is left.
fn play(playouts: &mut Playouts, left: &mut u32, most: u32) -> bool {
    for _ in 0..most.min(*left) {
        playouts.play();
    }
    *left = left.saturating_sub(most);
    *left == 0
}

/// The points that belonged to one side in most games.
fn owned(playouts: &Playouts, size: Size) -> Vec<(Point, Color)> {
    let owner = |at: Point| match playouts.owner(at) {
        black if black > MOSTLY => Some((at, Color::Black)),
        white if white < -MOSTLY => Some((at, Color::White)),
        _ => None,
    };
    size.points().filter_map(owner).collect()
}

/// A search that knows what was played last.
fn search(job: &Job, now: &CurrentPosition, level: Level) -> Option<Search> {
    let settings = Settings {
        komi: job.komi.in_quarters() as f32 / 4.0,
        handicap: job.game.handicap(),
        ..Settings::new(level, job.game.size)
    };
    let mut before = job.game.clone();
    Some(match before.turns.pop() {
        Some(turn) => Search::after(before.position()?.game(), turn, now.game(), settings, job.seed),
        None => Search::new(now.game(), settings, job.seed),
    })
}
