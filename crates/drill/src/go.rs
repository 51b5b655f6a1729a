//! Go problems from SGF. Lines marked `RIGHT`, `TE` or "Correct" are solutions. Moves marked `BM` or "Wrong" are refuted by
//! the moves that follow, and so are unmarked lines of a problem that has marks.

use i18n::Language;
use record::editor::Game as _;
use record::go::GoFile;
use record::{NodeId, Tree};
use rules::go::{Color, Move, Point, Position};

use crate::puzzle::{Board, NoSolution, Puzzle, PuzzleNodeId, Side, TypedInput};

impl Board for Position {
    type Move = Move;
    type Drop = Point;

    fn turn(&self) -> Side {
        side(self.to_play())
    }

    fn play(&self, mv: &Move) -> Option<Position> {
        Position::play(self, *mv).ok()
    }

    fn candidate_moves(&self, drop: &Point) -> Vec<Move> {
        let mv = Move::Place(*drop);
        Vec::from_iter(self.is_legal(self.to_play(), mv).then_some(mv))
    }

    /// No single move wins a game of Go.
    fn is_won(&self) -> bool {
        false
    }

    fn parse_typed(&self, text: &str) -> Option<TypedInput<Position>> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(TypedInput::Move(Move::Pass));
        }
        Point::from_name(text, self.size()).map(TypedInput::Drop)
    }

    fn move_text(&self, mv: &Move) -> String {
        let point = match mv {
            Move::Place(at) => at.name(self.size()),
            Move::Pass => "pass".to_owned(),
        };
        format!("{} {point}", self.to_play().letter())
    }

    /// The corner or the side, not the point itself.
    fn hint_area(&self, mv: &Move, language: Language) -> String {
        let words = language.trainer();
        let Move::Place(at) = mv else { return words.pass.to_owned() };
        let third = |at: u8, size: u8| u16::from(at) * 3 / u16::from(size.max(1));
        let parent = match (third(at.y, self.size().height()), third(at.x, self.size().width())) {
            (0, 0) => words.top_left,
            (0, 1) => words.top,
            (0, _) => words.top_right,
            (1, 0) => words.left,
            (1, 1) => words.middle,
            (1, _) => words.right,
            (_, 0) => words.bottom_left,
            (_, 1) => words.bottom,
            _ => words.bottom_right,
        };
        parent.to_owned()
    }
}

fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

/// What a node is marked as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Right,
    Wrong,
    None,
}

/// The puzzle in a game of the file. The side that moves first solves it.
pub fn puzzle(file: &GoFile, root: NodeId) -> Result<Puzzle<Position>, NoSolution> {
    let tree = file.tree();
    let (begin, start) = first_position(file, root)?;
    let node_marks = NodeMarks::new(file, begin);
    let solver = side(start.to_play());
    let mut puzzle = Puzzle::new(start, solver, begin);
    let mut waiting = vec![(begin, puzzle.root(), false)];
    while let Some((node, parent, is_refuted)) = waiting.pop() {
        let solves = puzzle.is_solvers_turn(parent);
        for child in node_marks.children(tree, node, solves, is_refuted) {
            let Some(mv) = only_move(file, child, &puzzle, parent) else { continue };
            let is_bad = solves && !is_refuted && node_marks.is_bad(child);
            if let Some(added) = puzzle.add(parent, mv, is_bad, child) {
                waiting.push((child, added, is_refuted || is_bad));
            }
        }
    }
    puzzle.checked()
}

/// The problems of a file with their numbers in it. Games without a solution are left out.
pub fn puzzles(file: &GoFile) -> Vec<(usize, Puzzle<Position>)> {
    let games = file.0.games().iter().enumerate();
    games.filter_map(|(n, root)| Some((n, puzzle(file, *root).ok()?))).collect()
}

