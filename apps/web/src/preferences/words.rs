//! What the settings say beyond the table of words.

use crate::settings::BoardStyle;

pub const BOARD_STYLE: &str = "Board";
pub const SOUNDS: &str = "Sounds";
pub const SOUNDS_TEXT: &str = "Stones and pieces are heard in Play and Train.";

pub const KEYS: &str = "Keys";
pub const KEYS_TEXT: &str = "The keys of Study. Choose Change, then press the key that you want.";
pub const CHANGE: &str = "Change";
pub const USUAL: &str = "Usual key";
pub const PRESS: &str = "Press a key… (Esc leaves it as it is)";
pub const NO_KEY: &str = "none";

pub const ENGINES: &str = "Engines";
pub const ENGINES_TEXT: &str =
    "Found on this machine by themselves. Test starts one and asks it for its name.";
pub const TEST: &str = "Test";
pub const TESTING: &str = "Asking…";
pub const NOT_HERE: &str = "Not here";

pub const PLACES: &str = "Folders";
pub const PLACES_TEXT: &str = "Where Tabiya keeps what is yours, and the folders of the library.";
pub const TO_LIBRARY: &str = "Change the library’s folders";

pub fn board(style: BoardStyle) -> &'static str {
    match style {
        BoardStyle::Wood => "Wood",
        BoardStyle::Pale => "Pale",
        BoardStyle::Slate => "Slate",
    }
}

pub fn works(says: &str) -> String {
    format!("It works: {says}.")
}
