//! GNUID: gnubg's position id and match id, two strings of bits in base64, lowest bit first.
//! The position has the opponent of the player on roll first. Bottom is gnubg's player 1.

use super::board::{BAR, Board, CHECKERS, Side};
use super::id::{Converted, IdError, Lost, Notation, Read, beyond_xg};
use super::position::{Cube, DEFAULT_CUBE_LIMIT, Dice, Position, Score, Stage, Stake};
use super::wanted::Wanted;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// The value of each base64 letter; 64 for other bytes.
const VALUES: [u8; 256] = values();

const fn values() -> [u8; 256] {
    let mut values = [64; 256];
    let mut value = 0;
    while value < 64 {
        values[ALPHABET[value] as usize] = value as u8;
        value += 1;
    }
    values
}

fn value(letter: u8) -> Option<u32> {
    VALUES.get(usize::from(letter)).map(|value| u32::from(*value)).filter(|value| *value < 64)
}

const POSITION_CHARS: usize = 14;
const MATCH_CHARS: usize = 12;

pub(super) const FIELDS: &[&str] = &["position ID", "match ID"];

fn wrong(field: &'static str, found: &str, wanted: Wanted) -> IdError {
    IdError::new(Notation::Gnuid, field, found, wanted)
}

/// A position id alone, or one with a match id.
pub(super) fn looks_like(text: &str) -> bool {
    let (position, rest) = text.split_once(':').unwrap_or((text, ""));
    let base64 = |part: &str| part.bytes().all(|letter| value(letter).is_some());
    position.len() == POSITION_CHARS && base64(position) && base64(rest)
}

pub(super) fn read(text: &str) -> Result<Read, IdError> {
    let (position_id, match_id) = text.split_once(':').unwrap_or((text, ""));
    let board_bits = decode(position_id, POSITION_CHARS)
        .ok_or_else(|| wrong("position ID", position_id, Wanted::Base64(14)))?;
    if match_id.is_empty() {
        let board = read_board(board_bits, Side::Bottom, position_id)?;
        return Ok(Read { position: Position::money(board), lost: Vec::new() });
    }
    let bits =
        decode(match_id, MATCH_CHARS).ok_or_else(|| wrong("match ID", match_id, Wanted::Base64(12)))?;
    let turn = player(bits >> 6 & 1);
    let board = read_board(board_bits, turn, position_id)?;
    let stake = match field(bits, 21, 15) {
        0 => Stake::Money { jacoby: field(bits, 66, 1) == 0, beavers: false },
        length => Stake::Match { length, crawford: field(bits, 7, 1) == 1 },
    };
    let position = Position {
        board,
        turn,
        stage: read_stage(bits, match_id)?,
        cube: read_cube(bits, match_id)?,
        score: Score { top: field(bits, 36, 15), bottom: field(bits, 51, 15) },
        stake,
        cube_limit: DEFAULT_CUBE_LIMIT,
    };
    let lost = [
        (field(bits, 13, 2) != 0).then_some(Lost::Resignation),
        (field(bits, 8, 3) > 1).then_some(Lost::GameOver),
    ];
    Ok(Read { position, lost: lost.into_iter().flatten().collect() })
}

fn field(bits: u128, from: u32, width: u32) -> u16 {
    (bits >> from & ((1 << width) - 1)) as u16
}

fn player(number: u128) -> Side {
    if number == 0 { Side::Top } else { Side::Bottom }
}

fn player_number(side: Side) -> u128 {
    match side {
        Side::Top => 0,
        Side::Bottom => 1,
    }
}

fn read_stage(bits: u128, match_id: &str) -> Result<Stage, IdError> {
    let (one, other) = (field(bits, 15, 3) as u8, field(bits, 18, 3) as u8);
    match (one, other) {
        (0, 0) if field(bits, 12, 1) == 1 => Ok(Stage::Doubled),
        (0, 0) => Ok(Stage::OnRoll),
        _ => Dice::new(one, other)
            .map(Stage::Rolled)
            .ok_or_else(|| wrong("match ID, dice", match_id, Wanted::Dice { one, other })),
    }
}

fn read_cube(bits: u128, match_id: &str) -> Result<Cube, IdError> {
    let owner = match field(bits, 4, 2) {
        0 => Some(Side::Top),
        1 => Some(Side::Bottom),
        3 => None,
        _ => return Err(wrong("match ID, cube owner", match_id, Wanted::CubeOwner)),
    };
    Cube::new(field(bits, 0, 4) as u8, owner)
        .ok_or_else(|| wrong("match ID, cube", match_id, Wanted::NumberTo(15)))
}

