//! The current tool of a Go board, and the keyboard's cursor on it.

use record::go::NodeKind;
use rules::go::{Color, Move, Point, Size};

use crate::commands::Command;
use crate::effect::Effect;
use crate::input::{GoInput, Input};
use crate::tool::{ClickAction, Held, Tool};
use crate::workspace::Workspace;

#[derive(Clone, Debug)]
pub(crate) struct ToolState {
    pub(crate) tool: Tool,
    /// The colour that set-up mode places without a modifier.
    pub(crate) color: Color,
    /// The start of an arrow or a line, if chosen.
    pub(crate) from: Option<Point>,
    /// Where the keyboard is on the board.
    pointed: Option<Point>,
}

impl Default for ToolState {
    fn default() -> ToolState {
        ToolState { tool: Tool::Stone, color: Color::Black, from: None, pointed: None }
    }
}

impl ToolState {
    /// An unfinished line is dropped when something else is done.
    pub(crate) fn before(&mut self, input: &Input) {
        let continues = matches!(
            input,
            Input::Go(GoInput::Click { .. })
                | Input::Wake
                | Input::PageHides
                | Input::Saved { .. }
                | Input::SaveFailed { .. }
                | Input::Do(Command::Point(_) | Command::TouchPoint)
        );
        if !continues {
            self.from = None;
        }
        if matches!(input, Input::Go(GoInput::Click { .. }) | Input::Do(Command::FocusBoard)) {
            self.pointed = None;
        }
    }
}

/// The direction in which the keyboard's cursor moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    Left,
    Right,
    Up,
    Down,
}

impl Direction {
    /// The next point within the board.
    fn from(self, at: Point, size: Size) -> Point {
        let Point { x, y } = at;
        match self {
            Direction::Left => Point::new(x.saturating_sub(1), y),
            Direction::Right => Point::new((x + 1).min(size.width() - 1), y),
            Direction::Up => Point::new(x, y.saturating_sub(1)),
            Direction::Down => Point::new(x, (y + 1).min(size.height() - 1)),
        }
    }
}

/// What the page shows.
impl Workspace {
    pub fn tool(&self) -> &Tool {
        &self.tool_state.tool
    }

    /// The colour that set-up mode places; `None` in play mode.
    pub fn sets_up(&self) -> Option<Color> {
        self.record().go().filter(|record| record.is_setting_up()).map(|_| self.tool_state.color)
    }

    /// Where the keyboard is on the board.
    pub fn pointed(&self) -> Option<Point> {
        let size = self.record().go()?.size();
        self.tool_state.pointed.filter(|at| size.contains(*at))
    }

    /// The start of an unfinished arrow or line.
    pub fn drawn_from(&self) -> Option<Point> {
        self.tool_state.from
    }

    /// What a click would do.
    pub fn click_action(&self, held: Held) -> ClickAction {
        ClickAction::of(held, &self.tool_state.tool, self.sets_up())
    }
}

impl Workspace {
    pub(crate) fn move_point(&mut self, direction: Direction) -> Vec<Effect> {
        let size = self.record().go().map(|record| record.size());
        self.tool_state.pointed = match (self.pointed(), size) {
            (Some(at), Some(size)) => Some(direction.from(at, size)),
            _ => self.first_point(),
        };
        Vec::new()
    }

    /// The last move, or the middle of the board.
    fn first_point(&self) -> Option<Point> {
        let record = self.record().go()?;
        let (state, size) = (record.state(), record.size());
        Some(match state.last_move.filter(|_| state.kind == NodeKind::Move) {
            Some((_, Move::Place(at))) => at,
            _ => Point::new(size.width() / 2, size.height() / 2),
        })
    }

    /// Clicks at the keyboard's cursor; if there is none yet, shows it.
    pub(crate) fn click_point(&mut self) -> Vec<Effect> {
        match self.pointed() {
            Some(at) => self.click(at, Held::default()),
            None => {
                self.tool_state.pointed = self.first_point();
                Vec::new()
            }
        }
    }
}
