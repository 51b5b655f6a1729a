//! What all rooms of a hall share, and may use while they are busy.

use std::sync::Arc;

use mio::Registry;
use play::table::Conn;
use slab::Slab;
use tokio::runtime::Handle;

use super::door::Ajar;
use super::hall::Note;
use super::line::{End, Line};
use super::opponents::Opponents;
use super::paper::Desk;
use super::post::Post;
use super::size::NewestSize;

pub(super) struct House {
    pub(super) lines: Slab<Line>,
    pub(super) registry: Registry,
    pub(super) post: Post,
    pub(super) desk: Desk,
    pub(super) newest: Arc<NewestSize>,
    pub(super) opponents: Arc<Opponents>,
    pub(super) door: Ajar<Note>,
    pub(super) runtime: Handle,
    /// The journal did not take the last lines.
    pub(super) unkept: bool,
    pub(super) conns: u64,
}

impl House {
    /// A number that never comes again. After a crash nobody is connected, so it may begin anew then.
    pub(super) fn new_conn(&mut self) -> Conn {
        self.conns += 1;
        Conn(self.conns)
    }

    /// The room has let go of this socket.
    pub(super) fn hang_up(&mut self, place: u32, now: u64, end: End) {
        if let Some(mut line) = self.lines.try_remove(place as usize) {
            // A socket that is dropped is listened to no more, whether it can be said or not.
            let _ = self.registry.deregister(&mut line.stream);
            line.close(end, now);
        }
    }
}
