//! Runs the application on a terminal: passes events in, runs effects, and redraws after each batch of events.
//! Sleeps while nothing happens.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use moment::Moment;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, KeyEventKind,
    MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Rect;

use super::app::{App, Effect, Event};
use super::effect_runner::EffectRunner;
use crate::output::{screen, take_screen};

pub fn run(
    mut app: App,
    mut effect_runner: EffectRunner,
    events: &Receiver<Event>,
    sender: &Sender<Event>,
) -> io::Result<()> {
    let mut terminal = TerminalGuard::take()?;
    read_terminal(sender.clone());
    listen_for_signals(sender.clone());
    let started = Instant::now();
    let now = || Moment::ORIGIN + started.elapsed();
    let size = terminal.inner.size()?;
    let mut effects = app.handle(now(), Event::Resize(Rect::new(0, 0, size.width, size.height)));
    effects.extend(app.begin(now()));
    loop {
        for effect in std::mem::take(&mut effects) {
            match effect {
                Effect::Redraw => terminal.clear()?,
                Effect::Suspend => {
                    terminal.suspend()?;
                    let size = terminal.inner.size()?;
                    let area = Rect::new(0, 0, size.width, size.height);
                    effects.extend(app.handle(now(), Event::Resize(area)));
                }
                effect => effect_runner.run(effect),
            }
        }
        if app.is_over() {
            return Ok(());
        }
        terminal.draw(&app, now())?;
        let first = match app.deadline(now()) {
            None => events.recv().ok(),
            Some(deadline) => match events.recv_timeout(deadline.since(now())) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => Some(Event::Wake),
                Err(RecvTimeoutError::Disconnected) => None,
            },
        };
        let Some(first) = first else { return Ok(()) };
        // Handles all queued events before one redraw.
        for event in std::iter::once(first).chain(events.try_iter()) {
            effects.extend(app.handle(now(), event));
        }
    }
}

/// Restores the terminal when the program ends, even after a panic.
struct TerminalGuard {
    inner: DefaultTerminal,
}

impl TerminalGuard {
    fn take() -> io::Result<TerminalGuard> {
        let inner = take_screen()?;
        execute!(screen(), EnableMouseCapture, EnableBracketedPaste)?;
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            drop(execute!(screen(), DisableBracketedPaste, DisableMouseCapture));
            before(panic);
        }));
        Ok(TerminalGuard { inner })
    }

    /// Gives the terminal to the shell, which stops this program until the user continues it.
    fn suspend(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        {
            use rustix::process::{Signal, kill_current_process_group};
            execute!(screen(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen)?;
            disable_raw_mode()?;
            self.inner.show_cursor()?;
            // The engine stops with this program.
            kill_current_process_group(Signal::TSTP)?;
            enable_raw_mode()?;
            execute!(screen(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
            self.inner.hide_cursor()?;
        }
        self.clear()
    }

    /// The next picture is drawn as a whole. ratatui's own `clear` asks the terminal where the cursor is, but its answer
    /// would go to the thread that reads the keys.
    fn clear(&mut self) -> io::Result<()> {
        execute!(screen(), Clear(ClearType::All))?;
        // Both buffers are empty after this, as the screen is.
        self.inner.swap_buffers();
        Ok(())
    }

    fn draw(&mut self, app: &App, now: Moment) -> io::Result<()> {
        execute!(screen(), BeginSynchronizedUpdate)?;
        self.inner.draw(|frame| app.draw(frame, now))?;
        execute!(screen(), EndSynchronizedUpdate)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        drop(execute!(screen(), DisableBracketedPaste, DisableMouseCapture));
        ratatui::restore();
    }
}

/// Reads terminal events on a thread. When the terminal goes away, the program ends.
fn read_terminal(sender: Sender<Event>) {
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if let Some(event) = translate(event)
                && sender.send(event).is_err()
            {
                return;
            }
        }
        drop(sender.send(Event::Terminate));
    });
}

/// Turns termination signals into events, so that the terminal is restored.
fn listen_for_signals(sender: Sender<Event>) {
    #[cfg(unix)]
    thread::spawn(move || {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
        runtime.block_on(async {
            let (Ok(mut terminate), Ok(mut hang_up)) =
                (signal(SignalKind::terminate()), signal(SignalKind::hangup()))
            else {
                return;
            };
            tokio::select! {
                _ = terminate.recv() => {}
                _ = hang_up.recv() => {}
            }
            drop(sender.send(Event::Terminate));
        });
    });
    #[cfg(not(unix))]
    drop(sender);
}

fn translate(event: event::Event) -> Option<Event> {
    match event {
        event::Event::Key(key) if key.kind != KeyEventKind::Release => Some(Event::Key(key)),
        event::Event::Paste(text) => Some(Event::Paste(text)),
        event::Event::Resize(width, height) => Some(Event::Resize(Rect::new(0, 0, width, height))),
        event::Event::Mouse(mouse) => {
            let (x, y) = (mouse.column, mouse.row);
            match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Some(Event::Press { x, y }),
                MouseEventKind::ScrollUp => Some(Event::Wheel { by: -1 }),
                MouseEventKind::ScrollDown => Some(Event::Wheel { by: 1 }),
                _ => None,
            }
        }
        _ => None,
    }
}
