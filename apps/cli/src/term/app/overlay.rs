//! What lies over the screen: questions, troubles, the keys, the conversation with the engine.

use std::path::PathBuf;

use play::room::Phase;
use play::{Moment, gtp};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use rules::go::Color;

use super::{App, Effect, FileWork, Screen};
use crate::term::draw;
use crate::term::draw::overlay::Asked;
use crate::term::field::Field;
use crate::term::keys::{self, Binding};
use crate::term::screen::game::Mode;
use crate::term::theme::Theme;

pub enum Overlay {
    Keys,
    Ask(Question),
    Message {
        title: String,
        lines: Vec<String>,
    },
    /// The engine died for good.
    Trouble {
        why: String,
    },
    SaveAs {
        from: PathBuf,
        to: Field,
    },
    Console(Console),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    Leave { recorded: bool },
    Resign(Color),
    Delete(PathBuf),
}

#[derive(Default)]
pub struct Console {
    pub field: Field,
    /// Lines up from the end.
    pub scrolled: usize,
}

impl Question {
    fn words(&self) -> (&'static str, Vec<String>) {
        match self {
            Question::Leave { recorded } => {
                let lines = match recorded {
                    true => {
                        ["The game is not over. It is in the history,", "and can be continued from there."]
                    }
                    false => {
                        ["The game is not over, and not recorded:", "what was not written will be gone."]
                    }
                };
                ("Leave the game?", lines.map(str::to_owned).to_vec())
            }
            Question::Resign(Color::Black) => ("Resign?", vec!["White wins.".into()]),
            Question::Resign(Color::White) => ("Resign?", vec!["Black wins.".into()]),
            Question::Delete(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                ("Delete?", vec![name, "It is moved to the trash folder.".into()])
            }
        }
    }
}

impl Overlay {
    pub fn message(title: &str, lines: Vec<String>) -> Overlay {
        Overlay::Message { title: title.to_owned(), lines }
    }

    pub fn save_as(from: PathBuf) -> Overlay {
        let name = from.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Overlay::SaveAs { to: Field::new(&name), from }
    }

    pub fn paste(&mut self, text: &str) {
        match self {
            Overlay::SaveAs { to, .. } => to.paste(text),
            Overlay::Console(console) => console.field.paste(text),
            _ => {}
        }
    }

    /// What is to be answered; none where something is typed.
    fn asked(&self, app: &App) -> Option<Asked<'_>> {
        Some(match self {
            Overlay::Ask(question) => {
                let (title, lines) = question.words();
                let answers = &[(KeyCode::Char('y'), "y", "yes"), (KeyCode::Char('n'), "n", "no")];
                Asked { title, lines, answers }
            }
            Overlay::Message { title, lines } => {
                Asked { title, lines: lines.clone(), answers: &[(KeyCode::Enter, "Enter", "close")] }
            }
            Overlay::Trouble { why } => {
                let answers = &[(KeyCode::Enter, "Enter", "start it again"), (KeyCode::Esc, "Esc", "close")];
                Asked { title: "The engine is gone", lines: trouble_lines(why, &app.complaints), answers }
            }
            Overlay::Keys | Overlay::SaveAs { .. } | Overlay::Console(_) => return None,
        })
    }

    /// The key that a click stands for.
    pub fn hit(&self, screen: Rect, app: &App, x: u16, y: u16) -> Option<KeyCode> {
        match self {
            Overlay::Keys => Some(KeyCode::Enter),
            overlay => overlay.asked(app)?.hit(screen, x, y),
        }
    }

    pub fn draw(&self, buffer: &mut Buffer, screen: Rect, app: &App, theme: &Theme) {
        match self {
            Overlay::Keys => {
                let (title, table) = app.key_table();
                draw::overlay::keys(buffer, screen, title, table, theme);
            }
            Overlay::Ask(_) | Overlay::Message { .. } | Overlay::Trouble { .. } => {
                self.asked(app).iter().for_each(|asked| asked.draw(buffer, screen, theme));
            }
            Overlay::SaveAs { to, .. } => draw::overlay::prompt(buffer, screen, "Save a copy as", to, theme),
            Overlay::Console(console) => {
                draw::console::draw(buffer, screen, console, app.conversation(), theme);
            }
        }
    }
}

