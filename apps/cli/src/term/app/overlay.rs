//! Boxes over the screen: questions, messages, the list of keys, the GTP console.

use std::path::PathBuf;

use moment::Moment;
use play::gtp;
use play::local_game::Phase;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use record::go::GoRecord;
use rules::go::{Color, Size};

use super::{App, Effect, FileTask, Screen};
use crate::term::config::GameChoice;
use crate::term::draw;
use crate::term::draw::overlay::DialogBox;
use crate::term::keys::{self, Binding};
use crate::term::screen::game::Mode;
use crate::term::screen::review::ReviewBox;
use crate::term::screen::setup::{self, Button, Purpose, Row, Setup};
use crate::term::text_field::TextField;
use crate::term::theme::Theme;

pub enum Overlay {
    Keys,
    Ask(Question),
    Message {
        title: String,
        lines: Vec<String>,
    },
    /// The engine quit and is not restarted automatically.
    EngineStopped {
        why: String,
    },
    /// A text to scroll through.
    Text {
        title: &'static str,
        lines: Vec<String>,
        scrolled: usize,
    },
    /// Who plays: in this record, or on in the running game.
    WhoPlays {
        form: Box<Setup>,
        record: Option<Box<GoRecord>>,
    },
    SaveAs {
        from: PathBuf,
        to: TextField,
    },
    Console(Console),
    /// The review of the game on the screen.
    Review(Box<ReviewBox>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    Leave { recorded: bool },
    Resign(Color),
    Delete(PathBuf),
}

#[derive(Default)]
pub struct Console {
    pub field: TextField,
    /// Lines scrolled up from the end.
    pub scrolled: usize,
}

impl Question {
    fn words(&self) -> (&'static str, Vec<String>) {
        match self {
            Question::Leave { recorded } => {
                let lines = match recorded {
                    true => ["The game is not over. You can continue it", "from the history later."],
                    false => {
                        ["The game is not over and not being recorded:", "unrecorded moves will be lost."]
                    }
                };
                ("Leave the game?", lines.map(str::to_owned).to_vec())
            }
            Question::Resign(Color::Black) => ("Resign?", vec!["White wins.".into()]),
            Question::Resign(Color::White) => ("Resign?", vec!["Black wins.".into()]),
            Question::Delete(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                ("Delete?", vec![name, "It will be moved to the trash folder.".into()])
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
        Overlay::SaveAs { to: TextField::selected(&name), from }
    }

    pub fn who_plays(choice: GameChoice, gnu_go: bool, record: Option<Box<GoRecord>>) -> Overlay {
        let form = Setup::asking(Purpose::Opponent, choice, gnu_go);
        Overlay::WhoPlays { form: Box::new(form), record }
    }

    /// Something still has to happen before it can be told.
    pub fn is_waiting(&self) -> bool {
        matches!(self, Overlay::Review(review) if review.is_running())
    }

    pub fn paste(&mut self, text: &str) {
        match self {
            Overlay::SaveAs { to, .. } => to.paste(text),
            Overlay::WhoPlays { form, .. } if form.row == Row::Engine => form.engine.paste(text),
            Overlay::Console(console) => console.field.paste(text),
            _ => {}
        }
    }

    /// None for overlays with a text field.
    fn dialog(&self, app: &App) -> Option<DialogBox<'_>> {
        Some(match self {
            Overlay::Ask(question) => {
                let (title, lines) = question.words();
                let answers = &[(KeyCode::Char('y'), "y", "yes"), (KeyCode::Char('n'), "n", "no")];
                DialogBox { title, lines, answers }
            }
            Overlay::Message { title, lines } => {
                DialogBox { title, lines: lines.clone(), answers: &[(KeyCode::Enter, "Enter", "close")] }
            }
            Overlay::EngineStopped { why } => {
                let answers = &[(KeyCode::Enter, "Enter", "restart it"), (KeyCode::Esc, "Esc", "close")];
                DialogBox {
                    title: "The engine stopped",
                    lines: engine_stopped_lines(why, &app.engine_errors),
                    answers,
                }
            }
            Overlay::Keys
            | Overlay::Text { .. }
            | Overlay::WhoPlays { .. }
            | Overlay::SaveAs { .. }
            | Overlay::Review(_)
            | Overlay::Console(_) => return None,
        })
    }

    /// The key that corresponds to a click.
    pub fn hit(&self, screen: Rect, app: &App, x: u16, y: u16) -> Option<KeyCode> {
        match self {
            Overlay::Keys => Some(KeyCode::Enter),
            Overlay::Text { .. } => Some(KeyCode::Esc),
            overlay => overlay.dialog(app)?.hit(screen, x, y),
        }
    }

    pub fn draw(&self, buffer: &mut Buffer, screen: Rect, app: &App, theme: &Theme) {
        match self {
            Overlay::Keys => {
                let (title, table, board) = app.key_table();
                draw::overlay::keys(buffer, screen, title, table, board, theme);
            }
            Overlay::Text { title, lines, scrolled } => {
                draw::overlay::text(buffer, screen, title, lines, *scrolled, theme);
            }
            Overlay::WhoPlays { form, record } => {
                let title = if record.is_some() { "Who plays on?" } else { "Change the opponent" };
                draw::overlay::form(buffer, screen, title, form, theme);
            }
            Overlay::Ask(_) | Overlay::Message { .. } | Overlay::EngineStopped { .. } => {
                self.dialog(app).iter().for_each(|dialog| dialog.draw(buffer, screen, theme));
            }
            Overlay::SaveAs { to, .. } => draw::overlay::prompt(buffer, screen, "Save a copy as", to, theme),
            Overlay::Review(review) => draw::review::draw(buffer, screen, review, theme),
            Overlay::Console(console) => {
                draw::console::draw(buffer, screen, console, app.conversation(), theme);
            }
        }
    }
}

fn engine_stopped_lines(why: &str, engine_errors: &[String]) -> Vec<String> {
    let mut lines = vec![why.to_owned(), "The game is safe. It can be continued now or later.".to_owned()];
    let last = engine_errors.len().saturating_sub(8);
    if !engine_errors.is_empty() {
        lines.extend([String::new(), "Its last output:".to_owned()]);
        lines.extend(engine_errors.iter().skip(last).map(|line| format!("  {line}")));
    }
    lines
}

impl App {
    /// The title, the table, and the board on which letters begin a point.
    fn key_table(&self) -> (&'static str, &[Binding], Option<Size>) {
        match &self.screen {
            Screen::Game(game) if game.mode == Mode::Review => {
                ("Keys while reading a record", game.table(), None)
            }
            Screen::Game(game) => {
                let title = if game.is_counting() { "Keys while counting" } else { "Keys during the game" };
                (title, game.table(), Some(game.record().size()))
            }
            Screen::History(_) => ("Keys in the history", keys::HISTORY, None),
            Screen::Colours(_) => ("Keys for the colours", keys::COLOURS, None),
            Screen::Setup(_) | Screen::Over => ("Keys for a new game", keys::SETUP, None),
        }
    }

