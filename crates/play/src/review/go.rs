//! The main line of a Go game for a review. An engine gets the moves since the board was last set up, so that it knows
//! the ko and the order of the moves; from a node that sets up stones, or a move out of turn, it starts anew from the
//! board.

use std::collections::BTreeMap;
use std::fmt;

use analysis::Thresholds;
use analysis::review::{Accuracy, Game, Given, Phase, Player, Report, ReviewedMove, Step};
use record::go::{Irregular, NodeKind, State};
use record::sgf::Collection;
use record::{GameRecord, GoRecord, NodeId};
use rules::go::{Color, Move, Point, Position, Rules, Scoring, Size};

use super::go_values::written_value;

/// One position as a question for an engine.
#[derive(Clone, Debug)]
pub struct GoSearch {
    pub size: Size,
    /// On the board before the first move.
    pub stones: Vec<(Point, Color)>,
    /// The position of these stones.
    pub start: Position,
    /// Legal, and of both sides in turn.
    pub moves: Vec<Move>,
    /// After the moves.
    pub position: Position,
    pub rules: Rules,
    /// White's points, with the prisoners taken before the stones were set up where these count.
    pub komi: f64,
    /// Black's handicap stones, for which White may get points.
    pub handicap: u32,
}

/// The main line up to the first illegal move, or to the passes that end the game.
#[derive(Clone, Debug)]
pub struct MainLine {
    size: Size,
    komi: f64,
    handicap: u32,
    moves: Vec<(Color, Move)>,
    nodes: Vec<NodeId>,
    /// Before the first move and after each, as the next move finds it.
    positions: Vec<Position>,
    /// Where the engine starts anew, the first position included.
    starts: Vec<usize>,
    /// The moves after which stones were set up.
    interrupted: Vec<usize>,
    values: BTreeMap<usize, analysis::Evaluation>,
    pub cut_at: Option<String>,
}

/// There is nothing to review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotReviewable {
    OtherGame,
    Simultaneous,
}

impl fmt::Display for NotReviewable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotReviewable::OtherGame => "this is not a Go game",
            NotReviewable::Simultaneous => "games of simultaneous Go cannot be reviewed",
        })
    }
}

impl std::error::Error for NotReviewable {}

impl MainLine {
    pub fn of(file: &Collection, game: usize) -> Result<MainLine, NotReviewable> {
        let mut record = GoRecord::open(file.clone(), game);
        if record.state().is_other_game {
            return Err(NotReviewable::OtherGame);
        }
        if record.variant().is_some() {
            return Err(NotReviewable::Simultaneous);
        }
        let end = record.tree().main_line(record.root()).last().unwrap_or(record.root());
        record.go_to(end);
        let handicap = record.node(record.root()).integer("HA").and_then(|stones| u32::try_from(stones).ok());
        let mut line = MainLine {
            size: record.size(),
            komi: record.komi(),
            handicap: handicap.unwrap_or(0).min(99),
            moves: Vec::new(),
            nodes: Vec::new(),
            positions: Vec::new(),
            starts: vec![0],
            interrupted: Vec::new(),
            values: BTreeMap::new(),
            cut_at: None,
        };
        line.read(&record);
        line.drop_last_passes();
        line.find_turns();
        Ok(line)
    }

    fn read(&mut self, record: &GoRecord) {
        for (node, state) in record.editor().line() {
            if self.positions.is_empty() {
                self.positions.push(state.position.clone());
            }
            if let Some(irregular) = state.irregular.first() {
                self.cut_at = Some(what_was_played(record, node, irregular));
                return;
            }
            match state.last_move.filter(|_| state.kind == NodeKind::Move) {
                Some((color, mv)) if record.node(node).moves(self.size).count() == 1 => {
                    self.add_move(node, color, mv, state);
                }
                // Several moves in a node, or a move with stones set up: only the board counts.
                _ => self.set_up(state),
            }
            let at = self.moves.len();
            self.values.extend(written_value(record, node).map(|value| (at, value)));
        }
    }

