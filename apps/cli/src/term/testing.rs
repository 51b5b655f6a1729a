//! Keys as one writes them, screens as text, and a world in memory around the program: an engine that says what the
//! test wrote down, a disk that is a list, a clock that the test moves.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::time::Duration;

use play::Moment;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::app::{App, Effect, Event, FileWork, Surroundings, Wanted};
use super::bot::Job;
use super::config::{Config, Opponent};
use super::engine::EngineEvent;
use super::librarian::Found;
use super::screen::history::{Info, read_preview};
use super::theme::ThemeName;

pub struct World {
    pub app: App,
    pub now: Moment,
    /// What the engine says to `genmove`, in order; after that it does not answer.
    pub moves: VecDeque<&'static str>,
    pub dead: &'static str,
    pub files: BTreeMap<PathBuf, Vec<u8>>,
    pub config: Option<String>,
    pub effects: Vec<String>,
    /// What the bot was given to think about; the test answers.
    pub jobs: Vec<Job>,
    run: u32,
    area: Rect,
}

impl World {
    pub fn new() -> World {
        World::with(|_| {})
    }

    /// With other settings than the usual ones: nine lines against an engine.
    pub fn with(change: impl FnOnce(&mut Surroundings)) -> World {
        World::wanting(Wanted::default(), change)
    }

    pub fn wanting(wanted: Wanted, change: impl FnOnce(&mut Surroundings)) -> World {
        let mut config = Config::default();
        config.game.size = 9;
        config.game.opponent = Opponent::Engine;
        config.game.engine = "fake".to_owned();
        let mut around = Surroundings {
            config,
            config_problem: None,
            suits: ThemeName::Mono,
            gnu_go: true,
            clock: || "2026-02-11T15:04:05+01:00[+01:00]".parse().unwrap(),
            seed: 1,
        };
        change(&mut around);
        let mut world = World {
            app: App::new(around, wanted),
            now: Moment::ORIGIN,
            moves: VecDeque::new(),
            dead: "",
            files: BTreeMap::new(),
            config: None,
            effects: Vec::new(),
            jobs: Vec::new(),
            run: 0,
            area: Rect::new(0, 0, 80, 24),
        };
        let area = world.area;
        world.event(Event::Resize(area));
        world
    }

    /// With moves that the engine will answer with.
    pub fn answering(mut self, moves: &[&'static str]) -> World {
        self.moves.extend(moves);
        self
    }

    pub fn keys(&mut self, text: &str) -> &mut World {
        for key in keys(text) {
            self.event(Event::Key(key));
        }
        self
    }

    pub fn event(&mut self, event: Event) -> &mut World {
        let effects = self.app.handle(self.now, event);
        self.carry_out(effects);
        self
    }

    pub fn wait(&mut self, seconds: u64) -> &mut World {
        self.now = self.now + Duration::from_secs(seconds);
        self.event(Event::Wake)
    }

    pub fn resize(&mut self, width: u16, height: u16) -> &mut World {
        self.area = Rect::new(0, 0, width, height);
        self.event(Event::Resize(self.area))
    }

    pub fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            if let Some(event) = self.effect(effect) {
                self.event(event);
            }
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
            Effect::StopEngine => {
                self.effects.push("stop engine".to_owned());
                None
            }
            Effect::Record(version) => {
                self.files.insert(format!("{}.sgf", version.stem).into(), version.bytes);
                None
            }
            Effect::ListGames => {
                let paths: Vec<PathBuf> = self.files.keys().rev().cloned().collect();
                let infos = paths.iter().map(|path| Info::read(&self.files[path])).collect();
                self.event(Event::Found(Found::Listed(paths)));
                Some(Event::Found(Found::Described { first: 0, infos }))
            }
            Effect::Read(path) => {
                let bytes = self.files.get(&path).cloned().ok_or_else(|| "no such file".to_owned());
                Some(Event::Read { path, bytes })
            }
            Effect::Preview(path) => {
                let record = read_preview(self.files.get(&path).map_or(b"", Vec::as_slice));
                Some(Event::Previewed { path, record })
            }
            Effect::Do(FileWork::SaveConfig(text)) => {
                self.config = Some(text);
                None
            }
            Effect::Do(what) => {
                self.effects.push(format!("{what:?}"));
                if let FileWork::ThrowAway(path) = &what {
                    self.files.remove(path);
                }
                Some(Event::Done { what, result: Ok("trash/game.sgf".into()) })
            }
        }
    }

    fn engine(&mut self, line: &str) -> Option<Event> {
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

    /// The engine's process is gone.
    pub fn kill_engine(&mut self) -> &mut World {
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

    /// The game that was recorded last.
    pub fn file(&self) -> String {
        self.files.values().last().map(|bytes| String::from_utf8(bytes.clone()).unwrap()).unwrap_or_default()
    }

    /// Its moves, without the first node.
    pub fn line(&self) -> String {
        let file = self.file();
        let moves = file.find("DT[2026-02-11]").map_or(0, |at| at + "DT[2026-02-11]".len());
        file[moves..].trim().replace('\n', "")
    }
}

/// `j`, `R`, `<Enter>`, `<C-u>`: as editors write them.
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
        "BS" => plain(KeyCode::Backspace),
        name => match name.strip_prefix("C-").and_then(|rest| rest.chars().next()) {
            Some(letter) => KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL),
            None => panic!("no key is called {name:?}"),
        },
    }
}
