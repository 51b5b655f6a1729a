//! The whole program as one machine: events in, effects out, and what is to be seen. It touches nothing outside.

mod overlay;
mod start;

use std::path::PathBuf;

use jiff::Zoned;
use play::{Moment, gtp};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use std::time::Duration;

use super::archive;
use super::config::Config;
use super::draw;
use super::engine::{CommandLine, EngineEvent};
use super::librarian::Found;
use super::recorder::Version;
use super::screen::colours::{self, Colours};
use super::screen::game::{self, GameScreen};
use super::screen::history::{self, History};
use super::screen::setup::{self, Button, Setup};
use super::theme::{Theme, ThemeName};

pub use overlay::{Console, Overlay, Question};

pub enum Event {
    Key(KeyEvent),
    Press {
        x: u16,
        y: u16,
    },
    Wheel {
        by: isize,
    },
    Paste(String),
    Resize(Rect),
    Engine(EngineEvent),
    Written(std::io::Result<PathBuf>),
    Found(Found),
    Read {
        path: PathBuf,
        why: Reading,
        bytes: Result<Vec<u8>, String>,
    },
    /// A file was moved to the trash, or copied; or why not.
    Done {
        what: FileWork,
        result: Result<PathBuf, String>,
    },
    /// Typed in the mode of lines; none at the end of the input.
    Line(Option<String>),
    Wake,
    /// The terminal or the system wants the program to go.
    Terminate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    Preview,
    Open,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileWork {
    ThrowAway(PathBuf),
    Copy { from: PathBuf, to: PathBuf },
    SaveConfig(String),
}

#[derive(Debug, PartialEq, Eq)]
pub enum Effect {
    OpenEngine(CommandLine),
    StartEngine { run: u32 },
    WriteEngine(Vec<u8>),
    StopEngine,
    Record(Version),
    ListGames,
    Read { path: PathBuf, why: Reading },
    Do(FileWork),
}

pub enum Screen {
    Setup(Setup),
    Game(Box<GameScreen>),
    History(Box<History>),
    Colours(Colours),
    Over,
}

/// What the program is told about its surroundings when it starts.
pub struct Surroundings {
    pub config: Config,
    /// Why the settings are the usual ones; then they are not saved.
    pub config_problem: Option<String>,
    pub suits: ThemeName,
    pub gnu_go: bool,
    /// The clock on the wall.
    pub clock: fn() -> Zoned,
}

/// What the command line asks for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub file: Option<PathBuf>,
    pub play: bool,
    pub focus: bool,
}

pub struct App {
    around: Surroundings,
    wanted: Wanted,
    theme: Theme,
    area: Rect,
    pub(super) screen: Screen,
    overlay: Option<Overlay>,
    /// The list that a game was opened from, to come back to.
    behind: Option<Box<History>>,
    /// A line for the set-up screen.
    notice: String,
    /// What the engine last complained about.
    complaints: Vec<String>,
    games: u32,
}

const SPINNER: Duration = Duration::from_millis(120);

impl App {
    pub fn new(around: Surroundings, wanted: Wanted) -> App {
        let theme = around.config.look.theme(around.suits);
        let setup = Setup::new(around.config.game.clone(), around.gnu_go);
        let problem = around.config_problem.as_ref();
        let overlay =
            problem.map(|why| Overlay::message("The settings could not be read", start::config_words(why)));
        App {
            around,
            wanted,
            theme,
            area: Rect::new(0, 0, 80, 24),
            screen: Screen::Setup(setup),
            overlay,
            behind: None,
            notice: String::new(),
            complaints: Vec::new(),
            games: 0,
        }
    }

    /// What the command line asked for, once the screen is there.
    pub fn begin(&mut self, now: Moment) -> Vec<Effect> {
        match self.wanted.file.clone() {
            Some(path) => vec![Effect::Read { path, why: Reading::Open }],
            None if self.wanted.play => self.start_game(now),
            None => Vec::new(),
        }
    }

    /// Without screens to choose on: the file, or a game at once.
    pub fn begin_plainly(&mut self, now: Moment) -> Vec<Effect> {
        self.wanted.play = true;
        self.begin(now)
    }

    pub fn is_opening(&self) -> bool {
        self.wanted.file.is_some() && matches!(self.screen, Screen::Setup(_))
    }

    pub fn take_overlay(&mut self) -> Option<Overlay> {
        self.overlay.take()
    }

