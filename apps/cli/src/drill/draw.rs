//! The screen: the board on the left; beside it the puzzle, the clock, the status and the moves; the input line below.

use std::time::Duration;

use ::drill::Summary;
use moment::Moment;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::app::App;
use super::terminal_board::{BoardView, TerminalBoard};

pub fn draw<B: TerminalBoard>(app: &App<B>, frame: &mut Frame<'_>, now: Moment, is_colored: bool) {
    let [main, prompt, keys] =
        Layout::vertical([Constraint::Min(9), Constraint::Length(1), Constraint::Length(1)])
            .areas(frame.area());
    let lines = board(app, main, is_colored);
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 3;
    let [left, right] = Layout::horizontal([Constraint::Length(width), Constraint::Min(20)]).areas(main);
    frame.render_widget(Text::from(lines), left);
    frame.render_widget(Paragraph::new(beside(app, now)).wrap(Wrap { trim: false }), right);
    frame.render_widget(Line::from(format!("> {}", app.line)), prompt);
    frame.set_cursor_position((prompt.x + 2 + app.line.chars().count() as u16, prompt.y));
    frame.render_widget(Line::from(help(app)).style(Style::new().add_modifier(Modifier::DIM)), keys);
}

fn board<B: TerminalBoard>(app: &App<B>, area: Rect, is_colored: bool) -> Vec<Line<'static>> {
    let view = &app.view;
    let Some(board) = &view.board else { return Vec::new() };
    let hint = view.hint.as_ref().map(|(hint, mv)| (*hint, mv));
    B::draw(&BoardView {
        board,
        bottom: view.solver,
        last: view.last.as_ref(),
        hint,
        rows: area.height,
        is_colored,
    })
}

fn beside<B: TerminalBoard>(app: &App<B>, now: Moment) -> Text<'static> {
    let view = &app.view;
    if let Some((_, summary)) = view.end {
        return ending(app.status(), summary);
    }
    let (number, total) = view.puzzle;
    let summary = view.session().summary(now);
    let mut text = Text::from(vec![
        Line::from(format!("Puzzle {number} of {total}   {}", clock(view.session().time_left(now)))).bold(),
        Line::from(format!("{} of {} right", summary.totals.right, summary.totals.attempts)),
        Line::default(),
        Line::from(app.status()).bold(),
    ]);
    if let Some(words) = view.hint_text(app.language) {
        text.push_line(words);
    }
    if let Some(board) = view.board.as_ref().filter(|_| !view.choices.is_empty()) {
        text.extend(view.choices.iter().map(|mv| Line::from(format!("  {}", board.move_text(mv)))));
    }
    text.push_line(Line::default());
    let line: Vec<&str> = view.line.iter().map(|mv| mv.text.as_str()).collect();
    text.push_line(line.join("  "));
    text
}

fn ending(status: String, summary: Summary) -> Text<'static> {
    let totals = summary.totals;
    Text::from(vec![
        Line::from(status).bold(),
        Line::default(),
        Line::from(format!("Tried     {}", totals.attempts)),
        Line::from(format!("Right     {}", totals.right)),
        Line::from(format!("Accuracy  {:.0} %", totals.accuracy * 100.0)),
        Line::from(format!("Median    {:.1} s", totals.median.as_secs_f64())),
        Line::from(format!("Time      {}", clock(summary.duration))),
    ])
}

/// Rounded up: a countdown shows 10:00 until the first second is over.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

fn help<B: TerminalBoard>(app: &App<B>) -> &'static str {
    match (app.view.end.is_some(), app.view.done.is_some()) {
        (true, _) => "Enter: leave",
        (_, true) => "Space: next puzzle  retry  Ctrl-C: end",
        _ => "move Enter  Tab: hint  Space: on  Esc: pause  skip  solution  Ctrl-C: end",
    }
}
