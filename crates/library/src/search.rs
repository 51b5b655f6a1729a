//! Searches games by their fields, and by a position that they reach.

use catalogue::{Date, GameKind, GameSummary, PositionQuery, Winner};

use crate::error::LibraryError;
use crate::position_runs;
use crate::row::{Game, Row};
use crate::row_cache::Names;
use crate::store::Library;

/// Which games, in which order, and how many of them. Empty fields match all games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Words, each of which must occur in a player's name, the event, the result or the date.
    pub text: String,
    /// Either player.
    pub player: String,
    pub event: String,
    pub kind: Option<GameKind>,
    pub winner: Option<Winner>,
    pub from: Option<Date>,
    pub to: Option<Date>,
    /// The width of a Go board, or the length of a match.
    pub size: Option<u16>,
    pub least_moves: Option<u32>,
    pub most_moves: Option<u32>,
    /// Games that reach this position.
    pub position: Option<PositionQuery>,
    pub sort: Sort,
    pub backwards: bool,
    pub skip: usize,
    /// None for all.
    pub most: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// In the order in which they were added.
    #[default]
    Added,
    Date,
    Black,
    White,
    Event,
    Result,
    Moves,
    Size,
}

impl Sort {
    pub const ALL: [Sort; 8] = [
        Sort::Added,
        Sort::Date,
        Sort::Black,
        Sort::White,
        Sort::Event,
        Sort::Result,
        Sort::Moves,
        Sort::Size,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Sort::Added => "added",
            Sort::Date => "date",
            Sort::Black => "black",
            Sort::White => "white",
            Sort::Event => "event",
            Sort::Result => "result",
            Sort::Moves => "moves",
            Sort::Size => "size",
        }
    }

    pub fn named(name: &str) -> Option<Sort> {
        Sort::ALL.into_iter().find(|sort| sort.name() == name)
    }

    /// None if the value is unknown.
    fn key(self, row: &Row, names: &Names) -> Option<u64> {
        match self {
            Sort::Added => u64::try_from(row.id).ok(),
            Sort::Date => row.date.is_known().then(|| row.date.number().into()),
            Sort::Black => names.rank_of(row.black).map(u64::from),
            Sort::White => names.rank_of(row.white).map(u64::from),
            Sort::Event => names.rank_of(row.event).map(u64::from),
            Sort::Result => names.rank_of(row.result).map(u64::from),
            Sort::Moves => Some(row.moves.into()),
            Sort::Size => (row.size.0 > 0).then_some(u64::from(row.size.0) << 16 | u64::from(row.size.1)),
        }
    }
}

/// A game, and after how many moves it reaches the position of the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGame {
    pub game: Game,
    pub at: Option<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResults {
    /// The number of all matching games.
    pub total: usize,
    pub games: Vec<FoundGame>,
}

impl Library {
    pub fn find(&mut self, query: &Query) -> Result<SearchResults, LibraryError> {
        self.cache.refresh(&self.db)?;
        let mut fitting = match query.position {
            Some(position) => self.passing(query, position)?,
            None => {
                let filter = RowFilter::new(query, &self.cache.names);
                let fits = self.cache.rows.iter().filter(|row| filter.matches_row(row));
                fits.map(|row| (row, None)).collect()
            }
        };
        sort(&mut fitting, query, &self.cache.names);
        let total = fitting.len();
        let shown = fitting.into_iter().skip(query.skip).take(query.most.unwrap_or(usize::MAX));
        let games = shown.map(|(row, at)| Ok(FoundGame { game: self.game(row)?, at }));
        Ok(SearchResults { total, games: games.collect::<Result<_, LibraryError>>()? })
    }

    fn passing(
        &self,
        query: &Query,
        position: PositionQuery,
    ) -> Result<Vec<(&Row, Option<u32>)>, LibraryError> {
        let filter = RowFilter::new(query, &self.cache.names);
        let found = position_runs::search(&self.db, position.key)?;
        let rows = found.into_iter().filter_map(|(id, at)| Some((self.cache.row(id)?, Some(at))));
        // Positions of Go and simultaneous Go can be the same; those of other games cannot.
        let same_board = |kind: GameKind| {
            (kind == GameKind::SimultaneousGo && position.kind == GameKind::Go) || kind == position.kind
        };
        Ok(rows.filter(|(row, _)| same_board(row.kind) && filter.matches_row(row)).collect())
    }

