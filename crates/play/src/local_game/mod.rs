//! A game of Go at one terminal, played in turns by people and engines in any mixture. Every move, an engine's
//! included, is checked against the rules first. The game is its record: what is taken back stays as a variation.
//!
//!     game.handle(now, Input::Play(mv))   // [Changed, QueryEngine(..)]: save the record, let the engine think

mod count;
mod ending;
mod engine_moves;
mod time;
mod variations;

use std::collections::BTreeSet;

use moment::Moment;
use record::GameRecord;
use record::go::{GoRecord, PlayEffect};
use record::{NodeId, go};
use rules::go::{Color, Illegal, Marking, Move, Outcome, Point, Points, Position};

use crate::automatic_player::{MoveAnswer, MoveDecider};
use crate::gtp;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    Human,
    Engine,
}

pub enum Input {
    /// Starts the game: an engine whose turn it is may think.
    Begin,
    /// By the human player whose turn it is.
    Play(Move),
    /// The engine's answer to a query for a move.
    EngineMoved(MoveAnswer),
    /// The engine's answer to a query for the score.
    EngineScored {
        dead: Option<Vec<Point>>,
        score: Option<String>,
    },
    /// The engine cannot continue.
    EngineFailed {
        why: String,
    },
    /// Queries the engine again.
    Retry,
    /// Stops the engine's thinking.
    Stop,
    Undo,
    Resign(Color),
    Count,
    /// Toggles whether a group is dead.
    Mark(Point),
    UnmarkAll,
    Accept,
    /// Leaves counting and returns to the game.
    Resume,
    /// Continues the game from any node of the record.
    ContinueFrom(NodeId),
    /// Adds a variation for analysis, by either colour; the game does not move.
    Plan {
        at: NodeId,
        mv: Move,
    },
    /// Other players continue the game.
    Seat([Player; 2]),
    /// This player cannot or may not continue.
    Forfeit(Color),
    /// The time of `deadline` has come.
    Wake,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// The record has changed.
    Changed,
    Moved {
        color: Color,
        mv: Move,
    },
    /// Ask the engine for a move or for the score.
    QueryEngine(gtp::Query),
    /// The last query is no longer needed.
    CancelQuery,
    /// The engine's board differs from the game: send it the whole game before the next query.
    ResyncEngine,
    Refused(Refusal),
    /// The engine does not agree to the count: play resumes.
    CountDeclined,
    Ended(Outcome),
    EngineFailed {
        why: String,
    },
}

/// Why nothing happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Illegal(Illegal),
    NotYourTurn,
    Over,
    NothingToUndo,
    /// The engine does not agree to it.
    Declined,
    /// The engine is still counting.
    EngineCounts,
    NotNow,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A human player is to move.
    ToMove,
    /// An engine is thinking about its move.
    Thinking {
        since: Moment,
    },
    /// An engine should move but failed.
    Stuck {
        why: String,
    },
    Counting(Counting),
    Over(Outcome),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counting {
    pub marking: Marking,
    engine: EngineCount,
}

/// The engine's part in counting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum EngineCount {
    /// There is no engine, or it failed or was stopped: the people decide.
    #[default]
    Absent,
    Querying {
        since: Moment,
    },
    Answered {
        /// The stones that it considers dead.
        dead: Vec<Point>,
        score: Option<Outcome>,
    },
}

impl Counting {
    /// Since when the engine is being asked, while it is.
    pub fn querying_since(&self) -> Option<Moment> {
        match self.engine {
            EngineCount::Querying { since } => Some(since),
            _ => None,
        }
    }

    /// The engine's own count, if it gave one.
    pub fn engine_score(&self) -> Option<Outcome> {
        match self.engine {
            EngineCount::Answered { score, .. } => score,
            _ => None,
        }
    }
}

pub struct LocalGame {
    record: GoRecord,
    players: [Player; 2],
    /// The end of the game so far; the record's cursor may be elsewhere.
    live: NodeId,
    position: Position,
    phase: Phase,
    decider: MoveDecider,
    /// None without a time limit.
    clocks: Option<time::Clocks>,
    /// Nodes of planned variations, not part of the game.
    planned: BTreeSet<NodeId>,
}

