//! Which part of the game goes to disk, and under which name.

use play::room::Room;
use record::NodeId;

use crate::term::app::Effect;
use crate::term::recorder::Version;

pub struct Recording {
    on: bool,
    /// The file, as the recorder numbers it; none if nothing is ever written.
    game: Option<u32>,
    stem: String,
    /// A recording that began in the middle begins with the stones of this node.
    from: Option<NodeId>,
    started: bool,
}

impl Recording {
    pub fn new(game: u32, stem: String, on: bool) -> Recording {
        Recording { on, game: Some(game), stem, from: None, started: on }
    }

    pub fn never() -> Recording {
        Recording { on: false, game: None, stem: String::new(), from: None, started: false }
    }

    pub fn is_on(&self) -> bool {
        self.on
    }

    pub fn is_possible(&self) -> bool {
        self.game.is_some()
    }

    /// Stops, or resumes with the same file. The first time, a game under way is recorded from here.
    pub fn toggle(&mut self, room: &Room) {
        self.on = !self.on;
        if self.on && !self.started {
            self.started = true;
            let begun = room.live() != room.record().root();
            self.from = begun.then(|| room.live());
        }
    }

    /// The record as it is to be on disk now; nothing while recording is off.
    pub fn version(&mut self, room: &Room) -> Vec<Effect> {
        let Some(game) = self.game.filter(|_| self.on) else { return Vec::new() };
        let bytes = match self.start(room) {
            None => room.recorded().write(),
            Some(from) => {
                let mut record = room.recorded().into_owned();
                record.go_to(from);
                record.from_here()
            }
        };
        vec![Effect::Record(Version { game, stem: self.stem.clone(), bytes })]
    }

    /// If more was taken back than was recorded, the recording begins where the game now stands: what was recorded
    /// before hangs below that.
    fn start(&mut self, room: &Room) -> Option<NodeId> {
        let from = self.from?;
        let tree = room.record().tree();
        if !tree.ancestors(room.live()).any(|node| node == from) {
            let above = tree.ancestors(from).find(|node| tree.ancestors(room.live()).any(|n| n == *node));
            self.from = above;
        }
        self.from
    }
}
