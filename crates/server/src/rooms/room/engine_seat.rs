//! The seat of an engine, in a room that was opened to play against one.

use play::protocol::{ErrorCode, Opponent, ServerMessage};
use play::table::{ConnectionId, Input};
use tokio::sync::mpsc;

use super::{Room, notice};
use crate::rooms::engine_player::EnginePlayer;
use crate::rooms::shared::Shared;

pub(super) struct EngineSeat {
    conn: ConnectionId,
    opponent: Opponent,
    /// `None` if this host does not have the engine.
    messages: Option<mpsc::Sender<ServerMessage>>,
}

impl Room {
    /// The engine player's queue, if it sits at this connection.
    pub(super) fn engine_at(&self, conn: ConnectionId) -> Option<&mpsc::Sender<ServerMessage>> {
        self.engine_seat.as_ref().filter(|seat| seat.conn == conn)?.messages.as_ref()
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
        if self.engine_seat.is_none() && self.table.present().contains(&true) {
            self.seat_engine(shared, now);
        }
    }

    fn seat_engine(&mut self, shared: &mut Shared, now: u64) {
        let opponent = self.table.settings().opponent.clone();
        let conn = shared.new_conn();
        let found = shared.opponents.find(&opponent).zip(shared.commands.upgrade());
        let messages = found.map(|((name, command), commands)| {
            let (sender, messages) = mpsc::channel(256);
            let token = self.table.engine_token();
            let player = EnginePlayer::new(conn, name, token, command, (commands, self.address));
            shared.runtime.spawn(player.run(messages));
            sender
        });
        if messages.is_none() && !opponent.is_person() {
            self.send_to_all(shared, now, &notice(ErrorCode::Engine, "There is no such engine here."));
        }
        self.engine_seat = (!opponent.is_person()).then(|| Box::new(EngineSeat { conn, opponent, messages }));
    }
}
