//! Delivers the client's messages: over a socket, which is reopened when it breaks, to the table in this page, or to the
//! other player's page. And wakes the client, the table and the connection at their deadlines.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use moment::Moment;
use play::automatic_player::BotTask;
use play::client::{Input, Output};
use play::peer::Input as PeerInput;
use play::protocol::{ClientMessage, ErrorCode, ServerMessage};

use super::bot_table::BotTable;
use super::session::{Session, TableConnection};
use super::socket::{Event, Socket};
use super::{http, sounds};
use crate::timer::now;

/// More than the bot ever does at once; a limit in case of a bug.
const MAX_TASKS: usize = 500;

impl Session {
    pub(super) fn connect(self) {
        let visit_number = self.visits.get_value();
        let Some(room) = self.visit.with_value(|visit| visit.as_ref().map(|visit| visit.room.clone())) else {
            return;
        };
        let socket = Socket::open(&api::rooms::room_socket(&room), move |event| {
            if self.visits.get_value() == visit_number {
                self.socket_event(event);
            }
        });
        self.visit.update_value(|visit| {
            if let Some(visit) = visit {
                visit.connection = socket.map_or(TableConnection::None, TableConnection::Socket);
            }
        });
    }

    fn socket_event(self, event: Event) {
        match event {
            Event::Open => self.give(Input::Connected),
            Event::Received(frame) => {
                if let Ok(message) = ServerMessage::read(frame.as_bytes()) {
                    self.give(Input::Received(message));
                }
            }
            Event::Closed(_) => self.connection_lost(),
        }
    }

    /// Reconnects after a delay that grows.
    fn connection_lost(self) {
        self.give(Input::Lost);
        match self.peek(|client| client.last_refusal().map(|(code, _)| code)).flatten() {
            Some(ErrorCode::Replaced) => self.replaced.set(true),
            Some(ErrorCode::RoomClosed) => {
                self.discard_seat();
                self.room_gone.set(true);
            }
            _ => self.retry(move || self.connect()),
        }
    }

    /// After a connection broke or could not be made.
    pub(super) fn retry(self, act: impl FnOnce() + 'static) {
        let tried = self.visit.try_update_value(|visit| {
            let visit = visit.as_mut()?;
            visit.tries += 1;
            Some((visit.tries, visit.room.clone(), visit.client.is_joined()))
        });
        let Some((tries, room, joined)) = tried.flatten() else { return };
        if tries == 1 && !joined {
            self.check_room(room);
        }
        let wait = Duration::from_millis(250 * u64::from(tries.min(20)));
        self.later(wait, act);
    }

    /// A refused socket does not report the reason; the room may be gone.
    fn check_room(self, room: String) {
        let visit_number = self.visits.get_value();
        spawn_local(async move {
            let gone = matches!(http::room(&room).await, Ok(None));
            if gone && self.visits.get_value() == visit_number {
                self.room_gone.set(true);
            }
        });
    }

    /// Unless the player has left the room by then.
    fn later(self, wait: Duration, act: impl FnOnce() + 'static) {
        let visit_number = self.visits.get_value();
        set_timeout(
            move || {
                if self.visits.get_value() == visit_number {
                    act();
                }
            },
            wait,
        );
    }

    pub(super) fn give(self, input: Input) {
        let opened = input == Input::Connected;
        let outputs = self.visit.try_update_value(|visit| {
            let visit = visit.as_mut()?;
            if opened {
                visit.tries = 0;
            }
            Some(visit.client.handle(now(), input))
        });
        let Some(outputs) = outputs.flatten() else { return };
        if opened {
            // A table in a page is there again once that page is.
            self.room_gone.set(false);
        }
        let mut changed = false;
        for output in outputs {
            match output {
                Output::SaveSeat => self.save(),
                Output::Send(message) => self.send(message),
                Output::Turn { lost, collision, is_news: true } => sounds::turn(lost, collision),
                Output::Turn { .. } => {}
                Output::Ended(_) => sounds::end(),
                Output::Changed | Output::Refused { .. } | Output::HostViolation(_) => changed = true,
                Output::Signal(event) => self.peer(PeerInput::Signal(event)),
            }
        }
        if changed {
            self.check_opponent();
            self.changed.update(|n| *n += 1);
        }
        self.schedule_wake();
    }

    fn send(self, message: ClientMessage) {
        if self.visit.with_value(|visit| {
            matches!(visit.as_ref().map(|v| &v.connection), Some(TableConnection::Peer(_)))
        }) {
            return self.send_to_peer(message);
        }
        let messages = self.visit.try_update_value(|visit| match &mut visit.as_mut()?.connection {
            TableConnection::Peer(_) => None,
            TableConnection::None => None,
            TableConnection::Socket(socket) => {
                socket.send(&message.write());
                None
            }
            TableConnection::Bot(table, _) => Some(table.receive(now(), message)),
        });
        self.receive(messages.flatten().unwrap_or_default());
    }

    pub(super) fn receive(self, messages: Vec<ServerMessage>) {
        for message in messages {
            self.give(Input::Received(message));
        }
    }

    pub(super) fn with_bot(
        self,
        act: impl FnOnce(&mut BotTable, Moment) -> Vec<ServerMessage>,
    ) -> Vec<ServerMessage> {
        let messages = self.visit.try_update_value(|visit| match &mut visit.as_mut()?.connection {
            TableConnection::Bot(table, _) => Some(act(table, now())),
            _ => None,
        });
        messages.flatten().unwrap_or_default()
    }

    /// Lets the bot act at the table, and starts the job it needs.
    pub(super) fn run_bot_tasks(self) {
        for _ in 0..MAX_TASKS {
            let next_task = self.visit.try_update_value(|visit| match &mut visit.as_mut()?.connection {
                TableConnection::Bot(table, _) => table.next_task(),
                _ => None,
            });
            match next_task.flatten() {
                Some(BotTask::Act(act)) => {
                    let messages = self.with_bot(|table, now| table.bot_acts(now, act));
                    self.receive(messages);
                }
                Some(BotTask::Think(job)) => self.visit.with_value(|visit| {
                    if let Some(TableConnection::Bot(_, worker)) =
                        visit.as_ref().map(|visit| &visit.connection)
                    {
                        worker.run(&job);
                    }
                }),
                None => break,
            }
        }
        if self.visit.with_value(|visit| {
            matches!(visit.as_ref().map(|v| &v.connection), Some(TableConnection::Bot(..)))
        }) {
            self.save();
        }
    }

    pub(super) fn schedule_wake(self) {
        self.visit.with_value(|visit| {
            let Some(visit) = visit else { return };
            let local = match &visit.connection {
                TableConnection::Bot(table, _) => table.deadline(),
                TableConnection::Peer(peer) => peer.deadline(),
                _ => None,
            };
            let due = visit.client.deadline().into_iter().chain(local).min();
            visit.timer.set(due, move || self.wake());
        });
    }

    fn wake(self) {
        let messages = self.with_bot(BotTable::wake);
        self.receive(messages);
        self.wake_peer();
        self.give(Input::Wake);
        self.run_bot_tasks();
    }
}
