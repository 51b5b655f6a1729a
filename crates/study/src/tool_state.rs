//! The current tool of a Go board, and the keyboard's cursor on it.

use record::go::NodeKind;
use rules::go::{Color, Move, Point, Size};

use crate::commands::Command;
use crate::effect::Effect;
use crate::input::{GoInput, Input};
use crate::tool::{ClickAction, ClickModifiers, Tool};
use crate::workspace::Workspace;

#[derive(Clone, Debug)]
pub(crate) struct ToolState {
    pub(crate) tool: Tool,
    /// The colour that set-up mode places without a modifier.
    pub(crate) color: Color,
    /// The start of an arrow or a line, if chosen.
    pub(crate) from: Option<Point>,
    /// The keyboard's cursor on the board.
    board_cursor: Option<Point>,
}

impl Default for ToolState {
    fn default() -> ToolState {
        ToolState { tool: Tool::Stone, color: Color::Black, from: None, board_cursor: None }
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
                | Input::FileChanged { .. }
                | Input::Do(Command::Point(_) | Command::TouchPoint)
        );
        if !continues {
            self.from = None;
        }
        if matches!(input, Input::Go(GoInput::Click { .. }) | Input::Do(Command::FocusBoard)) {
            self.board_cursor = None;
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
    fn next_point(self, at: Point, size: Size) -> Point {
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
    pub fn set_up_color(&self) -> Option<Color> {
        self.record().go().filter(|record| record.is_setting_up()).map(|_| self.tool_state.color)
    }

    /// The keyboard's cursor on the board.
    pub fn board_cursor(&self) -> Option<Point> {
        let size = self.record().go()?.size();
        self.tool_state.board_cursor.filter(|at| size.contains(*at))
    }

    /// The start of an unfinished arrow or line.
    pub fn line_start(&self) -> Option<Point> {
        self.tool_state.from
    }

    /// What a click would do.
    pub fn click_action(&self, held: ClickModifiers) -> ClickAction {
        ClickAction::of(held, &self.tool_state.tool, self.set_up_color())
    }
}

impl Workspace {
    pub(crate) fn move_board_cursor(&mut self, direction: Direction) -> Vec<Effect> {
        let size = self.record().go().map(|record| record.size());
        let direction = self.current().view.on_board(direction);
        self.tool_state.board_cursor = match (self.board_cursor(), size) {
            (Some(at), Some(size)) => Some(direction.next_point(at, size)),
            _ => self.first_cursor_point(),
        };
        Vec::new()
    }

    /// The last move, or the middle of the board.
    fn first_cursor_point(&self) -> Option<Point> {
        let record = self.record().go()?;
        let (state, size) = (record.state(), record.size());
        Some(match state.last_move.filter(|_| state.kind == NodeKind::Move) {
            Some((_, Move::Place(at))) => at,
            _ => Point::new(size.width() / 2, size.height() / 2),
        })
    }

    /// Clicks at the keyboard's cursor; if there is none yet, shows it.
    pub(crate) fn click_at_board_cursor(&mut self) -> Vec<Effect> {
        match self.board_cursor() {
            Some(at) => self.click(at, ClickModifiers::default()),
            None => {
                self.tool_state.board_cursor = self.first_cursor_point();
                Vec::new()
            }
        }
    }
}
