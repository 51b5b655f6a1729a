//! The record of a network game, entry by entry. The host and every client keep their own copy; a client appends an
//! entry of the host only after recomputing it.
//!
//!     kifu.append(event)?;   // the host: adds the next link to the chain
//!     kifu.verify(&link)?;   // a client: recomputes it, or reports a violation

mod board;
mod chain;
mod commit;
mod replay;
mod sgf;
mod stored;

use std::fmt;

pub use board::{Board, Counted};
pub use chain::{Event, HalfTurn, Link, PassedFor};
pub use commit::commitment;
use rules::go::simultaneous::{self, End};
use rules::go::{self, Color, Move, Outcome, Point};
use serde::Deserialize;
use stored::StoredKifu;

use crate::protocol::{Digest, GameId, Settings};

/// What has to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Play,
    /// Both passed.
    Count,
    /// The game has reached the maximum number of turns.
    TooLong,
    Over(Outcome),
}

/// Why an event cannot be appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidEvent {
    Refused(simultaneous::IllegalTurn),
    Illegal(go::Illegal),
    NotYourTurn(Color),
    NotNow,
}

impl fmt::Display for InvalidEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidEvent::Refused(refused) => refused.why.fmt(f),
            InvalidEvent::Illegal(illegal) => illegal.fmt(f),
            InvalidEvent::NotYourTurn(_) => f.write_str("it is the opponent's turn"),
            InvalidEvent::NotNow => f.write_str("that cannot be done now"),
        }
    }
}

impl std::error::Error for InvalidEvent {}

/// How a link contradicts the record or the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordViolation {
    /// The entry differs from the one received before.
    Rewritten { turn: u32 },
    /// A move does not match its commitment.
    Commitment { turn: u32, color: Color },
    /// The event is impossible in this position.
    Impossible { turn: u32, why: InvalidEvent },
    /// The position after it differs.
    Position { turn: u32 },
    /// The hash is wrong.
    Chain { turn: u32 },
    /// The count is wrong.
    Count { turn: u32 },
}

impl RecordViolation {
    pub fn turn(self) -> u32 {
        match self {
            RecordViolation::Rewritten { turn }
            | RecordViolation::Commitment { turn, .. }
            | RecordViolation::Impossible { turn, .. }
            | RecordViolation::Position { turn }
            | RecordViolation::Chain { turn }
            | RecordViolation::Count { turn } => turn,
        }
    }
}

impl fmt::Display for RecordViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RecordViolation::Rewritten { .. } => "an entry of the record was changed afterwards",
            RecordViolation::Commitment { .. } => "a move is not the one that was committed to",
            RecordViolation::Impossible { .. } => "a turn that the rules do not allow",
            RecordViolation::Position { .. } => "the turn leads to another position",
            RecordViolation::Chain { .. } => "the fingerprint of the record is wrong",
            RecordViolation::Count { .. } => "the count is wrong",
        })
    }
}

impl std::error::Error for RecordViolation {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayedTurn {
    Both(Move, Move),
    One(Move),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "StoredKifu")]
pub struct Kifu {
    id: GameId,
    settings: Settings,
    board: Board,
    /// The turns that led to the board, without those taken back.
    line: Vec<PlayedTurn>,
    links: Vec<Link>,
    beginning: Digest,
    result: Option<Outcome>,
    dead: Vec<Point>,
}

impl Kifu {
    pub fn new(id: GameId, settings: Settings) -> Kifu {
        let (board, beginning) = (Board::new(&settings), chain::beginning(id, &settings));
        Kifu {
            id,
            settings,
            board,
            line: Vec::new(),
            links: Vec::new(),
            beginning,
            result: None,
            dead: Vec::new(),
        }
    }

