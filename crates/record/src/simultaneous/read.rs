//! Reads a game from SGF by replaying the choices along the main line. Stones, labels and marks in the file are for
//! viewers and are ignored.

use std::fmt;
use std::time::Duration;

use rules::go::simultaneous::{Cell, IllegalTurn, Position, Variant};
use rules::go::{Color, Move, Size};

use super::{Game, Turn, variant_of};
use crate::go::FIELDS;
use crate::sgf::{Collection, Node, Value};
use crate::tree::NodeId;

/// Why a game could not be read, and in which turn; 0 is before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadError {
    pub turn: u32,
    pub why: ReadErrorKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// There is no such game in the file.
    NoGame,
    /// `RU` does not name simultaneous Go.
    OtherRules,
    /// A group on the first board has no liberty.
    NoLiberty,
    NotAPoint,
    /// This side's choice is missing.
    Missing(Color),
    Refused(IllegalTurn),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.turn > 0 {
            write!(f, "turn {}: ", self.turn)?;
        }
        match self.why {
            ReadErrorKind::NoGame => f.write_str("there is no such game in the file"),
            ReadErrorKind::OtherRules => f.write_str("the rules are not those of simultaneous Go"),
            ReadErrorKind::NoLiberty => f.write_str("a group has no liberty before the game begins"),
            ReadErrorKind::NotAPoint => f.write_str("not a point of this board"),
            ReadErrorKind::Missing(Color::Black) => f.write_str("Black's move is missing"),
            ReadErrorKind::Missing(Color::White) => f.write_str("White's move is missing"),
            ReadErrorKind::Refused(refused) => refused.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads one game of a file, by its number.
pub fn read(file: &Collection, game: usize) -> Result<Game, ReadError> {
    let before = |why| ReadError { turn: 0, why };
    let root = *file.games().get(game).ok_or(before(ReadErrorKind::NoGame))?;
    let first = file.node(root);
    let variant = variant_of(first).ok_or(before(ReadErrorKind::OtherRules))?;
    let start = start(first, variant).ok_or(before(ReadErrorKind::NoLiberty))?;
    let mut read = GameReader { size: start.size(), game: Game::new(start), black: None };
    for field in FIELDS {
        read.game.set_info(field, &field.of(first).unwrap_or_default());
    }
    let line: Vec<NodeId> = file.tree().main_line(root).collect();
    for node in line.iter().skip(1) {
        read.node(file.node(*node))?;
    }
    read.end(line.last().map(|node| file.node(*node)))
}

fn start(root: Node<'_>, variant: Variant) -> Option<Position> {
    let size = root.size();
    let [black, white, red] = ["AB", "AW", "SGR"].map(|name| {
        let mut on = vec![false; size.area()];
        root.points(name, size).into_iter().for_each(|at| on[size.index(at)] = true);
        on
    });
    Position::set_up(size, variant, |at| match size.index(at) {
        n if red[n] => Cell::Red,
        n if white[n] => Cell::Stone(Color::White),
        n if black[n] => Cell::Stone(Color::Black),
        _ => Cell::Empty,
    })
}

type TimedMove = (Move, Option<Duration>);

struct GameReader {
    size: Size,
    game: Game,
    /// Black's choice in a turn that White's node has yet to complete.
    black: Option<TimedMove>,
}

impl GameReader {
    /// Nodes without a choice (a comment, a diagram) are skipped.
    fn node(&mut self, node: Node<'_>) -> Result<(), ReadError> {
        let thought = node.number("SGS").and_then(|s| Duration::try_from_secs_f64(s).ok()).map(to_millis);
        for (color, choice) in choices(node, self.size) {
            let choice = choice.ok_or(self.error(ReadErrorKind::NotAPoint))?;
            self.choose(color, (choice, thought))?;
        }
        Ok(())
    }

    fn choose(&mut self, color: Color, choice: TimedMove) -> Result<(), ReadError> {
        match (color, self.black.take()) {
            (Color::Black, None) => self.black = Some(choice),
            (Color::Black, Some(_)) => return Err(self.error(ReadErrorKind::Missing(Color::White))),
            (Color::White, None) => return Err(self.error(ReadErrorKind::Missing(Color::Black))),
            (Color::White, Some((black, thought))) => {
                let turn = Turn { black, white: choice.0, thought: [thought, choice.1] };
                self.game.play(turn).map_err(|refused| self.error(ReadErrorKind::Refused(refused)))?;
            }
        }
        Ok(())
    }

    fn end(mut self, last: Option<Node<'_>>) -> Result<Game, ReadError> {
        if self.black.is_some() {
            return Err(self.error(ReadErrorKind::Missing(Color::White)));
        }
        if let Some(node) = last.filter(|node| node.has("SGD")) {
            self.game.count(node.points("SGD", self.size));
        }
        Ok(self.game)
    }

    fn error(&self, why: ReadErrorKind) -> ReadError {
        let turn = u32::try_from(self.game.turns().len()).unwrap_or(u32::MAX).saturating_add(1);
        ReadError { turn, why }
    }
}

/// The choices in a node: from our properties, or else from its moves.
fn choices(node: Node<'_>, size: Size) -> Vec<(Color, Option<Move>)> {
    let move_on = |value: Value<'_>| value.move_on(size);
    let own = [(Color::Black, "SGB"), (Color::White, "SGW")]
        .into_iter()
        .filter_map(|(color, name)| Some((color, node.value(name).map(move_on)?)));
    let own: Vec<_> = own.collect();
    if own.is_empty() { node.moves(size).collect() } else { own }
}

/// Rounds fractional seconds to whole milliseconds.
fn to_millis(time: Duration) -> Duration {
    let millis = (time.as_nanos() + 500_000) / 1_000_000;
    Duration::from_millis(millis.try_into().unwrap_or(u64::MAX))
}