    pub fn is_over(&self) -> bool {
        matches!(self.screen, Screen::Over)
    }

    pub fn handle(&mut self, now: Moment, event: Event) -> Vec<Effect> {
        match event {
            Event::Key(key) if is_interrupt(key) => self.quit(now),
            Event::Terminate => self.quit(now),
            Event::Key(key) if self.overlay.is_some() => self.overlay_key(now, key),
            Event::Key(key) => self.key(now, key),
            Event::Press { x, y } => self.press(now, x, y),
            Event::Wheel { by } => self.wheel(by),
            Event::Paste(text) => self.paste(&text),
            Event::Resize(area) => {
                self.area = area;
                Vec::new()
            }
            Event::Engine(event) => self.engine(now, event),
            Event::Written(written) => self.written(written),
            Event::Found(found) => self.found(found),
            Event::Read { path, why, bytes } => self.read(path, why, bytes),
            Event::Done { what, result } => self.done(what, result),
            Event::Line(_) => Vec::new(),
            Event::Wake => self.wake(now),
        }
    }

    /// When something is due: a late engine, or the next picture of the spinner.
    pub fn deadline(&self, now: Moment) -> Option<Moment> {
        let Screen::Game(game) = &self.screen else { return None };
        let spinner = game.thinking_since().map(|_| now + SPINNER);
        game.rival.deadline().into_iter().chain(spinner).min()
    }

    pub fn draw(&self, frame: &mut Frame<'_>, now: Moment) {
        let (screen, theme) = (frame.area(), &self.theme);
        let buffer = frame.buffer_mut();
        match &self.screen {
            Screen::Setup(setup) => draw::setup::draw(buffer, screen, setup, &self.notice, theme),
            Screen::Game(game) => draw::game::draw(buffer, screen, game, now, theme),
            Screen::History(history) => draw::history::draw(buffer, screen, history, &self.notice, theme),
            Screen::Colours(colours) => draw::colours::draw(buffer, screen, colours),
            Screen::Over => {}
        }
        if let Some(overlay) = &self.overlay {
            overlay.draw(buffer, screen, self, theme);
        }
        if theme.name == ThemeName::Ascii {
            draw::to_ascii(buffer);
        }
    }

    pub(super) fn conversation(&self) -> Option<&gtp::Conversation> {
        match &self.screen {
            Screen::Game(game) => game.rival.conversation(),
            _ => None,
        }
    }

    fn key(&mut self, now: Moment, key: KeyEvent) -> Vec<Effect> {
        self.notice.clear();
        let page = self.page();
        match &mut self.screen {
            Screen::Setup(setup) => {
                let wish = setup.key(key);
                self.setup_wish(now, wish)
            }
            Screen::Game(game) => {
                let done = game.key(now, key);
                self.game_done(now, done)
            }
            Screen::History(history) => {
                let wish = history.key(key, page);
                self.history_wish(now, wish)
            }
            Screen::Colours(colours) => {
                let wish = colours.key(key);
                self.theme = colours.theme();
                self.colours_wish(wish)
            }
            Screen::Over => Vec::new(),
        }
    }

    fn page(&self) -> usize {
        usize::from(self.area.height.saturating_sub(4)).max(1)
    }

    fn setup_wish(&mut self, now: Moment, wish: Option<setup::Wish>) -> Vec<Effect> {
        match wish {
            None => Vec::new(),
            Some(setup::Wish::Keys) => self.show(Overlay::Keys),
            Some(setup::Wish::Press(Button::Play)) => self.start_game(now),
            Some(setup::Wish::Press(Button::History)) => self.open_history(),
            Some(setup::Wish::Press(Button::Colours)) => self.open_colours(),
            Some(setup::Wish::Press(Button::Quit)) => self.quit(now),
        }
    }

    fn open_history(&mut self) -> Vec<Effect> {
        self.remember_choice();
        self.screen = Screen::History(Box::default());
        vec![Effect::ListGames]
    }

    fn open_colours(&mut self) -> Vec<Effect> {
        self.remember_choice();
        self.screen = Screen::Colours(Colours::new(self.around.config.look.clone(), self.around.suits));
        Vec::new()
    }

