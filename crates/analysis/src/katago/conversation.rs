//! The state machine: the process, what it introduced itself with, and the queries that it has not answered.

use std::collections::BTreeMap;
use std::time::Duration;

use moment::Moment;

use super::query::Query;
use super::reply::Reply;
use crate::{EngineName, Line, LineReader, TooLong};

/// The first start on a graphics card tunes for minutes.
const START_TIMEOUT: Duration = Duration::from_secs(1800);
/// Without a word about any query.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often in a row the process is started again before it is given up.
const MAX_RESTARTS: u8 = 3;

pub enum Input<'a> {
    /// Starts the engine, so that its name is known before anything is asked.
    Introduce,
    Read {
        run: u32,
        bytes: &'a [u8],
    },
    Ended {
        run: u32,
        why: String,
    },
    Ask(Box<Query>),
    /// No query is of interest any more.
    StopAll,
    Quit,
    Wake,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    Start {
        run: u32,
    },
    Write(Vec<u8>),
    /// The search goes on.
    Report {
        id: u64,
        lines: Vec<Line>,
    },
    /// With nothing if the query ended before anything was known.
    Answer {
        id: u64,
        lines: Vec<Line>,
    },
    /// This query gets no answer.
    Failed {
        id: u64,
        why: String,
    },
    Warning(String),
    /// Queries that were open are lost.
    Died {
        why: String,
    },
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Off,
    /// It loads its network, and tunes perhaps.
    Starting,
    Ready,
}

pub struct Conversation {
    state: State,
    run: u32,
    restarts: u8,
    reader: LineReader,
    engine: EngineName,
    patience: Duration,
    /// When it has to have said something.
    deadline: Option<Moment>,
    open: BTreeMap<u64, Query>,
}

impl Default for Conversation {
    fn default() -> Conversation {
        Conversation {
            state: State::Off,
            run: 1,
            restarts: 0,
            reader: LineReader::default(),
            engine: EngineName::default(),
            patience: PATIENCE,
            deadline: None,
            open: BTreeMap::new(),
        }
    }
}

impl Conversation {
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Conversation {
        self.patience = patience;
        self
    }

    pub fn handle(&mut self, now: Moment, input: Input<'_>) -> Vec<Output> {
        match input {
            Input::Introduce if self.state == State::Off => self.start(now),
            Input::Introduce => Vec::new(),
            Input::Read { run, bytes } if run == self.run => self.read(now, bytes),
            Input::Ended { run, why } if run == self.run && self.state != State::Off => {
                self.restart_or_die(now, why)
            }
            Input::Read { .. } | Input::Ended { .. } => Vec::new(),
            Input::Ask(query) => self.ask(now, *query),
            Input::StopAll => self.stop_all(),
            Input::Quit => self.quit(),
            Input::Wake => self.wake(now),
        }
    }

    pub fn deadline(&self) -> Option<Moment> {
        self.deadline
    }

    pub fn state(&self) -> State {
        self.state
    }

    /// Empty until the engine is ready. The version contains the network, which matters more.
    pub fn engine(&self) -> &EngineName {
        &self.engine
    }

    fn start(&mut self, now: Moment) -> Vec<Output> {
        self.state = State::Starting;
        self.reader = LineReader::default();
        self.deadline = Some(now + START_TIMEOUT);
        let ask = "{\"id\":\"models\",\"action\":\"query_models\"}\n{\"id\":\"version\",\"action\":\"query_version\"}\n";
        vec![Output::Start { run: self.run }, Output::Write(ask.as_bytes().to_vec())]
    }

    fn ask(&mut self, now: Moment, query: Query) -> Vec<Output> {
        let line = query.line();
        self.open.insert(query.id, query);
        match self.state {
            State::Off => self.start(now),
            // It is sent once the engine is ready.
            State::Starting => Vec::new(),
            State::Ready => {
                self.deadline = Some(now + self.patience);
                vec![Output::Write(line)]
            }
        }
    }

    fn stop_all(&mut self) -> Vec<Output> {
        let is_asked = !self.open.is_empty() && self.state == State::Ready;
        self.open.clear();
        if self.state != State::Starting {
            self.deadline = None;
        }
        let stop = b"{\"id\":\"stop\",\"action\":\"terminate_all\"}\n".to_vec();
        if is_asked { vec![Output::Write(stop)] } else { Vec::new() }
    }