fn trouble_lines(why: &str, complaints: &[String]) -> Vec<String> {
    let mut lines = vec![why.to_owned(), "The game is safe. It can be continued now or later.".to_owned()];
    let last = complaints.len().saturating_sub(8);
    if !complaints.is_empty() {
        lines.extend([String::new(), "What it said last:".to_owned()]);
        lines.extend(complaints.iter().skip(last).map(|line| format!("  {line}")));
    }
    lines
}

impl App {
    fn key_table(&self) -> (&'static str, &'static [Binding]) {
        match &self.screen {
            Screen::Game(game) if game.is_counting() => ("counting", game.table()),
            Screen::Game(game) if game.mode == Mode::Review => ("a record", game.table()),
            Screen::Game(game) => ("the game", game.table()),
            Screen::History(_) => ("history", keys::HISTORY),
            Screen::Colours(_) => ("colours", keys::COLOURS),
            Screen::Setup(_) | Screen::Over => ("a new game", keys::SETUP),
        }
    }

    pub(super) fn overlay_key(&mut self, now: Moment, key: KeyEvent) -> Vec<Effect> {
        let Some(overlay) = self.overlay.take() else { return Vec::new() };
        match overlay {
            Overlay::Keys | Overlay::Message { .. } => Vec::new(),
            Overlay::Ask(question) => self.answer(now, question, key),
            Overlay::Trouble { why } => match key.code {
                KeyCode::Enter => self.start_engine_again(now),
                KeyCode::Esc | KeyCode::Char('q') => Vec::new(),
                _ => self.show(Overlay::Trouble { why }),
            },
            Overlay::SaveAs { from, to } => self.save_as_key(from, to, key),
            Overlay::Console(console) => self.console_key(now, console, key),
        }
    }

    fn answer(&mut self, now: Moment, question: Question, key: KeyEvent) -> Vec<Effect> {
        match key.code {
            KeyCode::Char('y' | 'Y') => {}
            KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc => return Vec::new(),
            _ => return self.show(Overlay::Ask(question)),
        }
        match (question, &mut self.screen) {
            (Question::Leave { .. }, _) => self.leave_game(now),
            (Question::Resign(color), Screen::Game(game)) => {
                let done = game.resign(now, color);
                self.game_done(now, done)
            }
            (Question::Resign(_), _) => Vec::new(),
            (Question::Delete(path), _) => vec![Effect::Do(FileWork::ThrowAway(path))],
        }
    }

    /// If it is the engine's turn it thinks again; otherwise it is only there again.
    fn start_engine_again(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.screen else { return Vec::new() };
        let stuck = matches!(game.room.phase(), Phase::Stuck { .. });
        let done = if stuck {
            game.retry(now)
        } else {
            let heard = game.rival.engine(now, gtp::Input::Revive);
            game.hear_rival(now, heard)
        };
        self.game_done(now, done)
    }

    fn save_as_key(&mut self, from: PathBuf, mut to: Field, key: KeyEvent) -> Vec<Effect> {
        match key.code {
            KeyCode::Esc => Vec::new(),
            KeyCode::Enter if !to.is_empty() => {
                vec![Effect::Do(FileWork::Copy { from, to: PathBuf::from(to.text().trim()) })]
            }
            _ => {
                to.key(key);
                self.show(Overlay::SaveAs { from, to })
            }
        }
    }

    fn console_key(&mut self, now: Moment, mut console: Console, key: KeyEvent) -> Vec<Effect> {
        let mut effects = Vec::new();
        match key.code {
            KeyCode::Esc | KeyCode::Char('~') => return Vec::new(),
            KeyCode::PageUp => console.scrolled += 10,
            KeyCode::PageDown => console.scrolled = console.scrolled.saturating_sub(10),
            KeyCode::Up => console.scrolled += 1,
            KeyCode::Down => console.scrolled = console.scrolled.saturating_sub(1),
            KeyCode::Enter => {
                console.scrolled = 0;
                let text = std::mem::take(&mut console.field).text();
                if let Screen::Game(game) = &mut self.screen {
                    let heard = game.rival.engine(now, gtp::Input::Say(text));
                    let done = game.hear_rival(now, heard);
                    effects = self.game_done(now, done);
                }
            }
            _ => drop(console.field.key(key)),
        }
        let most = self.conversation().map_or(0, |conversation| conversation.transcript().len());
        console.scrolled = console.scrolled.min(most);
        // The engine's death is more urgent than the conversation with it.
        if self.overlay.is_none() {
            self.overlay = Some(Overlay::Console(console));
        }
        effects
    }
}
