//! One game out of a file that holds several, as a file of its own.

use record::pgn::Pgn;
use record::sgf;

use crate::what::{What, what_is};

/// The bytes of that game alone; a file with a single game is handed back as it is. A backgammon match stays whole: its
/// games are one story. None if there is no such game.
pub fn only_game(name: &str, bytes: &[u8], number: usize) -> Option<Vec<u8>> {
    match what_is(name, bytes) {
        What::GoRecord => {
            let mut file = sgf::read(bytes).ok()?;
            if file.games().len() < 2 {
                return (number == 0).then(|| bytes.to_vec());
            }
            let game = file.games().get(number).copied()?;
            file.set_games(vec![game]);
            Some(file.write())
        }
        What::ChessRecord => {
            let file = Pgn::read(bytes.to_vec());
            match file.len() {
                0 | 1 => (number == 0).then(|| bytes.to_vec()),
                _ => file.text(number).map(|text| text.into_owned().into_bytes()),
            }
        }
        _ => Some(bytes.to_vec()),
    }
}

/// Whether the file is a record of one game of Go or chess, and nothing else.
pub fn is_one_game(name: &str, bytes: &[u8]) -> bool {
    match what_is(name, bytes) {
        What::GoRecord => sgf::read(bytes).is_ok_and(|file| file.games().len() == 1),
        What::ChessRecord => Pgn::read(bytes.to_vec()).len() == 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_that_is_asked_for_stands_alone() {
        let two = b"(;GM[1]PB[Ann];B[aa])\n(;GM[1]PB[Bob];B[bb])";
        let second = only_game("x.sgf", two, 1).unwrap();
        let text = String::from_utf8(second).unwrap();
        assert!(text.contains("Bob") && !text.contains("Ann"), "{text}");
        assert_eq!(only_game("x.sgf", two, 2), None);
        assert!(!is_one_game("x.sgf", two) && is_one_game("x.sgf", b"(;GM[1];B[aa])"));
        assert!(is_one_game("x.pgn", b"1. e4 *") && !is_one_game("x.mat", b" 5 point match\n"));
        let one = b"(;GM[1] ;B[aa] )  ";
        assert_eq!(only_game("x.sgf", one, 0).as_deref(), Some(&one[..]));
        let pgn = b"[White \"Ann\"]\n\n1. e4 *\n\n[White \"Bob\"]\n\n1. d4 *\n";
        let second = String::from_utf8(only_game("x.pgn", pgn, 1).unwrap()).unwrap();
        assert!(second.contains("Bob") && second.contains("d4") && !second.contains("e4"), "{second}");
    }
}