    fn colours_wish(&mut self, wish: Option<colours::Wish>) -> Vec<Effect> {
        match wish {
            None => Vec::new(),
            Some(colours::Wish::Keys) => self.show(Overlay::Keys),
            Some(colours::Wish::Back) => {
                if let Screen::Colours(colours) = &self.screen {
                    self.around.config.look = colours.look.clone();
                }
                self.return_to_setup();
                self.save_config()
            }
        }
    }

    fn history_wish(&mut self, now: Moment, wish: Option<history::Wish>) -> Vec<Effect> {
        match wish {
            None => Vec::new(),
            Some(history::Wish::Read(path)) => vec![Effect::Read { path, why: Reading::Preview }],
            Some(history::Wish::Keys) => self.show(Overlay::Keys),
            Some(history::Wish::Delete(path)) => self.show(Overlay::Ask(Question::Delete(path))),
            Some(history::Wish::SaveAs(from)) => self.show(Overlay::save_as(from)),
            Some(history::Wish::Open) => self.review_preview(),
            Some(history::Wish::Continue) => self.continue_preview(now),
            Some(history::Wish::Back) => {
                self.return_to_setup();
                Vec::new()
            }
        }
    }

    pub(super) fn game_done(&mut self, now: Moment, done: (Vec<Effect>, Option<game::Wish>)) -> Vec<Effect> {
        let (mut effects, wish) = done;
        let more = match wish {
            None => Vec::new(),
            Some(game::Wish::Leave) => self.leave_game(now),
            Some(game::Wish::AskLeave) => self.show(Overlay::Ask(Question::Leave)),
            Some(game::Wish::AskResign(color)) => self.show(Overlay::Ask(Question::Resign(color))),
            Some(game::Wish::Continue) => self.continue_review(now),
            Some(game::Wish::Keys) => self.show(Overlay::Keys),
            Some(game::Wish::Console) => self.show(Overlay::Console(Console::default())),
            Some(game::Wish::Died { why }) => self.show(Overlay::Trouble { why }),
        };
        effects.extend(more);
        effects
    }

    fn show(&mut self, overlay: Overlay) -> Vec<Effect> {
        self.overlay = Some(overlay);
        Vec::new()
    }

    /// The engine goes with the game.
    pub(super) fn leave_game(&mut self, now: Moment) -> Vec<Effect> {
        let mut effects = match &mut self.screen {
            Screen::Game(game) => {
                let heard = game.rival.engine(now, gtp::Input::Quit);
                game.hear_rival(now, heard).0
            }
            _ => Vec::new(),
        };
        let list = self.behind.take();
        match list {
            Some(history) => {
                self.screen = Screen::History(history);
                effects.push(Effect::ListGames);
            }
            None => self.return_to_setup(),
        }
        effects
    }

    fn return_to_setup(&mut self) {
        self.screen = Screen::Setup(Setup::new(self.around.config.game.clone(), self.around.gnu_go));
    }

    /// Everything is on disk or on its way there: nothing is asked.
    fn quit(&mut self, now: Moment) -> Vec<Effect> {
        self.remember_choice();
        self.behind = None;
        let mut effects = self.leave_game(now);
        effects.extend(self.save_config());
        self.screen = Screen::Over;
        effects
    }

    fn press(&mut self, now: Moment, x: u16, y: u16) -> Vec<Effect> {
        if self.overlay.is_some() {
            return Vec::new();
        }
        let area = self.area;
        match &mut self.screen {
            Screen::Setup(setup) => {
                let wish = match draw::setup::hit(area, setup, x, y) {
                    Some(draw::setup::Hit::Button(button)) => setup.press(button),
                    Some(draw::setup::Hit::Row(row, by)) if setup.row == row => {
                        setup.change(by);
                        None
                    }
                    Some(draw::setup::Hit::Row(row, _)) => {
                        setup.row = row;
                        None
                    }
                    None => None,
                };
                self.setup_wish(now, wish)
            }
            Screen::Game(game) => match draw::game::hit(area, game, x, y) {
                Some(draw::game::Hit::Point(at)) => {
                    let done = game.press(now, at);
                    self.game_done(now, done)
                }
                Some(draw::game::Hit::Node(node)) => {
                    game.jump(node);
                    Vec::new()
                }
                None => Vec::new(),
            },
            Screen::History(history) => {
                let wish = draw::history::hit(area, history, x, y).and_then(|place| history.choose(place));
                self.history_wish(now, wish)
            }
            Screen::Colours(colours) => {
                if let Some(row) = draw::colours::hit(area, x, y) {
                    colours.row = row;
                }
                Vec::new()
            }
            Screen::Over => Vec::new(),
        }
    }

