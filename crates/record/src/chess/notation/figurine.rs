//! Figurine notation: pictures of the pieces instead of their initials.

/// `Nf3` as `♘f3`, `e8=Q` as `e8=♕`. Castling, pawn moves and text that is not SAN stay as they are.
pub fn figurine(san: &str) -> String {
    let mut out = String::with_capacity(san.len() + 4);
    for (at, letter) in san.char_indices() {
        let is_piece = at == 0 || san.get(..at).is_some_and(|before| before.ends_with('='));
        match picture(letter).filter(|_| is_piece) {
            // Some systems draw these as coloured emoji unless told otherwise.
            Some(picture) => out.extend([picture, '\u{fe0e}']),
            None => out.push(letter),
        }
    }
    out
}

fn picture(letter: char) -> Option<char> {
    Some(match letter {
        'K' => '\u{2654}',
        'Q' => '\u{2655}',
        'R' => '\u{2656}',
        'B' => '\u{2657}',
        'N' => '\u{2658}',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_initials_of_pieces_become_pictures() {
        let plain = |san: &str| figurine(san).replace('\u{fe0e}', "");
        for (san, shown) in [
            ("Nf3", "♘f3"),
            ("e8=Q+", "e8=♕+"),
            ("bxc8=N#", "bxc8=♘#"),
            ("O-O", "O-O"),
            ("exd5", "exd5"),
            ("R1xa3", "♖1xa3"),
            ("", ""),
        ] {
            assert_eq!(plain(san), shown);
        }
    }
}
