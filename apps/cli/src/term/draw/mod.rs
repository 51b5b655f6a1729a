//! Draws the application state as characters. Makes no decisions.

pub mod board;
pub mod colours;
pub mod console;
pub mod game;
pub mod history;
mod moves;
pub mod overlay;
mod score;
pub mod setup;
mod tree;

use i18n::visible_line;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use rules::go::{Point, Size};
use unicode_width::UnicodeWidthStr;

use super::keys::{Action, Binding};
use super::theme::{Part, Theme};
use board::BoardLayout;

/// Columns of the panel beside the board.
pub const PANEL: u16 = 33;
/// Narrower screens show the board without the panel.
const LEAST_WITH_PANEL: u16 = 64;

/// The parts of a screen with a board: a title above, a message and hints below, a panel on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Areas {
    pub title: Rect,
    pub board: Rect,
    /// Empty if it does not fit.
    pub panel: Rect,
    pub message: Rect,
    pub hints: Rect,
}

impl Areas {
    pub fn new(screen: Rect, size: Size) -> Areas {
        let row =
            |y: u16| Rect { y: screen.y + y, height: 1.min(screen.height), ..screen }.intersection(screen);
        let middle = Rect { y: screen.y + 1, height: screen.height.saturating_sub(3), ..screen };
        let (board, panel) = beside(middle, size);
        Areas {
            title: row(0),
            board,
            panel,
            message: row(screen.height.saturating_sub(2)),
            hints: row(screen.height.saturating_sub(1)),
        }
    }

    pub fn place(&self, size: Size, keep: Point) -> BoardLayout {
        BoardLayout::new(self.board, size, keep)
    }
}

/// Board and panel side by side, centred on the screen.
fn beside(middle: Rect, size: Size) -> (Rect, Rect) {
    if middle.width < LEAST_WITH_PANEL {
        return (middle, Rect { width: 0, ..middle });
    }
    let wanted = BoardLayout::width(size.width()).max(BoardLayout::width(19));
    let board_width = wanted.min(middle.width - PANEL - 2);
    let left = middle.x + (middle.width - board_width - PANEL - 2) / 2;
    let board = Rect { x: left, width: board_width, ..middle };
    let panel = Rect { x: left + board_width + 1, width: PANEL, ..middle };
    (board, panel)
}

/// Writes as much as fits and returns the column where it ended.
pub fn write(buffer: &mut Buffer, area: Rect, row: u16, line: &Line<'_>) -> u16 {
    if row >= area.height {
        return area.x;
    }
    buffer.set_line(area.x, area.y + row, &visible(line), area.width).0
}

/// Names, comments and answers of engines may contain control characters, which ratatui would leave out.
pub fn visible<'a>(line: &'a Line<'_>) -> Line<'a> {
    let spans =
        line.spans.iter().map(|span| Span { content: visible_line(&span.content), style: span.style });
    Line { spans: spans.collect(), ..*line }
}

pub fn write_right(buffer: &mut Buffer, area: Rect, row: u16, line: &Line<'_>) {
    let width = u16::try_from(visible(line).width()).unwrap_or(u16::MAX).min(area.width);
    write(buffer, Rect { x: area.right() - width, width, ..area }, row, line);
}

pub fn title(buffer: &mut Buffer, area: Rect, what: &str, theme: &Theme) {
    let line = Line::from(vec![
        Span::styled(" Tabiya ", theme.text(Part::Accent)),
        Span::styled(format!("{} {what}", theme.shapes.dot), theme.text(Part::Faint)),
    ]);
    // The right end of the line is for the status.
    write(buffer, Rect { width: area.width.saturating_sub(16), ..area }, 0, &line);
}

/// A heading followed by a rule.
pub fn heading(buffer: &mut Buffer, area: Rect, row: u16, words: &str, theme: &Theme) {
    let rest = usize::from(area.width).saturating_sub(words.width() + 1);
    let line = Line::from(vec![
        Span::styled(words.to_owned(), theme.text(Part::Accent)),
        Span::styled(format!(" {}", theme.shapes.rule.repeat(rest)), theme.text(Part::Faint)),
    ]);
    write(buffer, area, row, &line);
}

