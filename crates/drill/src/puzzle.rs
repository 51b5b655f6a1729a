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
    /// Parses a typed move. None if the text is not a move at all.
    fn parse_typed(&self, text: &str) -> Option<TypedInput<Self>>;
    /// The move with its number or colour: `12... Nf6`, `B D4`.
    fn move_text(&self, mv: &Self::Move) -> String;
    /// The part of the board to look at, as text for the first hint.
    fn hint_area(&self, mv: &Self::Move, language: Language) -> String;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedInput<B: Board> {
    Move(B::Move),
    Drop(B::Drop),
}

/// A node of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleNodeId(usize);

#[derive(Clone, Debug)]
struct PuzzleNode<B: Board> {
    mv: Option<B::Move>,
    parent: Option<PuzzleNodeId>,
    board: B,
    children: Vec<PuzzleNodeId>,
    is_bad: bool,
    node: NodeId,
}

#[derive(Clone, Debug)]
pub struct Puzzle<B: Board> {
    solver: Side,
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
        let root =
            PuzzleNode { mv: None, parent: None, board: start, children: Vec::new(), is_bad: false, node };
        Puzzle { solver, nodes: vec![root] }
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
        });
        self.nodes.get_mut(parent.0)?.children.push(id);
        Some(id)
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
