//! Backgammon matches on the command line.

mod json;
mod show;

use catalogue::FileKind;
use record::GameRecord;
use record::backgammon::{Location, MatchFile, MatchRecord, TextLocation};

pub use json::document;
pub use show::{board, everything};

use super::NodeArgs;
use super::input::Input;
use crate::failure::Failure;

impl Input {
    pub fn is_match(&self) -> bool {
        self.kind() == FileKind::BackgammonMatch
    }

    pub fn match_file(&self) -> Result<MatchFile, Failure> {
        MatchFile::read(&self.bytes).map_err(|error| self.failure(error.to_string()))
    }
}

impl NodeArgs {
    /// The match with its cursor there.
    pub fn find_match(&self, input: &Input) -> Result<MatchRecord, Failure> {
        let file = input.match_file()?;
        let number = self.game_of(input, file.games().len())?;
        let mut record = MatchRecord::open(file, number);
        if let Some(path) = &self.at {
            let root = record.root();
            let node = record.tree().follow(root, path, |node| node != root);
            record.go_to(node.map_err(|error| input.failure(error.to_string()))?);
        }
        Ok(record)
    }
}

/// Everything odd about the file, in its order, as `line:column: text` or `record 7: text`.
pub fn findings(file: &MatchFile) -> Vec<String> {
    let mut found: Vec<(Location, String)> = Vec::new();
    let syntax = file.sgf().map(record::go::check).unwrap_or_default();
    let at = |line, column| Location::Text(TextLocation { line, column });
    found.extend(syntax.iter().map(|warning| (at(warning.line, warning.column), warning.kind.to_string())));
    found.extend(file.errors().iter().map(|error| (error.location, error.problem.to_string())));
    found.sort_by_key(|(location, _)| *location);
    found.into_iter().map(|(location, what)| format!("{location}: {what}")).collect()
}
