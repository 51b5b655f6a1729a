//! A board as text, for terminals, logs and e-mails.

use rules::go::{Board, Color, Point, column_name};

use super::board::star_points;

/// `X` is Black, `O` White, `.` empty and `+` a star point; the last move is in brackets.
pub fn board_text(board: &Board, last: Option<Point>) -> String {
    let size = board.size();
    let stars = star_points(size);
    let head = column_names(size.width());
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

/// The names of the columns. Names of two letters stand upright, so that neighbours stay apart.
fn column_names(columns: u8) -> String {
    let names: Vec<String> = (0..columns).map(column_name).collect();
    let rows = names.iter().map(String::len).max().unwrap_or(0);
    let letter = |name: &String, row: usize| {
        let from_end = rows - row;
        name.len().checked_sub(from_end).and_then(|n| name.chars().nth(n)).unwrap_or(' ')
    };
    let row = |row: usize| {
        let letters: String = names.iter().map(|name| format!(" {}", letter(name, row))).collect();
        format!("   {}\n", letters.trim_end())
    };
    (0..rows).map(row).collect()
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

    #[test]
    fn the_names_of_52_columns_stay_apart() {
        let text = board_text(&Board::empty(Size::square(52).unwrap()), None);
        let head: Vec<&str> = text.lines().take(4).collect();
        let doubled = "A B C D E F G H J K L M N O P Q R S T U V W X Y Z";
        assert_eq!(head[0].trim_start(), "A B", "the last two names have three letters");
        assert_eq!(head[2].trim_start(), format!("{doubled} {doubled} A B"));
        assert!(head[3].starts_with(" 52 . ."), "{text}");
    }
}
