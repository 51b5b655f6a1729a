//! The three position id notations, and what is lost when converting between them.

use super::board::Side;
use super::position::Position;
use super::wanted::Wanted;
use super::{gnuid, ogid, xgid};
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    Xgid,
    Ogid,
    Gnuid,
}

/// A position read from an id, with what the id said that `Position` cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    pub position: Position,
    pub lost: Vec<Lost>,
}

/// An id written from a position, with what the notation cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    pub text: String,
    pub lost: Vec<Lost>,
}

/// Information lost in a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lost {
    Jacoby,
    Beavers,
    CubeLimit(u8),
    /// An unanswered beaver; written as a double.
    Beaver,
    /// An unanswered raccoon; written as a double.
    Raccoon,
    MoveNumber(u32),
    GameLimit(u16),
    CheckerCount(u8),
    Resignation,
    GameOver,
    /// Checkers beyond the fifteen a side may have.
    ExtraCheckers,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lost::Jacoby => f.write_str("the Jacoby rule"),
            Lost::Beavers => f.write_str("that beavers are allowed"),
            Lost::CubeLimit(log2) => write!(f, "the cube limit of 2^{log2}"),
            Lost::Beaver => f.write_str("the beaver (written as a double)"),
            Lost::Raccoon => f.write_str("the raccoon (written as a double)"),
            Lost::MoveNumber(n) => write!(f, "the move number {n}"),
            Lost::GameLimit(n) => write!(f, "the limit of {n} games"),
            Lost::CheckerCount(n) => write!(f, "that each side has {n} checkers"),
            Lost::Resignation => f.write_str("the resignation on offer"),
            Lost::GameOver => f.write_str("that the game is over"),
            Lost::ExtraCheckers => f.write_str("the checkers beyond fifteen"),
        }
    }
}

/// Which field of which id is wrong, what was found and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdError {
    /// `None` if the text is in none of the three notations.
    pub notation: Option<Notation>,
    pub field: &'static str,
    pub found: String,
    pub wanted: Wanted,
}

impl IdError {
    pub(super) fn new(notation: Notation, field: &'static str, found: &str, wanted: Wanted) -> Self {
        IdError { notation: Some(notation), field, found: shown(found), wanted }
    }
}

impl IdError {
    /// The column of the wrong field in its line, in characters from 1.
    pub fn column_in(&self, line: &str) -> usize {
        let Some(notation) = self.notation else { return 1 };
        let name = self.field.split(',').next().unwrap_or_default();
        let place = notation.fields().iter().position(|field| *field == name).unwrap_or(0);
        let id = strip_name(line, notation.name());
        // The id ends the line, after an optional name.
        let start = line.trim_end().len().saturating_sub(id.len());
        let before: usize = id.split(':').take(place).map(|field| field.len() + 1).sum();
        let end = (start + before).min(line.len());
        line.char_indices().take_while(|(at, _)| *at < end).count() + 1
    }
}

/// Shortens long text for messages.
fn shown(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

impl fmt::Display for IdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.notation.map_or("position ID", Notation::name);
        write!(f, "{name}, {}: found “{}”, expected {}", self.field, self.found, self.wanted)
    }
}

impl std::error::Error for IdError {}

impl Notation {
    pub const ALL: [Notation; 3] = [Notation::Xgid, Notation::Ogid, Notation::Gnuid];

    pub fn name(self) -> &'static str {
        match self {
            Notation::Xgid => "XGID",
            Notation::Ogid => "OGID",
            Notation::Gnuid => "GNUID",
        }
    }

    /// The names of its fields in order, as used in errors.
    fn fields(self) -> &'static [&'static str] {
        match self {
            Notation::Xgid => xgid::FIELDS,
            Notation::Ogid => ogid::FIELDS,
            Notation::Gnuid => gnuid::FIELDS,
        }
    }

    /// Refuses what each field may hold but no game can be: a board without checkers, a score that has won the match.
    fn check(self, position: &Position, id: &str) -> Result<(), IdError> {
        let [board, bottom, top] = match self {
            Notation::Xgid => ["board", "bottom player's score", "top player's score"],
            Notation::Ogid => ["Black's checkers", "Black's score", "White's score"],
            Notation::Gnuid => {
                ["position ID", "match ID, bottom player's score", "match ID, top player's score"]
            }
        };
        if Side::BOTH.iter().all(|side| position.board.in_play(*side) == 0) {
            let found = id.split(':').next().unwrap_or_default();
            return Err(IdError::new(self, board, found, Wanted::Checkers));
        }
        let Some(length) = position.match_length() else { return Ok(()) };
        for (field, side) in [(bottom, Side::Bottom), (top, Side::Top)] {
            let score = position.score.of(side);
            if score >= length {
                return Err(IdError::new(self, field, &score.to_string(), Wanted::LessThan(length)));
            }
        }
        Ok(())
    }

    /// The notation of a text, by its shape; the text may still be invalid.
    pub fn of(text: &str) -> Option<Notation> {
        let text = text.trim();
        if let Some(named) = Notation::ALL.into_iter().find(|n| strip_name(text, n.name()).len() < text.len())
        {
            return Some(named);
        }
        let colons = text.bytes().filter(|byte| *byte == b':').count();
        match colons {
            0 | 1 if gnuid::looks_like(text) => Some(Notation::Gnuid),
            2.. if text.as_bytes().get(26) == Some(&b':') && !text.get(..26)?.contains(':') => {
                Some(Notation::Xgid)
            }
            2.. => Some(Notation::Ogid),
            _ => None,
        }
    }
}

