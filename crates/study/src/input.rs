//! What reaches the desk: commands, clicks, typed text, answers, and what the host did with files.

use record::NodeId;
use record::chess;
use record::go::{MoveJudgement, NewGame, PositionJudgement};
use record::pgn::Shape;
use record::sgf::Charset;
use rules::chess::{Role, Square};
use rules::go::{Color, Point};

use crate::command::Command;
use crate::tool::{Held, Tool};

/// Games keep their number while they are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(pub u32);

#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    Do(Command),
    Click {
        at: Point,
        held: Held,
    },
    /// From point to point, with a tool that draws so.
    Drag {
        from: Point,
        to: Point,
    },
    /// A chess piece on a square.
    Put {
        from: Square,
        to: Square,
        promotion: Option<Role>,
    },
    /// A chess move as people write it.
    PlayText(String),
    /// The arrows and circles of a chess position, all of them.
    Shapes(Vec<Shape>),
    /// A chess glyph by its number: said, or taken back.
    Glyph(u32),
    /// Tags of a chess game with their new values.
    Tags(Vec<(String, String)>),
    Take(Tool),
    /// Edit mode, with this colour.
    SetUpWith(Color),
    GoTo(NodeId),
    /// Lets Next follow this child.
    Choose(NodeId),
    Comment(String),
    Name(String),
    Judge(Judgement),
    Answer(Answer),
    Create(NewGame),
    CreateChess(chess::NewGame),
    /// Properties of the game info with their new texts.
    Info(Vec<(&'static str, String)>),
    /// Properties of the current node as the raw panel has them: values as text; none takes one out.
    SetProperties(Vec<(String, Vec<String>)>),
    Find(String),
    MoveNumber(u32),
    Opened(Opened),
    /// A file that the system asks to open, without anybody at the desk having asked for it.
    Activated(Opened),
    Saved {
        game: GameId,
        revision: u64,
        file: Option<FileName>,
    },
    SaveFailed {
        game: GameId,
        why: String,
    },
    Switch(GameId),
    /// Another game of the file that is open.
    ChooseGame(usize),
    /// The characters of the game in front are wrong: its bytes are in this charset.
    ReadAs(Charset),
    /// A deadline has come.
    Wake,
    /// The page is about to go: whatever is not safe yet must be put aside now.
    PageHides,
    /// The whole program is to end, if nothing is lost by it.
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    Move(Option<(MoveJudgement, u8)>),
    Position(Option<(PositionJudgement, u8)>),
    Hotspot(Option<u8>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    Save,
    Discard,
    Cancel,
}

/// Where a game's bytes live, as the host knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileName {
    pub name: String,
    /// Shown and copied, where the host knows one.
    pub path: Option<String>,
    /// The same for the same file and for no other, however they are called.
    pub identity: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    pub file: FileName,
    pub bytes: Vec<u8>,
    /// What was put aside for this file after it was last saved.
    pub aside: Option<Vec<u8>>,
}
