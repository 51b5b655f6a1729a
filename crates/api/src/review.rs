//! Reviews of whole games by an engine on the server's machine. The answer to a request is a stream of lines, a
//! `ReviewUpdate` in JSON each; whoever stops reading ends the review. What was found is stored, so the same request
//! goes on.

use analysis::review::{PlayerReport, ReviewedMove};
use analysis::{EngineName, Evaluation};
use serde::{Deserialize, Serialize};

use crate::ApiError;
use crate::call::{Call, Method};
use crate::{CallError, engines};

pub const REVIEW: &str = "/api/review";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewRequest {
    pub game: engines::Game,
    /// The game as PGN or SGF. Its main line is reviewed.
    pub text: String,
    /// Positions of which the file has values are searched, too.
    #[serde(default)]
    pub again: bool,
}

/// The state of a review. One that is sent has only the moves that differ from those sent before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReviewUpdate {
    pub state: ReviewState,
    /// None: no engine was needed so far.
    pub engine: Option<EngineName>,
    /// Searches, of which the deeper ones are estimated at first.
    pub done: usize,
    pub of: usize,
    /// In milliseconds; None until a search has been timed.
    pub remaining: Option<u64>,
    /// Of the position before the first move.
    pub start: Option<Evaluation>,
    /// In order.
    pub moves: Vec<ReviewedMove>,
    /// In the order of `analysis::review::Player::ALL`.
    pub players: [PlayerReport; 2],
    /// The first move that cannot be played, as it is written. The review ends before it.
    pub cut_at: Option<String>,
    /// There is no database, so a review that is stopped begins again.
    pub is_not_stored: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewState {
    /// Another window has the engine.
    #[default]
    Waiting,
    Starting,
    Running,
    Finished,
    Failed(ApiError),
}

impl ReviewState {
    /// Whether no further update follows.
    pub fn is_final(&self) -> bool {
        matches!(self, ReviewState::Finished | ReviewState::Failed(_))
    }
}

impl ReviewUpdate {
    /// What a reader of the earlier update has to be told.
    pub fn since(&self, earlier: &ReviewUpdate) -> ReviewUpdate {
        let is_new = |mv: &&ReviewedMove| earlier.moves.get(mv.step) != Some(*mv);
        let moves = self.moves.iter().filter(is_new).cloned().collect();
        ReviewUpdate { moves, ..self.clone() }
    }

    /// The state after an update that was sent.
    pub fn add(&mut self, sent: ReviewUpdate) {
        let mut moves = std::mem::take(&mut self.moves);
        for mv in &sent.moves {
            match moves.get_mut(mv.step) {
                Some(known) => *known = mv.clone(),
                // The first update has all moves in order.
                None => moves.push(mv.clone()),
            }
        }
        *self = ReviewUpdate { moves, ..sent };
    }
}

/// Its answer is read line by line while it arrives.
pub fn review(request: &ReviewRequest) -> Call<Vec<ReviewUpdate>> {
    Call::new(Method::Post, REVIEW, |reply| read_updates(&reply.body).ok_or(CallError::BadReply))
        .with(request)
}

/// The updates in complete lines. None: a line is no update.
pub fn read_updates(lines: &[u8]) -> Option<Vec<ReviewUpdate>> {
    crate::analysis::read_lines(lines)
}

#[cfg(test)]
mod tests {
    use analysis::review::{Phase, Player};
    use analysis::{Effort, Native};

    use super::*;

    fn mv(step: usize, centipawns: Option<i32>) -> ReviewedMove {
        ReviewedMove {
            step,
            player: Player::First,
            phase: Phase::Opening,
            played: "e2e4".to_owned(),
            value: centipawns.map(|value| Evaluation::new(Native::Centipawns(value), Effort::Depth(9))),
            loss: None,
            verdict: None,
            best: None,
            second: None,
            refutation: Vec::new(),
        }
    }

    #[test]
    fn only_what_is_new_is_sent_and_the_reader_has_all_of_it() {
        let updates = [
            ReviewUpdate {
                moves: vec![mv(0, None), mv(1, None), mv(2, None)],
                of: 4,
                ..ReviewUpdate::default()
            },
            ReviewUpdate {
                moves: vec![mv(0, None), mv(1, None), mv(2, Some(31))],
                done: 1,
                ..ReviewUpdate::default()
            },
            ReviewUpdate {
                state: ReviewState::Finished,
                moves: vec![mv(0, Some(-15)), mv(1, None), mv(2, Some(31))],
                ..ReviewUpdate::default()
            },
        ];
        let (mut before, mut read, mut sizes) =
            (ReviewUpdate::default(), ReviewUpdate::default(), Vec::new());
        for update in &updates {
            let line = serde_json::to_vec(&update.since(&before)).unwrap();
            let sent = read_updates(&line).unwrap().remove(0);
            sizes.push(sent.moves.len());
            read.add(sent);
            assert_eq!(&read, update);
            before = update.clone();
        }
        assert_eq!(sizes, [3, 1, 1]);
        assert!(read.state.is_final() && !updates[0].state.is_final());
    }

    #[test]
    fn a_request_is_written_as_documented() {
        let text = r#"{"game":"chess","text":"1. e4 *"}"#;
        let request: ReviewRequest = serde_json::from_str(text).unwrap();
        assert_eq!(
            request,
            ReviewRequest { game: engines::Game::Chess, text: "1. e4 *".into(), again: false }
        );
    }
}
