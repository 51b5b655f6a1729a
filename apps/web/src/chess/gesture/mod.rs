//! Pointer and keyboard gestures on a chess board, as a state machine without a DOM: inputs go in, and out come a move,
//! drawn arrows, or nothing. It has no rules: a `BoardState` lists which pieces may go where, and an event
//! names `from`, `to` and a promotion.
//!
//!     let mut gestures = Gestures::new(BoardState::of(&position, None, None), Color::White);
//!     gestures.handle(BoardInput::Down { … });  gestures.handle(BoardInput::Up { … })   // Some(BoardEvent::Move { e2, e4 })
//!     layer_svg(&gestures.scene(), Layer::Pieces)                                       // what to show

mod board_state;
mod keyboard;
#[cfg(test)]
mod properties;
mod scene;
#[cfg(test)]
mod tests;

use diagram::chess::{Hint, View, choice_square};
use record::pgn::{Brush, Shape};
use rules::chess::{Color, PieceStep, Role, Square};

pub use board_state::BoardState;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    Primary,
    Secondary,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Left,
    Right,
    Up,
    Down,
    Enter,
    Escape,
    /// Q, R, B or N while a promotion is chosen.
    Role(Role),
}

/// Points are on the board's grid of 800; `pixel` is how much of it one pixel of the screen is.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardInput {
    Down {
        pointer: i32,
        at: (f64, f64),
        button: Button,
        brush: Brush,
        pixel: f64,
    },
    Move {
        pointer: i32,
        at: (f64, f64),
    },
    Up {
        pointer: i32,
        at: (f64, f64),
    },
    /// The pointer was lost, or the window lost the focus.
    Cancel,
    Key(Key),
    /// The board gains or loses the keyboard focus.
    Focus(bool),
    Flip,
    /// The position has changed.
    Position(BoardState),
    /// Arrows and circles as the record has them.
    Shapes(Vec<Shape>),
    /// The best moves of an engine.
    Hints(Vec<Hint>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum BoardEvent {
    Move {
        from: Square,
        to: Square,
        promotion: Option<Role>,
    },
    /// The arrows and circles are now these.
    Shapes(Vec<Shape>),
}

/// The gesture in progress.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Idle,
    Selected {
        from: Square,
    },
    /// Pressed on a piece, not yet moved far enough to be a drag.
    Pressed {
        pointer: i32,
        from: Square,
        start: (f64, f64),
        threshold: f64,
        again: bool,
    },
    Dragging {
        pointer: i32,
        from: Square,
        at: (f64, f64),
    },
    Choosing {
        step: PieceStep,
    },
    Drawing {
        pointer: i32,
        from: Square,
        brush: Brush,
        at: (f64, f64),
    },
}

#[derive(Clone, Debug)]
pub struct Gestures {
    view: View,
    board: BoardState,
    shapes: Vec<Shape>,
    hints: Vec<Hint>,
    state: State,
    focus: Option<Square>,
    has_focus: bool,
    /// The last move was a drag: the next press becomes a drag sooner.
    drags: bool,
}

/// How far a pointer travels before a press is a drag, in pixels.
const THRESHOLD: f64 = 3.0;
const THRESHOLD_AFTER_DRAG: f64 = 1.0;

impl Gestures {
    pub fn new(board: BoardState, bottom: Color) -> Gestures {
        Gestures {
            view: View { bottom },
            board,
            shapes: Vec::new(),
            hints: Vec::new(),
            state: State::Idle,
            focus: None,
            has_focus: false,
            drags: false,
        }
    }

    pub fn view(&self) -> View {
        self.view
    }

    /// The square with the keyboard focus, where arrow keys start from.
    pub fn focus(&self) -> Square {
        self.focus.unwrap_or(self.view.square_of(0, 7).unwrap_or(Square::A1))
    }

    /// No move is possible.
    pub fn is_read_only(&self) -> bool {
        self.board.steps.is_empty()
    }

    pub fn handle(&mut self, input: BoardInput) -> Option<BoardEvent> {
        match input {
            BoardInput::Down { pointer, at, button: Button::Primary, pixel, .. } => {
                self.press(pointer, at, pixel)
            }
            BoardInput::Down { pointer, at, button: Button::Secondary, brush, .. } => {
                self.begin_drawing(pointer, at, brush);
                None
            }
            BoardInput::Move { pointer, at } => {
                self.travel(pointer, at);
                None
            }
            BoardInput::Up { pointer, at } => self.release(pointer, at),
            BoardInput::Cancel => {
                self.state = State::Idle;
                None
            }
            BoardInput::Key(key) => self.key(key),
            BoardInput::Focus(has_focus) => {
                self.has_focus = has_focus;
                None
            }
            BoardInput::Flip => {
                self.view.bottom = self.view.bottom.other();
                None
            }
            BoardInput::Position(board) => {
                self.set_board(board);
                None
            }
            BoardInput::Hints(hints) => {
                self.hints = hints;
                None
            }
            BoardInput::Shapes(shapes) => {
                self.shapes = shapes;
                None
            }
        }
    }

