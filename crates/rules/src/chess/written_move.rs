//! Moves as people write them: SAN, but also `0-0`, `Nb1d2`, `e2-e4`, `g1f3`, `ed5`, `Rf1:d1`, `b8N`, `c8(R)`,
//! `d8/B`, `exd3 e.p.`, `Pe4`, `--` and `Z0`. The syntax is read first; then the position decides which move it is.

use std::fmt;

use shakmaty::Position as _;
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, File, MoveList, Rank, Role, Square};

use super::position::is_last_rank;
use super::{Move, Position};

/// The syntax of a written move, before its legality is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    kind: WrittenKind,
    /// Only characters of SAN. Whether it is disambiguated too much depends on the position.
    plain: bool,
    len: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WrittenKind {
    Step(MoveParts),
    Castle(CastlingSide),
    Null,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MoveParts {
    role: Option<Role>,
    file: Option<File>,
    rank: Option<Rank>,
    capture: bool,
    to: Square,
    promotion: Option<Role>,
}

/// A written move that is legal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResolvedMove {
    mv: Move,
    is_san: bool,
}

impl ResolvedMove {
    pub fn mv(self) -> Move {
        self.mv
    }

    /// It was written exactly as SAN demands (apart from check signs).
    pub fn is_san(self) -> bool {
        self.is_san
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    NotAMove,
    Illegal,
    Ambiguous,
    PromotionMissing,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveError::NotAMove => "not a move",
            MoveError::Illegal => "illegal move",
            MoveError::Ambiguous => "several pieces could make this move",
            MoveError::PromotionMissing => "promotion piece missing",
        })
    }
}

impl std::error::Error for MoveError {}

impl WrittenMove {
    /// Reads the longest move at the start of the text; other text may follow without a space.
    pub fn read(text: &[u8]) -> Option<WrittenMove> {
        match text.first()? {
            b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' => read_step(text),
            b'O' | b'0' | b'o' | b'-' | b'Z' | b'@' => read_castle(text).or_else(|| read_null(text)),
            _ => None,
        }
    }

    /// Its length in bytes.
    pub fn length(&self) -> usize {
        usize::from(self.len)
    }

    /// Where two moves without a space (`e4e5`, `Bb5a6`) could be split: before the second square.
    pub fn split_point(&self, text: &[u8]) -> Option<usize> {
        let WrittenKind::Step(words) = self.kind else { return None };
        let (Some(_), Some(_), None) = (words.file, words.rank, words.promotion) else { return None };
        let at = if words.role.is_some() { 3 } else { 2 };
        text.get(at).is_some_and(|b| matches!(b, b'a'..=b'h')).then_some(at)
    }
}

/// Reads bytes one by one.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn file(&mut self) -> Option<File> {
        let index = self.peek().wrapping_sub(b'a');
        let file = File::ALL.get(usize::from(index)).copied()?;
        self.at += 1;
        Some(file)
    }

    fn rank(&mut self) -> Option<Rank> {
        let index = self.peek().wrapping_sub(b'1');
        let rank = Rank::ALL.get(usize::from(index)).copied()?;
        self.at += 1;
        Some(rank)
    }

    fn square(&mut self) -> Option<Square> {
        let start = self.at;
        let square = self.file().zip(self.rank()).map(|(file, rank)| Square::from_coords(file, rank));
        if square.is_none() {
            self.at = start;
        }
        square
    }

    fn eat(&mut self, word: &[u8]) -> bool {
        let found = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(word));
        self.at += if found { word.len() } else { 0 };
        found
    }

    /// `+`, `++`, `#`; but `+-`, `+/-` and `+=` evaluate the position and are not part of the move.
    fn check_signs(&mut self) {
        let start = self.at;
        while matches!(self.peek(), b'+' | b'#') && self.at < start + 4 {
            let next = self.text.get(self.at + 1).copied().unwrap_or(0);
            if self.peek() == b'+' && matches!(next, b'-' | b'/' | b'=') {
                return;
            }
            self.at += 1;
        }
    }

    fn en_passant_words(&mut self) -> bool {
        let start = self.at;
        while self.peek() == b' ' && self.at < start + 4 {
            self.at += 1;
        }
        let found = self.eat(b"e.p.") || (self.at == start && self.eat(b"ep"));
        if !found {
            self.at = start;
        }
        found
    }
}

