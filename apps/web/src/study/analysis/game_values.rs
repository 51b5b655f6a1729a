//! Who was ahead after each move of the line on the board, as far as it is known: from the file, and from what engines
//! have found in this session.

use analysis::{Class, Effort, Evaluation, Native, Thresholds};
use diagram::HintGrade;
use leptos::prelude::*;
use record::chess::ChessRecord;
use record::go::GoRecord;
use record::pgn::{Score, Start};
use record::{GameType, NodeId};
use rules::{chess, go};
use study::Workspace;

use super::live::{Found, LiveAnalysis};
use super::question::{Place, grade_of, loss};
use crate::study::page_state::PageState;
use crate::study::review::{Judgement, Judgements};

/// With less than this a loss may be the engine's own: such moves get no mark.
const FIRM_DEPTH: u32 = 14;
const FIRM_VISITS: u64 = 2000;

#[derive(Clone, Debug, PartialEq)]
pub struct GameValues {
    pub game: GameType,
    /// From the start of the game to the end of the line.
    pub points: Vec<ValuePoint>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValuePoint {
    pub node: NodeId,
    pub value: Option<Evaluation>,
    /// In Go, in points, if it is known.
    pub lead: Option<f32>,
    /// A move that lost much.
    pub mark: Option<HintGrade>,
}

/// The line, and what the file says of it; recomputed only when the record changes.
#[derive(Clone, Debug, PartialEq)]
struct FileLine {
    game: GameType,
    place: Place,
    nodes: Vec<FileNode>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct FileNode {
    node: NodeId,
    written: Option<Evaluation>,
    written_lead: Option<f32>,
    /// Whether the first player made the move that led here.
    first_player: Option<bool>,
}

impl GameValues {
    pub fn watch(page_state: PageState, live: LiveAnalysis) -> Memo<GameValues> {
        let line = page_state.watch(|workspace| {
            let record = workspace.current().record();
            let end = record.tree().preferred_line(record.here()).last();
            (workspace.current().id(), record.number(), record.revision(), end)
        });
        let file = Memo::new(move |_| {
            line.track();
            page_state.peek(FileLine::of)
        });
        let judgements = Judgements::here();
        Memo::new(move |_| {
            file.with(|file| {
                judgements.with(|judgements| {
                    live.found(|found| {
                        file.with_found(|place| found.get(&place), |node| judgements.get(node))
                    })
                })
            })
        })
    }
}

impl FileLine {
    fn of(workspace: &Workspace) -> FileLine {
        let game = workspace.current();
        let record = game.record();
        let (here, tree) = (record.here(), record.tree());
        let node = |node| match (game.chess(), game.go()) {
            (Some(record), _) => chess_node(record, node),
            (_, Some(record)) => go_node(record, node),
            _ => FileNode { node, written: None, written_lead: None, first_player: None },
        };
        let mut nodes: Vec<FileNode> =
            tree.line(here).into_iter().chain(tree.preferred_line(here).skip(1)).map(node).collect();
        if let Some(record) = game.chess() {
            count_turns(record, &mut nodes);
        }
        let place = Place { game: game.id(), number: record.number(), node: here };
        FileLine { game: record.game_type(), place, nodes }
    }