    pub fn id(&self) -> GameId {
        self.id
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Entries from this number on.
    pub fn since(&self, turn: u32) -> &[Link] {
        let from = usize::try_from(turn.saturating_sub(1)).unwrap_or(usize::MAX);
        self.links.get(from..).unwrap_or_default()
    }

    /// The number of the next entry, from 1. Numbers are not reused after taking back.
    pub fn next(&self) -> u32 {
        u32::try_from(self.links.len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// Turns on the board, as players count them.
    pub fn turns(&self) -> u32 {
        u32::try_from(self.line.len()).unwrap_or(u32::MAX)
    }

    /// How often the players did not agree on the dead stones and played on.
    pub fn resumes(&self) -> usize {
        self.links.iter().filter(|link| link.event == Event::Resumed).count()
    }

    /// The last hash of the chain.
    pub fn head(&self) -> Digest {
        self.links.last().map_or(self.beginning, |link| link.chain)
    }

    /// Whose turn it is in an alternating game.
    pub fn to_play(&self) -> Option<Color> {
        match &self.board {
            Board::Simultaneous(_) => None,
            Board::Alternating(position) => Some(position.to_play()),
        }
    }

    pub fn stage(&self) -> Stage {
        if let Some(result) = self.result {
            return Stage::Over(result);
        }
        match &self.board {
            Board::Simultaneous(position) => match position.end() {
                None => Stage::Play,
                Some(End::BothPassed) => Stage::Count,
                Some(End::TooLong) => Stage::TooLong,
            },
            Board::Alternating(position) if position.passes() >= 2 => Stage::Count,
            Board::Alternating(_) if self.turns() >= self.longest() => Stage::TooLong,
            Board::Alternating(_) => Stage::Play,
        }
    }

    fn longest(&self) -> u32 {
        4 * u32::try_from(self.board.size().area()).unwrap_or(u32::MAX / 4)
    }

    /// Whether this player may choose this move, whatever the opponent chooses.
    pub fn legal(&self, color: Color, mv: Move) -> Result<(), InvalidEvent> {
        if self.stage() != Stage::Play {
            return Err(InvalidEvent::NotNow);
        }
        match &self.board {
            Board::Simultaneous(position) => {
                let refused = |why| InvalidEvent::Refused(simultaneous::IllegalTurn { color, why });
                position.legal(color, mv).map_err(refused)
            }
            Board::Alternating(position) if position.to_play() != color => {
                Err(InvalidEvent::NotYourTurn(color))
            }
            Board::Alternating(position) => position.play(mv).map(|_| ()).map_err(InvalidEvent::Illegal),
        }
    }

    pub fn count(&self, dead: &[Point]) -> Counted {
        self.board.count(dead, self.settings.komi(), u32::from(self.settings.handicap))
    }

    /// The stones that were counted as dead at the end.
    pub fn dead(&self) -> &[Point] {
        &self.dead
    }

    pub fn append(&mut self, event: Event) -> Result<&Link, InvalidEvent> {
        self.apply(&event)?;
        let (turn, position) = (self.next(), self.board.hash());
        let chain = chain::hash(&self.head(), turn, &event, position);
        self.push_link(Link { turn, event, position, chain });
        self.links.last().ok_or(InvalidEvent::NotNow)
    }

    /// Appends a received link if it is valid. Known entries are compared; an entry further ahead gives `Ok(false)`.
    pub fn verify(&mut self, link: &Link) -> Result<bool, RecordViolation> {
        let turn = link.turn;
        if turn > self.next() {
            return Ok(false);
        }
        if let Some(known) = self.since(turn).first() {
            return if known.chain == link.chain {
                Ok(true)
            } else {
                Err(RecordViolation::Rewritten { turn })
            };
        }
        if let Stage::Over(_) = self.stage() {
            return Err(RecordViolation::Impossible { turn, why: InvalidEvent::NotNow });
        }
        self.verify_event(link)?;
        let before = (self.board.clone(), self.line.clone());
        let checked = self.apply_link(link);
        match checked {
            Ok(()) => self.push_link(link.clone()),
            Err(_) => {
                (self.board, self.line) = before;
                (self.result, self.dead) = (None, Vec::new());
            }
        }
        checked.map(|()| true)
    }

    /// Grows by a few entries: a host has thousands of records, and doubling would waste half the memory.
    fn push_link(&mut self, link: Link) {
        if self.links.len() == self.links.capacity() {
            self.links.reserve_exact(4);
        }
        self.links.push(link);
    }

    fn apply_link(&mut self, link: &Link) -> Result<(), RecordViolation> {
        let turn = link.turn;
        self.apply(&link.event).map_err(|why| RecordViolation::Impossible { turn, why })?;
        if self.board.hash() != link.position {
            return Err(RecordViolation::Position { turn });
        }
        let hash = chain::hash(&self.head(), turn, &link.event, link.position);
        if hash == link.chain { Ok(()) } else { Err(RecordViolation::Chain { turn }) }
    }

    fn verify_event(&self, link: &Link) -> Result<(), RecordViolation> {
        let turn = link.turn;
        match &link.event {
            Event::Turn { black_move, white_move } => {
                for (color, half) in [(Color::Black, black_move), (Color::White, white_move)] {
                    if !self.is_valid_half(turn, color, half) {
                        return Err(RecordViolation::Commitment { turn, color });
                    }
                }
                Ok(())
            }
            Event::Ended { result: result @ (Outcome::Won(..) | Outcome::Draw), dead } => {
                let counted = self.count(dead).result == *result;
                if counted { Ok(()) } else { Err(RecordViolation::Count { turn }) }
            }
            _ => Ok(()),
        }
    }

    /// A revealed move that matches its commitment, or a pass with the reason why the host made it.
    fn is_valid_half(&self, turn: u32, color: Color, half: &HalfTurn) -> bool {
        match (half.passed_for, half.commit, &half.nonce) {
            (None, Some(commit), Some(nonce)) => commitment(self.id, turn, color, half.mv, nonce) == commit,
            (Some(_), _, None) => half.mv == Move::Pass,
            _ => false,
        }
    }
}
