//! The state machine: one command is under way at a time; an analysis ends with the next command.

use std::collections::VecDeque;
use std::time::Duration;

use analysis::{EngineName, Limit, Line, LineReader, TooLong};
use moment::Moment;

use super::commands::{Ask, Purpose, commands};
use super::info::{Dialect, read_info};

/// Loading a network and tuning it takes minutes.
const START_TIMEOUT: Duration = Duration::from_secs(1800);
const PATIENCE: Duration = Duration::from_secs(120);
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
    /// Only while no other position is analysed.
    Ask(Box<Ask>),
    Quit,
    Wake,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    Start {
        run: u32,
    },
    Write(Vec<u8>),
    Report(Vec<Line>),
    /// The limit is reached.
    Finished(Vec<Line>),
    /// The engine refuses this position.
    Failed {
        why: String,
    },
    Died {
        why: String,
    },
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Off,
    /// Waits for the reply to a command.
    Waiting,
    Ready,
    /// The engine reports.
    Analysing,
    /// A command was sent to end the analysis; its reply is still to come.
    Ending,
}

pub struct Conversation {
    state: State,
    run: u32,
    restarts: u8,
    reader: LineReader,
    patience: Duration,
    deadline: Option<Moment>,
    engine: EngineName,
    commands: Vec<String>,
    dialect: Option<Dialect>,
    queue: VecDeque<(Purpose, String)>,
    awaited: Option<(Purpose, String)>,
    /// The lines of the reply so far.
    reply: Option<Vec<String>>,
    ask: Option<Ask>,
    began: Moment,
    lines: Vec<Line>,
}

