//! Test support: keys in editor notation, screens as text, and the application in memory with a scripted engine,
//! a file system that is a map, and a clock that the test advances.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::time::Duration;

use moment::Moment;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::analysis::AnalysisJob;
use super::app::{App, Effect, Environment, Event, FileTask, StartOptions};
use super::bot::Job;
use super::config::{Config, OpponentChoice};
use super::engine::EngineEvent;
use super::history_reader::HistoryEvent;
use super::review::ReviewJob;
use super::screen::history::{Info, read_preview};
use super::theme::ThemeName;

pub struct TestApp {
    pub app: App,
    pub now: Moment,
    /// Answers to `genmove`, in order; after the last one the engine is silent.
    pub moves: VecDeque<&'static str>,
    pub dead: &'static str,
    pub files: BTreeMap<PathBuf, Vec<u8>>,
    paths: BTreeMap<u32, PathBuf>,
    pub disk_is_full: bool,
    /// The engine answers nothing.
    pub silent: bool,
    pub config: Option<String>,
    pub effects: Vec<String>,
    /// Jobs given to the bot; the test answers them.
    pub jobs: Vec<Job>,
    /// Positions that were to be analysed; the test reports on them.
    pub analyses: Vec<AnalysisJob>,
    /// Games that were to be reviewed; the test runs the reviews.
    pub reviews: Vec<ReviewJob>,
    run: u32,
    area: Rect,
}

impl TestApp {
    pub fn new() -> TestApp {
        TestApp::with(|_| {})
    }

    /// With changed settings; the default is 9x9 against an engine.
    pub fn with(change: impl FnOnce(&mut Environment)) -> TestApp {
        TestApp::wanting(StartOptions::default(), change)
    }

    pub fn wanting(wanted: StartOptions, change: impl FnOnce(&mut Environment)) -> TestApp {
        let mut config = Config::default();
        config.game.size = 9;
        config.game.opponent = OpponentChoice::Engine;
        config.game.engine = "fake".to_owned();
        let mut environment = Environment {
            config,
            config_problem: None,
            default_theme: ThemeName::Mono,
            gnu_go: true,
            clock: || "2026-02-11T15:04:05+01:00[+01:00]".parse().unwrap(),
            seed: 1,
        };
        change(&mut environment);
        let mut test = TestApp {
            app: App::new(environment, wanted),
            now: Moment::ORIGIN,
            moves: VecDeque::new(),
            dead: "",
            files: BTreeMap::new(),
            paths: BTreeMap::new(),
            disk_is_full: false,
            silent: false,
            config: None,
            effects: Vec::new(),
            jobs: Vec::new(),
            analyses: Vec::new(),
            reviews: Vec::new(),
            run: 0,
            area: Rect::new(0, 0, 80, 24),
        };
        let area = test.area;
        test.event(Event::Resize(area));
        test
    }

