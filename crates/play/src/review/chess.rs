//! The main line of a chess game for a review: its positions, what the file says of them, and the keys under which
//! evaluations are stored.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use analysis::review::{Accuracy, Game, Given, Phase, Player, Question, Report, ReviewedMove, Step};
use analysis::{Effort, Evaluation, Limit, Line, Native, START_CENTIPAWNS, Thresholds};
use record::NodeId;
use record::pgn::{self, Eval, Score, Start};
use rules::chess::{Color, LineMove, Move, Position, Rank, Role};

use crate::uci::{Search, SearchError};

/// The main line up to the first move that cannot be played.
#[derive(Clone, Debug)]
pub struct MainLine {
    start: Position,
    moves: Vec<Move>,
    /// Before the first move and after each.
    positions: Vec<Position>,
    /// Of the moves.
    nodes: Vec<NodeId>,
    evals: BTreeMap<usize, Eval>,
    /// The move that cannot be played, as it is written.
    pub cut_at: Option<String>,
}

/// There is no position to begin from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoStart;

impl fmt::Display for NoStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the position that the game starts from cannot be played")
    }
}

impl std::error::Error for NoStart {}

impl MainLine {
    /// Of the first game of a PGN text.
    pub fn read(text: &str) -> Result<MainLine, NoStart> {
        MainLine::of(&pgn::Game::read(text).ok_or(NoStart)?)
    }

    pub fn of(game: &pgn::Game) -> Result<MainLine, NoStart> {
        let Start::Position(start) = game.start() else { return Err(NoStart) };
        let mut line = MainLine {
            start: start.clone(),
            moves: Vec::new(),
            positions: vec![start.clone()],
            nodes: Vec::new(),
            evals: BTreeMap::new(),
            cut_at: None,
        };
        let mut here = start.clone();
        line.add_eval(0, game.eval(game.root()));
        for node in game.tree().main_line(game.root()).filter(|node| *node != game.root()) {
            let next = game.mv(node).and_then(|mv| Some((mv, here.play(mv).ok()?)));
            let Some((mv, next)) = next else {
                line.cut_at = Some(game.written_move(node).into_owned());
                break;
            };
            line.moves.push(mv);
            line.nodes.push(node);
            line.positions.push(next.clone());
            line.add_eval(line.moves.len(), game.eval(node));
            here = next;
        }
        Ok(line)
    }

    fn add_eval(&mut self, position: usize, eval: Option<Eval>) {
        // `#0` does not say who is mated.
        self.evals.extend(eval.filter(|eval| eval.score != Score::Mate(0)).map(|eval| (position, eval)));
    }

    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// The nodes after the moves.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Whether the game still has these moves at these nodes.
    pub fn has_moves(&self, game: &pgn::Game) -> bool {
        self.nodes.iter().zip(&self.moves).all(|(node, mv)| game.mv(*node) == Some(*mv))
    }

    /// A line as moves, up to the first that cannot be played.
    pub fn line(&self, at: usize, moves: &[String]) -> Vec<LineMove> {
        let line = |position: &Position| position.read_engine_line(moves.iter().map(String::as_str));
        self.positions.get(at).map(line).unwrap_or_default()
    }

    /// How many positions the file has evaluations of.
    pub fn evals(&self) -> usize {
        self.evals.len()
    }

    /// The game for a review. Evaluations of the file are taken, unless everything is to be searched again.
    pub fn game(&self, again: bool) -> Game {
        let mut given = BTreeMap::new();
        if !again {
            given.extend(self.evals.iter().map(|(at, eval)| (*at, Given::File(value_of(eval)))));
            let is_analysed = !self.moves.is_empty()
                && (1..=self.moves.len()).all(|at| given.contains_key(&at) || self.over(at).is_some());
            if is_analysed && self.start == Position::initial() {
                // Files do not say what the starting position is worth.
                let value = Evaluation::new(Native::Centipawns(START_CENTIPAWNS), Effort::Depth(0));
                given.entry(0).or_insert(Given::File(value));
            }
        }
        given.extend((0..self.positions.len()).filter_map(|at| Some((at, Given::Over(self.over(at)?)))));
        let phases = phases(&self.positions);
        let steps = self.moves.iter().zip(&self.positions).zip(phases).map(|((mv, before), phase)| Step {
            text: before.uci(*mv),
            player: player(before.turn()),
            phase,
            is_interrupted: false,
        });
        Game { steps: steps.collect(), given, thresholds: Thresholds::CHESS, accuracy: Accuracy::Chess }
    }

