//! The form for a new game beside an empty board.

use bot::Level;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use rules::go::{Board, Color, Point, handicap_points};

use super::board::{self, Marks};
use super::{Areas, heading, hints, message, title, write};
use crate::term::config::{ColorChoice, GameChoice, OpponentChoice, RulesChoice};
use crate::term::keys;
use crate::term::screen::setup::{Button, Row, Setup};
use crate::term::text_field::TextField;
use crate::term::theme::{Part, Theme};

const LABEL: u16 = 13;
const FIRST_ROW: u16 = 3;

pub fn draw(buffer: &mut Buffer, screen: Rect, setup: &Setup, notice: &str, theme: &Theme) {
    let areas = Areas::new(screen, setup.size(), theme);
    title(buffer, areas.title, "Go in the terminal", theme);
    preview(buffer, areas, setup, theme);
    let panel = form_area(areas, screen);
    heading(buffer, panel, 1, "New game", theme);
    for (line, row) in (FIRST_ROW..).zip(setup.rows()) {
        match row {
            Row::Buttons => buttons(buffer, panel, line + 1, setup, theme),
            Row::Resume => resume(buffer, panel, line + 2, setup, theme),
            row => write_row(buffer, panel, line, setup, row, theme),
        }
    }
    notes(buffer, panel, setup, theme);
    match setup.problem() {
        Some(problem) => message(buffer, areas.message, problem, theme.text(Part::Alert)),
        None => message(buffer, areas.message, notice, theme.text(Part::Faint)),
    }
    hints(buffer, areas.hints, keys::SETUP, |act| setup.can(act), theme);
}

/// On a narrow screen the form takes the place of the board.
fn form_area(areas: Areas, screen: Rect) -> Rect {
    if areas.panel.width > 0 {
        areas.panel
    } else {
        Rect { x: screen.x + 2, width: screen.width.saturating_sub(4), ..areas.board }
    }
}

fn preview(buffer: &mut Buffer, areas: Areas, setup: &Setup, theme: &Theme) {
    if areas.panel.width == 0 {
        return;
    }
    let size = setup.size();
    let mut stones = Board::empty(size);
    for at in handicap_points(size, setup.choice().handicap.into()).unwrap_or_default() {
        stones.set(at, Some(Color::Black));
    }
    let middle = Point::new(size.width() / 2, size.height() / 2);
    let marks = Marks { coordinates: true, ..Marks::default() };
    board::draw(buffer, areas.place(size, middle, theme), &stones, &marks, theme);
}

fn write_row(buffer: &mut Buffer, panel: Rect, line: u16, setup: &Setup, row: Row, theme: &Theme) {
    let chosen = setup.row == row;
    let mark = if chosen { theme.shapes.pointer } else { " " };
    let label = Line::from(vec![
        Span::styled(format!("{mark} "), theme.text(Part::Accent)),
        Span::styled(words(row), if chosen { theme.text(Part::Accent) } else { theme.text(Part::Faint) }),
    ]);
    write(buffer, panel, line, &label);
    let right = Rect { x: panel.x + LABEL, width: panel.width.saturating_sub(LABEL), ..panel };
    let value = match row {
        Row::Komi => field(&setup.komi, chosen, right.width),
        Row::Engine => field(&setup.engine, chosen, right.width),
        Row::Time if chosen || !setup.time.is_empty() => field(&setup.time, chosen, right.width),
        _ => choice(&value(&setup.choice(), row, setup.most_level(), theme), chosen, theme),
    };
    write(buffer, right, line, &value);
}

pub fn choice<'a>(value: &str, chosen: bool, theme: &Theme) -> Line<'a> {
    let [left, right] = match (chosen, theme.name) {
        (true, crate::term::theme::ThemeName::Ascii) => ["< ", " >"],
        (true, _) => ["‹ ", " ›"],
        (false, _) => ["  ", ""],
    };
    Line::from(vec![
        Span::styled(left, theme.text(Part::Accent)),
        Span::raw(value.to_owned()),
        Span::styled(right, theme.text(Part::Accent)),
    ])
}

/// Text with its caret; text that is too long is cut at the start.
pub fn field<'a>(field: &TextField, chosen: bool, width: u16) -> Line<'a> {
    let (before, after) = field.parts();
    let room = usize::from(width).saturating_sub(4);
    let skip = before.chars().count().saturating_sub(room);
    let before: String = before.chars().skip(skip).collect();
    if field.is_selected() && chosen {
        return Line::from(vec![Span::raw("  "), Span::styled(before, Modifier::REVERSED)]);
    }
    let mut rest = after.chars();
    let under = if chosen { rest.next().unwrap_or(' ') } else { ' ' };
    let (caret, rest) = match chosen {
        true => (Span::styled(under.to_string(), Modifier::REVERSED), rest.as_str().to_owned()),
        false => (Span::raw(""), after.to_owned()),
    };
    Line::from(vec![Span::raw(format!("  {before}")), caret, Span::raw(rest)])
}

fn words(row: Row) -> &'static str {
    match row {
        Row::Size => "Size",
        Row::Color => "You play",
        Row::Opponent => "Opponent",
        Row::Engine => "Command",
        Row::Level => "Level",
        Row::Rules => "Rules",
        Row::Komi => "Komi",
        Row::Handicap => "Handicap",
        Row::Time => "Time",
        Row::Record => "Record",
        Row::Buttons | Row::Resume => "",
    }
}

