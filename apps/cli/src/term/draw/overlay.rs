//! Boxes over the screen: questions, troubles, the keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Widget};

use super::setup::field;
use super::{write, write_right};
use crate::term::field::Field;
use crate::term::keys::Binding;
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

/// An empty box in the middle of the screen, at most so large; gives the room inside.
pub fn frame(buffer: &mut Buffer, screen: Rect, width: u16, height: u16, title: &str, theme: &Theme) -> Rect {
    let (width, height) = (width.min(screen.width), height.min(screen.height));
    let area = Rect {
        x: screen.x + (screen.width - width) / 2,
        y: screen.y + (screen.height - height) / 2,
        width,
        height,
    };
    let set = if theme.name == ThemeName::Ascii { ASCII_BORDER } else { border::ROUNDED };
    let title = Line::styled(format!(" {title} "), theme.text(Part::Accent));
    let block = Block::bordered().border_set(set).border_style(theme.text(Part::Faint)).title(title);
    let inside = block.inner(area);
    Clear.render(area, buffer);
    block.render(area, buffer);
    Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside }
}

/// A question with its answers, or a message with its way out.
pub fn ask(
    buffer: &mut Buffer,
    screen: Rect,
    title: &str,
    lines: &[String],
    answers: &[(&str, &str)],
    theme: &Theme,
) {
    let longest = lines.iter().map(|line| Line::raw(line).width()).max().unwrap_or(0);
    let width = u16::try_from(longest + 6).unwrap_or(u16::MAX).clamp(36, 76.min(screen.width).max(36));
    let wrapped: Vec<String> =
        lines.iter().flat_map(|line| wrap(line, usize::from(width).saturating_sub(4))).collect();
    let height = u16::try_from(wrapped.len() + 5).unwrap_or(u16::MAX).min(screen.height);
    let inside = frame(buffer, screen, width, height, title, theme);
    let room = usize::from(inside.height.saturating_sub(3));
    // The end of a long message says most.
    let skip = wrapped.len().saturating_sub(room);
    for (row, line) in (1..).zip(wrapped.iter().skip(skip)) {
        write(buffer, inside, row, &Line::raw(line.as_str()));
    }
    let mut spans = Vec::new();
    for (key, words) in answers {
        spans.push(Span::styled((*key).to_owned(), theme.text(Part::Accent)));
        spans.push(Span::styled(format!(" {words}   "), theme.text(Part::Faint)));
    }
    write_right(buffer, inside, inside.height.saturating_sub(1), &Line::from(spans));
}

/// By words where possible, by characters where a word is longer than the line.
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

/// A line to type.
pub fn prompt(buffer: &mut Buffer, screen: Rect, title: &str, typed: &Field, theme: &Theme) {
    let inside = frame(buffer, screen, 70, 7, title, theme);
    write(buffer, inside, 1, &field(typed, true, inside.width));
    let line = Line::styled("Enter saves, Esc does not", theme.text(Part::Faint));
    write_right(buffer, inside, inside.height.saturating_sub(1), &line);
}

pub fn keys(buffer: &mut Buffer, screen: Rect, title: &str, table: &[Binding], theme: &Theme) {
    let columns = if table.len() > 14 && screen.width >= 78 { 2 } else { 1 };
    let rows = table.len().div_ceil(columns);
    let width = if columns == 2 { 78 } else { 58 };
    let inside = frame(buffer, screen, width, rows as u16 + 4, &format!("Keys: {title}"), theme);
    let column_width = inside.width / columns as u16;
    for (number, binding) in table.iter().enumerate() {
        let column = (number / rows) as u16;
        let area =
            Rect { x: inside.x + column * column_width, width: column_width.saturating_sub(1), ..inside };
        let line = Line::from(vec![
            Span::styled(format!("{:>5}  ", binding.shown), theme.text(Part::Accent)),
            Span::styled(binding.words, Style::new()),
        ]);
        write(buffer, area, 1 + (number % rows) as u16, &line);
    }
    let line = Line::styled("any key closes", theme.text(Part::Faint));
    write_right(buffer, inside, inside.height.saturating_sub(1), &line);
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
