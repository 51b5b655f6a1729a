//! The table of a match.

use std::collections::BTreeSet;
use std::path::Path;

use play::engine_match::{Elo, Tally};
use rules::go::Color;
use serde_json::{Value, json};

use super::host::PlayedGame;

/// One game, while the match goes on.
pub fn line(number: u32, game: &PlayedGame, tally: Tally) -> String {
    let winner = match game.outcome.winner() {
        Some(winner) => format!("engine {}", game.engine_of(winner) + 1),
        None => "nobody".to_owned(),
    };
    let incident = game.incident.as_ref().map(|why| format!("  ({why})")).unwrap_or_default();
    let black = game.engine_of(Color::Black) + 1;
    format!(
        "game {number:>4}: engine {black} has Black, {:>4} moves, {:<8} {winner} wins   {} : {}{incident}\n",
        game.moves,
        game.outcome.to_string(),
        points(tally.won, tally.drawn),
        points(tally.lost, tally.drawn),
    )
}

fn points(won: u32, drawn: u32) -> String {
    let half = if drawn % 2 == 1 { ".5" } else { "" };
    format!("{}{half}", won + drawn / 2)
}

pub fn table(names: &[String; 2], games: &[PlayedGame], tally: Tally, folder: &Path) -> String {
    let second = Tally { won: tally.lost, lost: tally.won, drawn: tally.drawn };
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!("\n{:width$}  games   won  lost  drawn   share\n", "engine");
    for (name, tally) in names.iter().zip([tally, second]) {
        text += &format!(
            "{name:width$}  {:>5} {:>5} {:>5}  {:>5}  {:>5.1} %\n",
            tally.games(),
            tally.won,
            tally.lost,
            tally.drawn,
            100.0 * tally.share()
        );
    }
    if let Some(elo) = tally.elo() {
        text += &format!(
            "Elo of the first: {} (95 %: {} to {})\n",
            signed(elo.middle),
            signed(elo.low),
            signed(elo.high)
        );
    }
    let same = games.len() - distinct(games);
    if same > 0 {
        text += &format!(
            "{same} of the games repeat another move by move, so they say less than their number.\n"
        );
    }
    text + &format!("The games are in {}\n", folder.display())
}

fn distinct(games: &[PlayedGame]) -> usize {
    let lines: BTreeSet<(usize, &str)> = games.iter().map(|game| (game.black, game.line.as_str())).collect();
    lines.len()
}

fn signed(elo: f64) -> String {
    match elo.is_finite() {
        true => format!("{elo:+.0}"),
        false if elo > 0.0 => "unbounded above".to_owned(),
        false => "unbounded below".to_owned(),
    }
}

pub fn json(names: &[String; 2], games: &[PlayedGame], tally: Tally, folder: &Path) -> Value {
    let bound = |value: f64| value.is_finite().then_some(value);
    let elo = tally.elo().map(|Elo { low, middle, high }| {
        json!({ "low": bound(low), "middle": bound(middle), "high": bound(high) })
    });
    let all: Vec<Value> = games
        .iter()
        .map(|game| {
            json!({
                "black": game.black,
                "result": game.outcome.to_string(),
                "winner": game.outcome.winner().map(|color| game.engine_of(color)),
                "moves": game.moves,
                "incident": game.incident,
            })
        })
        .collect();
    json!({
        "engines": names,
        "won": tally.won,
        "lost": tally.lost,
        "drawn": tally.drawn,
        "share": tally.share(),
        "elo": elo,
        "distinct_games": distinct(games),
        "folder": folder.display().to_string(),
        "games": all,
    })
}
