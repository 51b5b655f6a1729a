//! The state machine: the process, the options, and the one search that runs.

use std::collections::BTreeSet;
use std::time::Duration;

use analysis::{EngineName, Line, LineReader, Report, TooLong};
use moment::Moment;

use super::info::Info;
use super::search::Search;

/// Loading a large network takes a while.
const GREETING_TIMEOUT: Duration = Duration::from_secs(30);
/// For `bestmove` after `stop`, and after the time of a search has run out.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
/// Without a word about a search that ends by itself.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often in a row the process is started again before it is given up.
const MAX_RESTARTS: u8 = 3;

pub enum Input<'a> {
    /// What the process of that run wrote.
    Read {
        run: u32,
        bytes: &'a [u8],
    },
    /// The process of that run has ended, or could not be started.
    Ended {
        run: u32,
        why: String,
    },
    /// Starts the engine, so that its name is known before anything is searched.
    Introduce,
    /// Replaces the search before it.
    Search(Box<Search>),
    /// The search is no longer needed.
    Stop,
    Quit,
    Wake,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Start the process, after ending the one before; its bytes come back with this number.
    Start {
        run: u32,
    },
    Write(Vec<u8>),
    /// A depth is complete.
    Report(Report),
    /// The search has ended by its limit, with what it found last. It was not stopped.
    Finished(Report),
    Died {
        why: String,
    },
    /// End the process.
    End,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// There is no process; the next search starts one.
    Off,
    /// `uci` was sent.
    Greeting {
        until: Moment,
    },
    /// `isready` was sent.
    Preparing {
        until: Moment,
    },
    Ready,
    Searching {
        until: Option<Moment>,
    },
    /// `stop` was sent.
    Stopping {
        until: Moment,
    },
}

/// What the engine is told once after its start, if it knows these options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub threads: u32,
    pub hash_mb: u32,
}

pub struct Conversation {
    options: Options,
    patience: Duration,
    state: State,
    /// Of the process that runs, or of the next one.
    run: u32,
    restarts: u8,
    reader: LineReader,
    engine: EngineName,
    known_options: BTreeSet<String>,
    multi_pv: usize,
    /// The search that runs, or that waits until the engine is ready.
    search: Option<Search>,
    report: Report,
    /// Lines of the depth that is not complete yet, by rank.
    partial: Vec<Option<Line>>,
}

impl Conversation {
    pub fn new(options: Options) -> Conversation {
        Conversation {
            options,
            patience: PATIENCE,
            state: State::Off,
            run: 1,
            restarts: 0,
            reader: LineReader::default(),
            engine: EngineName::default(),
            known_options: BTreeSet::new(),
            multi_pv: 1,
            search: None,
            report: Report::default(),
            partial: Vec::new(),
        }
    }

