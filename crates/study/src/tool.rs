//! What a click on a Go board means, depending on the tool, the modifier keys and set-up mode, which has only stones.

use record::Refusal;
use record::go::{GoRecord, Mark};
use rules::go::{Color, Point};

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
    /// The label for each clicked point.
    Label(String),
    Arrow,
    Line,
    Territory(Color),
    Erase,
}

impl Tool {
    /// Whether it needs two points.
    pub fn is_drawn(&self) -> bool {
        matches!(self, Tool::Arrow | Tool::Line)
    }

    /// Draws on one point. Stones, labels (which may need another charset) and lines are handled elsewhere.
    pub(crate) fn draw(&self, record: &mut GoRecord, at: Point) -> Result<(), Refusal> {
        match self {
            Tool::Triangle => record.toggle_mark(at, Mark::Triangle),
            Tool::Square => record.toggle_mark(at, Mark::Square),
            Tool::Circle => record.toggle_mark(at, Mark::Circle),
            Tool::Cross => record.toggle_mark(at, Mark::Cross),
            Tool::Letter => record.toggle_letter(at),
            Tool::Number => record.toggle_number(at),
            Tool::Territory(owner) => record.toggle_territory(at, *owner),
            Tool::Erase => record.erase(at),
            Tool::Stone | Tool::Label(_) | Tool::Arrow | Tool::Line => Ok(()),
        }
    }

    /// Labels are the same tool, whatever their text.
    pub fn is_like(&self, other: &Tool) -> bool {
        matches!((self, other), (Tool::Label(_), Tool::Label(_))) || self == other
    }
}

/// The modifier keys and the button of a click.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClickModifiers {
    pub ctrl: bool,
    pub shift: bool,
    pub alt: bool,
    pub right_button: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClickAction {
    Play,
    SetUp(Color),
    Draw(Tool),
    /// Go to the move that was played here.
    Jump,
}

impl ClickAction {
    /// `set_up_color` is the colour of set-up mode. Modifiers take precedence over the tool.
    pub(crate) fn of(held: ClickModifiers, tool: &Tool, set_up_color: Option<Color>) -> ClickAction {
        match (held, set_up_color) {
            (ClickModifiers { ctrl: true, shift: true, .. }, _) => ClickAction::Jump,
            (_, Some(color)) if held.shift || held.right_button => ClickAction::SetUp(color.other()),
            (_, Some(color)) => ClickAction::SetUp(color),
            (ClickModifiers { ctrl: true, .. }, None) => ClickAction::Draw(Tool::Triangle),
            (ClickModifiers { shift: true, .. }, None) => ClickAction::Draw(Tool::Square),
            (ClickModifiers { alt: true, .. }, None) => ClickAction::Draw(Tool::Letter),
            (_, None) if *tool == Tool::Stone => ClickAction::Play,
            (_, None) => ClickAction::Draw(tool.clone()),
        }
    }
}
