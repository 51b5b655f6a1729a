//! A chess board for embedding pages. It reports legal moves and does not judge them.

use std::cell::RefCell;
use std::rc::Rc;

use rules::chess::{Color, PieceStep, Position, Square};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;
use web_sys::js_sys::Function;

use super::part::{Emit, color, shapes};
use web::chess::Board;
use web::chess::gesture::{BoardEvent, BoardState};

#[wasm_bindgen]
pub struct BoardPart {
    board: Board,
    state: RefCell<State>,
    arrows: RefCell<[Vec<record::pgn::Shape>; 2]>,
}

struct State {
    position: Position,
    last: Option<PieceStep>,
    player: Option<Color>,
    is_interactive: bool,
}

impl State {
    fn board_state(&self) -> BoardState {
        let board_state = BoardState::of(&self.position, self.player, self.last);
        if self.is_interactive {
            board_state
        } else {
            BoardState { steps: Vec::new(), promotions: Vec::new(), ..board_state }
        }
    }
}

#[wasm_bindgen]
impl BoardPart {
    /// An empty FEN is the start position; without a player both sides may be moved.
    #[wasm_bindgen(constructor)]
    pub fn new(
        host: &Element,
        fen: &str,
        orientation: &str,
        player: &str,
        interactive: bool,
        emit: Function,
    ) -> Result<BoardPart, JsValue> {
        let player = (!player.is_empty()).then(|| color(player));
        let state = State { position: position(fen)?, last: None, player, is_interactive: interactive };
        let emit = Rc::new(Emit(emit));
        let on_event = move |event: BoardEvent| report(&emit, event);
        let board = Board::new(host, state.board_state(), color(orientation), on_event)
            .ok_or_else(|| JsValue::from("there is no room for a board"))?;
        Ok(BoardPart { board, state: RefCell::new(state), arrows: RefCell::default() })
    }

    #[wasm_bindgen(js_name = setPosition)]
    pub fn set_position(&self, fen: &str) -> Result<(), JsValue> {
        self.state.borrow_mut().position = position(fen)?;
        self.state.borrow_mut().last = None;
        self.refresh();
        Ok(())
    }

    #[wasm_bindgen(js_name = setInteractive)]
    pub fn set_interactive(&self, interactive: bool, player: &str) {
        self.state.borrow_mut().is_interactive = interactive;
        self.state.borrow_mut().player = (!player.is_empty()).then(|| color(player));
        self.refresh();
    }

    #[wasm_bindgen(js_name = showLastMove)]
    pub fn show_last_move(&self, from: &str, to: &str) {
        let square = |name: &str| name.parse::<Square>().ok();
        self.state.borrow_mut().last = square(from).zip(square(to)).map(|(from, to)| PieceStep { from, to });
        self.refresh();
    }

    #[wasm_bindgen(js_name = clearLastMove)]
    pub fn clear_last_move(&self) {
        self.state.borrow_mut().last = None;
        self.refresh();
    }

    pub fn flip(&self) {
        self.board.flip();
    }

    #[wasm_bindgen(js_name = turnTo)]
    pub fn turn_to(&self, orientation: &str) {
        self.board.turn_to(color(orientation));
    }

    #[wasm_bindgen(js_name = drawArrows)]
    pub fn draw_arrows(&self, arrows: &JsValue) {
        self.arrows.borrow_mut()[0] = shapes(arrows);
        self.show_shapes();
    }

    #[wasm_bindgen(js_name = drawHighlights)]
    pub fn draw_highlights(&self, highlights: &JsValue) {
        self.arrows.borrow_mut()[1] = shapes(highlights);
        self.show_shapes();
    }

    #[wasm_bindgen(js_name = clearAnnotations)]
    pub fn clear_annotations(&self) {
        self.arrows.take();
        self.show_shapes();
    }

    pub fn fen(&self) -> String {
        self.state.borrow().position.fen()
    }

    fn refresh(&self) {
        self.board.set_position(self.state.borrow().board_state());
    }

    fn show_shapes(&self) {
        self.board.show_shapes(self.arrows.borrow().concat());
    }
}

fn position(fen: &str) -> Result<Position, JsValue> {
    if fen.is_empty() || fen == "start" {
        return Ok(Position::initial());
    }
    let read = Position::from_fen(fen, false).map_err(|error| JsValue::from(error.to_string()))?;
    Ok(read.position)
}

fn report(emit: &Emit, event: BoardEvent) {
    if let BoardEvent::Move { from, to, promotion } = event {
        let promotion = promotion.map_or(JsValue::NULL, |role| role.char().to_string().into());
        emit.send(
            "move",
            &[("from", from.to_string().into()), ("to", to.to_string().into()), ("promotion", promotion)],
        );
    }
}