    /// Adds answers of the engine.
    pub fn answering(mut self, moves: &[&'static str]) -> TestApp {
        self.moves.extend(moves);
        self
    }

    pub fn keys(&mut self, text: &str) -> &mut TestApp {
        for key in keys(text) {
            self.event(Event::Key(key));
        }
        self
    }

    pub fn event(&mut self, event: Event) -> &mut TestApp {
        let effects = self.app.handle(self.now, event);
        self.run_effect(effects);
        self
    }

    pub fn wait(&mut self, seconds: u64) -> &mut TestApp {
        self.now += Duration::from_secs(seconds);
        self.event(Event::Wake)
    }

    pub fn resize(&mut self, width: u16, height: u16) -> &mut TestApp {
        self.area = Rect::new(0, 0, width, height);
        self.event(Event::Resize(self.area))
    }

    pub fn run_effect(&mut self, effects: Vec<Effect>) {
        // As in the program, what follows from an effect comes after all effects of the same event.
        let events: Vec<Event> = effects.into_iter().filter_map(|effect| self.effect(effect)).collect();
        for event in events {
            self.event(event);
        }
    }

    pub fn effect(&mut self, effect: Effect) -> Option<Event> {
        match effect {
            Effect::OpenEngine(_) => None,
            Effect::StartEngine { run } => {
                self.run = run;
                None
            }
            Effect::WriteEngine(bytes) => self.engine(&String::from_utf8(bytes).unwrap()),
            Effect::Think(job) => {
                self.jobs.push(*job);
                None
            }
            Effect::StopThinking => {
                self.effects.push("stop thinking".to_owned());
                None
            }
            Effect::Analyse(job) => {
                self.analyses.push(*job);
                None
            }
            Effect::StopAnalysis => {
                self.effects.push("stop analysis".to_owned());
                None
            }
            Effect::Review(job) => {
                self.reviews.push(*job);
                None
            }
            Effect::StopReview => {
                self.effects.push("stop review".to_owned());
                None
            }
            Effect::StopEngine => {
                self.effects.push("stop engine".to_owned());
                None
            }
            Effect::Record(version) => {
                if self.disk_is_full {
                    let error = std::io::Error::other("no space left");
                    return Some(Event::Written { game: version.game, result: Err(error) });
                }
                let path: PathBuf = match self.paths.get(&version.game) {
                    Some(path) => path.clone(),
                    None => self.free_path(&version.stem),
                };
                self.paths.insert(version.game, path.clone());
                self.files.insert(path.clone(), version.bytes);
                Some(Event::Written { game: version.game, result: Ok(path) })
            }
            Effect::FindLastGame => {
                let newest = self.files.iter().next_back()?;
                let info = Info::read(newest.1).filter(|info| info.result.is_empty() && info.moves > 0);
                let found = info.map(|info| (newest.0.clone(), info));
                Some(Event::LastGame(found))
            }
            Effect::OpenInStudio(path) => {
                self.effects.push(format!("open {}", path.display()));
                None
            }
            Effect::Redraw | Effect::Suspend => {
                self.effects.push(format!("{effect:?}"));
                None
            }
            Effect::ListGames => {
                let [listed, described] = self.listed();
                self.event(listed);
                Some(described)
            }
            Effect::Read(path) => {
                let bytes = self.files.get(&path).cloned().ok_or_else(|| "no such file".to_owned());
                Some(Event::Read { path, bytes })
            }
            Effect::Preview(path) => {
                let record = read_preview(self.files.get(&path).map_or(b"", Vec::as_slice));
                Some(Event::Previewed { path, record })
            }
            Effect::File(FileTask::SaveConfig(text)) => {
                self.config = Some(text);
                None
            }
            Effect::File(task) => {
                self.effects.push(format!("{task:?}"));
                if let FileTask::MoveToTrash(path) = &task {
                    self.files.remove(path);
                }
                Some(Event::FileTaskDone { task, result: Ok("trash/game.sgf".into()) })
            }
        }
    }

    /// The history as it is read.
    pub fn listed(&self) -> [Event; 2] {
        let paths: Vec<PathBuf> = self.files.keys().rev().cloned().collect();
        let infos = paths.iter().map(|path| Info::read(&self.files[path])).collect();
        [HistoryEvent::Listed(paths), HistoryEvent::Described { first: 0, infos }].map(Event::History)
    }

    fn free_path(&self, stem: &str) -> PathBuf {
        let names = std::iter::once(format!("{stem}.sgf")).chain((2..).map(|n| format!("{stem}-{n}.sgf")));
        names.map(PathBuf::from).find(|path| !self.files.contains_key(path)).unwrap_or_default()
    }

    fn engine(&mut self, line: &str) -> Option<Event> {
        if self.silent {
            return None;
        }
        let (id, command) = line.trim().split_once(' ').unwrap_or(("", line.trim()));
        let answer = match command.split(' ').next().unwrap_or_default() {
            "name" => "Fake",
            "version" => "1",
            "list_commands" => "play\ngenmove\nundo\nfinal_status_list",
            "genmove" => self.moves.pop_front()?,
            "final_status_list" => self.dead,
            _ => "",
        };
        let bytes = format!("={id} {answer}\n\n").into_bytes();
        Some(Event::Engine(EngineEvent::Read { run: self.run, bytes }))
    }

    /// Simulates a crash of the engine.
    pub fn kill_engine(&mut self) -> &mut TestApp {
        let tail = vec!["segmentation fault".to_owned()];
        let why = "the engine ended with code 139".to_owned();
        self.event(Event::Engine(EngineEvent::Ended { run: self.run, why, tail }))
    }

    pub fn screen(&self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(self.area.width, self.area.height)).unwrap();
        terminal.draw(|frame| self.app.draw(frame, self.now)).unwrap();
        let buffer = terminal.backend().buffer();
        let rows = (0..self.area.height).map(|y| {
            let row: String = (0..self.area.width).map(|x| buffer[(x, y)].symbol()).collect();
            row.trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    pub fn shows(&self, text: &str) -> bool {
        self.screen().contains(text)
    }

    #[track_caller]
    pub fn expect(&self, text: &str) -> &TestApp {
        let screen = self.screen();
        assert!(screen.contains(text), "{text:?} is not on the screen:\n{screen}");
        self
    }

    /// The last recorded game.
    pub fn file(&self) -> String {
        self.files.values().last().map(|bytes| String::from_utf8(bytes.clone()).unwrap()).unwrap_or_default()
    }

    /// The moves of the last recorded game, without the root node.
    pub fn line(&self) -> String {
        let file = self.file();
        let moves = file.find("DT[2026-02-11]").map_or(0, |at| at + "DT[2026-02-11]".len());
        file[moves..].trim().replace('\n', "")
    }
}

/// Parses keys in editor notation: `j`, `R`, `<Enter>`, `<C-u>`.
pub fn keys(text: &str) -> Vec<KeyEvent> {
    let mut keys = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let named = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
        let (key, left) = match named {
            Some((name, left)) => (named_key(name), left),
            None => (KeyEvent::new(KeyCode::Char(first), KeyModifiers::NONE), &rest[first.len_utf8()..]),
        };
        keys.push(key);
        rest = left;
    }
    keys
}

fn named_key(name: &str) -> KeyEvent {
    let plain = |code| KeyEvent::new(code, KeyModifiers::NONE);
    match name {
        "Enter" => plain(KeyCode::Enter),
        "Esc" => plain(KeyCode::Esc),
        "Up" => plain(KeyCode::Up),
        "Down" => plain(KeyCode::Down),
        "Left" => plain(KeyCode::Left),
        "Right" => plain(KeyCode::Right),
        "Home" => plain(KeyCode::Home),
        "End" => plain(KeyCode::End),
        "PgUp" => plain(KeyCode::PageUp),
        "PgDn" => plain(KeyCode::PageDown),
        "Tab" => plain(KeyCode::Tab),
        "S-Tab" => KeyEvent::new(KeyCode::BackTab, KeyModifiers::SHIFT),
        "BS" => plain(KeyCode::Backspace),
        name => match name.strip_prefix("C-").and_then(|rest| rest.chars().next()) {
            Some(letter) => KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL),
            None => panic!("no key is called {name:?}"),
        },
    }
}
