//! A record viewer for embedding pages: the board at a node, the moves and the comments.

use std::cell::RefCell;

use catalogue::{FileKind, recognise};
use diagram::Theme;
use diagram::go::{Geometry, Look, Numbering, Scene, Variations, draw};
use record::GameRecord;
use record::NodeId;
use record::go::GoRecord;
use record::pgn::{Game, Pgn, nag_sign};
use rules::chess::Color;
use rules::go::Move;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;

use web::chess::Board;
use web::chess::gesture::BoardState;

/// Which node is shown, and how to draw it.
#[wasm_bindgen]
pub struct RecordPart {
    element: Element,
    shown: RefCell<OpenGame>,
}

enum OpenGame {
    Chess { game: Box<Game>, at: NodeId, board: Option<Board> },
    Go { record: Box<GoRecord> },
}

#[wasm_bindgen]
impl RecordPart {
    /// A game of a PGN or SGF file, numbered from 0.
    #[wasm_bindgen(constructor)]
    pub fn new(element: Element, bytes: &[u8], number: usize) -> Result<RecordPart, JsValue> {
        let is_sgf = recognise("", bytes) == FileKind::GoRecord;
        let shown = match is_sgf.then(|| record::sgf::read(bytes).ok()).flatten() {
            Some(file) if number < file.games().len() => {
                OpenGame::Go { record: Box::new(GoRecord::open(file, number)) }
            }
            _ => {
                let game =
                    Pgn::read(bytes.to_vec()).game(number).ok_or("there is no such game in this file")?;
                let (at, game) = (game.root(), Box::new(game));
                OpenGame::Chess { game, at, board: None }
            }
        };
        let part = RecordPart { element, shown: RefCell::new(shown) };
        part.draw();
        Ok(part)
    }

    /// `White – Black`, or nothing.
    pub fn title(&self) -> String {
        let (one, other) = match &*self.shown.borrow() {
            OpenGame::Chess { game, .. } => {
                let tag = |name: &str| game.tag(name).map(|text| text.into_owned());
                (tag("White"), tag("Black"))
            }
            OpenGame::Go { record } => {
                let text = |property: &str| record.node(record.root()).text(property);
                (text("PB"), text("PW"))
            }
        };
        [one, other]
            .into_iter()
            .flatten()
            .filter(|name| !name.is_empty() && name != "?")
            .collect::<Vec<_>>()
            .join(" – ")
    }

    /// The comment of the shown node.
    pub fn comment(&self) -> String {
        match &*self.shown.borrow() {
            OpenGame::Chess { game, at, .. } => game.comment(*at),
            OpenGame::Go { record } => record.remarks().comment.unwrap_or_default(),
        }
    }

    /// The moves as HTML: each a button with its number in the tree, variations in brackets.
    pub fn moves(&self) -> String {
        let shown = self.shown.borrow();
        let (tree, root, here) = match &*shown {
            OpenGame::Chess { game, at, .. } => (game.tree(), game.root(), *at),
            OpenGame::Go { record } => (record.tree(), record.root(), record.here()),
        };
        let mut out = String::new();
        // A stack of what is left to write: a node with the line after it, or the end of a variation.
        let mut waiting = vec![MoveListItem::Line(root)];
        while let Some(step) = waiting.pop() {
            match step {
                MoveListItem::Close => out.push_str("<span class=\"bracket\">)</span> "),
                MoveListItem::Open(node) => {
                    out.push_str("<span class=\"bracket\">(</span>");
                    out.push_str(&button(&shown, node, here));
                    waiting.extend([MoveListItem::Close, MoveListItem::Line(node)]);
                }
                MoveListItem::Line(node) => {
                    let mut children = tree.children(node);
                    let Some(first) = children.next() else { continue };
                    out.push_str(&button(&shown, first, here));
                    waiting.push(MoveListItem::Line(first));
                    let others: Vec<NodeId> = children.collect();
                    waiting.extend(others.into_iter().rev().map(MoveListItem::Open));
                }
            }
        }
        out
    }

    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&self, node: usize) {
        self.step(|tree, _| tree.node(node));
    }

    pub fn forward(&self) {
        self.step(|tree, here| tree.first_child(here));
    }

    pub fn back(&self) {
        self.step(|tree, here| tree.parent(here));
    }

    pub fn flip(&self) {
        if let OpenGame::Chess { board: Some(board), .. } = &*self.shown.borrow() {
            board.flip();
        }
    }

    fn step(&self, to: impl Fn(&record::Tree, NodeId) -> Option<NodeId>) {
        match &mut *self.shown.borrow_mut() {
            OpenGame::Chess { game, at, .. } => *at = to(game.tree(), *at).unwrap_or(*at),
            OpenGame::Go { record } => {
                if let Some(node) = to(record.tree(), record.here()) {
                    record.go_to(node);
                }
            }
        }
        self.draw();
    }

    fn draw(&self) {
        match &mut *self.shown.borrow_mut() {
            OpenGame::Chess { game, at, board } => draw_chess(&self.element, game, *at, board),
            OpenGame::Go { record } => self.element.set_inner_html(&go_svg(record)),
        }
    }
}

enum MoveListItem {
    Line(NodeId),
    Open(NodeId),
    Close,
}

fn draw_chess(element: &Element, game: &Game, at: NodeId, board: &mut Option<Board>) {
    let Some(position) = game.position(at) else { return };
    let board_state = BoardState::of(&position, None, game.mv(at).and_then(|mv| mv.step()));
    let board_state = BoardState { steps: Vec::new(), promotions: Vec::new(), ..board_state };
    if board.is_none() {
        let bottom = match game.tag("Orientation").map(|side| side.to_ascii_lowercase()).as_deref() {
            Some("black") => Color::Black,
            _ => Color::White,
        };
        *board = Board::new(element, board_state.clone(), bottom, |_| {});
    }
    if let Some(board) = board {
        board.show_shapes(game.shapes(at));
        board.set_position(board_state);
    }
}

fn go_svg(record: &GoRecord) -> String {
    let scene = Scene::at_cursor(record, Look { numbering: Numbering::None, variations: Variations::None });
    let geometry = Geometry::at_cursor(record).fitting(760.0, 760.0);
    diagram::to_svg(&draw(&scene, &geometry), Theme::Light)
}

fn button(shown: &OpenGame, node: NodeId, here: NodeId) -> String {
    let class = if node == here { "move here" } else { "move" };
    let text = match shown {
        OpenGame::Chess { game, .. } => chess_text(game, node),
        OpenGame::Go { record } => go_text(record, node),
    };
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!("<button class=\"{class}\" data-node=\"{}\">{text}</button> ", node.index())
}

/// `12... Nf6!`
fn chess_text(game: &Game, node: NodeId) -> String {
    let signs: String = game.nags(node).filter_map(|nag| nag_sign(nag.number?)).collect();
    let san = || {
        let before = game.position(game.tree().parent(node)?)?;
        let dots = if before.turn() == Color::White { "." } else { "..." };
        Some(format!("{}{dots} {}", before.move_number(), before.san(game.mv(node)?)))
    };
    san().unwrap_or_else(|| game.written_move(node).into_owned()) + &signs
}

fn go_text(record: &GoRecord, node: NodeId) -> String {
    match record.editor().game().only_move(node, record.size()) {
        Some((color, Move::Place(at))) => format!("{} {}", color.letter(), at.name(record.size())),
        Some((color, Move::Pass)) => format!("{} pass", color.letter()),
        None => "·".to_owned(),
    }
}
