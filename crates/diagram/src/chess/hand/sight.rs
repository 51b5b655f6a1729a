//! What there is to see while the hand does what it does.

use record::pgn::Shape;

use super::super::scene::{Scene, Target};
use super::{Hand, State};

impl Hand {
    pub fn scene(&self) -> Scene {
        let lifted = match self.state {
            State::Selected { from } | State::Pressed { from, .. } | State::Dragging { from, .. } => {
                Some(from)
            }
            _ => None,
        };
        let targets = self.told.steps.iter().filter(|step| lifted == Some(step.from)).map(|step| {
            let taken = self.told.piece_at(step.to).is_some();
            (step.to, if taken { Target::Taken } else { Target::Empty })
        });
        Scene {
            last_move: self.told.last_move,
            check: self.told.check,
            selected: lifted,
            targets: targets.collect(),
            focus: self.has_focus.then(|| self.focus()),
            held: match self.state {
                State::Dragging { from, at, .. } => Some((from, at)),
                _ => None,
            },
            shapes: self.shapes.iter().copied().chain(self.drawn()).collect(),
            chooser: match self.state {
                State::Choosing { step } => Some((step.to, self.choices(step).to_vec())),
                _ => None,
            },
            ..Scene::new(self.told.pieces.iter().copied(), self.view.bottom)
        }
    }

    /// The shape that is being drawn.
    fn drawn(&self) -> Option<Shape> {
        let State::Drawing { from, brush, at, .. } = self.state else { return None };
        let to = self.view.square_at(at)?;
        Some(Shape { brush, from, to: Some(to).filter(|to| *to != from) })
    }
}
