//! The `info` lines of an analysis.

use analysis::{Effort, Evaluation, Line};
use rules::go::{Color, Point, Size};

/// How win rates are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `kata-analyze`: from 0 to 1, with a lead in points.
    Kata,
    /// `lz-analyze`: from 0 to 10000, without a lead.
    Lz,
}

/// Longer variations are of no use to anyone.
const MAX_MOVES: usize = 40;

struct Candidate {
    line: Line,
    order: u32,
    visits: u32,
    is_twin: bool,
}

/// The candidates of a line, the best first, as Black sees them, and their visits in all. `color` is the side that was
/// named in the command, and whose view the engine has. None for a line that has none.
pub fn read_info(text: &str, dialect: Dialect, color: Color, size: Size) -> Option<(Vec<Line>, u64)> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let mut all: Vec<Candidate> = words
        .split(|word| *word == "info")
        .filter_map(|words| candidate(words, dialect, color, size))
        .collect();
    all.retain(|candidate| !candidate.is_twin);
    all.sort_by_key(|candidate| candidate.order);
    let visits = all.iter().map(|candidate| u64::from(candidate.visits)).sum();
    let lines: Vec<Line> = all.into_iter().map(|candidate| candidate.line).collect();
    (!lines.is_empty()).then_some((lines, visits))
}

fn candidate(words: &[&str], dialect: Dialect, color: Color, size: Size) -> Option<Candidate> {
    let value = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1).copied()
    };
    let number = |name: &str| value(name)?.parse::<f32>().ok();
    let win_rate = match dialect {
        Dialect::Kata => number("winrate")?,
        Dialect::Lz => number("winrate")? / 10_000.0,
    };
    let visits = value("visits")?.parse().ok()?;
    let is_vertex = |word: &&str| word.eq_ignore_ascii_case("pass") || Point::from_name(word, size).is_some();
    let first = value("move").filter(|word| is_vertex(word))?;
    let pv = words.iter().position(|word| *word == "pv").map_or(words.len(), |at| at + 1);
    let rest = words.get(pv..).unwrap_or_default();
    let mut moves: Vec<String> = rest
        .iter()
        .take_while(|word| is_vertex(word))
        .take(MAX_MOVES)
        .map(|word| (*word).to_owned())
        .collect();
    if moves.first().is_none_or(|mv| mv != first) {
        moves = vec![first.to_owned()];
    }
    let lead = if dialect == Dialect::Kata { number("scoreLead").unwrap_or(0.0) } else { 0.0 };
    let own = Evaluation::of_points(win_rate, lead, Effort::Visits(visits));
    let evaluation = if color == Color::Black { own } else { own.reversed() };
    Some(Candidate {
        line: Line { evaluation, moves },
        order: value("order").and_then(|order| order.parse().ok()).unwrap_or(u32::MAX),
        visits,
        is_twin: value("isSymmetryOf").is_some(),
    })
}
