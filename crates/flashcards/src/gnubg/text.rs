//! What gnubg prints for `hint`, and its text export of an analysed match, both with LC_ALL=C.

use super::source;
use crate::analysis_table::{self, CubeRow, CubeTable, PlayRow};
use crate::cube::CubePlay;
use crate::decision::{Chances, Decision, Players};
use crate::error::{Problem, ReadError};
use crate::text::{TextLine, decimal, signed};
use rules::backgammon::{Notation, Position, Stage};

const POSITION: &str = "Position ID:";
const MATCH: &str = "Match ID";

pub(crate) fn is_gnubg(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("GNU Backgammon") && line.contains(POSITION))
}

/// Every board in the text is a block; a match block may contain a cube decision and a checker play.
pub(crate) fn read(text: &str) -> Vec<Result<Decision, ReadError>> {
    let lines = TextLine::all(text);
    let version =
        text.split("by GNU Backgammon ").nth(1).and_then(|v| v.split_whitespace().next()).unwrap_or("");
    let starts: Vec<usize> =
        lines.iter().enumerate().filter(|(_, l)| l.text.contains(POSITION)).map(|(n, _)| n).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts
        .iter()
        .zip(ends)
        .filter_map(|(start, end)| lines.get(*start..end))
        .flat_map(|block| match read_block(block, version) {
            Ok(decisions) => decisions.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
        .collect()
}

fn read_block(lines: &[TextLine<'_>], version: &str) -> Result<Vec<Decision>, ReadError> {
    let (position, line) = read_position(lines)?;
    read_tables(position, line, lines, version)
}

/// Reads the last tables printed, for a position that gnubg's id describes only in part.
pub(super) fn read_answer(position: Position, output: &str) -> Result<Vec<Decision>, ReadError> {
    let lines = TextLine::all(output);
    let start = lines.iter().rposition(|line| line.text.contains(POSITION)).unwrap_or(0);
    read_tables(position, 1, lines.get(start..).unwrap_or_default(), "")
}

fn read_tables(
    position: Position,
    line: usize,
    lines: &[TextLine<'_>],
    version: &str,
) -> Result<Vec<Decision>, ReadError> {
    let players = read_players(lines);
    let mut decisions = Vec::new();
    if let Some(cube) = cube_decision(position, lines)? {
        decisions.push(cube);
    }
    if let Some(checker) = checker_decision(position, lines)? {
        decisions.push(checker);
    }
    let nothing_to_play = lines.iter().any(|l| l.text.to_ascii_lowercase().contains("cannot move"));
    if decisions.is_empty() && !nothing_to_play {
        return Err(ReadError::new(line, Problem::NoAnalysis));
    }
    for decision in &mut decisions {
        decision.players = players.clone();
        decision.source = source(version);
        decision.line = line;
    }
    Ok(decisions)
}

fn read_position(lines: &[TextLine<'_>]) -> Result<(Position, usize), ReadError> {
    let after = |mark: &str| {
        let found = lines.iter().find_map(|l| l.text.split_once(mark)).map_or("", |(_, rest)| rest);
        found.trim_start_matches([':', ' ']).split_whitespace().next().unwrap_or("").to_string()
    };
    let line = lines.first().map_or(0, |line| line.number);
    let id = format!("{}:{}", after(POSITION), after(MATCH));
    let read = Position::read_as(&id, Notation::Gnuid).map_err(|e| ReadError::new(line, Problem::Id(e)))?;
    Ok((read.position, line))
}

/// Names follow the frame of the board, with the cube after its owner's name.
fn read_players(lines: &[TextLine<'_>]) -> Players {
    let name = |mark: &str| {
        lines
            .iter()
            .filter(|line| line.text.trim_start().starts_with('+'))
            .find_map(|line| line.text.split_once(mark))
            .map_or(String::new(), |(_, name)| name.split(" (Cube:").next().unwrap_or("").trim().to_string())
    };
    Players { bottom: name("X: "), top: name("O: ") }
}

/// `0.271 0.000 0.000 - 0.729 0.325 0.001`
fn chances(line: &str) -> Option<Chances> {
    let (mine, theirs) = line.trim().split_once(" - ")?;
    let three = |text: &str| -> Option<[f64; 3]> {
        let numbers: Option<Vec<f64>> =
            text.split_whitespace().map(|n| decimal(n).map(|n| (n * 1000.0).round() / 10.0)).collect();
        numbers?.try_into().ok()
    };
    let ([wins, gammons, backgammons], [losses, lost_gammons, lost_backgammons]) =
        (three(mine)?, three(theirs)?);
    Some(Chances { wins, gammons, backgammons, losses, lost_gammons, lost_backgammons })
}

struct MoveRow<'a> {
    level: &'a str,
    notation: &'a str,
    equity: f64,
    error: Option<f64>,
    played: bool,
}

/// `*    2. Cubeful 1-ply    13/9 6/5      Eq.: -0.028 (-0.017)`
fn move_row(line: &str) -> Option<MoveRow<'_>> {
    let text = line.trim_start();
    let (played, text) = text.strip_prefix('*').map_or((false, text), |text| (true, text.trim_start()));
    let (number, rest) = text.split_once(". ")?;
    number.parse::<u16>().ok()?;
    let (middle, numbers) = rest.split_once("Eq.:")?;
    let mut numbers = numbers.split_whitespace();
    let equity = signed(numbers.next()?)?;
    let error = numbers.next().and_then(|n| signed(n.trim_matches(['(', ')'])));
    let middle = middle.trim();
    let start = middle.find('/').map_or(middle.len(), |slash| {
        middle[..slash].rfind(char::is_whitespace).map_or(0, |space| space + 1)
    });
    let (level, notation) = middle.split_at(start);
    let level = level.trim().trim_start_matches("Cubeful ").trim_start_matches("Cubeless ");
    Some(MoveRow { level, notation, equity, error, played })
}

fn checker_decision(position: Position, lines: &[TextLine<'_>]) -> Result<Option<Decision>, ReadError> {
    let rows: Vec<(usize, MoveRow<'_>)> =
        lines.iter().enumerate().filter_map(|(n, line)| Some((n, move_row(line.text)?))).collect();
    let Some((first, _)) = rows.first() else { return Ok(None) };
    let line_of = |n: usize| lines.get(n).map_or(0, |line| line.number);
    if position.dice().is_none() {
        return Err(ReadError::new(line_of(*first), Problem::NoDice));
    }
    let rows: Result<Vec<PlayRow>, ReadError> = rows
        .iter()
        .map(|(n, row)| {
            let unreadable = |_| ReadError::new(line_of(*n), Problem::Play(row.notation.into()));
            Ok(PlayRow {
                play: row.notation.parse().map_err(unreadable)?,
                notation: row.notation.to_string(),
                equity: row.equity,
                error: row.error,
                level: row.level.to_string(),
                confidence: None,
                chances: lines.get(n + 1).and_then(|line| chances(line.text)),
                played: row.played,
            })
        })
        .collect();
    Ok(Some(analysis_table::checker_decision(position, rows?)))
}

/// The rows of the cube table are named and sorted by equity.
fn cube_decision(position: Position, lines: &[TextLine<'_>]) -> Result<Option<Decision>, ReadError> {
    let Some(start) = lines.iter().position(|l| l.text.trim() == "Cube analysis") else { return Ok(None) };
    let table = lines.get(start..).unwrap_or_default();
    let rows: Vec<CubeRow> = table
        .iter()
        .skip_while(|line| !line.text.starts_with("Cubeful equities"))
        .skip(1)
        .map_while(|line| cube_row(line.text))
        .collect();
    let find = |name: &str| rows.iter().find(|row| row.notation.to_ascii_lowercase().contains(name)).cloned();
    let named = [find("no "), find("take").or_else(|| find("beaver")), find("pass")];
    let [Some(no_double), Some(take), Some(pass)] = named else {
        let line = table.first().map_or(0, |line| line.number);
        return Err(ReadError::new(line, Problem::CubeRows(rows.len())));
    };
    let level =
        table.get(1).and_then(|line| line.text.split_once(" cube")).map_or("", |(level, _)| level.trim());
    let chances = table.get(2).and_then(|line| chances(line.text));
    let table = CubeTable { rows: [no_double, take, pass], level: level.into(), chances };
    let position = match position.stage {
        // The roll came after the decision.
        Stage::Rolled(_) => Position { stage: Stage::OnRoll, ..position },
        _ => position,
    };
    Ok(Some(table.decision(position, cube_played(lines))))
}

/// `2. Double, take        +1.283  (+0.283)`
fn cube_row(line: &str) -> Option<CubeRow> {
    let (rank, rest) = line.trim().split_once(". ")?;
    let rank = rank.parse().ok()?;
    let start = rest.find(['+', '-'])?;
    let (notation, numbers) = rest.split_at(start);
    let mut numbers = numbers.split_whitespace();
    let equity = signed(numbers.next()?)?;
    let error = numbers.next().and_then(|n| signed(n.trim_matches(['(', ')'])));
    Some(CubeRow { notation: notation.trim().to_string(), equity, error, confidence: None, rank })
}

/// The action in a match export: `* root doubles`, `* gnubg rejects`, or a roll played.
fn cube_played(lines: &[TextLine<'_>]) -> Option<CubePlay> {
    let action = lines.iter().find_map(|line| line.text.strip_prefix("* "))?;
    match action.split_whitespace().nth(1)? {
        "doubles" | "redoubles" => Some(CubePlay::Doubled),
        "beavers" => Some(CubePlay::Beavered),
        "accepts" | "takes" => Some(CubePlay::Took),
        "rejects" | "passes" | "drops" => Some(CubePlay::Passed),
        "moves" | "cannot" => Some(CubePlay::Rolled),
        _ => None,
    }
}
