//! Recognises lines of an XG export by shape, independent of the program's language.

use crate::decision::Chances;
use crate::text::{decimal, percent, signed};

/// `1. XG Roller+  11/8 11/5   eq:+0.589 (-0.061)`
#[derive(Debug, PartialEq)]
pub struct MoveRow<'a> {
    pub level: &'a str,
    pub notation: String,
    pub equity: f64,
    pub error: Option<f64>,
}

pub fn move_row(line: &str) -> Option<MoveRow<'_>> {
    let (number, rest) = line.trim_start().split_once('.')?;
    if number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let (middle, equity, error) = equity_at_end(rest)?;
    // The label, `eq:` or `éq:`, has no space before the number.
    let middle = middle.trim_end().strip_suffix([':', '：'])?;
    let middle = middle.rsplit_once(char::is_whitespace)?.0;
    let (level, notation) = split_level(middle);
    Some(MoveRow { level, notation, equity, error })
}

/// Splits off an equity at the end of the text, and an error in brackets if there is one.
fn equity_at_end(text: &str) -> Option<(&str, f64, Option<f64>)> {
    let text = text.trim_end();
    let (text, error) = match text.strip_suffix(')').and_then(|t| t.rsplit_once('(')) {
        Some((before, inside)) => (before.trim_end(), Some(signed(inside)?)),
        None => (text, None),
    };
    let start = text.rfind(['+', '-', '\u{2212}'])?;
    let equity = signed(&text[start..])?;
    Some((&text[..start], equity, error))
}

/// The `from/to` words at the end are the play; the text before them is the level.
fn split_level(text: &str) -> (&str, String) {
    let mut level = text.trim();
    let mut hops = Vec::new();
    loop {
        let (before, word) = level.rsplit_once(char::is_whitespace).unwrap_or(("", level));
        let Some(hop) = hop(word) else { break };
        hops.push(hop);
        level = before.trim_end();
    }
    hops.reverse();
    if hops.is_empty() {
        // «Cannot move», in whatever language: two spaces end the level.
        level = level.split("  ").next().unwrap_or_default().trim_end();
    }
    (level, hops.join(" "))
}

/// A word like `13/8*`, `Bar/22` or `6/Off(2)`; words for bar and off may be in any language.
fn hop(word: &str) -> Option<String> {
    let (way, times) = word.split_once('(').map_or((word, ""), |(way, _)| (way, &word[way.len()..]));
    let stops: Vec<&str> = way.split('/').collect();
    let last = stops.len().checked_sub(1).filter(|last| *last > 0)?;
    let parts: Option<Vec<String>> = stops
        .iter()
        .enumerate()
        .map(|(n, stop)| {
            let bare = stop.strip_suffix('*').unwrap_or(stop);
            let star = &stop[bare.len()..];
            let numeric = !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_digit());
            let word = !bare.is_empty() && bare.chars().all(char::is_alphabetic);
            match n {
                _ if numeric => Some(stop.to_string()),
                0 if word => Some("bar".to_string()),
                n if n == last && word => Some(format!("off{star}")),
                _ => None,
            }
        })
        .collect();
    Some(parts?.join("/") + times)
}

/// `Player:   79.46% (G:17.05% B:0.67%)`: three percentages, for the player or the opponent.
pub fn chances(line: &str) -> Option<[f64; 3]> {
    let (before, inside) = line.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    let wins = percent(before.split_whitespace().next_back()?)?;
    let mut parts = inside.split_whitespace().map(|part| percent(part.rsplit([':', '：']).next()?));
    let (gammons, backgammons) = (parts.next()??, parts.next()??);
    parts.next().is_none().then_some([wins, gammons, backgammons])
}

pub fn both_chances(player: [f64; 3], opponent: [f64; 3]) -> Chances {
    let [wins, gammons, backgammons] = player;
    let [losses, lost_gammons, lost_backgammons] = opponent;
    Chances { wins, gammons, backgammons, losses, lost_gammons, lost_backgammons }
}

/// `Double/Take:   +0.689 (+0.009)`: a label, a colon, an equity; nothing with `=` or `%` in it.
pub fn cube_row(line: &str) -> Option<(&str, f64, Option<f64>)> {
    if line.contains(['=', '%']) || line.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    // Rollouts add their range: `+0.337 ±0.007 (+0.330..+0.344)`.
    let line = match line.split_once('±') {
        Some((before, _)) => before,
        None => line,
    };
    let (before, equity, error) = equity_at_end(line)?;
    let label = before.trim().strip_suffix([':', '：'])?.trim();
    label.contains(char::is_alphabetic).then_some((label, equity, error))
}

/// `±0.006` in a line about a rollout: half the width of the interval that its equity lies in.
pub fn confidence(line: &str) -> Option<f64> {
    let number = line.split_once('±')?.1.trim_start();
    let end = number.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(number.len());
    decimal(number.get(..end)?)
}

/// `X: 116  O: 140 X-O: 3-4/5 Crawford`, after whatever word the language has for pips.
#[derive(Debug, PartialEq, Eq)]
pub struct PipLine {
    pub pips: (u16, u16),
    pub score: (u16, u16),
    pub length: Option<u16>,
    pub crawford: bool,
}

