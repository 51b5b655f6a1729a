//! Reads what a player pastes or drops: ids, exports, matches, files of eXtreme Gammon. The format is detected.

use crate::decision::{Decision, Players, Question};
use crate::error::{Problem, ReadError};
use crate::text::TextLine;
use crate::{gnubg, match_decisions, xg};
use record::backgammon::{Location, MatchFile, MatchFormat, NoMatch, decode};
use rules::backgammon::{IdError, Notation, Position};

#[derive(Clone, Debug)]
pub enum ReadItem {
    Decision(Box<Decision>),
    Question(Question),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// eXtreme Gammon's text, or position ids one to a line.
    Positions,
    GnubgText,
    GnubgSgf,
    Mat,
    /// A match or a position as eXtreme Gammon saves it.
    Xg,
}

impl Format {
    fn of(file: &MatchFile) -> Format {
        match file.format() {
            MatchFormat::Mat => Format::Mat,
            MatchFormat::Sgf => Format::GnubgSgf,
            MatchFormat::Xg => Format::Xg,
        }
    }
}

/// Everything found in a text, in order. A block that cannot be read is an error in the same order.
#[derive(Clone, Debug)]
pub struct ReadResult {
    pub format: Format,
    pub found: Vec<Result<ReadItem, ReadError>>,
}

impl ReadResult {
    pub fn decisions(&self) -> impl Iterator<Item = &Decision> {
        self.found.iter().flatten().filter_map(|found| match found {
            ReadItem::Decision(decision) => Some(decision.as_ref()),
            ReadItem::Question(_) => None,
        })
    }

    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.found.iter().flatten().filter_map(|found| match found {
            ReadItem::Question(question) => Some(question),
            ReadItem::Decision(_) => None,
        })
    }

    pub fn errors(&self) -> impl Iterator<Item = &ReadError> {
        self.found.iter().filter_map(|found| found.as_ref().err())
    }
}

pub fn read(bytes: &[u8]) -> ReadResult {
    if bytes.starts_with(record::backgammon::xg::MAGIC) {
        return ReadResult { format: Format::Xg, found: read_xg(bytes) };
    }
    let text = decode(bytes);
    let (format, found) = if gnubg::is_text(&text) {
        (Format::GnubgText, read_gnubg_text(&text))
    } else if let Ok(file) = MatchFile::read(bytes) {
        (Format::of(&file), match_decisions::read(&file))
    } else {
        (Format::Positions, read_positions(&text))
    };
    let lines = TextLine::all(&text);
    let place = |error: ReadError| {
        let line = error.location.number().checked_sub(1).and_then(|n| lines.get(n));
        error.in_line(line.map_or("", |line| line.text))
    };
    ReadResult { format, found: found.into_iter().map(|each| each.map_err(place)).collect() }
}

fn read_xg(bytes: &[u8]) -> Vec<Result<ReadItem, ReadError>> {
    let problem = match MatchFile::read(bytes) {
        Ok(file) => return match_decisions::read(&file),
        Err(NoMatch::Xg(fault)) => Problem::Xg(fault),
        Err(NoMatch::Unknown) => Problem::Unknown,
    };
    vec![Err(ReadError { location: Location::Record(0), problem })]
}

fn read_gnubg_text(text: &str) -> Vec<Result<ReadItem, ReadError>> {
    let decisions = gnubg::read_text(text).into_iter();
    decisions.map(|decision| decision.map(|decision| ReadItem::Decision(Box::new(decision)))).collect()
}

/// Blocks that begin with a position id. Text before the first block is ignored unless it is a table.
fn read_positions(text: &str) -> Vec<Result<ReadItem, ReadError>> {
    let lines = TextLine::all(text);
    let starts: Vec<(usize, Result<Position, IdError>)> =
        lines.iter().enumerate().filter_map(|(n, line)| Some((n, position_id(line.text)?))).collect();
    let first = starts.first().map_or(lines.len(), |(n, _)| *n);
    let mut found: Vec<Result<ReadItem, ReadError>> = Vec::new();
    let stray = lines.iter().take(first).find(|line| xg::is_row(line.text));
    found.extend(stray.map(|line| Err(ReadError::new(line.number, Problem::NoPosition))));
    let ends = starts.iter().skip(1).map(|(n, _)| *n).chain([lines.len()]);
    for ((start, id), end) in starts.iter().zip(ends) {
        let block = lines.get(*start..end).unwrap_or_default();
        found.push(read_block(id.clone(), block));
    }
    if found.is_empty() {
        let line = lines.iter().find(|line| !line.is_blank());
        found.extend(line.map(|line| Err(ReadError::new(line.number, Problem::Unknown))));
    }
    found
}

/// A line that is an id, valid or not: it has a prefix such as `XGID=`, or reads as an id.
fn position_id(line: &str) -> Option<Result<Position, IdError>> {
    let named = ["XGID=", "OGID=", "GNUID="].iter().any(|name| line.starts_with(name));
    let bare = || !line.trim().contains(char::is_whitespace) && Notation::of(line).is_some();
    let read = (named || bare()).then(|| Position::read(line).map(|read| read.position))?;
    (named || read.is_ok()).then_some(read)
}

fn read_block(id: Result<Position, IdError>, block: &[TextLine<'_>]) -> Result<ReadItem, ReadError> {
    let line = block.first().map_or(0, |line| line.number);
    // A board with too many checkers is accepted with a warning if an analysis follows.
    let lenient = || block.first().and_then(|first| Position::read_lenient(first.text).ok());
    let analysed = block.iter().any(|line| xg::is_row(line.text));
    let position = match id {
        Ok(position) => position,
        Err(error) => lenient().filter(|_| analysed).ok_or(ReadError::new(line, Problem::Id(error)))?,
    };
    if block.iter().skip(1).all(TextLine::is_blank) {
        let question = Question { position, players: Players::default(), played: None, line };
        return Ok(ReadItem::Question(question));
    }
    xg::read_block(position, block).map(|decision| ReadItem::Decision(Box::new(decision)))
}
