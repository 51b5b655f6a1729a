//! What the library says.

pub const TITLE: &str = "Library";
pub const LEAD: &str =
    "Every game in your folders, found by player, date or position. Add a folder with records to begin.";
pub const GAMES: &str = "Games";
pub const SIDE: &str = "The game and the folders";
pub const UNAVAILABLE: &str = "The library cannot be opened";
pub const TRY_AGAIN: &str = "Try again";

pub const FIND: &str = "Find games";
pub const FIND_HINT: &str = "Player, event, date, result…";
pub const FROM: &str = "From";
pub const TO: &str = "To";
pub const SIZE: &str = "Size";
pub const DATE_HINT: &str = "2026-02";
pub const KIND: &str = "Game";
pub const WINNER: &str = "Won by";
pub const ANY: &str = "All";
pub const MORE: &str = "More filters";
pub const TWICE: &str = "Duplicates";
pub const POSITION: &str = "Games with the position from the board";
pub const POSITION_OFF: &str = "Show all games again";

pub const NOTHING: &str = "No game fits. Take a word away, or another filter.";
pub const NOTHING_TWICE: &str = "No game is there twice.";
pub const SAME_MOVES: &str = "the same moves";
pub const SAME_END: &str = "the same end by another way";

pub const OPEN: &str = "Open in Study";
pub const OPEN_CARDS: &str = "Open in Cards";
pub const CHOOSE: &str = "Choose a game to see it here.";

pub const FOLDERS: &str = "Folders";
pub const FOLDER: &str = "A folder on this machine";
pub const FOLDER_HINT: &str = "~/games";
pub const ADD: &str = "Add";
pub const UPDATE: &str = "Look for changes";
pub const CANCEL: &str = "Cancel";
pub const READING: &str = "Reading";
pub const STOPPED: &str = "Stopped. What was read is here; “Look for changes” goes on with the rest.";

pub const KINDS: [(&str, &str); 4] =
    [("go", "Go"), ("chess", "Chess"), ("backgammon", "Backgammon"), ("simultaneous-go", "Simultaneous Go")];
pub const WINNERS: [(&str, &str); 4] =
    [("black", "Black"), ("white", "White"), ("draw", "Nobody"), ("unknown", "Not known")];
/// What one can sort by: the name that the studio knows, and ours.
pub const COLUMNS: [(&str, &str); 6] = [
    ("black", "Black"),
    ("white", "White"),
    ("result", "Result"),
    ("date", "Date"),
    ("event", "Event"),
    ("moves", "Moves"),
];

pub const KEYS: [(&[&str], &str); 5] = [
    (&["/"], "To the search field"),
    (&["↑", "↓"], "The game above, the game below"),
    (&["Page Up", "Page Down"], "A page up, a page down"),
    (&["Home", "End"], "The first, the last game"),
    (&["Enter"], "Open the game"),
];

pub fn count(shown: usize, all: usize) -> String {
    let of = |n: usize| if n == 1 { "1 game".to_owned() } else { format!("{} games", grouped(n)) };
    if shown == all { of(all) } else { format!("{} of {}", grouped(shown), of(all)) }
}

/// `100 000`: thousands apart, with a space that does not break.
pub fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

pub fn folder_counts(files: u32, games: u32) -> String {
    let files = if files == 1 { "1 file".to_owned() } else { format!("{} files", grouped(files as usize)) };
    format!("{} · {files}", count(games as usize, games as usize))
}

pub fn progress(files: usize, of: usize, games: usize) -> String {
    format!("{} of {} files · {}", grouped(files), grouped(of), count(games, games))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_at_a_glance() {
        assert_eq!(count(7, 100_000), "7 of 100\u{202f}000 games");
        assert_eq!(count(1, 1), "1 game");
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(folder_counts(1, 999), "999 games · 1 file");
    }
}
