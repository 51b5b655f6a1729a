//! The author's words as lines of text.

use ::drill::{GameWithoutSolution, MoveComment, Totals, Words};
use i18n::{visible, visible_line};

/// Title, players and date: at most two lines.
pub fn heading(words: &Words) -> Vec<String> {
    let about = [&words.players, &words.date].into_iter().filter(|text| !text.is_empty());
    let about = about.map(String::as_str).collect::<Vec<_>>().join(", ");
    [&words.title, &about]
        .into_iter()
        .filter(|line| !line.is_empty())
        .map(|line| visible_line(line).into())
        .collect()
}

/// The lines of a text of the file.
pub fn lines(text: &str) -> Vec<String> {
    visible(text).lines().map(str::to_owned).collect()
}

/// `1... Kd7: the king has to move`.
pub fn comment(comment: &MoveComment) -> Vec<String> {
    lines(&format!("{}: {}", comment.mv, comment.text))
}

/// What was not found by the player alone, in one line; empty if there is nothing of that kind.
pub fn help_counts(totals: Totals) -> String {
    let counts = [
        (totals.with_hints, "with a hint"),
        (totals.moves_shown, "with a move shown"),
        (totals.solutions_shown, "with the solution shown"),
        (totals.skipped, "skipped"),
    ];
    let some = counts.into_iter().filter(|(count, _)| *count > 0);
    some.map(|(count, what)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
}

/// Which games of a file are not asked.
pub fn left_out(games: &[GameWithoutSolution], puzzles: usize) -> Option<String> {
    const NAMED: usize = 5;
    let name = |game: &GameWithoutSolution| match game.name.as_str() {
        "" => (game.number + 1).to_string(),
        name => format!("{} ({})", game.number + 1, visible_line(name)),
    };
    let mut names: Vec<String> = games.iter().take(NAMED).map(name).collect();
    if games.len() > NAMED {
        names.push(format!("and {} more", games.len() - NAMED));
    }
    let total = games.len() + puzzles;
    let verb = if games.len() == 1 { "has" } else { "have" };
    (!games.is_empty())
        .then(|| format!("{} of {total} games {verb} no move to find: {}", games.len(), names.join(", ")))
}
