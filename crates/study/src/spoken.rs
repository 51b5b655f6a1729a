//! Chess positions and moves in words, for people who hear the board.
//!
//!     spoken::mv(Language::En, &before, mv)   // 12. White: knight g1 to f3, check

use i18n::{Language, fill};
use rules::chess::{Color, Move, Piece, Position, Role, Square};

/// Most valuable first.
const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// A move that is legal in the position before it, with its number.
pub fn mv(language: Language, before: &Position, mv: Move) -> String {
    let words = language.spoken();
    let color = color_name(language, before.turn());
    let mut parts = vec![action(language, before, mv)];
    if let (Some(to), Some(taken)) = (mv.to(), mv.taken())
        && to != taken
    {
        parts.push(words.en_passant.to_owned());
    }
    if let Some(role) = mv.promotion() {
        parts.push(fill(words.promotes, &[("piece", role_name(language, role))]));
    }
    if let Ok(after) = before.play(mv) {
        match () {
            () if after.is_mate() => parts.push(words.mate.to_owned()),
            () if after.check().is_some() => parts.push(words.check.to_owned()),
            () if after.is_stalemate() => parts.push(words.stalemate.to_owned()),
            () => {}
        }
    }
    let number = before.move_number().to_string();
    let text = parts.join(language.frame().comma);
    format!("{number}. {color}: {text}")
}

fn action(language: Language, before: &Position, mv: Move) -> String {
    let words = language.spoken();
    let Some(step) = mv.step() else { return words.passes.to_owned() };
    if let Some(rook) = mv.rook() {
        let is_short = rook.from.file() > step.from.file();
        return if is_short { words.castles_short } else { words.castles_long }.to_owned();
    }
    let name = |at: Square| before.piece_at(at).map_or("", |piece| role_name(language, piece.role));
    let (from, to) = (step.from.to_string(), step.to.to_string());
    let piece = ("piece", name(step.from));
    match mv.taken() {
        Some(taken) => fill(words.takes, &[piece, ("from", &from), ("taken", name(taken)), ("to", &to)]),
        None => fill(words.goes, &[piece, ("from", &from), ("to", &to)]),
    }
}

/// A position, each part to be read on its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpokenPosition {
    pub white: String,
    pub black: String,
    /// From the eighth rank to the first.
    pub ranks: Vec<String>,
}

pub fn position(language: Language, position: &Position) -> SpokenPosition {
    let pieces: Vec<(Square, Piece)> = position.pieces().collect();
    let rank = |number: u32| rank_text(language, &pieces, number);
    SpokenPosition {
        white: side_text(language, &pieces, Color::White),
        black: side_text(language, &pieces, Color::Black),
        ranks: (1..=8).rev().map(rank).collect(),
    }
}

/// `White: king g1; rooks a1, f1; pawns f2, g2`
fn side_text(language: Language, pieces: &[(Square, Piece)], color: Color) -> String {
    let words = language.spoken();
    let of_role = |role: Role| {
        let on: Vec<String> = pieces
            .iter()
            .filter(|(_, piece)| *piece == Piece { color, role })
            .map(|(square, _)| square.to_string())
            .collect();
        let name = if on.len() > 1 { plural(language, role) } else { role_name(language, role) };
        (!on.is_empty()).then(|| format!("{name} {}", on.join(language.frame().comma)))
    };
    let listed: Vec<String> = ROLES.into_iter().filter_map(of_role).collect();
    let text = if listed.is_empty() { words.nothing.to_owned() } else { listed.join("; ") };
    format!("{}: {text}", color_name(language, color))
}

fn rank_text(language: Language, pieces: &[(Square, Piece)], number: u32) -> String {
    let words = language.spoken();
    let mut on: Vec<&(Square, Piece)> =
        pieces.iter().filter(|(square, _)| u32::from(square.rank()) + 1 == number).collect();
    on.sort_by_key(|(square, _)| u32::from(square.file()));
    let one = |(square, piece): &&(Square, Piece)| format!("{} {square}", piece_name(language, *piece));
    let text = match on.is_empty() {
        true => language.boards().empty.to_owned(),
        false => on.iter().map(one).collect::<Vec<_>>().join(language.frame().comma),
    };
    fill(words.rank, &[("n", &number.to_string()), ("pieces", &text)])
}

