//! The decisions of a match: analysed ones where an SGF file has gnubg's analysis or a file is eXtreme Gammon's own, else
//! questions without analysis.

use record::backgammon::{Action, MatchError, MatchFile, MatchGame, PlayedAction, Players};
use record::sgf::Node;
use rules::backgammon::{Board, LegalPlay, Position, Stage};

use crate::cube::CubePlay;
use crate::decision::{Decision, Played, Question, Source};
use crate::error::{Problem, ReadError};
use crate::gnubg::{self, NodeAnalysis};
use crate::read::ReadItem;
use crate::xg_records::{self, RecordAnalysis};

type Items = Vec<Result<ReadItem, ReadError>>;

/// What a game gave, with the number of the action from 0; none where it belongs to no action.
pub(crate) struct GameItem {
    pub action: Option<usize>,
    pub found: Result<ReadItem, ReadError>,
}

pub(crate) fn read(file: &MatchFile) -> Items {
    file.games().iter().flat_map(|game| read_game(file, game)).map(|item| item.found).collect()
}

pub(crate) fn read_game(file: &MatchFile, game: &MatchGame) -> Vec<GameItem> {
    let alone = |found| GameItem { action: None, found };
    let analysis = |played: &PlayedAction| TurnAnalysis::of(file, played);
    // In an analysed game, a turn without analysis was not a decision for the program.
    let is_analysed = game.actions.iter().any(|played| analysis(played).exists());
    let context = Context { players: &game.players, source: source(file), is_analysed };
    let mut items = Vec::new();
    for (n, played) in game.actions.iter().enumerate() {
        let of_action = |found| GameItem { action: Some(n), found };
        if let Some(problem) = game.problem(n) {
            items.push(of_action(Err(error(&MatchError { location: played.location, problem }))));
            // The rest of a text cannot be read after an invalid turn, but the next game can. A file of eXtreme Gammon
            // has the position of every turn.
            if file.xg().is_none() {
                return items;
            }
            continue;
        }
        items.extend(context.turn(played, &analysis(played)).into_iter().map(of_action));
    }
    if let Some(xg) = file.xg() {
        items.extend(
            xg_records::unanswered(xg, game)
                .map(|(decision, line)| alone(Ok(context.decision(decision, line)))),
        );
        items.extend(game.problems.iter().map(|problem| alone(Err(error(problem)))));
    }
    items.extend(game.stopped.as_ref().map(|stopped| alone(Err(error(stopped)))));
    items
}

/// What a program says about a turn.
enum TurnAnalysis<'a> {
    Gnubg(NodeAnalysis),
    Xg(RecordAnalysis<'a>),
    None,
}

impl<'a> TurnAnalysis<'a> {
    fn of(file: &'a MatchFile, played: &PlayedAction) -> TurnAnalysis<'a> {
        let record = || Some(RecordAnalysis { file: file.xg()?, number: played.location.record()? });
        match file.sgf().zip(played.node).map(|(sgf, node)| sgf.node(node)) {
            Some(node) if has_analysis(node) => TurnAnalysis::Gnubg(NodeAnalysis::read(node)),
            Some(_) => TurnAnalysis::None,
            None => record().filter(RecordAnalysis::exists).map_or(TurnAnalysis::None, TurnAnalysis::Xg),
        }
    }

    fn exists(&self) -> bool {
        !matches!(self, TurnAnalysis::None)
    }

    fn cube_decision(&self, position: Position, played: CubePlay) -> Option<Result<Decision, Problem>> {
        match self {
            TurnAnalysis::Gnubg(node) => node.cube_decision(position, played),
            TurnAnalysis::Xg(record) => record.cube_decision(position, Some(played)).map(Ok),
            TurnAnalysis::None => None,
        }
    }

    fn checker_decision(
        &self,
        position: Position,
        legal: &[LegalPlay],
        turn: &PlayedAction,
    ) -> Option<Result<Decision, Problem>> {
        match self {
            TurnAnalysis::Gnubg(node) => node.checker_decision(position, legal, turn),
            TurnAnalysis::Xg(record) => record.checker_decision(position, legal).map(Ok),
            TurnAnalysis::None => None,
        }
    }
}

fn has_analysis(node: Node<'_>) -> bool {
    node.has("DA") || node.values("A").nth(1).is_some()
}

fn error(error: &MatchError) -> ReadError {
    ReadError { location: error.location, problem: Problem::Match(error.problem.clone()) }
}

/// `AP[GNU Backgammon:1.07.001]`
pub(crate) fn source(file: &MatchFile) -> Source {
    if file.xg().is_some() {
        return xg_records::source();
    }
    let version = file.tag("Program").and_then(|program| program.split_once(':'));
    gnubg::source(version.map_or("", |(_, version)| version))
}

/// What all decisions of a game share.
struct Context<'a> {
    players: &'a Players,
    source: Source,
    is_analysed: bool,
}