fn read_step(text: &[u8]) -> Option<WrittenMove> {
    let mut reader = Reader { text, at: 0 };
    let role = piece_letter(reader.peek());
    reader.at = usize::from(role.is_some());
    let (file, rank) = (reader.file(), reader.rank());
    let after_first = reader.at;
    let sign = reader.peek();
    let capture = matches!(sign, b'x' | b'X' | b':');
    reader.at += usize::from(capture || sign == b'-');
    let mut plain = role != Some(Role::Pawn) && (after_first == reader.at || sign == b'x');
    let words = match (reader.square(), file, rank) {
        (Some(to), file, rank) => MoveParts { role, file, rank, capture, to, promotion: None },
        (None, Some(file), Some(rank)) => {
            reader.at = after_first;
            plain = role != Some(Role::Pawn);
            let to = Square::from_coords(file, rank);
            MoveParts { role, file: None, rank: None, capture: false, to, promotion: None }
        }
        _ => return None,
    };
    let promotion = read_promotion(&mut reader, &words);
    plain &= promotion.is_none_or(|(_, plain)| plain);
    // `ed3e.p.`: pawns take from one file to another, with or without a sign for it.
    let takes = capture || words.file.is_some_and(|file| file != words.to.file() && words.is_by_pawn());
    plain &= !(takes && reader.en_passant_words());
    reader.check_signs();
    plain &= !(takes && reader.en_passant_words());
    let words = MoveParts { promotion: promotion.map(|(role, _)| role), ..words };
    Some(WrittenMove { kind: WrittenKind::Step(words), plain, len: reader.at as u8 })
}

fn piece_letter(letter: u8) -> Option<Role> {
    match letter {
        b'K' => Some(Role::King),
        b'Q' => Some(Role::Queen),
        b'R' => Some(Role::Rook),
        b'B' => Some(Role::Bishop),
        b'N' => Some(Role::Knight),
        b'P' => Some(Role::Pawn),
        _ => None,
    }
}

/// The promotion piece, and whether it was written as in `e8=Q`.
fn read_promotion(reader: &mut Reader<'_>, words: &MoveParts) -> Option<(Role, bool)> {
    if !is_last_rank(words.to) || !words.is_by_pawn() {
        return None;
    }
    let start = reader.at;
    let sign = reader.peek();
    reader.at += usize::from(matches!(sign, b'=' | b'(' | b'/'));
    let signed = reader.at > start;
    let letter = reader.peek();
    let role = piece_letter(letter.to_ascii_uppercase())
        .filter(|role| !matches!(role, Role::King | Role::Pawn))
        // `b` can start another move too: `a8b` is a bishop, `a8b5` is not.
        .filter(|_| signed || !reader.text.get(reader.at + 1).is_some_and(u8::is_ascii_digit));
    let Some(role) = role else {
        reader.at = start;
        return None;
    };
    reader.at += 1;
    if sign == b'(' && !reader.eat(b")") {
        reader.at = start;
        return None;
    }
    Some((role, sign == b'=' && letter.is_ascii_uppercase()))
}

fn read_castle(text: &[u8]) -> Option<WrittenMove> {
    let letter = *text.first().filter(|b| matches!(b, b'O' | b'0' | b'o'))?;
    let mut reader = Reader { text, at: 1 };
    let mut wings = 0;
    while wings < 2 {
        let start = reader.at;
        if !(eat_dash(&mut reader) && reader.peek() == letter) {
            reader.at = start;
            break;
        }
        reader.at += 1;
        wings += 1;
    }
    let side = match wings {
        0 => return None,
        1 => CastlingSide::KingSide,
        _ => CastlingSide::QueenSide,
    };
    let plain = letter == b'O' && reader.at == 1 + 2 * wings;
    reader.check_signs();
    Some(WrittenMove { kind: WrittenKind::Castle(side), plain, len: reader.at as u8 })
}

fn eat_dash(reader: &mut Reader<'_>) -> bool {
    ["-", "\u{2010}", "\u{2011}", "\u{2013}", "\u{2014}"].iter().any(|dash| reader.eat(dash.as_bytes()))
}

fn read_null(text: &[u8]) -> Option<WrittenMove> {
    let known: [&[u8]; 4] = [b"--", b"Z0", b"@@@@", b"0000"];
    let word = known.into_iter().find(|word| text.starts_with(word))?;
    Some(WrittenMove { kind: WrittenKind::Null, plain: word == b"--", len: word.len() as u8 })
}

