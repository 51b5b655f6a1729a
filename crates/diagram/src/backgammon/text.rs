//! A board as text, for terminals, logs and e-mails.

use rules::backgammon::{BAR, Board, Position, Side};

/// The player to act is X, at the bottom; the point numbers are that player's.
pub fn board_text(position: &Position) -> String {
    let board = position.board.mover_view(position.to_act());
    let mut text = numbers(13..=24);
    for row in 0..ROWS {
        text += &line(&board, row, 13..=24, Side::Bottom);
    }
    text += &format!(" |{:18}|BAR|{:18}|\n", "", "");
    for row in (0..ROWS).rev() {
        text += &line(&board, row, (1..=12).rev(), Side::Top);
    }
    text + &numbers((1..=12).rev())
}

/// Checkers beyond this many become a number.
const ROWS: u8 = 5;

/// ` +13-14-15-16-17-18------19-20-21-22-23-24-+`
fn numbers(points: impl Iterator<Item = u8>) -> String {
    let points: Vec<String> = points.map(|point| format!("{point:->2}-")).collect();
    let (left, right) = points.split_at(6);
    format!(" +{}-----{}+\n", left.concat(), right.concat())
}

/// One row, counted from the edge; `on_bar` is the side whose bar is in this half.
fn line(board: &Board, row: u8, points: impl Iterator<Item = u8>, on_bar: Side) -> String {
    let cells: Vec<String> = points.map(|point| point_cell(board, point, row)).collect();
    let (left, right) = cells.split_at(6);
    // On the bar, checkers are next to the middle of the board.
    let bar = stack_cell(board.count(on_bar, BAR), letter(on_bar), ROWS - 1 - row);
    format!(" |{}|{bar}|{}|\n", left.concat(), right.concat())
}

fn point_cell(board: &Board, point: u8, row: u8) -> String {
    match (board.count(Side::Bottom, point), board.count(Side::Top, BAR - point)) {
        (0, top) => stack_cell(top, letter(Side::Top), row),
        (bottom, _) => stack_cell(bottom, letter(Side::Bottom), row),
    }
}

fn letter(side: Side) -> char {
    if side == Side::Bottom { 'X' } else { 'O' }
}

fn stack_cell(count: u8, letter: char, row: u8) -> String {
    match row {
        row if row >= count => "   ".into(),
        row if row + 1 == ROWS && count > ROWS => format!("{count:^3}"),
        _ => format!(" {letter} "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_player_on_roll_is_at_the_bottom_and_tall_stacks_have_a_number() {
        let position =
            Position::read("XGID=aB----D-B---cE---d-e---bAA:0:0:-1:31:0:0:0:0:10").unwrap().position;
        let expected = "
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              O |
 | X           O    |   | O              O |
 | X                |   | O                |
 |                  |   | O                |
 |                  | X |                  |
 |                  |BAR|                  |
 |                  | O |                  |
 | O                |   | X                |
 | O              X |   | X                |
";
        let text = board_text(&position);
        assert_eq!(text.lines().count(), 13);
        assert!(text.lines().all(|line| line.chars().count() == 44), "{text}");
        assert!(expected.contains(text.lines().next().unwrap()), "{text}");
        let tall = Position::read("XGID=------H------------g------:0:0:1:00:0:0:0:0:10").unwrap().position;
        let text = board_text(&tall);
        assert!(text.contains("| 7 ") && text.contains("| 8 "), "{text}");
    }
}
