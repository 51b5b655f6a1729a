//! What is wrong with a match, in the language of the page.

use i18n::fill;
use record::backgammon::MatchProblem;

use super::messages::side_name;
use crate::language;

pub fn text(problem: &MatchProblem) -> String {
    use MatchProblem as P;
    let words = language::here().match_problems();
    let of_side = |text, side| fill(text, &[("side", side_name(side))]);
    let compared = |text, written: u32, counted: u32| {
        fill(text, &[("written", &written.to_string()), ("counted", &counted.to_string())])
    };
    match problem {
        P::Unreadable(text) => fill(words.match_unreadable, &[("text", text)]),
        P::NotRead(text) => fill(words.match_not_read, &[("text", text)]),
        P::IllegalPlay { dice, play } if play.is_empty() => {
            fill(words.match_no_play_illegal, &[("dice", &dice.to_string())])
        }
        P::IllegalPlay { dice, play } => {
            fill(words.match_illegal, &[("play", &play.to_string()), ("dice", &dice.to_string())])
        }
        P::CannotDouble(side) => of_side(words.match_cannot_double, *side),
        P::CannotBeaver(side) => of_side(words.match_cannot_beaver, *side),
        P::OutOfTurn(side) => of_side(words.match_out_of_turn, *side),
        P::CubeValue { written, counted } => compared(words.match_cube_value, *written, *counted),
        P::Result { side, points } => {
            fill(words.match_result, &[("side", side_name(*side)), ("points", &points.to_string())])
        }
        P::Score { side, written, counted } => {
            let values = [("written", &*written.to_string()), ("counted", &counted.to_string())];
            fill(words.match_score, &[&[("side", side_name(*side))], &values[..]].concat())
        }
        P::Dice(one, other) => {
            fill(words.match_dice, &[("one", &one.to_string()), ("other", &other.to_string())])
        }
        P::NoScore => words.match_no_score.into(),
        P::MarkedIllegal => words.match_marked_illegal.into(),
        P::Unanswered => words.match_unanswered.into(),
        P::NoDouble => words.match_no_double.into(),
        P::NoBeaver => words.match_no_beaver.into(),
        P::CubeTooHigh => words.match_too_high.into(),
        P::AfterEnd => words.match_after_end.into(),
        P::SetUp => words.match_set_up.into(),
        P::OtherPosition => words.match_other_position.into(),
        P::OtherCube => words.match_other_cube.into(),
        P::Damaged(_) => words.match_damaged.into(),
        P::OutOfOrder => words.match_out_of_order.into(),
    }
}
