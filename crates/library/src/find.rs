//! Finding games: by what stands in their rows, and by a position that they pass.

use catalogue::{Date, Kind, Sought, Winner};

use crate::columns::Names;
use crate::error::LibraryError;
use crate::row::{Game, Row};
use crate::runs;
use crate::store::Library;

/// Which games, in which order, and how many of them. What is left open lets all through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Words, each of which is in a player's name, the event, the result or the date.
    pub text: String,
    /// Either player.
    pub player: String,
    pub event: String,
    pub kind: Option<Kind>,
    pub winner: Option<Winner>,
    pub from: Option<Date>,
    pub to: Option<Date>,
    /// The width of a Go board, or the length of a match.
    pub size: Option<u16>,
    pub least_moves: Option<u32>,
    pub most_moves: Option<u32>,
    /// Games that pass this position.
    pub position: Option<Sought>,
    pub sort: Sort,
    pub backwards: bool,
    pub skip: usize,
    /// None for all.
    pub most: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// As they came into the library.
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

    /// None stands for what is not known.
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

/// A game, and after how many moves it passes the position that was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub game: Game,
    pub at: Option<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// How many games there are in all that fit.
    pub total: usize,
    pub games: Vec<Place>,
}

impl Library {
    pub fn find(&mut self, query: &Query) -> Result<Found, LibraryError> {
        self.columns.refresh(&self.db)?;
        let mut fitting = match query.position {
            Some(sought) => self.passing(query, sought)?,
            None => {
                let sieve = Sieve::new(query, &self.columns.names);
                let fits = self.columns.rows.iter().filter(|row| sieve.lets_through(row));
                fits.map(|row| (row, None)).collect()
            }
        };
        sort(&mut fitting, query, &self.columns.names);
        let total = fitting.len();
        let shown = fitting.into_iter().skip(query.skip).take(query.most.unwrap_or(usize::MAX));
        let games = shown.map(|(row, at)| Ok(Place { game: self.game(row)?, at }));
        Ok(Found { total, games: games.collect::<Result<_, LibraryError>>()? })
    }

    fn passing(&self, query: &Query, sought: Sought) -> Result<Vec<(&Row, Option<u32>)>, LibraryError> {
        let sieve = Sieve::new(query, &self.columns.names);
        let found = runs::search(&self.db, sought.key)?;
        let rows = found.into_iter().filter_map(|(id, at)| Some((self.columns.row(id)?, Some(at))));
        // The same stones may come up in simultaneous Go; pieces of other games never do.
        let same_board =
            |kind: Kind| (kind == Kind::SimultaneousGo && sought.kind == Kind::Go) || kind == sought.kind;
        Ok(rows.filter(|(row, _)| same_board(row.kind) && sieve.lets_through(row)).collect())
    }

    pub(crate) fn game(&self, row: &Row) -> Result<Game, LibraryError> {
        let name = |number| self.columns.names.text(number).to_owned();
        let mut ask = self.db.prepare_cached("SELECT path FROM files WHERE id = ?1")?;
        let path: String = ask.query_row([row.file], |found| found.get(0)).unwrap_or_default();
        Ok(Game {
            id: row.id,
            kind: row.kind,
            black: name(row.black),
            white: name(row.white),
            event: name(row.event),
            date: row.date,
            result: name(row.result),
            winner: row.winner,
            size: row.size,
            moves: row.moves,
            path: path.into(),
            number: row.number,
        })
    }

    /// How many games there are.
    pub fn count(&mut self) -> Result<usize, LibraryError> {
        self.columns.refresh(&self.db)?;
        Ok(self.columns.rows.len())
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

/// A query made ready: names are looked through once, not for every game.
struct Sieve<'q> {
    query: &'q Query,
    words: Vec<(Vec<bool>, String)>,
    player: Option<Vec<bool>>,
    event: Option<Vec<bool>>,
}

impl<'q> Sieve<'q> {
    fn new(query: &'q Query, names: &Names) -> Sieve<'q> {
        let said = |text: &str| (!text.trim().is_empty()).then(|| names.having(text.trim()));
        Sieve {
            query,
            words: query.text.split_whitespace().map(|word| (names.having(word), word.to_owned())).collect(),
            player: said(&query.player),
            event: said(&query.event),
        }
    }

    fn lets_through(&self, row: &Row) -> bool {
        let query = self.query;
        let is_in = |names: &[bool], name: u32| names.get(name as usize).copied().unwrap_or(false);
        let in_range = |date: Date| {
            query.from.is_none_or(|from| date.is_known() && date >= from)
                // To the end of the month or the year that is named.
                && query.to.is_none_or(|to| date.is_known() && (date <= to || covers(to, date)))
        };
        query.kind.is_none_or(|kind| kind == row.kind)
            && query.winner.is_none_or(|winner| winner == row.winner)
            && query.size.is_none_or(|size| size == row.size.0)
            && query.least_moves.is_none_or(|least| row.moves >= least)
            && query.most_moves.is_none_or(|most| row.moves <= most)
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

/// `2026`, `2026-02` or the whole of it.
fn is_date(date: Date, word: &str) -> bool {
    word.len() >= 4
        && word.bytes().all(|b| b.is_ascii_digit() || b == b'-')
        && date.to_string().starts_with(word)
}
