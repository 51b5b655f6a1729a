//! Recognises what a file contains, and lists its games as rows with a key for every position. No I/O.

mod backgammon;
mod chess;
mod date;
mod entry;
mod extract_game;
mod game_link;
mod go;
mod picture;
mod position_key;
mod recognise;

pub use date::Date;
pub use entry::{GameEntry, GameKind, GameSummary, NoGame, Winner, each_game};
pub use extract_game::{extract_game, extract_games, is_one_game};
pub use game_link::{GameSite, game_link};
pub use picture::{PictureStyle, picture};
pub use position_key::{PositionQuery, backgammon_key, chess_key, go_key};
pub use recognise::{FileKind, has_record_extension, is_text, recognise};
