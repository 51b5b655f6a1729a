//! The seat of an engine, in a room that was opened to play against one.

use play::protocol::{ErrorCode, Opponent, ServerMessage};
use play::table::{ConnectionId, Input};
use tokio::sync::mpsc;

use super::{Room, notice};
use crate::rooms::bot_player::BotPlayer;
use crate::rooms::engine_player::EnginePlayer;
use crate::rooms::shared::Shared;

pub(super) struct EngineSeat {
    conn: ConnectionId,
    opponent: Opponent,
    state: State,
}

enum State {
    Playing(mpsc::Sender<ServerMessage>),
    /// Too many others play.
    Waiting,
    /// This host does not have the engine.
    Missing,
}

impl Room {
    /// The engine player's queue, if it sits at this connection.
    pub(super) fn engine_at(&self, conn: ConnectionId) -> Option<&mpsc::Sender<ServerMessage>> {
        let seat = self.engine_seat.as_ref().filter(|seat| seat.conn == conn)?;
        match &seat.state {
            State::Playing(messages) => Some(messages),
            State::Waiting | State::Missing => None,
        }
    }

    /// The engine player joins when somebody is present, and leaves with the last of them.
    pub(super) fn update_engine_seat(&mut self, shared: &mut Shared, now: u64) {
        let wanted = &self.table.settings().opponent;
        if wanted.is_person() && self.engine_seat.is_none() {
            return;
        }
        let stays = |seat: &EngineSeat| seat.opponent == *wanted && !self.connections.is_empty();
        if let Some(seat) = self.engine_seat.take_if(|seat| !stays(seat)) {
            self.step(shared, now, Input::Disconnected { conn: seat.conn }, false);
        }
        let is_waiting = self.engine_seat.as_ref().is_some_and(|seat| matches!(seat.state, State::Waiting));
        if (self.engine_seat.is_none() || is_waiting) && self.table.present().contains(&true) {
            self.seat_engine(shared, now, is_waiting);
        }
    }

    fn seat_engine(&mut self, shared: &mut Shared, now: u64, was_waiting: bool) {
        let opponent = self.table.settings().opponent.clone();
        if opponent.is_person() {
            return;
        }
        let conn = shared.new_conn();
        let state = self.start_engine(shared, conn, &opponent);
        let notice = match state {
            State::Playing(_) => None,
            State::Waiting => (!was_waiting).then(|| {
                notice(
                    ErrorCode::EngineBusy,
                    "all engines of this host are playing: the game starts when one is free",
                )
            }),
            State::Missing => Some(notice(ErrorCode::Engine, "There is no such engine here.")),
        };
        if let Some(notice) = notice {
            self.send_to_all(shared, now, &notice);
        }
        self.engine_seat = Some(Box::new(EngineSeat { conn, opponent, state }));
    }

    fn start_engine(&self, shared: &Shared, conn: ConnectionId, opponent: &Opponent) -> State {
        if !shared.opponents.is_available(opponent) {
            return State::Missing;
        }
        let Some(playing) = shared.opponents.begin_playing(self.owner.as_ref()) else {
            return State::Waiting;
        };
        let Some(commands) = shared.commands.upgrade() else { return State::Missing };
        let (sender, messages) = mpsc::channel(256);
        let (token, room) = (self.table.engine_token(), (commands, self.address));
        match opponent {
            Opponent::Person => return State::Missing,
            Opponent::Bot(level) => {
                let player = BotPlayer::new(conn, level.0, token, room, playing);
                shared.runtime.spawn(player.run(messages));
            }
            Opponent::Engine(name) => {
                let Some(command) = shared.opponents.engine(name) else { return State::Missing };
                let player = EnginePlayer::new(conn, name.clone(), token, command, room, playing);
                shared.runtime.spawn(player.run(messages));
            }
        }
        State::Playing(sender)
    }
}
