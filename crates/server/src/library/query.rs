//! What the page asks for, from the address it asks at.

use catalogue::{Date, Kind, Sought, Winner};
use library::{Query, Sort};
use serde::Deserialize;

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
    pub fn query(&self) -> Result<Query, String> {
        Ok(Query {
            text: self.text.clone(),
            player: self.player.clone(),
            event: self.event.clone(),
            kind: known(&self.kind, Kind::named)?,
            winner: known(&self.winner, Winner::named)?,
            from: date(&self.from)?,
            to: date(&self.to)?,
            size: known(&self.size, |text| text.parse().ok())?,
            least_moves: None,
            most_moves: None,
            position: known(&self.position, Sought::read)?,
            sort: known(&self.sort, Sort::named)?.unwrap_or_default(),
            backwards: self.backwards,
            skip: self.skip,
            most: Some(self.most.unwrap_or(100).min(MOST)),
        })
    }
}

fn known<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, String> {
    match text.trim() {
        "" => Ok(None),
        text => read(text).map(Some).ok_or_else(|| format!("“{text}” is not understood.")),
    }
}

fn date(text: &str) -> Result<Option<Date>, String> {
    let read = |text: &str| Some(Date::read(text)).filter(|date| date.is_known());
    known(text, read).map_err(|_| format!("“{}” is no date: write 2026, 2026-02 or 2026-02-11.", text.trim()))
}