    /// How long the engine may be silent: at its start, and in a search that ends by itself.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Conversation {
        self.patience = patience;
        self
    }

    pub fn handle(&mut self, now: Moment, input: Input<'_>) -> Vec<Output> {
        match input {
            Input::Read { run, bytes } if run == self.run => self.read(now, bytes),
            Input::Ended { run, why } if run == self.run => self.ended(now, why),
            Input::Read { .. } | Input::Ended { .. } => Vec::new(),
            Input::Introduce if self.state == State::Off => self.start(now),
            Input::Introduce => Vec::new(),
            Input::Search(search) => self.replace_search(now, *search),
            Input::Stop => self.stop(now),
            Input::Quit => self.quit(),
            Input::Wake => self.wake(now),
        }
    }

    /// When to wake the state machine if nothing else happens.
    pub fn deadline(&self) -> Option<Moment> {
        match self.state {
            State::Greeting { until } | State::Preparing { until } | State::Stopping { until } => Some(until),
            State::Searching { until } => until,
            State::Off | State::Ready => None,
        }
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    /// Empty until the engine has introduced itself.
    pub fn engine(&self) -> &EngineName {
        &self.engine
    }

    fn replace_search(&mut self, now: Moment, search: Search) -> Vec<Output> {
        self.search = Some(search);
        match self.state {
            State::Off => self.start(now),
            State::Ready => self.begin_search(now),
            State::Searching { .. } => self.say_stop(now),
            State::Greeting { .. } | State::Preparing { .. } | State::Stopping { .. } => Vec::new(),
        }
    }

    fn stop(&mut self, now: Moment) -> Vec<Output> {
        self.search = None;
        match self.state {
            State::Searching { .. } => self.say_stop(now),
            _ => Vec::new(),
        }
    }

    fn say_stop(&mut self, now: Moment) -> Vec<Output> {
        self.state = State::Stopping { until: now + STOP_TIMEOUT };
        vec![write("stop")]
    }

    fn start(&mut self, now: Moment) -> Vec<Output> {
        self.reader = LineReader::default();
        self.known_options.clear();
        self.multi_pv = 1;
        self.state = State::Greeting { until: now + self.greeting_timeout() };
        vec![Output::Start { run: self.run }, write("uci")]
    }

    fn greeting_timeout(&self) -> Duration {
        GREETING_TIMEOUT.min(self.patience)
    }

    fn quit(&mut self) -> Vec<Output> {
        self.search = None;
        if self.state == State::Off {
            return Vec::new();
        }
        self.forget_process();
        vec![write("quit"), Output::End]
    }

    /// Its bytes are of no interest any more.
    fn forget_process(&mut self) {
        self.state = State::Off;
        self.run += 1;
    }

    fn wake(&mut self, now: Moment) -> Vec<Output> {
        if self.deadline().is_none_or(|until| until > now) {
            return Vec::new();
        }
        let why = match self.state {
            State::Greeting { .. } => "the engine did not answer “uci”: is it a chess engine?",
            State::Searching { .. } | State::Stopping { .. } => "the engine did not end its search in time",
            _ => "the engine did not get ready in time",
        };
        self.restart_or_die(now, why.to_owned())
    }

    fn ended(&mut self, now: Moment, why: String) -> Vec<Output> {
        if self.state == State::Off {
            return Vec::new();
        }
        self.restart_or_die(now, why)
    }

    /// An engine that ended while nothing was asked of it is started again with the next search.
    fn restart_or_die(&mut self, now: Moment, why: String) -> Vec<Output> {
        let mut out = vec![Output::End];
        self.forget_process();
        if self.search.is_none() {
            return out;
        }
        if self.restarts < MAX_RESTARTS {
            self.restarts += 1;
            out.append(&mut self.start(now));
        } else {
            self.restarts = 0;
            self.search = None;
            out.push(Output::Died { why });
        }
        out
    }

    fn read(&mut self, now: Moment, bytes: &[u8]) -> Vec<Output> {
        match self.reader.read(bytes) {
            Ok(lines) => lines.iter().flat_map(|line| self.line(now, line)).collect(),
            Err(TooLong) => {
                let why = "the engine wrote a line of more than a megabyte";
                self.restart_or_die(now, why.to_owned())
            }
        }
    }

    fn line(&mut self, now: Moment, line: &str) -> Vec<Output> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (&self.state, word) {
            (State::Greeting { .. }, "id") => self.introduce(rest),
            (State::Greeting { .. }, "option") => self.learn_option(rest),
            (State::Greeting { .. }, "uciok") => return self.prepare(now),
            (State::Preparing { .. }, "readyok") => return self.ready(now),
            (State::Searching { .. }, "info") => return self.info(now, line),
            (State::Searching { .. }, "bestmove") => return self.finished(now),
            (State::Stopping { .. }, "bestmove") => return self.ready(now),
            _ => {}
        }
        Vec::new()
    }

    fn introduce(&mut self, words: &str) {
        if let Some(name) = words.strip_prefix("name ") {
            // The last word is the version, if it begins with a digit.
            let (name, version) = match name.trim().rsplit_once(' ') {
                Some((name, version)) if version.starts_with(|c: char| c.is_ascii_digit()) => (name, version),
                _ => (name.trim(), ""),
            };
            self.engine = EngineName { name: name.to_owned(), version: version.to_owned() };
        }
    }

    fn learn_option(&mut self, words: &str) {
        let name = words.strip_prefix("name ").and_then(|rest| rest.split(" type ").next());
        self.known_options.extend(name.map(|name| name.trim().to_owned()));
    }

    fn knows(&self, option: &str) -> bool {
        self.known_options.contains(option)
    }

    fn prepare(&mut self, now: Moment) -> Vec<Output> {
        let Options { threads, hash_mb } = self.options;
        let wanted = [
            ("Threads", threads.to_string()),
            ("Hash", hash_mb.to_string()),
            // One spelling of castling for all positions.
            ("UCI_Chess960", "true".to_owned()),
            ("UCI_AnalyseMode", "true".to_owned()),
        ];
        let known = wanted.iter().filter(|(name, _)| self.knows(name));
        let mut out: Vec<Output> = known.map(|(name, value)| set_option(name, value)).collect();
        out.extend([write("ucinewgame"), write("isready")]);
        self.state = State::Preparing { until: now + self.greeting_timeout() };
        out
    }

    fn ready(&mut self, now: Moment) -> Vec<Output> {
        self.state = State::Ready;
        self.begin_search(now)
    }

    fn begin_search(&mut self, now: Moment) -> Vec<Output> {
        let Some(search) = &self.search else { return Vec::new() };
        let mut out = Vec::new();
        if search.lines() != self.multi_pv && self.known_options.contains("MultiPV") {
            out.push(set_option("MultiPV", &search.lines().to_string()));
        }
        self.multi_pv = search.lines();
        self.report = Report::default();
        self.partial = Vec::new();
        let chess960 = self.known_options.contains("UCI_Chess960");
        out.push(write(&search.position_command(chess960)));
        out.push(write(&search.go_command(chess960)));
        self.state = State::Searching { until: self.search_deadline(now) };
        out
    }

    /// When the engine has to have said something about the search.
    fn search_deadline(&self, now: Moment) -> Option<Moment> {
        let search = self.search.as_ref()?;
        match search.time_limit() {
            Some(time) => Some(now + time + STOP_TIMEOUT),
            None => search.ends_by_itself().then(|| now + self.patience),
        }
    }

    fn info(&mut self, now: Moment, line: &str) -> Vec<Output> {
        let Some(search) = &self.search else { return Vec::new() };
        let Some(info) = Info::read(line, search.position()) else { return Vec::new() };
        if info.is_progress() && search.time_limit().is_none() {
            self.state = State::Searching { until: self.search_deadline(now) };
        }
        let expected = if self.known_options.contains("MultiPV") { search.lines() } else { 1 };
        self.report.nodes = info.nodes.unwrap_or(self.report.nodes);
        self.report.nodes_per_second = info.nodes_per_second.unwrap_or(self.report.nodes_per_second);
        self.report.millis = info.millis.unwrap_or(self.report.millis);
        let Some((rank @ 1.., line)) = info.line else { return Vec::new() };
        if rank > expected {
            return Vec::new();
        }
        if rank == 1 {
            self.partial.clear();
        }
        self.partial.resize(expected, None);
        if let Some(place) = self.partial.get_mut(rank - 1) {
            *place = Some(line);
        }
        // Engines write the lines of a depth from the best to the last.
        let complete: Option<Vec<Line>> = self.partial.iter().cloned().collect();
        let Some(lines) = complete.filter(|_| rank == expected) else { return Vec::new() };
        self.report.depth = info.depth;
        self.report.lines = lines;
        self.restarts = 0;
        vec![Output::Report(self.report.clone())]
    }

    fn finished(&mut self, now: Moment) -> Vec<Output> {
        self.state = State::Ready;
        if self.report.lines.is_empty() {
            // The first depth was not completed before the limit: what there is of it is better than nothing.
            self.report.lines = self.partial.drain(..).map_while(|line| line).collect();
        }
        if self.report.lines.is_empty() {
            return self.restart_or_die(now, "the engine ended its search without a value".to_owned());
        }
        self.search = None;
        self.restarts = 0;
        vec![Output::Finished(self.report.clone())]
    }
}

fn write(command: &str) -> Output {
    Output::Write(format!("{command}\n").into_bytes())
}

fn set_option(name: &str, value: &str) -> Output {
    write(&format!("setoption name {name} value {value}"))
}