    /// The value of a position in which the game is over.
    fn over(&self, at: usize) -> Option<Evaluation> {
        let position = self.positions.get(at)?;
        if position.is_mate() {
            let winner = if position.turn() == Color::White { -1 } else { 1 };
            let value = Evaluation::new(Native::Mate(winner), Effort::Depth(0));
            return Some(Evaluation { native: Native::Mate(0), ..value });
        }
        let is_drawn = position.is_stalemate() || position.is_dead();
        is_drawn.then(|| Evaluation::new(Native::Centipawns(0), Effort::Depth(0)))
    }

    pub fn search(&self, question: Question, limit: Limit) -> Result<Search, SearchError> {
        let moves = self.moves.iter().take(question.position).copied();
        Search::new(self.start.clone(), moves, question.pass.lines(), limit)
    }

    /// Equal for positions in which the same search finds the same: pieces, side to move, castling, en passant, and how
    /// often the position was there before.
    pub fn key(&self, at: usize) -> Option<String> {
        let position = self.positions.get(at)?;
        let mut before: HashMap<u64, usize> = HashMap::new();
        for earlier in self.positions.iter().take(at) {
            *before.entry(earlier.key()).or_default() += 1;
        }
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        let times = before.get(&position.key()).copied().unwrap_or(0);
        let chess960 = if position.is_chess960() { " 960" } else { "" };
        Some(format!("{} {times}{chess960}", fields.join(" ")))
    }

    /// The position and the rules, as parts of a key in a store.
    pub fn store_key(&self, at: usize) -> Option<(String, String)> {
        Some((self.key(at)?, "chess".to_owned()))
    }

    /// Whether stored lines can be played here.
    pub fn are_legal(&self, at: usize, lines: &[Line]) -> bool {
        let Some(position) = self.positions.get(at) else { return false };
        let is_legal = |line: &Line| {
            let read = position.read_engine_line(line.moves.iter().map(String::as_str));
            read.len() == line.moves.len()
        };
        !lines.is_empty() && lines.iter().all(is_legal)
    }

    /// A line as in a book: `12. Nf3 d5`.
    pub fn line_text(&self, at: usize, moves: &[String]) -> String {
        self.line(at, moves).into_iter().map(|mv| mv.text).collect::<Vec<_>>().join(" ")
    }

    pub fn fen(&self, at: usize) -> Option<String> {
        self.positions.get(at).map(Position::fen)
    }

    /// What is to be written into the file: a value after each move but the one that ends the game. What the file has is
    /// written only if it was searched again.
    pub fn evals_of(&self, report: &Report, again: bool) -> Vec<(NodeId, Eval)> {
        let eval = |(mv, node): (&ReviewedMove, &NodeId)| {
            if !again && self.evals.contains_key(&(mv.step + 1)) {
                return None;
            }
            let score = match mv.value?.native {
                Native::Mate(0) | Native::Points(_) | Native::Equity(_) => return None,
                Native::Mate(moves) => Score::Mate(moves),
                Native::Centipawns(centipawns) => Score::Centipawns(centipawns),
            };
            Some((*node, Eval { score, depth: None }))
        };
        report.moves.iter().zip(&self.nodes).filter_map(eval).collect()
    }
}

fn player(color: Color) -> Player {
    if color == Color::White { Player::First } else { Player::Second }
}

fn value_of(eval: &Eval) -> Evaluation {
    let native = match eval.score {
        Score::Centipawns(centipawns) => Native::Centipawns(centipawns),
        Score::Mate(moves) => Native::Mate(moves),
    };
    Evaluation::new(native, Effort::Depth(eval.depth.unwrap_or(0)))
}

/// Of each move, from the position before it. No phase comes back.
fn phases(positions: &[Position]) -> Vec<Phase> {
    let mut latest = Phase::Opening;
    let phase = |position| {
        latest = latest.max(phase_of(position));
        latest
    };
    positions.iter().map(phase).collect()
}

/// With ten pieces besides kings and pawns, or a back rank that was left, the opening is over; with six the endgame begins.
fn phase_of(position: &Position) -> Phase {
    let pieces =
        position.pieces().filter(|(_, piece)| !matches!(piece.role, Role::King | Role::Pawn)).count();
    let on_back_rank = |color, rank| {
        position.pieces().filter(|(at, piece)| piece.color == color && at.rank() == rank).count()
    };
    let has_left =
        on_back_rank(Color::White, Rank::First) < 4 || on_back_rank(Color::Black, Rank::Eighth) < 4;
    match pieces {
        0..=6 => Phase::Endgame,
        7..=10 => Phase::Middlegame,
        _ if has_left => Phase::Middlegame,
        _ => Phase::Opening,
    }
}

