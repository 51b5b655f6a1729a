//! Replays Go from SGF: what each node does to the board. Everything is applied as FF[4] demands and nothing is
//! refused; irregularities are stored with the position.

use std::sync::Arc;

use rules::go::{Color, Illegal, Move, Point, Position, Rules, Size};

use crate::editor::Game;
use crate::sgf::{Charset, Collection, GameKind, Node};
use crate::tree::{NodeId, Tree};

/// An SGF file whose games are Go.
#[derive(Clone, Debug)]
pub struct GoFile(pub Collection);

/// Editable state of the whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    pub charset: Charset,
    pub games: Vec<NodeId>,
}

/// The board after a node, and the state inherited from the nodes before it.
#[derive(Clone, Debug)]
pub struct State {
    pub position: Position,
    /// The latest move, unless stones were set up since.
    pub last_move: Option<(Color, Move)>,
    /// The number of the latest move: counted from 1, or set by MN.
    pub number: u32,
    pub kind: NodeKind,
    /// What this node does against the rules.
    pub irregular: Vec<Irregular>,
    /// DD and VW are inherited until changed; `None` means no restriction.
    pub dimmed: Option<Arc<[Point]>>,
    pub visible: Option<Arc<[Point]>>,
    /// Of a game other than Go, as GM says: nothing is played on its board.
    pub is_other_game: bool,
    /// PM: 0 no move numbers in print, 1 all, 2 modulo 100.
    pub print_mode: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    Move,
    SetUp,
    /// Neither: only text or marks.
    Plain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Irregular {
    Move(Illegal),
    /// A move whose value is not a point of the board.
    NotAPoint,
}

impl Game for GoFile {
    /// `None` means the text in the file.
    type Text = Option<Arc<[u8]>>;
    type Setting = Setting;
    type Position = State;

    fn tree(&self) -> &Tree {
        self.0.tree()
    }

    fn tree_mut(&mut self) -> &mut Tree {
        self.0.tree_mut()
    }

    fn text(&self, node: NodeId) -> Option<Arc<[u8]>> {
        self.0.edited_text(node)
    }

    fn set_text(&mut self, node: NodeId, text: Option<Arc<[u8]>>) {
        self.0.set_edited_text(node, text);
    }

    fn add_detached(&mut self, text: Option<Arc<[u8]>>) -> NodeId {
        self.0.add_detached(text.unwrap_or_else(|| b";".as_slice().into()))
    }

    fn setting(&self) -> Setting {
        Setting { charset: self.0.charset(), games: self.0.games().to_vec() }
    }

    fn set_setting(&mut self, setting: Setting) {
        self.0.set_charset(setting.charset);
        self.0.set_games(setting.games);
    }

    fn start(&self, root: NodeId) -> State {
        let is_other_game = self.0.kind(root) != GameKind::Go;
        let root = self.0.node(root);
        let rules = root.simple_text("RU").and_then(|name| Rules::from_sgf(&name));
        State {
            position: Position::new(root.size()).with_rules(rules.unwrap_or(Rules::JAPANESE)),
            last_move: None,
            number: 0,
            kind: NodeKind::Plain,
            irregular: Vec::new(),
            dimmed: None,
            visible: None,
            is_other_game,
            print_mode: 1,
        }
    }

    fn replay(&self, node: NodeId, before: &State) -> State {
        let is_first = self.0.tree().parent(node).is_none();
        let node = self.0.node(node);
        let mut state = State { irregular: Vec::new(), kind: NodeKind::Plain, ..before.clone() };
        if state.is_other_game {
            return state;
        }
        state.play_moves(node);
        state.set_up(node);
        state.set_turn(node, is_first);
        state.read_other_properties(node);
        state
    }

