//! The picture of the board during a gesture.

use diagram::chess::{Scene, Target};
use record::pgn::Shape;

use super::{Gestures, State};

impl Gestures {
    pub fn scene(&self) -> Scene {
        let lifted = match self.state {
            State::Selected { from } | State::Pressed { from, .. } | State::Dragging { from, .. } => {
                Some(from)
            }
            _ => None,
        };
        let targets = self.board.steps.iter().filter(|step| lifted == Some(step.from)).map(|step| {
            let taken = self.board.piece_at(step.to).is_some();
            (step.to, if taken { Target::Taken } else { Target::Empty })
        });
        Scene {
            last_move: self.board.last_move,
            check: self.board.check,
            selected: lifted,
            targets: targets.collect(),
            focus: self.has_focus.then(|| self.focus()),
            held: match self.state {
                State::Dragging { from, at, .. } => Some((from, at)),
                _ => None,
            },
            hints: self.hints.clone(),
            shapes: self.shapes.iter().copied().chain(self.drawn()).collect(),
            chooser: match self.state {
                State::Choosing { step } => Some((step.to, self.choices(step).to_vec())),
                _ => None,
            },
            ..Scene::new(self.board.pieces.iter().copied(), self.view.bottom)
        }
    }

    /// The arrow or circle that is being drawn.
    fn drawn(&self) -> Option<Shape> {
        let State::Drawing { from, brush, at, .. } = self.state else { return None };
        let to = self.view.square_at(at)?;
        Some(Shape { brush, from, to: Some(to).filter(|to| *to != from) })
    }
}
