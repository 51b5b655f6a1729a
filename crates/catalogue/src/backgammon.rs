//! Rows of backgammon games: each game of a match is one.

use std::ops::ControlFlow;

use flashcards::{Match, MatchGame};
use rules::backgammon::{Board, Side};

use crate::Date;
use crate::entry::{Entry, Kind, Winner};
use crate::key::backgammon_key;

pub(crate) fn each_game(bytes: &[u8], each: &mut impl FnMut(Entry) -> ControlFlow<()>) {
    let Some(all) = Match::read(bytes) else { return };
    for (number, game) in all.games.iter().enumerate() {
        if each(entry(&all, game, number)).is_break() {
            return;
        }
    }
}

fn entry(all: &Match, game: &MatchGame, number: usize) -> Entry {
    let mut entry = Entry::new(Kind::Backgammon, number);
    entry.black = game.players.bottom.trim().to_owned();
    entry.white = game.players.top.trim().to_owned();
    entry.event = all.event.trim().to_owned();
    entry.date = Date::read(&all.date);
    entry.size = (all.length, 0);
    (entry.winner, entry.result) = match game.won {
        Some((Side::Bottom, points)) => (Winner::Black, format!("B+{points}")),
        Some((Side::Top, points)) => (Winner::White, format!("W+{points}")),
        None => (Winner::Unknown, String::new()),
    };
    let first = game.turns.first().map_or(Side::Bottom, |(side, _, _)| *side);
    entry.pass_position(backgammon_key(&Board::START, first));
    for (side, _, board) in &game.turns {
        entry.moves = entry.moves.saturating_add(1);
        entry.pass_position(backgammon_key(board, side.other()));
    }
    entry
}
