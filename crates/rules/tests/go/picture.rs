//! Positions written as pictures.

use rules::go::{Board, Color, Illegal, Move, Point, Position, Rules, Size};

/// Rows of `.`, `X` and `O`; spaces between points and around rows are ignored.
pub fn board(rows: &str) -> Position {
    let rows: Vec<Vec<char>> = rows
        .lines()
        .map(|row| row.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect();
    let size = Size::new(rows[0].len() as u32, rows.len() as u32).unwrap();
    let stones = size.points().map(|at| {
        let stone = match rows[usize::from(at.y)][usize::from(at.x)] {
            'X' => Some(Color::Black),
            'O' => Some(Color::White),
            '.' => None,
            other => panic!("{other:?} is neither a stone nor a point"),
        };
        (at, stone)
    });
    Position::new(size).set_up(stones)
}

/// The stones of a picture, for comparison.
pub fn stones(rows: &str) -> Board {
    board(rows).board().clone()
}

pub fn at(name: &str, position: &Position) -> Point {
    Point::from_name(name, position.size()).unwrap_or_else(|| panic!("no point {name} here"))
}

/// Plays `B c2 W pass W b1 …`; the last move may be refused.
pub fn play(rules: Rules, position: &Position, moves: &str) -> Result<Position, Illegal> {
    let words: Vec<&str> = moves.split_whitespace().collect();
    let mut now = position.clone().with_rules(rules);
    for (n, pair) in words.chunks(2).enumerate() {
        let color = if pair[0] == "B" { Color::Black } else { Color::White };
        if n == 0 {
            now = now.with_to_play(color);
        }
        let mv = if pair[1] == "pass" { Move::Pass } else { Move::Place(at(pair[1], &now)) };
        let next = now.play_as(color, mv);
        if (n + 1) * 2 == words.len() {
            return next;
        }
        now = next.unwrap_or_else(|illegal| panic!("move {} of {moves:?}: {illegal}", n + 1));
    }
    Ok(now)
}
