//! The record of a game in a room, entry by entry, as the host and every player write it down for themselves. An entry
//! that somebody else wrote is believed only after it was worked out again.
//!
//!     kifu.write(event)?;   // the host: the next link, sealed
//!     kifu.check(&link)?;   // a player: the same, or found out

mod board;
mod chain;
mod commit;
mod replay;
mod sgf;

use std::fmt;

pub use board::{Board, Counted};
pub use chain::{Event, Half, Link, PassedFor};
pub use commit::commitment;
use rules::go::simultaneous::{self, End};
use rules::go::{self, Color, Move, Outcome, Point};

use crate::protocol::{Digest, GameId, Settings};

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Play,
    /// Both passed.
    Count,
    /// The game has gone on for longer than any game should.
    TooLong,
    Over(Outcome),
}

/// Why an entry cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwritable {
    Refused(simultaneous::Refused),
    Illegal(go::Illegal),
    NotYourTurn(Color),
    NotNow,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unwritable::Refused(refused) => refused.why.fmt(f),
            Unwritable::Illegal(illegal) => illegal.fmt(f),
            Unwritable::NotYourTurn(_) => f.write_str("it is the other's turn"),
            Unwritable::NotNow => f.write_str("that cannot be done now"),
        }
    }
}

impl std::error::Error for Unwritable {}

/// What a host said that cannot be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// This entry was another one before.
    Rewritten { turn: u32 },
    /// A move is not the one that was committed to.
    Commitment { turn: u32, color: Color },
    /// No such thing can happen on this board.
    Impossible { turn: u32, why: Unwritable },
    /// It leads to another position.
    Position { turn: u32 },
    /// The seal is wrong.
    Chain { turn: u32 },
    /// The count is wrong.
    Count { turn: u32 },
}

impl Lie {
    pub fn turn(self) -> u32 {
        match self {
            Lie::Rewritten { turn }
            | Lie::Commitment { turn, .. }
            | Lie::Impossible { turn, .. }
            | Lie::Position { turn }
            | Lie::Chain { turn }
            | Lie::Count { turn } => turn,
        }
    }
}

impl fmt::Display for Lie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lie::Rewritten { .. } => "an entry of the record was changed afterwards",
            Lie::Commitment { .. } => "a move is not the one that was committed to",
            Lie::Impossible { .. } => "a turn that the rules do not allow",
            Lie::Position { .. } => "the turn leads to another position",
            Lie::Chain { .. } => "the seal of the record is wrong",
            Lie::Count { .. } => "the count is wrong",
        })
    }
}

impl std::error::Error for Lie {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Both(Move, Move),
    One(Move),
}

#[derive(Clone, Debug)]
pub struct Kifu {
    id: GameId,
    settings: Settings,
    board: Board,
    /// What led to the board, without what was taken back.
    line: Vec<Step>,
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

    /// Entries from this number on; none if there are not so many.
    pub fn since(&self, turn: u32) -> &[Link] {
        let from = usize::try_from(turn.saturating_sub(1)).unwrap_or(usize::MAX);
        self.links.get(from..).unwrap_or_default()
    }

