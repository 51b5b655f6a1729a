//! The bot's levels in words.

use bot::Level;
use i18n::fill;

use crate::language;

/// `Hard`.
pub fn name(level: Level) -> &'static str {
    let words = language::play();
    match level {
        Level::Beginner => words.beginner,
        Level::Easy => words.easy,
        Level::Medium => words.medium,
        Level::Hard => words.hard,
        Level::Strong => words.strong,
        Level::Max => words.strongest,
    }
}

/// `Hard, about 8 kyu`.
pub fn with_rank(of: Level) -> String {
    fill(language::play().level_rank, &[("level", name(of)), ("n", &of.kyu().to_string())])
}
