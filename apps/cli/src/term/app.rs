//! The application as a state machine: events in, effects out, and a picture of the state. It does no I/O.

mod external_events;
mod mouse;
mod overlay;
mod requests;
mod start;

use std::path::PathBuf;
use std::time::Duration;

use jiff::Zoned;
use moment::Moment;
use play::gtp;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use record::go::GoRecord;

use super::bot::{BotReply, Job};
use super::config::Config;
use super::draw;
use super::engine::{CommandLine, EngineEvent};
use super::game_writer::RecordVersion;
use super::history_reader::HistoryEvent;
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
    BotReply(BotReply),
    Written(std::io::Result<PathBuf>),
    History(HistoryEvent),
    Read {
        path: PathBuf,
        bytes: Result<Vec<u8>, String>,
    },
    /// A game was read for its preview, or could not be.
    Previewed {
        path: PathBuf,
        record: Result<Box<GoRecord>, String>,
    },
    /// A file task finished or failed.
    FileTaskDone {
        task: FileTask,
        result: Result<PathBuf, String>,
    },
    /// A line typed in plain mode; None at the end of the input.
    Line(Option<String>),
    Wake,
    /// The terminal was closed or the system sent a termination signal.
    Terminate,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileTask {
    MoveToTrash(PathBuf),
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
    Record(RecordVersion),
    ListGames,
    Read(PathBuf),
    Preview(PathBuf),
    File(FileTask),
}

pub enum Screen {
    Setup(Setup),
    Game(Box<GameScreen>),
    History(Box<History>),
    Colours(Colours),
    Over,
}

/// What the application knows about its environment at the start.
pub struct Environment {
    pub config: Config,
    /// Why the settings could not be read. If set, they are not saved either.
    pub config_problem: Option<String>,
    pub default_theme: ThemeName,
    pub gnu_go: bool,
    /// Local time.
    pub clock: fn() -> Zoned,
    /// Random seed of the bot.
    pub seed: u64,
}

/// What the command line asked for.
#[derive(Clone, Debug, Default)]
pub struct StartOptions {
    pub file: Option<PathBuf>,
    pub play: bool,
    pub focus: bool,
}

pub struct App {
    environment: Environment,
    options: StartOptions,
    theme: Theme,
    area: Rect,
    pub(super) screen: Screen,
    overlay: Option<Overlay>,
    /// The list that the current game was opened from, to return to.
    list_behind: Option<Box<History>>,
    /// A message for the set-up and history screens.
    notice: String,
    /// The last lines of the engine's stderr.
    engine_errors: Vec<String>,
    games: u32,
}

const SPINNER: Duration = Duration::from_millis(120);

impl App {
    pub fn new(environment: Environment, options: StartOptions) -> App {
        let theme = environment.config.look.theme(environment.default_theme);
        let setup = Setup::new(environment.config.game.clone(), environment.gnu_go);
        let problem = environment.config_problem.as_ref();
        let overlay = problem
            .map(|why| Overlay::message("The settings could not be read", start::config_problem_lines(why)));
        App {
            environment,
            options,
            theme,
            area: Rect::new(0, 0, 80, 24),
            screen: Screen::Setup(setup),
            overlay,
            list_behind: None,
            notice: String::new(),
            engine_errors: Vec::new(),
            games: 0,
        }
    }

    /// Does what the command line asked for, once the screen is ready.
    pub fn begin(&mut self, now: Moment) -> Vec<Effect> {
        match self.options.file.clone() {
            Some(path) => vec![Effect::Read(path)],
            None if self.options.play => self.start_game(now),
            None => Vec::new(),
        }
    }

    /// Plain mode has no screens to choose from: opens the file, or starts a game.
    pub fn begin_plainly(&mut self, now: Moment) -> Vec<Effect> {
        self.options.play = true;
        self.begin(now)
    }

    pub fn is_opening(&self) -> bool {
        self.options.file.is_some() && matches!(self.screen, Screen::Setup(_))
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
            Event::Engine(event) => self.engine_event(now, event),
            Event::BotReply(reply) => self.bot_reply(now, reply),
            Event::Written(written) => self.game_written(written),
            Event::History(event) => self.history_event(event),
            Event::Read { path, bytes } => self.review_file(path, bytes),
            Event::Previewed { path, record } => self.previewed(path, record),
            Event::FileTaskDone { task, result } => self.file_task_done(task, result),
            Event::Line(_) => Vec::new(),
            Event::Wake => self.wake(now),
        }
    }

    /// When to wake up next: an engine's timeout, or the next frame of the spinner.
    pub fn deadline(&self, now: Moment) -> Option<Moment> {
        let Screen::Game(game) = &self.screen else { return None };
        let spinner = game.thinking_since().map(|_| now + SPINNER);
        game.opponent.deadline().into_iter().chain(spinner).min()
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
            Screen::Game(game) => game.opponent.conversation(),
            _ => None,
        }
    }

    fn key(&mut self, now: Moment, key: KeyEvent) -> Vec<Effect> {
        self.notice.clear();
        let page = self.page();
        match &mut self.screen {
            Screen::Setup(setup) => {
                let request = setup.key(key);
                self.setup_request(now, request)
            }
            Screen::Game(game) => {
                let done = game.key(now, key);
                self.game_done(now, done)
            }
            Screen::History(history) => {
                let request = history.key(key, page);
                self.history_request(now, request)
            }
            Screen::Colours(colours) => {
                let request = colours.key(key);
                self.theme = colours.theme();
                self.colours_request(request)
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

    /// Also stops the engine.
    pub(super) fn leave_game(&mut self, now: Moment) -> Vec<Effect> {
        let mut effects = match &mut self.screen {
            Screen::Game(game) => {
                let outputs = game.opponent.engine(now, gtp::Input::Quit);
                game.handle_opponent_outputs(now, outputs).0
            }
            _ => Vec::new(),
        };
        let list = self.list_behind.take();
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
        self.screen =
            Screen::Setup(Setup::new(self.environment.config.game.clone(), self.environment.gnu_go));
    }

    /// Asks nothing: everything is on disk or being written.
    fn quit(&mut self, now: Moment) -> Vec<Effect> {
        self.store_game_choice();
        self.list_behind = None;
        let mut effects = self.leave_game(now);
        effects.extend(self.save_config());
        self.screen = Screen::Over;
        effects
    }
}

fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}
