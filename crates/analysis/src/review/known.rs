//! What is known of a position.

use super::{Given, Pass};
use crate::{Evaluation, Line};

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Found {
    /// At least one, each with at least one move.
    Lines(Vec<Line>),
    /// The engine cannot search the position.
    Nothing,
}

impl Found {
    pub fn new(mut lines: Vec<Line>) -> Found {
        lines.retain(|line| !line.moves.is_empty());
        if lines.is_empty() { Found::Nothing } else { Found::Lines(lines) }
    }

    fn best(&self) -> Option<&Line> {
        match self {
            Found::Lines(lines) => lines.first(),
            Found::Nothing => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Known {
    pub given: Option<Given>,
    sweep: Option<Found>,
    deeper: Option<Found>,
}

impl Known {
    pub fn new(given: Option<Given>) -> Known {
        Known { given, sweep: None, deeper: None }
    }

    /// Whether the question is still to be asked. What is given is not asked, and what cannot be searched is not tried
    /// again.
    pub fn is_open(&self, pass: Pass) -> bool {
        let is_impossible = self.sweep == Some(Found::Nothing);
        self.given.is_none() && self.found(pass).is_none() && !is_impossible
    }

    /// False if it was known.
    pub fn add(&mut self, pass: Pass, found: Found) -> bool {
        let place = match pass {
            Pass::Sweep => &mut self.sweep,
            Pass::Deeper => &mut self.deeper,
        };
        if self.given.is_some() || place.is_some() {
            return false;
        }
        *place = Some(found);
        true
    }

    pub fn found(&self, pass: Pass) -> Option<&Found> {
        match pass {
            Pass::Sweep => self.sweep.as_ref(),
            Pass::Deeper => self.deeper.as_ref(),
        }
    }

    /// The best line that this search found.
    pub fn best(&self, pass: Pass) -> Option<&Line> {
        self.found(pass).and_then(Found::best)
    }

    /// The best line of the most thorough search.
    pub fn best_known(&self) -> Option<&Line> {
        self.best(Pass::Deeper).or_else(|| self.best(Pass::Sweep))
    }

    /// The second line, which only the deeper look has.
    pub fn second(&self) -> Option<&Line> {
        match &self.deeper {
            Some(Found::Lines(lines)) => lines.get(1),
            _ => None,
        }
    }

    /// The value by this search, or the one that is given.
    pub fn value(&self, pass: Pass) -> Option<Evaluation> {
        match self.given {
            Some(Given::Over(value) | Given::File(value)) => Some(value),
            None => self.best(pass).map(|line| line.evaluation),
        }
    }

    pub fn value_known(&self) -> Option<Evaluation> {
        self.value(Pass::Deeper).or_else(|| self.value(Pass::Sweep))
    }

    pub fn is_of_file(&self) -> bool {
        matches!(self.given, Some(Given::File(_)))
    }
}
