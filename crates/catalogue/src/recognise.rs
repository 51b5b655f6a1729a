//! Recognises what a file or a pasted text contains. The contents decide; the extension only helps if they are not
//! conclusive. Looks at the first 64 KiB only and parses nothing. All programs use it: nothing else guesses formats.

use std::fmt;

use record::backgammon::is_match_text;
use record::pgn::Charset;
use rules::backgammon::Notation;
use rules::chess::WrittenMove;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// SGF of Go or of another game on a Go board.
    GoRecord,
    /// PGN, with or without tags.
    ChessRecord,
    /// A FEN.
    ChessPosition,
    /// A match file, SGF that gnubg wrote, or a file of eXtreme Gammon.
    BackgammonMatch,
    /// XGID, OGID or GNUID, one or several.
    BackgammonPosition,
    /// An export of eXtreme Gammon or GNU Backgammon.
    BackgammonAnalysis,
    /// An Anki package or another archive.
    Archive,
    Nothing,
    Unknown,
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileKind::GoRecord => "a Go record",
            FileKind::ChessRecord => "chess games",
            FileKind::ChessPosition => "a chess position",
            FileKind::BackgammonMatch => "a backgammon match",
            FileKind::BackgammonPosition => "backgammon positions",
            FileKind::BackgammonAnalysis => "backgammon analysis",
            FileKind::Archive => "a package",
            FileKind::Nothing => "nothing",
            FileKind::Unknown => "something unknown",
        })
    }
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// At most this much of the beginning is looked at.
const MAX_BYTES: usize = 64 << 10;

pub fn recognise(name: &str, bytes: &[u8]) -> FileKind {
    let start = bytes.get(..MAX_BYTES.min(bytes.len())).unwrap_or_default();
    if start.starts_with(b"PK\x03\x04") {
        return FileKind::Archive;
    }
    if start.starts_with(record::backgammon::xg::MAGIC) {
        return FileKind::BackgammonMatch;
    }
    let text = plain(start);
    let text = text.trim();
    match text {
        "" => FileKind::Nothing,
        // What a program wrote may contain `(;` by chance.
        _ if sgf_at(text).is_none() && !is_text(start) => FileKind::Unknown,
        _ => by_contents(text).or_else(|| by_extension(name)).unwrap_or(FileKind::Unknown),
    }
}

/// How files of other programs begin that may look like text otherwise.
const SIGNATURES: [&[u8]; 10] = [
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"%PDF-",
    b"RIFF",
    b"\x7fELF",
    b"\x1f\x8b",
    b"SQLite format",
    b"7z\xbc\xaf",
    b"ID3",
];

/// Text may contain a few of them by accident.
const MAX_STRAY_CONTROLS: usize = 4;

/// Whether it is text in any charset, rather than a picture, a program or another file that is not for people to read.
pub fn is_text(bytes: &[u8]) -> bool {
    let start = bytes.get(..MAX_BYTES.min(bytes.len())).unwrap_or_default();
    if SIGNATURES.iter().any(|signature| start.starts_with(signature)) {
        return false;
    }
    let is_utf16 = matches!(Charset::of(start), Charset::Utf16Le | Charset::Utf16Be);
    // ISO-2022 switches its characters with ESC, and so do texts made for terminals, which also have BEL, BS and DEL.
    let is_control = |byte: &&u8| matches!(byte, 0..=6 | 14..=26 | 28..=31);
    is_utf16 || start.iter().filter(is_control).count() <= (start.len() / 50).max(MAX_STRAY_CONTROLS)
}

/// Formats are recognised by their ASCII characters, so the charset does not matter, except for UTF-16.
fn plain(bytes: &[u8]) -> String {
    let text = match Charset::of(bytes) {
        Charset::Utf16Le => utf16(bytes, u16::from_le_bytes),
        Charset::Utf16Be => utf16(bytes, u16::from_be_bytes),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    };
    text.trim_start_matches(BYTE_ORDER_MARK).to_owned()
}