/// The hints of a table for the actions possible now, in its order, as many as fit. The list of keys and the way
/// out are always included.
pub fn hints(
    buffer: &mut Buffer,
    area: Rect,
    table: &[Binding],
    can: impl Fn(Action) -> bool,
    theme: &Theme,
) {
    hints_in_words(buffer, area, table, |binding| can(binding.act).then_some(binding.hint), theme);
}

/// The same with hints that depend on the state; None for actions that are not possible.
pub fn hints_in_words<'a>(
    buffer: &mut Buffer,
    area: Rect,
    table: &'a [Binding],
    words: impl Fn(&'a Binding) -> Option<&'static str>,
    theme: &Theme,
) {
    let mut spans = vec![Span::raw(" ")];
    for (binding, hint) in fitting(area, table, words) {
        spans.push(Span::styled(binding.shown, theme.text(Part::Accent)));
        spans.push(Span::styled(format!(" {hint}  "), theme.text(Part::Faint)));
    }
    write(buffer, area, 0, &Line::from(spans));
}

/// The key whose hint is in this column.
pub fn hint_at<'a>(
    area: Rect,
    table: &'a [Binding],
    words: impl Fn(&'a Binding) -> Option<&'static str>,
    x: u16,
) -> Option<KeyEvent> {
    let mut left = usize::from(area.x) + 1;
    fitting(area, table, words).into_iter().find_map(|hint| {
        let here = left..left + hint_width(hint) - 1;
        left = here.end + 1;
        here.contains(&usize::from(x)).then(|| hint.0.key())?
    })
}

fn hint_width((binding, hint): (&Binding, &str)) -> usize {
    binding.shown.len() + 1 + hint.len() + 2
}

fn fitting<'a>(
    area: Rect,
    table: &'a [Binding],
    words: impl Fn(&'a Binding) -> Option<&'static str>,
) -> Vec<(&'a Binding, &'static str)> {
    let always = |binding: &Binding| matches!(binding.act, Action::Keys | Action::Leave);
    let possible = table.iter().filter_map(|binding| Some((binding, words(binding)?)));
    let mut shown: Vec<_> = possible.filter(|(_, hint)| !hint.is_empty()).collect();
    let reserved: usize =
        shown.iter().filter(|(binding, _)| always(binding)).map(|hint| hint_width(*hint)).sum();
    let mut left = usize::from(area.width).saturating_sub(reserved);
    shown.retain(|hint| {
        let rest = left.checked_sub(hint_width(*hint));
        left = rest.filter(|_| !always(hint.0)).unwrap_or(left);
        always(hint.0) || rest.is_some()
    });
    shown
}

/// Replaces characters that an ASCII terminal cannot show, such as those in names and quotation marks.
pub fn to_ascii(buffer: &mut Buffer) {
    for cell in buffer.content.iter_mut().filter(|cell| !cell.symbol().is_ascii()) {
        let plain = match cell.symbol() {
            "“" | "”" => "\"",
            "’" => "'",
            _ => "?",
        };
        cell.set_symbol(plain);
    }
}

pub fn message(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    write(buffer, area, 0, &Line::styled(format!(" {text}"), style));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_in_names_and_answers_are_drawn_as_pictures() {
        let area = Rect::new(0, 0, 40, 2);
        let mut buffer = Buffer::empty(area);
        let line = Line::from(vec![Span::raw("Ann\u{1b}]52;c\u{7}"), Span::raw("\u{9b}\u{202e}")]);
        write(&mut buffer, area, 0, &line);
        write_right(&mut buffer, area, 1, &Line::raw("a\u{7}b"));
        let drawn: String = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert_eq!(drawn.trim_start().split("  ").next(), Some("Ann␛]52;c␇\\u{9b}\\u{202e}"));
        assert!(drawn.ends_with("  a␇b"), "{drawn:?}");
    }
}
