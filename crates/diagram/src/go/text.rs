//! A board as text, for terminals, logs and e-mails.

use rules::go::{Board, Color, Point, column_name};

use super::board::star_points;

/// `X` is Black, `O` White, `.` empty and `+` a star point; the last move is in brackets.
pub fn board_text(board: &Board, last: Option<Point>) -> String {
    let size = board.size();
    let stars = star_points(size);
    let columns: String = (0..size.width()).map(|x| format!("{:>2}", column_name(x))).collect();
    let head = format!("   {columns}\n");
    let mut text = head.clone();
    for y in 0..size.height() {
        text += &format!("{:>3}", size.height() - y);
        for x in 0..size.width() {
            let at = Point { x, y };
            let stone = match board.get(at) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if stars.contains(&at) => '+',
                None => '.',
            };
            let before = match last {
                Some(last) if last == at => '(',
                Some(last) if x > 0 && last == (Point { x: x - 1, y }) => ')',
                _ => ' ',
            };
            text.push(before);
            text.push(stone);
        }
        let closes = last == Some(Point { x: size.width() - 1, y });
        text.push(if closes { ')' } else { ' ' });
        text += &format!("{}\n", size.height() - y);
    }
    text + &head
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::go::Size;

    #[test]
    fn stones_are_letters_and_the_last_move_is_in_brackets() {
        let mut board = Board::empty(Size::square(3).unwrap());
        board.set(Point::new(0, 0), Some(Color::Black));
        board.set(Point::new(2, 1), Some(Color::White));
        let shown = "    A B C\n  3 X . . 3\n  2 . .(O)2\n  1 . . . 1\n    A B C\n";
        assert_eq!(board_text(&board, Some(Point::new(2, 1))), shown);
    }
}
