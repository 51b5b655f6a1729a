//! The state machine: the pending query, and which command is sent next.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use moment::Moment;
use rules::go::{Color, Point};

use super::command::{Command, Purpose};
use super::game::{EngineMove, Game};
use super::reply_reader::{Reader, Reply};
use super::transcript::{Speaker, Transcript, TranscriptLine};
use crate::clock::TimeControl;

pub(super) const MAX_RESTARTS: u8 = 3;
/// How long the first reply without an id waits for one with it.
pub(super) const HELD: Duration = Duration::from_millis(300);

pub enum Input<'a> {
    Begin,
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
    NotStarted {
        run: u32,
        why: String,
    },
    Query(Query),
    /// A player's clock, for the next query: `stones` is how many moves the time is for, 0 in main time.
    TimeLeft {
        color: Color,
        seconds: u64,
        stones: u32,
    },
    /// The query is no longer needed.
    Cancel,
    /// The engine's board differs from the game: send it the whole game before the next query.
    Resync,
    /// A command typed by the player.
    Console(String),
    /// Starts a dead engine again, with all restarts left.
    Revive,
    Quit,
    Wake,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    Move {
        game: Game,
        color: Color,
    },
    /// Which stones are dead and the engine's own count, where it supports them.
    Score {
        game: Game,
    },
}

impl Query {
    pub(super) fn game(&self) -> &Game {
        match self {
            Query::Move { game, .. } | Query::Score { game } => game,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Start the process, after ending the one before; its bytes come back with this number.
    Start {
        run: u32,
    },
    Write(Vec<u8>),
    Moved {
        color: Color,
        answer: EngineMove,
    },
    /// None where the engine cannot or does not answer.
    Scored {
        dead: Option<Vec<Point>>,
        score: Option<String>,
    },
    /// The engine runs but cannot answer the query.
    Unable {
        why: String,
    },
    Died {
        why: String,
    },
    /// Stop the process.
    Stop,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    Starting,
    Ready,
    Thinking { since: Moment },
    Dead { why: String },
}

pub struct Conversation {
    pub(super) state: State,
    pub(super) level: Option<u8>,
    pub(super) time: Option<TimeControl>,
    /// How long the engine may think about a move.
    pub(super) patience: Option<Duration>,
    pub(super) time_left: Vec<Command>,
    pub(super) run: u32,
    pub(super) restarts_left: u8,
    pub(super) reader: Reader,
    pub(super) id: u32,
    pub(super) ids: Ids,
    pub(super) awaited: Option<AwaitedReply>,
    pub(super) commands_to_send: VecDeque<Command>,
    pub(super) typed: VecDeque<Command>,
    pub(super) pending: Option<PendingQuery>,
    /// The game on the engine's board once every command is answered.
    pub(super) engine_game: Option<Game>,
    pub(super) name: String,
    pub(super) version: String,
    pub(super) commands: BTreeSet<String>,
    pub(super) transcript: Transcript,
}

pub(super) struct AwaitedReply {
    pub(super) id: u32,
    pub(super) command: Command,
    pub(super) until: Moment,
    /// Since when only the blank line of the reply is missing.
    pub(super) unended_since: Option<Moment>,
}

/// Whether this run of the engine repeats the ids of commands, as the protocol demands.
pub(super) enum Ids {
    Unknown,
    /// A reply without an id came first. It is the answer, unless one with the id follows soon.
    Held {
        reply: Reply,
        since: Moment,
    },
    Repeated,
    Omitted,
}

pub(super) struct PendingQuery {
    pub(super) query: Query,
    pub(super) since: Moment,
    pub(super) method: SyncMethod,
    pub(super) begun: bool,
    pub(super) dead: Option<Vec<Point>>,
    pub(super) score: Option<String>,
}

/// How the engine is brought to the position: each method is tried when the one before was refused.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SyncMethod {
    Difference,
    Everything,
    StonesOnly,
}

impl Conversation {
    /// `level` is sent to engines that have a `level` command, as GNU Go does.
    pub fn new(level: Option<u8>) -> Conversation {
        Conversation {
            state: State::Starting,
            level,
            time: None,
            patience: None,
            time_left: Vec::new(),
            run: 0,
            restarts_left: MAX_RESTARTS,
            reader: Reader::default(),
            id: 0,
            ids: Ids::Unknown,
            awaited: None,
            commands_to_send: VecDeque::new(),
            typed: VecDeque::new(),
            pending: None,
            engine_game: None,
            name: String::new(),
            version: String::new(),
            commands: BTreeSet::new(),
            transcript: Transcript::default(),
        }
    }

    /// The engine is told this time control, if it has a command for it.
    #[must_use]
    pub fn with_time(self, time: Option<TimeControl>) -> Conversation {
        Conversation { time, ..self }
    }

    /// How long the engine may think about a move before it counts as hung.
    #[must_use]
    pub fn with_patience(self, patience: Option<Duration>) -> Conversation {
        Conversation { patience, ..self }
    }

    pub fn handle(&mut self, now: Moment, input: Input<'_>) -> Vec<Output> {
        match input {
            Input::Begin => self.start(now, "started"),
            Input::Read { run, bytes } if run == self.run => self.read(now, bytes),
            Input::Ended { run, why } if run == self.run => self.ended(now, why),
            Input::NotStarted { run, why } if run == self.run => self.die(why),
            Input::Read { .. } | Input::Ended { .. } | Input::NotStarted { .. } => Vec::new(),
            Input::Query(query) => self.query(now, query),
            Input::TimeLeft { color, seconds, stones } => {
                self.time_left.push(Command::time_left(color, seconds, stones));
                Vec::new()
            }
            Input::Cancel => self.cancel(now),
            Input::Resync => self.resync_next(),
            Input::Console(text) => self.console(now, &text),
            Input::Revive => self.revive(now),
            Input::Quit => self.quit(),
            Input::Wake => self.wake(now),
        }
    }

