//! XGID: `board:cube:owner:turn:dice:bottom's score:top's score:rules:match length:cube limit`.
//! The board is absolute: it is not rotated for the top player.

use super::board::{Board, Side};
use super::id::{self, Converted, IdError, Notation, Read, push_number};
use super::position::{Cube, DEFAULT_CUBE_LIMIT, Dice, Position, Score, Stage, Stake};
use super::wanted::Wanted;

pub(super) const FIELDS: &[&str] = &[
    "board",
    "cube value",
    "cube owner",
    "turn",
    "dice",
    "bottom player's score",
    "top player's score",
    "Crawford/Jacoby",
    "match length",
    "cube limit",
    "end",
];

fn wrong(field: &'static str, found: &str, wanted: Wanted) -> IdError {
    IdError::new(Notation::Xgid, field, found, wanted)
}

pub(super) fn read(text: &str) -> Result<Read, IdError> {
    let read = read_lenient(text)?;
    match Board::new(*read.position.board.points()) {
        Ok(_) => Ok(read),
        Err(e) => {
            let found = text.split(':').next().unwrap_or_default();
            Err(wrong("board", found, Wanted::Board(e)))
        }
    }
}

/// Like `read`, but accepts too many checkers.
pub(super) fn read_lenient(text: &str) -> Result<Read, IdError> {
    let mut fields = id::fields(text);
    let mut next = |field| fields.next().ok_or_else(|| wrong(field, text, Wanted::TenFields));
    let board = read_board(next("board")?)?;
    let log2 = next("cube value")?;
    let owner = read_side("cube owner", next("cube owner")?)?;
    let cube = number("cube value", log2, 15)?;
    let cube = Cube::new(cube as u8, owner).ok_or_else(|| wrong("cube value", log2, Wanted::NumberTo(15)))?;
    let turn = next("turn")?;
    let turn = read_side("turn", turn)?.ok_or_else(|| wrong("turn", turn, Wanted::OneOf("1, -1")))?;
    let stage = read_stage(next("dice")?)?;
    let bottom = number("bottom player's score", next("bottom player's score")?, MOST)?;
    let top = number("top player's score", next("top player's score")?, MOST)?;
    let rules = number("Crawford/Jacoby", next("Crawford/Jacoby")?, 3)?;
    let length = number("match length", next("match length")?, MOST)?;
    // Old exports end here.
    let limit = fields.next().map_or(Ok(u16::from(DEFAULT_CUBE_LIMIT)), |l| number("cube limit", l, 15))?;
    if let Some(more) = fields.next() {
        return Err(wrong("end", more, Wanted::End));
    }
    let (one, two) = (rules & 1 != 0, rules & 2 != 0);
    let stake = match length {
        0 => Stake::Money { jacoby: one, beavers: two },
        length => Stake::Match { length, crawford: one },
    };
    let score = Score { bottom, top };
    let position = Position { board, turn, stage, cube, score, stake, cube_limit: limit as u8 };
    Ok(Read { position, lost: Vec::new() })
}

/// gnubg stores scores and lengths in fifteen bits.
pub(super) const MOST: u16 = 0x7fff;

fn number(field: &'static str, text: &str, most: u16) -> Result<u16, IdError> {
    id::number(text, most).ok_or_else(|| wrong(field, text, Wanted::NumberTo(most)))
}

/// Checkers by letter.
const CHECKERS_OF: [i8; 256] = checkers_of();
const NO_LETTER: i8 = i8::MAX;
/// The letters of -16 to 16 checkers.
const LETTERS: &[u8; 33] = b"ponmlkjihgfedcba-ABCDEFGHIJKLMNOP";

const fn checkers_of() -> [i8; 256] {
    let mut all = [NO_LETTER; 256];
    let mut at = 0;
    while at < LETTERS.len() {
        all[LETTERS[at] as usize] = at as i8 - 16;
        at += 1;
    }
    all
}

fn read_board(text: &str) -> Result<Board, IdError> {
    let letters: &[u8; 26] = text
        .as_bytes()
        .try_into()
        .map_err(|_| wrong("board", text, Wanted::Characters { wanted: 26, found: text.chars().count() }))?;
    let mut points = [0i8; 26];
    for (point, letter) in points.iter_mut().zip(letters) {
        *point = CHECKERS_OF[usize::from(*letter)];
    }
    if points.contains(&NO_LETTER) {
        return Err(wrong("board", text, Wanted::Only("-, A–P, a–p")));
    }
    Board::lenient(points).map_err(|e| wrong("board", text, Wanted::Board(e)))
}

fn read_side(field: &'static str, text: &str) -> Result<Option<Side>, IdError> {
    match text {
        "1" => Ok(Some(Side::Bottom)),
        "-1" => Ok(Some(Side::Top)),
        "0" => Ok(None),
        _ => Err(wrong(field, text, Wanted::OneOf("1, 0, -1"))),
    }
}

fn read_stage(text: &str) -> Result<Stage, IdError> {
    match text.as_bytes() {
        b"00" => Some(Stage::OnRoll),
        b"D" => Some(Stage::Doubled),
        b"B" => Some(Stage::Beavered),
        b"R" => Some(Stage::Raccooned),
        digits => Dice::read(digits).map(Stage::Rolled),
    }
    .ok_or_else(|| wrong("dice", text, Wanted::XgDice))
}

fn side_number(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::Bottom) => ":1",
        None => ":0",
        Some(Side::Top) => ":-1",
    }
}

pub(super) fn write(position: &Position) -> Converted {
    let mut text = String::with_capacity(64);
    text.push_str("XGID=");
    text.extend(position.board.points().iter().map(|checkers| letter(*checkers)));
    let field = |text: &mut String, number: u16| {
        text.push(':');
        push_number(text, number);
    };
    field(&mut text, u16::from(position.cube.log2()));
    text.push_str(side_number(position.cube.owner));
    text.push_str(side_number(Some(position.turn)));
    match position.stage {
        Stage::OnRoll => text.push_str(":00"),
        Stage::Rolled(dice) => field(&mut text, u16::from(dice.high()) * 10 + u16::from(dice.low())),
        Stage::Doubled => text.push_str(":D"),
        Stage::Beavered => text.push_str(":B"),
        Stage::Raccooned => text.push_str(":R"),
    }
    let (rules, length) = match position.stake {
        Stake::Money { jacoby, beavers } => (u16::from(jacoby) + 2 * u16::from(beavers), 0),
        Stake::Match { length, crawford } => (u16::from(crawford), length),
    };
    let Score { bottom, top } = position.score;
    for number in [bottom, top, rules, length, u16::from(position.cube_limit)] {
        field(&mut text, number);
    }
    Converted { text, lost: Vec::new() }
}

fn letter(checkers: i8) -> char {
    char::from(LETTERS[usize::from((checkers.clamp(-16, 16) + 16).unsigned_abs())])
}
