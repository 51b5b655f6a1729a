//! Training in lines of text, for screen readers and pipes: an input line is a move or a command, and every change is
//! printed. Waits are skipped.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use ::drill::{MoveComment, Words};
use i18n::fill;
use moment::Moment;

use super::app::{App, Key};
use super::draw::clock;
use super::history::TrainedSet;
use super::line_texts;
use super::terminal_board::TerminalBoard;
use super::words;
use crate::output;

/// Returns the set, which knows what could not be stored.
pub fn run<B: TerminalBoard>(app: App<B>) -> io::Result<Option<TrainedSet>> {
    let begun = Instant::now();
    run_lines(app, io::stdin().lock(), output::stdout(), move || Moment::ORIGIN + begun.elapsed())
}

pub fn run_lines<B: TerminalBoard>(
    mut app: App<B>,
    lines: impl BufRead,
    mut out: impl Write,
    clock_now: impl Fn() -> Moment,
) -> io::Result<Option<TrainedSet>> {
    let mut skipped = Duration::ZERO;
    let mut printed = Printed::default();
    if let Some(left_out) = &app.left_out {
        writeln!(out, "{left_out}")?;
    }
    writeln!(out, "{}", line_texts::help::<B>(app.language))?;
    app.begin(clock_now());
    printed.update(&mut app, &mut out, &mut skipped, &clock_now)?;
    for line in lines.lines() {
        let now = clock_now() + skipped;
        app.wake(now);
        app.line = line?;
        let mut answer = Vec::new();
        match app.line.trim() {
            "help" | "?" => writeln!(answer, "{}", line_texts::help::<B>(app.language))?,
            "board" => print_board(&app, &mut answer)?,
            _ => app.key(now, Key::Enter),
        }
        printed.update(&mut app, &mut answer, &mut skipped, &clock_now)?;
        // The same mistake again, or a move after the puzzle: who only listens needs an answer too.
        if answer.is_empty() {
            print_status(&app, &mut answer)?;
        }
        out.write_all(&answer)?;
        out.flush()?;
        if app.view.end.is_some() {
            return Ok(app.into_set());
        }
    }
    app.key(clock_now() + skipped, Key::Quit);
    printed.update(&mut app, &mut out, &mut skipped, &clock_now)?;
    Ok(app.into_set())
}

/// The position with whose move it is.
fn print_board<B: TerminalBoard>(app: &App<B>, out: &mut impl Write) -> io::Result<()> {
    let view = &app.view;
    let Some(board) = &view.board else { return Ok(()) };
    write!(out, "{}", board.text(view.solver, view.last.as_ref()))?;
    writeln!(out, "{}", line_texts::turn(app.language, board, view.solver))
}

/// What has been said last, and what to type next.
fn print_status<B: TerminalBoard>(app: &App<B>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", app.status())?;
    line_texts::how_to_go_on(app).into_iter().try_for_each(|text| writeln!(out, "{text}"))
}

/// What has been printed already.
#[derive(Default)]
struct Printed {
    puzzle: (usize, usize),
    line: Vec<::drill::LineMove>,
    status: String,
    /// The author's words on this puzzle.
    words: Words,
    how_to_go_on: Option<&'static str>,
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
            let (right, of) = (summary.totals.right.to_string(), summary.totals.tried.to_string());
            let values = [("right", right.as_str()), ("of", &of), ("time", &clock(summary.duration))];
            writeln!(out, "{}", fill(app.language.drill_lines().correct_in, &values))?;
            let help = words::help_counts(summary.totals);
            if !help.is_empty() {
                writeln!(out, "{help}")?;
            }
        }
        out.flush()
    }

    fn print<B: TerminalBoard>(&mut self, app: &App<B>, out: &mut impl Write) -> io::Result<()> {
        let view = &app.view;
        if view.puzzle != self.puzzle && view.end.is_none() {
            (self.puzzle, self.line, self.words) = (view.puzzle, Vec::new(), Words::default());
            writeln!(out, "\n{}", line_texts::heading(app.language, view.puzzle))?;
            self.print_about(&view.words, out)?;
            print_board(app, out)?;
        }
        // After leaving a variation, the moves up to the branch are printed already.
        let known = self.line.iter().zip(&view.line).take_while(|(printed, now)| printed == now).count();
        for mv in view.line.iter().skip(known) {
            writeln!(out, "{}", mv.text)?;
            self.print_comments(view.words.comments.iter().filter(|comment| comment.mv == mv.text), out)?;
        }
        self.line.clone_from(&view.line);
        self.print_comments(view.words.comments.iter(), out)?;
        self.print_about(&view.words, out)?;
        if let Some(words) = view.hint_text(app.language) {
            writeln!(out, "{words}")?;
        }
        let status = app.status();
        if status != self.status {
            writeln!(out, "{status}")?;
            self.status = status;
        }
        let how_to_go_on = line_texts::how_to_go_on(app);
        if let Some(text) = how_to_go_on.filter(|_| how_to_go_on != self.how_to_go_on) {
            writeln!(out, "{text}")?;
        }
        self.how_to_go_on = how_to_go_on;
        Ok(())
    }

    /// Title, players and task, as soon as they may be shown.
    fn print_about(&mut self, words: &Words, out: &mut impl Write) -> io::Result<()> {
        if words::heading(words) != words::heading(&self.words) {
            words::heading(words).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        if words.task != self.words.task {
            words::lines(&words.task).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        self.words = Words { comments: std::mem::take(&mut self.words.comments), ..words.clone() };
        Ok(())
    }

    fn print_comments<'a>(
        &mut self,
        comments: impl Iterator<Item = &'a MoveComment>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        for comment in comments {
            if !self.words.comments.contains(comment) {
                words::comment(comment).iter().try_for_each(|line| writeln!(out, "  {line}"))?;
                self.words.comments.push(comment.clone());
            }
        }
        Ok(())
    }
}
