//! A puzzle: a tree of moves with the position after each, whatever the game. The first child is the move to find or
//! the expected reply; the others are alternatives.

use std::fmt;

use i18n::Language;
use record::NodeId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    White,
    Black,
}

/// A position that can be trained.
pub trait Board: Clone {
    type Move: Clone + PartialEq + fmt::Debug;
    /// What the pointer does: drop a piece on a square, place a stone on a point.
    type Drop: Clone + fmt::Debug;

    fn turn(&self) -> Side;
    fn play(&self, mv: &Self::Move) -> Option<Self>;
    /// The legal moves that a drop can mean; several when a pawn promotes.
    fn candidate_moves(&self, drop: &Self::Drop) -> Vec<Self::Move>;
    /// Whether the last move ended the game in favour of the side that played it.
    fn is_won(&self) -> bool;
    /// Parses a typed move.
    fn parse_typed(&self, text: &str) -> Result<TypedInput<Self>, TypedError>;
    /// The move with its number or colour: `12... Nf6`, `B D4`.
    fn move_text(&self, mv: &Self::Move) -> String;
    /// What makes two positions of puzzles the same, as text. Part of the stored history: it must not change.
    fn position_key(&self) -> String;
    /// The move as text that does not depend on the language or on the numbering. Part of the stored history as well.
    fn move_key(&self, mv: &Self::Move) -> String;
    /// The part of the board to look at, as text for the first hint. None if that would be the move itself.
    fn hint_area(&self, mv: &Self::Move, language: Language) -> Option<String>;
    /// The same position with the same side to move, however it was reached.
    fn is_same(&self, other: &Self) -> bool;
    /// The keys under which a text can name this move.
    fn name_keys(&self, mv: &Self::Move) -> Vec<String>;
    /// The keys of all moves that the text may name.
    fn keys_named_in(text: &str) -> Vec<String>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedInput<B: Board> {
    Move(B::Move),
    Drop(B::Drop),
}

/// Why a typed text is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedError {
    NotAMove,
    /// It could be any of these moves.
    Ambiguous(Vec<String>),
}

/// A node of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PuzzleNodeId(usize);

/// What the file says about the puzzle as a whole. Unknown fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The event, or the name of a Go problem.
    pub title: String,
    /// `Anderssen – Kieseritzky`, in the order that is usual in the game.
    pub players: String,
    pub date: String,
}

#[derive(Clone, Debug)]
struct PuzzleNode<B: Board> {
    mv: Option<B::Move>,
    parent: Option<PuzzleNodeId>,
    board: B,
    children: Vec<PuzzleNodeId>,
    is_bad: bool,
    node: NodeId,
    /// The author's comments before and after the move; at the root the task.
    comment: Box<str>,
}

#[derive(Clone, Debug)]
pub struct Puzzle<B: Board> {
    solver: Side,
    about: About,
    nodes: Vec<PuzzleNode<B>>,
}

/// The record has no moves, or none by the solving side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSolution;

impl fmt::Display for NoSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no move to find in this record")
    }
}

impl std::error::Error for NoSolution {}

impl<B: Board> Puzzle<B> {
    /// A puzzle of one position; `node` is the record's node for it.
    pub fn new(start: B, solver: Side, node: NodeId) -> Puzzle<B> {
        let root = PuzzleNode {
            mv: None,
            parent: None,
            board: start,
            children: Vec::new(),
            is_bad: false,
            node,
            comment: Box::default(),
        };
        Puzzle { solver, about: About::default(), nodes: vec![root] }
    }

    pub fn with_about(self, about: About) -> Puzzle<B> {
        Puzzle { about, ..self }
    }

    /// Adds a move as the last child. None if it cannot be played there.
    pub fn add(
        &mut self,
        parent: PuzzleNodeId,
        mv: B::Move,
        is_bad: bool,
        node: NodeId,
    ) -> Option<PuzzleNodeId> {
        let board = self.nodes.get(parent.0)?.board.play(&mv)?;
        let id = PuzzleNodeId(self.nodes.len());
        self.nodes.push(PuzzleNode {
            mv: Some(mv),
            parent: Some(parent),
            board,
            children: Vec::new(),
            is_bad,
            node,
            comment: Box::default(),
        });
        self.nodes.get_mut(parent.0)?.children.push(id);
        Some(id)
    }

    /// Adds a paragraph to the comment of a node.
    pub fn add_comment(&mut self, id: PuzzleNodeId, text: &str) {
        let text = text.trim();
        let Some(node) = self.nodes.get_mut(id.0).filter(|_| !text.is_empty()) else { return };
        let before = std::mem::take(&mut node.comment);
        node.comment = if before.is_empty() { text.into() } else { format!("{before}\n{text}").into() };
    }

    /// The puzzle, if its main line has a move of the solving side.
    pub fn checked(self) -> Result<Puzzle<B>, NoSolution> {
        let mut line = std::iter::successors(Some(self.root()), |id| self.children(*id).first().copied());
        let has_task = line.any(|id| !self.children(id).is_empty() && self.is_solvers_turn(id));
        has_task.then_some(self).ok_or(NoSolution)
    }

    pub fn root(&self) -> PuzzleNodeId {
        PuzzleNodeId(0)
    }

    /// The solving side, shown at the bottom of the board.
    pub fn solver(&self) -> Side {
        self.solver
    }

    pub fn board(&self, id: PuzzleNodeId) -> &B {
        &self.node_at(id).board
    }

    pub fn mv(&self, id: PuzzleNodeId) -> Option<&B::Move> {
        self.node_at(id).mv.as_ref()
    }

    /// The node of the record that the puzzle was made from.
    pub fn node(&self, id: PuzzleNodeId) -> NodeId {
        self.node_at(id).node
    }

    pub fn children(&self, id: PuzzleNodeId) -> &[PuzzleNodeId] {
        &self.node_at(id).children
    }

    pub fn about(&self) -> &About {
        &self.about
    }

    /// The author's comment on the move, or the task at the root; empty if there is none.
    pub fn comment(&self, id: PuzzleNodeId) -> &str {
        &self.node_at(id).comment
    }

    pub fn parent(&self, id: PuzzleNodeId) -> Option<PuzzleNodeId> {
        self.node_at(id).parent
    }

    /// All nodes, parents before their children.
    pub fn ids(&self) -> impl Iterator<Item = PuzzleNodeId> + use<B> {
        (0..self.nodes.len()).map(PuzzleNodeId)
    }

    /// No move on the way to this node is refuted.
    pub fn is_on_right_line(&self, id: PuzzleNodeId) -> bool {
        std::iter::successors(Some(id), |id| self.parent(*id)).all(|id| !self.is_bad(id))
    }

    /// The nodes from the root to this one.
    pub fn line(&self, id: PuzzleNodeId) -> Vec<PuzzleNodeId> {
        let mut line: Vec<PuzzleNodeId> =
            std::iter::successors(Some(id), |id| self.node_at(*id).parent).collect();
        line.reverse();
        line
    }

    /// The moves that follow refute this one.
    pub fn is_bad(&self, id: PuzzleNodeId) -> bool {
        self.node_at(id).is_bad
    }

    pub fn is_solvers_turn(&self, id: PuzzleNodeId) -> bool {
        self.board(id).turn() == self.solver
    }

    /// Ids come from `root` and `add`; an id of another puzzle means the root.
    fn node_at(&self, id: PuzzleNodeId) -> &PuzzleNode<B> {
        self.nodes.get(id.0).unwrap_or(&self.nodes[0])
    }
}
