//! Games of simultaneous Go and how SGF holds them, so that any viewer can walk through one.
//!
//! A turn is two nodes, Black's and White's. Where playing both moves one after the other comes to the right board
//! they are moves; otherwise stones are set up to make it true. What a viewer cannot know stands in properties of our
//! own: `SGT` the turn, `SGB` and `SGW` a choice that is no move there, `SGR` the red points, `SGS` the seconds thought
//! in secret, `SGD` the stones agreed to be dead. Red points are labelled in every node.

mod read;
#[cfg(test)]
mod tests;
mod write;

use std::collections::BTreeMap;
use std::time::Duration;

use rules::go::simultaneous::{End, Outcome, Position, Refused, Variant};
use rules::go::{Move, Point, Points};

use crate::go::Field;
use crate::sgf::Node;
pub use read::{Unreadable, Why, read};

/// What both chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub black: Move,
    pub white: Move,
    /// How long Black, how long White took to choose, to the millisecond.
    pub thought: [Option<Duration>; 2],
}

/// A game from its first turn to where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    position: Position,
    turns: Vec<Turn>,
    info: BTreeMap<&'static str, String>,
    counted: Option<Vec<Point>>,
}

/// The variant that a game's `RU` names; none for other games.
pub fn variant_of(root: Node<'_>) -> Option<Variant> {
    let rules = root.simple_text("RU")?.to_lowercase();
    let mut words = rules.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    if words.next() != Some("simultaneous") {
        return None;
    }
    Some(words.find_map(Variant::from_name).unwrap_or_default())
}

impl Game {
    /// A game that begins here: an empty board, or one with stones on it.
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

    /// Adds a turn. One after both passed means that they did not agree on what is dead.
    pub fn play(&mut self, mut turn: Turn) -> Result<Outcome, Refused> {
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

    /// Every turn with what came of it.
    pub fn outcomes(&self) -> impl Iterator<Item = (Turn, Outcome)> {
        self.turns.iter().scan(self.start.clone(), |position, turn| {
            let outcome = next(position, *turn).ok()?;
            position.clone_from(&outcome.position);
            Some((*turn, outcome))
        })
    }

    /// The stones agreed to be dead, once the game has been counted.
    pub fn counted(&self) -> Option<&[Point]> {
        self.counted.as_deref()
    }

    /// The players have counted, with these stones as dead.
    pub fn count(&mut self, mut dead: Vec<Point>) {
        dead.retain(|at| self.position.size().contains(*at) && self.position.at(*at).color().is_some());
        dead.sort_unstable();
        dead.dedup();
        self.counted = Some(dead);
    }

    pub fn info(&self, field: Field) -> Option<&str> {
        self.info.get(field.property).map(String::as_str)
    }

    /// Names, result, date and so on; empty takes a field out. What the board says cannot be set.
    pub fn set_info(&mut self, field: Field, text: &str) {
        if field.fixed || field.property == "RU" {
            return;
        }
        // SGF knows no other space than blanks and line breaks, and those only in long texts.
        let is_blank = |c: char| c.is_control() && !(field.long && c == '\n');
        let text = text.replace("\r\n", "\n").replace(is_blank, " ");
        match text.is_empty() {
            true => self.info.remove(field.property),
            false => self.info.insert(field.property, text),
        };
    }

    /// What White gets; 0 if nothing is said.
    pub fn komi(&self) -> Points {
        self.info.get("KM").and_then(|text| Points::parse(text)).unwrap_or_default()
    }
}

fn next(position: &Position, turn: Turn) -> Result<Outcome, Refused> {
    match position.end() {
        Some(End::BothPassed) => position.resumed().turn(turn.black, turn.white),
        Some(End::TooLong) | None => position.turn(turn.black, turn.white),
    }
}
