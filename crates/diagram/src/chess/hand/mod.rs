//! A hand on the board: pointers and keys go in, and out come a move, arrows drawn, or nothing. The hand never decides
//! what is right: it is told the position and where pieces may go, and announces `from`, `to` and a promotion.

mod keyboard;
mod sight;
mod told;

use record::pgn::{Brush, Shape};
use rules::chess::{Color, Role, Square, Step};

use super::draw::choice_square;
use super::geometry::View;
pub use told::Told;

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
pub enum Deed {
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
    /// The pointer was lost, the window left, or something else came between.
    Cancel,
    Key(Key),
    /// The keyboard comes to the board, or leaves it.
    Focus(bool),
    Flip,
    Tell(Told),
    /// Arrows and circles as the record has them.
    Shapes(Vec<Shape>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Announcement {
    Move {
        from: Square,
        to: Square,
        promotion: Option<Role>,
    },
    /// The arrows and circles are now these.
    Shapes(Vec<Shape>),
}

/// What the hand is doing.
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
        step: Step,
    },
    Drawing {
        pointer: i32,
        from: Square,
        brush: Brush,
        at: (f64, f64),
    },
}

#[derive(Clone, Debug)]
pub struct Hand {
    view: View,
    told: Told,
    shapes: Vec<Shape>,
    state: State,
    focus: Option<Square>,
    has_focus: bool,
    /// Whoever drags pieces gets them to move at the slightest pull.
    drags: bool,
}

/// How far a pointer travels before a press is a drag, in pixels.
const THRESHOLD: f64 = 3.0;
const THRESHOLD_OF_DRAGGERS: f64 = 1.0;

impl Hand {
    pub fn new(told: Told, bottom: Color) -> Hand {
        Hand {
            view: View { bottom },
            told,
            shapes: Vec::new(),
            state: State::Idle,
            focus: None,
            has_focus: false,
            drags: false,
        }
    }

    pub fn view(&self) -> View {
        self.view
    }

    /// The square that the Tab key leads to, where arrows go on from.
    pub fn focus(&self) -> Square {
        self.focus.unwrap_or(self.view.square_of(0, 7).unwrap_or(Square::A1))
    }

    pub fn handle(&mut self, deed: Deed) -> Option<Announcement> {
        match deed {
            Deed::Down { pointer, at, button: Button::Primary, pixel, .. } => self.press(pointer, at, pixel),
            Deed::Down { pointer, at, button: Button::Secondary, brush, .. } => {
                self.begin_drawing(pointer, at, brush);
                None
            }
            Deed::Move { pointer, at } => {
                self.travel(pointer, at);
                None
            }
            Deed::Up { pointer, at } => self.release(pointer, at),
            Deed::Cancel => {
                self.state = State::Idle;
                None
            }
            Deed::Key(key) => self.key(key),
            Deed::Focus(has_focus) => {
                self.has_focus = has_focus;
                None
            }
            Deed::Flip => {
                self.view.bottom = self.view.bottom.other();
                None
            }
            Deed::Tell(told) => {
                self.tell(told);
                None
            }
            Deed::Shapes(shapes) => {
                self.shapes = shapes;
                None
            }
        }
    }

    fn press(&mut self, pointer: i32, at: (f64, f64), pixel: f64) -> Option<Announcement> {
        let square = self.view.square_at(at);
        match self.state {
            State::Choosing { step } => return self.choose_at(step, square),
            // A second finger or button lets go of everything.
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
        if let Some(from) = selected.filter(|from| self.told.may_go(*from, square)) {
            return self.go(Step { from, to: square });
        }
        self.state = State::Idle;
        if self.told.may_touch(square) {
            let pixels = if self.drags { THRESHOLD_OF_DRAGGERS } else { THRESHOLD };
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

    fn release(&mut self, lifted: i32, at: (f64, f64)) -> Option<Announcement> {
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

    /// On its own square the piece stays selected; anywhere it may not go it goes home.
    fn drop_on(&mut self, from: Square, over: Option<Square>) -> Option<Announcement> {
        self.state = match over {
            Some(to) if self.told.may_go(from, to) => return self.go(Step { from, to }),
            Some(to) if to == from => State::Selected { from },
            _ => State::Idle,
        };
        None
    }

    fn go(&mut self, step: Step) -> Option<Announcement> {
        self.state = State::Idle;
        if self.told.promotions.iter().any(|(promoting, _)| *promoting == step) {
            self.state = State::Choosing { step };
            return None;
        }
        Some(Announcement::Move { from: step.from, to: step.to, promotion: None })
    }

    fn choices(&self, step: Step) -> &[Role] {
        let found = self.told.promotions.iter().find(|(promoting, _)| *promoting == step);
        found.map_or(&[], |(_, roles)| roles)
    }

    fn choose_at(&mut self, step: Step, square: Option<Square>) -> Option<Announcement> {
        let mut places = (0..self.choices(step).len()).map(|n| choice_square(step.to, n));
        let chosen = square.and_then(|square| places.position(|place| place == Some(square)));
        self.choose(step, chosen.and_then(|n| self.choices(step).get(n)).copied())
    }

    fn choose(&mut self, step: Step, role: Option<Role>) -> Option<Announcement> {
        self.state = State::Idle;
        let role = role.filter(|role| self.choices(step).contains(role))?;
        Some(Announcement::Move { from: step.from, to: step.to, promotion: Some(role) })
    }

    /// The same shape again takes it away; in another colour it changes its colour.
    fn toggle(&mut self, shape: Shape) -> Option<Announcement> {
        let was = self.shapes.contains(&shape);
        self.shapes.retain(|other| (other.from, other.to) != (shape.from, shape.to));
        if !was {
            self.shapes.push(shape);
        }
        Some(Announcement::Shapes(self.shapes.clone()))
    }

    fn tell(&mut self, told: Told) {
        let holds = match self.state {
            State::Pressed { from, .. } | State::Dragging { from, .. } | State::Selected { from } => {
                Some(from)
            }
            State::Choosing { step } => Some(step.from),
            State::Idle | State::Drawing { .. } => None,
        };
        // A piece that is still there and may still move stays in the hand.
        let keeps = |from: Square| told.may_touch(from) && told.piece_at(from) == self.told.piece_at(from);
        let gone = match self.state {
            State::Choosing { step } => !told.promotions.iter().any(|(promoting, _)| *promoting == step),
            _ => false,
        };
        if gone || holds.is_some_and(|from| !keeps(from)) {
            self.state = State::Idle;
        }
        self.told = told;
    }

    fn selected(&self) -> Option<Square> {
        match self.state {
            State::Selected { from } => Some(from),
            _ => None,
        }
    }
}