    fn add_move(&mut self, node: NodeId, color: Color, mv: Move, state: &State) {
        self.moves.push((color, mv));
        self.nodes.push(node);
        self.positions.push(state.position.clone());
    }

    fn set_up(&mut self, state: &State) {
        let at = self.moves.len();
        let is_same = self.positions.last().is_some_and(|last| {
            last.board() == state.position.board() && last.to_play() == state.position.to_play()
        });
        if is_same && state.kind != NodeKind::SetUp {
            return;
        }
        if let Some(last) = self.positions.last_mut() {
            *last = state.position.clone();
        }
        if at > 0 {
            self.interrupted.push(at - 1);
            self.starts.push(at);
        }
    }

    /// What ends the game is not worth a search.
    fn drop_last_passes(&mut self) {
        while self.cut_at.is_none() && matches!(self.moves.last(), Some((_, Move::Pass))) {
            self.moves.pop();
            self.nodes.pop();
            self.positions.pop();
        }
        let moves = self.moves.len();
        self.values.retain(|at, _| *at <= moves);
        self.starts.retain(|at| *at <= moves);
        self.interrupted.retain(|at| *at < moves);
    }

    /// Who plays next is the turn; where that is not the other side, the engine starts anew.
    fn find_turns(&mut self) {
        for (at, (color, _)) in self.moves.iter().enumerate() {
            let Some(position) = self.positions.get_mut(at) else { continue };
            if position.to_play() != *color {
                *position = position.clone().with_to_play(*color);
                self.starts.push(at);
            }
        }
        self.starts.sort_unstable();
        self.starts.dedup();
    }

    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// The nodes of the moves.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Whether the record still has these moves at these nodes.
    pub fn has_moves(&self, record: &GoRecord) -> bool {
        let size = record.size();
        let has = |(node, mv): (&NodeId, &(Color, Move))| {
            record.node(*node).moves(size).next().is_some_and(|(color, at)| (color, at) == (mv.0, Some(mv.1)))
        };
        size == self.size && self.nodes.iter().zip(&self.moves).all(has)
    }