    fn counts(&self, node: NodeId) -> (usize, Option<i64>) {
        let node = self.0.node(node);
        (node.properties().filter(|property| property.move_color().is_some()).count(), node.integer("MN"))
    }
}

impl State {
    /// The board after the moves of a node, before its set-up.
    pub(crate) fn play_moves(&mut self, node: Node<'_>) {
        let size = self.position.size();
        let forced = node.has("KO");
        for (color, mv) in node.moves(size) {
            let (next, illegal) = match mv {
                Some(Move::Place(at)) => {
                    let (next, illegal) = self.position.force(color, at);
                    (next, illegal.map(Irregular::Move))
                }
                Some(Move::Pass) => (self.position.pass(color), None),
                None => (self.position.clone().with_to_play(color.other()), Some(Irregular::NotAPoint)),
            };
            self.position = next;
            self.irregular.extend(illegal.filter(|_| !forced));
            self.last_move = mv.map(|mv| (color, mv));
            self.number = self.number.saturating_add(1);
            self.kind = NodeKind::Move;
        }
    }

    fn set_up(&mut self, node: Node<'_>) {
        if !node.has_setup() {
            return;
        }
        let size = self.position.size();
        let list = |name, stone| node.points(name, size).into_iter().map(move |at| (at, stone));
        let removed = list("AE", None);
        let added = list("AB", Some(Color::Black)).chain(list("AW", Some(Color::White)));
        self.position = self.position.set_up(removed.chain(added));
        if self.kind != NodeKind::Move {
            self.kind = NodeKind::SetUp;
            self.last_move = None;
        }
    }

    /// PL sets the side to move; without it, White moves after a handicap.
    fn set_turn(&mut self, node: Node<'_>, is_first: bool) {
        let written = node.simple_text("PL").and_then(|text| read_color(&text));
        let handicap = is_first && self.kind != NodeKind::Move && node.integer("HA").is_some_and(|n| n >= 2);
        if let Some(color) = written.or(handicap.then_some(Color::White)) {
            self.position = self.position.clone().with_to_play(color);
        }
    }

    fn read_other_properties(&mut self, node: Node<'_>) {
        if let Some(number) = node.integer("MN").and_then(|n| u32::try_from(n).ok()) {
            self.number = number;
        }
        if let Some(mode) = node.integer("PM").and_then(|n| u8::try_from(n).ok()) {
            self.print_mode = mode;
        }
        let size = self.position.size();
        for (name, area) in [("DD", &mut self.dimmed), ("VW", &mut self.visible)] {
            if node.has(name) {
                let points = node.points(name, size);
                *area = (!points.is_empty()).then(|| points.into());
            }
        }
    }
}

/// `B`, `black`, and the 1 and 2 of old files.
fn read_color(text: &str) -> Option<Color> {
    match text.trim().bytes().next()? {
        b'B' | b'b' | b'1' => Some(Color::Black),
        b'W' | b'w' | b'2' => Some(Color::White),
        _ => None,
    }
}

impl GoFile {
    /// The moves of a game's main line with their numbers, replayed one after the other: one for each node that has a
    /// move, as paths count them. A move that is not on the board is `None`.
    pub fn main_line_moves(&self, root: NodeId) -> impl Iterator<Item = (u32, Color, Option<Move>)> {
        let mut state = self.start(root);
        self.tree().main_line(root).filter_map(move |node| {
            state = self.replay(node, &state);
            let (color, mv) = self.last_move(node, state.position.size())?;
            Some((state.number, color, mv))
        })
    }

    /// The last move of a node, and `None` in place of a point that is not on the board.
    pub fn last_move(&self, node: NodeId, size: Size) -> Option<(Color, Option<Move>)> {
        self.0.node(node).moves(size).last()
    }

    /// The move of a node that has exactly one.
    pub fn only_move(&self, node: NodeId, size: Size) -> Option<(Color, Move)> {
        let mut moves = self.0.node(node).moves(size);
        let (color, mv) = moves.next()?;
        moves.next().is_none().then_some((color, mv?))
    }
}