    /// The number of the entry that comes next, from 1. It never comes again, whatever is taken back.
    pub fn next(&self) -> u32 {
        u32::try_from(self.links.len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// Turns on the board, as players count them.
    pub fn turns(&self) -> u32 {
        u32::try_from(self.line.len()).unwrap_or(u32::MAX)
    }

    /// The last seal.
    pub fn head(&self) -> Digest {
        self.links.last().map_or(self.beginning, |link| link.chain)
    }

    /// Whose turn it is where they take turns.
    pub fn to_play(&self) -> Option<Color> {
        match &self.board {
            Board::Both(_) => None,
            Board::Turns(position) => Some(position.to_play()),
        }
    }

    pub fn stage(&self) -> Stage {
        if let Some(result) = self.result {
            return Stage::Over(result);
        }
        match &self.board {
            Board::Both(position) => match position.end() {
                None => Stage::Play,
                Some(End::BothPassed) => Stage::Count,
                Some(End::TooLong) => Stage::TooLong,
            },
            Board::Turns(position) if position.passes() >= 2 => Stage::Count,
            Board::Turns(_) if self.turns() >= self.longest() => Stage::TooLong,
            Board::Turns(_) => Stage::Play,
        }
    }

    fn longest(&self) -> u32 {
        4 * u32::try_from(self.board.size().area()).unwrap_or(u32::MAX / 4)
    }

    /// May this player choose this move? Asks nothing about the opponent's.
    pub fn legal(&self, color: Color, mv: Move) -> Result<(), Unwritable> {
        if self.stage() != Stage::Play {
            return Err(Unwritable::NotNow);
        }
        match &self.board {
            Board::Both(position) => {
                let refused = |why| Unwritable::Refused(simultaneous::Refused { color, why });
                position.legal(color, mv).map_err(refused)
            }
            Board::Turns(position) if position.to_play() != color => Err(Unwritable::NotYourTurn(color)),
            Board::Turns(position) => position.play(mv).map(|_| ()).map_err(Unwritable::Illegal),
        }
    }

    pub fn count(&self, dead: &[Point]) -> Counted {
        self.board.count(dead, self.settings.komi(), u32::from(self.settings.handicap))
    }

    /// The stones that were counted as dead at the end.
    pub fn dead(&self) -> &[Point] {
        &self.dead
    }

    pub fn write(&mut self, event: Event) -> Result<&Link, Unwritable> {
        self.carry_out(&event)?;
        let (turn, position) = (self.next(), self.board.hash());
        let chain = chain::seal(&self.head(), turn, &event, position);
        self.keep(Link { turn, event, position, chain });
        self.links.last().ok_or(Unwritable::NotNow)
    }

    /// Writes down what somebody else says happened, if it can be so. Entries that are known already are compared;
    /// one that is further ahead is not for now, and `Ok(false)`.
    pub fn check(&mut self, link: &Link) -> Result<bool, Lie> {
        let turn = link.turn;
        if turn > self.next() {
            return Ok(false);
        }
        if let Some(known) = self.since(turn).first() {
            return if known.chain == link.chain { Ok(true) } else { Err(Lie::Rewritten { turn }) };
        }
        if let Stage::Over(_) = self.stage() {
            return Err(Lie::Impossible { turn, why: Unwritable::NotNow });
        }
        self.believable(link)?;
        let before = (self.board.clone(), self.line.clone());
        let checked = self.try_on(link);
        match checked {
            Ok(()) => self.keep(link.clone()),
            Err(_) => {
                (self.board, self.line) = before;
                (self.result, self.dead) = (None, Vec::new());
            }
        }
        checked.map(|()| true)
    }

    /// A host keeps thousands of records: room for a few more entries will do, where doubling would waste half.
    fn keep(&mut self, link: Link) {
        if self.links.len() == self.links.capacity() {
            self.links.reserve_exact(4);
        }
        self.links.push(link);
    }

    fn try_on(&mut self, link: &Link) -> Result<(), Lie> {
        let turn = link.turn;
        self.carry_out(&link.event).map_err(|why| Lie::Impossible { turn, why })?;
        if self.board.hash() != link.position {
            return Err(Lie::Position { turn });
        }
        let sealed = chain::seal(&self.head(), turn, &link.event, link.position);
        if sealed == link.chain { Ok(()) } else { Err(Lie::Chain { turn }) }
    }

    fn believable(&self, link: &Link) -> Result<(), Lie> {
        let turn = link.turn;
        match &link.event {
            Event::Turn { black_move, white_move } => {
                for (color, half) in [(Color::Black, black_move), (Color::White, white_move)] {
                    if !self.is_proper(turn, color, half) {
                        return Err(Lie::Commitment { turn, color });
                    }
                }
                Ok(())
            }
            Event::Ended { result: result @ (Outcome::Won(..) | Outcome::Draw), dead } => {
                let counted = self.count(dead).result == *result;
                if counted { Ok(()) } else { Err(Lie::Count { turn }) }
            }
            _ => Ok(()),
        }
    }

    /// A move that was shown for its commitment, or a pass that says why the host made it.
    fn is_proper(&self, turn: u32, color: Color, half: &Half) -> bool {
        match (half.passed_for, half.commit, &half.nonce) {
            (None, Some(commit), Some(nonce)) => commitment(self.id, turn, color, half.mv, nonce) == commit,
            (Some(_), _, None) => half.mv == Move::Pass,
            _ => false,
        }
    }
}