impl Context<'_> {
    fn turn(&self, played: &PlayedAction, analysis: &TurnAnalysis<'_>) -> Items {
        let line = played.location.number();
        match played.action {
            // An answer to a beaver or a raccoon is a decision that no engine is asked for.
            Action::Raccoon => Vec::new(),
            Action::Take | Action::Pass if played.before.stage != Stage::Doubled => Vec::new(),
            Action::Double => self.cube(played.before, CubePlay::Doubled, analysis, line),
            Action::Take => self.cube(played.before, CubePlay::Took, analysis, line),
            Action::Beaver => self.cube(played.before, CubePlay::Beavered, analysis, line),
            Action::Pass => self.cube(played.before, CubePlay::Passed, analysis, line),
            Action::Roll { play, .. } => {
                let on_roll = Position { stage: Stage::OnRoll, ..played.before };
                let mut items = match on_roll.may_double(played.side) {
                    true => self.cube(on_roll, CubePlay::Rolled, analysis, line),
                    false => Vec::new(),
                };
                items.extend(self.checker(played, Played::Play(play), analysis));
                items
            }
        }
    }

    fn cube(&self, position: Position, played: CubePlay, analysis: &TurnAnalysis<'_>, line: usize) -> Items {
        let first_roll = position.board == Board::START && position.cube.owner.is_none();
        let is_idle = played == CubePlay::Rolled && (first_roll || position.cube_is_dead_for(position.turn));
        let item = match analysis.cube_decision(position, played) {
            Some(Ok(decision)) => Ok(self.decision(decision, line)),
            Some(Err(problem)) => Err(ReadError::new(line, problem)),
            None if self.is_analysed || is_idle => return Vec::new(),
            None => Ok(self.question(position, Played::Cube(played), line)),
        };
        vec![item]
    }

    fn checker(
        &self,
        turn: &PlayedAction,
        played: Played,
        analysis: &TurnAnalysis<'_>,
    ) -> Option<Result<ReadItem, ReadError>> {
        let (position, line) = (turn.before, turn.location.number());
        let legal = position.legal_plays();
        match analysis.checker_decision(position, &legal, turn) {
            Some(Err(problem)) => Some(Err(ReadError::new(line, problem))),
            // A forced move is not a decision.
            _ if legal.len() < 2 => None,
            Some(Ok(decision)) => Some(Ok(self.decision(decision, line))),
            None => Some(Ok(self.question(position, played, line))),
        }
    }

    fn decision(&self, decision: Decision, line: usize) -> ReadItem {
        let (players, source) = (self.players.clone(), self.source.clone());
        ReadItem::Decision(Box::new(Decision { players, source, line, ..decision }))
    }

    fn question(&self, position: Position, played: Played, line: usize) -> ReadItem {
        ReadItem::Question(Question { position, players: self.players.clone(), played: Some(played), line })
    }
}