    /// A line as moves, up to the first that cannot be played.
    pub fn line(&self, at: usize, names: &[String]) -> Vec<Move> {
        let position = self.positions.get(at);
        position.map(|position| legal_moves(position, names)).unwrap_or_default()
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn position(&self, at: usize) -> Option<&Position> {
        self.positions.get(at)
    }

    pub fn values(&self) -> usize {
        self.values.len()
    }

    pub fn game(&self, again: bool) -> Game {
        let given = self.values.iter().filter(|_| !again).map(|(at, value)| (*at, Given::File(*value)));
        let steps = self.moves.iter().enumerate().map(|(at, (color, mv))| Step {
            text: move_name(*mv, self.size),
            player: if *color == Color::Black { Player::First } else { Player::Second },
            phase: self.phase(at),
            is_interrupted: self.interrupted.contains(&at),
        });
        Game {
            steps: steps.collect(),
            given: given.collect(),
            thresholds: Thresholds::GO,
            accuracy: Accuracy::Go,
        }
    }

    /// By the share of the board that is played: on 19x19 from move 50 and from move 150.
    fn phase(&self, at: usize) -> Phase {
        let percent = 100 * at / self.size.area().max(1);
        match percent {
            0..14 => Phase::Opening,
            14..42 => Phase::Middlegame,
            _ => Phase::Endgame,
        }
    }

    /// None beyond the end.
    pub fn search(&self, at: usize) -> Option<GoSearch> {
        let position = self.positions.get(at)?.clone();
        let first = self.starts.iter().rev().find(|start| **start <= at).copied().unwrap_or(0);
        let start = self.positions.get(first)?.clone();
        let stones =
            Color::BOTH.into_iter().flat_map(|color| start.board().stones(color).map(move |at| (at, color)));
        let taken = |taker| f64::from(start.prisoners(taker));
        let prisoners = match start.rules().scoring {
            Scoring::Territory => taken(Color::White) - taken(Color::Black),
            Scoring::Area => 0.0,
        };
        Some(GoSearch {
            size: self.size,
            stones: stones.collect(),
            moves: self.moves.get(first..at)?.iter().map(|(_, mv)| *mv).collect(),
            rules: start.rules(),
            komi: self.komi + prisoners,
            handicap: self.handicap,
            position,
            start,
        })
    }

    /// Whether the first moves of stored lines can be played here.
    pub fn are_legal(&self, at: usize, lines: &[analysis::Line]) -> bool {
        let Some(position) = self.positions.get(at) else { return false };
        let is_legal = |line: &analysis::Line| legal_line(position, &line.moves).len() == line.moves.len();
        !lines.is_empty() && lines.iter().all(is_legal)
    }

    /// `12. Black D4`, or a continuation: `D4 Q16 C3`.
    pub fn move_text(&self, step: usize) -> String {
        let Some((color, mv)) = self.moves.get(step) else { return String::new() };
        let side = if *color == Color::Black { "Black" } else { "White" };
        format!("{}. {side} {}", step + 1, move_name(*mv, self.size))
    }

    /// What is to be written into the file, by node: Black's win rate in percent and lead in points, as Sabaki does.
    pub fn values_of(&self, report: &Report, again: bool) -> Vec<(NodeId, String, Option<String>)> {
        let value = |(mv, node): (&ReviewedMove, &NodeId)| {
            if mv.value.is_none() || (!again && self.values.contains_key(&(mv.step + 1))) {
                return None;
            }
            let value = mv.value?;
            let lead = match value.native {
                analysis::Native::Points(points) => Some(hundredths(points)),
                _ => None,
            };
            Some((*node, hundredths(100.0 * value.expected), lead))
        };
        report.moves.iter().zip(&self.nodes).filter_map(value).collect()
    }
}

/// An SGF file; None for what is none.
pub fn read_file(bytes: &[u8]) -> Option<Collection> {
    record::sgf::read(bytes).ok()
}

/// The file with these values. Every other byte stays.
pub fn put_values(file: &mut Collection, values: &[(NodeId, String, Option<String>)]) {
    for (node, win_rate, lead) in values {
        for (property, value) in [("SBKV", Some(win_rate)), ("SBKS", lead.as_ref())] {
            let Some(value) = value else { continue };
            let text = file.text_with(*node, property, &[value.clone().into_bytes()]);
            file.set_edited_text(*node, Some(text));
        }
    }
}

fn hundredths(value: f32) -> String {
    let rounded = (f64::from(value) * 100.0).round() / 100.0;
    // Not "-0".
    if rounded == 0.0 { "0".to_owned() } else { rounded.to_string() }
}

fn what_was_played(record: &GoRecord, node: NodeId, irregular: &Irregular) -> String {
    match irregular {
        Irregular::Move(illegal) => illegal.at().name(record.size()),
        Irregular::NotAPoint => {
            let value = record.node(node).properties().find(|property| property.move_color().is_some());
            let value = value.and_then(|property| property.values().next());
            value.map(|value| value.simple_text().into_owned()).unwrap_or_default()
        }
    }
}

/// `D4`, `pass`.
pub fn move_name(mv: Move, size: Size) -> String {
    match mv {
        Move::Place(at) => at.name(size),
        Move::Pass => "pass".to_owned(),
    }
}

/// The moves of a line up to the first that cannot be played.
pub fn legal_line(position: &Position, names: &[String]) -> Vec<String> {
    let size = position.size();
    legal_moves(position, names).into_iter().map(|mv| move_name(mv, size)).collect()
}

fn legal_moves(position: &Position, names: &[String]) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = Vec::new();
    for name in names {
        let mv = match name.eq_ignore_ascii_case("pass") {
            true => Some(Move::Pass),
            false => Point::from_name(name, position.size()).map(Move::Place),
        };
        let Some((mv, next)) = mv.and_then(|mv| Some((mv, position.play(mv).ok()?))) else { break };
        line.push(mv);
        position = next;
    }
    line
}

#[cfg(test)]
#[path = "go_tests.rs"]
mod tests;