fn utf16(bytes: &[u8], unit: impl Fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn by_contents(text: &str) -> Option<FileKind> {
    if let Some(sgf) = sgf_at(text) {
        return Some(sgf_kind(sgf));
    }
    if is_fen(text) {
        return Some(FileKind::ChessPosition);
    }
    if is_match_text(text) {
        return Some(FileKind::BackgammonMatch);
    }
    // Before looking for SGF further on: `(;` in PGN is a variation that starts with a comment.
    if is_pgn(text) {
        return Some(FileKind::ChessRecord);
    }
    // E-mails and some programs have text before the game.
    // `for (;;)` of a program is no game.
    let later = text.match_indices('(').find_map(|(open, _)| sgf_with_property_at(text.get(open..)?));
    later.map(sgf_kind).or_else(|| backgammon_text(text))
}

fn is_property(text: &str) -> bool {
    let name = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    name > 0 && text.get(name..).is_some_and(|rest| rest.trim_start().starts_with('['))
}

/// The text, if it starts with `(;` and a property.
fn sgf_with_property_at(text: &str) -> Option<&str> {
    let node = text.strip_prefix('(')?.trim_start().strip_prefix(';')?;
    is_property(node.trim_start()).then_some(text)
}

/// The text, if SGF starts right here: `(;` and a property, an empty node, or a node without its parenthesis.
fn sgf_at(text: &str) -> Option<&str> {
    if let Some(node) = text.strip_prefix(';') {
        return is_property(node.trim_start()).then_some(text);
    }
    let node = text.strip_prefix('(')?.trim_start().strip_prefix(';')?.trim_start();
    (node.is_empty() || node.starts_with([';', '(', ')']) || is_property(node)).then_some(text)
}

/// Only the root tells which game it is: comments further on may mention `GM[6]`.
fn sgf_kind(sgf: &str) -> FileKind {
    let mut in_value = false;
    let mut is_escaped = false;
    let mut semicolons = 0;
    let in_root = |c: &char| {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => in_value = true,
            ']' => in_value = false,
            ';' if !in_value => semicolons += 1,
            _ => {}
        }
        semicolons < 2
    };
    let root: String = sgf.chars().take_while(in_root).filter(|c| !c.is_whitespace()).collect();
    if root.contains("GM[6]") { FileKind::BackgammonMatch } else { FileKind::GoRecord }
}

/// Eight ranks of pieces and numbers, and the side to move.
pub(crate) fn is_fen(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let ranks = words.next().unwrap_or_default();
    let is_rank = |rank: &str| {
        let counted: u32 = rank
            .chars()
            .map(|c| match c {
                '1'..='8' => c.to_digit(10).unwrap_or(9),
                c if "pnbrqkPNBRQK".contains(c) => 1,
                _ => 9,
            })
            .sum();
        counted == 8
    };
    let turn = words.next();
    ranks.split('/').count() == 8
        && ranks.split('/').all(is_rank)
        && matches!(turn, None | Some("w" | "b"))
        && !text.trim().contains('\n')
}

fn is_pgn(text: &str) -> bool {
    let is_tag = |line: &str| {
        let line = line.trim();
        let rest = line.strip_prefix('[').unwrap_or_default();
        let name = rest.split('"').next().unwrap_or_default().trim_end();
        line.ends_with(']')
            && rest.contains('"')
            && !name.is_empty()
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    let rest = after_notes(text);
    let is_start = rest.lines().next().is_some_and(is_tag) || begins_moves(rest);
    let is_noted_move = rest.len() < text.trim_start().len() && move_length(rest) > 0;
    is_start || is_noted_move || text.lines().take(40).any(is_tag)
}

/// The text after what may come before the first tag or move: comments, `%` lines, and the `(` of a variation.
fn after_notes(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let after = match rest.chars().next() {
            Some('{') => rest.split_once('}').map(|(_, after)| after),
            Some('%' | ';') => rest.split_once('\n').map(|(_, after)| after),
            Some('(') => rest.get(1..),
            _ => None,
        };
        match after {
            Some(after) => rest = after.trim_start(),
            None => return rest,
        }
    }
}

/// `1. e4`, `1.e4`, `12... Nf6`
fn begins_moves(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text.get(digits..).unwrap_or_default();
    (1..=3).contains(&digits)
        && rest.starts_with('.')
        && move_length(rest.trim_start_matches('.').trim_start()) > 0
}

/// The length of a chess move at the start that is a whole word, or 0.
fn move_length(text: &str) -> usize {
    let length = WrittenMove::read(text.as_bytes()).map_or(0, |written| written.length());
    let ends = text.get(length..).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    if ends { length } else { 0 }
}

