//! What differs between the open game and the file that another program has written: node by node in Go, line by line in
//! other games.

use record::Record;

/// More lines than this are not shown.
const MAX_LINES: usize = 500;
/// A larger table would take too long: such parts differ as a whole.
const MAX_TABLE: usize = 4_000_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComparedLine {
    /// Only in the open game.
    Mine(String),
    /// Only in the file.
    Theirs(String),
    /// In both.
    Same(usize),
}

/// The open game first.
pub(crate) fn compare(mine: &Record, theirs: &Record) -> Vec<ComparedLine> {
    let mut lines = differences(&texts(mine), &texts(theirs));
    lines.truncate(MAX_LINES);
    lines
}

fn texts(record: &Record) -> Vec<String> {
    match record.go() {
        Some(record) => {
            let file = record.file();
            let nodes = file.games().iter().flat_map(|root| file.tree().preorder(*root));
            nodes.map(|node| String::from_utf8_lossy(file.node(node).raw()).trim().to_owned()).collect()
        }
        None => String::from_utf8_lossy(&record.write()).lines().map(str::to_owned).collect(),
    }
}

fn differences(mine: &[String], theirs: &[String]) -> Vec<ComparedLine> {
    let start = mine.iter().zip(theirs).take_while(|(one, other)| one == other).count();
    let (mine, theirs) = (&mine[start..], &theirs[start..]);
    let end = mine.iter().rev().zip(theirs.iter().rev()).take_while(|(one, other)| one == other).count();
    let (mine, theirs) = (&mine[..mine.len() - end], &theirs[..theirs.len() - end]);
    let mut lines = Vec::new();
    add_same(&mut lines, start);
    match mine.len().saturating_mul(theirs.len()) > MAX_TABLE {
        true => {
            lines.extend(mine.iter().cloned().map(ComparedLine::Mine));
            lines.extend(theirs.iter().cloned().map(ComparedLine::Theirs));
        }
        false => add_differences(&mut lines, mine, theirs),
    }
    add_same(&mut lines, end);
    lines
}

fn add_same(lines: &mut Vec<ComparedLine>, count: usize) {
    match lines.last_mut() {
        _ if count == 0 => {}
        Some(ComparedLine::Same(before)) => *before += count,
        _ => lines.push(ComparedLine::Same(count)),
    }
}

/// Along a longest common subsequence.
fn add_differences(lines: &mut Vec<ComparedLine>, mine: &[String], theirs: &[String]) {
    let width = theirs.len() + 1;
    let mut common = vec![0_u32; (mine.len() + 1) * width];
    for m in (0..mine.len()).rev() {
        for t in (0..theirs.len()).rev() {
            common[m * width + t] = match mine[m] == theirs[t] {
                true => common[(m + 1) * width + t + 1] + 1,
                false => common[(m + 1) * width + t].max(common[m * width + t + 1]),
            };
        }
    }
    let (mut m, mut t) = (0, 0);
    while m < mine.len() || t < theirs.len() {
        match (mine.get(m), theirs.get(t)) {
            (Some(one), Some(other)) if one == other => {
                add_same(lines, 1);
                (m, t) = (m + 1, t + 1);
            }
            (Some(one), other)
                if other.is_none() || common[(m + 1) * width + t] >= common[m * width + t + 1] =>
            {
                lines.push(ComparedLine::Mine(one.clone()));
                m += 1;
            }
            (_, Some(other)) => {
                lines.push(ComparedLine::Theirs(other.clone()));
                t += 1;
            }
            (_, None) => break,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::read_record;

    fn compared(mine: &str, theirs: &str) -> String {
        let record = |text: &str| read_record("", text.as_bytes().to_vec()).unwrap();
        let line = |line| match line {
            ComparedLine::Mine(text) => format!("+{text}"),
            ComparedLine::Theirs(text) => format!("-{text}"),
            ComparedLine::Same(count) => format!("={count}"),
        };
        compare(&record(mine), &record(theirs)).into_iter().map(line).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn nodes_of_one_side_are_told_apart_from_those_of_both() {
        assert_eq!(compared("(;B[aa];W[bb])", "(;B[aa];W[bb])"), "=2");
        assert_eq!(compared("(;B[aa];W[bb];B[cc])", "(;B[aa];W[bb])"), "=2 +;B[cc]");
        assert_eq!(
            compared("(;B[aa];W[cc])", "(;B[aa]C[new];W[dd];W[cc])"),
            "+;B[aa] -;B[aa]C[new] -;W[dd] =1"
        );
        assert_eq!(compared("(;B[aa](;W[bb])(;W[cc]))", "(;B[aa](;W[cc])(;W[bb]))"), "=1 +;W[bb] =1 -;W[bb]");
    }

    #[test]
    fn chess_is_compared_line_by_line() {
        assert_eq!(compared("1. e4 e5 *\n", "1. d4 d5 *\n"), "+1. e4 e5 * -1. d4 d5 *");
    }
}