fn value(choice: &GameChoice, row: Row, most: u8, theme: &Theme) -> String {
    match row {
        Row::Size => format!("{0} by {0}", choice.size),
        Row::Color if choice.handicap > 1 && choice.color == ColorChoice::White => {
            "White, giving stones".to_owned()
        }
        Row::Color => match choice.color {
            ColorChoice::Black => "Black".to_owned(),
            ColorChoice::White => "White".to_owned(),
            ColorChoice::Random => "a random colour".to_owned(),
        },
        Row::Opponent => opponent(choice.opponent).to_owned(),
        Row::Level if choice.opponent == OpponentChoice::Bot => {
            let level = choice.bot_level();
            let number = Level::ALL.iter().position(|other| *other == level).unwrap_or(0) + 1;
            format!("{} {}, about {} kyu", bar(number, usize::from(most), theme), level.name(), level.kyu())
        }
        Row::Level => {
            let number = usize::from(choice.level);
            format!("{number:<2} {}", bar(number, usize::from(most), theme))
        }
        Row::Rules => match choice.rules {
            RulesChoice::Japanese => "Japanese",
            RulesChoice::Chinese => "Chinese",
            RulesChoice::Aga => "AGA",
            RulesChoice::Nz => "New Zealand",
        }
        .to_owned(),
        Row::Handicap if choice.handicap < 2 => "none".to_owned(),
        Row::Handicap => format!("{} stones", choice.handicap),
        Row::Record => if choice.record { "on" } else { "off" }.to_owned(),
        Row::Time => "no limit".to_owned(),
        Row::Engine | Row::Komi | Row::Buttons | Row::Resume => String::new(),
    }
}

pub fn opponent(who: OpponentChoice) -> &'static str {
    match who {
        OpponentChoice::GnuGo => "GNU Go",
        OpponentChoice::Bot => "Built-in bot",
        OpponentChoice::Engine => "Another engine",
        OpponentChoice::Friend => "A friend",
    }
}

fn buttons(buffer: &mut Buffer, panel: Rect, line: u16, setup: &Setup, theme: &Theme) {
    for (button, place) in button_places(panel, line).filter(|(_, place)| place.y < panel.bottom()) {
        let chosen = setup.row == Row::Buttons && setup.button == button;
        let style =
            if chosen { theme.text(Part::Accent).patch(theme.chosen()) } else { theme.text(Part::Accent) };
        write(buffer, place, 0, &Line::styled(format!(" {} ", button.label()), style));
    }
}

/// The offer to go on with the last game.
fn resume(buffer: &mut Buffer, panel: Rect, line: u16, setup: &Setup, theme: &Theme) {
    let chosen = setup.row == Row::Resume;
    let mark = if chosen { theme.shapes.pointer } else { " " };
    let style = if chosen { theme.text(Part::Accent) } else { Style::new() };
    let game = setup.unfinished.as_deref().unwrap_or_default();
    let line_of_text = Line::from(vec![
        Span::styled(format!("{mark} "), theme.text(Part::Accent)),
        Span::styled("Resume ", theme.text(Part::Accent)),
        Span::styled(game, style),
    ]);
    write(buffer, panel, line, &line_of_text);
}

/// The rows of a form in a box, from the top.
pub fn draw_rows(buffer: &mut Buffer, area: Rect, setup: &Setup, theme: &Theme) {
    for (line, row) in (0..).zip(setup.rows()) {
        write_row(buffer, area, line, setup, row, theme);
    }
}

fn button_places(panel: Rect, line: u16) -> impl Iterator<Item = (Button, Rect)> {
    let mut x = panel.x;
    Button::ALL.into_iter().map(move |button| {
        let width = button.label().len() as u16 + 2;
        let place = Rect { x, y: panel.y + line, width, height: 1 };
        x += width;
        (button, place)
    })
}

/// What is under a mouse click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A row, with the direction of the change: clicks left of the value decrease it, others increase it.
    Row(Row, isize),
    Button(Button),
    Resume,
}

pub fn hit(screen: Rect, setup: &Setup, theme: &Theme, x: u16, y: u16) -> Option<Hit> {
    let areas = Areas::new(screen, setup.size(), theme);
    let panel = form_area(areas, screen);
    let rows = setup.rows();
    let fields = rows.iter().take_while(|row| **row != Row::Buttons).count();
    let last = FIRST_ROW + fields as u16 + 1;
    if setup.unfinished.is_some() && y == panel.y + last + 1 + 1 && panel.contains((x, y).into()) {
        return Some(Hit::Resume);
    }
    let mut buttons = button_places(panel, last);
    let hit = |place: &Rect| place.contains((x, y).into()) && panel.contains((x, y).into());
    if let Some((button, _)) = buttons.find(|(_, place)| hit(place)) {
        return Some(Hit::Button(button));
    }
    if !panel.contains((x, y).into()) {
        return None;
    }
    let row = rows
        .get(usize::from(y.checked_sub(panel.y + FIRST_ROW)?))
        .filter(|row| !matches!(row, Row::Buttons | Row::Resume))?;
    let less = x < panel.x + LABEL + 2;
    Some(Hit::Row(*row, if less { -1 } else { 1 }))
}

fn notes(buffer: &mut Buffer, panel: Rect, setup: &Setup, theme: &Theme) {
    if setup.has_gnu_go() {
        return;
    }
    let lines = ["GNU Go is not installed, so the", "built-in bot plays. To install:", "  apt install gnugo"];
    let first = FIRST_ROW + setup.rows().len() as u16 + 2;
    for (row, line) in (first..).zip(lines) {
        write(buffer, panel, row, &Line::styled(line, theme.text(Part::Faint)));
    }
}

/// A level among the possible ones.
fn bar(level: usize, most: usize, theme: &Theme) -> String {
    let [full, empty] = if theme.name.key() == "ascii" { ["#", "."] } else { ["▰", "▱"] };
    format!("{}{}", full.repeat(level), empty.repeat(most.saturating_sub(level)))
}
