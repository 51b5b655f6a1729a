//! What goes out once the journal has what it follows from, or never will.

use play::table::Conn;
use tokio::sync::oneshot;

use super::{Address, Hall};
use crate::rooms::line::GOODBYE;
use crate::rooms::post::Letter;
use crate::rooms::room::kept_notice;

impl Hall {
    pub(super) fn deliver(&mut self) {
        let Some((mut bag, kept)) = self.house.post.arrived() else { return };
        if self.house.unkept == kept {
            self.tell_whether_kept(kept);
        }
        let mut from = 0;
        for letter in bag.letters.drain(..) {
            match letter {
                Letter::Frames { line, conn, until } => {
                    let frames = bag.frames.get(from..until).unwrap_or_default();
                    from = until;
                    self.send(line, conn, frames);
                }
                Letter::Close { line, conn } => {
                    let line = self.house.lines.get(line as usize).filter(|line| line.conn == conn);
                    if let Some(room) = line.map(|line| line.room) {
                        self.hang_up(room, conn, GOODBYE);
                    }
                }
                // One that does not listen says so itself by what it says next.
                Letter::Companion(letter) => drop(letter.0.try_send(letter.1)),
                Letter::Opened { room, tell } => self.opened(room, tell, kept),
            }
        }
        self.house.post.emptied(bag);
        for place in std::mem::take(&mut self.deaf) {
            if let Some(line) = self.house.lines.get_mut(place as usize) {
                line.unheard = false;
            }
            self.listen(place, true);
        }
    }

    fn send(&mut self, place: u32, conn: Conn, frames: &[u8]) {
        let now = self.now();
        let line = self.house.lines.get_mut(place as usize);
        let Some(line) = line.filter(|line| line.conn == conn) else { return };
        let room = line.room;
        if let Some(end) = line.send(frames, now) {
            self.hang_up(room, conn, end);
        }
    }

    /// A game that cannot be written down goes on; who plays it should know.
    fn tell_whether_kept(&mut self, kept: bool) {
        self.house.unkept = !kept;
        let (now, notice) = (self.now(), kept_notice(kept));
        for (_, room) in &mut self.rooms {
            room.tell_all(&mut self.house, now, &notice);
        }
    }

    pub(super) fn opened(&mut self, room: Address, tell: oneshot::Sender<Option<Address>>, kept: bool) {
        if kept {
            self.publish(room);
        } else {
            self.forget(room);
        }
        // Whoever asked may have gone; then the room waits for others.
        let _ = tell.send(kept.then_some(room));
    }
}
