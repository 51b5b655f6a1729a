//! Why a position id was not read, in the language of the page.

use i18n::fill;
use rules::backgammon::{BoardError, IdError, Notation, Wanted};

use super::messages::side_name;
use crate::language;

pub fn message(error: &IdError) -> String {
    let name = error.notation.map_or("ID", Notation::name);
    let (field, wanted) = (field(error.field), wanted(error.wanted));
    let values = [("name", name), ("field", &*field), ("found", &error.found), ("wanted", &wanted)];
    fill(language::cards().problem_id, &values)
}

/// The name of a field, or of a part of one: `match ID, dice`.
fn field(name: &str) -> String {
    name.split(", ").map(part).collect::<Vec<_>>().join(language::frame().comma)
}

fn part(name: &str) -> &str {
    let words = language::here().position_ids();
    match name {
        "board" => words.field_board,
        "cube value" => words.field_cube_value,
        "cube owner" => words.field_cube_owner,
        "turn" => words.field_turn,
        "dice" => words.field_dice,
        "bottom player's score" => words.field_bottom_player_score,
        "top player's score" => words.field_top_player_score,
        "Crawford/Jacoby" => words.field_crawford_jacoby,
        "match length" => words.field_match_length,
        "cube limit" => words.field_cube_limit,
        "end" => words.field_end,
        "White's checkers" => words.field_white_checkers,
        "Black's checkers" => words.field_black_checkers,
        "cube" => words.field_cube,
        "colour" => words.field_colour,
        "state" => words.field_state,
        "White's score" => words.field_white_score,
        "Black's score" => words.field_black_score,
        "move" => words.field_move,
        "checker count" => words.field_checker_count,
        "checkers" => words.field_checkers,
        "fields" => words.field_fields,
        "text" => words.field_text,
        "position ID" => words.field_position_id,
        "match ID" => words.field_match_id,
        other => other,
    }
}

fn wanted(wanted: Wanted) -> String {
    let words = language::here().position_ids();
    let with_number = |text, n: usize| fill(text, &[("n", &n.to_string())]);
    let text = match wanted {
        Wanted::Board(BoardError::TooMany { side, checkers }) => {
            let values = [("side", side_name(side)), ("n", &*checkers.to_string())];
            return fill(words.wanted_board, &values);
        }
        Wanted::Board(BoardError::WrongBar { side }) => {
            return fill(words.wanted_bar, &[("side", side_name(side))]);
        }
        Wanted::Fields { found } => return with_number(words.wanted_fields, found),
        Wanted::NumberTo(most) => return with_number(words.wanted_range, most.into()),
        Wanted::LessThan(length) => return with_number(words.wanted_less, length.into()),
        Wanted::Base64(characters) => return with_number(words.wanted_base64, characters),
        Wanted::Characters { wanted, found } => {
            let values = [("n", &*wanted.to_string()), ("found", &found.to_string())];
            return fill(words.wanted_length, &values);
        }
        Wanted::OneOf(list) => return fill(words.wanted_one_of, &[("list", list)]),
        Wanted::Only(list) => return fill(words.wanted_only, &[("list", list)]),
        Wanted::Dice { one, other } => {
            let values = [("one", &*one.to_string()), ("other", &other.to_string())];
            return fill(words.wanted_not_dice, &values);
        }
        Wanted::TenFields => words.wanted_ten_fields,
        Wanted::Number => words.wanted_number,
        Wanted::FifteenCheckers => words.wanted_fifteen,
        Wanted::OneSideOnAPoint => words.wanted_one_side,
        Wanted::End => words.wanted_end,
        Wanted::XgDice => words.wanted_dice_or_letter,
        Wanted::DiceOrNothing => words.wanted_dice_or_nothing,
        Wanted::OgidCube => words.wanted_cube,
        Wanted::OgidLength => words.wanted_match_length,
        Wanted::CubeOwner => words.wanted_owner,
        Wanted::TwentyFivePlaces => words.wanted_places,
        Wanted::Checkers => words.wanted_checkers,
        Wanted::Id => words.wanted_id,
    };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use rules::backgammon::{Position, Side};

    use super::*;

    #[test]
    fn the_english_text_is_that_of_the_command_line() {
        let board = |error| Wanted::Board(error);
        for one in [
            board(BoardError::TooMany { side: Side::Top, checkers: 16 }),
            board(BoardError::WrongBar { side: Side::Bottom }),
            Wanted::Fields { found: 12 },
            Wanted::NumberTo(15),
            Wanted::LessThan(7),
            Wanted::Base64(14),
            Wanted::Characters { wanted: 26, found: 25 },
            Wanted::OneOf("W, B"),
            Wanted::Only("0–9, a–q"),
            Wanted::Dice { one: 7, other: 0 },
            Wanted::TenFields,
            Wanted::XgDice,
            Wanted::OgidLength,
            Wanted::Id,
        ] {
            assert_eq!(wanted(one), one.to_string());
        }
    }

    #[test]
    fn every_field_has_a_name() {
        for id in ["XGID=-b:0:0:1:31:2:0:0:5:10", "XGID=-b----E-C---eE---c-e----B-:0:0:1:70:2:0:0:5:10"] {
            let error = Position::read(id).unwrap_err();
            assert_eq!(field(error.field), error.field, "in English the same");
        }
        assert_eq!(field("match ID, cube owner"), "match ID, cube owner");
    }
}
