//! The GTP console: commands sent to the engine and its answers.

use play::gtp::{Conversation, Speaker, State};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::overlay::frame;
use super::setup::field;
use super::{write, write_right};
use crate::term::app::Console;
use crate::term::theme::{Part, Theme};

pub fn draw(
    buffer: &mut Buffer,
    screen: Rect,
    console: &Console,
    conversation: Option<&Conversation>,
    theme: &Theme,
) {
    let inside = frame(buffer, screen, 76, screen.height.saturating_sub(2), "Engine", theme);
    let Some(conversation) = conversation else { return };
    let state = match conversation.state() {
        State::Starting => "starting",
        State::Ready => "ready",
        State::Thinking { .. } => "thinking",
        State::Dead { .. } => "stopped",
    };
    let name = format!("{} {}", conversation.name(), conversation.version());
    let name = if name.trim().is_empty() { state.to_owned() } else { format!("{name}: {state}") };
    write_right(buffer, inside, 0, &Line::styled(name, theme.text(Part::Faint)));
    let room = usize::from(inside.height.saturating_sub(4));
    let newest = conversation.transcript().rev().skip(console.scrolled).take(room);
    let lines: Vec<Line<'_>> = newest.map(|line| spoken(line.speaker, &line.text, theme)).collect();
    for (row, line) in (1..).zip(lines.iter().rev()) {
        write(buffer, inside, row, line);
    }
    let bottom = inside.height.saturating_sub(2);
    write(buffer, inside, bottom, &Line::styled(">", theme.text(Part::Accent)));
    let typed = Rect { x: inside.x + 1, width: inside.width.saturating_sub(1), ..inside };
    write(buffer, typed, bottom, &field(&console.field, true, typed.width));
    let keys = "Enter sends, PgUp and PgDn scroll, Esc closes";
    write_right(
        buffer,
        inside,
        inside.height.saturating_sub(1),
        &Line::styled(keys, theme.text(Part::Faint)),
    );
}

fn spoken<'a>(speaker: Speaker, text: &'a str, theme: &Theme) -> Line<'a> {
    match speaker {
        Speaker::Us => Line::from(vec![Span::styled("> ", theme.text(Part::Accent)), Span::raw(text)]),
        Speaker::Engine => Line::raw(format!("  {text}")),
        Speaker::EngineNoise => Line::styled(format!("  {text}"), theme.text(Part::Faint)),
        Speaker::Event => Line::styled(format!("{} {text}", theme.shapes.dot), theme.text(Part::Alert)),
    }
}
