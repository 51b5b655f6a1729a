//! An interactive chess board in any element: DOM events become inputs of `gesture`, and its events go to the owner of
//! the board. Uses no framework, so the studio and embedding pages share it.

mod accessible_grid;
mod animation;
mod attribute_diff;
mod events;
pub mod gesture;
mod piece_set;
mod pieces;
mod pointer_input;

use std::cell::RefCell;
use std::rc::Rc;

use diagram::chess::{Hint, Layer, Scene, definitions, glides, layer_svg};
use i18n::Language;
use record::pgn::{Brush, Shape};
use rules::chess::{Color, Square};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::Element;

use accessible_grid::AccessibleGrid;
#[cfg(feature = "studio")]
pub use accessible_grid::piece_label;
pub use events::Listener;
use gesture::{BoardEvent, BoardInput, BoardState, Gestures};
pub use piece_set::piece_set;
#[cfg(feature = "studio")]
pub use piece_set::redraw_pieces;
use pieces::Pieces;

/// A handle to a board. Dropping the last handle removes the event listeners.
#[derive(Clone)]
pub struct Board(Rc<Inner>);

struct Inner {
    svg: Element,
    /// One group for each layer, in their order.
    groups: Vec<Element>,
    cells: AccessibleGrid,
    state: RefCell<State>,
    on_event: Box<dyn Fn(BoardEvent)>,
    listeners: RefCell<Vec<Listener>>,
}

struct State {
    gestures: Gestures,
    /// What is drawn, and the square with the keyboard focus.
    shown: Option<(Scene, Square)>,
    /// The markup of each group.
    drawn: Vec<String>,
    pieces: Pieces,
    /// Animations in progress.
    gliding: Vec<JsValue>,
    /// The piece that was just dropped by hand: it needs no animation.
    dropped: Option<Square>,
    /// Set while the primary button draws instead of moving pieces.
    pen: Option<Brush>,
}

impl Board {
    /// Puts a board into an element, in place of what is there.
    pub fn new(
        host: &Element,
        board: BoardState,
        bottom: Color,
        on_event: impl Fn(BoardEvent) + 'static,
    ) -> Option<Board> {
        Board::in_language(crate::language::here(), host, board, bottom, on_event)
    }

    /// The same with labels in another language than that of the page.
    pub fn in_language(
        language: Language,
        host: &Element,
        board: BoardState,
        bottom: Color,
        on_event: impl Fn(BoardEvent) + 'static,
    ) -> Option<Board> {
        host.set_inner_html(&markup(language));
        let svg = host.query_selector("svg").ok()??;
        let children = svg.query_selector_all("g.layer").ok()?;
        let groups =
            (0..children.length()).filter_map(|n| children.item(n)).map(wasm_bindgen::JsCast::unchecked_into);
        let groups: Vec<Element> = groups.collect();
        let drawn = vec![String::new(); groups.len()];
        let gestures = Gestures::new(board, bottom);
        let state = State {
            gestures,
            shown: None,
            drawn,
            pieces: Pieces::default(),
            gliding: Vec::new(),
            dropped: None,
            pen: None,
        };
        let state = RefCell::new(state);
        let cells = AccessibleGrid::in_board(host, language)?;
        let on_event = Box::new(on_event);
        let inner = Rc::new(Inner { svg, groups, cells, state, on_event, listeners: RefCell::default() });
        pointer_input::listen(&inner);
        inner.refresh();
        Some(Board(inner))
    }

    /// Shows another position. Pieces glide to their squares, unless they were dropped there by hand.
    pub fn set_position(&self, board: BoardState) {
        let (before, after, dropped, view) = {
            let mut state = self.0.state.borrow_mut();
            let before = state.gestures.scene().pieces;
            // Quick stepping ends the animations of the step before.
            animation::end(std::mem::take(&mut state.gliding));
            state.gestures.handle(BoardInput::Position(board));
            (before, state.gestures.scene().pieces, state.dropped.take(), state.gestures.view())
        };
        self.0.refresh();
        let travelling: Vec<_> =
            glides(&before, &after).into_iter().filter(|glide| Some(glide.from) != dropped).collect();
        if let Some(pieces) = self.0.group(Layer::Pieces) {
            let gliding = animation::start(pieces, view, &travelling);
            self.0.state.borrow_mut().gliding = gliding;
        }
    }

    pub fn show_shapes(&self, shapes: Vec<Shape>) {
        self.0.handle(BoardInput::Shapes(shapes));
    }

    /// The best moves of an engine, the best first.
    pub fn show_hints(&self, hints: Vec<Hint>) {
        self.0.handle(BoardInput::Hints(hints));
    }

    /// With a pen, every button and every finger draws; without, the primary button moves pieces.
    pub fn hold_pen(&self, pen: Option<Brush>) {
        self.0.state.borrow_mut().pen = pen;
    }

    pub fn flip(&self) {
        self.0.handle(BoardInput::Flip);
    }

    pub fn bottom(&self) -> Color {
        self.0.state.borrow().gestures.view().bottom
    }

    pub fn turn_to(&self, bottom: Color) {
        if self.bottom() != bottom {
            self.flip();
        }
    }

    /// Announces a text to screen readers.
    pub fn announce(&self, text: &str) {
        self.0.cells.announce(text);
    }
}

fn markup(language: Language) -> String {
    let groups: String =
        Layer::ALL.map(|layer| format!("<g class=\"layer {}\"></g>", layer.class())).concat();
    format!(
        "<div class=\"chess-board\"><svg viewBox=\"0 0 800 800\" aria-hidden=\"true\"><defs>{}</defs>{groups}</svg>{}</div>",
        definitions(piece_set()),
        accessible_grid::markup(language)
    )
}

impl Inner {
    fn group(&self, layer: Layer) -> Option<&Element> {
        Layer::ALL.iter().position(|other| *other == layer).and_then(|n| self.groups.get(n))
    }

    /// Applies an input and reports the event. After a move the owner usually sets a new position at once, so the redraw
    /// waits for it: otherwise the piece would jump back first.
    fn handle(self: &Rc<Self>, input: BoardInput) {
        let event = {
            let mut state = self.state.borrow_mut();
            let held = state.gestures.scene().held.map(|(from, _)| from);
            let event = state.gestures.handle(input);
            if matches!(event, Some(BoardEvent::Move { .. })) {
                state.dropped = held;
            }
            event
        };
        let is_move = matches!(event, Some(BoardEvent::Move { .. }));
        if !is_move {
            self.refresh();
        }
        if let Some(event) = event {
            (self.on_event)(event);
        }
        if is_move {
            let board = Rc::clone(self);
            spawn_local(async move { board.refresh() });
        }
    }

    /// Redraws the layers that differ.
    fn refresh(&self) {
        let state = &mut *self.state.borrow_mut();
        let now = (state.gestures.scene(), state.gestures.focus());
        if state.shown.as_ref() == Some(&now) {
            return;
        }
        let (scene, focus) = state.shown.insert(now);
        for ((layer, group), drawn) in Layer::ALL.into_iter().zip(&self.groups).zip(&mut state.drawn) {
            if layer == Layer::Pieces {
                state.pieces.show(group, scene);
                continue;
            }
            let now = layer_svg(scene, layer);
            if *drawn != now {
                if !attribute_diff::apply(group, drawn, &now) {
                    group.set_inner_html(&now);
                }
                *drawn = now;
            }
        }
        self.cells.show(scene, *focus);
    }
}