    /// What was found in this session counts first if the search was long, then the review, then the file.
    fn with_found<'f>(
        &self,
        found: impl Fn(Place) -> Option<&'f Found>,
        judged: impl Fn(NodeId) -> Option<Judgement>,
    ) -> GameValues {
        let known = |at: &FileNode| {
            let found = found(Place { node: at.node, ..self.place });
            let reviewed = judged(at.node).map(|judgement| judgement.value).or(at.written);
            match (found, reviewed) {
                (Some(found), None) => Some((found.evaluation, is_firm(found))),
                (Some(found), Some(_)) if is_firm(found) => Some((found.evaluation, true)),
                (_, reviewed) => reviewed.map(|value| (value, true)),
            }
        };
        let thresholds = match self.game {
            GameType::Go => Thresholds::GO,
            GameType::Chess => Thresholds::CHESS,
            GameType::Backgammon => Thresholds::BACKGAMMON,
        };
        let mut before = None;
        let point = |at: &FileNode| {
            let value = known(at);
            let pair = std::mem::replace(&mut before, value).zip(value).zip(at.first_player);
            let mark = pair.and_then(|(((best, best_is_firm), (after, after_is_firm)), is_first)| {
                let class = loss(is_first, &best, &after).class(&thresholds);
                let is_bad = matches!(class, Class::Inaccuracy | Class::Mistake | Class::Blunder);
                (is_bad && best_is_firm && after_is_firm).then(|| grade_of(class))
            });
            // The review has looked twice.
            let mark = judged(at.node).map_or(mark, |judgement| judgement.error);
            let searched = found(Place { node: at.node, ..self.place }).is_some();
            let lead = match value.map(|(value, _)| value.native) {
                Some(Native::Points(points)) if searched || judged(at.node).is_some() => Some(points),
                _ => at.written_lead,
            };
            ValuePoint { node: at.node, value: value.map(|(value, _)| value), lead, mark }
        };
        GameValues { game: self.game, points: self.nodes.iter().map(point).collect() }
    }
}

fn is_firm(found: &Found) -> bool {
    match found.evaluation.native {
        Native::Points(_) => found.nodes >= FIRM_VISITS,
        _ => found.depth >= FIRM_DEPTH,
    }
}

fn chess_node(record: &ChessRecord, node: NodeId) -> FileNode {
    let eval = record.game().eval(node);
    let written = eval.map(|eval| {
        let native = match eval.score {
            Score::Centipawns(centipawns) => Native::Centipawns(centipawns),
            Score::Mate(moves) => Native::Mate(moves),
        };
        Evaluation::new(native, Effort::Depth(eval.depth.unwrap_or(0)))
    });
    FileNode { node, written, written_lead: None, first_player: None }
}

/// Both sides move in turn from the start.
fn count_turns(record: &ChessRecord, nodes: &mut [FileNode]) {
    let Start::Position(start) = record.game().start() else { return };
    let mut is_white = start.turn() == chess::Color::White;
    for node in nodes.iter_mut().skip(1) {
        node.first_player = Some(is_white);
        is_white = !is_white;
    }
}

fn go_node(record: &GoRecord, node: NodeId) -> FileNode {
    let value = record.written_value(node);
    let written_lead = value.and_then(|value| value.lead).map(|lead| lead as f32);
    // Without leads both are equal, and no move is a mistake.
    let of_points = |win_rate: f64| {
        Evaluation::of_points(win_rate as f32, written_lead.unwrap_or(0.0), Effort::Visits(0))
    };
    let written = value.map(|value| of_points(value.win_rate));
    let mover = record.node(node).moves(record.size()).next().map(|(color, _)| color);
    FileNode { node, written, written_lead, first_player: mover.map(|color| color == go::Color::Black) }
}

#[cfg(test)]
mod tests {
    use record::GameRecord;

    use super::*;
    use crate::study::go_record;

    fn values(nodes: Vec<FileNode>, game: GameType) -> Vec<ValuePoint> {
        let node = nodes.first().unwrap().node;
        let place = Place { game: study::GameId(1), number: 0, node };
        FileLine { game, place, nodes }.with_found(|_| None, |_| None).points
    }

    #[test]
    fn the_values_of_a_chess_file_mark_who_lost_what() {
        let pgn = "1. e4 {[%eval 0.3]} e5 {[%eval 0.4]} 2. Ke2 {[%eval -1.9]} Nc6 {[%eval -1.8]} *";
        let record = ChessRecord::open(record::pgn::Pgn::read(pgn.as_bytes().to_vec()), 0);
        let mut nodes: Vec<_> =
            record.tree().main_line(record.root()).map(|node| chess_node(&record, node)).collect();
        count_turns(&record, &mut nodes);
        let marks: Vec<_> = values(nodes, GameType::Chess).iter().map(|point| point.mark).collect();
        assert_eq!(marks, [None, None, None, Some(HintGrade::Blunder), None]);
    }

    #[test]
    fn the_values_of_a_go_file_mark_losses_of_both_colours() {
        let sgf = "(;SZ[9]SBKV[50]SBKS[0];B[ee]SBKV[50]SBKS[0.1];W[aa]SBKV[90]SBKS[11];B[ab]SBKV[70]SBKS[8])";
        let record = go_record(sgf);
        let nodes = record.tree().main_line(record.root()).map(|node| go_node(&record, node)).collect();
        let points = values(nodes, GameType::Go);
        let marks: Vec<_> = points.iter().map(|point| point.mark).collect();
        assert_eq!(marks, [None, None, Some(HintGrade::Blunder), Some(HintGrade::Inaccuracy)]);
        assert_eq!(points[2].lead, Some(11.0));
    }
}
