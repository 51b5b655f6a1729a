//! The terminal loop: reads keys, redraws after every change, and wakes the session at its deadline.

use std::io;
use std::time::{Duration, Instant};

use moment::Moment;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::app::{App, Key};
use super::draw::draw;
use super::history::TrainedSet;
use super::terminal_board::TerminalBoard;
use crate::output;

/// Returns the set, which knows what could not be stored.
pub fn run<B: TerminalBoard>(app: App<B>) -> io::Result<Option<TrainedSet>> {
    let mut terminal = output::take_screen()?;
    let result = train(app, &mut terminal);
    ratatui::restore();
    result
}

fn train<B: TerminalBoard>(
    mut app: App<B>,
    terminal: &mut DefaultTerminal,
) -> io::Result<Option<TrainedSet>> {
    let is_colored = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let begun = Instant::now();
    let now = || Moment::ORIGIN + begun.elapsed();
    app.begin(now());
    while !app.is_over() {
        terminal.draw(|frame| draw(&app, frame, now(), is_colored))?;
        let wait = match app.deadline() {
            Some(deadline) => deadline.since(now()),
            None => Duration::from_secs(3600),
        };
        if !event::poll(wait)? {
            app.wake(now());
        } else if let Event::Key(pressed) = event::read()?
            && let Some(key) = key(pressed)
        {
            app.key(now(), key);
        }
    }
    Ok(app.into_set())
}

fn key(pressed: KeyEvent) -> Option<Key> {
    let is_control = pressed.modifiers.contains(KeyModifiers::CONTROL);
    if pressed.kind == KeyEventKind::Release {
        return None;
    }
    Some(match pressed.code {
        KeyCode::Char('c' | 'd' | 'q') if is_control => Key::Quit,
        KeyCode::Char(' ') => Key::Space,
        KeyCode::Char(letter) => Key::Letter(letter),
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Enter => Key::Enter,
        KeyCode::Tab => Key::Tab,
        KeyCode::Esc => Key::Escape,
        _ => return None,
    })
}
