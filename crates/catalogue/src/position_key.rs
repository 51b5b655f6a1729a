//! Keys of positions: 64 bits that are equal for positions that players consider the same.

use rules::backgammon::{self, Board, Side};
use rules::chess;
use rules::go::{self, Symmetries};

use crate::entry::GameKind;

/// A position to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionQuery {
    pub kind: GameKind,
    pub key: u64,
}

/// The same for all eight orientations of the board; ignores the side to move.
pub fn go_key(board: &go::Board) -> u64 {
    Symmetries::of(board).key()
}

/// Includes the side to move, castling rights and en passant.
pub fn chess_key(position: &chess::Position) -> u64 {
    position.key()
}

/// Seen by the player on roll; ignores cube, dice and score.
pub fn backgammon_key(board: &Board, on_roll: Side) -> u64 {
    let view = board.mover_view(on_roll);
    view.points().iter().fold(0x0ba9_6a33, |sum, checkers| mix(sum, u64::from(checkers.to_le_bytes()[0])))
}

/// Mixes the next number into a hash (splitmix64).
pub(crate) fn mix(sum: u64, next: u64) -> u64 {
    let mut z = (sum ^ next).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl PositionQuery {
    /// Reads a FEN, a backgammon position in one of its three notations, or a Go board as rows of `X`, `O` and `.`.
    pub fn read(text: &str) -> Option<PositionQuery> {
        let text = text.trim();
        if let Some(board) = go_board(text) {
            return Some(PositionQuery { kind: GameKind::Go, key: go_key(&board) });
        }
        if crate::recognise::is_fen(text) {
            let position = chess::Position::from_fen(text, false).ok()?.position;
            return Some(PositionQuery { kind: GameKind::Chess, key: chess_key(&position) });
        }
        let read = backgammon::Position::read(text).ok()?.position;
        Some(PositionQuery { kind: GameKind::Backgammon, key: backgammon_key(&read.board, read.turn) })
    }
}

/// Rows of `X` black, `O` white and `.` empty; spaces are ignored, and `/` ends a row too.
fn go_board(text: &str) -> Option<go::Board> {
    let rows: Vec<Vec<char>> = text
        .split(['\n', '/'])
        .map(|row| row.chars().filter(|c| !c.is_whitespace()).collect::<Vec<char>>())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect();
    let width = rows.first()?.len();
    let fits = |row: &Vec<char>| {
        row.len() == width && row.iter().all(|c| matches!(c, '.' | '+' | 'X' | 'x' | 'O' | 'o'))
    };
    if !rows.iter().all(fits) {
        return None;
    }
    let size = go::Size::new(u32::try_from(width).ok()?, u32::try_from(rows.len()).ok()?).ok()?;
    let mut board = go::Board::empty(size);
    for (at, stone) in size.points().zip(rows.iter().flatten()) {
        match stone {
            'X' | 'x' => board.set(at, Some(go::Color::Black)),
            'O' | 'o' => board.set(at, Some(go::Color::White)),
            _ => {}
        }
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_in_the_notation_of_its_game() {
        let kind = |text: &str| PositionQuery::read(text).map(|query| query.kind);
        assert_eq!(kind(". X\nO ."), Some(GameKind::Go));
        assert_eq!(kind(".X./..O/..."), Some(GameKind::Go));
        assert_eq!(kind("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"), Some(GameKind::Chess));
        assert_eq!(kind("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"), Some(GameKind::Backgammon));
        assert_eq!(kind("hello"), None);
        assert_eq!(kind(""), None);
        assert_eq!(PositionQuery::read(".X./..O/..."), PositionQuery::read(".X./O../..."));
    }

    #[test]
    fn dice_and_cube_are_ignored_in_a_backgammon_position() {
        let key = |id: &str| PositionQuery::read(id).map(|query| query.key);
        let one = key("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10");
        assert_eq!(one, key("XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:2:0:7:10"));
        // The opening looks the same from both sides.
        assert_eq!(one, key("XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:7:10"));
        assert_ne!(one, key("XGID=-a-a--E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"));
    }
}
