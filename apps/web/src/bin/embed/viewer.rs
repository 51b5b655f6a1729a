//! A record viewer for embedding pages: the board at a node, the moves and the comments, for any game of a file.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use catalogue::{FileKind, recognise};
use diagram::Theme;
use diagram::go::{Geometry, Look, Numbering, Scene, Variations, draw};
use i18n::{Language, fill};
use record::chess::notation::NotationStyle;
use record::go::GoRecord;
use record::pgn::{Game, Pgn};
use record::{GameRecord, NodeId, Tree};
use rules::chess::Color;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::js_sys::Function;
use web_sys::{Element, HtmlElement};

use super::go_moves;
use super::part::Emit;
use web::chess::Board;
use web::chess::gesture::BoardState;
use web::notation::{Display, NotationEvent, NotationView};

#[wasm_bindgen]
pub struct RecordPart(Rc<Viewer>);

struct Viewer {
    board: Element,
    moves: HtmlElement,
    language: Language,
    shown: RefCell<OpenGame>,
    notation: RefCell<Option<NotationView>>,
    emit: Emit,
}

/// Which node is shown, and how to draw it.
enum OpenGame {
    Chess { file: Box<Pgn>, number: usize, game: Box<Game>, at: NodeId, board: Option<Board> },
    Go { record: Box<GoRecord> },
}

#[wasm_bindgen]
impl RecordPart {
    /// A game of a PGN or SGF file, numbered from 0. The embedding page has elements for the board and the moves.
    /// `emit` is called with `change` whenever another node is shown.
    #[wasm_bindgen(constructor)]
    pub fn new(
        board: Element,
        moves: HtmlElement,
        bytes: &[u8],
        number: usize,
        language: &str,
        emit: Function,
    ) -> Result<RecordPart, JsValue> {
        let language = Language::from_tag(language).unwrap_or_default();
        let shown = open(bytes, number, language)?;
        let notation = RefCell::default();
        let viewer = Rc::new(Viewer {
            board,
            moves,
            language,
            shown: RefCell::new(shown),
            notation,
            emit: Emit(emit),
        });
        viewer.show_moves();
        viewer.draw();
        Ok(RecordPart(viewer))
    }

    /// `White – Black` of the game, or nothing.
    pub fn title(&self) -> String {
        let shown = self.0.shown.borrow();
        shown.title(shown.number())
    }

    /// The number of games in the file.
    pub fn games(&self) -> usize {
        self.0.shown.borrow().games()
    }

    /// The number of the open game, from 0.
    pub fn number(&self) -> usize {
        self.0.shown.borrow().number()
    }

    /// A name for a game of the file: its number and its players.
    #[wasm_bindgen(js_name = gameName)]
    pub fn game_name(&self, number: usize) -> String {
        let words = self.0.language.embed();
        let name = fill(words.game_number, &[("n", &(number + 1).to_string())]);
        match self.0.shown.borrow().title(number) {
            title if title.is_empty() => name,
            title => format!("{name}: {}", i18n::visible_line(&title)),
        }
    }

    #[wasm_bindgen(js_name = openGame)]
    pub fn open_game(&self, number: usize) -> Result<(), JsValue> {
        self.0.shown.borrow_mut().open(number, self.0.language)?;
        self.0.show_moves();
        self.0.draw();
        Ok(())
    }

    /// The comment of the shown node.
    pub fn comment(&self) -> String {
        match &*self.0.shown.borrow() {
            OpenGame::Chess { game, at, .. } => game.comment(*at),
            OpenGame::Go { record } => record.remarks().comment.unwrap_or_default(),
        }
    }

    #[wasm_bindgen(js_name = isChess)]
    pub fn is_chess(&self) -> bool {
        matches!(&*self.0.shown.borrow(), OpenGame::Chess { .. })
    }

    /// `inline` or `indented` variations, and pictures of pieces or letters.
    #[wasm_bindgen(js_name = setDisplay)]
    pub fn set_display(&self, is_inline: bool, figurines: bool) {
        let style = if is_inline { NotationStyle::Inline } else { NotationStyle::Indented };
        let display = Display { style, figurines, ..Display::default() };
        self.0.with_notation(|notation, game, _| notation.set_display(game, display));
    }

    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&self, node: usize) {
        self.0.step(|tree, _| tree.node(node));
    }

    pub fn forward(&self) {
        self.0.step(|tree, here| tree.first_child(here));
    }

    pub fn back(&self) {
        self.0.step(|tree, here| tree.parent(here));
    }

    pub fn first(&self) {
        self.0.step(|tree, here| Some(tree.root(here)));
    }

    pub fn last(&self) {
        self.0.step(|tree, here| tree.main_line(here).last());
    }

    pub fn flip(&self) {
        if let OpenGame::Chess { board: Some(board), .. } = &*self.0.shown.borrow() {
            board.flip();
        }
    }
}

fn open(bytes: &[u8], number: usize, language: Language) -> Result<OpenGame, JsValue> {
    let is_sgf = recognise("", bytes) == FileKind::GoRecord;
    if let Some(file) = is_sgf.then(|| record::sgf::read(bytes).ok()).flatten() {
        let games = file.games().len();
        return match number < games {
            true => Ok(OpenGame::Go { record: Box::new(GoRecord::open(file, number)) }),
            false => Err(no_such_game(number, games, language)),
        };
    }
    let file = Box::new(Pgn::read(bytes.to_vec()));
    let game = Box::new(file.game(number).ok_or_else(|| no_such_game(number, file.len(), language))?);
    let (at, board) = (game.root(), None);
    Ok(OpenGame::Chess { file, number, game, at, board })
}

