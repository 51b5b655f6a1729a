//! The list of games on the left, a preview of the selected one on the right.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use record::GameRecord;
use record::go::GoRecord;
use rules::go::{Move, Point};

use super::board::{self, BoardLayout, Marks};
use super::{hints, message, title, write, write_right};
use crate::term::keys::HISTORY;
use crate::term::screen::history::{Entry, History};
use crate::term::theme::{Part, Theme};

/// Least columns of the list.
const LIST: u16 = 40;
const HEAD: u16 = 2;

pub fn draw(buffer: &mut Buffer, screen: Rect, history: &History, notice: &str, theme: &Theme) {
    let row = |y: u16| Rect { y: screen.y + y.min(screen.height), height: 1, ..screen }.intersection(screen);
    title(buffer, row(0), "History", theme);
    let count = format!("{} of {} ", history.shown().len(), history.len());
    write_right(buffer, row(0), 0, &Line::styled(count, theme.text(Part::Faint)));
    list(buffer, list_area(screen), history, theme);
    if screen.width > LIST + 20 {
        let list = list_area(screen).width;
        let right = Rect { x: screen.x + list + 1, width: screen.width - list - 1, ..middle(screen) };
        preview(buffer, right, history, theme);
    }
    bottom(buffer, row(screen.height.saturating_sub(2)), history, notice, theme);
    hints(buffer, row(screen.height.saturating_sub(1)), HISTORY, |act| history.can(act), theme);
}

fn middle(screen: Rect) -> Rect {
    Rect { y: screen.y + 1, height: screen.height.saturating_sub(3), ..screen }
}

fn list_area(screen: Rect) -> Rect {
    let share = LIST + screen.width.saturating_sub(80) / 4;
    Rect { width: share.min(screen.width), ..middle(screen) }
}

fn bottom(buffer: &mut Buffer, area: Rect, history: &History, notice: &str, theme: &Theme) {
    let (before, after) = history.filter.parts();
    if !history.filtering && history.filter.is_empty() {
        return message(buffer, area, notice, theme.text(Part::Faint));
    }
    let caret = if history.filtering { theme.chosen() } else { Default::default() };
    let line = Line::from(vec![
        Span::styled(" Filter: ", theme.text(Part::Accent)),
        Span::raw(before.to_owned()),
        Span::styled(after.chars().next().unwrap_or(' ').to_string(), caret),
        Span::raw(after.chars().skip(1).collect::<String>()),
        Span::styled(
            if history.filtering { "   Enter applies it, Esc clears it" } else { "   q clears it" },
            theme.text(Part::Faint),
        ),
    ]);
    write(buffer, area, 0, &line);
}

fn list(buffer: &mut Buffer, area: Rect, history: &History, theme: &Theme) {
    let head = format!("  {:<10} {:>4} {:<7}{:>3} {}", "Date", "Size", "Result", "Mv", "Against");
    write(buffer, area, 0, &Line::styled(head, theme.text(Part::Faint)));
    if history.shown().len() == 0 {
        let text = match (history.listed, history.len()) {
            (false, _) => "  Reading the folder",
            (true, 0) => "  No games recorded yet",
            (true, _) => "  No game matches",
        };
        write(buffer, area, HEAD, &Line::styled(text, theme.text(Part::Faint)));
    }
    let first = first_shown(area, history);
    for (row, (place, entry)) in (HEAD..area.height).zip(history.shown().enumerate().skip(first)) {
        let chosen = place == history.at();
        let mark = if chosen { theme.shapes.pointer } else { " " };
        let line = Line::raw(format!("{mark} {}", words(entry, usize::from(area.width) - 2)));
        write(buffer, area, row, &if chosen { line.style(theme.text(Part::Accent)) } else { line });
    }
}

fn words(entry: &Entry, width: usize) -> String {
    let name = entry.name();
    // Our file names start with the date, so the list shows it before the file is read.
    let date: String = name.chars().take(10).collect();
    let text = match &entry.info {
        None => date,
        Some(info) => {
            let date = if info.date.is_empty() { &date } else { &info.date };
            let result = if info.result.is_empty() { "-" } else { &info.result };
            let cut = |text: &str, most: usize| text.chars().take(most).collect::<String>();
            format!(
                "{:<10} {:>4} {:<7}{:>3} {}",
                cut(date, 10),
                info.size,
                cut(result, 7),
                info.moves,
                info.opponent()
            )
        }
    };
    text.chars().take(width).collect()
}

/// Keeps the selected entry in the middle where possible.
fn first_shown(area: Rect, history: &History) -> usize {
    let room = usize::from(area.height.saturating_sub(HEAD)).max(1);
    history.at().saturating_sub(room / 2).min(history.shown().len().saturating_sub(room))
}

pub fn hit(screen: Rect, history: &History, x: u16, y: u16) -> Option<usize> {
    let area = list_area(screen);
    let row = usize::from(y.checked_sub(area.y + HEAD)?);
    let place = first_shown(area, history) + row;
    (area.contains((x, y).into()) && place < history.shown().len()).then_some(place)
}

fn preview(buffer: &mut Buffer, area: Rect, history: &History, theme: &Theme) {
    match history.pictured() {
        None => {}
        Some(Err(why)) => {
            write(buffer, area, HEAD, &Line::styled(why.clone(), theme.text(Part::Alert)));
        }
        Some(Ok(record)) => position(buffer, area, record, theme),
    }
}

/// Without coordinates, a board of 19 lines leaves two rows for text.
fn position(buffer: &mut Buffer, area: Rect, record: &GoRecord, theme: &Theme) {
    let size = record.size();
    let words = Rect {
        x: area.x + 1,
        y: area.bottom().saturating_sub(2),
        width: area.width - 1,
        height: 2.min(area.height),
    };
    let board_area = Rect { height: area.height.saturating_sub(2), ..area };
    let last = match record.state().last_move {
        Some((_, Move::Place(at))) => Some(at),
        _ => None,
    };
    let middle = Point::new(size.width() / 2, size.height() / 2);
    let marks = Marks { last, ..Marks::default() };
    let place = BoardLayout::without_coordinates(board_area, size, last.unwrap_or(middle), theme);
    board::draw(buffer, place, record.position().board(), &marks, theme);
    let text = |name| record.node(record.root()).simple_text(name).filter(|text| !text.is_empty());
    let name = |name, otherwise: &str| text(name).unwrap_or_else(|| otherwise.to_owned());
    let players = format!("{} against {}", name("PB", "Black"), name("PW", "White"));
    write(buffer, words, 0, &Line::raw(players));
    let here = record.moves().len();
    let ahead = record.tree().preferred_line(record.here()).skip(1);
    let all = here + ahead.filter(|node| record.node(*node).has_move()).count();
    let facts = format!("move {here} of {all}, komi {}, {}", name("KM", "0"), name("RE", "no result"));
    write(buffer, words, 1, &Line::styled(facts, theme.text(Part::Faint)));
}
