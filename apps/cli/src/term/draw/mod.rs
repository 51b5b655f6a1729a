//! Draws the application state as characters. Makes no decisions.

pub mod board;
mod board_layout;
pub mod colours;
pub mod console;
mod discs;
pub mod game;
pub mod history;
mod moves;
pub mod overlay;
pub mod review;
mod score;
pub mod setup;
mod status;
mod tree;

use std::borrow::Cow;

use i18n::visible_line;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use rules::go::{Point, Size};
use unicode_width::UnicodeWidthStr;

use super::keys::{Action, Binding};
use super::theme::{Part, Theme};
use board::BoardLayout;

/// Least columns of the panel beside the board.
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
    pub fn new(screen: Rect, size: Size, theme: &Theme) -> Areas {
        let row =
            |y: u16| Rect { y: screen.y + y, height: 1.min(screen.height), ..screen }.intersection(screen);
        let middle = Rect { y: screen.y + 1, height: screen.height.saturating_sub(3), ..screen };
        let (board, panel) = beside(middle, size, theme);
        Areas {
            title: row(0),
            board,
            panel,
            message: row(screen.height.saturating_sub(2)),
            hints: row(screen.height.saturating_sub(1)),
        }
    }

    pub fn place(&self, size: Size, keep: Point, theme: &Theme) -> BoardLayout {
        BoardLayout::new(self.board, size, keep, theme)
    }
}

/// Board and panel side by side: the board is as large as it can be, the panel gets what is left. The usual boards have
/// the same place for the panel, so that it stays where it is when the size changes.
fn beside(middle: Rect, size: Size, theme: &Theme) -> (Rect, Rect) {
    if middle.width < LEAST_WITH_PANEL {
        return (middle, Rect { width: 0, ..middle });
    }
    let room = Rect { width: middle.width - PANEL - 2, ..middle };
    let usual = [9, 13, 19].into_iter().filter_map(|lines| Size::square(lines).ok());
    let wanted = usual.chain([size]).map(|size| BoardLayout::width(room, size, theme)).max();
    let board = Rect { width: wanted.unwrap_or(room.width).min(room.width), ..room };
    let panel = Rect { x: board.right() + 1, width: middle.width - board.width - 2, ..middle };
    (board, panel)
}

/// Writes as much as fits, with an ellipsis if that is not all, and returns the column where it ended.
pub fn write(buffer: &mut Buffer, area: Rect, row: u16, line: &Line<'_>) -> u16 {
    if row >= area.height {
        return area.x;
    }
    let line = visible(line);
    let (end, _) = buffer.set_line(area.x, area.y + row, &line, area.width);
    if line.width() > area.width.into() && area.width > 1 {
        let style = line.spans.last().map(|span| span.style).unwrap_or_default();
        let (x, y) = (area.right() - 1, area.y + row);
        // The right half of a wide character cannot be replaced alone.
        if let Some(before) = buffer.cell_mut((x - 1, y)).filter(|cell| cell.symbol().width() > 1) {
            before.set_symbol(" ");
        }
        buffer.set_stringn(x, y, "…", 1, style);
        return area.right();
    }
    end
}

/// Names, comments and answers of engines may contain control characters, which ratatui would leave out.
pub fn visible<'a>(line: &'a Line<'_>) -> Line<'a> {
    let spans = line.spans.iter().map(|span| Span { content: plain(&span.content), style: span.style });
    Line { spans: spans.collect(), ..*line }
}

/// Terminals disagree about the width of emoji that are joined or modified, which leaves debris on the screen: the parts
/// are shown one by one.
fn plain(text: &str) -> Cow<'_, str> {
    const JOINER: char = '\u{200d}';
    let is_modifier = |c: char| matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}' | '\u{1f3fb}'..='\u{1f3ff}');
    let is_emoji = |c: char| matches!(c, '\u{2600}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}');
    let text = visible_line(text);
    if !text.contains(|c| c == JOINER || is_modifier(c)) {
        return text;
    }
    let mut before = ' ';
    let mut kept = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !is_modifier(*c)) {
        // In some scripts the joiner shapes letters.
        if c != JOINER || !is_emoji(before) {
            kept.push(c);
        }
        before = c;
    }
    Cow::Owned(kept)
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
    hints_in_words(buffer, area, table, |binding| can(binding.act).then_some(binding.hint), None, theme);
}

/// The same with hints that depend on the state; None for actions that are not possible. With a board, letters that
/// begin a point run with Enter.
pub fn hints_in_words<'a>(
    buffer: &mut Buffer,
    area: Rect,
    table: &'a [Binding],
    words: impl Fn(&'a Binding) -> Option<&'static str>,
    board: Option<Size>,
    theme: &Theme,
) {
    let mut spans = vec![Span::raw(" ")];
    let all = fitting(area, table, words, board, theme);
    for (place, (binding, hint)) in (1..).zip(&all) {
        spans.push(Span::styled(key_name(binding, board, theme), theme.text(Part::Accent)));
        let gap = if place < all.len() { "  " } else { "" };
        spans.push(Span::styled(format!(" {hint}{gap}"), theme.text(Part::Faint)));
    }
    write(buffer, area, 0, &Line::from(spans));
}

/// The binding whose hint is in this column.
pub fn hint_at<'a>(
    area: Rect,
    table: &'a [Binding],
    words: impl Fn(&'a Binding) -> Option<&'static str>,
    board: Option<Size>,
    theme: &Theme,
    x: u16,
) -> Option<&'a Binding> {
    let mut left = usize::from(area.x) + 1;
    fitting(area, table, words, board, theme).into_iter().find_map(|hint| {
        let here = left..left + hint_width(hint, board, theme) - 1;
        left = here.end + 1;
        here.contains(&usize::from(x)).then_some(hint.0)
    })
}

/// The name of a key, and whether it runs with Enter because it begins a point on the board.
pub fn key_name(binding: &Binding, board: Option<Size>, theme: &Theme) -> String {
    let enter = if binding.needs_enter(board) { theme.shapes.enter } else { "" };
    format!("{}{enter}", binding.shown)
}

fn hint_width((binding, hint): (&Binding, &str), board: Option<Size>, theme: &Theme) -> usize {
    key_name(binding, board, theme).width() + 1 + hint.len() + 2
}

fn fitting<'a>(
    area: Rect,
    table: &'a [Binding],
    words: impl Fn(&'a Binding) -> Option<&'static str>,
    board: Option<Size>,
    theme: &Theme,
) -> Vec<(&'a Binding, &'static str)> {
    let hint_width = |hint| hint_width(hint, board, theme);
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
            "…" => ">",
            "×" => "x",
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
    fn text_that_is_cut_ends_with_an_ellipsis() {
        let area = Rect::new(0, 0, 6, 1);
        for (text, shown) in [("123456", "123456"), ("1234567", "12345…"), ("围棋围棋", "围 棋  …")]
        {
            let mut buffer = Buffer::empty(area);
            write(&mut buffer, area, 0, &Line::raw(text));
            let drawn: String = (0..6).map(|x| buffer[(x, 0)].symbol()).collect();
            assert_eq!(drawn, shown);
        }
    }

    #[test]
    fn joined_emoji_are_shown_one_by_one() {
        assert_eq!(plain("👨\u{200d}👩\u{200d}👧 ❤\u{fe0f} 👍\u{1f3fd}"), "👨👩👧 ❤ 👍");
        assert_eq!(plain("ක්\u{200d}ර"), "ක්\u{200d}ර", "in Sinhala the joiner shapes a letter");
        assert!(matches!(plain("Ann"), Cow::Borrowed(_)));
    }

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