pub fn pip_line(line: &str) -> Option<PipLine> {
    let (pips, score) = line.split_once("X-O:")?;
    let pips = (number_after(pips, "X:")?, number_after(pips, "O:")?);
    let score = score.trim();
    let end = score.find(char::is_whitespace).unwrap_or(score.len());
    let (score, rest) = score.split_at(end);
    let (score, length) = match score.split_once('/') {
        Some((score, length)) => (score, Some(length.parse().ok()?)),
        None => (score, None),
    };
    let (x, o) = score.split_once('-')?;
    let score = (x.parse().ok()?, o.parse().ok()?);
    Some(PipLine { pips, score, length, crawford: rest.contains("Crawford") })
}

/// `Score is X:3 O:4 5 pt.(s) match.`
pub fn score_line(line: &str) -> Option<(u16, u16)> {
    if line.contains("X-O:") || line.starts_with("X:") {
        return None;
    }
    Some((number_after(line, "X:")?, number_after(line, "O:")?))
}

fn number_after(text: &str, mark: &str) -> Option<u16> {
    let rest = text.split_once(mark)?.1.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// `X:Player 1   O:Player 2`
pub fn names(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("X:")?;
    let (x, o) = rest.rsplit_once(" O:")?;
    Some((x.trim(), o.trim()))
}

/// `XG Roller++`, `3-ply`, `4-plis`, `Rollout`, in a sentence of any language.
pub fn level_in(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some(at) = line.find("XG Roller") {
        let rest = &line[at..];
        let end = "XG Roller".len();
        let pluses = rest[end..].bytes().take_while(|b| *b == b'+').count();
        return Some(&rest[..end + pluses]);
    }
    line.split_whitespace().find(|word| {
        let ply = word
            .split_once("-pl")
            .is_some_and(|(n, _)| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        ply || word.starts_with("Rollout") || word.starts_with("Book")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_every_language_and_level_are_rows() {
        for (line, level, notation, equity, error) in [
            (
                "    1. XG Roller+  11/8 11/5                    eq:+0.589",
                "XG Roller+",
                "11/8 11/5",
                0.589,
                None,
            ),
            (
                "    2. 4-plis      19/18 3/1    éq:-0,556 (-0,065)",
                "4-plis",
                "19/18 3/1",
                -0.556,
                Some(-0.065),
            ),
            ("1. XG Roller++ 18/11 eq:-0.0026", "XG Roller++", "18/11", -0.0026, None),
            (
                "    3. Book²       24/20 13/10 eq:-0.001 (-0.008)",
                "Book²",
                "24/20 13/10",
                -0.001,
                Some(-0.008),
            ),
            (
                "    3. XG Roller++ 15/13 6/4  eq:+1.014 (+0.129)",
                "XG Roller++",
                "15/13 6/4",
                1.014,
                Some(0.129),
            ),
            ("    1. 3-ply   Bar/22*/18 5/Off(2)  eq:+1.605", "3-ply", "bar/22*/18 5/off(2)", 1.605, None),
            ("    1. 2-ply       Cannot move                  eq:-1.000", "2-ply", "", -1.0, None),
        ] {
            let row = move_row(line).expect(line);
            assert_eq!(
                (row.level, row.notation.as_str(), row.equity, row.error),
                (level, notation, equity, error)
            );
        }
        for line in
            ["", "1.", "1. 13/7 8/5  Equity: 0.234  Error: 0.000", "Cube: 2", "1. e4 e5", "1. x eq:+0.1 (?)"]
        {
            assert_eq!(move_row(line), None, "{line}");
        }
    }

    #[test]
    fn cube_rows_are_labels_with_an_equity() {
        assert_eq!(cube_row("       Pas de double: +0,224"), Some(("Pas de double", 0.224, None)));
        assert_eq!(
            cube_row("       Double/Beaver: -0.568 (-0.624)"),
            Some(("Double/Beaver", -0.568, Some(-0.624)))
        );
        assert_eq!(cube_row("  No double: +0.337 ±0.007 (+0.330..+0.344)"), Some(("No double", 0.337, None)));
        assert_eq!(confidence("  No double: +0.337 ±0.007 (+0.330..+0.344)"), Some(0.007));
        assert_eq!(confidence("      Konfidenz: ± 0,012 (+0,1..+0,2) - [99.8%]"), Some(0.012));
        assert_eq!((confidence("      ±"), confidence("+0.3")), (None, None));
        assert_eq!(cube_row("Cubeless Equities: No Double=+0.037, Double=+0.069"), None);
        assert_eq!(cube_row("Percentage of wrong pass needed: 39.8%"), None);
        assert_eq!(cube_row("X to play 63"), None);
    }

    #[test]
    fn the_other_lines_are_recognised_by_shape() {
        assert_eq!(
            chances("Chance de gain du joueur: 54,09% (G:20,06% B:0,47%)"),
            Some([54.09, 20.06, 0.47])
        );
        assert_eq!(names("X:USBGF Members   O:Roberto L."), Some(("USBGF Members", "Roberto L.")));
        assert_eq!(score_line("Le score est X:0 O:2. Partie illimitée"), Some((0, 2)));
        let pips = pip_line("Course  X: 111  O: 52 X-O: 3-6/7 Crawford").unwrap();
        assert_eq!(pips, PipLine { pips: (111, 52), score: (3, 6), length: Some(7), crawford: true });
        assert_eq!(level_in("Analysé avec XG Roller++"), Some("XG Roller++"));
        assert_eq!(level_in("Analyzed in 2-ply"), Some("2-ply"));
        assert_eq!(level_in("X on roll, cube action"), None);
    }
}
