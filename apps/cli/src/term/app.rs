//! The application as a state machine: events in, effects out, and a picture of the state. It does no I/O.

mod external_events;
mod mouse;
mod opponents;
mod overlay;
mod requests;
mod reviews;
mod start;

use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use analysis::Report;
use jiff::Zoned;
use moment::Moment;
use play::gtp;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use record::go::GoRecord;

use super::analysis::AnalysisJob;
use super::bot::{BotReply, Job};
use super::config::{Config, GameChoice};
use super::draw;
use super::engine::{CommandLine, EngineEvent};
use super::game_writer::RecordVersion;
use super::history_reader::HistoryEvent;
use super::own_keys::BoardKeys;
use super::review::{ReviewEvent, ReviewJob};
use super::screen::colours::Colours;
use super::screen::game::GameScreen;
use super::screen::history::{History, Info};
use super::screen::review::ReviewBox;
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
    /// What the bot thinks of the position with this job's id.
    Analysed {
        id: u32,
        report: Report,
    },
    /// From the review with this job's id.
    Review {
        id: u32,
        event: ReviewEvent,
    },
    /// A game was written, or could not be.
    Written {
        game: u32,
        result: std::io::Result<PathBuf>,
    },
    /// The newest recorded game, if it is not over.
    LastGame(Option<(PathBuf, Info)>),
    /// The address of the studio that has opened a record, if a person must open it; or why it could not.
    StudioOpened(Result<Option<String>, String>),
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
    StartEngine {
        run: u32,
    },
    WriteEngine(Vec<u8>),
    StopEngine,
    Think(Box<Job>),
    StopThinking,
    Analyse(Box<AnalysisJob>),
    StopAnalysis,
    Review(Box<ReviewJob>),
    StopReview,
    Record(RecordVersion),
    ListGames,
    FindLastGame,
    OpenInStudio(PathBuf),
    /// Draws everything again.
    Redraw,
    /// Gives the terminal back to the shell until it continues the program.
    Suspend,
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
    board_keys: Rc<BoardKeys>,
    /// The settings of the game on the screen, for a rematch.
    current: Option<GameChoice>,
    /// The newest recorded game, if it is not over.
    unfinished: Option<(PathBuf, Info)>,
    /// The game that is being read to be continued.
    resuming: Option<PathBuf>,
    /// The number of positions analysed so far.
    analyses: u32,
    /// A search of a position may still be running.
    analysing: bool,
    /// The number of games reviewed so far.
    reviews: u32,
    /// The last complete review, with the move that was chosen in it.
    last_review: Option<Box<ReviewBox>>,
}

const SPINNER: Duration = Duration::from_millis(120);
const SECOND: Duration = Duration::from_secs(1);

impl App {
    pub fn new(environment: Environment, options: StartOptions) -> App {
        // The keys were checked when the settings were read.
        let board_keys = Rc::new(BoardKeys::of(&environment.config.keys).unwrap_or_default());
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
            board_keys,
            current: None,
            unfinished: None,
            resuming: None,
            analyses: 0,
            analysing: false,
            reviews: 0,
            last_review: None,
        }
    }

    /// Does what the command line asked for, once the screen is ready.
    pub fn begin(&mut self, now: Moment) -> Vec<Effect> {
        match self.options.file.clone() {
            Some(path) => vec![Effect::Read(path)],
            None if self.options.play => self.start_game(now),
            None => vec![Effect::FindLastGame],
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

    /// A review that still runs stays.
    pub fn take_overlay(&mut self) -> Option<Overlay> {
        self.overlay.take_if(|overlay| !overlay.is_waiting())
    }

    pub fn is_over(&self) -> bool {
        matches!(self.screen, Screen::Over)
    }

    pub fn handle(&mut self, now: Moment, event: Event) -> Vec<Effect> {
        let mut effects = self.handle_event(now, event);
        effects.extend(self.follow_analysis());
        effects
    }

    fn handle_event(&mut self, now: Moment, event: Event) -> Vec<Effect> {
        match event {
            Event::Key(key) if is_control(key, 'c') => self.quit(now),
            Event::Key(key) if is_control(key, 'l') => vec![Effect::Redraw],
            Event::Key(key) if is_control(key, 'z') => vec![Effect::Suspend],
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
            Event::Analysed { id, report } => self.analysed(id, report),
            Event::Review { id, event } => self.review_event(id, event),
            Event::Written { game, result } => self.game_written(game, result),
            Event::LastGame(found) => self.last_game_found(found),
            Event::StudioOpened(result) => self.studio_opened(result),
            Event::History(event) => self.history_event(event),
            Event::Read { path, bytes } => self.review_file(now, path, bytes),
            Event::Previewed { path, record } => self.previewed(path, record),
            Event::FileTaskDone { task, result } => self.file_task_done(task, result),
            Event::Line(_) => Vec::new(),
            Event::Wake => self.wake(now),
        }
    }

    /// When to wake up next: an engine's timeout, the next frame of the spinner, or the next second of a clock.
    pub fn deadline(&self, now: Moment) -> Option<Moment> {
        let Screen::Game(game) = &self.screen else { return None };
        let spinner = game.thinking_since().map(|_| now + SPINNER);
        let clock = game.local_game.deadline();
        let second = clock.map(|_| now + SECOND);
        [game.opponent.deadline(), spinner, clock, second].into_iter().flatten().min()
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
        let mut effects = self.end_opponent(now);
        self.current = None;
        let list = self.list_behind.take();
        match list {
            Some(history) => {
                self.screen = Screen::History(history);
                effects.push(Effect::ListGames);
            }
            None => {
                self.return_to_setup();
                effects.push(Effect::FindLastGame);
            }
        }
        effects
    }

    /// Leaves a game for good, and any list it came from.
    pub(super) fn leave_for_setup(&mut self, now: Moment) -> Vec<Effect> {
        self.list_behind = None;
        let effects = self.end_opponent(now);
        self.current = None;
        self.return_to_setup();
        effects
    }

    pub(super) fn config(&self) -> &Config {
        &self.environment.config
    }

    pub(super) fn config_mut(&mut self) -> &mut Config {
        &mut self.environment.config
    }

    pub(super) fn current(&self) -> Option<&GameChoice> {
        self.current.as_ref()
    }

    pub(super) fn has_gnu_go(&self) -> bool {
        self.environment.gnu_go
    }

    pub(super) fn has_unfinished(&self) -> bool {
        self.unfinished.is_some()
    }

    pub(super) fn take_notice(&mut self) -> String {
        std::mem::take(&mut self.notice)
    }

    fn return_to_setup(&mut self) {
        let setup = Setup::new(self.environment.config.game.clone(), self.environment.gnu_go);
        self.screen = Screen::Setup(setup.with_unfinished(self.unfinished_words()));
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

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.code == KeyCode::Char(letter) && key.modifiers.contains(KeyModifiers::CONTROL)
}
