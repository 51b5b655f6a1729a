//! Games as lines of text in columns.

use catalogue::{GameKind, GameSummary};
use i18n::visible_line;
use library::{Game, SearchResults};
use unicode_width::UnicodeWidthStr;

use crate::failure::shown_path;

pub fn text(found: &SearchResults) -> String {
    let mut text = String::new();
    for found_game in &found.games {
        text += &line(&found_game.game);
        if let Some(at) = found_game.at {
            text += &format!("  (after move {})", found_game.game.summary.kind.moves_in(at));
        }
        text.push('\n');
    }
    let shown = found.games.len();
    match found.total {
        0 => text += "No game matches.\n",
        1 => text += "1 game.\n",
        total if total > shown => text += &format!("{shown} of {total} games; --limit 0 shows all.\n"),
        total => text += &format!("{total} games.\n"),
    }
    text
}

/// Date, players, result, size, moves and file.
pub fn line(game: &Game) -> String {
    let summary = &game.summary;
    let (first, second) = summary.players();
    let players = format!("{} – {}", name(first), name(second));
    let number = if game.number > 0 { format!("#{}", game.number + 1) } else { String::new() };
    format!(
        "{:10}  {}  {}  {}  {:>4}  {}{number}",
        summary.date.to_string(),
        padded(&visible_line(&players), 36),
        padded(&visible_line(&summary.result), 8),
        padded(&size(summary), 5),
        summary.move_count(),
        shown_path(&game.path)
    )
}

fn name(name: &str) -> &str {
    if name.is_empty() { "?" } else { name }
}

fn size(game: &GameSummary) -> String {
    match (game.kind, game.size) {
        (GameKind::Go | GameKind::SimultaneousGo, (width, height)) => format!("{width}×{height}"),
        (GameKind::Chess, _) => "chess".into(),
        (GameKind::Backgammon, (0, _)) => "money".into(),
        (GameKind::Backgammon, (length, _)) => format!("to {length}"),
    }
}

fn padded(text: &str, columns: usize) -> String {
    let wide = text.width();
    format!("{text}{}", " ".repeat(columns.saturating_sub(wide)))
}