    fn quit(&mut self) -> Vec<Output> {
        self.open.clear();
        if self.state == State::Off {
            return Vec::new();
        }
        self.forget_process();
        vec![Output::End]
    }

    fn forget_process(&mut self) {
        self.state = State::Off;
        self.deadline = None;
        self.run += 1;
    }

    fn wake(&mut self, now: Moment) -> Vec<Output> {
        if self.deadline.is_none_or(|deadline| deadline > now) {
            return Vec::new();
        }
        let why = match self.state {
            State::Starting => "the engine did not get ready in time",
            _ => "the engine did not end its search in time",
        };
        self.restart_or_die(now, why.to_owned())
    }

    fn restart_or_die(&mut self, now: Moment, why: String) -> Vec<Output> {
        let mut out = vec![Output::End];
        self.forget_process();
        if self.open.is_empty() {
            return out;
        }
        if self.restarts < MAX_RESTARTS {
            self.restarts += 1;
            out.append(&mut self.start(now));
        } else {
            self.restarts = 0;
            self.open.clear();
            out.push(Output::Died { why });
        }
        out
    }

    fn read(&mut self, now: Moment, bytes: &[u8]) -> Vec<Output> {
        match self.reader.read(bytes) {
            Ok(lines) => lines.iter().flat_map(|line| self.line(now, line)).collect(),
            Err(TooLong) => {
                self.restart_or_die(now, "the engine wrote a line of more than a megabyte".to_owned())
            }
        }
    }

    fn line(&mut self, now: Moment, line: &str) -> Vec<Output> {
        if self.state == State::Off {
            return Vec::new();
        }
        match Reply::read(line) {
            Some(Reply::Models(models)) => self.learn_models(&models),
            Some(Reply::Version(version)) => return self.introduced(now, &version),
            Some(Reply::Lines { id, is_final, lines }) => return self.lines(now, &id, is_final, lines),
            Some(Reply::Error { id: Some(id), why }) => return self.refused(now, &id, why),
            Some(Reply::Error { id: None, why }) => return vec![Output::Warning(why)],
            Some(Reply::Warning(why)) => return vec![Output::Warning(why)],
            None => {}
        }
        Vec::new()
    }

    fn learn_models(&mut self, models: &[String]) {
        self.engine.version = models.join(" ");
    }

    /// Queries that came before, or that an earlier process has not answered, are sent now.
    fn introduced(&mut self, now: Moment, version: &str) -> Vec<Output> {
        if self.state != State::Starting {
            return Vec::new();
        }
        let network = std::mem::take(&mut self.engine.version);
        let version = format!("{version} {network}").trim().to_owned();
        self.engine = EngineName { name: "KataGo".to_owned(), version };
        self.state = State::Ready;
        self.deadline = (!self.open.is_empty()).then(|| now + self.patience);
        self.open.values().map(|query| Output::Write(query.line())).collect()
    }

    fn lines(&mut self, now: Moment, id: &str, is_final: bool, lines: Vec<Line>) -> Vec<Output> {
        let Some(id) = self.open_id(id) else { return Vec::new() };
        self.restarts = 0;
        if !is_final {
            self.deadline = Some(now + self.patience);
            return vec![Output::Report { id, lines }];
        }
        self.close(now, id);
        vec![Output::Answer { id, lines }]
    }

    fn refused(&mut self, now: Moment, id: &str, why: String) -> Vec<Output> {
        // An engine without `query_models` says so, and is none the worse for it.
        let Some(id) = self.open_id(id) else { return Vec::new() };
        self.close(now, id);
        vec![Output::Failed { id, why }]
    }

    /// The query with this id, if it is open. What is answered twice is answered once.
    fn open_id(&self, id: &str) -> Option<u64> {
        let id = id.parse().ok()?;
        (self.state == State::Ready && self.open.contains_key(&id)).then_some(id)
    }

    fn close(&mut self, now: Moment, id: u64) {
        self.open.remove(&id);
        self.deadline = (!self.open.is_empty()).then(|| now + self.patience);
    }
}