fn no_such_game(number: usize, games: usize, language: Language) -> JsValue {
    let (n, count) = ((number + 1).to_string(), games.to_string());
    fill(language.embed().no_such_game, &[("n", &n), ("count", &count)]).into()
}

impl OpenGame {
    fn open(&mut self, wanted: usize, language: Language) -> Result<(), JsValue> {
        let games = self.games();
        match self {
            OpenGame::Chess { file, number, game, at, .. } => {
                **game = file.game(wanted).ok_or_else(|| no_such_game(wanted, games, language))?;
                (*number, *at) = (wanted, game.root());
            }
            OpenGame::Go { record } => {
                if !record.open_game(wanted) {
                    return Err(no_such_game(wanted, games, language));
                }
            }
        }
        Ok(())
    }

    fn games(&self) -> usize {
        match self {
            OpenGame::Chess { file, .. } => file.len(),
            OpenGame::Go { record } => record.games(),
        }
    }

    fn number(&self) -> usize {
        match self {
            OpenGame::Chess { number, .. } => *number,
            OpenGame::Go { record } => record.number(),
        }
    }

    fn title(&self, number: usize) -> String {
        let players = match self {
            OpenGame::Chess { file, .. } => {
                ["White", "Black"].map(|name| file.tag(number, name).map(|text| text.into_owned()))
            }
            OpenGame::Go { record } => {
                let root = record.file().games().get(number).copied();
                ["PB", "PW"].map(|property| root.and_then(|root| record.node(root).text(property)))
            }
        };
        let known = players.into_iter().flatten().filter(|name| !name.is_empty() && name != "?");
        known.collect::<Vec<_>>().join(" – ")
    }

    fn here(&self) -> (&Tree, NodeId) {
        match self {
            OpenGame::Chess { game, at, .. } => (game.tree(), *at),
            OpenGame::Go { record } => (record.tree(), record.here()),
        }
    }

    fn go_to(&mut self, node: NodeId) {
        match self {
            OpenGame::Chess { at, .. } => *at = node,
            OpenGame::Go { record } => {
                record.go_to(node);
            }
        }
    }
}

impl Viewer {
    fn step(&self, to: impl Fn(&Tree, NodeId) -> Option<NodeId>) {
        let node = {
            let shown = self.shown.borrow();
            let (tree, here) = shown.here();
            to(tree, here)
        };
        if let Some(node) = node {
            self.shown.borrow_mut().go_to(node);
        }
        self.draw();
    }

    /// Folds a variation or unfolds it. The cursor leaves a variation that is folded.
    fn fold(&self, head: NodeId) {
        self.with_notation(|notation, game, _| notation.fold(game, |folding| folding.toggle(head)));
        let mut is_folded = false;
        self.with_notation(|notation, _, _| is_folded = notation.is_folded(head));
        if is_folded {
            let is_inside = |tree: &Tree, here| tree.ancestors(here).any(|node| node == head);
            self.step(|tree, here| is_inside(tree, here).then(|| tree.parent(head)).flatten());
        }
    }

    /// Draws the moves of another game.
    fn show_moves(self: &Rc<Self>) {
        if !matches!(&*self.shown.borrow(), OpenGame::Chess { .. }) {
            return;
        }
        if self.notation.borrow().is_none() {
            let weak = Rc::downgrade(self);
            let view =
                NotationView::new(self.moves.clone(), self.language, move |event| answer(&weak, event));
            self.notation.replace(view);
        }
        self.with_notation(|notation, game, _| notation.open(game));
    }

    fn with_notation(&self, act: impl FnOnce(&NotationView, &Game, NodeId)) {
        if let (Some(notation), OpenGame::Chess { game, at, .. }) =
            (&*self.notation.borrow(), &*self.shown.borrow())
        {
            act(notation, game, *at);
        }
    }

    fn draw(&self) {
        match &mut *self.shown.borrow_mut() {
            OpenGame::Chess { game, at, board, .. } => {
                draw_chess(&self.board, self.language, game, *at, board);
            }
            OpenGame::Go { record } => {
                self.board.set_inner_html(&go_svg(record));
                self.moves.set_inner_html(&go_moves::html(record, self.language));
            }
        }
        self.with_notation(|notation, game, at| notation.set_current(game, at));
        self.emit.send("change", &[]);
    }
}

/// Clicks on moves go there; a reader cannot edit, so there is no menu.
fn answer(viewer: &Weak<Viewer>, event: NotationEvent) {
    let Some(viewer) = viewer.upgrade() else { return };
    match event {
        NotationEvent::GoTo(node) => viewer.step(|_, _| Some(node)),
        NotationEvent::Fold(head) => viewer.fold(head),
        NotationEvent::Unfold(node) => viewer.with_notation(|notation, game, _| {
            notation.fold(game, |folding| folding.unfold_variations_of(game, node));
        }),
        NotationEvent::Menu { .. } => {}
    }
}

fn draw_chess(element: &Element, language: Language, game: &Game, at: NodeId, board: &mut Option<Board>) {
    let Some(position) = game.position(at) else { return };
    let board_state = BoardState::of(&position, None, game.mv(at).and_then(|mv| mv.step()));
    let board_state = BoardState { steps: Vec::new(), promotions: Vec::new(), ..board_state };
    if board.is_none() {
        let bottom = match game.tag("Orientation").map(|side| side.to_ascii_lowercase()).as_deref() {
            Some("black") => Color::Black,
            _ => Color::White,
        };
        *board = Board::in_language(language, element, board_state.clone(), bottom, |_| {});
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