    fn wheel(&mut self, by: isize) -> Vec<Effect> {
        match &mut self.screen {
            Screen::Game(game) if !game.is_counting() => {
                game.walk(by);
                Vec::new()
            }
            Screen::History(history) => match history.go(by * 3) {
                Some(history::Wish::Read(path)) => vec![Effect::Read { path, why: Reading::Preview }],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// A path opens, where nothing else is being typed.
    fn paste(&mut self, text: &str) -> Vec<Effect> {
        if let Some(overlay) = &mut self.overlay {
            overlay.paste(text);
            return Vec::new();
        }
        match &mut self.screen {
            Screen::Setup(setup) if setup.row == setup::Row::Engine => setup.engine.paste(text),
            Screen::History(history) if history.filtering => history.filter.paste(text),
            Screen::Game(game) if game.is_running() => {
                game.say("Leave the game first: then a pasted path opens");
            }
            _ => {
                return match archive::pasted_path(text) {
                    Some(path) => vec![Effect::Read { path, why: Reading::Open }],
                    None => Vec::new(),
                };
            }
        }
        Vec::new()
    }

    fn engine(&mut self, now: Moment, event: EngineEvent) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.screen else { return Vec::new() };
        let heard = match &event {
            EngineEvent::Read { run, bytes } => game.rival.engine(now, gtp::Input::Read { run: *run, bytes }),
            EngineEvent::NotStarted { run, why } => {
                self.complaints.clear();
                game.rival.engine(now, gtp::Input::NotStarted { run: *run, why: why.clone() })
            }
            EngineEvent::Ended { run, why, tail } => {
                self.complaints.clone_from(tail);
                game.rival.engine(now, gtp::Input::Ended { run: *run, why: why.clone() })
            }
        };
        let done = game.hear_rival(now, heard);
        self.game_done(now, done)
    }

    fn wake(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.screen else { return Vec::new() };
        if game.rival.deadline().is_none_or(|deadline| deadline > now) {
            return Vec::new();
        }
        let heard = game.rival.engine(now, gtp::Input::Wake);
        let done = game.hear_rival(now, heard);
        self.game_done(now, done)
    }

    fn written(&mut self, result: std::io::Result<PathBuf>) -> Vec<Effect> {
        if let Err(error) = result {
            let lines = vec![
                format!("The game could not be written: {error}"),
                String::new(),
                "It is tried again with the next move.".to_owned(),
            ];
            self.overlay = Some(Overlay::message("Not recorded", lines));
        }
        Vec::new()
    }

    fn found(&mut self, found: Found) -> Vec<Effect> {
        let Screen::History(history) = &mut self.screen else { return Vec::new() };
        let wish = match found {
            Found::Listed(paths) => history.list(paths),
            Found::Described { first, infos } => history.describe(first, infos),
            Found::NotListed(why) => {
                history.listed = true;
                self.notice = why;
                None
            }
        };
        match wish {
            Some(history::Wish::Read(path)) => vec![Effect::Read { path, why: Reading::Preview }],
            _ => Vec::new(),
        }
    }

    fn read(&mut self, path: PathBuf, why: Reading, bytes: Result<Vec<u8>, String>) -> Vec<Effect> {
        match (why, &mut self.screen) {
            (Reading::Preview, Screen::History(history)) => history.opened(path, bytes),
            (Reading::Preview, _) => {}
            (Reading::Open, _) => self.review_file(path, bytes),
        }
        Vec::new()
    }

    fn done(&mut self, what: FileWork, result: Result<PathBuf, String>) -> Vec<Effect> {
        match (what, result) {
            (FileWork::ThrowAway(path), Ok(kept)) => {
                self.notice = format!("Moved to {}", kept.display());
                let Screen::History(history) = &mut self.screen else { return Vec::new() };
                match history.gone(&path) {
                    Some(history::Wish::Read(path)) => {
                        return vec![Effect::Read { path, why: Reading::Preview }];
                    }
                    _ => return Vec::new(),
                }
            }
            (FileWork::Copy { to, .. }, Ok(_)) => self.notice = format!("Saved as {}", to.display()),
            (FileWork::SaveConfig(_), Ok(_)) => {}
            (_, Err(why)) => self.overlay = Some(Overlay::message("That did not work", vec![why])),
        }
        Vec::new()
    }
}

fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}
