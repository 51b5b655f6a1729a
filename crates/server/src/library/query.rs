//! What the page asks for, from the address it asks at.

use catalogue::{Date, Kind, Sought, Winner};
use library::{Query, Sort};
use serde::Deserialize;
use words::{Host, fill};

/// A page shows some dozen rows at a time; nobody needs more at once.
const MOST: usize = 1000;

/// Nothing, or nothing but an empty field, lets everything through.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Wanted {
    text: String,
    player: String,
    event: String,
    kind: String,
    winner: String,
    from: String,
    to: String,
    size: String,
    position: String,
    sort: String,
    backwards: bool,
    skip: usize,
    most: Option<usize>,
}

impl Wanted {
    pub fn query(&self, words: &Host) -> Result<Query, String> {
        let known = Reading(words);
        Ok(Query {
            text: self.text.clone(),
            player: self.player.clone(),
            event: self.event.clone(),
            kind: known.one(&self.kind, Kind::named)?,
            winner: known.one(&self.winner, Winner::named)?,
            from: known.date(&self.from)?,
            to: known.date(&self.to)?,
            size: known.one(&self.size, |text| text.parse().ok())?,
            least_moves: None,
            most_moves: None,
            position: known.one(&self.position, Sought::read)?,
            sort: known.one(&self.sort, Sort::named)?.unwrap_or_default(),
            backwards: self.backwards,
            skip: self.skip,
            most: Some(self.most.unwrap_or(100).min(MOST)),
        })
    }
}

/// Says what it cannot read in these words.
struct Reading<'w>(&'w Host);

impl Reading<'_> {
    fn one<T>(&self, text: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, String> {
        self.or_say(text, read, self.0.not_understood)
    }

    fn date(&self, text: &str) -> Result<Option<Date>, String> {
        self.or_say(text, |text| Some(Date::read(text)).filter(|date| date.is_known()), self.0.no_date)
    }

    fn or_say<T>(&self, text: &str, read: impl Fn(&str) -> Option<T>, or: &str) -> Result<Option<T>, String> {
        match text.trim() {
            "" => Ok(None),
            text => read(text).map(Some).ok_or_else(|| fill(or, &[("text", text)])),
        }
    }
}
