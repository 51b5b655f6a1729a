//! Rows of backgammon games: each game of a match is one.

use std::ops::ControlFlow;

use record::backgammon::{Action, MatchFile, MatchGame, Win};
use rules::backgammon::Side;

use crate::Date;
use crate::entry::{GameEntry, GameKind, Winner};
use crate::position_key::backgammon_key;

pub(crate) fn each_game(bytes: &[u8], each: &mut impl FnMut(GameEntry) -> ControlFlow<()>) {
    let Ok(file) = MatchFile::read(bytes) else { return };
    for (number, game) in file.games().iter().enumerate() {
        if each(entry(&file, game, number)).is_break() {
            return;
        }
    }
}

fn entry(file: &MatchFile, game: &MatchGame, number: usize) -> GameEntry {
    let mut entry = GameEntry::new(GameKind::Backgammon, number);
    entry.summary.black = game.players.bottom.trim().to_owned();
    entry.summary.white = game.players.top.trim().to_owned();
    entry.summary.event = file.tag("Event").unwrap_or_default().trim().to_owned();
    entry.summary.date = Date::read(file.date());
    entry.summary.size = (file.length(), 0);
    (entry.summary.winner, entry.summary.result) = match game.won {
        Some(Win { side: Side::Bottom, points }) => (Winner::Black, format!("B+{points}")),
        Some(Win { side: Side::Top, points }) => (Winner::White, format!("W+{points}")),
        None => (Winner::Unknown, String::new()),
    };
    let rolls =
        game.actions.iter().enumerate().filter(|(_, played)| matches!(played.action, Action::Roll { .. }));
    let first = rolls.clone().next().map_or(Side::Bottom, |(_, played)| played.side);
    entry.add_position(backgammon_key(&game.start.board, first));
    for (n, played) in rolls {
        entry.summary.moves = entry.summary.moves.saturating_add(1);
        entry.add_position(backgammon_key(&game.position(n + 1).board, played.side.other()));
    }
    entry
}