    fn press(&mut self, pointer: i32, at: (f64, f64), pixel: f64) -> Option<BoardEvent> {
        let square = self.view.square_at(at);
        match self.state {
            State::Choosing { step } => return self.choose_at(step, square),
            // A second finger or button cancels everything.
            State::Pressed { .. } | State::Dragging { .. } | State::Drawing { .. } => {
                self.state = State::Idle;
                return None;
            }
            State::Idle | State::Selected { .. } => {}
        }
        let Some(square) = square else {
            self.state = State::Idle;
            return None;
        };
        let selected = self.selected();
        if let Some(from) = selected.filter(|from| self.board.may_go(*from, square)) {
            return self.go(PieceStep { from, to: square });
        }
        self.state = State::Idle;
        if self.board.may_touch(square) {
            let pixels = if self.drags { THRESHOLD_AFTER_DRAG } else { THRESHOLD };
            let again = selected == Some(square);
            let threshold = pixels * pixel;
            self.state = State::Pressed { pointer, from: square, start: at, threshold, again };
        }
        None
    }

    fn begin_drawing(&mut self, pointer: i32, at: (f64, f64), brush: Brush) {
        let idle = matches!(self.state, State::Idle | State::Selected { .. });
        self.state = match self.view.square_at(at) {
            Some(from) if idle => State::Drawing { pointer, from, brush, at },
            _ => State::Idle,
        };
    }

    fn travel(&mut self, mover: i32, to: (f64, f64)) {
        match &mut self.state {
            State::Pressed { pointer, from, start, threshold, .. } if *pointer == mover => {
                let far = (to.0 - start.0).hypot(to.1 - start.1);
                if far >= *threshold {
                    self.state = State::Dragging { pointer: mover, from: *from, at: to };
                }
            }
            State::Dragging { pointer, at, .. } | State::Drawing { pointer, at, .. } if *pointer == mover => {
                *at = to;
            }
            _ => {}
        }
    }

    fn release(&mut self, lifted: i32, at: (f64, f64)) -> Option<BoardEvent> {
        let over = self.view.square_at(at);
        match self.state {
            State::Pressed { pointer, from, again, .. } if pointer == lifted => {
                self.drags = false;
                self.state = if again { State::Idle } else { State::Selected { from } };
                None
            }
            State::Dragging { pointer, from, .. } if pointer == lifted => {
                self.drags = true;
                self.drop_on(from, over)
            }
            State::Drawing { pointer, from, brush, .. } if pointer == lifted => {
                self.state = State::Idle;
                let to = over?;
                self.toggle(Shape { brush, from, to: Some(to).filter(|to| *to != from) })
            }
            _ => None,
        }
    }

    /// On its own square the piece stays selected; where it may not go, it returns to its square.
    fn drop_on(&mut self, from: Square, over: Option<Square>) -> Option<BoardEvent> {
        self.state = match over {
            Some(to) if self.board.may_go(from, to) => return self.go(PieceStep { from, to }),
            Some(to) if to == from => State::Selected { from },
            _ => State::Idle,
        };
        None
    }

    fn go(&mut self, step: PieceStep) -> Option<BoardEvent> {
        self.state = State::Idle;
        if self.board.promotions.iter().any(|(promoting, _)| *promoting == step) {
            self.state = State::Choosing { step };
            return None;
        }
        Some(BoardEvent::Move { from: step.from, to: step.to, promotion: None })
    }

    fn choices(&self, step: PieceStep) -> &[Role] {
        let found = self.board.promotions.iter().find(|(promoting, _)| *promoting == step);
        found.map_or(&[], |(_, roles)| roles)
    }

    fn choose_at(&mut self, step: PieceStep, square: Option<Square>) -> Option<BoardEvent> {
        let mut places = (0..self.choices(step).len()).map(|n| choice_square(step.to, n));
        let chosen = square.and_then(|square| places.position(|place| place == Some(square)));
        self.choose(step, chosen.and_then(|n| self.choices(step).get(n)).copied())
    }

    fn choose(&mut self, step: PieceStep, role: Option<Role>) -> Option<BoardEvent> {
        self.state = State::Idle;
        let role = role.filter(|role| self.choices(step).contains(role))?;
        Some(BoardEvent::Move { from: step.from, to: step.to, promotion: Some(role) })
    }

    /// The same shape again removes it; in another colour it changes the colour.
    fn toggle(&mut self, shape: Shape) -> Option<BoardEvent> {
        let was = self.shapes.contains(&shape);
        self.shapes.retain(|other| (other.from, other.to) != (shape.from, shape.to));
        if !was {
            self.shapes.push(shape);
        }
        Some(BoardEvent::Shapes(self.shapes.clone()))
    }

    fn set_board(&mut self, board: BoardState) {
        let holds = match self.state {
            State::Pressed { from, .. } | State::Dragging { from, .. } | State::Selected { from } => {
                Some(from)
            }
            State::Choosing { step } => Some(step.from),
            State::Idle | State::Drawing { .. } => None,
        };
        // A piece that is still there and may still move stays held.
        let keeps = |from: Square| board.may_touch(from) && board.piece_at(from) == self.board.piece_at(from);
        let gone = match self.state {
            State::Choosing { step } => !board.promotions.iter().any(|(promoting, _)| *promoting == step),
            _ => false,
        };
        if gone || holds.is_some_and(|from| !keeps(from)) {
            self.state = State::Idle;
        }
        self.board = board;
    }

    fn selected(&self) -> Option<Square> {
        match self.state {
            State::Selected { from } => Some(from),
            _ => None,
        }
    }
}
