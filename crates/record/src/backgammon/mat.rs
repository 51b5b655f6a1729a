//! Match files (`.mat`): two columns of rolls and plays. The left player sits at the top, as gnubg seats him.

use rules::backgammon::{Board, Play, Position, Score, Side};

use super::action::{Action, TextPlace};
use super::game::{MatchGame, Players, Win, stake};
use super::problem::MatchProblem;
use super::replay::Replay;
use super::text::column;

pub(super) fn is_mat(text: &str) -> bool {
    text.lines().any(|line| match_length(line).is_some())
        && text.lines().any(|line| line.trim_start().starts_with("Game "))
}

/// ` 7 point match`
fn match_length(line: &str) -> Option<u16> {
    line.trim().strip_suffix("point match")?.trim().parse().ok()
}

/// `; [Event "Club evening"]`
pub(super) fn tags(text: &str) -> Vec<(String, String)> {
    let headings = text.lines().filter_map(|line| line.trim_start().strip_prefix(';'));
    let tag = |line: &str| {
        let (name, value) = line.trim().strip_prefix('[')?.split_once(char::is_whitespace)?;
        let value = value.trim_start().strip_prefix('"')?.strip_suffix("\"]")?;
        Some((name.to_owned(), value.to_owned()))
    };
    headings.filter_map(tag).collect()
}

pub(super) fn length(text: &str) -> u16 {
    text.lines().find_map(match_length).unwrap_or(0)
}

pub(super) fn games(text: &str) -> Vec<MatchGame> {
    let mut reader = Reader { length: length(text), ..Reader::default() };
    for (n, line) in text.lines().enumerate() {
        match score_line(line) {
            Some((top, bottom)) => reader.start(&top, &bottom, TextPlace { line: n + 1, column: 1 }),
            None => reader.line(line, n + 1),
        }
    }
    reader.games.extend(reader.current.map(Replay::finish));
    reader.games
}

#[derive(Default)]
struct Reader {
    length: u16,
    crawford_played: bool,
    games: Vec<MatchGame>,
    current: Option<Replay>,
}

impl Reader {
    fn start(&mut self, top: &Seat, bottom: &Seat, place: TextPlace) {
        self.games.extend(self.current.take().map(Replay::finish));
        let one_away = [top, bottom].iter().any(|seat| seat.score.checked_add(1) == Some(self.length));
        let crawford = one_away && !self.crawford_played;
        self.crawford_played |= crawford;
        let start = Position {
            stake: stake(self.length, crawford, false),
            score: Score { bottom: bottom.score, top: top.score },
            ..Position::money(Board::START)
        };
        let players = Players { bottom: bottom.name.clone(), top: top.name.clone() };
        self.current = Some(Replay::new(players, start, place));
    }

    fn line(&mut self, line: &str, number: usize) {
        let Some(replay) = &mut self.current else { return };
        for Cell { side, at, content } in cells(line) {
            let place = TextPlace { line: number, column: column(line, at) };
            // Programs write the result last; text after it belongs to no turn.
            if replay.game_mut().won.is_some() {
                return;
            }
            match content {
                CellContent::Win(points) => replay.game_mut().won = Some(Win { side, points }),
                CellContent::Action(action) => replay.act(side, action, place, None),
                CellContent::Unreadable(text) => replay.stop(MatchProblem::Unreadable(text), place),
            }
        }
    }
}

struct Seat {
    name: String,
    score: u16,
}

/// ` gnubg : 0                      root : 0`
fn score_line(line: &str) -> Option<(Seat, Seat)> {
    if line.trim_start().starts_with([';', '[']) {
        return None;
    }
    let (left, bottom_score) = line.trim_end().rsplit_once(" : ")?;
    let (left, bottom) = left.rsplit_once("  ")?;
    let (top, top_score) = left.trim().rsplit_once(" : ")?;
    let seat =
        |name: &str, score: &str| Some(Seat { name: name.trim().into(), score: score.trim().parse().ok()? });
    Some((seat(top, top_score)?, seat(bottom, bottom_score)?))
}

struct Cell {
    side: Side,
    /// Byte offset in the line.
    at: usize,
    content: CellContent,
}

enum CellContent {
    Action(Action),
    Win(u16),
    Unreadable(String),
}

/// A lone cell beyond this column is the right player's.
const RIGHT: usize = 20;

/// The cells of a line, found from the right: a cell ends where the next begins.
fn cells(line: &str) -> Vec<Cell> {
    let mut found: Vec<(usize, CellContent)> = Vec::new();
    let mut end = line.len();
    for start in word_starts(line).into_iter().rev() {
        if let Some(content) = line.get(start..end).and_then(read_cell) {
            found.push((start, content));
            end = start;
        }
    }
    found.reverse();
    let is_alone = found.len() == 1;
    let side =
        |n: usize, at: usize| if n > 0 || (is_alone && at >= RIGHT) { Side::Bottom } else { Side::Top };
    let cells = found.into_iter().take(2).enumerate();
    cells.map(|(n, (at, content))| Cell { side: side(n, at), at, content }).collect()
}

fn word_starts(line: &str) -> Vec<usize> {
    let mut after_space = true;
    let mut starts = Vec::new();
    for (at, c) in line.char_indices() {
        if after_space && !c.is_whitespace() {
            starts.push(at);
        }
        after_space = c.is_whitespace();
    }
    starts
}

fn read_cell(text: &str) -> Option<CellContent> {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let action = match first {
        "Doubles" => Action::Double,
        "Takes" => Action::Take,
        "Drops" => Action::Pass,
        "Wins" => return Some(CellContent::Win(first_number(rest))),
        _ => {
            let is_dice = |dice: &&str| dice.len() == 2 && dice.bytes().all(|byte| byte.is_ascii_digit());
            let dice = first.strip_suffix(':').filter(is_dice)?;
            return Some(read_roll(dice, rest.trim()));
        }
    };
    Some(CellContent::Action(action))
}

fn read_roll(dice: &str, rest: &str) -> CellContent {
    // Some programs write words where nothing could be played.
    let play = if rest.contains('/') { rest } else { "" };
    match (super::sgf::read_dice(dice), play.parse::<Play>()) {
        (Some(dice), Ok(play)) => CellContent::Action(Action::Roll { dice, play }),
        _ => CellContent::Unreadable(format!("{dice}: {rest}").trim_end().to_owned()),
    }
}

/// `2 points and the match`
fn first_number(text: &str) -> u16 {
    text.split_whitespace().find_map(|word| word.parse().ok()).unwrap_or(1)
}
