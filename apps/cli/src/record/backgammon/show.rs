//! A match as text: tags, games with their actions, findings; and the board at a place.

use std::fmt::Write;
use std::ops::Range;

use diagram::backgammon::board_text;
use record::backgammon::{Action, MatchFile, MatchGame, MatchRecord, Players, Win};
use rules::backgammon::{Position, Side, Stage, Stake};

use super::findings;

/// With one game only, findings are left out: they are about the file.
pub fn everything(file: &MatchFile, games: Range<usize>) -> String {
    let mut text = String::new();
    for (name, value) in file.tags() {
        let _ = writeln!(text, "{name:16} {value}");
    }
    let length = match file.length() {
        0 => "for money".to_owned(),
        length => format!("to {length}"),
    };
    let _ = writeln!(text, "{:16} {length}\n{:16} {}\n", "Match", "Games", file.games().len());
    let all = file.games();
    for (n, each) in all.iter().enumerate().filter(|(n, _)| games.contains(n)) {
        let _ = writeln!(text, "Game {}\n{}", n + 1, game(each));
    }
    for finding in findings(file).iter().filter(|_| games.len() == all.len()) {
        let _ = writeln!(text, "warning: {finding}");
    }
    text
}

fn game(game: &MatchGame) -> String {
    let mut text = String::new();
    for (label, side) in [("Top", Side::Top), ("Bottom", Side::Bottom)] {
        let _ = writeln!(text, "{label:16} {}", game.players.of(side));
    }
    let _ = writeln!(text, "{:16} {}", "Score", score(&game.start));
    if let Some(Win { side, points }) = game.won {
        let unit = if points == 1 { "point" } else { "points" };
        let _ = writeln!(text, "{:16} {} wins {points} {unit}", "Result", game.players.of(side));
    }
    let _ = writeln!(text, "{:16} {}", "Actions", game.actions.len());
    for (n, played) in game.actions.iter().enumerate() {
        let _ = writeln!(text, "{:5}. {}", n + 1, action(&game.players, played.side, &played.action));
    }
    text
}

/// `top 0, bottom 4 of 5, Crawford game`
fn score(position: &Position) -> String {
    let points = format!("top {}, bottom {}", position.score.top, position.score.bottom);
    match position.stake {
        Stake::Match { length, crawford: true } => format!("{points} of {length}, Crawford game"),
        Stake::Match { length, .. } => format!("{points} of {length}"),
        Stake::Money { .. } => points,
    }
}

/// `Ann 31: 8/5 6/5`
fn action(players: &Players, side: Side, action: &Action) -> String {
    format!("{} {action}", named(players, side))
}

/// The board at the cursor, with what was last done, who acts next, cube and score.
pub fn board(record: &MatchRecord) -> String {
    let position = record.position();
    let mut text = board_text(&position);
    let players = record.game().map(|game| game.players.clone()).unwrap_or_default();
    if let Some(last) = record.last_action() {
        let _ =
            writeln!(text, "Action {}: {}", record.actions_made(), action(&players, last.side, &last.action));
    }
    let _ = writeln!(
        text,
        "X: {}, O: {}",
        named(&players, position.turn),
        named(&players, position.turn.other())
    );
    let _ = writeln!(text, "To act: {}", to_act(record, &players, &position));
    let owner = position.cube.owner.map_or("centred".to_owned(), |side| named(&players, side));
    let _ = writeln!(text, "Cube: {} ({owner})", position.cube.value());
    let _ = writeln!(text, "Score: {}", score(&position));
    let _ = writeln!(text, "{}", position.xgid());
    text
}

fn named(players: &Players, side: Side) -> String {
    match players.of(side).trim() {
        "" => side.to_string(),
        name => name.to_owned(),
    }
}

fn to_act(record: &MatchRecord, players: &Players, position: &Position) -> String {
    let name = named(players, position.to_act());
    match (record.next_action(), position.stage) {
        (None, _) => "nobody: the game is over".to_owned(),
        (_, Stage::Rolled(dice)) => format!("{name} plays {dice}"),
        (_, Stage::OnRoll) => format!("{name} rolls or doubles"),
        (_, Stage::Doubled) => format!("{name} takes or passes"),
        (_, Stage::Beavered) => format!("{name} answers a beaver"),
        (_, Stage::Raccooned) => format!("{name} answers a raccoon"),
    }
}
