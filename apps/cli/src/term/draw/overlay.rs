//! Boxes over the screen: questions, messages, the list of keys.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Widget};

use rules::go::Size;

use super::setup::{draw_rows, field};
use super::{key_name, visible, write, write_right};
use crate::term::keys::Binding;
use crate::term::screen::setup::Setup;
use crate::term::text_field::TextField;
use crate::term::theme::{Part, Theme, ThemeName};

const ASCII_BORDER: border::Set<'_> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Draws an empty box of at most this size in the middle of the screen; returns the area inside.
pub fn frame(buffer: &mut Buffer, screen: Rect, width: u16, height: u16, title: &str, theme: &Theme) -> Rect {
    let area = place(screen, width, height);
    let set = if theme.name == ThemeName::Ascii { ASCII_BORDER } else { border::ROUNDED };
    let title = Line::styled(format!(" {title} "), theme.text(Part::Accent).not_dim());
    let block =
        Block::bordered().border_set(set).border_style(theme.text(Part::Faint)).title(visible(&title));
    Clear.render(area, buffer);
    block.render(area, buffer);
    inside(area)
}

fn place(screen: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(screen.width), height.min(screen.height));
    Rect {
        x: screen.x + (screen.width - width) / 2,
        y: screen.y + (screen.height - height) / 2,
        width,
        height,
    }
}

/// Without the border and one column of padding on each side.
fn inside(area: Rect) -> Rect {
    area.inner(Margin { horizontal: 2, vertical: 1 })
}

/// A message with its possible answers: the key, how it is shown, and its label.
pub struct DialogBox<'a> {
    pub title: &'a str,
    pub lines: Vec<String>,
    pub answers: &'static [(KeyCode, &'static str, &'static str)],
}

impl DialogBox<'_> {
    /// The wrapped lines, and the size of the box around them.
    fn fitted(&self, screen: Rect) -> (Vec<String>, u16, u16) {
        let longest = self.lines.iter().map(|line| Line::raw(line).width()).max().unwrap_or(0);
        let width = u16::try_from(longest + 6).unwrap_or(u16::MAX).clamp(36, 76.min(screen.width).max(36));
        let wrapped: Vec<String> =
            self.lines.iter().flat_map(|line| wrap(line, usize::from(width).saturating_sub(4))).collect();
        let height = u16::try_from(wrapped.len() + 5).unwrap_or(u16::MAX);
        (wrapped, width, height)
    }

    fn answer_width((_, shown, words): &(KeyCode, &str, &str)) -> u16 {
        (shown.len() + words.len() + 4) as u16
    }

    pub fn draw(&self, buffer: &mut Buffer, screen: Rect, theme: &Theme) {
        let (wrapped, width, height) = self.fitted(screen);
        let inside = frame(buffer, screen, width, height, self.title, theme);
        let room = usize::from(inside.height.saturating_sub(3));
        // The end of a long message is the most useful part.
        let skip = wrapped.len().saturating_sub(room);
        for (row, line) in (1..).zip(wrapped.iter().skip(skip)) {
            write(buffer, inside, row, &Line::raw(line.as_str()));
        }
        let mut spans = Vec::new();
        for (_, shown, words) in self.answers {
            spans.push(Span::styled(*shown, theme.text(Part::Accent)));
            spans.push(Span::styled(format!(" {words}   "), theme.text(Part::Faint)));
        }
        write_right(buffer, inside, inside.height.saturating_sub(1), &Line::from(spans));
    }

    /// The answer under a click.
    pub fn hit(&self, screen: Rect, x: u16, y: u16) -> Option<KeyCode> {
        let (_, width, height) = self.fitted(screen);
        let inside = inside(place(screen, width, height));
        let all: u16 = self.answers.iter().map(DialogBox::answer_width).sum();
        let mut left = inside.right().saturating_sub(all);
        if y + 1 != inside.bottom() {
            return None;
        }
        self.answers.iter().find_map(|answer| {
            let here = left..left + DialogBox::answer_width(answer);
            left = here.end;
            here.contains(&x).then_some(answer.0)
        })
    }
}

/// Wraps by words; splits words that are longer than a line.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        for c in word.chars() {
            if line.chars().count() == width {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
    }
    lines.push(line);
    lines
}

