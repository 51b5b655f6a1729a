//! A player that the host seats: a GTP engine, behind the same client as a player's page. The built-in bot is in `bot_player`.
//! `play::automatic_player` decides what it does; when its engine cannot continue it reports that, and the game waits.

use std::time::Duration;

use moment::Moment;
use play::automatic_player::{AutomaticPlayer, MoveAnswer, NextStep, Task};
use play::client::{Action, Client, Input, Output, SavedSeat};
use play::gtp::{Conversation, EngineMove, Game, Input as ToEngine, Output as FromEngine, Query};
use play::kifu::{Event, Kifu};
use play::protocol::{Hex, ServerMessage, Token};
use play::table::ConnectionId;
use rules::go::{Color, Move, handicap_points};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::Address;
use super::event_loop::Command;
use super::mailbox::Sender;
use super::opponents::PlayingEngine;
use crate::engine::{CommandLine, Engine, EngineEvent};

/// Later than this is no delay of a busy machine.
const MAX_DELAY: Duration = Duration::from_millis(500);
/// After a freeze the engine has at least this long until its next deadline: its answer may just not have been read.
const GRACE: Duration = Duration::from_secs(1);

pub(super) struct EnginePlayer {
    conn: ConnectionId,
    client: Client,
    conversation: Conversation,
    engine: Engine,
    events: mpsc::UnboundedReceiver<EngineEvent>,
    event_sender: mpsc::UnboundedSender<EngineEvent>,
    room: (Sender<Command>, Address),
    origin: Instant,
    player: AutomaticPlayer,
    failed: bool,
    _playing: PlayingEngine,
}

impl EnginePlayer {
    pub(super) fn new(
        conn: ConnectionId,
        name: String,
        token: Token,
        command: CommandLine,
        room: (Sender<Command>, Address),
        playing: PlayingEngine,
    ) -> EnginePlayer {
        let (event_sender, events) = mpsc::unbounded_channel();
        EnginePlayer {
            conn,
            client: Client::player(SavedSeat::new(token, name)),
            conversation: Conversation::new(None),
            engine: Engine::new(command),
            events,
            event_sender,
            room,
            origin: Instant::now(),
            player: AutomaticPlayer::default(),
            failed: false,
            _playing: playing,
        }
    }

    /// Until the room drops the sender of `messages`.
    pub(super) async fn run(mut self, mut messages: mpsc::Receiver<ServerMessage>) {
        self.handle_input(Input::Connected);
        let outputs = self.conversation.handle(self.now(), ToEngine::Begin);
        self.handle_engine_outputs(outputs);
        loop {
            let deadline = self.deadline();
            tokio::select! {
                message = messages.recv() => match message {
                    Some(message) => self.handle_input(Input::Received(message)),
                    None => return,
                },
                Some(event) = self.events.recv() => self.handle_engine_event(event),
                () = sleep_until(deadline) => {
                    self.skip_freeze(deadline);
                    self.handle_input(Input::Wake);
                    let outputs = self.conversation.handle(self.now(), ToEngine::Wake);
                    self.handle_engine_outputs(outputs);
                }
            }
            self.decide();
        }
    }

    /// If the host was frozen, the engine's time to answer continues where it stopped.
    fn skip_freeze(&mut self, deadline: Instant) {
        let late = deadline.elapsed();
        if late > MAX_DELAY {
            self.origin += late + GRACE;
        }
    }

    fn now(&self) -> Moment {
        Moment::ORIGIN + self.origin.elapsed()
    }

    fn deadline(&self) -> Instant {
        let deadline = self.client.deadline().into_iter().chain(self.conversation.deadline()).min();
        let wait = deadline.map_or(Duration::from_secs(60), Moment::since_origin);
        self.origin + wait + Duration::from_millis(1)
    }

    fn handle_input(&mut self, input: Input) {
        for output in self.client.handle(self.now(), input) {
            if let Output::Send(message) = output {
                // A room that is gone drops this player as well.
                self.room.0.send(Command::EngineMessage { room: self.room.1, conn: self.conn, message });
            }
        }
    }