impl LocalGame {
    /// Continues from the cursor of the record.
    pub fn new(record: GoRecord, players: [Player; 2]) -> LocalGame {
        let (live, position) = (record.here(), position_at_cursor(&record));
        LocalGame {
            record,
            players,
            live,
            position,
            phase: Phase::ToMove,
            decider: MoveDecider::default(),
            clocks: None,
            planned: BTreeSet::new(),
        }
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Output> {
        let mut out = self.check_time(now);
        if out.is_empty() {
            out = self.handle_input(now, input);
        }
        self.run_clocks(now);
        out
    }

    fn handle_input(&mut self, now: Moment, input: Input) -> Vec<Output> {
        match input {
            Input::Begin => self.next_turn(now),
            Input::Play(mv) => self.play(now, mv),
            Input::EngineMoved(answer) => self.engine_moved(now, &answer),
            Input::EngineScored { dead, score } => self.engine_scored(dead, score.as_deref()),
            Input::EngineFailed { why } => self.engine_failed(why),
            Input::Retry => self.retry(now),
            Input::Stop => self.stop(),
            Input::Undo => self.undo(now),
            Input::Resign(color) => self.resign(color),
            Input::Count => self.start_counting(now),
            Input::Mark(at) => self.mark(at),
            Input::UnmarkAll => self.unmark_all(),
            Input::Accept => self.accept(now),
            Input::Resume => self.resume(now),
            Input::ContinueFrom(node) => self.continue_from(now, node),
            Input::Plan { at, mv } => self.plan(at, mv),
            Input::Seat(players) => self.seat(now, players),
            Input::Forfeit(color) => self.forfeit(color),
            Input::Wake => Vec::new(),
        }
    }

    pub fn record(&self) -> &GoRecord {
        &self.record
    }

    /// For moving the cursor; the game itself does not move.
    pub fn record_mut(&mut self) -> &mut GoRecord {
        &mut self.record
    }

    /// From the record, to the nearest quarter.
    pub fn komi(&self) -> Points {
        let komi = self.record.node(self.record.root()).number("KM");
        komi.map_or(Points::ZERO, |komi| Points::quarters((komi * 4.0).round() as i32))
    }

    pub fn handicap(&self) -> u32 {
        let stones = self.record.node(self.record.root()).integer("HA");
        stones.and_then(|stones| u32::try_from(stones).ok()).unwrap_or(0)
    }

    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    pub fn live(&self) -> NodeId {
        self.live
    }

    /// The position at the end of the game so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position before the last move, and that move; none after set-up stones or a move out of turn.
    pub fn last_move(&self) -> Option<(Position, Move)> {
        let parent = self.record.tree().parent(self.live)?;
        let (color, mv) = self.record.editor().game().only_move(self.live, self.position.size())?;
        let before = self.record.editor().position_at(parent).position.with_to_play(color);
        (before.play(mv).as_ref() == Ok(&self.position)).then_some((before, mv))
    }

    pub fn player(&self, color: Color) -> Player {
        self.players[color as usize]
    }

    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    fn engines(&self) -> impl Iterator<Item = Color> {
        Color::BOTH.into_iter().filter(|color| self.player(*color) == Player::Engine)
    }

    /// The human player to resign: the one to move, or else the engine's opponent.
    pub fn human(&self) -> Option<Color> {
        let to_play = self.position.to_play();
        [to_play, to_play.other()].into_iter().find(|color| self.player(*color) == Player::Human)
    }

    fn play(&mut self, now: Moment, mv: Move) -> Vec<Output> {
        match self.phase {
            Phase::ToMove => {}
            Phase::Over(_) => return refuse(Refusal::Over),
            Phase::Thinking { .. } | Phase::Stuck { .. } => return refuse(Refusal::NotYourTurn),
            Phase::Counting(_) => return refuse(Refusal::NotNow),
        }
        match self.position.play(mv) {
            Ok(next) => self.advance(now, mv, next),
            Err(illegal) => refuse(Refusal::Illegal(illegal)),
        }
    }

    /// Plays a legal move and makes it the main line. A cursor at the end of the game follows it.
    fn advance(&mut self, now: Moment, mv: Move, next: Position) -> Vec<Output> {
        let color = self.position.to_play();
        let view = self.record.here();
        self.record.go_to(self.live);
        let node = match self.record.play_as(color, mv) {
            Ok(PlayEffect::Added(node) | PlayEffect::Followed(node)) => node,
            Ok(PlayEffect::TookBack) => self.live,
            Err(refusal) => return refuse(refusal.into()),
        };
        drop(self.record.make_main_line());
        self.stop_clock(now, color);
        if view != self.live {
            self.record.go_to(view);
        }
        self.live = node;
        self.position = next;
        self.unplan_played();
        let mut out = vec![Output::Moved { color, mv }, Output::Changed];
        out.append(&mut self.next_turn(now));
        out
    }

    fn next_turn(&mut self, now: Moment) -> Vec<Output> {
        if self.position.passes() >= 2 {
            return self.start_counting(now);
        }
        let color = self.position.to_play();
        match self.player(color) {
            Player::Human => {
                self.phase = Phase::ToMove;
                Vec::new()
            }
            Player::Engine => {
                self.phase = Phase::Thinking { since: now };
                vec![Output::QueryEngine(gtp::Query::Move { game: self.game_so_far(), color })]
            }
        }
    }

    /// Cancels the engine's pending query, if any.
    fn cancel_query(&mut self) -> Vec<Output> {
        let asking = match &self.phase {
            Phase::Thinking { .. } => true,
            Phase::Counting(counting) => counting.querying_since().is_some(),
            _ => false,
        };
        asking.then_some(Output::CancelQuery).into_iter().collect()
    }
}

/// After set-up stones the following moves may determine the side to move.
fn position_at_cursor(record: &GoRecord) -> Position {
    let (position, to_play) = (record.position().clone(), record.to_play());
    if position.to_play() == to_play { position } else { position.with_to_play(to_play) }
}

impl From<record::Refusal> for Refusal {
    fn from(refusal: record::Refusal) -> Refusal {
        match refusal {
            record::Refusal::Go(go::GoRefusal::Illegal(illegal)) => Refusal::Illegal(illegal),
            _ => Refusal::NotNow,
        }
    }
}

fn refuse(why: Refusal) -> Vec<Output> {
    vec![Output::Refused(why)]
}