/// `XGID=…` and `XGID …` without their first word, in either case.
pub(super) fn strip_name<'a>(text: &'a str, name: &str) -> &'a str {
    let text = text.trim();
    text.get(..name.len())
        .filter(|start| start.eq_ignore_ascii_case(name))
        .and_then(|_| text.get(name.len()..))
        .filter(|rest| rest.starts_with(['=', ':', ' ']))
        .map_or(text, |rest| rest.trim_start_matches(['=', ':', ' ']))
}

impl Position {
    /// Reads any of the three notations, with or without its name in front.
    pub fn read(text: &str) -> Result<Read, IdError> {
        match Notation::of(text) {
            Some(notation) => Position::read_as(text, notation),
            None => {
                Err(IdError { notation: None, field: "text", found: shown(text.trim()), wanted: Wanted::Id })
            }
        }
    }

    pub fn read_as(text: &str, notation: Notation) -> Result<Read, IdError> {
        let text = strip_name(text, notation.name());
        let read = match notation {
            Notation::Xgid => xgid::read(text),
            Notation::Ogid => ogid::read(text),
            Notation::Gnuid => gnuid::read(text),
        }?;
        notation.check(&read.position, text)?;
        Ok(read)
    }

    /// Reads an XGID of any position, also an impossible one: real exports have more than fifteen checkers of a side, and
    /// scores beyond the length of the match.
    pub fn read_lenient(xgid: &str) -> Result<Position, IdError> {
        xgid::read_lenient(strip_name(xgid, Notation::Xgid.name())).map(|read| read.position)
    }

    pub fn write(&self, notation: Notation) -> Converted {
        match notation {
            Notation::Xgid => xgid::write(self),
            Notation::Ogid => ogid::write(self),
            Notation::Gnuid => gnuid::write(self),
        }
    }

    /// `XGID=…`, the only notation that can express every position.
    pub fn xgid(&self) -> String {
        xgid::write(self).text
    }
}

/// The parts between colons, without spaces around them.
pub(super) fn fields(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let all = rest?;
        let end = all.bytes().position(|byte| byte == b':');
        let (field, after) = match end {
            Some(end) => (all.get(..end)?, all.get(end + 1..)),
            None => (all, None),
        };
        rest = after;
        Some(field.trim())
    })
}

/// Digits only, at most `most`.
pub(super) fn number(text: &str, most: u16) -> Option<u16> {
    let mut value = 0u16;
    for byte in text.bytes() {
        let digit = byte.checked_sub(b'0').filter(|digit| *digit < 10)?;
        value = value.checked_mul(10)?.checked_add(u16::from(digit))?;
    }
    Some(value).filter(|value| !text.is_empty() && *value <= most)
}

/// `write!` takes longer than the rest of writing an id.
pub(super) fn push_number(text: &mut String, number: u16) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// What neither OGID nor GNUID can express.
pub(super) fn beyond_xg(position: &Position) -> Vec<Lost> {
    use super::position::{DEFAULT_CUBE_LIMIT, Stage};
    let limit = position.cube_limit;
    [
        position.beavers_allowed().then_some(Lost::Beavers),
        (limit != DEFAULT_CUBE_LIMIT).then_some(Lost::CubeLimit(limit)),
        (position.stage == Stage::Beavered).then_some(Lost::Beaver),
        (position.stage == Stage::Raccooned).then_some(Lost::Raccoon),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_has_the_column_of_its_field() {
        for (line, column) in [
            ("XGID=-b----E-C---eE---c-e----B-:0:0:1:77:0:0:0:7:10", 39),
            ("  -b----E-C---eE---c-e----B-:0:0:1:31:0:0:9:7:10", 43),
            ("XGID=-b----E-C---eE---c-e----Z-:0:0:1:31:0:0:0:7:10", 6),
            ("OGID=11jjjjjhhhccccc:ooddddd88866666:N0X::W:IW:0:0:1:0", 38),
            ("GNUID=4HPwATDgc/ABMA:cAkA!AAAAAAA", 22),
            ("GNUID=4HPwATDgc/ABM!:cAkAAAAAAAAA", 7),
        ] {
            let error = Position::read(line).map_or_else(|e| e, |_| unreachable!("{line}"));
            assert_eq!(error.column_in(line), column, "{line}: {error}");
        }
    }
}