/// Each point is one 1 bit per checker and a 0: the opponent's 25 points, then the mover's.
fn read_board(mut bits: u128, on_roll: Side, position_id: &str) -> Result<Board, IdError> {
    let places = usize::from(BAR);
    let mut view = [0i8; 26];
    let mut place = 0;
    while bits != 0 {
        // Skip runs of empty points.
        let empty = bits.trailing_zeros();
        place += empty as usize;
        bits >>= empty;
        let checkers = bits.trailing_ones().min(80);
        bits >>= checkers + 1;
        let (point, checkers) = match place {
            place if place < places => (places - 1 - place, -(checkers as i8)),
            place => (place - places + 1, checkers as i8),
        };
        let Some(there) = view.get_mut(point).filter(|_| place < 2 * places) else {
            return Err(wrong("position ID", position_id, Wanted::TwentyFivePlaces));
        };
        if *there != 0 {
            return Err(wrong("position ID", position_id, Wanted::OneSideOnAPoint));
        }
        *there = checkers;
        place += 1;
    }
    let seen = Board::new(view).map_err(|e| wrong("position ID", position_id, Wanted::Board(e)))?;
    Ok(seen.mover_view(on_roll))
}

pub(super) fn write(position: &Position) -> Converted {
    let view = position.board.mover_view(position.turn);
    let (mut board_bits, mut length) = (0u128, 0);
    let mut crowd = None;
    for side in [Side::Top, Side::Bottom] {
        let mut left = u32::from(CHECKERS);
        for at in 1..=BAR {
            let checkers = u32::from(view.count(side, at)).min(left);
            if checkers > 0 {
                left -= checkers;
                board_bits |= ((1 << checkers) - 1) << length;
            }
            length += checkers + 1;
        }
        crowd = crowd.or((view.in_play(side) > u16::from(CHECKERS)).then_some(Lost::ExtraCheckers));
    }
    let mut text = String::with_capacity(POSITION_CHARS + 1 + MATCH_CHARS);
    text.extend(encode(board_bits).take(POSITION_CHARS));
    text.push(':');
    text.extend(encode(match_bits(position)).take(MATCH_CHARS));
    Converted { text, lost: beyond_xg(position).into_iter().chain(crowd).collect() }
}

fn match_bits(position: &Position) -> u128 {
    let doubled = matches!(position.stage, Stage::Doubled | Stage::Beavered | Stage::Raccooned);
    let decides = if doubled { position.turn.other() } else { position.turn };
    let (high, low) = position.dice().map_or((0, 0), |dice| (dice.high(), dice.low()));
    let (length, crawford, jacoby) = match position.stake {
        Stake::Money { jacoby, .. } => (0, false, jacoby),
        Stake::Match { length, crawford } => (length, crawford, false),
    };
    const PLAYING: u128 = 1;
    let owner = position.cube.owner.map_or(3, player_number);
    [
        (0, u128::from(position.cube.log2())),
        (4, owner),
        (6, player_number(position.turn)),
        (7, u128::from(crawford)),
        (8, PLAYING),
        (11, player_number(decides)),
        (12, u128::from(doubled)),
        (15, u128::from(high)),
        (18, u128::from(low)),
        (21, u128::from(length & 0x7fff)),
        (36, u128::from(position.score.top & 0x7fff)),
        (51, u128::from(position.score.bottom & 0x7fff)),
        (66, u128::from(!jacoby)),
    ]
    .into_iter()
    .fold(0, |bits, (at, value)| bits | value << at)
}

/// Base64 starts with the highest bit of a byte; the first bit of an id is the lowest.
fn encode(bits: u128) -> impl Iterator<Item = char> {
    // After reversing, each letter is six bits, from the top.
    let letters = u128::from_be_bytes(bits.to_le_bytes());
    (0..21).map(move |n| char::from(ALPHABET[(letters >> (122 - 6 * n) & 63) as usize]))
}

fn decode(text: &str, chars: usize) -> Option<u128> {
    if text.len() != chars {
        return None;
    }
    let mut bits = 0u128;
    for (n, four) in text.as_bytes().chunks(4).enumerate() {
        let mut group = 0u32;
        for i in 0..4 {
            let letter = four.get(i).copied().unwrap_or(b'A');
            group = group << 6 | value(letter)?;
        }
        let [_, one, two, three] = group.to_be_bytes();
        bits |= u128::from(u32::from_le_bytes([one, two, three, 0])) << (24 * n);
    }
    Some(bits)
}
