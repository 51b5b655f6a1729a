//! The lines of moves: `  2) 31: 8/5 6/5                  Doubles => 2`.

use rules::backgammon::{Board, Dice, Play, Side};

use crate::backgammon::action::Action;

pub(super) struct Cell<'a> {
    pub side: Side,
    /// Byte offset in the line.
    pub at: usize,
    pub content: CellContent<'a>,
}

pub(super) enum CellContent<'a> {
    Action {
        action: Action,
        /// The value that the file gives with it.
        cube: Option<u32>,
    },
    /// `11: Illegal play (15;0;…)`: the dice, and the board that the player on roll next sees.
    Illegal {
        dice: Dice,
        seen: Board,
    },
    Win(u16),
    /// What the result repeats: `Resigned Game`, `Losses 1 point`, `00: ????` for a roll that was not made.
    Nothing,
    Unreadable(&'a str),
    /// Text before the first cell, or after the last one that a line can have.
    Other(&'a str),
}

/// A first cell beyond this column is the right player's: the left player's cells begin after the row number.
const RIGHT: usize = 20;
/// Two actions and the result.
const MAX_CELLS: usize = 3;
/// Tabs reach to the next multiple of this, as editors show them.
const TAB: usize = 8;

/// A cell begins at a roll or a word for an action, and ends where the next one begins: a long play leaves no space
/// before the next column.
pub(super) fn cells(line: &str) -> Vec<Cell<'_>> {
    let start = after_number(line);
    let keywords = words(line, start).filter(|at| keyword(&line[*at..]).is_some());
    let mut starts: Vec<usize> = keywords.chain(rolls(line, start)).collect();
    starts.sort_unstable();
    let first = *starts.first().unwrap_or(&line.len());
    let rest = *starts.get(MAX_CELLS).unwrap_or(&line.len());
    starts.truncate(MAX_CELLS);
    starts.push(rest);
    let cells = starts.windows(2).enumerate().filter_map(|(n, ends)| {
        let &[at, end] = ends else { return None };
        let side = if n == 0 && shown_column(line, at) < RIGHT { Side::Top } else { Side::Bottom };
        Some(Cell { side, at, content: read_cell(line[at..end].trim_end()) })
    });
    other(line, start, first).into_iter().chain(cells).chain(other(line, rest, line.len())).collect()
}

/// Text that belongs to no cell.
fn other(line: &str, start: usize, end: usize) -> Option<Cell<'_>> {
    let text = line[start..end].trim_start();
    let at = end - text.len();
    let content = CellContent::Other(text.trim_end());
    (!text.is_empty()).then_some(Cell { side: Side::Top, at, content })
}

/// The offset after `  2)`.
fn after_number(line: &str) -> usize {
    let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    rest.strip_prefix(')').map_or(0, |rest| line.len() - rest.len())
}

/// Where words begin.
fn words(line: &str, start: usize) -> impl Iterator<Item = usize> + '_ {
    let mut after_space = true;
    line[start..].char_indices().filter_map(move |(at, c)| {
        let begins = after_space && !c.is_whitespace();
        after_space = c.is_whitespace();
        begins.then_some(start + at)
    })
}

/// Where rolls begin: two digits before a colon.
fn rolls(line: &str, start: usize) -> impl Iterator<Item = usize> + '_ {
    let colons = line.match_indices(':').filter_map(|(colon, _)| colon.checked_sub(2));
    colons.filter(move |at| *at >= start && line.get(*at..).is_some_and(|text| roll(text).is_some()))
}

fn shown_column(line: &str, at: usize) -> usize {
    line[..at].chars().fold(0, |column, c| match c {
        '\t' => (column / TAB + 1) * TAB,
        _ => column + 1,
    })
}

#[derive(Clone, Copy)]
enum Keyword {
    Double,
    Beaver,
    Raccoon,
    Take,
    Drop,
    Win,
    Repeated,
}

/// Each also with an s: `Double`, `Doubles`.
const KEYWORDS: [(&str, Keyword); 9] = [
    ("double", Keyword::Double),
    ("beaver", Keyword::Beaver),
    ("raccoon", Keyword::Raccoon),
    ("take", Keyword::Take),
    ("drop", Keyword::Drop),
    ("win", Keyword::Win),
    ("resign", Keyword::Repeated),
    ("resigned", Keyword::Repeated),
    ("losse", Keyword::Repeated),
];

/// The word that the text begins with, if it begins a cell: `Doubles => 2`, also without spaces.
fn keyword(text: &str) -> Option<Keyword> {
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    let word = text[..end].to_ascii_lowercase();
    let stem = word.strip_suffix('s').unwrap_or(&word);
    KEYWORDS.iter().find(|(known, _)| *known == stem).map(|(_, keyword)| *keyword)
}

/// `31: 8/5 6/5`: the dice and the rest.
fn roll(text: &str) -> Option<(&str, &str)> {
    let (dice, rest) = text.split_at_checked(2)?;
    let is_dice = dice.bytes().all(|byte| byte.is_ascii_digit());
    Some((dice, rest.strip_prefix(':')?)).filter(|_| is_dice)
}

fn read_cell(text: &str) -> CellContent<'_> {
    let action = |action| CellContent::Action { action, cube: number(text) };
    match (roll(text), keyword(text)) {
        (Some((dice, rest)), _) => read_roll(text, dice, rest.trim()),
        (_, Some(Keyword::Double)) => action(Action::Double),
        (_, Some(Keyword::Beaver)) => action(Action::Beaver),
        (_, Some(Keyword::Raccoon)) => action(Action::Raccoon),
        (_, Some(Keyword::Take)) => CellContent::Action { action: Action::Take, cube: None },
        (_, Some(Keyword::Drop)) => CellContent::Action { action: Action::Pass, cube: None },
        (_, Some(Keyword::Win)) => CellContent::Win(number(text).unwrap_or(1).try_into().unwrap_or(u16::MAX)),
        (_, Some(Keyword::Repeated)) => CellContent::Nothing,
        (None, None) => CellContent::Unreadable(text),
    }
}

fn read_roll<'a>(text: &'a str, dice: &str, rest: &str) -> CellContent<'a> {
    if dice == "00" {
        return CellContent::Nothing;
    }
    let Some(dice) = Dice::read(dice.as_bytes()) else { return CellContent::Unreadable(text) };
    if rest.to_ascii_lowercase().starts_with("illegal play") {
        let seen = snowie_board(rest);
        return seen.map_or(CellContent::Unreadable(text), |seen| CellContent::Illegal { dice, seen });
    }
    // Where nothing could be played, some programs write words, and question marks where a player resigned.
    let play = if rest.contains('/') { read_play(rest) } else { Some(Play::default()) };
    match play {
        Some(play) => CellContent::Action { action: Action::Roll { dice, play }, cube: None },
        None => CellContent::Unreadable(text),
    }
}

/// Snowie's position: twelve fields of the match, then the 26 numbers of the board, for the player on roll.
fn snowie_board(text: &str) -> Option<Board> {
    let (_, fields) = text.split_once('(')?;
    let points = fields.split(';').skip(12).take(26).map(|number| number.trim().parse().ok());
    let points: Vec<i8> = points.collect::<Option<_>>()?;
    Board::new(points.try_into().ok()?).ok()
}

/// `0/0` is a die that was not needed any more.
fn read_play(text: &str) -> Option<Play> {
    let played: Vec<&str> = text.split_whitespace().filter(|part| *part != "0/0").collect();
    played.join(" ").parse().ok()
}

/// The first number in the text: `Wins 2 points`, `Doubles => 4`.
fn number(text: &str) -> Option<u32> {
    let text = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}
