//! An engine's moves, checked against the rules, and the game in the form an engine is sent.

use moment::Moment;
use record::GameRecord;
use record::NodeId;
use rules::go::{Color, Move, Outcome};

use super::{LocalGame, MAX_BAD_MOVES, Output, Phase, Refusal, refuse};
use crate::gtp::{EngineMove, Game, Query};

impl LocalGame {
    pub(super) fn engine_moved(&mut self, now: Moment, answer: EngineMove) -> Vec<Output> {
        let Phase::Thinking { .. } = self.phase else { return Vec::new() };
        match answer {
            EngineMove::Resign => self.end(Outcome::Resigned { winner: self.position.to_play().other() }),
            EngineMove::Move(mv) => match self.position.play(mv) {
                Ok(next) => self.advance(now, mv, next),
                Err(illegal) => {
                    let why = format!("{}: {illegal}", self.words(mv));
                    self.bad_move(now, &why)
                }
            },
            EngineMove::Invalid(text) => self.bad_move(now, &format!("“{text}” is no move")),
        }
    }

    /// The engine's board differs from the game: it is sent the whole game and asked again, a limited number of times.
    fn bad_move(&mut self, now: Moment, why: &str) -> Vec<Output> {
        self.bad_moves += 1;
        let mut out = vec![Output::ResyncEngine];
        if self.bad_moves < MAX_BAD_MOVES {
            out.append(&mut self.next_turn(now));
        } else {
            out.append(&mut self.engine_failed(format!("invalid answer from the opponent: {why}")));
        }
        out
    }

    pub(super) fn engine_failed(&mut self, why: String) -> Vec<Output> {
        match &mut self.phase {
            Phase::Thinking { .. } => {
                self.phase = Phase::Stuck { why: why.clone() };
                vec![Output::EngineFailed { why }]
            }
            Phase::Counting(counting) => match counting.querying_since.take() {
                Some(_) => vec![Output::EngineFailed { why }],
                None => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    pub(super) fn retry(&mut self, now: Moment) -> Vec<Output> {
        match self.phase {
            Phase::Stuck { .. } => {
                self.bad_moves = 0;
                self.next_turn(now)
            }
            _ => refuse(Refusal::NotNow),
        }
    }

    pub(super) fn stop(&mut self) -> Vec<Output> {
        let out = self.cancel_query();
        match &mut self.phase {
            Phase::Thinking { .. } => self.phase = Phase::Stuck { why: "stopped".to_owned() },
            Phase::Counting(counting) => counting.querying_since = None,
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
        let mut game = Game::new(size, self.komi().to_string());
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
