//! Plays in players' notation: `24/18*`, `bar/22`, `6/off`, `13/11(2)`, `8/7*/4`.
//! Points are in the mover's own numbering. Parsing does not look at a board; `Play::on` applies a play to one.

use super::board::{BAR, Board, OFF, Side};
use std::fmt::{self, Write};
use std::str::FromStr;

/// One checker from a point to a lower one. A hop read from text may take several dice at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hop {
    pub from: u8,
    pub to: u8,
    pub hit: bool,
}

/// At most four hops, in order. A play without hops is a roll that cannot be played.
#[derive(Clone, Copy, Default)]
pub struct Play {
    hops: [Option<Hop>; 4],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// Not `from/to`.
    Unreadable { part: String },
    /// Four checkers at most can move in one turn.
    TooLong,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Unreadable { part } => write!(f, "“{part}” is not a move like 13/8"),
            PlayError::TooLong => f.write_str("more than four checkers move"),
        }
    }
}

impl std::error::Error for PlayError {}

impl Play {
    pub fn hops(&self) -> impl Iterator<Item = Hop> {
        self.hops.into_iter().flatten()
    }

    pub fn is_empty(&self) -> bool {
        self.hops().next().is_none()
    }

    pub fn add(&mut self, hop: Hop) -> Result<(), PlayError> {
        let free = self.hops.iter_mut().find(|slot| slot.is_none()).ok_or(PlayError::TooLong)?;
        *free = Some(hop);
        Ok(())
    }

    /// The board after this play by `mover`, with hits wherever a checker lands on a blot.
    /// `None` if there is no checker to move or it lands on a made point. Does not check the dice.
    pub fn on(&self, board: &Board, mover: Side) -> Option<Board> {
        self.carried_out(board, mover).map(|(board, _)| board)
    }

    /// As `on`, and the play with its hits: not every program writes them.
    pub fn carried_out(&self, board: &Board, mover: Side) -> Option<(Board, Play)> {
        let mut view = board.mover_view(mover);
        let mut play = *self;
        for hop in play.hops.iter_mut().flatten() {
            let there = view.count(Side::Bottom, hop.from) > 0;
            let open = hop.to == OFF || view.count(Side::Top, BAR - hop.to) < 2;
            if !there || !open || hop.to >= hop.from {
                return None;
            }
            hop.hit = view.move_checker(hop.from, hop.to);
        }
        Some((view.mover_view(mover), play))
    }

    /// The same hops from the highest point down: a checker that moves twice moves to its first point first.
    #[must_use]
    pub fn from_the_back(mut self) -> Play {
        self.hops.sort_by_key(|hop| std::cmp::Reverse(hop.map_or(OFF, |hop| hop.from)));
        self
    }

    /// The path of each checker: start, hits on the path, end.
    fn paths(&self) -> Vec<CheckerPath> {
        let mut hops: Vec<Hop> = self.hops().collect();
        // If two checkers meet on a point, the one that hit nothing moves on, so that a play has one notation.
        hops.sort_by_key(|hop| (std::cmp::Reverse((hop.from, hop.to)), hop.hit));
        let mut paths: Vec<CheckerPath> = Vec::new();
        for hop in hops {
            match paths.iter_mut().find(|t| t.end() == hop.from && hop.from != OFF) {
                Some(path) => path.extend(hop),
                None => paths.push(CheckerPath { from: hop.from, stops: vec![(hop.to, hop.hit)] }),
            }
        }
        paths.sort_by_key(|t| (std::cmp::Reverse((t.from, t.end())), t.stops.clone()));
        paths
    }
}

#[derive(PartialEq)]
struct CheckerPath {
    from: u8,
    stops: Vec<(u8, bool)>,
}

impl CheckerPath {
    fn end(&self) -> u8 {
        self.stops.last().map_or(self.from, |(to, _)| *to)
    }

    /// Drops a stop without a hit.
    fn extend(&mut self, hop: Hop) {
        if self.stops.last().is_some_and(|(_, hit)| !hit) {
            self.stops.pop();
        }
        self.stops.push((hop.to, hop.hit));
    }

    /// True for the same points, hit or not: `13/9*` and `13/9` are written `13/9*(2)`.
    fn has_same_points(&self, other: &CheckerPath) -> bool {
        self.from == other.from && self.stops.iter().map(|s| s.0).eq(other.stops.iter().map(|s| s.0))
    }

    fn write(&self, out: &mut String) {
        out.push_str(&name(self.from));
        for (to, hit) in &self.stops {
            out.push('/');
            out.push_str(&name(*to));
            if *hit {
                out.push('*');
            }
        }
    }
}