    /// When to wake the state machine if nothing else happens.
    pub fn deadline(&self) -> Option<Moment> {
        let awaited = self.awaited.as_ref()?;
        let reply_ends = awaited.unended_since.map(|since| since + awaited.command.pause());
        let held = match self.ids {
            Ids::Held { since, .. } => Some(since + HELD),
            _ => None,
        };
        [Some(awaited.until), reply_ends, held].into_iter().flatten().min()
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    /// The engine's own name; empty until it has answered.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the engine has told its name and what it can do.
    pub fn is_introduced(&self) -> bool {
        self.state != State::Starting
    }

    pub fn version(&self) -> &str {
        &self.version
    }

    pub fn supports(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    pub fn transcript(&self) -> impl DoubleEndedIterator<Item = &TranscriptLine> + ExactSizeIterator {
        self.transcript.lines()
    }

    /// Sends the next command, if the last one is answered.
    pub(super) fn send_next(&mut self, now: Moment) -> Vec<Output> {
        if self.awaited.is_some() || matches!(self.state, State::Dead { .. }) {
            return Vec::new();
        }
        if self.commands_to_send.is_empty() {
            self.plan();
        }
        if let Some(command) = self.commands_to_send.pop_front().or_else(|| self.typed.pop_front()) {
            return vec![self.send(now, command)];
        }
        self.finish_query()
    }

    /// Queues the commands that answer the pending query.
    fn plan(&mut self) {
        let Some(pending) = self.pending.as_mut().filter(|pending| !pending.begun) else { return };
        pending.begun = true;
        let game = match pending.method {
            SyncMethod::StonesOnly => pending.query.game().as_setup(),
            _ => pending.query.game().clone(),
        };
        let known = self.engine_game.as_ref().filter(|_| pending.method == SyncMethod::Difference);
        let [free_handicap, set_rules] =
            ["set_free_handicap", "kata-set-rules"].map(|command| self.commands.contains(command));
        self.commands_to_send = known
            .and_then(|engine_game| game.commands_from(engine_game, self.commands.contains("undo")))
            .unwrap_or_else(|| game.full_setup(free_handicap, set_rules))
            .into();
        let time_left = std::mem::take(&mut self.time_left);
        if self.commands.contains("time_left") {
            self.commands_to_send.extend(time_left);
        }
        match pending.query {
            Query::Move { color, .. } => self.commands_to_send.push_back(Command::genmove(color)),
            Query::Score { .. } => {
                let can = |command| self.commands.contains(command);
                self.commands_to_send.extend(can("final_status_list").then(Command::dead_stones));
                self.commands_to_send.extend(can("final_score").then(Command::final_score));
            }
        }
        self.engine_game = Some(game);
        self.state = State::Thinking { since: pending.since };
    }

    fn send(&mut self, now: Moment, command: Command) -> Output {
        self.id += 1;
        self.transcript.note(Speaker::Us, &command.text);
        let line = format!("{} {}\n", self.id, command.text);
        let until = now + self.timeout(&command);
        self.awaited = Some(AwaitedReply { id: self.id, command, until, unended_since: None });
        Output::Write(line.into_bytes())
    }

    pub(super) fn timeout(&self, command: &Command) -> Duration {
        let patience = self.patience.filter(|_| matches!(command.purpose, Purpose::Genmove(_)));
        patience.unwrap_or_else(|| command.timeout())
    }

    /// Every command is answered: reports the score, if that was the query.
    pub(super) fn finish_query(&mut self) -> Vec<Output> {
        self.state = State::Ready;
        match self.pending.take() {
            Some(PendingQuery { query: Query::Score { .. }, dead, score, .. }) => {
                vec![Output::Scored { dead, score }]
            }
            _ => Vec::new(),
        }
    }

    fn query(&mut self, now: Moment, query: Query) -> Vec<Output> {
        if let State::Dead { why } = &self.state {
            return vec![Output::Died { why: why.clone() }];
        }
        if !query.game().size.is_square() {
            return vec![Output::Unable { why: "engines play on square boards only".to_owned() }];
        }
        let mut out = self.cancel(now);
        let since = now;
        self.pending = Some(PendingQuery {
            query,
            since,
            method: SyncMethod::Difference,
            begun: false,
            dead: None,
            score: None,
        });
        if self.state == State::Ready {
            self.state = State::Thinking { since };
        }
        out.append(&mut self.send_next(now));
        out
    }

    /// GTP has no way to interrupt a search, so a searching engine is killed and restarted.
    fn cancel(&mut self, now: Moment) -> Vec<Output> {
        if self.pending.take().is_none() {
            return Vec::new();
        }
        self.commands_to_send.retain(|command| !command.purpose.is_thinking());
        match &self.awaited {
            Some(awaited) if awaited.command.purpose.is_thinking() => {
                self.start(now, "ended and started again")
            }
            _ => Vec::new(),
        }
    }

    fn resync_next(&mut self) -> Vec<Output> {
        self.engine_game = None;
        Vec::new()
    }

    fn console(&mut self, now: Moment, text: &str) -> Vec<Output> {
        // Comments and empty lines get no reply.
        let text = text.split('#').next().unwrap_or_default().trim();
        if text.is_empty() || matches!(self.state, State::Dead { .. }) {
            return Vec::new();
        }
        self.typed.push_back(Command::console(text));
        self.send_next(now)
    }
}