    pub(crate) fn game(&self, row: &Row) -> Result<Game, LibraryError> {
        let name = |number| self.cache.names.text(number).to_owned();
        let mut ask = self.db.prepare_cached("SELECT path FROM files WHERE id = ?1")?;
        let path: String = ask.query_row([row.file], |found| found.get(0)).unwrap_or_default();
        Ok(Game {
            id: row.id,
            summary: GameSummary {
                kind: row.kind,
                black: name(row.black),
                white: name(row.white),
                event: name(row.event),
                date: row.date,
                result: name(row.result),
                winner: row.winner,
                size: row.size,
                moves: row.moves,
            },
            path: path.into(),
            number: row.number,
        })
    }

    /// The number of games.
    pub fn count(&mut self) -> Result<usize, LibraryError> {
        self.cache.refresh(&self.db)?;
        Ok(self.cache.rows.len())
    }
}

fn sort(fitting: &mut Vec<(&Row, Option<u32>)>, query: &Query, names: &Names) {
    let mut keyed: Vec<(bool, u64, i64, usize)> = fitting
        .iter()
        .enumerate()
        .map(|(n, (row, _))| {
            let key = query.sort.key(row, names);
            let turned = if query.backwards { u64::MAX - key.unwrap_or(0) } else { key.unwrap_or(0) };
            (key.is_none(), turned, if query.backwards { -row.id } else { row.id }, n)
        })
        .collect();
    keyed.sort_unstable();
    *fitting = keyed.into_iter().filter_map(|(_, _, _, n)| fitting.get(n).copied()).collect();
}

/// A prepared query: names are searched once, not for every game.
struct RowFilter<'q> {
    query: &'q Query,
    words: Vec<(Vec<bool>, String)>,
    player: Option<Vec<bool>>,
    event: Option<Vec<bool>>,
}

impl<'q> RowFilter<'q> {
    fn new(query: &'q Query, names: &Names) -> RowFilter<'q> {
        let names_with = |text: &str| (!text.trim().is_empty()).then(|| names.having(text.trim()));
        RowFilter {
            query,
            words: query.text.split_whitespace().map(|word| (names.having(word), word.to_owned())).collect(),
            player: names_with(&query.player),
            event: names_with(&query.event),
        }
    }

    fn matches_row(&self, row: &Row) -> bool {
        let query = self.query;
        let is_in = |names: &[bool], name: u32| names.get(name as usize).copied().unwrap_or(false);
        let in_range = |date: Date| {
            query.from.is_none_or(|from| date.is_known() && date >= from)
                // Up to the end of the given month or year.
                && query.to.is_none_or(|to| date.is_known() && (date <= to || covers(to, date)))
        };
        query.kind.is_none_or(|kind| kind == row.kind)
            && query.winner.is_none_or(|winner| winner == row.winner)
            && query.size.is_none_or(|size| size == row.size.0)
            && query.least_moves.is_none_or(|least| row.kind.moves_in(row.moves) >= least)
            && query.most_moves.is_none_or(|most| row.kind.moves_in(row.moves) <= most)
            && in_range(row.date)
            && self.player.as_ref().is_none_or(|p| is_in(p, row.black) || is_in(p, row.white))
            && self.event.as_ref().is_none_or(|e| is_in(e, row.event))
            && self.words.iter().all(|(having, word)| {
                [row.black, row.white, row.event, row.result].iter().any(|name| is_in(having, *name))
                    || is_date(row.date, word)
            })
    }
}

fn covers(to: Date, date: Date) -> bool {
    is_date(date, &to.to_string())
}

/// `2026`, `2026-02` or a full date.
fn is_date(date: Date, word: &str) -> bool {
    word.len() >= 4
        && word.bytes().all(|b| b.is_ascii_digit() || b == b'-')
        && date.to_string().starts_with(word)
}
