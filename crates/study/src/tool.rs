//! What a click on a point means: the tool in the hand, the keys that are held, and edit mode, which knows only stones.

use rules::go::Color;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    #[default]
    Stone,
    Triangle,
    Square,
    Circle,
    Cross,
    /// The next free letter.
    Letter,
    /// The next free number.
    Number,
    /// The text that is written on each point clicked.
    Label(String),
    Arrow,
    Line,
    Territory(Color),
    Erase,
}

impl Tool {
    /// Goes from one point to another.
    pub fn is_drawn(&self) -> bool {
        matches!(self, Tool::Arrow | Tool::Line)
    }

    /// A label is the same tool, whatever it writes.
    pub fn is_like(&self, other: &Tool) -> bool {
        matches!((self, other), (Tool::Label(_), Tool::Label(_))) || self == other
    }
}

/// What is held down, and which button, when a point is clicked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub ctrl: bool,
    pub shift: bool,
    pub alt: bool,
    pub right_button: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touch {
    Play,
    SetUp(Color),
    Draw(Tool),
    /// To the move that was played here.
    Jump,
}

impl Touch {
    /// `sets_up` is the colour that is set up, in edit mode. Keys come before the tool.
    pub(crate) fn meant(held: Held, tool: &Tool, sets_up: Option<Color>) -> Touch {
        match (held, sets_up) {
            (Held { ctrl: true, shift: true, .. }, _) => Touch::Jump,
            (_, Some(color)) if held.shift || held.right_button => Touch::SetUp(color.other()),
            (_, Some(color)) => Touch::SetUp(color),
            (Held { ctrl: true, .. }, None) => Touch::Draw(Tool::Triangle),
            (Held { shift: true, .. }, None) => Touch::Draw(Tool::Square),
            (Held { alt: true, .. }, None) => Touch::Draw(Tool::Letter),
            (_, None) if *tool == Tool::Stone => Touch::Play,
            (_, None) => Touch::Draw(tool.clone()),
        }
    }
}
