//! A puzzle: a tree of moves with the position after each, whatever the game. The first child is the move to find or
//! the reply to expect; the others are alternatives.

use std::fmt;

use record::NodeId;
use words::Language;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    White,
    Black,
}

/// A position that can be trained.
pub trait Board: Clone {
    type Move: Clone + PartialEq + fmt::Debug;
    /// What a hand does: a piece put on a square, a stone on a point.
    type Drop: Clone + fmt::Debug;

    fn turn(&self) -> Side;
    fn play(&self, mv: &Self::Move) -> Option<Self>;
    /// The legal moves that a drop can mean; several where a pawn may become several pieces.
    fn meant(&self, drop: &Self::Drop) -> Vec<Self::Move>;
    /// The side that just moved has won on the spot.
    fn is_won(&self) -> bool;
    /// What someone means by typing this. None where it is no move at all.
    fn typed(&self, text: &str) -> Option<Typed<Self>>;
    /// With its number or its colour: `12... Nf6`, `B D4`.
    fn spell(&self, mv: &Self::Move) -> String;
    /// Where to look for a move, in words.
    fn whereabouts(&self, mv: &Self::Move, language: Language) -> String;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed<B: Board> {
    Move(B::Move),
    Drop(B::Drop),
}

/// A node of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(usize);

#[derive(Clone, Debug)]
struct Step<B: Board> {
    mv: Option<B::Move>,
    parent: Option<Place>,
    board: B,
    children: Vec<Place>,
    is_bad: bool,
    node: NodeId,
}

#[derive(Clone, Debug)]
pub struct Puzzle<B: Board> {
    solver: Side,
    steps: Vec<Step<B>>,
}

/// There is nothing to find: no moves, or none by the side that solves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSolution;

impl fmt::Display for NoSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no move to find in this record")
    }
}

impl std::error::Error for NoSolution {}

impl<B: Board> Puzzle<B> {
    /// The position before the first move, the side that solves, and the record's node for both.
    pub fn new(start: B, solver: Side, node: NodeId) -> Puzzle<B> {
        let root = Step { mv: None, parent: None, board: start, children: Vec::new(), is_bad: false, node };
        Puzzle { solver, steps: vec![root] }
    }

    /// Adds a move as the last child. None if it cannot be played there.
    pub fn add(&mut self, parent: Place, mv: B::Move, is_bad: bool, node: NodeId) -> Option<Place> {
        let board = self.steps.get(parent.0)?.board.play(&mv)?;
        let place = Place(self.steps.len());
        self.steps.push(Step {
            mv: Some(mv),
            parent: Some(parent),
            board,
            children: Vec::new(),
            is_bad,
            node,
        });
        self.steps.get_mut(parent.0)?.children.push(place);
        Some(place)
    }

    /// The puzzle, if the line to find holds a move of the side that solves.
    pub fn checked(self) -> Result<Puzzle<B>, NoSolution> {
        let mut line =
            std::iter::successors(Some(self.root()), |place| self.children(*place).first().copied());
        let has_task = line.any(|place| !self.children(place).is_empty() && self.is_solvers_turn(place));
        has_task.then_some(self).ok_or(NoSolution)
    }

    pub fn root(&self) -> Place {
        Place(0)
    }

    /// The side that solves: at the bottom of the board.
    pub fn solver(&self) -> Side {
        self.solver
    }

    pub fn board(&self, place: Place) -> &B {
        &self.step(place).board
    }

    pub fn mv(&self, place: Place) -> Option<&B::Move> {
        self.step(place).mv.as_ref()
    }

    /// The node of the record that the puzzle was made from.
    pub fn node(&self, place: Place) -> NodeId {
        self.step(place).node
    }

    pub fn children(&self, place: Place) -> &[Place] {
        &self.step(place).children
    }

    /// From the beginning to this place.
    pub fn line(&self, place: Place) -> Vec<Place> {
        let mut line: Vec<Place> =
            std::iter::successors(Some(place), |place| self.step(*place).parent).collect();
        line.reverse();
        line
    }

    /// The move is shown to be wrong by the moves that follow it.
    pub fn is_bad(&self, place: Place) -> bool {
        self.step(place).is_bad
    }

    pub fn is_solvers_turn(&self, place: Place) -> bool {
        self.board(place).turn() == self.solver
    }

    /// Places come from `root` and `add`; one of another puzzle is taken for the root.
    fn step(&self, place: Place) -> &Step<B> {
        self.steps.get(place.0).unwrap_or(&self.steps[0])
    }
}
