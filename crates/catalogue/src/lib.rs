//! What a file holds. Of anything that is dropped or pasted it says what it is and where it belongs; of a record it
//! gives a row for each game, with a key for every position that the game passed. Knows no folder and no database.

mod backgammon;
mod chess;
mod date;
mod entry;
mod go;
mod key;
mod only;
mod picture;
mod what;

pub use date::Date;
pub use entry::{Entry, Kind, NoGame, Winner, each_game};
pub use key::{Sought, backgammon_key, chess_key, go_key};
pub use only::{is_one_game, only_game};
pub use picture::{Look, picture};
pub use what::{What, what_is};
