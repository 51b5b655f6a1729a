//! The screen: the board on the left, beside it the puzzle, the clock, what was said and the moves; the line below.

use std::time::Duration;

use ::drill::Summary;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::app::App;
use super::face::{Face, Sight};

pub fn draw<B: Face>(app: &App<B>, frame: &mut Frame<'_>, now: Duration, is_colored: bool) {
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

fn board<B: Face>(app: &App<B>, area: Rect, is_colored: bool) -> Vec<Line<'static>> {
    let lesson = &app.lesson;
    let Some(board) = &lesson.board else { return Vec::new() };
    let hint = lesson.hint.as_ref().map(|(hint, mv)| (*hint, mv));
    B::draw(&Sight {
        board,
        bottom: lesson.solver,
        last: lesson.last.as_ref(),
        hint,
        rows: area.height,
        is_colored,
    })
}

fn beside<B: Face>(app: &App<B>, now: Duration) -> Text<'static> {
    let lesson = &app.lesson;
    if let Some((_, summary)) = lesson.end {
        return ending(app.status(), summary);
    }
    let (number, total) = lesson.puzzle;
    let summary = lesson.session().summary(now);
    let mut text = Text::from(vec![
        Line::from(format!("Puzzle {number} of {total}   {}", clock(lesson.session().time_left(now)))).bold(),
        Line::from(format!("{} of {} right", summary.solved, summary.attempted)),
        Line::default(),
        Line::from(app.status()).bold(),
    ]);
    if let Some(words) = lesson.hint_words(app.language) {
        text.push_line(words);
    }
    if let Some(board) = lesson.board.as_ref().filter(|_| !lesson.choices.is_empty()) {
        text.extend(lesson.choices.iter().map(|mv| Line::from(format!("  {}", board.spell(mv)))));
    }
    text.push_line(Line::default());
    let line: Vec<&str> = lesson.line.iter().map(|told| told.text.as_str()).collect();
    text.push_line(line.join("  "));
    text
}

fn ending(status: String, summary: Summary) -> Text<'static> {
    Text::from(vec![
        Line::from(status).bold(),
        Line::default(),
        Line::from(format!("Tried     {}", summary.attempted)),
        Line::from(format!("Right     {}", summary.solved)),
        Line::from(format!("Accuracy  {:.0} %", summary.accuracy * 100.0)),
        Line::from(format!("Median    {:.1} s", summary.median.as_secs_f64())),
        Line::from(format!("Time      {}", clock(summary.duration))),
    ])
}

/// Rounded up, as countdowns are: 10:00 until the first second is over.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

fn help<B: Face>(app: &App<B>) -> &'static str {
    match (app.lesson.end.is_some(), app.lesson.done.is_some()) {
        (true, _) => "Enter: leave",
        (_, true) => "Space: next puzzle  retry  Ctrl-C: end",
        _ => "move Enter  Tab: hint  Space: on  Esc: pause  skip  solution  Ctrl-C: end",
    }
}
