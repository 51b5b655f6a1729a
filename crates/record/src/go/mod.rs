//! Go records: the board at each node, and all edits. Decisions are made here; pages and terminals only turn keys and
//! clicks into calls.

mod branches;
mod check;
mod comment;
mod file;
mod find;
mod foreign_value;
mod game_record;
mod info;
mod line;
mod marks;
mod new;
mod outline;
mod problem;
mod raw;
mod record;
mod refusal;
mod setup;
mod turns;
mod view;
mod written_value;

pub use check::{check, check_edited};
pub use file::{GoFile, Irregular, NodeKind, Setting, State};
pub use find::{TranspositionSearch, Transpositions};
pub use info::{FIELDS, Field, komi_meant};
pub use line::MovesHere;
pub use new::NewGame;
pub use outline::{NodeJudgement, NodeOutline, Outline};
pub use problem::{SolutionMark, solution_mark};
pub use record::{GoRecord, Mode, PlayEffect};
pub use refusal::GoRefusal;
pub use view::{
    Branch, Figure, Mark, Markup, MoveJudgement, PositionJudgement, Remarks, TimeLeft, VariationStyle,
};
pub use written_value::{NewValue, WrittenValue};

#[cfg(test)]
mod tests;
