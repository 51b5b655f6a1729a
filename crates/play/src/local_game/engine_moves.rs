//! An engine's moves, checked against the rules, and the game in the form an engine is sent.

use moment::Moment;
use record::GameRecord;
use record::NodeId;
use rules::go::{Color, Marking, Move, Outcome};

use super::{EngineCount, LocalGame, Output, Phase, Refusal, refuse};
use crate::automatic_player::{BoardCount, MoveAnswer, MoveDecider, MoveDecision};
use crate::gtp::{EngineMove, Game, Query};

impl LocalGame {
    pub(super) fn engine_moved(&mut self, now: Moment, answer: &MoveAnswer) -> Vec<Output> {
        let Phase::Thinking { .. } = self.phase else { return Vec::new() };
        let color = self.position.to_play();
        let board = BoardCount::new(self.score(&Marking::default()), color, self.position.size());
        let is_legal = |mv| self.position.play(mv).is_ok();
        match self.decider.decide(answer, board, is_legal) {
            MoveDecision::Play(mv) => match self.position.play(mv) {
                Ok(next) => self.advance(now, mv, next),
                // A pass is always legal, and other moves were checked.
                Err(illegal) => refuse(Refusal::Illegal(illegal)),
            },
            MoveDecision::Resign => self.end(Outcome::Resigned { winner: color.other() }),
            // The engine's board differs from the game: it is sent the whole game.
            MoveDecision::AskAgain => {
                std::iter::once(Output::ResyncEngine).chain(self.next_turn(now)).collect()
            }
            MoveDecision::GiveUp => {
                let why = format!("invalid answer from the opponent: {}", self.fault(answer));
                std::iter::once(Output::ResyncEngine).chain(self.engine_failed(why)).collect()
            }
        }
    }

    /// What is wrong with an engine's move.
    fn fault(&self, answer: &MoveAnswer) -> String {
        match answer {
            MoveAnswer::Engine(EngineMove::Move(mv)) => {
                let why = self.position.play(*mv).err().map(|illegal| format!(": {illegal}"));
                format!("{}{}", self.words(*mv), why.unwrap_or_default())
            }
            MoveAnswer::Engine(EngineMove::Invalid(text)) => format!("“{text}” is no move"),
            MoveAnswer::Engine(EngineMove::Resign) | MoveAnswer::Search { .. } => String::new(),
        }
    }

    pub(super) fn engine_failed(&mut self, why: String) -> Vec<Output> {
        match &mut self.phase {
            Phase::Thinking { .. } => {
                self.phase = Phase::Stuck { why: why.clone() };
                vec![Output::EngineFailed { why }]
            }
            Phase::Counting(counting) if counting.querying_since().is_some() => {
                counting.engine = EngineCount::Absent;
                vec![Output::EngineFailed { why }]
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn retry(&mut self, now: Moment) -> Vec<Output> {
        match self.phase {
            Phase::Stuck { .. } => {
                self.decider = MoveDecider::default();
                self.next_turn(now)
            }
            _ => refuse(Refusal::NotNow),
        }
    }

    pub(super) fn stop(&mut self) -> Vec<Output> {
        let out = self.cancel_query();
        match &mut self.phase {
            Phase::Thinking { .. } => self.phase = Phase::Stuck { why: "stopped".to_owned() },
            Phase::Counting(counting) => counting.engine = EngineCount::Absent,
            _ => return refuse(Refusal::NotNow),
        }
        out
    }

    pub(super) fn ask_score(&self) -> Output {
        Output::QueryEngine(Query::Score { game: self.game_so_far() })
    }

    /// Starts at the last set-up of stones, since GTP cannot express set-up after moves.
    pub(super) fn game_so_far(&self) -> Game {
        let size = self.position.size();
        let rules = Some(self.position.rules());
        let mut game = Game { rules, ..Game::new(size, self.komi().to_string()) };
        let line = self.record.tree().line(self.live);
        let has_setup = |node: &NodeId| self.record.node(*node).has_setup();
        let Some(start) = line.iter().rposition(has_setup) else {
            game.moves = self.moves_of(&line);
            return game;
        };
        let Some(there) = line.get(start) else { return game };
        let state = self.record.editor().position_at(*there);
        let board = state.position.board();
        let handicap = start == 0 && self.handicap() > 1 && board.count(Color::White) == 0;
        if handicap {
            game.handicap = board.stones(Color::Black).collect();
        } else {
            let stones = |color| board.stones(color).map(move |at| (color, at));
            game.stones = Color::BOTH.into_iter().flat_map(stones).collect();
        }
        game.moves = self.moves_of(line.get(start + 1..).unwrap_or_default());
        game
    }

    fn moves_of(&self, nodes: &[NodeId]) -> Vec<(Color, Move)> {
        let file = self.record.editor().game();
        nodes.iter().filter_map(|node| file.only_move(*node, self.position.size())).collect()
    }

    fn words(&self, mv: Move) -> String {
        match mv {
            Move::Place(at) => at.name(self.position.size()),
            Move::Pass => "pass".to_owned(),
        }
    }
}
