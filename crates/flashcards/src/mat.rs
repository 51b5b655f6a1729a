//! Match files (`.mat`): two columns of rolls and plays. The left player sits at the top, as gnubg seats him.
//! There is no analysis in them: every turn is a question.

use crate::cube::CubePlay;
use crate::decision::{Played, Players, Question};
use crate::error::{Problem, ReadError};
use crate::read::Found;
use crate::text::Line;
use crate::turns::Game;
use rules::backgammon::{Board, Dice, Play, Position, Score, Side, Stage, Stake};

pub(crate) fn is_mat(text: &str) -> bool {
    text.lines().any(|line| match_length(line).is_some())
        && text.lines().any(|line| line.trim_start().starts_with("Game "))
}

/// ` 7 point match`
pub(crate) fn match_length(line: &str) -> Option<u16> {
    line.trim().strip_suffix("point match")?.trim().parse().ok()
}

pub(crate) enum Cell<'a> {
    /// The two dice, and the play if there was one.
    Roll(&'a str, &'a str),
    Doubles,
    Takes,
    Drops,
    /// How much, in words.
    Wins(&'a str),
}

struct Match {
    length: u16,
    players: Players,
    game: Option<Game>,
    crawford_played: bool,
    found: Vec<Result<Found, ReadError>>,
}

pub(crate) fn read(text: &str) -> Vec<Result<Found, ReadError>> {
    let length = text.lines().find_map(match_length).unwrap_or(0);
    let mut record =
        Match { length, players: Players::default(), game: None, crawford_played: false, found: Vec::new() };
    for line in Line::all(text) {
        if let Some((top, bottom)) = score_line(line.text) {
            record.start(&top, &bottom);
            continue;
        }
        for (side, cell) in cells(line.text) {
            if let Err(what) = record.turn(side, &cell, line.number) {
                record.found.push(Err(ReadError::new(line.number, Problem::Record(what))));
                // The rest of a game makes no sense after a broken turn; the next game does.
                record.game = None;
            }
        }
    }
    record.found
}

pub(crate) struct Seat {
    pub name: String,
    pub score: u16,
}

/// ` gnubg : 0                      root : 0`
pub(crate) fn score_line(line: &str) -> Option<(Seat, Seat)> {
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

/// A lone cell beyond this column is the right player's.
const RIGHT: usize = 20;

pub(crate) fn cells(line: &str) -> Vec<(Side, Cell<'_>)> {
    let mut found: Vec<(usize, Cell<'_>)> = Vec::new();
    let mut end = line.len();
    for start in word_starts(line).into_iter().rev() {
        if let Some(cell) = line.get(start..end).and_then(read_cell) {
            found.push((start, cell));
            end = start;
        }
    }
    found.reverse();
    let alone = found.len() == 1;
    let side = |n: usize, at: usize| if n > 0 || (alone && at >= RIGHT) { Side::Bottom } else { Side::Top };
    found.into_iter().take(2).enumerate().map(|(n, (at, cell))| (side(n, at), cell)).collect()
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

fn read_cell(text: &str) -> Option<Cell<'_>> {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match first {
        "Doubles" => Some(Cell::Doubles),
        "Takes" => Some(Cell::Takes),
        "Drops" => Some(Cell::Drops),
        "Wins" => Some(Cell::Wins(rest)),
        _ => {
            let dice =
                first.strip_suffix(':').filter(|d| d.len() == 2 && d.bytes().all(|b| b.is_ascii_digit()))?;
            Some(Cell::Roll(dice, rest.trim()))
        }
    }
}

impl Match {
    fn start(&mut self, top: &Seat, bottom: &Seat) {
        self.players = Players { bottom: bottom.name.clone(), top: top.name.clone() };
        let one_away = [top, bottom].iter().any(|seat| seat.score.checked_add(1) == Some(self.length));
        let crawford = one_away && !self.crawford_played;
        self.crawford_played |= crawford;
        let stake = match self.length {
            0 => Stake::Money { jacoby: false, beavers: false },
            length => Stake::Match { length, crawford },
        };
        let score = Score { bottom: bottom.score, top: top.score };
        self.game = Some(Game::new(Position { stake, score, ..Position::money(Board::START) }));
    }

    fn turn(&mut self, side: Side, cell: &Cell<'_>, line: usize) -> Result<(), String> {
        let Some(game) = &mut self.game else { return Ok(()) };
        let (position, played) = match cell {
            Cell::Roll(dice, play) => return self.roll(side, dice, play, line),
            Cell::Doubles => {
                let before = game.on_roll(side);
                game.double(side)?;
                (before, CubePlay::Doubled)
            }
            Cell::Takes | Cell::Drops => {
                let before = game.position();
                let takes = matches!(cell, Cell::Takes);
                game.answer(takes)?;
                (before, if takes { CubePlay::Took } else { CubePlay::Passed })
            }
            Cell::Wins(_) => {
                self.game = None;
                return Ok(());
            }
        };
        self.ask(position, Played::Cube(played), line);
        Ok(())
    }

    fn roll(&mut self, side: Side, dice: &str, play: &str, line: usize) -> Result<(), String> {
        let Some(game) = &mut self.game else { return Ok(()) };
        let unreadable = || format!("“{dice}: {play}” cannot be read");
        let [one, other] = dice.as_bytes() else { return Err(unreadable()) };
        let dice = Dice::new(one.wrapping_sub(b'0'), other.wrapping_sub(b'0')).ok_or_else(unreadable)?;
        // Some programs write words where nothing could be played.
        let play = if play.contains('/') { play } else { "" };
        let play: Play = play.parse().map_err(|_| unreadable())?;
        let before = game.on_roll(side);
        let opening = before.board == Board::START && before.cube.owner.is_none();
        let may_double = !opening && game.could_double(side) && !before.cube_is_dead_for(side);
        game.play(side, dice, &play)?;
        let rolled = Position { stage: Stage::Rolled(dice), ..before };
        if may_double {
            self.ask(before, Played::Cube(CubePlay::Rolled), line);
        }
        if rolled.legal_plays().len() > 1 {
            self.ask(rolled, Played::Play(play), line);
        }
        Ok(())
    }

    fn ask(&mut self, position: Position, played: Played, line: usize) {
        let question = Question { position, players: self.players.clone(), played: Some(played), line };
        self.found.push(Ok(Found::Question(question)));
    }
}
