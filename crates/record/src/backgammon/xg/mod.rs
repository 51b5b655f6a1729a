//! Files of eXtreme Gammon: matches (`.xg`) and positions (`.xgp`), with the program's analysis. They are read and never
//! written: the bytes stay as they are.
//!
//! The format has no complete specification. What is read here was compared with real files of the save versions 30
//! and 32; money games, beavers and rollouts follow descriptions by others and are checked where they are used.
//!
//! `container` unpacks the file, `fields` reads numbers and texts at their offsets, `record` the records of 2560 bytes,
//! and `games` replays them: the positions in the file must be those that the actions lead to.

mod analysis;
mod comments;
mod container;
mod date;
mod fields;
mod games;
mod header;
mod record;
mod rollouts;

use super::Location;
use super::game::MatchGame;
use super::problem::{MatchError, MatchProblem};
pub use analysis::{Candidate, CubeAnalysis, Evaluation, Level};
pub use container::XgFault;
pub use record::{CheckerRecord, CubeAnswer, CubeRecord, Record};
pub use rollouts::Rollout;

/// How every file of eXtreme Gammon begins.
pub const MAGIC: &[u8; 4] = b"RGMH";

/// What a file of eXtreme Gammon contains beside the games: the analysis of each record, and comments.
#[derive(Clone, Debug)]
pub struct XgFile {
    bytes: Vec<u8>,
    records: Vec<Record>,
    comments: Vec<String>,
    rollouts: Vec<Rollout>,
    damage: Vec<MatchError>,
}

/// What `MatchFile` needs of a file.
pub(super) struct XgMatch {
    pub file: XgFile,
    pub tags: Vec<(String, String)>,
    /// In points; 0 for money.
    pub length: u16,
    pub games: Vec<MatchGame>,
}

pub(super) fn read(bytes: &[u8]) -> Result<XgMatch, XgFault> {
    let container = container::read(bytes)?;
    let records = record::read_all(&container.records);
    let comments = comments::read(&container.comments);
    let Some(Record::Match(header)) = records.first() else { return Err(XgFault::NoMatch) };
    let (mut tags, length) = (header.tags(), header.length);
    let comment = header.comment.and_then(|number| comments.get(number));
    tags.extend(comment.map(|text| ("Comment".to_owned(), text.clone())));
    let games = games::games(&records, header);
    let rollouts = rollouts::read(&container.rollouts);
    let part = |part| MatchError { location: Location::Record(0), problem: MatchProblem::Damaged(part) };
    let mut damage: Vec<MatchError> = container.damaged.into_iter().map(part).collect();
    damage.extend(games::out_of_order(&records));
    let file = XgFile { bytes: bytes.to_owned(), records, comments, rollouts, damage };
    Ok(XgMatch { file, tags, length, games })
}

impl XgFile {
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The cube decision before a roll, or the one of a double and its answer: the record itself or the one before it.
    pub fn cube(&self, number: usize) -> Option<&CubeRecord> {
        let at = |number: usize| match self.records.get(number)? {
            Record::Cube(cube) => Some(&**cube),
            _ => None,
        };
        match self.records.get(number)? {
            Record::Cube(_) => at(number),
            Record::Checker(_) => at(number.checked_sub(1)?),
            _ => None,
        }
    }

    pub fn checker(&self, number: usize) -> Option<&CheckerRecord> {
        match self.records.get(number)? {
            Record::Checker(checker) => Some(checker),
            _ => None,
        }
    }

    /// The user's comment on a record, and for a roll also the one on the cube decision before it.
    pub fn comment(&self, number: usize) -> Option<String> {
        let own = |number: usize| match self.records.get(number)? {
            Record::Game(game) => game.comment,
            Record::Cube(cube) => cube.comment,
            Record::Checker(checker) => checker.comment,
            _ => None,
        };
        let rolled_before = |cube: &CubeRecord| !cube.is_doubled;
        let before = self
            .checker(number)
            .and_then(|_| self.cube(number))
            .filter(|cube| rolled_before(cube))
            .and_then(|cube| cube.comment);
        let texts = before.into_iter().chain(own(number)).filter_map(|index| self.comments.get(index));
        let text = texts.map(String::as_str).collect::<Vec<_>>().join("\n\n");
        (!text.is_empty()).then_some(text)
    }

    pub fn rollout(&self, index: Option<usize>) -> Option<&Rollout> {
        self.rollouts.get(index?)
    }

    /// Parts of the file that could not be unpacked, and records that have no place in a match.
    pub(super) fn damage(&self) -> &[MatchError] {
        &self.damage
    }
}

#[cfg(test)]
mod tests;