/// The set-up before the first move. The colour of that move decides the turn, whatever `PL` says.
fn first_position(file: &GoFile, root: NodeId) -> Result<(NodeId, Position), NoSolution> {
    let mut node = root;
    let mut state = file.replay(root, &file.start(root));
    loop {
        let size = state.position.size();
        let next = file.tree().first_child(node).ok_or(NoSolution)?;
        if let Some((color, _)) = file.only_move(next, size) {
            return Ok((node, state.position.with_to_play(color)));
        }
        state = file.replay(next, &state);
        node = next;
    }
}

/// The node's move, if the side to move plays it.
fn only_move(file: &GoFile, node: NodeId, puzzle: &Puzzle<Position>, parent: PuzzleNodeId) -> Option<Move> {
    let board = puzzle.board(parent);
    let (color, mv) = file.only_move(node, board.size())?;
    (color == board.to_play()).then_some(mv)
}

/// The marks of all nodes of the problem.
struct NodeMarks {
    marks: Vec<Mark>,
    /// This node or one below it is marked right.
    leads_right: Vec<bool>,
    is_marked: bool,
}

impl NodeMarks {
    fn new(file: &GoFile, begin: NodeId) -> NodeMarks {
        let tree = file.tree();
        let nodes: Vec<NodeId> = tree.preorder(begin).collect();
        let mut node_marks = NodeMarks {
            marks: vec![Mark::None; tree.len()],
            leads_right: vec![false; tree.len()],
            is_marked: false,
        };
        for node in nodes.iter().skip(1) {
            node_marks.marks[node.index()] = mark(file, *node);
        }
        // In preorder children come after their parents, so going backwards handles every node before its parent.
        for node in nodes.iter().rev() {
            let here = node_marks.marks[node.index()];
            let below = tree.children(*node).any(|child| node_marks.leads_right[child.index()]);
            node_marks.leads_right[node.index()] = here == Mark::Right || (here != Mark::Wrong && below);
        }
        node_marks.is_marked = node_marks.leads_right[begin.index()];
        node_marks
    }

    fn is_right(&self, node: NodeId) -> bool {
        self.leads_right.get(node.index()).copied().unwrap_or(false)
    }

    fn is_bad(&self, node: NodeId) -> bool {
        let is_wrong = self.marks.get(node.index()) == Some(&Mark::Wrong);
        is_wrong || (self.is_marked && !self.is_right(node))
    }

    /// The moves after a node: all of them for the solving side, right ones first; only good ones for the opponent.
    fn children(&self, tree: &Tree, node: NodeId, solves: bool, is_refuted: bool) -> Vec<NodeId> {
        let all: Vec<NodeId> = tree.children(node).collect();
        if is_refuted {
            return all;
        }
        let (good, bad): (Vec<NodeId>, Vec<NodeId>) = all.into_iter().partition(|child| !self.is_bad(*child));
        if solves { good.into_iter().chain(bad).collect() } else { good }
    }
}

fn mark(file: &GoFile, node: NodeId) -> Mark {
    let node = file.0.node(node);
    let comment = node.text("C").unwrap_or_default();
    if node.has("BM") || is_marked_wrong(&comment) {
        return Mark::Wrong;
    }
    if node.has("TE") || is_marked_right(&comment) { Mark::Right } else { Mark::None }
}

/// `RIGHT` as goproblems.com writes it, or "Correct"; "right" alone may be a side of the board.
fn is_marked_right(comment: &str) -> bool {
    says(comment, ["RIGHT", "Correct", "CORRECT"], "correct")
}

fn is_marked_wrong(comment: &str) -> bool {
    says(comment, ["Wrong", "WRONG", "Incorrect"], "wrong")
}

/// One of these words anywhere, or `start` in any spelling at the beginning.
fn says(comment: &str, words: [&str; 3], start: &str) -> bool {
    comment.split(|c: char| !c.is_alphanumeric()).any(|found| words.contains(&found))
        || comment.trim_start().to_lowercase().starts_with(start)
}
