//! What Home says.

use crate::language;
use crate::pages::Page;

pub const TITLE: &str = "Tabiya";
pub const ROOMS: &str = "All rooms";
const LIBRARY_TEXT: &str = "All games of your folders, by player or position.";
pub const KEYS: [(&[&str], &str); 1] = [(&["Ctrl+V"], "Open what was copied")];

pub const CONTINUE: &str = "Go on";
pub const NOTHING_YET: &str =
    "Nothing is under way yet. What you open, play, train and collect is found here the next time.";
pub const FIRST: &str = "Open the board";
pub const BOT_GAME: &str = "Your game against the bot";
pub const BOT_GAME_TEXT: &str = "It waits where you left it.";
pub const ROOM_TEXT: &str = "Two people are playing.";
pub const ROOM_OPEN: &str = "A seat is free.";
pub const DECK: &str = "Cards in work";

pub const OPEN_TITLE: &str = "Open anything";
pub const OPEN_HINT: &str =
    "Paste SGF, PGN, FEN, XGID, OGID, GNUID, XG text or a .mat match, or drop a file anywhere";
pub const OPEN: &str = "Open";
pub const PICK: &str = "Choose a file";
pub const OPEN_EMPTY: &str = "Paste something first, or choose a file.";

pub const SAMPLES: &str = "Something to look at";
pub const SAMPLE_GO: &str = "A Go game";
pub const SAMPLE_CHESS: &str = "A chess trap";
pub const SAMPLE_BACKGAMMON: &str = "A backgammon decision";

pub const NEW_HERE: &str = "New here?";
pub const TOUR_TEXT: &str = "A tour of two minutes shows what is where.";
pub const TOUR: &str = "Take the tour";
pub const SKIP: &str = "Skip it";
pub const BACK: &str = "Back";
pub const NEXT: &str = "Next";
pub const DONE: &str = "Begin";

/// Titles, texts, and where one may go from there.
pub const STEPS: [(&str, &str, Option<Page>); 6] = [
    (
        "Open anything",
        "Paste or drop it on this page: SGF, PGN, a FEN, an XGID, an export of eXtreme Gammon, a match. Tabiya knows what it is and opens the right room.",
        None,
    ),
    (
        "Study",
        "The board is the page. Arrow keys walk through the game, a click plays, and a branch begins by itself. Marks, comments and the tree are beside the board; what is not saved yet is kept for you.",
        Some(Page::Study),
    ),
    (
        "Play",
        "Against the bot at once, or with somebody on your network. Simultaneous Go is here too: both move in the same moment.",
        Some(Page::Play),
    ),
    (
        "Train",
        "Your own puzzles in PGN or SGF, against the clock or in cycles, and what you got wrong comes back when it is time.",
        Some(Page::Train),
    ),
    (
        "Cards",
        "Backgammon analysis becomes flashcards: drilled here, or exported to Anki.",
        Some(Page::Cards),
    ),
    (
        "Library",
        "Add your folders once. A hundred thousand games are filtered as you type, and any position finds the games that passed it. Press ? on any page for its keys.",
        Some(Page::Library),
    ),
];

pub fn step(now: usize, of: usize) -> String {
    format!("{now} of {of}")
}

pub fn due(count: usize) -> String {
    match count {
        0 => "Nothing is due today".to_owned(),
        1 => "1 puzzle is due today".to_owned(),
        count => format!("{count} puzzles are due today"),
    }
}

pub fn cards(count: usize, due: usize) -> String {
    let cards = if count == 1 { "1 decision".to_owned() } else { format!("{count} decisions") };
    match due {
        0 => cards,
        due => format!("{cards}, {due} to drill today"),
    }
}

/// Every room with a word about it.
pub fn tiles() -> [(Page, &'static str); 5] {
    let words = language::here().home();
    [
        (Page::Study, words.study_text),
        (Page::Play, words.play_text),
        (Page::Train, words.train_text),
        (Page::Cards, words.cards_text),
        (Page::Library, LIBRARY_TEXT),
    ]
}
