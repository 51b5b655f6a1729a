//! An id that is read and written in any notation that can hold all of it gives the same position; and an
//! error's column lies in the line.

use rules::backgammon::{Notation, Position};

pub(crate) fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let position = match Position::read(text) {
        Ok(read) => read.position,
        Err(error) => {
            assert!(error.column_in(text) <= text.chars().count() + 1);
            return;
        }
    };
    for notation in Notation::ALL {
        let written = position.write(notation);
        let back = Position::read_as(&written.text, notation).expect("what was written can be read");
        if written.lost.is_empty() {
            assert_eq!(back.position, position, "{}", written.text);
        }
    }
    for legal in position.legal_plays() {
        assert_eq!(legal.play.on(&position.board, position.turn), Some(legal.board));
        let again = legal.play.to_string().parse().map(|play: rules::backgammon::Play| play.to_string());
        assert_eq!(again, Ok(legal.play.to_string()));
    }
}
