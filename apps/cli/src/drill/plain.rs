//! Training in lines of text, for screen readers and pipes: an input line is a move or a command, and every change is
//! printed. Waits are skipped.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use moment::Moment;

use super::app::{App, Key};
use super::draw::clock;
use super::terminal_board::TerminalBoard;
use crate::output;

pub fn run<B: TerminalBoard>(app: App<B>) -> io::Result<()> {
    let begun = Instant::now();
    run_lines(app, io::stdin().lock(), output::stdout(), move || Moment::ORIGIN + begun.elapsed())
}

pub fn run_lines<B: TerminalBoard>(
    mut app: App<B>,
    lines: impl BufRead,
    mut out: impl Write,
    clock_now: impl Fn() -> Moment,
) -> io::Result<()> {
    let mut skipped = Duration::ZERO;
    let mut printed = Printed::default();
    app.begin(clock_now());
    printed.update(&mut app, &mut out, &mut skipped, &clock_now)?;
    for line in lines.lines() {
        let now = clock_now() + skipped;
        app.wake(now);
        app.line = line?;
        app.key(now, Key::Enter);
        printed.update(&mut app, &mut out, &mut skipped, &clock_now)?;
        if app.view.end.is_some() {
            return Ok(());
        }
    }
    app.key(clock_now() + skipped, Key::Quit);
    printed.update(&mut app, &mut out, &mut skipped, &clock_now)
}

/// What has been printed already.
#[derive(Default)]
struct Printed {
    puzzle: (usize, usize),
    line: Vec<::drill::LineMove>,
    status: String,
}

impl Printed {
    /// Prints what is new, and skips the waits of the trainer.
    fn update<B: TerminalBoard>(
        &mut self,
        app: &mut App<B>,
        out: &mut impl Write,
        skipped: &mut Duration,
        clock_now: &impl Fn() -> Moment,
    ) -> io::Result<()> {
        self.print(app, out)?;
        while let Some(deadline) = app.automatic() {
            let now = clock_now() + *skipped;
            *skipped += deadline.since(now);
            app.wake(deadline.max(now));
            self.print(app, out)?;
        }
        if let Some((_, summary)) = app.view.end {
            let time = clock(summary.duration);
            writeln!(out, "{} of {} correct in {time}", summary.totals.right, summary.totals.attempts)?;
        }
        out.flush()
    }

    fn print<B: TerminalBoard>(&mut self, app: &App<B>, out: &mut impl Write) -> io::Result<()> {
        let view = &app.view;
        if view.puzzle != self.puzzle && view.end.is_none() {
            (self.puzzle, self.line) = (view.puzzle, Vec::new());
            writeln!(out, "\nPuzzle {} of {}", view.puzzle.0, view.puzzle.1)?;
            if let Some(board) = &view.board {
                write!(out, "{}", board.text(view.solver, view.last.as_ref()))?;
            }
        }
        // After leaving a variation, the moves up to the branch are printed already.
        let known = self.line.iter().zip(&view.line).take_while(|(printed, now)| printed == now).count();
        view.line.iter().skip(known).try_for_each(|mv| writeln!(out, "{}", mv.text))?;
        self.line.clone_from(&view.line);
        if let Some(words) = view.hint_text(app.language) {
            writeln!(out, "{words}")?;
        }
        let status = app.status();
        if status != self.status {
            writeln!(out, "{status}")?;
            self.status = status;
        }
        Ok(())
    }
}