/// What is on a square, and which pieces of each side attack or protect it.
pub fn square(language: Language, position: &Position, at: Square) -> String {
    let words = language.spoken();
    let attackers = |color: Color| {
        let on = position.attackers(color, at).filter_map(|from| {
            let piece = position.piece_at(from)?;
            Some(format!("{} {from}", role_name(language, piece.role)))
        });
        let on: Vec<String> = on.collect();
        if on.is_empty() { words.nothing.to_owned() } else { on.join(language.frame().comma) }
    };
    let piece = position.piece_at(at).map_or(language.boards().empty, |piece| piece_name(language, piece));
    fill(
        words.attacked,
        &[
            ("square", &at.to_string()),
            ("piece", piece),
            ("white", &attackers(Color::White)),
            ("black", &attackers(Color::Black)),
        ],
    )
}

fn color_name(language: Language, color: Color) -> &'static str {
    let words = language.spoken();
    color.fold_wb(words.white, words.black)
}

fn role_name(language: Language, role: Role) -> &'static str {
    let words = language.spoken();
    match role {
        Role::King => words.king,
        Role::Queen => words.queen,
        Role::Rook => words.rook,
        Role::Bishop => words.bishop,
        Role::Knight => words.knight,
        Role::Pawn => words.pawn,
    }
}

fn plural(language: Language, role: Role) -> &'static str {
    let words = language.spoken();
    match role {
        Role::King => words.kings,
        Role::Queen => words.queens,
        Role::Rook => words.rooks,
        Role::Bishop => words.bishops,
        Role::Knight => words.knights,
        Role::Pawn => words.pawns,
    }
}

fn piece_name(language: Language, piece: Piece) -> &'static str {
    let words = language.boards();
    let (white, black) = match piece.role {
        Role::King => (words.white_king, words.black_king),
        Role::Queen => (words.white_queen, words.black_queen),
        Role::Rook => (words.white_rook, words.black_rook),
        Role::Bishop => (words.white_bishop, words.black_bishop),
        Role::Knight => (words.white_knight, words.black_knight),
        Role::Pawn => (words.white_pawn, words.black_pawn),
    };
    piece.color.fold_wb(white, black)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(fen: &str) -> Position {
        Position::from_fen(fen, false).unwrap().position
    }

    fn said(fen: &str, san: &str) -> String {
        let before = at(fen);
        mv(Language::En, &before, before.read_move(san).unwrap())
    }

    #[test]
    fn moves_are_said_in_words() {
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 5";
        for (fen, san, words) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4", "1. White: pawn e2 to e4"),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 7", "exd5", "7. White: pawn e4 takes pawn on d5"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "1. White: pawn e5 takes pawn on d6, en passant"),
            ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a8=N", "1. White: pawn a7 to a8, promotes to knight"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rh8", "1. White: rook h1 to h8, check"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8", "1. White: rook a1 to a8, checkmate"),
            (castling, "O-O", "5. White: castles kingside"),
            (castling, "O-O-O", "5. White: castles queenside"),
            ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 3", "--", "3. Black: no move"),
        ] {
            assert_eq!(said(fen, san), words);
        }
    }

    #[test]
    fn a_position_is_said_by_colour_and_by_rank() {
        let said = position(Language::En, &at("r3k3/8/8/8/8/8/PP6/4K2R w K - 0 1"));
        assert_eq!(said.white, "White: king e1; rook h1; pawns a2, b2");
        assert_eq!(said.black, "Black: king e8; rook a8");
        assert_eq!(said.ranks.len(), 8);
        assert_eq!(said.ranks[0], "Rank 8: black rook a8, black king e8");
        assert_eq!(said.ranks[1], "Rank 7: empty");
    }

    #[test]
    fn a_square_is_said_with_what_attacks_it() {
        let position = at("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1");
        assert_eq!(
            square(Language::En, &position, "d5".parse().unwrap()),
            "d5, black pawn. White: knight c3. Black: nothing."
        );
        assert_eq!(
            square(Language::En, &position, "e4".parse().unwrap()),
            "e4, empty. White: knight c3. Black: pawn d5."
        );
    }
}
