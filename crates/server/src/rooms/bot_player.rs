//! The built-in bot at a seat of the host: the same player as on the page (`play::automatic_player`), behind the same client.
//! It thinks on a thread of its own and commits to its move before anybody reveals one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bot::{Answer, Job, Level, Work};
use moment::Moment;
use play::automatic_player::{BotPlayer as Player, BotTask};
use play::client::{Client, Input, Output, SavedSeat};
use play::protocol::{ServerMessage, Token};
use play::table::ConnectionId;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::{Duration, Instant, sleep_until};

use super::Address;
use super::event_loop::Command;
use super::mailbox::Sender;
use super::opponents::PlayingEngine;

/// Simulations between two looks at whether the answer is still wanted.
const SLICE: u32 = 8;
/// Without a deadline it looks again after this time.
const IDLE: Duration = Duration::from_secs(60);

pub(super) struct BotPlayer {
    conn: ConnectionId,
    client: Client,
    player: Player,
    room: (Sender<Command>, Address),
    origin: Instant,
    answers: (mpsc::UnboundedSender<Thought>, mpsc::UnboundedReceiver<Thought>),
    /// The last job: an answer to an earlier one is dropped.
    job: (u32, Cancel),
    _playing: PlayingEngine,
}

/// The answer to a job; none if the search failed.
type Thought = (u32, Option<Answer>);

/// Stops the search when it is dropped.
#[derive(Default)]
struct Cancel(Arc<AtomicBool>);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl BotPlayer {
    pub(super) fn new(
        conn: ConnectionId,
        level: Level,
        token: Token,
        room: (Sender<Command>, Address),
        playing: PlayingEngine,
    ) -> BotPlayer {
        BotPlayer {
            conn,
            client: Client::player(SavedSeat::new(token, Player::name(level))),
            player: Player::new(level, token),
            room,
            origin: Instant::now(),
            answers: mpsc::unbounded_channel(),
            job: (0, Cancel::default()),
            _playing: playing,
        }
    }

    /// Until the room drops the sender of `messages`.
    pub(super) async fn run(mut self, mut messages: mpsc::Receiver<ServerMessage>) {
        self.give(Input::Connected);
        loop {
            let deadline = self.deadline();
            tokio::select! {
                message = messages.recv() => match message {
                    Some(message) => self.give(Input::Received(message)),
                    None => return,
                },
                Some((job, answer)) = self.answers.1.recv() => self.answered(job, answer),
                () = sleep_until(deadline) => self.give(Input::Wake),
            }
            self.do_tasks();
        }
    }

    fn now(&self) -> Moment {
        Moment::ORIGIN + self.origin.elapsed()
    }

    fn deadline(&self) -> Instant {
        self.origin + self.client.deadline().map_or(self.origin.elapsed() + IDLE, Moment::since_origin)
    }

    fn give(&mut self, input: Input) {
        for output in self.client.handle(self.now(), input) {
            if let Output::Send(message) = output {
                // A room that is gone drops this player as well.
                self.room.0.send(Command::EngineMessage { room: self.room.1, conn: self.conn, message });
            }
        }
    }

    fn answered(&mut self, job: u32, answer: Option<Answer>) {
        if job != self.job.0 {
            return;
        }
        let Some(answer) = answer else {
            let why = "the bot stopped".to_owned();
            self.room.0.send(Command::EngineFailed { room: self.room.1, conn: self.conn, why });
            return self.player.restart();
        };
        if let Some(action) = self.player.answered(&self.client, answer) {
            self.give(Input::Act(action));
        }
    }

    fn do_tasks(&mut self) {
        while let Some(task) = self.player.next_task(&self.client) {
            match task {
                BotTask::Act(action) => self.give(Input::Act(action)),
                BotTask::Think(job) => self.think(job),
            }
        }
    }

    /// Replaces the job before.
    fn think(&mut self, job: Job) {
        let cancel = Cancel::default();
        let is_cancelled = Arc::clone(&cancel.0);
        self.job = (self.job.0.wrapping_add(1), cancel);
        let (number, answers) = (self.job.0, self.answers.0.clone());
        tokio::spawn(async move {
            let answer = spawn_blocking(move || run(&job, &is_cancelled)).await.ok().flatten();
            // Nobody waits for it if the player has left.
            drop(answers.send((number, answer)));
        });
    }
}

/// `None` if the search was cancelled, or the game cannot be replayed.
fn run(job: &Job, is_cancelled: &AtomicBool) -> Option<Answer> {
    let mut work = Work::begin(job)?;
    while !is_cancelled.load(Ordering::Relaxed) {
        if let Some(answer) = work.step(SLICE) {
            return Some(answer);
        }
    }
    None
}