#[cfg(test)]
mod tests {
    use analysis::review::{Pass, Plan, Review};

    use super::*;

    fn line(pgn: &str) -> MainLine {
        MainLine::of(&pgn::Game::read(pgn).unwrap()).unwrap()
    }

    #[test]
    fn the_main_line_ends_at_the_first_move_that_cannot_be_played() {
        let line = line("1. e4 e5 (1... c5 2. Nf3) 2. Ke3 Nc6 *");
        assert_eq!((line.moves(), line.cut_at.as_deref()), (2, Some("Ke3")));
        let steps: Vec<String> = line.game(false).steps.into_iter().map(|step| step.text).collect();
        assert_eq!(steps, ["e2e4", "e7e5"]);
    }

    #[test]
    fn mate_and_stalemate_are_not_searched() {
        let mated = line("1. f3 e5 2. g4 Qh4# 0-1").game(false);
        let Some(Given::Over(value)) = mated.given.get(&4) else { panic!("{:?}", mated.given) };
        assert!(value.expected < 0.05 && value.native == Native::Mate(0));
        let stalemate = line("[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf7 *").game(false);
        let Some(Given::Over(value)) = stalemate.given.get(&1) else { panic!("{:?}", stalemate.given) };
        assert_eq!(value.expected, 0.5);
    }

    #[test]
    fn a_game_that_lichess_analysed_needs_no_engine() {
        let text = "1. f3 { [%eval -0.6] } e5 { [%eval -0.5] } 2. g4 { [%eval #-1] } Qh4# 0-1";
        let analysed = line(text);
        assert_eq!(analysed.evals(), 3);
        let review = Review::new(analysed.game(false), Plan::with_sweep(Limit::Nodes(1)));
        assert!(review.is_complete());
        let report = review.report();
        assert_eq!(report.worst().iter().map(|mv| mv.step).collect::<Vec<_>>(), [2, 0]);
        assert_eq!(report.players[0].blunders, 1);
        assert!(!Review::new(analysed.game(true), Plan::with_sweep(Limit::Nodes(1))).is_complete());
        assert!(!Review::new(line("1. e4 *").game(false), Plan::with_sweep(Limit::Nodes(1))).is_complete());
    }

    #[test]
    fn a_key_forgets_how_the_position_was_reached_but_not_how_often() {
        let (one, other) = (line("1. Nf3 Nf6 2. Nc3 *"), line("1. Nc3 Nf6 2. Nf3 *"));
        assert_eq!(one.key(3), other.key(3));
        assert_ne!(one.key(2), other.key(2));
        let again = line("1. Nf3 Nf6 2. Ng1 Ng8 *");
        assert_ne!(again.key(0), again.key(4));
        assert_eq!(again.key(5), None);
    }

    #[test]
    fn questions_are_searches_of_the_position() {
        let game = line("1. e4 e5 2. Nf3 *");
        let question = Question { position: 3, pass: Pass::Deeper };
        let search = game.search(question, Limit::Nodes(5)).unwrap();
        assert_eq!(Some(search.position().fen()), game.fen(3));
        assert_eq!(search.lines(), 2);
        assert_eq!(game.line_text(1, &["e7e5".into(), "g1f3".into()]), "1... e5 2. Nf3");
        let stored = |mv: &str| Line {
            evaluation: value_of(&Eval { score: Score::Mate(1), depth: None }),
            moves: vec![mv.into()],
        };
        assert!(game.are_legal(1, &[stored("e7e5")]) && !game.are_legal(1, &[stored("e2e4")]));
        assert!(!game.are_legal(1, &[]) && !game.are_legal(9, &[stored("e2e4")]));
    }

    #[test]
    fn phases_follow_the_pieces() {
        let phase = |fen| phase_of(&Position::from_fen(fen, false).unwrap().position);
        assert_eq!(phase_of(&Position::initial()), Phase::Opening);
        assert_eq!(phase("r2q1rk1/ppp2ppp/2n5/8/8/2N5/PPP2PPP/R2Q1RK1 w - - 0 12"), Phase::Middlegame);
        assert_eq!(phase("4r1k1/ppp2ppp/2n5/8/8/2N5/PPP2PPP/4R1K1 w - - 0 20"), Phase::Endgame);
    }
}
