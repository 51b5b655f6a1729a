//! A task for one engine: it keeps the process, starts it for the first search and ends it when nobody has asked for a
//! while. The newest search has the engine.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use api::analysis::{SearchState, SearchUpdate};
use api::{ApiError, ErrorCode};
use moment::Moment;
use play::uci::{Conversation, Input, Options, Output, Search, State};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

use crate::engine::{CommandLine, Engine, EngineEvent};

/// After which time without a search the process is ended, and its memory free.
const IDLE: Duration = Duration::from_secs(120);

/// A handle to the task, which begins with the first search.
#[derive(Clone, Default)]
pub(super) struct EngineTask {
    requests: Arc<Mutex<Option<mpsc::UnboundedSender<Request>>>>,
}

struct Request {
    search: Search,
    updates: watch::Sender<SearchUpdate>,
}

impl EngineTask {
    /// Dropping the receiver ends the search.
    pub(super) fn search(
        &self,
        name: &str,
        command: CommandLine,
        options: Options,
        search: Search,
    ) -> watch::Receiver<SearchUpdate> {
        let (updates, receiver) = watch::channel(SearchUpdate::default());
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let task = requests.get_or_insert_with(|| {
            let (sender, receiver) = mpsc::unbounded_channel();
            tokio::spawn(Task::new(name, command, options).run(receiver));
            sender
        });
        // Without a task, which ends only with the server, the updates end.
        let _ = task.send(Request { search, updates });
        receiver
    }
}

struct Task {
    name: String,
    conversation: Conversation,
    engine: Engine,
    events: mpsc::UnboundedReceiver<EngineEvent>,
    event_sender: mpsc::UnboundedSender<EngineEvent>,
    /// Of the search that has the engine.
    updates: Option<watch::Sender<SearchUpdate>>,
    origin: Instant,
}

impl Task {
    fn new(name: &str, command: CommandLine, options: Options) -> Task {
        let (event_sender, events) = mpsc::unbounded_channel();
        Task {
            name: name.to_owned(),
            conversation: Conversation::new(options),
            engine: Engine::new(command),
            events,
            event_sender,
            updates: None,
            origin: Instant::now(),
        }
    }

    /// Until the server ends.
    async fn run(mut self, mut requests: mpsc::UnboundedReceiver<Request>) {
        let mut idle_since = Instant::now();
        loop {
            if self.updates.is_some() {
                idle_since = Instant::now();
            }
            let deadline = self.conversation.deadline().map(|deadline| self.origin + deadline.since_origin());
            tokio::select! {
                request = requests.recv() => match request {
                    Some(request) => self.begin(request),
                    None => return,
                },
                Some(event) = self.events.recv() => self.engine_event(event),
                () = abandoned(&self.updates) => self.abandon(),
                () = wait_until(deadline) => self.handle(Input::Wake),
                () = sleep_until(idle_since + IDLE), if self.is_idle() => self.handle(Input::Quit),
            }
        }
    }

    /// There is a process and nobody uses it.
    fn is_idle(&self) -> bool {
        self.updates.is_none() && *self.conversation.state() != State::Off
    }

    fn begin(&mut self, request: Request) {
        self.end_search(SearchState::Replaced);
        self.updates = Some(request.updates);
        self.handle(Input::Search(Box::new(request.search)));
    }

    fn abandon(&mut self) {
        self.updates = None;
        self.handle(Input::Stop);
    }

    fn engine_event(&mut self, event: EngineEvent) {
        match event {
            EngineEvent::Read { run, bytes } => self.handle(Input::Read { run, bytes: &bytes }),
            EngineEvent::Ended { run, why, tail } => {
                let last = tail.iter().rev().find(|line| !line.trim().is_empty());
                let why = last.map_or(why.clone(), |line| format!("{why} ({line})"));
                self.handle(Input::Ended { run, why });
            }
            EngineEvent::NotStarted { run, why } => self.handle(Input::Ended { run, why }),
        }
    }

    fn handle(&mut self, input: Input<'_>) {
        let now = Moment::ORIGIN + self.origin.elapsed();
        for output in self.conversation.handle(now, input) {
            self.perform(output);
        }
    }

    fn perform(&mut self, output: Output) {
        match output {
            Output::Start { run } => {
                let events = self.event_sender.clone();
                self.engine.start(run, move |event| drop(events.send(event)));
            }
            Output::Write(bytes) => self.engine.write(&bytes),
            Output::End => self.engine.stop(),
            Output::Report(report) => {
                let engine = self.conversation.engine().clone();
                if let Some(updates) = &self.updates {
                    updates.send_replace(SearchUpdate { engine, report, state: SearchState::Running });
                }
            }
            Output::Finished(report) => {
                if let Some(updates) = &self.updates {
                    updates.send_modify(|update| update.report = report);
                }
                self.end_search(SearchState::Finished);
            }
            Output::Died { why } => {
                let error = ApiError::new(ErrorCode::EngineDied).with("engine", &self.name).with("why", why);
                self.end_search(SearchState::Failed(error));
            }
        }
    }

    fn end_search(&mut self, state: SearchState) {
        if let Some(updates) = self.updates.take() {
            let engine = self.conversation.engine().clone();
            updates.send_modify(|update| {
                update.engine = engine;
                update.state = state;
            });
        }
    }
}

async fn wait_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

/// Ends when nobody reads the updates any more.
async fn abandoned(updates: &Option<watch::Sender<SearchUpdate>>) {
    match updates {
        Some(updates) => updates.closed().await,
        None => std::future::pending().await,
    }
}
