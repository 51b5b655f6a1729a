//! OGID: `White:Black:CUBE:DICE:COLOR:STATE:White's score:Black's score:LENGTH:MOVE:CHECKERS`; all after the cube
//! may be missing. Black is the bottom player. White moves up the same absolute points, from bar 0.
//! The colour named is the one who reached the position, so the other acts.

use super::board::{BAR, Board, CHECKERS, Side};
use super::id::{self, Converted, IdError, Lost, Notation, Read, beyond_xg, push_number};
use super::position::{Cube, DEFAULT_CUBE_LIMIT, Dice, Position, Score, Stage, Stake};
use super::wanted::Wanted;
use super::xgid::MOST;

pub(super) const FIELDS: &[&str] = &[
    "White's checkers",
    "Black's checkers",
    "cube",
    "dice",
    "colour",
    "state",
    "White's score",
    "Black's score",
    "match length",
    "move",
    "checker count",
];

fn wrong(field: &'static str, found: &str, wanted: Wanted) -> IdError {
    IdError::new(Notation::Ogid, field, found, wanted)
}

pub(super) fn read(text: &str) -> Result<Read, IdError> {
    let (mut fields, mut count) = ([""; FIELDS.len()], 0);
    for field in id::fields(text) {
        if let Some(place) = fields.get_mut(count) {
            *place = field;
        }
        count += 1;
    }
    if !(3..=FIELDS.len()).contains(&count) {
        return Err(wrong("fields", text, Wanted::Fields { found: count }));
    }
    let field = |n: usize| fields.get(n).copied().unwrap_or_default();
    let board = read_board(field(0), field(1))?;
    let (cube, action) = read_cube(field(2))?;
    let stage = read_stage(field(3), action, field(5))?;
    let turn = read_turn(field(4), stage)?;
    let (top, bottom) = (number("White's score", field(6))?, number("Black's score", field(7))?);
    let (stake, games) = read_length(field(8))?;
    let score = Score { bottom, top };
    let position = Position { board, turn, stage, cube, score, stake, cube_limit: DEFAULT_CUBE_LIMIT };
    let over = action == 'P' || field(5).starts_with(['F', 'P']);
    let lost = [
        read_move_number(field(9))?.filter(|n| *n != 0).map(Lost::MoveNumber),
        games.map(Lost::GameLimit),
        read_checkers(field(10))?.map(Lost::CheckerCount),
        over.then_some(Lost::GameOver),
    ];
    Ok(Read { position, lost: lost.into_iter().flatten().collect() })
}

fn number(field: &'static str, text: &str) -> Result<u16, IdError> {
    if text.is_empty() {
        return Ok(0);
    }
    id::number(text, MOST).ok_or_else(|| wrong(field, text, Wanted::NumberTo(MOST)))
}

fn digits(text: &str) -> Option<&str> {
    text.bytes().all(|b| b.is_ascii_digit()).then_some(text)
}

fn read_move_number(text: &str) -> Result<Option<u32>, IdError> {
    match text {
        "" => Ok(None),
        text => digits(text)
            .and_then(|d| d.parse().ok())
            .map(Some)
            .ok_or_else(|| wrong("move", text, Wanted::Number)),
    }
}

fn read_checkers(text: &str) -> Result<Option<u8>, IdError> {
    let count = number("checker count", text)?;
    match count {
        0 => Ok(None),
        n if n == u16::from(CHECKERS) => Ok(None),
        1..=14 => Ok(Some(count as u8)),
        _ => Err(wrong("checker count", text, Wanted::NumberTo(15))),
    }
}

fn read_board(white: &str, black: &str) -> Result<Board, IdError> {
    let mut points = [0i8; 26];
    for (field, text, checker) in [("White's checkers", white, -1i8), ("Black's checkers", black, 1)] {
        if text.len() > usize::from(CHECKERS) {
            return Err(wrong(field, text, Wanted::FifteenCheckers));
        }
        for letter in text.bytes() {
            let at = point(letter).ok_or_else(|| wrong(field, text, Wanted::Only("0–9, a–q")))?;
            let Some(there) = points.get_mut(usize::from(at)) else { continue };
            if *there * checker < 0 {
                return Err(wrong(field, text, Wanted::OneSideOnAPoint));
            }
            *there += checker;
        }
    }
    Board::new(points).map_err(|e| wrong("checkers", &format!("{white}:{black}"), Wanted::Board(e)))
}

/// 0 to 25; 26 is a checker borne off, which the board does not hold.
fn point(letter: u8) -> Option<u8> {
    match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'q' => Some(letter - b'a' + 10),
        _ => None,
    }
}

