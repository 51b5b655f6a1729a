//! The board as text: `X` Black, `O` White, `#` red.

use rules::go::{Point, column_name};

use super::board::Board;

pub(super) fn board(board: &Board) -> String {
    let size = board.size();
    let columns: String = (0..size.width()).map(|x| format!("{:>2}", column_name(x))).collect();
    let row = |y: u8| {
        let cells: String =
            (0..size.width()).map(|x| format!(" {}", board.at(Point::new(x, y)).symbol())).collect();
        let number = size.height() - y;
        format!("{number:>2}{cells} {number}")
    };
    let rows: Vec<String> = (0..size.height()).map(row).collect();
    // An answer may not contain an empty line, so the board begins on the first line.
    format!("{}\n  {columns}\n{}\n  {columns}", title(board), rows.join("\n"))
}

fn title(board: &Board) -> String {
    match board {
        Board::Ordinary(position) => format!("{:?} to play", position.to_play()),
        Board::Simultaneous(position) => format!("After {} turns", position.turns()),
    }
}
