//! eXtreme Gammon's text export, in any language of the program, one position or many.
//! X is always the player on roll, and the drawn board is seen from X's side.

mod board;
mod shapes;

use crate::analysis_table::{CubeRow, CubeTable, PlayRow, checker_decision};
use crate::decision::{Chances, Decision, Players, Source, Warning};
use crate::error::{Problem, ReadError};
use crate::text::TextLine;
use rules::backgammon::{CHECKERS, Position, Side, Stage, Stake};

/// The program's name in `Source`.
pub(crate) const PROGRAM: &str = "eXtreme Gammon";

/// A block's lines sorted by what they are.
struct Block<'a> {
    lines: &'a [TextLine<'a>],
    moves: Vec<Row<'a>>,
    cube: Vec<Cube<'a>>,
    chances: Vec<[f64; 3]>,
    level: &'a str,
    /// The first line that may be the player's own note.
    rest: usize,
    footer: usize,
}

struct Row<'a> {
    row: shapes::MoveRow<'a>,
    line: usize,
    chances: Vec<[f64; 3]>,
    confidence: Option<f64>,
}

struct Cube<'a> {
    notation: &'a str,
    equity: f64,
    error: Option<f64>,
    confidence: Option<f64>,
}

/// True if a line could only come from one of these exports: a row of a table.
pub(crate) fn is_row(line: &str) -> bool {
    shapes::move_row(line).is_some()
}

