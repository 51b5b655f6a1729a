//! What a machine says, weighed by the rules; and the game as a machine needs to hear it.

use record::NodeId;
use rules::go::{Color, Move, Outcome};

use super::{MOST_BAD_ANSWERS, Output, Phase, Refusal, Room, refuse};
use crate::Moment;
use crate::gtp::{Ask, Game, Said};

impl Room {
    pub(super) fn answer(&mut self, now: Moment, said: Said) -> Vec<Output> {
        let Phase::Thinking { .. } = self.phase else { return Vec::new() };
        match said {
            Said::Resign => self.end(Outcome::Resigned { winner: self.position.to_play().other() }),
            Said::Move(mv) => match self.position.play(mv) {
                Ok(next) => self.advance(now, mv, next),
                Err(illegal) => {
                    let why = format!("{}: {illegal}", self.words(mv));
                    self.bad_answer(now, &why)
                }
            },
            Said::Nonsense(text) => self.bad_answer(now, &format!("“{text}” is no move")),
        }
    }

    /// The machine is out of step with the game: it is told everything again, and asked again, but not for ever.
    fn bad_answer(&mut self, now: Moment, why: &str) -> Vec<Output> {
        self.bad_answers += 1;
        let mut out = vec![Output::Distrust];
        if self.bad_answers < MOST_BAD_ANSWERS {
            out.append(&mut self.next_turn(now));
        } else {
            out.append(&mut self.failed(format!("the opponent answers nonsense: {why}")));
        }
        out
    }

    pub(super) fn failed(&mut self, why: String) -> Vec<Output> {
        match &mut self.phase {
            Phase::Thinking { .. } => {
                self.phase = Phase::Stuck { why: why.clone() };
                vec![Output::Trouble { why }]
            }
            Phase::Counting(counting) => match counting.asking_since.take() {
                Some(_) => vec![Output::Trouble { why }],
                None => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    pub(super) fn retry(&mut self, now: Moment) -> Vec<Output> {
        match self.phase {
            Phase::Stuck { .. } => {
                self.bad_answers = 0;
                self.next_turn(now)
            }
            _ => refuse(Refusal::NotNow),
        }
    }

    pub(super) fn stop(&mut self) -> Vec<Output> {
        let out = self.stop_asking();
        match &mut self.phase {
            Phase::Thinking { .. } => self.phase = Phase::Stuck { why: "stopped".to_owned() },
            Phase::Counting(counting) => counting.asking_since = None,
            _ => return refuse(Refusal::NotNow),
        }
        out
    }

    pub(super) fn ask_score(&self) -> Output {
        Output::Ask(Ask::Score { game: self.game_so_far() })
    }

    /// From the last set-up of stones on, since an engine cannot be told of any other.
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
