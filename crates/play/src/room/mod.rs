//! A game of Go played in turns, by people or machines in any mixture. Our rules decide every move first; a machine's
//! answer is a proposal like any other. The game is its record: what is taken back stays in it as a variation.
//!
//!     room.handle(now, Input::Play(mv))   // [Changed, Ask { .. }]: save the record, let the machine think

mod answer;
mod count;
mod lines;

use std::collections::BTreeSet;

use record::go::{Field, GoRecord, Played};
use record::{NodeId, go};
use rules::go::{Color, Illegal, Marking, Move, Outcome, Point, Points, Position};

use crate::Moment;
use crate::gtp::{self, Said};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    Human,
    Machine,
}

pub enum Input {
    /// Somebody sits down: a machine whose turn it is may think.
    Begin,
    /// By the person whose turn it is.
    Play(Move),
    /// What the machine said when asked for a move.
    Answer(Said),
    /// What the machine said when asked for the score.
    Judged {
        dead: Option<Vec<Point>>,
        score: Option<String>,
    },
    /// The machine cannot go on.
    Failed {
        why: String,
    },
    /// Ask the machine again.
    Retry,
    /// The machine is to stop thinking.
    Stop,
    Undo,
    Resign(Color),
    Count,
    /// A group is dead, or lives again.
    Mark(Point),
    UnmarkAll,
    Accept,
    /// Out of counting, back to the game.
    Resume,
    /// The game goes on from here, wherever in the record that is.
    GoOnFrom(NodeId),
    /// Another line of the same record, for thinking: nobody's turn is asked.
    Plan {
        at: NodeId,
        mv: Move,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// The record is not as it was.
    Changed,
    Moved {
        color: Color,
        mv: Move,
    },
    /// The machine is to say a move, or the score.
    Ask(gtp::Ask),
    /// The machine's last question is void.
    Cancel,
    /// What the machine takes for the game is not the game.
    Distrust,
    Refused(Refusal),
    Ended(Outcome),
    Trouble {
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
    NotNow,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A person is to move.
    ToMove,
    /// A machine is thinking about its move.
    Thinking {
        since: Moment,
    },
    /// A machine should move but does not.
    Stuck {
        why: String,
    },
    Counting(Counting),
    Over(Outcome),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counting {
    pub marking: Marking,
    /// The machine is still being asked.
    pub asking_since: Option<Moment>,
    /// Its own count, if it gave one.
    pub machine_says: Option<Outcome>,
}

/// What was proposed in vain since the last good move.
const MOST_BAD_ANSWERS: u8 = 2;

pub struct Room {
    record: GoRecord,
    seats: [Seat; 2],
    /// The end of the game so far, wherever anybody is looking.
    live: NodeId,
    position: Position,
    phase: Phase,
    bad_answers: u8,
    /// Nodes that were only thought of.
    planned: BTreeSet<NodeId>,
}

impl Room {
    /// The game goes on from the cursor of the record.
    pub fn new(record: GoRecord, seats: [Seat; 2]) -> Room {
        let (live, position) = (record.here(), position_at_cursor(&record));
        Room { record, seats, live, position, phase: Phase::ToMove, bad_answers: 0, planned: BTreeSet::new() }
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Output> {
        match input {
            Input::Begin => self.next_turn(now),
            Input::Play(mv) => self.play(now, mv),
            Input::Answer(said) => self.answer(now, said),
            Input::Judged { dead, score } => self.judged(dead, score.as_deref()),
            Input::Failed { why } => self.failed(why),
            Input::Retry => self.retry(now),
            Input::Stop => self.stop(),
            Input::Undo => self.undo(now),
            Input::Resign(color) => self.resign(color),
            Input::Count => self.start_counting(now),
            Input::Mark(at) => self.mark(at),
            Input::UnmarkAll => self.unmark_all(),
            Input::Accept => self.accept(),
            Input::Resume => self.resume(now),
            Input::GoOnFrom(node) => self.go_on_from(now, node),
            Input::Plan { at, mv } => self.plan(at, mv),
        }
    }

    pub fn record(&self) -> &GoRecord {
        &self.record
    }

    /// For walking about; the game itself stays where it is.
    pub fn record_mut(&mut self) -> &mut GoRecord {
        &mut self.record
    }

    /// As the record says, to the nearest quarter.
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

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn seat(&self, color: Color) -> Seat {
        self.seats[color as usize]
    }

    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    /// The person to resign: whose turn it is, or else the one who has a machine for an opponent.
    pub fn person(&self) -> Option<Color> {
        let to_play = self.position.to_play();
        [to_play, to_play.other()].into_iter().find(|color| self.seat(*color) == Seat::Human)
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

    /// A legal move is made: it is the main line from now on, and whoever watched the end of the game still does.
    fn advance(&mut self, now: Moment, mv: Move, next: Position) -> Vec<Output> {
        let color = self.position.to_play();
        let view = self.record.here();
        self.record.go_to(self.live);
        let node = match self.record.play_as(color, mv) {
            Ok(Played::Added(node) | Played::Followed(node)) => node,
            Ok(Played::TookBack) => self.live,
            Err(refusal) => return refuse(refusal.into()),
        };
        drop(self.record.make_main_line());
        if view != self.live {
            self.record.go_to(view);
        }
        self.live = node;
        self.position = next;
        self.bad_answers = 0;
        self.played();
        let mut out = vec![Output::Moved { color, mv }, Output::Changed];
        out.append(&mut self.next_turn(now));
        out
    }

    fn next_turn(&mut self, now: Moment) -> Vec<Output> {
        if self.position.passes() >= 2 {
            return self.start_counting(now);
        }
        let color = self.position.to_play();
        match self.seat(color) {
            Seat::Human => {
                self.phase = Phase::ToMove;
                Vec::new()
            }
            Seat::Machine => {
                self.phase = Phase::Thinking { since: now };
                vec![Output::Ask(gtp::Ask::Move { game: self.game_so_far(), color })]
            }
        }
    }

    fn resign(&mut self, color: Color) -> Vec<Output> {
        if self.is_over() {
            return refuse(Refusal::Over);
        }
        let mut out = self.stop_asking();
        out.append(&mut self.end(Outcome::Resigned { winner: color.other() }));
        out
    }

    fn end(&mut self, outcome: Outcome) -> Vec<Output> {
        if let Some(result) = Field::named("RE") {
            // A few plain letters, which every charset has.
            drop(self.record.set_info(&[(result, &outcome.to_string())]));
        }
        self.phase = Phase::Over(outcome);
        vec![Output::Changed, Output::Ended(outcome)]
    }

    /// Whatever a machine is being asked is asked no more.
    fn stop_asking(&mut self) -> Vec<Output> {
        let asking = match &self.phase {
            Phase::Thinking { .. } => true,
            Phase::Counting(counting) => counting.asking_since.is_some(),
            _ => false,
        };
        asking.then_some(Output::Cancel).into_iter().collect()
    }
}

/// After set-up stones the moves that follow may say whose turn it is.
fn position_at_cursor(record: &GoRecord) -> Position {
    let (position, to_play) = (record.position().clone(), record.to_play());
    if position.to_play() == to_play { position } else { position.with_to_play(to_play) }
}

impl From<go::Refusal> for Refusal {
    fn from(refusal: go::Refusal) -> Refusal {
        match refusal {
            go::Refusal::Illegal(illegal) => Refusal::Illegal(illegal),
            _ => Refusal::NotNow,
        }
    }
}

fn refuse(why: Refusal) -> Vec<Output> {
    vec![Output::Refused(why)]
}
