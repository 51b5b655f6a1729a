//! What something is that was dropped, pasted or found in a folder, by its shape; the name of a file only helps where the
//! shape leaves it open. Nothing is read through: large files are answered for by their beginning.

use std::fmt;

use rules::backgammon::Notation;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// SGF of a Go game, or of another that is drawn on a Go board.
    GoRecord,
    /// PGN, or bare moves.
    ChessRecord,
    /// A position in FEN.
    ChessPosition,
    /// A match file, or SGF that gnubg wrote.
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

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            What::GoRecord => "a Go record",
            What::ChessRecord => "chess games",
            What::ChessPosition => "a chess position",
            What::BackgammonMatch => "a backgammon match",
            What::BackgammonPosition => "backgammon positions",
            What::BackgammonAnalysis => "backgammon analysis",
            What::Archive => "a package",
            What::Nothing => "nothing",
            What::Unknown => "something unknown",
        })
    }
}

/// Of this much at most the beginning is looked at.
const ENOUGH: usize = 64 << 10;

pub fn what_is(name: &str, bytes: &[u8]) -> What {
    let start = bytes.get(..ENOUGH.min(bytes.len())).unwrap_or_default();
    if start.starts_with(b"PK\x03\x04") {
        return What::Archive;
    }
    let text = plain(start);
    let text = text.trim();
    match text {
        "" => What::Nothing,
        _ => by_shape(text).or_else(|| by_ending(name)).unwrap_or(What::Unknown),
    }
}

/// Shapes show in plain letters; what a charset does with the others does not matter, but UTF-16 must be undone.
fn plain(bytes: &[u8]) -> String {
    let letters: Vec<u8> = match bytes {
        [0xFF, 0xFE, rest @ ..] => rest.iter().step_by(2).copied().collect(),
        [0xFE, 0xFF, rest @ ..] => rest.iter().skip(1).step_by(2).copied().collect(),
        [0xEF, 0xBB, 0xBF, rest @ ..] => rest.to_vec(),
        all => all.to_vec(),
    };
    String::from_utf8_lossy(&letters).into_owned()
}

fn by_shape(text: &str) -> Option<What> {
    if let Some(sgf) = sgf_start(text) {
        return Some(if sgf.contains("GM[6]") { What::BackgammonMatch } else { What::GoRecord });
    }
    if is_fen(text) {
        return Some(What::ChessPosition);
    }
    if is_match(text) {
        return Some(What::BackgammonMatch);
    }
    if is_pgn(text) {
        return Some(What::ChessRecord);
    }
    backgammon_text(text)
}

/// Some mail and some programs put words before the game.
fn sgf_start(text: &str) -> Option<&str> {
    let open = text.find('(')?;
    let rest = text.get(open..)?;
    let node = rest.get(1..)?.trim_start();
    let named = node.strip_prefix(';')?.trim_start();
    // A node may be empty, or go on at once with another.
    let begins =
        named.is_empty() || named.starts_with(|c: char| c.is_ascii_alphabetic() || ";()".contains(c));
    begins.then_some(rest)
}

/// Eight ranks of pieces and numbers, and whose turn it is.
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

fn is_match(text: &str) -> bool {
    let counts = |line: &str| {
        let number = line.trim().strip_suffix("point match").map(str::trim);
        number.is_some_and(|number| number.parse::<u16>().is_ok())
    };
    text.lines().any(counts) && text.lines().any(|line| line.trim_start().starts_with("Game "))
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
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with(['%', ';']));
    first.is_some_and(|line| is_tag(line) || begins_moves(line)) || text.lines().take(40).any(is_tag)
}

/// `1. e4`, `1.e4`, `12... Nf6`
fn begins_moves(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.get(digits..).unwrap_or_default();
    let mv = rest.trim_start_matches('.').trim_start();
    let looks = mv.starts_with(|c: char| "abcdefghKQRBNO0".contains(c))
        && mv.bytes().take(7).any(|b| b.is_ascii_digit() || b == b'O');
    (1..=3).contains(&digits) && rest.starts_with('.') && looks && !mv.contains("-ply")
}

fn backgammon_text(text: &str) -> Option<What> {
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
        (true, false) if lines().all(is_id) => Some(What::BackgammonPosition),
        (true, _) => Some(What::BackgammonAnalysis),
        (false, true) if text.contains("Position ID") || text.contains("GNU Backgammon") => {
            Some(What::BackgammonAnalysis)
        }
        _ => None,
    }
}

fn by_ending(name: &str) -> Option<What> {
    let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
    match ending.as_str() {
        "pgn" => Some(What::ChessRecord),
        "mat" => Some(What::BackgammonMatch),
        "sgf" => Some(What::GoRecord),
        "apkg" => Some(What::Archive),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPENING: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";

    #[test]
    fn everything_is_known_by_its_shape() {
        let xg = format!("{OPENING}\n\nX:Ann   O:Bob\n\n    1. 3-ply  8/5 6/5  eq:+0.162\n");
        for (text, what) in [
            ("(;GM[1]FF[4]SZ[19];B[pd])", What::GoRecord),
            ("  ( ;B[aa])", What::GoRecord),
            ("Here is our game:\n(;PB[Ann])", What::GoRecord),
            ("(;)", What::GoRecord),
            ("(;FF[4]GM[6]AP[GNU Backgammon:1.06])", What::BackgammonMatch),
            ("[Event \"Club\"]\n[White \"Ann\"]\n\n1. e4 *", What::ChessRecord),
            ("1. e4 e5 2. Nf3", What::ChessRecord),
            ("1.d4", What::ChessRecord),
            ("% made by hand\n[Site \"x\"]\n", What::ChessRecord),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", What::ChessPosition),
            ("8/8/8/4k3/8/8/4P3/4K3 w", What::ChessPosition),
            ("8/8/8/4k3/8/8/4P3/4K2 w", What::Unknown),
            (OPENING, What::BackgammonPosition),
            ("4HPwATDgc/ABMA:cAkAAAAAAAAA", What::BackgammonPosition),
            (
                "GNUID=4HPwATDgc/ABMA:cAkAAAAAAAAA\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
                What::BackgammonPosition,
            ),
            (xg.as_str(), What::BackgammonAnalysis),
            (" 7 point match\n\n Game 1\n Ann : 0     Bob : 0\n", What::BackgammonMatch),
            ("GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n", What::BackgammonAnalysis),
            ("PK\u{3}\u{4}xxxx", What::Archive),
            ("", What::Nothing),
            ("  \n\t", What::Nothing),
            ("Dear Bob, see you on Thursday (as always).", What::Unknown),
            ("1. Buy milk", What::Unknown),
        ] {
            assert_eq!(what_is("", text.as_bytes()), what, "{text:?}");
        }
    }

    #[test]
    fn the_ending_decides_only_where_the_shape_does_not() {
        assert_eq!(what_is("a.pgn", b"White resigned before the first move"), What::ChessRecord);
        assert_eq!(what_is("a.pgn", b"(;B[aa])"), What::GoRecord);
        assert_eq!(what_is("a.txt", b"hello"), What::Unknown);
    }

    #[test]
    fn texts_of_windows_programs_are_known_too() {
        let wide: Vec<u8> = [0xFF, 0xFE].into_iter().chain("(;B[aa])".bytes().flat_map(|b| [b, 0])).collect();
        assert_eq!(what_is("", &wide), What::GoRecord);
    }
}