impl Default for Conversation {
    fn default() -> Conversation {
        Conversation {
            state: State::Off,
            run: 1,
            restarts: 0,
            reader: LineReader::default(),
            patience: PATIENCE,
            deadline: None,
            engine: EngineName::default(),
            commands: Vec::new(),
            dialect: None,
            queue: VecDeque::new(),
            awaited: None,
            reply: None,
            ask: None,
            began: Moment::ORIGIN,
            lines: Vec::new(),
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
            Input::Ask(ask) => self.begin(now, *ask),
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

    pub fn engine(&self) -> &EngineName {
        &self.engine
    }

    /// None: it cannot analyse.
    pub fn dialect(&self) -> Option<Dialect> {
        self.dialect
    }

    fn start(&mut self, now: Moment) -> Vec<Output> {
        self.reader = LineReader::default();
        (self.reply, self.awaited) = (None, None);
        self.queue = [
            (Purpose::Name, "name".to_owned()),
            (Purpose::Version, "version".to_owned()),
            (Purpose::Commands, "list_commands".to_owned()),
        ]
        .into();
        let mut out = vec![Output::Start { run: self.run }];
        out.extend(self.send_next(now));
        self.deadline = Some(now + START_TIMEOUT.min(self.patience.saturating_mul(15)));
        out
    }

    fn begin(&mut self, now: Moment, ask: Ask) -> Vec<Output> {
        self.lines.clear();
        self.ask = Some(ask);
        match self.state {
            State::Off => self.start(now),
            State::Ready => {
                self.queue_position();
                self.send_next(now)
            }
            // It begins once the engine is ready.
            State::Waiting | State::Analysing | State::Ending => Vec::new(),
        }
    }

    fn queue_position(&mut self) {
        let (Some(ask), Some(dialect)) = (&self.ask, self.dialect) else { return };
        self.queue.extend(commands(ask, dialect, &self.commands));
    }

    fn send_next(&mut self, now: Moment) -> Vec<Output> {
        let Some((purpose, text)) = self.queue.pop_front() else {
            self.state = State::Ready;
            self.deadline = None;
            return Vec::new();
        };
        let out = vec![write(&text)];
        self.awaited = Some((purpose, text));
        self.deadline = Some(now + self.patience);
        self.state = State::Waiting;
        if purpose == Purpose::Analyze {
            self.began = now;
            self.state = State::Analysing;
            self.deadline = self.analysis_deadline(now);
        }
        out
    }

    /// When the time of the analysis is over, or the engine has been silent for too long.
    fn analysis_deadline(&self, now: Moment) -> Option<Moment> {
        let silent = now + self.patience;
        match self.ask.as_ref()?.limit {
            Limit::Millis(millis) => Some((self.began + Duration::from_millis(millis)).min(silent)),
            _ => Some(silent),
        }
    }

    fn quit(&mut self) -> Vec<Output> {
        self.ask = None;
        if self.state == State::Off {
            return Vec::new();
        }
        self.forget_process();
        vec![write("quit"), Output::End]
    }

    fn forget_process(&mut self) {
        self.state = State::Off;
        self.deadline = None;
        self.run += 1;
        self.queue.clear();
    }

    fn wake(&mut self, now: Moment) -> Vec<Output> {
        if self.deadline.is_none_or(|deadline| deadline > now) {
            return Vec::new();
        }
        // An engine that has its own limit is silent after it.
        if self.state == State::Analysing && !self.lines.is_empty() {
            return self.finish(now);
        }
        if self.state == State::Analysing && now.since(self.began) < self.patience {
            self.deadline = Some(self.began + self.patience);
            return Vec::new();
        }
        self.restart_or_die(now, "the engine did not answer in time".to_owned())
    }

    fn restart_or_die(&mut self, now: Moment, why: String) -> Vec<Output> {
        let mut out = vec![Output::End];
        self.forget_process();
        if self.ask.is_none() {
            return out;
        }
        if self.restarts < MAX_RESTARTS {
            self.restarts += 1;
            out.append(&mut self.start(now));
        } else {
            self.restarts = 0;
            self.ask = None;
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
        match self.state {
            State::Off | State::Ready => Vec::new(),
            State::Analysing if line.starts_with("info ") => self.info(now, line),
            State::Analysing => match line.strip_prefix('?') {
                Some(why) => self.refused(now, why.trim()),
                None => Vec::new(),
            },
            State::Waiting | State::Ending => self.reply_line(now, line),
        }
    }

    fn reply_line(&mut self, now: Moment, line: &str) -> Vec<Output> {
        match &mut self.reply {
            None if line.starts_with(['=', '?']) => self.reply = Some(vec![line.to_owned()]),
            Some(lines) if !line.is_empty() => lines.push(line.to_owned()),
            None => {}
            Some(_) => {
                let lines = self.reply.take().unwrap_or_default();
                return self.replied(now, &lines);
            }
        }
        Vec::new()
    }

    fn replied(&mut self, now: Moment, lines: &[String]) -> Vec<Output> {
        if self.state == State::Ending {
            self.state = State::Ready;
            self.deadline = None;
            self.queue_position();
            return if self.queue.is_empty() { Vec::new() } else { self.send_next(now) };
        }
        let Some((purpose, command)) = self.awaited.take() else { return Vec::new() };
        let first = lines.first().map_or("", String::as_str);
        let text = first.get(1..).unwrap_or_default().trim();
        if first.starts_with('?') && purpose == Purpose::Position {
            return self.refused(now, &format!("the engine refused “{command}”: {text}"));
        }
        match purpose {
            Purpose::Name => self.engine.name = text.to_owned(),
            Purpose::Version => self.engine.version = text.to_owned(),
            Purpose::Commands => self.learn_commands(text, lines),
            Purpose::Optional | Purpose::Position | Purpose::Analyze => {}
        }
        self.send_next(now)
    }

    fn learn_commands(&mut self, first: &str, lines: &[String]) {
        let rest = lines.iter().skip(1).map(String::as_str);
        self.commands =
            std::iter::once(first).chain(rest).flat_map(str::split_whitespace).map(str::to_owned).collect();
        let knows = |command: &str| self.commands.iter().any(|known| known == command);
        self.dialect = match () {
            () if knows("kata-analyze") => Some(Dialect::Kata),
            () if knows("lz-analyze") => Some(Dialect::Lz),
            () => None,
        };
        if self.dialect.is_some() {
            self.queue_position();
        }
    }

    fn refused(&mut self, now: Moment, why: &str) -> Vec<Output> {
        self.queue.clear();
        self.ask = None;
        let mut out = vec![Output::Failed { why: why.to_owned() }];
        out.extend(self.send_next(now));
        out
    }

    fn info(&mut self, now: Moment, line: &str) -> Vec<Output> {
        let (Some(ask), Some(dialect)) = (&self.ask, self.dialect) else { return Vec::new() };
        let Some((lines, visits)) = read_info(line, dialect, ask.to_play, ask.size) else {
            return Vec::new();
        };
        let is_enough = matches!(ask.limit, Limit::Nodes(limit) if visits >= limit);
        self.restarts = 0;
        self.lines = lines;
        self.deadline = self.analysis_deadline(now);
        if is_enough { self.finish(now) } else { vec![Output::Report(self.lines.clone())] }
    }

    /// Any command ends the analysis, and its own reply tells where the stream ends.
    fn finish(&mut self, now: Moment) -> Vec<Output> {
        self.ask = None;
        self.reply = None;
        self.state = State::Ending;
        self.deadline = Some(now + self.patience);
        vec![write("name"), Output::Finished(std::mem::take(&mut self.lines))]
    }
}

fn write(command: &str) -> Output {
    Output::Write(format!("{command}\n").into_bytes())
}
