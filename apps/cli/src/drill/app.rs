//! The lesson and the line that is being typed: keys go in, and what there is to show is read off.

use std::time::Duration;

use ::drill::{Input, Lesson, Session, SessionInput};
use words::Language;

use super::face::Face;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Letter(char),
    Backspace,
    Enter,
    /// A hint.
    Tab,
    /// On with it: a line that plays itself jumps to its end, the next puzzle comes.
    Space,
    /// Pause and go on.
    Escape,
    Quit,
}

pub struct App<B: Face> {
    pub lesson: Lesson<B>,
    pub language: Language,
    pub line: String,
    is_over: bool,
}

impl<B: Face> App<B> {
    pub fn new(session: Session<B>, language: Language) -> App<B> {
        App { lesson: Lesson::new(session), language, line: String::new(), is_over: false }
    }

    pub fn begin(&mut self, now: Duration) {
        self.input(now, SessionInput::Start);
    }

    pub fn wake(&mut self, now: Duration) {
        self.input(now, SessionInput::Wake);
    }

    pub fn deadline(&self) -> Option<Duration> {
        self.lesson.session().deadline()
    }

    /// What the puzzle on the board waits for by itself.
    pub fn automatic(&self) -> Option<Duration> {
        self.lesson.session().attempt().and_then(|attempt| attempt.deadline())
    }

    pub fn is_over(&self) -> bool {
        self.is_over
    }

    pub fn status(&self) -> String {
        self.lesson.status.text(self.language)
    }

    pub fn key(&mut self, now: Duration, key: Key) {
        let has_ended = self.lesson.end.is_some();
        match key {
            Key::Quit | Key::Enter | Key::Space if has_ended => self.is_over = true,
            Key::Quit => self.input(now, SessionInput::Stop),
            Key::Letter(letter) => self.line.push(letter),
            Key::Backspace => drop(self.line.pop()),
            Key::Enter | Key::Space if self.line.is_empty() => self.go_on(now),
            Key::Space => {}
            Key::Enter => self.enter(now),
            Key::Tab => self.puzzle(now, Input::Hint),
            Key::Escape if !self.lesson.choices.is_empty() => self.puzzle(now, Input::Cancel),
            Key::Escape if self.lesson.session().is_paused() => self.input(now, SessionInput::Resume),
            Key::Escape => self.input(now, SessionInput::Pause),
        }
    }

    fn go_on(&mut self, now: Duration) {
        match self.lesson.done {
            Some(_) => self.input(now, SessionInput::Next),
            None => self.puzzle(now, Input::Jump),
        }
    }

    /// What was typed: a word, a piece for a pawn, or a move.
    fn enter(&mut self, now: Duration) {
        let text = std::mem::take(&mut self.line);
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "hint" => self.puzzle(now, Input::Hint),
            "skip" => self.puzzle(now, Input::Skip),
            "solution" => self.puzzle(now, Input::ShowSolution),
            "restart" => self.puzzle(now, Input::Restart),
            "retry" => self.input(now, SessionInput::Retry),
            "next" => self.go_on(now),
            "pause" => self.input(now, SessionInput::Pause),
            "resume" => self.input(now, SessionInput::Resume),
            "quit" => self.key(now, Key::Quit),
            _ if !self.lesson.choices.is_empty() => self.choose(now, text),
            _ => drop(self.lesson.typed(now, text)),
        }
    }

    fn choose(&mut self, now: Duration, text: &str) {
        let wanted = text.trim_start_matches('=').to_ascii_uppercase();
        let Some(board) = &self.lesson.board else { return };
        let ends_so = |mv: &B::Move| board.spell(mv).trim_end_matches(['+', '#']).ends_with(&wanted);
        if let Some(n) = self.lesson.choices.iter().position(ends_so) {
            self.puzzle(now, Input::Choose(n));
        }
    }

    fn puzzle(&mut self, now: Duration, input: Input<B>) {
        self.input(now, SessionInput::Puzzle(input));
    }

    fn input(&mut self, now: Duration, input: SessionInput<B>) {
        self.lesson.handle(now, input);
    }
}
