//! What reaches the desk: commands, clicks, typed text, answers, and what the host did with files.

use record::NodeId;
use record::go::{MoveJudgement, NewGame, PositionJudgement};
use record::sgf::Charset;
use rules::go::{Color, Point};

use crate::command::Command;

/// Games keep their number while they are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(pub u32);

#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    Do(Command),
    Click {
        at: Point,
        how: Touch,
    },
    GoTo(NodeId),
    /// Lets Next follow this child.
    Choose(NodeId),
    Comment(String),
    Name(String),
    Judge(Judgement),
    Answer(Answer),
    Create(NewGame),
    /// Properties of the game info with their new texts.
    Info(Vec<(&'static str, String)>),
    /// A property of the current node as the raw panel has it: values as text; none takes it out.
    SetProperty {
        name: String,
        values: Vec<String>,
    },
    Find(String),
    MoveNumber(u32),
    Opened(Opened),
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
}

/// What a click on a point does, from the tool that is chosen or the keys that are held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Plays; in edit mode sets up, with the colour that is meant.
    Stone(Color),
    Triangle,
    Square,
    Circle,
    Cross,
    Letter,
    Number,
    Label(String),
    Territory(Color),
    Erase,
    ArrowTo(Point),
    LineTo(Point),
    /// To the move that was played here.
    Jump,
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

/// What is held down, and which button, when a point is clicked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub ctrl: bool,
    pub shift: bool,
    pub alt: bool,
    pub right_button: bool,
}

impl Touch {
    /// What a click means: edit mode knows only stones, keys come before the tool.
    pub fn meant(held: Held, tool: &Touch, edit_mode: bool) -> Touch {
        let white = held.shift || held.right_button;
        match held {
            Held { ctrl: true, shift: true, .. } => Touch::Jump,
            _ if edit_mode => Touch::Stone(if white { Color::White } else { Color::Black }),
            Held { ctrl: true, .. } => Touch::Triangle,
            Held { shift: true, .. } => Touch::Square,
            Held { alt: true, .. } => Touch::Letter,
            _ => tool.clone(),
        }
    }
}
