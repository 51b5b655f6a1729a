//! The program around the machine: the terminal, the keyboard, threads and files. Events in, effects out, and a
//! redraw whenever something happened; while nothing does, nothing runs.

use std::io::{self, stdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use play::Moment;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, KeyEventKind,
    MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::layout::Rect;

use super::app::{App, Event};
use super::outside::Outside;

pub fn run(
    mut app: App,
    mut outside: Outside,
    told: &Receiver<Event>,
    tell: &Sender<Event>,
) -> io::Result<()> {
    let mut terminal = Screen::take()?;
    read_terminal(tell.clone());
    listen_for_signals(tell.clone());
    let begun = Instant::now();
    let now = || Moment::ORIGIN + begun.elapsed();
    let size = terminal.inner.size()?;
    let mut effects = app.handle(now(), Event::Resize(Rect::new(0, 0, size.width, size.height)));
    effects.extend(app.begin(now()));
    loop {
        for effect in effects.drain(..) {
            outside.carry_out(effect);
        }
        if app.is_over() {
            return Ok(());
        }
        terminal.draw(&app, now())?;
        let first = match app.deadline(now()) {
            None => told.recv().ok(),
            Some(deadline) => match told.recv_timeout(deadline.since(now())) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => Some(Event::Wake),
                Err(RecvTimeoutError::Disconnected) => None,
            },
        };
        let Some(first) = first else { return Ok(()) };
        // All that has piled up is handled before one redraw.
        for event in std::iter::once(first).chain(told.try_iter()) {
            effects.extend(app.handle(now(), event));
        }
    }
}

/// The terminal, given back as it was however the program ends.
struct Screen {
    inner: DefaultTerminal,
}

impl Screen {
    fn take() -> io::Result<Screen> {
        let inner = ratatui::try_init()?;
        execute!(stdout(), EnableMouseCapture, EnableBracketedPaste)?;
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            drop(execute!(stdout(), DisableBracketedPaste, DisableMouseCapture));
            before(panic);
        }));
        Ok(Screen { inner })
    }

    fn draw(&mut self, app: &App, now: Moment) -> io::Result<()> {
        execute!(stdout(), BeginSynchronizedUpdate)?;
        self.inner.draw(|frame| app.draw(frame, now))?;
        execute!(stdout(), EndSynchronizedUpdate)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        drop(execute!(stdout(), DisableBracketedPaste, DisableMouseCapture));
        ratatui::restore();
    }
}

/// A thread waits for the keyboard and dies with the program. The end of the terminal is the end of the program.
fn read_terminal(tell: Sender<Event>) {
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if let Some(event) = translate(event)
                && tell.send(event).is_err()
            {
                return;
            }
        }
        drop(tell.send(Event::Terminate));
    });
}

/// Told to go by the system, the program still gives the terminal back.
fn listen_for_signals(tell: Sender<Event>) {
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
            drop(tell.send(Event::Terminate));
        });
    });
    #[cfg(not(unix))]
    drop(tell);
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
