//! The hand at the board: its tool, the point that the keyboard is on, and what a touch there does.

use record::go::{GoRecord, Kind, Mark, Mode, Refusal};
use rules::go::{Color, Move, Point, Size};

use crate::command::Command;
use crate::desk::Desk;
use crate::effect::Effect;
use crate::input::Input;
use crate::tool::{Held, Tool, Touch};

#[derive(Clone, Debug)]
pub(crate) struct Hand {
    tool: Tool,
    /// What edit mode sets up without any key.
    color: Color,
    /// Where an arrow or a line begins, once that is said.
    from: Option<Point>,
    /// Where the keyboard is on the board.
    pointed: Option<Point>,
}

impl Default for Hand {
    fn default() -> Hand {
        Hand { tool: Tool::Stone, color: Color::Black, from: None, pointed: None }
    }
}

impl Hand {
    /// A line that was begun is forgotten as soon as something else is done.
    pub(crate) fn before(&mut self, input: &Input) {
        let goes_on = matches!(
            input,
            Input::Click { .. }
                | Input::Wake
                | Input::PageHides
                | Input::Saved { .. }
                | Input::SaveFailed { .. }
                | Input::Do(Command::Point(_) | Command::TouchPoint)
        );
        if !goes_on {
            self.from = None;
        }
        if matches!(input, Input::Click { .. } | Input::Do(Command::FocusBoard)) {
            self.pointed = None;
        }
    }
}

/// Which way the keyboard goes on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    Left,
    Right,
    Up,
    Down,
}

impl Way {
    /// One point on, as far as the board goes.
    fn from(self, at: Point, size: Size) -> Point {
        let Point { x, y } = at;
        match self {
            Way::Left => Point::new(x.saturating_sub(1), y),
            Way::Right => Point::new((x + 1).min(size.width() - 1), y),
            Way::Up => Point::new(x, y.saturating_sub(1)),
            Way::Down => Point::new(x, (y + 1).min(size.height() - 1)),
        }
    }
}

/// What the page shows of the hand.
impl Desk {
    pub fn tool(&self) -> &Tool {
        &self.hand.tool
    }

    /// The colour that edit mode sets up; none while clicks play.
    pub fn sets_up(&self) -> Option<Color> {
        (self.current().record.mode() != Mode::Play).then_some(self.hand.color)
    }

    /// Where the keyboard is on the board.
    pub fn pointed(&self) -> Option<Point> {
        self.hand.pointed.filter(|at| self.current().record.size().contains(*at))
    }

    /// Where the arrow or line begins whose end is still to come.
    pub fn drawn_from(&self) -> Option<Point> {
        self.hand.from
    }

    /// What a click would do.
    pub fn meant(&self, held: Held) -> Touch {
        Touch::meant(held, &self.hand.tool, self.sets_up())
    }
}

impl Desk {
    /// Another tool is no longer the one that sets up.
    pub(crate) fn take(&mut self, tool: Tool) -> Vec<Effect> {
        self.front().record.leave_set_up();
        self.hand.tool = tool;
        Vec::new()
    }

    pub(crate) fn set_up_with(&mut self, color: Color) -> Vec<Effect> {
        self.front().record.enter_set_up();
        self.hand.color = color;
        Vec::new()
    }

    pub(crate) fn point(&mut self, way: Way) -> Vec<Effect> {
        let size = self.current().record.size();
        self.hand.pointed = Some(match self.pointed() {
            Some(at) => way.from(at, size),
            None => self.first_point(),
        });
        Vec::new()
    }

    /// The last move, or the middle of the board.
    fn first_point(&self) -> Point {
        let record = &self.current().record;
        let (state, size) = (record.state(), record.size());
        match state.last_move.filter(|_| state.kind == Kind::Move) {
            Some((_, Move::Place(at))) => at,
            _ => Point::new(size.width() / 2, size.height() / 2),
        }
    }

    /// As a click there; without a point yet, shows where it would be.
    pub(crate) fn touch_point(&mut self) -> Vec<Effect> {
        match self.pointed() {
            Some(at) => self.click(at, Held::default()),
            None => {
                self.hand.pointed = Some(self.first_point());
                Vec::new()
            }
        }
    }

    pub(crate) fn click(&mut self, at: Point, held: Held) -> Vec<Effect> {
        match self.meant(held) {
            Touch::Play => self.change(|record| record.click(at).map(drop)),
            Touch::SetUp(color) => self.change(|record| record.set_up(at, color)),
            Touch::Jump => self.seek(|record| record.to_stone(at), self.words().not_played_there),
            Touch::Draw(tool) if tool.is_drawn() => match self.hand.from.take() {
                Some(from) => self.draw_to(from, at),
                None => {
                    self.hand.from = Some(at);
                    Vec::new()
                }
            },
            Touch::Draw(Tool::Label(text)) => {
                let again = Input::Click { at, held };
                self.write_text(again, |record| record.toggle_label(at, &text))
            }
            Touch::Draw(tool) => self.change(|record| draw(record, at, &tool)),
        }
    }

    /// An arrow or a line; from a point to itself, none.
    pub(crate) fn draw_to(&mut self, from: Point, to: Point) -> Vec<Effect> {
        let tool = self.hand.tool.clone();
        self.change(|record| match tool {
            Tool::Arrow => record.toggle_arrow(from, to),
            Tool::Line => record.toggle_line(from, to),
            _ => Ok(()),
        })
    }
}

fn draw(record: &mut GoRecord, at: Point, tool: &Tool) -> Result<(), Refusal> {
    match tool {
        Tool::Triangle => record.toggle_mark(at, Mark::Triangle),
        Tool::Square => record.toggle_mark(at, Mark::Square),
        Tool::Circle => record.toggle_mark(at, Mark::Circle),
        Tool::Cross => record.toggle_mark(at, Mark::Cross),
        Tool::Letter => record.toggle_letter(at),
        Tool::Number => record.toggle_number(at),
        Tool::Territory(owner) => record.toggle_territory(at, *owner),
        Tool::Erase => record.erase(at),
        // Drawn before: they play, may ask, or go from point to point.
        Tool::Stone | Tool::Label(_) | Tool::Arrow | Tool::Line => Ok(()),
    }
}
