//! The rules and the handicap of a game.

use rules::go::{Move, Point, Rules, check_free_handicap, handicap_points};

use super::command::{Command, ParsedLine};
use super::{BoardChange, Engine, Response};
use crate::gtp::rule_names;

impl Engine {
    /// A name such as `japanese`, or an object with the points in which rules differ.
    pub(super) fn set_rules(&mut self, line: &ParsedLine) -> Response {
        let rules = rule_names::parse(&line.rest().join(" ")).ok_or("unknown rules")?;
        self.change_rules(rules)
    }

    pub(super) fn set_rule(&mut self, line: &ParsedLine) -> Response {
        let (Some(field), Some(value)) = (line.text(0), line.text(1)) else { return Err("syntax error") };
        let rules = rule_names::with_field(self.rules, field, value).ok_or("unknown rules")?;
        self.change_rules(rules)
    }

    /// Also in the middle of a game.
    fn change_rules(&mut self, rules: Rules) -> Response {
        self.rules = rules;
        self.board = self.board.clone().with_rules(rules);
        let earlier = std::mem::take(&mut self.earlier);
        self.earlier = earlier.into_iter().map(|board| board.with_rules(rules)).collect();
        self.change = BoardChange::Reset;
        Ok(String::new())
    }

    pub(super) fn place_handicap(&mut self, command: Command, line: &ParsedLine) -> Response {
        let stones: u32 = line.number(0)?;
        self.check_empty()?;
        let custom = handicap_points(self.size(), stones);
        let points = match command {
            Command::FixedHandicap => custom.ok_or("invalid number of stones")?,
            _ if stones < 2 => return Err("invalid number of stones"),
            // Fewer than asked for is allowed.
            _ => custom.or_else(|| self.most_handicap()).ok_or("invalid number of stones")?,
        };
        self.set_handicap(&points)
    }

    fn most_handicap(&self) -> Option<Vec<Point>> {
        handicap_points(self.size(), rules::go::most_handicap_stones(self.size()))
    }

    pub(super) fn set_free_handicap(&mut self, line: &ParsedLine) -> Response {
        self.check_empty()?;
        let point = |n| match line.choice(n, self.size()) {
            Ok(Some(Move::Place(at))) => Ok(at),
            _ => Err("bad vertex list"),
        };
        let points = (0..line.count()).map(point).collect::<Result<Vec<Point>, _>>()?;
        check_free_handicap(self.size(), &points).map_err(|_| "bad vertex list")?;
        self.set_handicap(&points)?;
        Ok(String::new())
    }

    fn check_empty(&self) -> Result<(), &'static str> {
        if self.board.is_empty() { Ok(()) } else { Err("board not empty") }
    }

    /// Sets up the handicap stones, with White to move.
    fn set_handicap(&mut self, points: &[Point]) -> Response {
        let board = self.board.with_handicap(points).ok_or("bad vertex list")?;
        self.begin(Vec::new(), board);
        self.handicap = u32::try_from(points.len()).unwrap_or(u32::MAX);
        Ok(points.iter().map(|at| at.name(self.size())).collect::<Vec<_>>().join(" "))
    }
}
