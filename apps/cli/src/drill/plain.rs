//! The same in lines of text, for screen readers and pipes: a line is a move or a word, and everything is said. Lines that
//! play themselves are not waited for.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use super::app::{App, Key};
use super::draw::clock;
use super::face::Face;

pub fn run<B: Face>(app: App<B>) -> io::Result<()> {
    let begun = Instant::now();
    converse(app, io::stdin().lock(), io::stdout().lock(), move || begun.elapsed())
}

pub fn converse<B: Face>(
    mut app: App<B>,
    lines: impl BufRead,
    mut out: impl Write,
    clock_now: impl Fn() -> Duration,
) -> io::Result<()> {
    let mut skipped = Duration::ZERO;
    let mut told = Told::default();
    app.begin(clock_now());
    told.tell(&mut app, &mut out, &mut skipped, &clock_now)?;
    for line in lines.lines() {
        let now = clock_now() + skipped;
        app.wake(now);
        app.line = line?;
        app.key(now, Key::Enter);
        told.tell(&mut app, &mut out, &mut skipped, &clock_now)?;
        if app.lesson.end.is_some() {
            return Ok(());
        }
    }
    app.key(clock_now() + skipped, Key::Quit);
    told.tell(&mut app, &mut out, &mut skipped, &clock_now)
}

/// What has been told already.
#[derive(Default)]
struct Told {
    puzzle: (usize, usize),
    line: Vec<::drill::Told>,
    status: String,
}

impl Told {
    /// Says what is new, and lets what goes by itself go on at once.
    fn tell<B: Face>(
        &mut self,
        app: &mut App<B>,
        out: &mut impl Write,
        skipped: &mut Duration,
        clock_now: &impl Fn() -> Duration,
    ) -> io::Result<()> {
        self.say(app, out)?;
        while let Some(deadline) = app.automatic() {
            let now = clock_now() + *skipped;
            *skipped += deadline.saturating_sub(now);
            app.wake(deadline.max(now));
            self.say(app, out)?;
        }
        if let Some((_, summary)) = app.lesson.end {
            let time = clock(summary.duration);
            writeln!(out, "{} of {} right in {time}", summary.solved, summary.attempted)?;
        }
        out.flush()
    }

    fn say<B: Face>(&mut self, app: &App<B>, out: &mut impl Write) -> io::Result<()> {
        let lesson = &app.lesson;
        if lesson.puzzle != self.puzzle && lesson.end.is_none() {
            (self.puzzle, self.line) = (lesson.puzzle, Vec::new());
            writeln!(out, "\nPuzzle {} of {}", lesson.puzzle.0, lesson.puzzle.1)?;
            if let Some(board) = &lesson.board {
                write!(out, "{}", board.text(lesson.solver, lesson.last.as_ref()))?;
            }
        }
        // Of a line that was left, the moves up to where it branched are known.
        let known = self.line.iter().zip(&lesson.line).take_while(|(told, now)| told == now).count();
        lesson.line.iter().skip(known).try_for_each(|told| writeln!(out, "{}", told.text))?;
        self.line.clone_from(&lesson.line);
        if let Some(words) = lesson.hint_words(app.language) {
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