/// A box with a text field.
pub fn prompt(buffer: &mut Buffer, screen: Rect, title: &str, typed: &TextField, theme: &Theme) {
    let inside = frame(buffer, screen, 70, 7, title, theme);
    write(buffer, inside, 1, &field(typed, true, inside.width));
    let line = Line::styled("Enter saves, Esc cancels", theme.text(Part::Faint));
    write_right(buffer, inside, inside.height.saturating_sub(1), &line);
}

/// The lines of a text that fit, and how many there are room for.
fn text_places(screen: Rect, lines: &[String]) -> (Vec<String>, u16, usize) {
    let width = 76.min(screen.width);
    let wrapped: Vec<String> =
        lines.iter().flat_map(|line| wrap(line, usize::from(width).saturating_sub(4))).collect();
    let height = u16::try_from(wrapped.len() + 4).unwrap_or(u16::MAX).min(screen.height.saturating_sub(2));
    (wrapped, height, usize::from(height.saturating_sub(4)))
}

pub fn most_scrolled(screen: Rect, lines: &[String]) -> usize {
    let (wrapped, _, room) = text_places(screen, lines);
    wrapped.len().saturating_sub(room)
}

/// A text to scroll through.
pub fn text(
    buffer: &mut Buffer,
    screen: Rect,
    title: &str,
    lines: &[String],
    scrolled: usize,
    theme: &Theme,
) {
    let (wrapped, height, room) = text_places(screen, lines);
    let scrolled = scrolled.min(wrapped.len().saturating_sub(room));
    let inside = frame(buffer, screen, 76, height, title, theme);
    for (row, line) in (0..).zip(wrapped.iter().skip(scrolled).take(room)) {
        write(buffer, inside, row, &Line::raw(line.as_str()));
    }
    let words = match wrapped.len() > room {
        true => format!("{} of {} lines, arrows scroll, Esc closes", scrolled + room, wrapped.len()),
        false => "any key closes".to_owned(),
    };
    let last = inside.height.saturating_sub(1);
    write_right(buffer, inside, last, &Line::styled(words, theme.text(Part::Faint)));
}

/// A form with the few rows of a question.
pub fn form(buffer: &mut Buffer, screen: Rect, title: &str, form: &Setup, theme: &Theme) {
    let inside = frame(buffer, screen, 56, 9, title, theme);
    let rows = Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside };
    draw_rows(buffer, rows, form, theme);
    let last = inside.height.saturating_sub(1);
    let line = match form.problem() {
        Some(problem) => Line::styled(problem, theme.text(Part::Alert)),
        None => Line::styled("arrows choose, Enter plays, Esc cancels", theme.text(Part::Faint)),
    };
    write_right(buffer, inside, last, &line);
}

fn enter_name(theme: &Theme) -> String {
    match theme.shapes.enter.trim() {
        "Enter" => " Enter".to_owned(),
        sign => format!(" {sign} (Enter)"),
    }
}

/// With a board, letters that begin a point run with Enter.
pub fn keys(
    buffer: &mut Buffer,
    screen: Rect,
    title: &str,
    table: &[Binding],
    board: Option<Size>,
    theme: &Theme,
) {
    let columns = if table.len() > 14 && screen.width >= 78 { 2 } else { 1 };
    let rows = table.len().div_ceil(columns);
    let width = if columns == 2 { 78 } else { 58 };
    let inside = frame(buffer, screen, width, rows as u16 + 4, title, theme);
    let column_width = inside.width / columns as u16;
    for (number, binding) in table.iter().enumerate() {
        let column = (number / rows) as u16;
        let area =
            Rect { x: inside.x + column * column_width, width: column_width.saturating_sub(1), ..inside };
        let line = Line::from(vec![
            Span::styled(format!("{:>5}  ", key_name(binding, board, theme)), theme.text(Part::Accent)),
            Span::styled(binding.description, Style::new()),
        ]);
        write(buffer, area, 1 + (number % rows) as u16, &line);
    }
    let last = inside.height.saturating_sub(1);
    if board.is_some() {
        let words = format!("A letter begins a point;{} runs its command", enter_name(theme));
        write(buffer, inside, last, &Line::styled(words, theme.text(Part::Faint)));
    }
    let line = Line::styled("any key closes", theme.text(Part::Faint));
    write_right(buffer, inside, last, &line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_by_words_and_long_words_are_cut() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("", 4), [""]);
    }
}
