//! The process of an engine with its events, for analysts.

use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use moment::Moment;

use crate::engine::{CommandLine, Engine, EngineEvent};

pub(super) struct Process {
    engine: Engine,
    events: Receiver<EngineEvent>,
    sender: Sender<EngineEvent>,
    started: Instant,
    /// Why it ended last.
    why: String,
}

/// What a conversation has to be told.
pub(super) enum ProcessEvent {
    Read { run: u32, bytes: Vec<u8> },
    Ended { run: u32, why: String },
    Nothing,
}

impl Process {
    pub fn new(command: CommandLine) -> Process {
        let (sender, events) = mpsc::channel();
        Process { engine: Engine::new(command), events, sender, started: Instant::now(), why: String::new() }
    }

    pub fn now(&self) -> Moment {
        Moment::ORIGIN + self.started.elapsed()
    }

    pub fn start(&mut self, run: u32) {
        let sender = self.sender.clone();
        self.engine.start(run, move |event| drop(sender.send(event)));
    }

    pub fn write(&mut self, bytes: &[u8]) {
        self.engine.write(bytes);
    }

    pub fn stop(&mut self) {
        self.engine.stop();
    }

    /// Waits until something happens, the deadline comes, or the time is over.
    pub fn wait(&mut self, deadline: Option<Moment>, at_most: Duration) -> ProcessEvent {
        let due = deadline.map_or(at_most, |deadline| deadline.since(self.now()).min(at_most));
        // The sender is kept here, so that it is not disconnected.
        match self.events.recv_timeout(due.min(Duration::from_secs(3600))) {
            Ok(EngineEvent::Read { run, bytes }) => ProcessEvent::Read { run, bytes },
            Ok(EngineEvent::Ended { run, why, tail }) => {
                let last = tail.iter().rev().find(|line| !line.trim().is_empty());
                self.why = last.map_or(why.clone(), |line| format!("{why} ({line})"));
                ProcessEvent::Ended { run, why: self.why.clone() }
            }
            Ok(EngineEvent::NotStarted { run, why }) => {
                self.why.clone_from(&why);
                ProcessEvent::Ended { run, why }
            }
            Err(_) => ProcessEvent::Nothing,
        }
    }

    /// Of an engine that is off although it was to introduce itself.
    pub fn why_it_ended(&self, silent: &str) -> String {
        if self.why.is_empty() { silent.to_owned() } else { self.why.clone() }
    }
}
