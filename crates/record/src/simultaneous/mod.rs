//! Games of simultaneous Go and their SGF form, which any viewer can step through.
//!
//! A turn is two nodes, Black's and White's. If playing both moves one after the other gives the right board they are
//! moves; otherwise stones are set up. Everything else is in private properties: `SGT` the turn, `SGB` and `SGW` a
//! choice that is not written as a move, `SGR` the red points, `SGS` the seconds taken, `SGD` the stones agreed to be
//! dead. Red points are labelled in every node.

mod read;
#[cfg(test)]
mod tests;
mod write;

use std::collections::BTreeMap;
use std::time::Duration;

use rules::go::simultaneous::{End, IllegalTurn, Position, ResolvedTurn, Variant};
use rules::go::{Move, Point, Points};

use crate::go::Field;
use crate::sgf::Node;
pub use read::{ReadError, ReadErrorKind, read};

/// The moves of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub black: Move,
    pub white: Move,
    /// How long Black and White took to choose, to the millisecond.
    pub thought: [Option<Duration>; 2],
}

/// A game from its first turn to the current position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    position: Position,
    turns: Vec<Turn>,
    info: BTreeMap<&'static str, String>,
    counted: Option<Vec<Point>>,
}

/// The variant named by a game's `RU`; `None` for other games.
pub fn variant_of(root: Node<'_>) -> Option<Variant> {
    let rules = root.simple_text("RU")?.to_lowercase();
    let mut words = rules.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    if words.next() != Some("simultaneous") {
        return None;
    }
    Some(words.find_map(Variant::from_name).unwrap_or_default())
}

impl Game {
    /// A game that begins with this position: empty or with stones.
    pub fn new(start: Position) -> Game {
        let position = start.clone();
        Game { start, position, turns: Vec::new(), info: BTreeMap::new(), counted: None }
    }

    pub fn start(&self) -> &Position {
        &self.start
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Adds a turn. A turn after both passed means that the players disagreed about dead stones.
    pub fn play(&mut self, mut turn: Turn) -> Result<ResolvedTurn, IllegalTurn> {
        let outcome = next(&self.position, turn)?;
        let to_the_millisecond =
            |time: Duration| Duration::from_millis(time.as_millis().try_into().unwrap_or(u64::MAX));
        turn.thought = turn.thought.map(|time| time.map(to_the_millisecond));
        self.position = outcome.position.clone();
        self.turns.push(turn);
        self.counted = None;
        Ok(outcome)
    }

    /// Takes the last turn back.
    pub fn take_back(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.counted = None;
        let last = self.outcomes().last().map(|(_, outcome)| outcome.position);
        self.position = last.unwrap_or_else(|| self.start.clone());
        Some(turn)
    }

    /// Every turn with its result.
    pub fn outcomes(&self) -> impl Iterator<Item = (Turn, ResolvedTurn)> {
        self.turns.iter().scan(self.start.clone(), |position, turn| {
            let outcome = next(position, *turn).ok()?;
            position.clone_from(&outcome.position);
            Some((*turn, outcome))
        })
    }

    /// The stones agreed to be dead, after counting.
    pub fn counted(&self) -> Option<&[Point]> {
        self.counted.as_deref()
    }

    /// Stores that the players have counted with these dead stones.
    pub fn count(&mut self, mut dead: Vec<Point>) {
        dead.retain(|at| self.position.size().contains(*at) && self.position.at(*at).color().is_some());
        dead.sort_unstable();
        dead.dedup();
        self.counted = Some(dead);
    }

    pub fn info(&self, field: Field) -> Option<&str> {
        self.info.get(field.property).map(String::as_str)
    }

    /// Names, result, date and so on; an empty text removes a field. Fields that follow from the board cannot be set.
    pub fn set_info(&mut self, field: Field, text: &str) {
        if field.fixed || field.property == "RU" {
            return;
        }
        // SGF has only spaces and line breaks, the latter only in long texts.
        let is_blank = |c: char| c.is_control() && !(field.long && c == '\n');
        let text = text.replace("\r\n", "\n").replace(is_blank, " ");
        match text.is_empty() {
            true => self.info.remove(field.property),
            false => self.info.insert(field.property, text),
        };
    }

    /// Komi for White; 0 if not set.
    pub fn komi(&self) -> Points {
        self.info.get("KM").and_then(|text| Points::parse(text)).unwrap_or_default()
    }
}

fn next(position: &Position, turn: Turn) -> Result<ResolvedTurn, IllegalTurn> {
    match position.end() {
        Some(End::BothPassed) => position.resumed().turn(turn.black, turn.white),
        Some(End::TooLong) | None => position.turn(turn.black, turn.white),
    }
}