impl Position {
    /// The move that a text means in this position. The whole text has to be the move.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let text = text.trim().trim_end_matches(['!', '?']).as_bytes();
        let written = WrittenMove::read(text).filter(|written| written.length() == text.len());
        self.resolve(&written.ok_or(MoveError::NotAMove)?).map(ResolvedMove::mv)
    }

    /// All legal moves that fit the text as far as it goes; none if it is not a move.
    pub(super) fn moves_meant(&self, text: &str) -> Vec<shakmaty::Move> {
        let Some(WrittenMove { kind: WrittenKind::Step(words), .. }) =
            WrittenMove::read(text.trim().as_bytes())
        else {
            return Vec::new();
        };
        let Ok(role) = self.role_meant(&words) else { return Vec::new() };
        let fits = |mv: &shakmaty::Move| {
            words.name(*mv, role) && (words.promotion.is_none() || words.promotion == mv.promotion())
        };
        self.chess.san_candidates(role, words.to).into_iter().filter(fits).collect()
    }

    /// The legal move that a written move means in this position.
    pub fn resolve(&self, written: &WrittenMove) -> Result<ResolvedMove, MoveError> {
        let (mv, brief) = match written.kind {
            WrittenKind::Step(words) => self.find_step(&words)?,
            WrittenKind::Castle(side) => {
                (*self.chess.castling_moves(side).first().ok_or(MoveError::Illegal)?, true)
            }
            WrittenKind::Null => {
                self.pass().map_err(|_| MoveError::Illegal)?;
                return Ok(ResolvedMove { mv: Move::Null, is_san: written.plain });
            }
        };
        Ok(ResolvedMove { mv: Move::Piece(mv), is_san: written.plain && brief })
    }

    /// Plays a move that this position resolved, without checking its legality again.
    pub fn play_resolved(&mut self, resolved: ResolvedMove) {
        match resolved.mv {
            Move::Piece(mv) => self.chess.play_unchecked(mv),
            Move::Null => *self = self.pass().unwrap_or_else(|_| self.clone()),
        }
    }

    /// The move, and whether it was disambiguated exactly as needed.
    fn find_step(&self, words: &MoveParts) -> Result<(shakmaty::Move, bool), MoveError> {
        let role = self.role_meant(words)?;
        let candidates = self.chess.san_candidates(role, words.to);
        let mut found = None;
        let mut promotion_missing = false;
        for mv in candidates.iter().filter(|mv| words.name(**mv, role)) {
            if mv.promotion() != words.promotion {
                promotion_missing |= words.promotion.is_none();
            } else if found.replace(*mv).is_some() {
                return Err(MoveError::Ambiguous);
            }
        }
        match found {
            Some(mv) => Ok((mv, words.is_brief(mv, role, &candidates))),
            None if promotion_missing => Err(MoveError::PromotionMissing),
            None => self.castling_by_squares(words, role).map(|mv| (mv, false)).ok_or(MoveError::Illegal),
        }
    }

    /// Without a letter it is a pawn, unless the square of origin is complete (`g1f3`).
    fn role_meant(&self, words: &MoveParts) -> Result<Role, MoveError> {
        match (words.role, words.file, words.rank) {
            (Some(role), ..) => Ok(role),
            (None, Some(file), Some(rank)) => {
                let from = Square::from_coords(file, rank);
                self.chess.board().role_at(from).ok_or(MoveError::Illegal)
            }
            _ => Ok(Role::Pawn),
        }
    }

    /// `e1g1`, or `e1h1` where the king moves onto its rook.
    fn castling_by_squares(&self, words: &MoveParts, role: Role) -> Option<shakmaty::Move> {
        let from = Square::from_coords(words.file?, words.rank?);
        let step = UciMove::Normal { from, to: words.to, promotion: None };
        let mv = step.to_move(&self.chess).ok()?;
        (role == Role::King && mv.is_castle()).then_some(mv)
    }
}

impl MoveParts {
    fn is_by_pawn(&self) -> bool {
        matches!(self.role, None | Some(Role::Pawn))
    }

    /// Whether the disambiguation fits the square of origin. A pawn without a file stays on its file.
    fn name(&self, mv: shakmaty::Move, role: Role) -> bool {
        let Some(from) = mv.from() else { return false };
        let file = match (self.file, role) {
            (None, Role::Pawn) => Some(self.to.file()),
            (file, _) => file,
        };
        file.is_none_or(|file| file == from.file()) && self.rank.is_none_or(|rank| rank == from.rank())
    }

    fn is_brief(&self, mv: shakmaty::Move, role: Role, candidates: &MoveList) -> bool {
        if self.capture != mv.is_capture() || self.role.unwrap_or(Role::Pawn) != role {
            return false;
        }
        if role == Role::Pawn {
            return self.rank.is_none() && self.file.is_some() == self.capture;
        }
        if self.file.is_none() && self.rank.is_none() {
            return true;
        }
        match San::disambiguate(mv, candidates) {
            San::Normal { file, rank, .. } => file == self.file && rank == self.rank,
            _ => false,
        }
    }
}
