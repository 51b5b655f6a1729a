//! The messages of the trainer; their texts are in `i18n`.

use i18n::{Language, fill};

/// A message to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    YourTurn,
    /// The opponent's move comes first.
    OpponentMoves,
    Correct,
    /// Another order of moves that leads to the same position.
    Transposed,
    Incorrect,
    Illegal,
    /// The opponent could also have played something else: variation `number` of `of`.
    Variation {
        number: usize,
        of: usize,
    },
    LeaveVariation,
    ReturnToMainLine,
    Mistake,
    AlsoGood,
    FindBetter,
    /// An engine looks at the move.
    Judging,
    /// The move is not the solution's, but as good.
    AsGood,
    ChoosePiece,
    HintSquare,
    HintArrow,
    HintPlayed,
    Solution,
    Solved,
    SolvedWithHint,
    Failed,
    /// Without a mistake, but a hint showed a move.
    MoveShown,
    /// Without a mistake, but the solution was shown.
    Shown,
    Skipped,
    Paused,
    TimeIsUp,
    Stopped,
    AllSolved,
}

impl Status {
    /// Every kind of status, for tests of the texts.
    pub const ALL: [Status; 30] = [
        Status::YourTurn,
        Status::OpponentMoves,
        Status::Correct,
        Status::Transposed,
        Status::Incorrect,
        Status::Illegal,
        Status::Variation { number: 1, of: 1 },
        Status::Variation { number: 2, of: 3 },
        Status::LeaveVariation,
        Status::ReturnToMainLine,
        Status::Mistake,
        Status::AlsoGood,
        Status::FindBetter,
        Status::Judging,
        Status::AsGood,
        Status::ChoosePiece,
        Status::HintSquare,
        Status::HintArrow,
        Status::HintPlayed,
        Status::Solution,
        Status::Solved,
        Status::SolvedWithHint,
        Status::Failed,
        Status::MoveShown,
        Status::Shown,
        Status::Skipped,
        Status::Paused,
        Status::TimeIsUp,
        Status::Stopped,
        Status::AllSolved,
    ];

    pub fn text(self, language: Language) -> String {
        let words = language.trainer();
        match self {
            Status::Variation { number, of } if number > 1 => {
                fill(words.variation_of, &[("number", &number.to_string()), ("of", &of.to_string())])
            }
            _ => self.words(words).to_owned(),
        }
    }

    fn words(self, words: &i18n::Trainer) -> &'static str {
        match self {
            Status::YourTurn => words.your_turn,
            Status::OpponentMoves => words.opponent_moves,
            Status::Correct => words.correct,
            Status::Transposed => words.transposed,
            Status::Incorrect => words.incorrect,
            Status::Illegal => words.illegal,
            Status::Variation { .. } => words.variation,
            Status::LeaveVariation => words.leave_variation,
            Status::ReturnToMainLine => words.back_to_main,
            Status::Mistake => words.mistake,
            Status::AlsoGood => words.also_good,
            Status::FindBetter => words.find_better,
            Status::Judging => words.judging,
            Status::AsGood => words.as_good,
            Status::ChoosePiece => words.choose_piece,
            Status::HintSquare => words.hint_square,
            Status::HintArrow => words.hint_arrow,
            Status::HintPlayed => words.hint_played,
            Status::Solution => words.solution,
            Status::Solved => words.solved,
            Status::SolvedWithHint => words.solved_with_hint,
            Status::Failed => words.failed,
            Status::MoveShown => words.move_shown,
            Status::Shown => words.shown,
            Status::Skipped => words.skipped,
            Status::Paused => words.paused,
            Status::TimeIsUp => words.time_is_up,
            Status::Stopped => words.stopped,
            Status::AllSolved => words.all_solved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_a_text_in_every_language() {
        for status in Status::ALL {
            let texts = Language::ALL.map(|language| status.text(language));
            assert!(texts.iter().all(|text| !text.is_empty() && !text.contains('{')), "{status:?}");
            assert!(texts[0] != texts[1] && texts[0] != texts[2] && texts[1] != texts[2], "{status:?}");
        }
    }

    #[test]
    fn the_vietnamese_texts_are_unchanged() {
        let table = [
            (Status::Variation { number: 1, of: 3 }, "📌 Có biến phụ!"),
            (Status::Variation { number: 2, of: 3 }, "📌 Biến phụ 2/3"),
            (Status::Mistake, "❌ Đây là nước sai lầm!"),
            (Status::AlsoGood, "✅ Đây là nước cũng hay!"),
            (Status::ReturnToMainLine, "↩ Quay lại biến chính"),
            (Status::FindBetter, "↩ Quay lại tìm nước hay hơn"),
        ];
        for (status, text) in table {
            assert_eq!(status.text(Language::Vi), text);
        }
    }
}
