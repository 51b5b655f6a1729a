//! The whole program as one machine: events in, effects out, and what is to be seen. It touches nothing outside.

mod mouse;
mod news;
mod overlay;
mod start;
mod wishes;

use std::path::PathBuf;
use std::time::Duration;

use jiff::Zoned;
use play::{Moment, gtp};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use record::go::GoRecord;

use super::bot::{Job, Thought};
use super::config::Config;
use super::draw;
use super::engine::{CommandLine, EngineEvent};
use super::librarian::Found;
use super::recorder::Version;
use super::screen::colours::Colours;
use super::screen::game::GameScreen;
use super::screen::history::History;
use super::screen::setup::Setup;
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
    Thought(Thought),
    Written(std::io::Result<PathBuf>),
    Found(Found),
    Read {
        path: PathBuf,
        bytes: Result<Vec<u8>, String>,
    },
    /// A game of the list was read, or could not be.
    Previewed {
        path: PathBuf,
        record: Result<Box<GoRecord>, String>,
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileWork {
    ThrowAway(PathBuf),
    Copy { from: PathBuf, to: PathBuf },
    SaveConfig(String),
}

#[derive(Debug, PartialEq)]
pub enum Effect {
    OpenEngine(CommandLine),
    StartEngine { run: u32 },
    WriteEngine(Vec<u8>),
    StopEngine,
    Think(Box<Job>),
    StopThinking,
    Record(Version),
    ListGames,
    Read(PathBuf),
    Preview(PathBuf),
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
    /// Where the bot's dice begin.
    pub seed: u64,
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
            Some(path) => vec![Effect::Read(path)],
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
            Event::Thought(thought) => self.thought(now, thought),
            Event::Written(written) => self.written(written),
            Event::Found(found) => self.found(found),
            Event::Read { path, bytes } => self.review_file(path, bytes),
            Event::Previewed { path, record } => self.previewed(path, record),
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
}

fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}
