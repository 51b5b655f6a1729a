//! How texts name chess moves: in SAN, in long notation, with figurines, or with the piece letters of another language.
//! Keys have no signs for captures, checks and judgements: `Nxf7+!` and `Sf7` name a knight move to f7.

use rules::chess::{Move, Position};

const ENGLISH_PIECES: &str = "KQRBN";

/// Stands for a piece letter that is not English.
const OTHER_LETTER: char = '*';

/// The keys of a move. Another language's letter matches a move of any piece: hiding a comment too long does no harm.
pub(super) fn keys(position: &Position, mv: &Move) -> Vec<String> {
    let san = plain(&position.san(*mv));
    let Some(step) = mv.step() else { return Vec::new() };
    let mut keys = vec![format!("{}{}", step.from, step.to)];
    match san.chars().next().filter(|letter| ENGLISH_PIECES.contains(*letter)) {
        Some(letter) => {
            let squares = [san.get(1..).unwrap_or_default().to_owned(), step.to.to_string()];
            let long = format!("{}{}", step.from, step.to);
            for square in squares.into_iter().chain([long]) {
                keys.extend([letter, OTHER_LETTER].map(|letter| format!("{letter}{square}")));
            }
        }
        None => {
            // Without the piece it names a promotion too.
            keys.extend(mv.promotion().and_then(|_| Some(san.get(..san.len() - 1)?.to_owned())));
            keys.push(san);
        }
    }
    keys
}

pub(super) fn keys_in(text: &str) -> Vec<String> {
    text.split(is_between_moves).map(plain).filter(|word| word.len() > 1).map(key).collect()
}

fn key(word: String) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) if is_other_piece(first) => format!("{OTHER_LETTER}{}", letters.as_str()),
        _ => word,
    }
}

fn is_other_piece(letter: char) -> bool {
    let is_square_part = letter.is_ascii_digit() || ('a'..='h').contains(&letter);
    !is_square_part && !ENGLISH_PIECES.contains(letter) && letter != 'O'
}

fn is_between_moves(c: char) -> bool {
    c.is_whitespace() || matches!(c, '.' | ',' | ';' | '(' | ')' | '[' | ']' | '"' | '\'' | '…' | '–' | '—')
}

/// Without signs; castling with letters.
fn plain(word: &str) -> String {
    let word: String =
        word.chars().filter(|c| !matches!(c, 'x' | ':' | '-' | '=' | '+' | '#' | '!' | '?')).collect();
    if word.len() > 1 && word.chars().all(|c| c == '0') { word.replace('0', "O") } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(fen: &str, mv: &str, text: &str) -> bool {
        let position = Position::from_fen(fen, false).unwrap().position;
        let mv = position.read_move(mv).unwrap();
        let keys = keys(&position, &mv);
        keys_in(text).iter().any(|named| keys.contains(named))
    }

    #[test]
    fn every_spelling_of_a_move_names_it() {
        let fen = "r3k2r/p4pP1/8/6N1/3Pp3/8/8/R3K2R b KQkq d3 0 1";
        for text in ["0-0-0 is possible", "after O-O-O!"] {
            assert!(names(fen, "O-O-O", text), "{text}");
        }
        for text in ["1...exd3 e.p.", "ed3", "e4xd3", "e4-d3+"] {
            assert!(names(fen, "exd3", text), "{text}");
        }
        let fen = fen.replace(" b ", " w ").replace("d3 0", "- 0");
        for text in ["Nxf7", "1.Nf7!!", "(Sf7#)", "♘xf7", "Ng5xf7", "g5f7", "It wins: 1. \"Nf7\"."] {
            assert!(names(&fen, "Nxf7", text), "{text}");
        }
        for (mv, text) in [("g8=Q", "g8=Q"), ("gxh8=Q", "gxh8(Q)"), ("g8=Q", "g7-g8"), ("g8=N", "g8N")] {
            assert!(names(&fen, mv, text), "{text}");
        }
    }

    #[test]
    fn other_moves_and_words_do_not_name_it() {
        let fen = "r3k2r/p4pP1/8/6N1/3Pp3/8/8/R3K2R w KQkq - 0 1";
        for text in ["Rf7", "The pawn on f7 is weak", "Nf3", "Not now", "", "White to play and win"] {
            assert!(!names(fen, "Nxf7", text), "{text}");
        }
    }
}