fn name(point: u8) -> String {
    match point {
        BAR => "bar".into(),
        OFF => "off".into(),
        point => point.to_string(),
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups: Vec<(CheckerPath, usize)> = Vec::new();
        for path in self.paths() {
            match groups.last_mut().filter(|(first, _)| first.has_same_points(&path)) {
                Some((first, count)) => {
                    *count += 1;
                    for (stop, (_, hit)) in first.stops.iter_mut().zip(&path.stops) {
                        stop.1 |= hit;
                    }
                }
                None => groups.push((path, 1)),
            }
        }
        let mut text = String::new();
        for (path, count) in &groups {
            if !text.is_empty() {
                text.push(' ');
            }
            path.write(&mut text);
            if *count > 1 {
                write!(text, "({count})")?;
            }
        }
        f.write_str(&text)
    }
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Play({self})")
    }
}

impl FromStr for Play {
    type Err = PlayError;

    fn from_str(text: &str) -> Result<Play, PlayError> {
        let mut play = Play::default();
        for part in text.split([' ', ',', '\t']).filter(|part| !part.is_empty()) {
            let unreadable = || PlayError::Unreadable { part: part.to_string() };
            let (path, times) = repeated(part).ok_or_else(unreadable)?;
            for _ in 0..times {
                add_path(path, &mut play, &unreadable)?;
            }
        }
        Ok(play)
    }
}

/// Splits `13/11(2)` into `13/11` and 2.
fn repeated(part: &str) -> Option<(&str, u8)> {
    let Some((path, count)) = part.split_once('(') else {
        return Some((part, 1));
    };
    let times: u8 = count.strip_suffix(')')?.parse().ok()?;
    (1..=4).contains(&times).then_some((path, times))
}

fn add_path(path: &str, play: &mut Play, unreadable: &dyn Fn() -> PlayError) -> Result<(), PlayError> {
    let mut stops = path.split('/').map(stop);
    let (mut from, _) = stops.next().flatten().ok_or_else(unreadable)?;
    let mut moved = false;
    for next in stops {
        let (to, hit) = next.filter(|(to, _)| *to < from).ok_or_else(unreadable)?;
        play.add(Hop { from, to, hit })?;
        (from, moved) = (to, true);
    }
    if moved { Ok(()) } else { Err(unreadable()) }
}

fn stop(text: &str) -> Option<(u8, bool)> {
    let (text, hit) = text.strip_suffix('*').map_or((text, false), |bare| (bare, true));
    let point = match text.to_ascii_lowercase().as_str() {
        "bar" => BAR,
        "off" => OFF,
        digits if digits.bytes().all(|b| b.is_ascii_digit()) => {
            digits.parse().ok().filter(|point| *point <= BAR)?
        }
        _ => return None,
    };
    Some((point, hit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads_as(text: &str, canonical: &str) {
        assert_eq!(text.parse::<Play>().unwrap().to_string(), canonical, "{text}");
    }

    #[test]
    fn every_common_spelling_is_read_and_printed_in_one_way() {
        for (text, canonical) in [
            ("24/18*", "24/18*"),
            ("bar/22", "bar/22"),
            ("Bar/22 6/Off", "bar/22 6/off"),
            ("25/22 6/0", "bar/22 6/off"),
            ("13/11(2)", "13/11(2)"),
            ("13/11 13/11", "13/11(2)"),
            ("13/9* 13/9", "13/9*(2)"),
            ("8/7*/4", "8/7*/4"),
            ("13/10 10/6", "13/6"),
            ("22/20 20/18 18/16* 13/11", "22/16* 13/11"),
            ("6/5, 8/5", "8/5 6/5"),
            ("24/22 6/4 6/4*/2", "24/22 6/4* 6/2"),
            ("6/4* 6/4 4/2", "6/4* 6/2"),
            ("24/21*/18 24/18", "24/18 24/21*/18"),
            ("24/18 24/21*/18", "24/18 24/21*/18"),
            ("", ""),
        ] {
            reads_as(text, canonical);
        }
    }

    #[test]
    fn an_unreadable_play_is_refused_with_the_wrong_part() {
        for text in [
            "13",
            "13/",
            "/8",
            "8/13",
            "13/13",
            "26/20",
            "13/8(5)",
            "13/8(0)",
            "13/8(2",
            "a/b",
            "１３/８",
            "13/+8",
        ] {
            assert!(matches!(text.parse::<Play>(), Err(PlayError::Unreadable { .. })), "{text}");
        }
        assert_eq!("6/5(4) 3/2".parse::<Play>().unwrap_err(), PlayError::TooLong);
    }

    #[test]
    fn a_play_moves_only_checkers_that_are_there_onto_open_points() {
        let after = |text: &str| text.parse::<Play>().unwrap().on(&Board::START, Side::Top);
        assert!(after("24/23 13/9").is_some());
        assert_eq!(after("23/22"), None);
        assert_eq!(after("24/19"), None);
    }

    #[test]
    fn a_play_that_was_carried_out_has_its_hits() {
        let mut points = *Board::START.points();
        (points[1], points[2]) = (-1, -1);
        let board = Board::new(points).unwrap();
        let play: Play = "6/2 2/1 8/7*".parse().unwrap();
        let (_, carried_out) = play.carried_out(&board, Side::Bottom).unwrap();
        assert_eq!(carried_out.to_string(), "8/7 6/2*/1*");
    }
}
