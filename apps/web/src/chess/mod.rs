//! An interactive chess board in any element: pointers and keys go to the hand of `diagram`, what it announces goes to
//! whoever put the board there. Knows no framework, so that the studio and the pages of others share it.

mod cells;
mod glide;
mod hear;
mod lines;
mod listener;
mod pieces;

use std::cell::RefCell;
use std::rc::Rc;

use diagram::chess::{Announcement, Deed, Hand, Layer, Scene, Told, definitions, glides, layer_svg};
use record::pgn::{Brush, Shape};
use rules::chess::{Color, Square};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::Element;

use cells::Cells;
#[cfg(feature = "studio")]
pub use cells::piece_label;
pub use listener::Listener;
use pieces::Pieces;

/// A board; its copies are the same board. When the last is dropped, it hears nothing any more.
#[derive(Clone)]
pub struct Board(Rc<Inner>);

struct Inner {
    svg: Element,
    /// One group for each layer, in their order.
    groups: Vec<Element>,
    cells: Cells,
    state: RefCell<State>,
    announce: Box<dyn Fn(Announcement)>,
    listeners: RefCell<Vec<Listener>>,
}

struct State {
    hand: Hand,
    /// What is drawn, and which square has the keyboard.
    shown: Option<(Scene, Square)>,
    /// What stands in each group.
    drawn: Vec<String>,
    pieces: Pieces,
    /// Pieces on their way.
    gliding: Vec<JsValue>,
    /// Dropped by hand, and so already where it goes.
    dropped: Option<Square>,
    /// What the first button draws with instead of moving pieces.
    pen: Option<Brush>,
}

impl Board {
    /// Puts a board into an element, in place of what is there.
    pub fn new(
        host: &Element,
        told: Told,
        bottom: Color,
        announce: impl Fn(Announcement) + 'static,
    ) -> Option<Board> {
        host.set_inner_html(&markup());
        let svg = host.query_selector("svg").ok()??;
        let children = svg.query_selector_all("g.layer").ok()?;
        let groups =
            (0..children.length()).filter_map(|n| children.item(n)).map(wasm_bindgen::JsCast::unchecked_into);
        let groups: Vec<Element> = groups.collect();
        let drawn = vec![String::new(); groups.len()];
        let hand = Hand::new(told, bottom);
        let state = State {
            hand,
            shown: None,
            drawn,
            pieces: Pieces::default(),
            gliding: Vec::new(),
            dropped: None,
            pen: None,
        };
        let state = RefCell::new(state);
        let cells = Cells::in_board(host)?;
        let announce = Box::new(announce);
        let inner = Rc::new(Inner { svg, groups, cells, state, announce, listeners: RefCell::default() });
        hear::listen(&inner);
        inner.refresh();
        Some(Board(inner))
    }

    /// The position is now this. Pieces that travelled glide, unless a hand has put them there.
    pub fn tell(&self, told: Told) {
        let (before, after, dropped, view) = {
            let mut state = self.0.state.borrow_mut();
            let before = state.hand.scene().pieces;
            // Who steps on does not wait for what still travels: it is there.
            glide::end(std::mem::take(&mut state.gliding));
            state.hand.handle(Deed::Tell(told));
            (before, state.hand.scene().pieces, state.dropped.take(), state.hand.view())
        };
        self.0.refresh();
        let travelling: Vec<_> =
            glides(&before, &after).into_iter().filter(|glide| Some(glide.from) != dropped).collect();
        if let Some(pieces) = self.0.group(Layer::Pieces) {
            let gliding = glide::start(pieces, view, &travelling);
            self.0.state.borrow_mut().gliding = gliding;
        }
    }

    pub fn show_shapes(&self, shapes: Vec<Shape>) {
        self.0.deed(Deed::Shapes(shapes));
    }

    /// With a pen in the hand, every button and every finger draws; without, the first moves pieces.
    pub fn hold_pen(&self, pen: Option<Brush>) {
        self.0.state.borrow_mut().pen = pen;
    }

    pub fn flip(&self) {
        self.0.deed(Deed::Flip);
    }

    pub fn bottom(&self) -> Color {
        self.0.state.borrow().hand.view().bottom
    }

    pub fn turn_to(&self, bottom: Color) {
        if self.bottom() != bottom {
            self.flip();
        }
    }

    /// Read out to those who do not see the board.
    pub fn say(&self, text: &str) {
        self.0.cells.say(text);
    }
}

fn markup() -> String {
    let groups: String =
        Layer::ALL.map(|layer| format!("<g class=\"layer {}\"></g>", layer.class())).concat();
    format!(
        "<div class=\"chess-board\"><svg viewBox=\"0 0 800 800\" aria-hidden=\"true\"><defs>{}</defs>{groups}</svg>{}</div>",
        definitions(),
        cells::markup()
    )
}

impl Inner {
    fn group(&self, layer: Layer) -> Option<&Element> {
        Layer::ALL.iter().position(|other| *other == layer).and_then(|n| self.groups.get(n))
    }

    /// Something was done to the board, and whoever has to know of it is told. Who hears of a move mostly tells the board
    /// where the piece is now: it is not put back first, only to be put there.
    fn deed(self: &Rc<Self>, deed: Deed) {
        let said = {
            let mut state = self.state.borrow_mut();
            let held = state.hand.scene().held.map(|(from, _)| from);
            let said = state.hand.handle(deed);
            if matches!(said, Some(Announcement::Move { .. })) {
                state.dropped = held;
            }
            said
        };
        let is_move = matches!(said, Some(Announcement::Move { .. }));
        if !is_move {
            self.refresh();
        }
        if let Some(said) = said {
            (self.announce)(said);
        }
        if is_move {
            let board = Rc::clone(self);
            spawn_local(async move { board.refresh() });
        }
    }

    /// Writes the layers that differ.
    fn refresh(&self) {
        let state = &mut *self.state.borrow_mut();
        let now = (state.hand.scene(), state.hand.focus());
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
                if !lines::follow(group, drawn, &now) {
                    group.set_inner_html(&now);
                }
                *drawn = now;
            }
        }
        self.cells.show(scene, *focus);
    }
}
