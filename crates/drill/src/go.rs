//! Go problems from SGF. Lines marked `RIGHT`, `TE` or "Correct" are solutions. Moves marked `BM` or "Wrong" are refuted by
//! the moves that follow, and so are unmarked lines of a problem that has marks.

use std::collections::HashMap;

use i18n::Language;
use record::editor::Game as _;
use record::go::{GoFile, SolutionMark, solution_mark};
use record::{NodeId, Tree};
use rules::go::{Color, Move, Point, Position};

use crate::found::{FoundPuzzles, GameWithoutSolution};
use crate::puzzle::{About, Board, NoSolution, Puzzle, PuzzleNodeId, Side, TypedError, TypedInput};

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

    fn parse_typed(&self, text: &str) -> Result<TypedInput<Position>, TypedError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(TypedInput::Move(Move::Pass));
        }
        Point::from_name(text, self.size()).map(TypedInput::Drop).ok_or(TypedError::NotAMove)
    }

    fn move_text(&self, mv: &Move) -> String {
        let point = match mv {
            Move::Place(at) => at.name(self.size()),
            Move::Pass => "pass".to_owned(),
        };
        format!("{} {point}", self.to_play().letter())
    }

    /// The size, the side to move, the stones and the ko.
    fn position_key(&self) -> String {
        let size = self.size();
        let name = |at: Point| at.name(size);
        let stones = |color| self.board().stones(color).map(name).collect::<Vec<_>>().join(" ");
        let (black, white) = (stones(Color::Black), stones(Color::White));
        let ko = self.ko().map(name).unwrap_or_default();
        let (width, height) = (size.width(), size.height());
        format!("go {width}x{height} {} black {black} white {white} ko {ko}", self.to_play().letter())
    }

    fn move_key(&self, mv: &Move) -> String {
        match mv {
            Move::Place(at) => at.name(self.size()),
            Move::Pass => "pass".to_owned(),
        }
    }

    /// The corner or the side, not the point itself.
    fn hint_area(&self, mv: &Move, language: Language) -> Option<String> {
        let words = language.trainer();
        let Move::Place(at) = mv else { return None };
        let third = |at: u8, size: u8| u16::from(at) * 3 / u16::from(size.max(1));
        let area = match (third(at.y, self.size().height()), third(at.x, self.size().width())) {
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
        Some(area.to_owned())
    }

    fn is_same(&self, other: &Position) -> bool {
        self.board() == other.board() && self.to_play() == other.to_play() && self.ko() == other.ko()
    }

    fn name_keys(&self, mv: &Move) -> Vec<String> {
        match mv {
            Move::Place(at) => vec![at.name(self.size()).to_lowercase()],
            Move::Pass => vec!["pass".to_owned()],
        }
    }

    fn keys_named_in(text: &str) -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
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
    let mut puzzle = Puzzle::new(start, solver, begin).with_about(about(file, root));
    add_task(&mut puzzle, file, root, begin);
    let mut waiting = vec![(begin, puzzle.root(), false)];
    while let Some((node, parent, is_refuted)) = waiting.pop() {
        let solves = puzzle.is_solvers_turn(parent);
        for child in node_marks.children(tree, node, solves, is_refuted) {
            let Some(mv) = only_move(file, child, &puzzle, parent) else { continue };
            let is_bad = solves && !is_refuted && node_marks.is_bad(child);
            if let Some(added) = puzzle.add(parent, mv, is_bad, child) {
                puzzle.add_comment(added, &comment(file, child));
                waiting.push((child, added, is_refuted || is_bad));
            }
        }
    }
    puzzle.checked()
}

fn about(file: &GoFile, root: NodeId) -> About {
    let node = file.0.node(root);
    let text = |property: &str| node.simple_text(property).unwrap_or_default().trim().to_owned();
    let title = ["GN", "EV"].map(text).into_iter().find(|title| !title.is_empty()).unwrap_or_default();
    let players = ["PB", "PW"].map(text).into_iter().filter(|name| !name.is_empty());
    About { title, players: players.collect::<Vec<_>>().join(" – "), date: text("DT") }
}

