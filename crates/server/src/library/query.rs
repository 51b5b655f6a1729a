//! A search as the page sends it, checked and typed.

use api::library::Search;
use api::{ApiError, ErrorCode};
use catalogue::{Date, GameKind, PositionQuery, Winner};
use library::{Query, Sort};

/// The page shows a few dozen rows at a time.
const MAX_ROWS: usize = 1000;
const DEFAULT_ROWS: usize = 100;

pub(super) fn query(search: &Search) -> Result<Query, ApiError> {
    Ok(Query {
        text: search.text.clone(),
        player: search.player.clone(),
        event: search.event.clone(),
        kind: field(&search.kind, GameKind::named)?,
        winner: field(&search.winner, Winner::named)?,
        from: date("from", &search.from)?,
        to: date("to", &search.to)?,
        size: field(&search.size, |text| text.parse().ok())?,
        least_moves: None,
        most_moves: None,
        position: field(&search.position, PositionQuery::read)?,
        sort: field(&search.sort, Sort::named)?.unwrap_or_default(),
        backwards: search.backwards,
        skip: search.skip,
        most: Some(search.most.unwrap_or(DEFAULT_ROWS).min(MAX_ROWS)),
    })
}

pub(super) fn field<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, ApiError> {
    parse(text, read, ErrorCode::NotUnderstood)
}

/// The error names the field, because there are two of them.
fn date(field: &str, text: &str) -> Result<Option<Date>, ApiError> {
    parse(text, Date::typed, ErrorCode::NotADate).map_err(|error| error.with("field", field))
}

/// An empty field is no condition.
fn parse<T>(
    text: &str,
    read: impl Fn(&str) -> Option<T>,
    otherwise: ErrorCode,
) -> Result<Option<T>, ApiError> {
    match text.trim() {
        "" => Ok(None),
        text => read(text).map(Some).ok_or_else(|| ApiError::new(otherwise).with("text", text)),
    }
}
