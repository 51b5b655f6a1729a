//! Extracts one game from a file with several.

use record::pgn::Pgn;
use record::sgf;

use crate::recognise::{FileKind, recognise};

/// The bytes of one game. A file with a single game is returned unchanged, and so is a backgammon match, whose games
/// belong together. `None` if there is no such game.
pub fn extract_game(name: &str, bytes: &[u8], number: usize) -> Option<Vec<u8>> {
    match recognise(name, bytes) {
        FileKind::GoRecord => {
            let mut file = sgf::read(bytes).ok()?;
            if file.games().len() < 2 {
                return (number == 0).then(|| bytes.to_vec());
            }
            let game = file.games().get(number).copied()?;
            file.set_games(vec![game]);
            Some(file.write())
        }
        FileKind::ChessRecord => {
            let file = Pgn::read(bytes.to_vec());
            match file.len() {
                0 | 1 => (number == 0).then(|| bytes.to_vec()),
                _ => file.text(number).map(|text| text.into_owned().into_bytes()),
            }
        }
        _ => Some(bytes.to_vec()),
    }
}

/// The bytes of several games of a file of Go or chess, as one file. Numbers that the file does not have are left out.
pub fn extract_games(name: &str, bytes: &[u8], numbers: &[usize]) -> Option<Vec<u8>> {
    match recognise(name, bytes) {
        FileKind::GoRecord => {
            let mut file = sgf::read(bytes).ok()?;
            let games = numbers.iter().filter_map(|number| file.games().get(*number).copied()).collect();
            file.set_games(games);
            Some(file.write())
        }
        FileKind::ChessRecord => {
            let file = Pgn::read(bytes.to_vec());
            let games = numbers.iter().filter_map(|number| file.text(*number));
            Some(games.map(|game| format!("{}\n\n", game.trim())).collect::<String>().into_bytes())
        }
        _ => None,
    }
}

/// Whether the file contains exactly one game of Go or chess.
pub fn is_one_game(name: &str, bytes: &[u8]) -> bool {
    match recognise(name, bytes) {
        FileKind::GoRecord => sgf::read(bytes).is_ok_and(|file| file.games().len() == 1),
        FileKind::ChessRecord => Pgn::read(bytes.to_vec()).len() == 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_of_several_is_extracted() {
        let two = b"(;GM[1]PB[Ann];B[aa])\n(;GM[1]PB[Bob];B[bb])";
        let second = extract_game("x.sgf", two, 1).unwrap();
        let text = String::from_utf8(second).unwrap();
        assert!(text.contains("Bob") && !text.contains("Ann"), "{text}");
        assert_eq!(extract_game("x.sgf", two, 2), None);
        assert!(!is_one_game("x.sgf", two) && is_one_game("x.sgf", b"(;GM[1];B[aa])"));
        assert!(is_one_game("x.pgn", b"1. e4 *") && !is_one_game("x.mat", b" 5 point match\n"));
        let text = |name: &str, bytes: &[u8], numbers: &[usize]| {
            String::from_utf8(extract_games(name, bytes, numbers).unwrap()).unwrap()
        };
        assert!(text("x.sgf", two, &[1, 7]).contains("Bob") && !text("x.sgf", two, &[1]).contains("Ann"));
        let both = text("x.pgn", b"[White \"Ann\"]\n\n1. e4 *\n\n[White \"Bob\"]\n\n1. d4 *\n", &[1, 0]);
        assert_eq!(both, "[White \"Bob\"]\n\n1. d4 *\n\n[White \"Ann\"]\n\n1. e4 *\n\n");
        assert_eq!(extract_games("x.mat", b" 5 point match\n", &[0]), None);
        let one = b"(;GM[1] ;B[aa] )  ";
        assert_eq!(extract_game("x.sgf", one, 0).as_deref(), Some(&one[..]));
        let pgn = b"[White \"Ann\"]\n\n1. e4 *\n\n[White \"Bob\"]\n\n1. d4 *\n";
        let second = String::from_utf8(extract_game("x.pgn", pgn, 1).unwrap()).unwrap();
        assert!(second.contains("Bob") && second.contains("d4") && !second.contains("e4"), "{second}");
    }
}
