//! The session and the line being typed: keys go in, and the screen reads the state.

use ::drill::{AttemptInput, Session, SessionInput, SessionView};
use i18n::Language;
use moment::Moment;

use super::history::TrainedSet;
use super::terminal_board::TerminalBoard;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Letter(char),
    Backspace,
    Enter,
    /// A hint.
    Tab,
    /// Jumps to the end of a line that plays automatically, or to the next puzzle.
    Space,
    /// Pauses and resumes.
    Escape,
    Quit,
}

pub struct App<B: TerminalBoard> {
    pub view: SessionView<B>,
    pub language: Language,
    pub line: String,
    /// The games of the file in which there is nothing to find, as text.
    pub left_out: Option<String>,
    /// Where finished attempts are stored, if anywhere.
    set: Option<TrainedSet>,
    is_over: bool,
}

impl<B: TerminalBoard> App<B> {
    pub fn new(session: Session<B>, language: Language, set: Option<TrainedSet>) -> App<B> {
        App {
            view: SessionView::new(session),
            language,
            line: String::new(),
            left_out: None,
            set,
            is_over: false,
        }
    }

    pub fn with_left_out(self, left_out: Option<String>) -> App<B> {
        App { left_out, ..self }
    }

    pub fn into_set(self) -> Option<TrainedSet> {
        self.set
    }

    pub fn begin(&mut self, now: Moment) {
        self.input(now, SessionInput::Start);
    }

    pub fn wake(&mut self, now: Moment) {
        self.input(now, SessionInput::Wake);
    }

    pub fn deadline(&self) -> Option<Moment> {
        self.view.session().deadline()
    }

    /// When the trainer plays its next move.
    pub fn automatic(&self) -> Option<Moment> {
        self.view.session().attempt().and_then(|attempt| attempt.deadline())
    }

    pub fn is_over(&self) -> bool {
        self.is_over
    }

    pub fn status(&self) -> String {
        self.view.status_text(self.language)
    }

    pub fn key(&mut self, now: Moment, key: Key) {
        let has_ended = self.view.end.is_some();
        match key {
            Key::Quit | Key::Enter | Key::Space if has_ended => self.is_over = true,
            Key::Quit => self.input(now, SessionInput::Stop),
            Key::Letter(letter) => self.line.push(letter),
            Key::Backspace => drop(self.line.pop()),
            Key::Enter | Key::Space if self.line.is_empty() => self.advance(now),
            Key::Space => {}
            Key::Enter => self.enter(now),
            Key::Tab => self.puzzle(now, AttemptInput::Hint),
            Key::Escape if !self.view.choices.is_empty() => self.puzzle(now, AttemptInput::Cancel),
            Key::Escape if self.view.session().is_paused() => self.input(now, SessionInput::Resume),
            Key::Escape => self.input(now, SessionInput::Pause),
        }
    }

    fn advance(&mut self, now: Moment) {
        match self.view.done {
            Some(_) => self.input(now, SessionInput::Next),
            None => self.puzzle(now, AttemptInput::Jump),
        }
    }

    /// Handles the typed line: a command, a promotion piece or a move.
    fn enter(&mut self, now: Moment) {
        let text = std::mem::take(&mut self.line);
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "hint" => self.puzzle(now, AttemptInput::Hint),
            "skip" => self.puzzle(now, AttemptInput::Skip),
            "solution" => self.puzzle(now, AttemptInput::ShowSolution),
            "restart" => self.puzzle(now, AttemptInput::Restart),
            "retry" => self.input(now, SessionInput::Retry),
            "next" => self.advance(now),
            "pause" => self.input(now, SessionInput::Pause),
            "resume" => self.input(now, SessionInput::Resume),
            "quit" => self.key(now, Key::Quit),
            _ => {
                self.view.typed(now, text);
                self.record();
            }
        }
    }

    fn puzzle(&mut self, now: Moment, input: AttemptInput<B>) {
        self.input(now, SessionInput::Puzzle(input));
    }

    fn input(&mut self, now: Moment, input: SessionInput<B>) {
        self.view.handle(now, input);
        self.record();
    }

    /// Stores what was finished just now.
    fn record(&mut self) {
        if let Some(set) = &mut self.set {
            set.record(self.view.session().attempts());
        }
    }
}