fn backgammon_text(text: &str) -> Option<FileKind> {
    let is_id = |line: &str| {
        let line = line.trim();
        let named = ["XGID=", "OGID=", "GNUID="].iter().any(|name| line.starts_with(name));
        named || (!line.contains(char::is_whitespace) && line.len() >= 24 && Notation::of(line).is_some())
    };
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let analysed =
        ["-ply", "eq:", "Eq.:", "Rollout", "GNU Backgammon", "Position ID", "eXtreme Gammon", "Cubeful"];
    let has_analysis = analysed.iter().any(|mark| text.contains(mark));
    match (lines().any(is_id), has_analysis) {
        (true, false) if lines().all(is_id) => Some(FileKind::BackgammonPosition),
        (true, _) => Some(FileKind::BackgammonAnalysis),
        (false, true) if text.contains("Position ID") || text.contains("GNU Backgammon") => {
            Some(FileKind::BackgammonAnalysis)
        }
        _ => None,
    }
}

/// Whether a file with this name may contain games: used when searching folders.
pub fn has_record_extension(name: &str) -> bool {
    matches!(by_extension(name), Some(FileKind::GoRecord | FileKind::ChessRecord | FileKind::BackgammonMatch))
}

fn by_extension(name: &str) -> Option<FileKind> {
    let extension = name.rsplit_once('.')?.1.to_ascii_lowercase();
    match extension.as_str() {
        "pgn" => Some(FileKind::ChessRecord),
        "mat" | "xg" => Some(FileKind::BackgammonMatch),
        "sgf" => Some(FileKind::GoRecord),
        "apkg" => Some(FileKind::Archive),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPENING: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";

    #[test]
    fn every_kind_is_recognised_by_its_contents() {
        let xg = format!("{OPENING}\n\nX:Ann   O:Bob\n\n    1. 3-ply  8/5 6/5  eq:+0.162\n");
        for (text, what) in [
            ("(;GM[1]FF[4]SZ[19];B[pd])", FileKind::GoRecord),
            ("  ( ;B[aa])", FileKind::GoRecord),
            ("Here is our game:\n(;PB[Ann])", FileKind::GoRecord),
            ("(;)", FileKind::GoRecord),
            ("(;FF[4]GM[6]AP[GNU Backgammon:1.06])", FileKind::BackgammonMatch),
            ("[Event \"Club\"]\n[White \"Ann\"]\n\n1. e4 *", FileKind::ChessRecord),
            ("1. e4 e5 2. Nf3", FileKind::ChessRecord),
            ("1.d4", FileKind::ChessRecord),
            ("{Look. [%cal Gd1h5]} 1. e4 e5 *", FileKind::ChessRecord),
            ("{A note} to nobody", FileKind::Unknown),
            ("% made by hand\n[Site \"x\"]\n", FileKind::ChessRecord),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", FileKind::ChessPosition),
            ("8/8/8/4k3/8/8/4P3/4K3 w", FileKind::ChessPosition),
            ("8/8/8/4k3/8/8/4P3/4K2 w", FileKind::Unknown),
            (OPENING, FileKind::BackgammonPosition),
            ("4HPwATDgc/ABMA:cAkAAAAAAAAA", FileKind::BackgammonPosition),
            (
                "GNUID=4HPwATDgc/ABMA:cAkAAAAAAAAA\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
                FileKind::BackgammonPosition,
            ),
            (xg.as_str(), FileKind::BackgammonAnalysis),
            (" 7 point match\n\n Game 1\n Ann : 0     Bob : 0\n", FileKind::BackgammonMatch),
            ("GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n", FileKind::BackgammonAnalysis),
            ("PK\u{3}\u{4}xxxx", FileKind::Archive),
            ("RGMH\u{1}\0\0\0", FileKind::BackgammonMatch),
            ("", FileKind::Nothing),
            ("  \n\t", FileKind::Nothing),
            ("Dear Bob, see you on Thursday (as always).", FileKind::Unknown),
            ("1. Buy milk", FileKind::Unknown),
            ("1. bar/22 24/20", FileKind::Unknown),
        ] {
            assert_eq!(recognise("", text.as_bytes()), what, "{text:?}");
        }
    }

    #[test]
    fn what_is_not_for_people_to_read_is_no_record() {
        let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR(;C[x])(;;)".as_slice(), &[0; 40]].concat();
        let noise: Vec<u8> = (0..2000_u32).map(|n| (n * 37 % 251) as u8).chain(*b"(;B[aa])").collect();
        for bytes in [png.as_slice(), &noise, b"GIF89a(;B[aa])", b"for (;;) { look(); }"] {
            for name in ["", "picture.sgf"] {
                let kind = recognise(name, bytes);
                assert!(kind == FileKind::Unknown || is_text(bytes) && kind == FileKind::GoRecord, "{kind}");
            }
            assert_eq!(recognise("", bytes), FileKind::Unknown);
        }
        assert!(!is_text(&png) && !is_text(&noise));
        for text in ["(;C[\u{1}])", "caf\u{e9}", "\u{1b}$B", "1. e4 e5"] {
            assert!(is_text(text.as_bytes()), "{text:?}");
        }
        assert_eq!(recognise("", b"(;B[aa]C[\0\0\0\0\x01])"), FileKind::GoRecord);
    }

    #[test]
    fn contents_take_precedence_over_the_extension() {
        for (name, text, kind) in [
            ("a.pgn", "(;B[aa])", FileKind::GoRecord),
            ("a.pgn", "(;FF[4]GM[6]AP[GNU Backgammon:1.06])", FileKind::BackgammonMatch),
            ("a.pgn", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", FileKind::ChessPosition),
            ("a.sgf", "[Event \"Club\"]\n\n1. e4 *", FileKind::ChessRecord),
            ("a.sgf", "1. e4 e5", FileKind::ChessRecord),
            ("a.sgf", " 7 point match\n\n Game 1\n Ann : 0     Bob : 0\n", FileKind::BackgammonMatch),
            ("a.mat", "(;GM[1];B[aa])", FileKind::GoRecord),
            ("a.txt", "\u{feff}(;B[aa])", FileKind::GoRecord),
            ("a.sgf", "", FileKind::Nothing),
        ] {
            assert_eq!(recognise(name, text.as_bytes()), kind, "{name}: {text:?}");
        }
    }

    #[test]
    fn unusual_contents_are_recognised() {
        for (text, kind) in [
            ("Our game (the second) is here:\n(;PB[Ann];B[aa])", FileKind::GoRecord),
            (";GM[1]SZ[19];B[pd]", FileKind::GoRecord),
            ("(;C[white would like GM[6\\] better];B[aa])", FileKind::GoRecord),
            ("(;SZ[9];B[aa]C[not GM[6\\]];W[bb]GM[6])", FileKind::GoRecord),
            ("( ; GM [ 6 ] FF[4])", FileKind::BackgammonMatch),
            ("1. e4 (;better is\n1. d4) e5 *", FileKind::ChessRecord),
            ("; a comment of PGN\n[White \"Ann\"]\n", FileKind::ChessRecord),
            ("(Fischer; 1972)", FileKind::Unknown),
        ] {
            assert_eq!(recognise("", text.as_bytes()), kind, "{text:?}");
        }
    }

    #[test]
    fn the_extension_decides_only_where_the_contents_do_not() {
        assert_eq!(recognise("a.pgn", b"White resigned before the first move"), FileKind::ChessRecord);
        assert_eq!(recognise("a.SGF", b"not yet"), FileKind::GoRecord);
        assert_eq!(recognise("a.txt", b"hello"), FileKind::Unknown);
    }

    #[test]
    fn games_may_begin_with_lines_comments_and_variations() {
        for text in [
            "%evp 0\n1. e4 *",
            "%evp 0\r\n{A comment.}\r\n1. e4 *",
            "; a comment\n{and another} 1. e4 *",
            "{c} ; d\n% e\n[Event \"Club\"]\n\n*",
            "(1. d4 d5) 1. e4 *",
            "( {better} 1. d4) 1. e4 *",
            "(; better\n1. d4) 1. e4 *",
            "{[%csl Ge4]} e4 e5 *",
            "1... -- 2. e4",
        ] {
            assert_eq!(recognise("", text.as_bytes()), FileKind::ChessRecord, "{text:?}");
        }
        for text in ["(Fischer) 1972", "{ \"json\": [1] }", "% of all", "; to do", "(1. Buy milk)"] {
            assert_eq!(recognise("", text.as_bytes()), FileKind::Unknown, "{text:?}");
        }
    }

    #[test]
    fn utf_16_is_recognised_with_and_without_its_mark() {
        // The lower byte of Ž is a closing brace.
        let pgn = "{c Ž} 1. e4 *";
        for (text, kind) in [("(;B[aa]C[好])", FileKind::GoRecord), (pgn, FileKind::ChessRecord)] {
            for mark in ["", "\u{feff}"] {
                let units: Vec<u16> = format!("{mark}{text}").encode_utf16().collect();
                let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
                let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
                assert_eq!((recognise("", &little), recognise("", &big)), (kind, kind), "{text}");
            }
        }
    }
}
