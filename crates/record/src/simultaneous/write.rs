//! Writes a game as SGF.

use std::fmt::Write;
use std::time::Duration;

use rules::go::simultaneous::{Cell, Position, ResolvedTurn, TurnEvent, Variant};
use rules::go::{self, Color, Move, Point};

use super::{Game, Turn};
use crate::go::FIELDS;
use crate::sgf::{LineBreak, escape};

impl Game {
    /// UTF-8, one line per turn.
    pub fn write(&self) -> Vec<u8> {
        let mut nodes = vec![self.first_node()];
        let mut shown = shown(&self.start);
        let mut red = red_points(&self.start);
        for (number, (turn, outcome)) in (1..).zip(self.outcomes()) {
            let (forms, after) = node_forms(&shown, turn, &outcome.position);
            let [black, white] = forms;
            let mut first = node(Color::Black, turn, black, number);
            label(&mut first, &red, self.start.variant(), None);
            red = red_points(&outcome.position);
            let mut second = node(Color::White, turn, white, number);
            circle(&mut second, turn, &outcome);
            label(&mut second, &red, self.start.variant(), outcome.position.barred());
            list(&mut second, "SGR", red.iter().copied());
            nodes.push(format!("\n{first}{second}"));
            shown = after;
        }
        if let Some(last) = nodes.last_mut() {
            self.write_count(last);
        }
        format!("({})\n", nodes.concat()).into_bytes()
    }

    fn first_node(&self) -> String {
        let (size, variant) = (self.start.size(), self.start.variant());
        let lines = match size.is_square() {
            true => size.width().to_string(),
            false => format!("{}:{}", size.width(), size.height()),
        };
        let version = env!("CARGO_PKG_VERSION");
        let mut node = format!(
            ";GM[1]FF[4]CA[UTF-8]AP[Tabiya:{version}]SZ[{lines}]RU[Simultaneous Go ({})]",
            variant.name()
        );
        let fields = FIELDS.iter().filter_map(|field| Some((field.property, self.info(*field)?)));
        for (name, text) in fields {
            // Writing to a string never fails; the same below.
            let _ = write!(node, "\n{name}[{}]", escape(text, false, LineBreak::Lf));
        }
        for (name, cell) in [("AB", Cell::Stone(Color::Black)), ("AW", Cell::Stone(Color::White))] {
            list(&mut node, name, size.points().filter(|at| self.start.at(*at) == cell));
        }
        let red = red_points(&self.start);
        label(&mut node, &red, variant, None);
        list(&mut node, "SGR", red);
        node
    }

    /// Territory and dead stones, after counting.
    fn write_count(&self, node: &mut String) {
        let Some(dead) = self.counted() else { return };
        let area = self.position().area(dead);
        for (name, color) in [("TB", Color::Black), ("TW", Color::White)] {
            let is_territory =
                |at: &Point| area.owner(*at) == Some(color) && self.position().at(*at) != Cell::Stone(color);
            list(node, name, self.start.size().points().filter(is_territory));
        }
        match dead.is_empty() {
            true => node.push_str("SGD[]"),
            false => list(node, "SGD", dead.iter().copied()),
        }
    }
}

/// How a choice is written.
enum NodeForm {
    Move,
    /// Stones added and removed to give the right board.
    SetUp(Vec<(Point, Option<Color>)>),
}

/// Moves, if any viewer gets the right board from them; else set-up stones. Also returns the board a viewer shows.
fn node_forms(shown: &go::Position, turn: Turn, truth: &Position) -> ([NodeForm; 2], go::Position) {
    let black = viewer_result(shown, Color::Black, turn.black);
    let both = black.as_ref().and_then(|after| viewer_result(after, Color::White, turn.white));
    if let Some(both) = both
        && differences(&both, truth).is_empty()
    {
        return ([NodeForm::Move, NodeForm::Move], both);
    }
    let (first, middle) = match (black, turn.black) {
        (Some(after), _) => (NodeForm::Move, after),
        (None, Move::Pass) => (NodeForm::SetUp(Vec::new()), shown.clone()),
        (None, Move::Place(at)) => {
            let stone = vec![(at, Some(Color::Black))];
            (NodeForm::SetUp(stone.clone()), shown.set_up(stone))
        }
    };
    let changes = differences(&middle, truth);
    let after = middle.set_up(changes.iter().copied());
    ([first, NodeForm::SetUp(changes)], after)
}