fn point_letter(point: u8) -> char {
    char::from(if point < 10 { b'0' + point } else { b'a' + (point - 10) })
}

fn read_cube(text: &str) -> Result<(Cube, char), IdError> {
    let [owner, log2, action] = text.as_bytes() else {
        return Err(wrong("cube", text, Wanted::OgidCube));
    };
    let owner = match owner {
        b'N' => None,
        b'W' => Some(Side::Top),
        b'B' => Some(Side::Bottom),
        _ => return Err(wrong("cube", text, Wanted::OgidCube)),
    };
    let cube = point(*log2).and_then(|log2| Cube::new(log2, owner));
    match (cube, action) {
        (Some(cube), b'N' | b'O' | b'T' | b'P') => Ok((cube, char::from(*action))),
        _ => Err(wrong("cube", text, Wanted::OgidCube)),
    }
}

fn read_stage(dice: &str, action: char, state: &str) -> Result<Stage, IdError> {
    match dice.as_bytes() {
        [] if action == 'O' || (action == 'N' && state == "D") => Ok(Stage::Doubled),
        [] => Ok(Stage::OnRoll),
        digits => {
            Dice::read(digits).map(Stage::Rolled).ok_or_else(|| wrong("dice", dice, Wanted::DiceOrNothing))
        }
    }
}

fn read_turn(text: &str, stage: Stage) -> Result<Side, IdError> {
    let named = match text {
        "W" => Side::Top,
        "B" => Side::Bottom,
        // A bare position belongs to the player at the bottom.
        "" => return Ok(Side::Bottom),
        _ => return Err(wrong("colour", text, Wanted::OneOf("W, B"))),
    };
    Ok(if stage == Stage::Doubled { named } else { named.other() })
}

fn read_length(text: &str) -> Result<(Stake, Option<u16>), IdError> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (length, rest) = text.split_at(end);
    let length = number("match length", length)?;
    let (crawford, games) = match rest.as_bytes() {
        [] | [b'L'] => (false, None),
        [b'C'] => (true, None),
        [b'G', ..] => (false, Some(number("match length", &rest[1..])?)),
        _ => return Err(wrong("match length", text, Wanted::OgidLength)),
    };
    let stake = match length {
        0 => Stake::Money { jacoby: false, beavers: false },
        length => Stake::Match { length, crawford },
    };
    Ok((stake, games))
}

pub(super) fn write(position: &Position) -> Converted {
    let mut text = String::with_capacity(64);
    push_checkers(&mut text, &position.board, Side::Top);
    text.push(':');
    push_checkers(&mut text, &position.board, Side::Bottom);
    text.push_str(match position.cube.owner {
        None => ":N",
        Some(Side::Top) => ":W",
        Some(Side::Bottom) => ":B",
    });
    text.push(point_letter(position.cube.log2()));
    let pending = matches!(position.stage, Stage::Doubled | Stage::Beavered | Stage::Raccooned);
    text.push_str(if pending { "O:" } else { "N:" });
    if let Stage::Rolled(dice) = position.stage {
        push_number(&mut text, u16::from(dice.low()) * 10 + u16::from(dice.high()));
    }
    let named = if pending { position.turn } else { position.turn.other() };
    text.push_str(if named == Side::Top { ":W" } else { ":B" });
    text.push_str(match position.stage {
        Stage::OnRoll => ":C",
        Stage::Rolled(_) => ":R",
        _ => ":D",
    });
    let (length, crawford) = match position.stake {
        Stake::Money { .. } => (0, false),
        Stake::Match { length, crawford } => (length, crawford),
    };
    let Score { bottom, top } = position.score;
    for number in [top, bottom, length] {
        text.push(':');
        push_number(&mut text, number);
    }
    text.push_str(if crawford { "C:0" } else { ":0" });
    let jacoby = matches!(position.stake, Stake::Money { jacoby: true, .. }).then_some(Lost::Jacoby);
    Converted { text, lost: jacoby.into_iter().chain(beyond_xg(position)).collect() }
}

/// One letter a checker, in ascending absolute points.
fn push_checkers(text: &mut String, board: &Board, side: Side) {
    for (point, checkers) in (0..=BAR).zip(board.points()) {
        let own = match side {
            Side::Bottom => (*checkers).max(0),
            Side::Top => (*checkers).min(0),
        };
        for _ in 0..own.unsigned_abs() {
            text.push(point_letter(point));
        }
    }
}
