//! What engines think of positions, in one unit for all games: the result that the first player can expect.
//!
//!     let before = Evaluation::new(Native::Centipawns(30), Effort::Depth(20));
//!     let after = Evaluation::new(Native::Centipawns(-250), Effort::Depth(20));
//!     Loss::of_first_player(&before, &after).class(&Thresholds::CHESS)     // Class::Blunder

mod evaluation;
mod expectation;
pub mod katago;
mod line_reader;
mod loss;
mod report;
pub mod review;

pub use evaluation::{Effort, Evaluation, Native};
pub use expectation::{
    START_CENTIPAWNS, chess_accuracy, chess_expected, game_accuracy, go_accuracy, performance_rating,
};
pub use line_reader::{LineReader, TooLong};
pub use loss::{Class, Loss, Thresholds, is_as_good};
pub use report::{EngineName, Limit, Line, Report};