/// The board a viewer shows after a move; `None` if the move is irregular.
fn viewer_result(shown: &go::Position, color: Color, choice: Move) -> Option<go::Position> {
    match choice {
        Move::Pass => Some(shown.pass(color)),
        Move::Place(at) => {
            let (after, illegal) = shown.force(color, at);
            illegal.is_none().then_some(after)
        }
    }
}

fn differences(shown: &go::Position, truth: &Position) -> Vec<(Point, Option<Color>)> {
    let stone = |at: Point| (at, truth.at(at).color());
    truth.size().points().map(stone).filter(|(at, stone)| shown.get(*at) != *stone).collect()
}

/// Only the stones, as viewers see them: red points are empty there.
fn shown(position: &Position) -> go::Position {
    let size = position.size();
    let stones = size.points().map(|at| (at, position.at(at).color()));
    go::Position::new(size).set_up(stones)
}

fn red_points(position: &Position) -> Vec<Point> {
    position.size().points().filter(|at| position.at(*at) == Cell::Red).collect()
}

fn node(color: Color, turn: Turn, form: NodeForm, number: u32) -> String {
    let (choice, thought) = match color {
        Color::Black => (turn.black, turn.thought[0]),
        Color::White => (turn.white, turn.thought[1]),
    };
    let letter = color.letter();
    let value = move_value(choice);
    let mut node = ";".to_owned();
    match form {
        NodeForm::Move => _ = write!(node, "{letter}[{value}]MN[{number}]"),
        NodeForm::SetUp(changes) => {
            for (name, wanted) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
                list(&mut node, name, changes.iter().filter(|(_, to)| *to == wanted).map(|(at, _)| *at));
            }
            let _ = write!(node, "PL[{}]SG{letter}[{value}]", color.other().letter());
        }
    }
    let _ = write!(node, "SGT[{number}]");
    if let Some(time) = thought {
        let _ = write!(node, "SGS[{}]", seconds(time));
    }
    node
}

fn move_value(choice: Move) -> String {
    match choice {
        Move::Place(at) => name(at),
        Move::Pass => String::new(),
    }
}

fn name(at: Point) -> String {
    at.to_sgf().into_iter().map(char::from).collect()
}

/// `12.345`
fn seconds(time: Duration) -> String {
    format!("{}.{:03}", time.as_secs(), time.subsec_millis())
}

fn list(node: &mut String, property: &str, points: impl IntoIterator<Item = Point>) {
    for (count, at) in points.into_iter().enumerate() {
        let start = if count == 0 { property } else { "" };
        let _ = write!(node, "{start}[{}]", name(at));
    }
}

fn label(node: &mut String, red: &[Point], variant: Variant, barred: Option<Point>) {
    let letter = if variant == Variant::Hole { 'H' } else { 'R' };
    let red = red.iter().map(|at| (*at, letter));
    let labels: String = red
        .chain(barred.map(|at| (at, 'V')))
        .map(|(at, letter)| format!("[{}:{letter}]", name(at)))
        .collect();
    if !labels.is_empty() {
        node.push_str("LB");
        node.push_str(&labels);
    }
}

/// If a viewer sees no move, the stones of this turn are circled.
fn circle(node: &mut String, turn: Turn, outcome: &ResolvedTurn) {
    if node.starts_with(";W") || !matches!(outcome.event, TurnEvent::Placed) {
        return;
    }
    let places = [turn.black, turn.white].into_iter().filter_map(|choice| match choice {
        Move::Place(at) => Some(at),
        Move::Pass => None,
    });
    list(node, "CR", places);
}