/// One block: the line of its position id, and everything up to the next.
pub(crate) fn read_block(position: Position, lines: &[TextLine<'_>]) -> Result<Decision, ReadError> {
    let block = Block::sort(lines);
    let line = lines.first().map_or(0, |line| line.number);
    let fail = |problem| Err(ReadError::new(line, problem));
    let mut decision = match (block.moves.is_empty(), block.cube.len()) {
        (true, 0) => return fail(Problem::NoAnalysis),
        (true, 3) if matches!(position.stage, Stage::Rolled(_)) => return fail(Problem::DiceAtCube),
        (true, 3) => block.cube_decision(position),
        (true, found) => return fail(Problem::CubeRows(found)),
        (false, _) if !matches!(position.stage, Stage::Rolled(_)) => return fail(Problem::NoDice),
        (false, _) => block.checker_decision(position)?,
    };
    decision.line = line;
    decision.players = block.players(position.turn);
    decision.source = block.source();
    (decision.note, decision.footnotes) = block.note();
    decision.warnings.extend(block.contradictions(&position));
    Ok(decision)
}

impl<'a> Block<'a> {
    fn sort(lines: &'a [TextLine<'a>]) -> Block<'a> {
        let footer = lines.iter().position(|l| l.text.starts_with("eXtreme Gammon")).unwrap_or(lines.len());
        let mut block =
            Block { lines, moves: vec![], cube: vec![], chances: vec![], level: "", rest: footer, footer };
        for (n, line) in lines.iter().enumerate().take(footer).skip(1) {
            if block.take(line) {
                block.rest = n + 1;
            }
        }
        block
    }

    fn take(&mut self, line: &TextLine<'a>) -> bool {
        if let Some(row) = shapes::move_row(line.text) {
            self.moves.push(Row { row, line: line.number, chances: Vec::new(), confidence: None });
        } else if let Some(found) = shapes::chances(line.text) {
            self.moves.last_mut().map_or(&mut self.chances, |row| &mut row.chances).push(found);
        } else if let Some((notation, equity, error)) =
            shapes::cube_row(line.text).filter(|_| self.moves.is_empty() && self.cube.len() < 3)
        {
            let confidence = shapes::confidence(line.text);
            self.cube.push(Cube { notation, equity, error, confidence });
        } else if self.chances.is_empty() && self.cube.is_empty() && self.moves.is_empty() {
            self.level = shapes::level_in(line.text).unwrap_or(self.level);
            return false;
        } else {
            return self.take_confidence(line.text);
        }
        true
    }

    /// A rollout's confidence belongs to the row above it.
    fn take_confidence(&mut self, line: &str) -> bool {
        let row = self.moves.last_mut().map(|row| &mut row.confidence);
        let row = row.or_else(|| self.cube.last_mut().map(|row| &mut row.confidence));
        if let Some(confidence) = row {
            *confidence = shapes::confidence(line).or(*confidence);
        }
        line.contains('±')
    }

    fn checker_decision(&self, position: Position) -> Result<Decision, ReadError> {
        let rows: Result<Vec<PlayRow>, ReadError> = self
            .moves
            .iter()
            .map(|Row { row, line, chances, confidence }| {
                let unreadable = |_| ReadError::new(*line, Problem::Play(row.notation.clone()));
                Ok(PlayRow {
                    play: row.notation.parse().map_err(unreadable)?,
                    notation: row.notation.clone(),
                    equity: row.equity,
                    error: row.error,
                    level: row.level.to_string(),
                    confidence: *confidence,
                    chances: pair(chances),
                    played: false,
                })
            })
            .collect();
        Ok(checker_decision(position, rows?))
    }

    fn cube_decision(&self, position: Position) -> Decision {
        let row = |n: usize| {
            let row = self.cube.get(n);
            CubeRow {
                notation: row.map_or("", |row| row.notation).to_string(),
                equity: row.map_or(0.0, |row| row.equity),
                error: row.and_then(|row| row.error),
                confidence: row.and_then(|row| row.confidence),
                rank: n + 1,
            }
        };
        let (level, chances) = (self.level.to_string(), pair(&self.chances));
        CubeTable { rows: [row(0), row(1), row(2)], level, chances }.decision(position, None)
    }

    fn players(&self, turn: Side) -> Players {
        let (x, o) = self.lines.iter().find_map(|line| shapes::names(line.text)).unwrap_or_default();
        let (bottom, top) = if turn == Side::Bottom { (x, o) } else { (o, x) };
        Players { bottom: bottom.to_string(), top: top.to_string() }
    }

    /// `eXtreme Gammon Version: 2.10, MET: Kazaross XG2`
    fn source(&self) -> Source {
        let mut parts = self.lines.get(self.footer).map_or("", |line| line.text).split(", ");
        let mut after_colon =
            || parts.next().and_then(|part| part.split_once(':')).map_or("", |(_, value)| value.trim());
        let (version, match_equity) = (after_colon().to_string(), after_colon().to_string());
        Source { program: PROGRAM.into(), version, match_equity }
    }

    /// The paragraphs between the tables and the footer: the player's note, and the program's text about rollouts.
    fn note(&self) -> (String, Vec<String>) {
        let lines = self.lines.get(self.rest..self.footer).unwrap_or_default();
        let mut paragraphs: Vec<Vec<&str>> = lines
            .split(TextLine::is_blank)
            .filter(|paragraph| !paragraph.is_empty())
            .map(|paragraph| paragraph.iter().map(|line| line.text.trim()).collect())
            .collect();
        // The best action and the percentages are right below the cube table.
        if !self.cube.is_empty() && !paragraphs.is_empty() {
            paragraphs.remove(0);
        }
        let (program, player): (Vec<_>, Vec<_>) = paragraphs.into_iter().partition(|p| is_about_rollouts(p));
        let note = player.iter().map(|p| p.join("\n")).collect::<Vec<_>>().join("\n\n");
        (note, program.concat().into_iter().map(str::to_string).collect())
    }

    fn contradictions(&self, position: &Position) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let (x, o) = (position.turn, position.turn.other());
        for side in [x, o] {
            let checkers = position.board.in_play(side);
            let too_many = checkers > u16::from(CHECKERS);
            warnings.extend(too_many.then_some(Warning::TooManyCheckers { side, checkers }));
        }
        let texts = || self.lines.iter().map(|line| line.text);
        if let Some(line) = texts().find_map(shapes::pip_line) {
            for (side, printed) in [(x, line.pips.0), (o, line.pips.1)] {
                let board = position.board.pips(side);
                warnings.extend((printed != board).then_some(Warning::Pips { side, printed, board }));
            }
            warnings.extend(stake_differs(position, &line));
        }
        let scores = texts().find_map(shapes::score_line);
        for (side, printed) in scores.into_iter().flat_map(|(sx, so)| [(x, sx), (o, so)]) {
            let id = position.score.of(side);
            warnings.extend((printed != id).then_some(Warning::Score { side, printed, id }));
        }
        let drawn = board::read(texts()).and_then(|drawn| drawn.differs(&position.board, position.turn));
        warnings.extend(drawn.map(|point| Warning::Diagram { point }));
        let acts = texts().skip_while(|line| shapes::pip_line(line).is_none()).find(|l| l.starts_with("O "));
        warnings.extend(acts.map(|_| Warning::OtherPlayerToAct));
        warnings
    }
}

fn stake_differs(position: &Position, line: &shapes::PipLine) -> Option<Warning> {
    match (position.stake, line.length) {
        (Stake::Match { length, .. }, Some(printed)) if printed != length => {
            Some(Warning::MatchLength { printed, id: length })
        }
        (Stake::Money { .. }, Some(printed)) => Some(Warning::MatchLength { printed, id: 0 }),
        (Stake::Match { crawford, .. }, _) if crawford != line.crawford => {
            Some(Warning::Crawford { printed: line.crawford })
        }
        _ => None,
    }
}

fn is_about_rollouts(paragraph: &[&str]) -> bool {
    let first = paragraph.first().copied().unwrap_or_default();
    let footnote = first.starts_with(['¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹']);
    let counted =
        first.split_once(' ').is_some_and(|(n, _)| n.len() > 1 && n.bytes().all(|b| b.is_ascii_digit()));
    footnote
        || first.starts_with("Rollout")
        || (counted && paragraph.iter().any(|l| shapes::level_in(l).is_some()))
}

fn pair(chances: &[[f64; 3]]) -> Option<Chances> {
    match chances {
        [player, opponent, ..] => Some(shapes::both_chances(*player, *opponent)),
        _ => None,
    }
}
