//! Texts of the library page that are composed from entries of `i18n`.

use i18n::{Library, fill};

use super::requests::Game;
use crate::language;

/// Selects a text from the table.
pub type TextOf = fn(&Library) -> &'static str;

/// Values to choose or sort by: the name in requests, and the text.
pub type Names = &'static [(&'static str, TextOf)];

pub const KINDS: Names = &[
    ("go", |words| words.go),
    ("chess", |words| words.chess),
    ("backgammon", |words| words.backgammon),
    ("simultaneous-go", |words| words.simultaneous),
];
pub const WINNERS: Names = &[
    ("black", |words| words.black),
    ("white", |words| words.white),
    ("draw", |words| words.nobody),
    ("unknown", |words| words.not_known),
];
pub const COLUMNS: Names = &[
    ("black", |words| words.black),
    ("white", |words| words.white),
    ("result", |words| words.result),
    ("date", |words| words.date),
    ("event", |words| words.event),
    ("moves", |words| words.moves),
];
pub const KEYS: [(&[&str], TextOf); 8] = [
    (&["/"], |words| words.key_find),
    (&["↑", "↓"], |words| words.key_step),
    (&["Page\u{a0}Up", "Page\u{a0}Down"], |words| words.key_page),
    (&["Home", "End"], |words| words.key_ends),
    (&["Enter"], |words| words.key_open),
    (&["Shift+↑", "Shift+↓"], |words| words.key_select_more),
    (&["Space"], |words| words.key_select),
    (&["Ctrl+A"], |words| words.key_select_all),
];

pub fn count(shown: usize, all: usize) -> String {
    let (language, words) = (language::here(), language::library());
    if shown == all {
        return language.count(words.game_count, all);
    }
    language.count_with(words.shown_of, all, &[("shown", &number(shown))])
}

pub fn number(number: usize) -> String {
    language::here().number(number as u64)
}

pub fn folder_counts(files: u32, games: u32) -> String {
    let files = language::here().count(language::library().file_count, files as usize);
    format!("{} · {files}", count(games as usize, games as usize))
}

pub fn progress(files: usize, of: usize, games: usize) -> String {
    let values = [("files", &*number(files)), ("of", &number(of)), ("games", &count(games, games))];
    fill(language::library().progress, &values)
}

/// The player who moves first is named first.
pub fn players(game: &Game) -> String {
    let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
    let (first, second) =
        if game.kind == "chess" { (&game.white, &game.black) } else { (&game.black, &game.white) };
    format!("{} – {}", name(first), name(second))
}

pub fn kind(game: &Game) -> String {
    let words = language::library();
    let (width, height) = game.size;
    let sized = |text| fill(text, &[("size", &format!("{width}×{height}"))]);
    match game.kind.as_str() {
        "chess" => words.chess.to_owned(),
        "backgammon" if width == 0 => words.backgammon_money.to_owned(),
        "backgammon" => fill(words.backgammon_to, &[("n", &width.to_string())]),
        "simultaneous-go" => sized(words.simultaneous_size),
        _ => sized(words.go_size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_separators_and_plurals() {
        assert_eq!(count(7, 100_000), "7 of 100,000 games");
        assert_eq!(count(1, 1), "1 game");
        assert_eq!(folder_counts(1, 999), "999 games · 1 file");
        assert_eq!(progress(3, 12_345, 1), "3 of 12,345 files · 1 game");
    }
}
