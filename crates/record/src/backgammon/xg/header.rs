//! The first records of a match and of a game.

use rules::backgammon::{Board, DEFAULT_CUBE_LIMIT, Position, Score, Stake};

use super::date;
use super::fields::Fields;
use crate::backgammon::game::{Players, stake};
use crate::backgammon::variant;

#[derive(Clone, Debug)]
pub struct MatchHeader {
    /// Player 1 is at the bottom, as in eXtreme Gammon.
    pub players: Players,
    /// In points; 0 for money.
    pub length: u16,
    variation: i32,
    jacoby: bool,
    beavers: bool,
    cube_limit: u8,
    event: String,
    place: String,
    round: String,
    transcriber: String,
    date: Option<String>,
    pub comment: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
pub struct GameHeader {
    pub score: Score,
    pub is_crawford: bool,
    /// `None` where the game begins as usual.
    pub board: Option<Board>,
    pub comment: Option<usize>,
}

/// Money is a match of this length.
const MONEY: i32 = 99_999;
/// Where the wide texts begin that later versions have beside the old ones.
const WIDE_SINCE: i32 = 24;

impl MatchHeader {
    pub(super) fn read(record: Fields<'_>) -> MatchHeader {
        let version = record.i32(552);
        let text = |wide: usize, short: usize, most: usize| {
            let text = if version >= WIDE_SINCE { record.wide_text(wide, 129) } else { String::new() };
            if text.is_empty() { record.short_text(short, most) } else { text }
        };
        let length = match record.i32(92) {
            MONEY => 0,
            length => u16::try_from(length).unwrap_or_default(),
        };
        let limit = u8::try_from(record.i32(612)).ok().filter(|limit| (1..=15).contains(limit));
        MatchHeader {
            players: Players { bottom: text(880, 9, 40), top: text(1138, 50, 40) },
            length,
            variation: record.i32(96),
            jacoby: record.flag(101),
            beavers: record.flag(102),
            cube_limit: limit.unwrap_or(DEFAULT_CUBE_LIMIT),
            event: text(622, 136, 128),
            place: text(1396, 283, 128),
            round: text(1654, 417, 128),
            transcriber: record.wide_text(1960, 129),
            date: date::text(record.f64(128)),
            // Without a comment this is 0 in old files, where the table of comments is empty.
            comment: record.index(576),
        }
    }

    pub(super) fn tags(&self) -> Vec<(String, String)> {
        let date = self.date.clone().unwrap_or_default();
        let tags = [
            ("Event", &self.event),
            ("Site", &self.place),
            ("Round", &self.round),
            ("EventDate", &date),
            ("Transcriber", &self.transcriber),
        ];
        let has_value = tags.into_iter().filter(|(_, value)| !value.is_empty());
        has_value.map(|(name, value)| (name.to_owned(), value.clone())).collect()
    }

    /// The position before the first roll of a game.
    pub(super) fn start(&self, game: &GameHeader) -> Position {
        let variation = match self.variation {
            1 => "NackGammon",
            2 => "HyperGammon",
            3 => "LongGammon",
            _ => "",
        };
        let stake = match stake(self.length, game.is_crawford, self.jacoby) {
            Stake::Money { jacoby, .. } => Stake::Money { jacoby, beavers: self.beavers },
            of_match => of_match,
        };
        let board = game.board.unwrap_or(variant::start(variation));
        Position { stake, score: game.score, cube_limit: self.cube_limit, ..Position::money(board) }
    }
}

impl GameHeader {
    pub(super) fn read(record: Fields<'_>) -> GameHeader {
        let points = |at| u16::try_from(record.i32(at)).unwrap_or_default();
        GameHeader {
            score: Score { bottom: points(12), top: points(16) },
            is_crawford: record.flag(20),
            board: record.board(21).filter(|_| !record.is_blank_board(21)),
            comment: record.index(56),
        }
    }
}
