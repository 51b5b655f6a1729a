//! What the workspace is given: commands, clicks, typed text, answers, and what the host did with files.

use record::go::{MoveJudgement, PositionJudgement};
use record::pgn::Shape;
use record::sgf::Charset;
use record::{GameType, NodeId, Refusal, chess, go};
use rules::chess::{Role, Square};
use rules::go::{Color, Point};

use crate::commands::Command;
use crate::tool::{Held, Tool};

/// Games keep their number while they are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(pub u32);

#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    Do(Command),
    Go(GoInput),
    Chess(ChessInput),
    GoTo(NodeId),
    /// Makes Next follow this child.
    Choose(NodeId),
    Comment(String),
    Answer(Answer),
    Create(NewGame),
    Find(String),
    MoveNumber(u32),
    Opened(Opened),
    /// A file that the system asks to open, without the user having asked for it on the page.
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
    /// The page is about to be closed: whatever is not saved yet must be autosaved now.
    PageHides,
    /// The whole program is to end, if nothing is lost by it.
    Quit,
}

impl Input {
    /// Why it makes no sense for this game.
    pub(crate) fn refusal_in(&self, game: GameType) -> Option<Refusal> {
        let only_for = |only| (only != game).then_some(Refusal::OnlyFor(only));
        match self {
            Input::Go(_) => only_for(GameType::Go),
            Input::Chess(_) => only_for(GameType::Chess),
            Input::Do(command) => command.refusal_in(game),
            _ => None,
        }
    }
}

/// What only a Go game can be asked.
#[derive(Clone, Debug, PartialEq)]
pub enum GoInput {
    Click {
        at: Point,
        held: Held,
    },
    /// From point to point, with a tool that draws lines.
    Drag {
        from: Point,
        to: Point,
    },
    SelectTool(Tool),
    /// Set-up mode, with this colour.
    SetUpWith(Color),
    /// The name of the node.
    Name(String),
    Judge(Judgement),
    /// Properties of the game info with their new texts.
    Info(Vec<(&'static str, String)>),
    /// Properties of the current node as the raw panel has them: values as text; no value removes the property.
    SetProperties(Vec<(String, Vec<String>)>),
}

/// What only a chess game can be asked.
#[derive(Clone, Debug, PartialEq)]
pub enum ChessInput {
    Move {
        from: Square,
        to: Square,
        promotion: Option<Role>,
    },
    /// A move as people write it.
    MoveText(String),
    /// The arrows and circles of the position, all of them.
    Shapes(Vec<Shape>),
    /// A glyph by its number: added, or removed if it is there.
    Glyph(u32),
    /// Tags with their new values.
    Tags(Vec<(String, String)>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum NewGame {
    Go(go::NewGame),
    Chess(chess::NewGame),
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
    /// What was autosaved for this file after it was last saved.
    pub autosaved: Option<Vec<u8>>,
}
