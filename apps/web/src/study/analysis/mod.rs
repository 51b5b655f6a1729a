//! What an engine thinks of the position on the board: a search for as long as one looks at it.

mod chess_hints;
mod evaluation_bar;
mod game_values;
mod go_hints;
mod go_lines;
mod graph;
mod graph_plot;
mod line_rows;
mod live;
mod mark;
mod panel;
mod question;
mod switches;
mod values;

pub use evaluation_bar::EvaluationBar;
pub use live::LiveAnalysis;
pub use mark::{Mark, class_of, name_of};
pub use panel::{AnalysisButton, AnalysisPanel};
pub use question::grade_of;
pub use switches::AnalysisSwitches;
pub use values::percent;
