//! Where the checkers of a variant of backgammon start.

use rules::backgammon::{BAR, Board};

/// By its name as programs write it: `NackGammon`, `HyperGammon (3)`. Everything else is backgammon.
pub(super) fn start(name: &str) -> Board {
    let name = name.to_ascii_lowercase();
    let is = |variant: &str| name.starts_with(variant);
    let points: &[(usize, i8)] = match () {
        () if is("nackgammon") => &[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)],
        () if is("longgammon") => &[(24, 15)],
        () if is("hypergammon") => match name.bytes().find(u8::is_ascii_digit) {
            Some(b'1') => &[(24, 1)],
            Some(b'2') => &[(24, 1), (23, 1)],
            _ => &[(24, 1), (23, 1), (22, 1)],
        },
        () => return Board::START,
    };
    symmetric(points)
}

/// The same for both players, each in their own numbering.
fn symmetric(points: &[(usize, i8)]) -> Board {
    let mut board = [0; 26];
    for (point, checkers) in points {
        board[*point] += checkers;
        board[usize::from(BAR) - point] -= checkers;
    }
    Board::new(board).unwrap_or(Board::START)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::backgammon::Side;

    #[test]
    fn every_variant_has_its_pips() {
        for (name, pips) in [
            ("Backgammon", 167),
            ("", 167),
            ("NackGammon", 194),
            ("HyperGammon", 69),
            ("HyperGammon (1)", 24),
            ("Hypergammon2", 47),
            ("LongGammon", 360),
        ] {
            for side in Side::BOTH {
                assert_eq!(start(name).pips(side), pips, "{name}");
            }
        }
    }
}
