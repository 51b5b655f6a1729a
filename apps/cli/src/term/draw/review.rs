//! The review of a game in a box over the board.

use analysis::review::Progress;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::overlay::{frame, wrap};
use super::{write, write_right};
use crate::review::{GameReview, remaining};
use crate::term::screen::review::{ReviewBox, ReviewState};
use crate::term::theme::{Part, Theme};

const WIDTH: u16 = 76;
const TITLE: &str = "Review by the built-in bot";

pub fn draw(buffer: &mut Buffer, screen: Rect, shown: &ReviewBox, theme: &Theme) {
    match &shown.state {
        ReviewState::Running(progress) => running(buffer, screen, *progress, theme),
        ReviewState::Done(review) => done(buffer, screen, review, shown.chosen, theme),
    }
}

fn running(buffer: &mut Buffer, screen: Rect, progress: Option<Progress>, theme: &Theme) {
    let inside = frame(buffer, screen, WIDTH, 7, TITLE, theme);
    let words = progress.map_or("The bot begins to search".to_owned(), |progress| {
        let left = progress.remaining.map(|time| format!(", {}", remaining(time))).unwrap_or_default();
        format!("{} of {} searches{left}", progress.done, progress.of)
    });
    write(buffer, inside, 1, &Line::raw(words));
    let share = progress.map_or(0.0, |progress| progress.done as f64 / progress.of.max(1) as f64);
    let width = usize::from(inside.width);
    let full = ((share * width as f64) as usize).min(width);
    let bar = Line::from(vec![
        Span::styled("#".repeat(full), theme.text(Part::Accent)),
        Span::styled("-".repeat(width - full), theme.text(Part::Faint)),
    ]);
    write(buffer, inside, 2, &bar);
    footer(buffer, inside, "Esc stops; what was searched is kept", theme);
}

fn footer(buffer: &mut Buffer, inside: Rect, words: &str, theme: &Theme) {
    let last = inside.height.saturating_sub(1);
    write_right(buffer, inside, last, &Line::styled(words.to_owned(), theme.text(Part::Faint)));
}

/// Both players, the list of the worst moves, and what was better than the chosen one.
fn done(buffer: &mut Buffer, screen: Rect, review: &GameReview, chosen: usize, theme: &Theme) {
    let width = usize::from(WIDTH.min(screen.width)).saturating_sub(4);
    let mut head: Vec<String> = review
        .players_in_words()
        .iter()
        .flat_map(|player| wrap(&i18n::visible_line(player), width))
        .collect();
    if let Some(played) = &review.cut_at {
        let at = review.report.moves.len() + 1;
        let words = format!("Reviewed up to move {at}, {played}, which cannot be played.");
        head.extend(wrap(&i18n::visible_line(&words), width));
    }
    let moves = review.worst_moves();
    // Two blank lines, two lines for the chosen move, one below, and the border.
    let around = head.len() + 7;
    let wanted = u16::try_from(around + moves.len().max(1)).unwrap_or(u16::MAX);
    let height = wanted.min(screen.height.saturating_sub(2));
    let inside = frame(buffer, screen, WIDTH, height, TITLE, theme);
    for (row, line) in (0..).zip(&head) {
        write(buffer, inside, row, &Line::raw(line.as_str()));
    }
    let top = head.len() as u16 + 1;
    if moves.is_empty() {
        write(buffer, inside, top, &Line::raw("No mistakes were found."));
        return footer(buffer, inside, "Esc closes", theme);
    }
    let room = usize::from(height).saturating_sub(around).max(1);
    let first = (chosen + 1).saturating_sub(room);
    for (row, (at, mv)) in (top..).zip(moves.iter().enumerate().skip(first).take(room)) {
        let style = if at == chosen { theme.chosen() } else { Style::new() };
        write(buffer, inside, row, &Line::styled(mv.line.as_str(), style));
    }
    let below = top + room as u16 + 1;
    if let Some(mv) = moves.get(chosen) {
        for (row, (what, line)) in (below..).zip([("better", mv.better), ("reply", mv.reply)]) {
            let label = Span::styled(format!("{what:>6}  "), theme.text(Part::Faint));
            write(buffer, inside, row, &Line::from(vec![label, Span::raw(line)]));
        }
    }
    let words = format!("{} of {}: arrows choose, Enter goes there, Esc closes", chosen + 1, moves.len());
    footer(buffer, inside, &words, theme);
}
