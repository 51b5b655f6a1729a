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
use super::words;

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
    // The clock stands still in a pause: nobody should think on.
    let Some(board) = view.board.as_ref().filter(|_| !view.session().is_paused()) else { return Vec::new() };
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
        let comments = view.words.comments.iter().rev().take(COMMENTS).rev();
        let mut text = ending(app.status(), summary);
        text.push_line(Line::default());
        text.extend(comments.flat_map(words::comment).map(Line::from));
        return text;
    }
    let (number, total) = view.puzzle;
    let summary = view.session().summary(now);
    let mut text = Text::from(vec![
        Line::from(format!("Puzzle {number} of {total}   {}", clock(view.session().time_left(now)))).bold(),
        Line::from(format!("{} of {} right", summary.totals.right, summary.totals.tried)),
    ]);
    text.extend(app.left_out.clone().map(Line::from));
    text.extend(words::heading(&view.words).into_iter().map(Line::from));
    text.extend(words::lines(&view.words.task).into_iter().map(Line::from));
    text.extend([Line::default(), Line::from(app.status()).bold()]);
    if let Some(words) = view.hint_text(app.language) {
        text.push_line(words);
    }
    if let Some(board) = view.board.as_ref().filter(|_| !view.choices.is_empty()) {
        text.extend(view.choices.iter().map(|mv| Line::from(format!("  {}", board.move_text(mv)))));
    }
    text.push_line(Line::default());
    let line: Vec<&str> = view.line.iter().map(|mv| mv.text.as_str()).collect();
    text.push_line(line.join("  "));
    // The last ones: the others may not fit.
    let comments = view.words.comments.iter().rev().take(COMMENTS).rev();
    text.extend(comments.flat_map(words::comment).map(Line::from));
    text
}

const COMMENTS: usize = 3;

fn ending(status: String, summary: Summary) -> Text<'static> {
    let totals = summary.totals;
    let accuracy = totals.accuracy.map_or("–".to_owned(), |accuracy| format!("{:.0} %", accuracy * 100.0));
    let median = totals.median.map_or("–".to_owned(), |median| format!("{:.1} s", median.as_secs_f64()));
    let mut text = Text::from(vec![
        Line::from(status).bold(),
        Line::default(),
        Line::from(format!("Tried     {}", totals.tried)),
        Line::from(format!("Right     {}", totals.right)),
        Line::from(format!("Accuracy  {accuracy}")),
        Line::from(format!("Median    {median}")),
        Line::from(format!("Time      {}", clock(summary.duration))),
    ]);
    let help = words::help_counts(totals);
    text.extend((!help.is_empty()).then(|| Line::from(help)));
    text
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