    fn act(&mut self, act: Action) {
        self.handle_input(Input::Act(act));
    }

    fn handle_engine_event(&mut self, event: EngineEvent) {
        let now = self.now();
        let outputs = match event {
            EngineEvent::Read { run, bytes } => {
                self.conversation.handle(now, ToEngine::Read { run, bytes: &bytes })
            }
            EngineEvent::Ended { run, why, .. } => {
                self.conversation.handle(now, ToEngine::Ended { run, why })
            }
            EngineEvent::NotStarted { run, why } => {
                self.conversation.handle(now, ToEngine::NotStarted { run, why })
            }
        };
        self.handle_engine_outputs(outputs);
    }

    fn handle_engine_outputs(&mut self, outputs: Vec<FromEngine>) {
        for output in outputs {
            match output {
                FromEngine::Start { run } => {
                    let sender = self.event_sender.clone();
                    self.engine.start(run, move |event| drop(sender.send(event)));
                }
                FromEngine::Write(bytes) => self.engine.write(&bytes),
                FromEngine::Moved { answer, .. } => self.play_move(answer),
                FromEngine::Scored { dead, .. } => {
                    self.player.dead_found(&self.client, &dead.unwrap_or_default());
                }
                FromEngine::Unable { why } | FromEngine::Died { why } => self.fail(why),
                FromEngine::Stop => self.engine.stop(),
            }
        }
    }

    fn play_move(&mut self, answer: EngineMove) {
        match self.player.move_chosen(&self.client, &MoveAnswer::Engine(answer), Hex([0; 32])) {
            Some(NextStep::Act(action)) => self.act(action),
            Some(NextStep::AskAgain) => drop(self.conversation.handle(self.now(), ToEngine::Resync)),
            Some(NextStep::GiveUp) => self.fail("the engine wants a move that is not allowed".to_owned()),
            None => {}
        }
    }

    fn fail(&mut self, why: String) {
        self.failed = true;
        self.player.restart();
        self.room.0.send(Command::EngineFailed { room: self.room.1, conn: self.conn, why });
    }

    /// Does what the player decides. After a failure it only waits for the game to be resumed.
    fn decide(&mut self) {
        if self.failed && self.client.kifu().is_some() && !self.client.seats().adjourned {
            return;
        }
        while let Some(task) = self.player.next_task(&self.client) {
            match task {
                Task::Act(Action::Ready) => self.get_ready(),
                Task::Act(action) => self.act(action),
                Task::ChooseMove(color) => self.query(|game| Query::Move { game, color }),
                Task::FindDead => self.query(|game| Query::Score { game }),
            }
        }
    }

    fn query(&mut self, about: impl FnOnce(Game) -> Query) {
        let Some(kifu) = self.client.kifu() else { return };
        let query = about(game(kifu));
        let outputs = self.conversation.handle(self.now(), ToEngine::Query(query));
        self.handle_engine_outputs(outputs);
    }

    fn get_ready(&mut self) {
        if self.failed {
            self.failed = false;
            let outputs = self.conversation.handle(self.now(), ToEngine::Revive);
            self.handle_engine_outputs(outputs);
        }
        self.act(Action::Ready);
    }
}

/// The game in the form that engines are sent.
fn game(kifu: &Kifu) -> Game {
    let settings = kifu.settings();
    let size = settings.size();
    let moves = kifu.played().into_iter().filter_map(|event| match event {
        Event::Move { color, mv, .. } => Some((*color, *mv)),
        _ => None,
    });
    let moves: Vec<(Color, Move)> = moves.collect();
    let handicap = handicap_points(size, u32::from(settings.handicap)).unwrap_or_default();
    let rules = Some(settings.game.rules());
    Game { handicap, moves, rules, ..Game::new(size, settings.komi().to_string()) }
}