/// The task: what is said about the game, and the comments on the set-up before the first move.
fn add_task(puzzle: &mut Puzzle<Position>, file: &GoFile, root: NodeId, begin: NodeId) {
    puzzle.add_comment(puzzle.root(), &file.0.node(root).text("GC").unwrap_or_default());
    for node in file.tree().line(begin) {
        puzzle.add_comment(puzzle.root(), &comment(file, node));
    }
}

/// The comment without the words that goproblems.com reads as marks.
fn comment(file: &GoFile, node: NodeId) -> String {
    const MARKS: [&str; 4] = ["RIGHT", "CHOICE", "FORCE", "NOTTHIS"];
    let text = file.0.node(node).text("C").unwrap_or_default();
    let line = |line: &str| {
        let words = line.split(' ').filter(|word| !MARKS.contains(word));
        words.collect::<Vec<_>>().join(" ")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The problems of a file with their numbers in it. Games without a solution are left out.
pub fn puzzles(file: &GoFile) -> Vec<(usize, Puzzle<Position>)> {
    find_puzzles(file).puzzles
}

/// The problems of a file, and the games in it that have no solution.
pub fn find_puzzles(file: &GoFile) -> FoundPuzzles<Position> {
    let mut found = FoundPuzzles::default();
    for number in 0..file.0.games().len() {
        match puzzle_in_file(file, number) {
            Some(Ok(puzzle)) => found.puzzles.push((number, puzzle)),
            Some(Err(game)) => found.without_solution.push(game),
            None => {}
        }
    }
    found
}

/// The problem in the game with this number, from 0. None if the file has no such game.
pub fn puzzle_in_file(file: &GoFile, number: usize) -> Option<Result<Puzzle<Position>, GameWithoutSolution>> {
    let root = *file.0.games().get(number)?;
    Some(puzzle(file, root).map_err(|NoSolution| {
        let About { title, players, .. } = about(file, root);
        let name = if title.is_empty() { players } else { title };
        GameWithoutSolution { number, name }
    }))
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
    /// A file may have thousands of problems, so there are only the nodes of this one.
    marks: HashMap<NodeId, NodeMark>,
    is_marked: bool,
}

#[derive(Clone, Copy)]
struct NodeMark {
    mark: Mark,
    /// This node or one below it is marked right.
    leads_right: bool,
}

impl NodeMarks {
    fn new(file: &GoFile, begin: NodeId) -> NodeMarks {
        let tree = file.tree();
        let nodes: Vec<NodeId> = tree.preorder(begin).collect();
        let mut node_marks = NodeMarks { marks: HashMap::new(), is_marked: false };
        // In preorder children come after their parents, so going backwards handles every node before its parent.
        for node in nodes.iter().rev() {
            let mark = if *node == begin { Mark::None } else { mark(file, *node) };
            let below = tree.children(*node).any(|child| node_marks.is_right(child));
            let leads_right = mark == Mark::Right || (mark != Mark::Wrong && below);
            node_marks.marks.insert(*node, NodeMark { mark, leads_right });
        }
        node_marks.is_marked = node_marks.is_right(begin);
        node_marks
    }

    fn is_right(&self, node: NodeId) -> bool {
        self.marks.get(&node).is_some_and(|node| node.leads_right)
    }

    fn is_bad(&self, node: NodeId) -> bool {
        let is_wrong = self.marks.get(&node).is_some_and(|node| node.mark == Mark::Wrong);
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
    match solution_mark(file.0.node(node)) {
        Some(SolutionMark::Right) => Mark::Right,
        Some(SolutionMark::Wrong) => Mark::Wrong,
        None => Mark::None,
    }
}
