//! What a field of a position id should have been. Programs word it in their own language.

use std::fmt;

use super::board::BoardError;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A board that breaks this rule.
    Board(BoardError),
    TenFields,
    /// 3 to 11 of them, as in an OGID.
    Fields {
        found: usize,
    },
    Number,
    /// A number from 0.
    NumberTo(u16),
    /// One of the values in this list.
    OneOf(&'static str),
    Characters {
        wanted: usize,
        found: usize,
    },
    Base64(usize),
    /// Only the characters in this list.
    Only(&'static str),
    FifteenCheckers,
    OneSideOnAPoint,
    /// Nothing after the cube limit.
    End,
    XgDice,
    DiceOrNothing,
    Dice {
        one: u8,
        other: u8,
    },
    OgidCube,
    OgidLength,
    CubeOwner,
    TwentyFivePlaces,
    Checkers,
    /// Less than the length of the match.
    LessThan(u16),
    Id,
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Board(BoardError::TooMany { side, checkers }) => {
                write!(f, "at most fifteen checkers for the {side} player, not {checkers}")
            }
            Wanted::Board(BoardError::WrongBar { side }) => {
                write!(f, "only the {side} player’s own checkers on that player’s bar")
            }
            Wanted::TenFields => f.write_str("ten fields"),
            Wanted::Fields { found } => write!(f, "3 to 11 fields, not {found}"),
            Wanted::Number => f.write_str("a number"),
            Wanted::NumberTo(most) => write!(f, "a number from 0 to {most}"),
            Wanted::OneOf(list) => write!(f, "one of {list}"),
            Wanted::Characters { wanted, found } => write!(f, "{wanted} characters, not {found}"),
            Wanted::Base64(characters) => write!(f, "{characters} characters of base64"),
            Wanted::Only(list) => write!(f, "only the characters {list}"),
            Wanted::FifteenCheckers => f.write_str("fifteen checkers at most"),
            Wanted::OneSideOnAPoint => f.write_str("no point held by both sides"),
            Wanted::End => f.write_str("nothing after the cube limit"),
            Wanted::XgDice => f.write_str("00, two dice, D, B or R"),
            Wanted::DiceOrNothing => f.write_str("two dice or nothing"),
            Wanted::Dice { one, other } => write!(f, "two dice, not {one} and {other}"),
            Wanted::OgidCube => f.write_str("owner N, W or B, power of two, action N, O, T or P"),
            Wanted::OgidLength => f.write_str("a length, then C, L or G and a number of games"),
            Wanted::CubeOwner => f.write_str("player 0, player 1 or nobody"),
            Wanted::TwentyFivePlaces => f.write_str("two sides of 25 places each"),
            Wanted::Checkers => f.write_str("checkers on the board"),
            Wanted::LessThan(length) => write!(f, "less than the {length} points of the match"),
            Wanted::Id => f.write_str("an XGID, OGID or GNUID"),
        }
    }
}