    pub(super) fn overlay_key(&mut self, now: Moment, key: KeyEvent) -> Vec<Effect> {
        let Some(overlay) = self.overlay.take() else { return Vec::new() };
        match overlay {
            Overlay::Keys | Overlay::Message { .. } => Vec::new(),
            Overlay::Ask(question) => self.answer(now, question, key),
            Overlay::EngineStopped { why } => match key.code {
                KeyCode::Enter => self.start_engine_again(now),
                KeyCode::Esc | KeyCode::Char('q') => Vec::new(),
                _ => self.show(Overlay::EngineStopped { why }),
            },
            Overlay::Text { title, lines, scrolled } => self.text_key(title, lines, scrolled, key),
            Overlay::WhoPlays { form, record } => self.who_plays_key(now, form, record, key),
            Overlay::SaveAs { from, to } => self.save_as_key(from, to, key),
            Overlay::Console(console) => self.console_key(now, console, key),
            Overlay::Review(review) => self.review_key(review, key),
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
            (Question::Delete(path), _) => vec![Effect::File(FileTask::MoveToTrash(path))],
        }
    }

    /// Restarts the engine; if it is its turn, it thinks again.
    fn start_engine_again(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.screen else { return Vec::new() };
        let stuck = matches!(game.local_game.phase(), Phase::Stuck { .. });
        let done = if stuck {
            game.retry(now)
        } else {
            let outputs = game.opponent.engine(now, gtp::Input::Revive);
            game.handle_opponent_outputs(now, outputs)
        };
        self.game_done(now, done)
    }

    fn text_key(
        &mut self,
        title: &'static str,
        lines: Vec<String>,
        scrolled: usize,
        key: KeyEvent,
    ) -> Vec<Effect> {
        let by = match key.code {
            KeyCode::Up | KeyCode::Char('k') => -1,
            KeyCode::Down | KeyCode::Char('j') => 1,
            KeyCode::PageUp => -10,
            KeyCode::PageDown | KeyCode::Char(' ') => 10,
            _ => return Vec::new(),
        };
        let most = draw::overlay::most_scrolled(self.area, &lines);
        let scrolled = scrolled.saturating_add_signed(by).min(most);
        self.show(Overlay::Text { title, lines, scrolled })
    }

    fn who_plays_key(
        &mut self,
        now: Moment,
        mut form: Box<Setup>,
        record: Option<Box<GoRecord>>,
        key: KeyEvent,
    ) -> Vec<Effect> {
        let types = form.row == Row::Engine;
        match key.code {
            KeyCode::Esc => return Vec::new(),
            KeyCode::Char('q') if !types => return Vec::new(),
            // Letters of the set-up screen that have no meaning in this form.
            KeyCode::Char(c) if !types && !c.is_ascii_digit() && !"hjkl".contains(c) => {}
            _ => {
                if form.key(key) == Some(setup::Request::Press(Button::Play)) {
                    return self.seat_chosen(now, &form, record);
                }
            }
        }
        self.show(Overlay::WhoPlays { form, record })
    }

    fn save_as_key(&mut self, from: PathBuf, mut to: TextField, key: KeyEvent) -> Vec<Effect> {
        match key.code {
            KeyCode::Esc => Vec::new(),
            KeyCode::Enter if !to.is_empty() => {
                vec![Effect::File(FileTask::Copy { from, to: PathBuf::from(to.text().trim()) })]
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
                    let outputs = game.opponent.engine(now, gtp::Input::Console(text));
                    let done = game.handle_opponent_outputs(now, outputs);
                    effects = self.game_done(now, done);
                }
            }
            _ => drop(console.field.key(key)),
        }
        let most = self.conversation().map_or(0, |conversation| conversation.transcript().len());
        console.scrolled = console.scrolled.min(most);
        // A message that the engine stopped replaces the console.
        if self.overlay.is_none() {
            self.overlay = Some(Overlay::Console(console));
        }
        effects
    }
}
