//! Inputs of the workspace: commands, clicks, typed text, answers, and the results of file operations.

use record::go::{MoveJudgement, PositionJudgement};
use record::pgn::{Eval, Shape};
use record::sgf::Charset;
use record::{GameType, NodeId, Refusal, chess, go};
use rules::chess::{Move, Role, Square};
use rules::go::{Color, Point};

use crate::commands::Command;
use crate::effect::ReadFor;
use crate::tool::{ClickModifiers, Tool};

/// Identifies a game while it is open.
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
    /// A file that the operating system asks to open, without an action on the page.
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
    /// Not saved: another program has changed the file since it was read.
    FileChanged {
        game: GameId,
    },
    /// While it is open.
    OnDisk {
        game: GameId,
        event: OnDisk,
    },
    /// What the game's file contains now.
    ReadAgain {
        game: GameId,
        purpose: ReadFor,
        bytes: Vec<u8>,
    },
    /// An earlier version of the game's file replaces the record. The file stays as it is until the game is saved.
    RestoreVersion {
        game: GameId,
        bytes: Vec<u8>,
    },
    Switch(GameId),
    /// A game of an open file, which becomes the current one.
    ChooseGame {
        game: GameId,
        number: usize,
    },
    EditGames {
        game: GameId,
        edit: GamesEdit,
    },
    /// Text from the clipboard: a branch that was copied here, games, or a position.
    PasteText(String),
    /// A game from before the page was loaded again, or unsaved work without a file: it does not cover what the user
    /// has opened since.
    Reopened(Box<Reopened>),
    /// The host has time for the rest of a long search.
    Continue,
    /// The current game was decoded wrongly: its bytes are in this charset.
    ReadAs(Charset),
    /// A deadline has passed.
    Wake,
    /// The page may be closed: unsaved changes must be autosaved now.
    PageHides,
    /// The program should end, if no data is lost.
    Quit,
}

impl Input {
    /// Whether it belongs to counting; anything else ends it.
    pub(crate) fn continues_counting(&self) -> bool {
        match self {
            Input::Go(input) => matches!(input, GoInput::Click { .. } | GoInput::Judged { .. }),
            Input::Do(command) => {
                matches!(
                    command,
                    Command::CountGame | Command::Point(_) | Command::TouchPoint | Command::Help
                )
            }
            Input::Wake | Input::PageHides | Input::Saved { .. } | Input::SaveFailed { .. } => true,
            _ => false,
        }
    }

    /// Whether text that is typed next may belong to the same undo step as what was typed before.
    pub(crate) fn continues_typing(&self) -> bool {
        match self {
            Input::Comment(_) | Input::Wake | Input::PageHides | Input::Continue => true,
            Input::Go(input) => matches!(input, GoInput::Name(_)),
            Input::Chess(input) => matches!(input, ChessInput::CommentBefore(_)),
            _ => false,
        }
    }

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

/// Inputs for Go games only.
#[derive(Clone, Debug, PartialEq)]
pub enum GoInput {
    Click {
        at: Point,
        held: ClickModifiers,
    },
    /// From point to point, with a tool that draws lines.
    Drag {
        from: Point,
        to: Point,
    },
    /// A point that the tool is drawn over with the button held down; `begins` at the first one.
    Paint {
        at: Point,
        begins: bool,
    },
    /// Marks a point with another tool than the chosen one.
    MarkWith {
        at: Point,
        tool: Tool,
    },
    /// In set-up mode, who plays next.
    SetTurn(Color),
    /// What the automatic player says of the position that is being counted: dead stones, and the owners of points.
    Judged {
        dead: Vec<Point>,
        owned: Vec<(Point, Color)>,
    },
    SelectTool(Tool),
    /// Set-up mode, with this colour.
    SetUpWith(Color),
    /// The name of the node.
    Name(String),
    Judge(Judgement),
    /// A line of an engine, added after the cursor as a variation.
    Line(Vec<rules::go::Move>),
    /// Lines of a review, each added after its node, as one undo step.
    Lines(Vec<(NodeId, Vec<rules::go::Move>)>),
    /// Evaluations of a review, as they are written.
    Values(Vec<go::NewValue>),
    /// Properties of the game info with their new texts.
    Info(Vec<(&'static str, String)>),
    /// Properties of the current node as the raw panel has them: values as text; no value removes the property.
    SetProperties(Vec<(String, Vec<String>)>),
}

/// Inputs for chess games only.
#[derive(Clone, Debug, PartialEq)]
pub enum ChessInput {
    Move {
        from: Square,
        to: Square,
        promotion: Option<Role>,
    },
    /// A move in any notation that people use.
    MoveText(String),
    /// A line of an engine, added after the cursor as a variation.
    Line(Vec<Move>),
    /// Lines of a review, each added after its node, as one undo step.
    Lines(Vec<(NodeId, Vec<Move>)>),
    /// Evaluations of a review.
    Evals(Vec<(NodeId, Eval)>),
    /// The arrows and circles of the position, all of them.
    Shapes(Vec<Shape>),
    /// The comment before the move.
    CommentBefore(String),
    /// A NAG: added, or removed if it is there.
    Nag(u32),
    /// Tags with their new values.
    Tags(Vec<(String, String)>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum NewGame {
    Go(go::NewGame),
    Chess(chess::NewGame),
}

/// Another program has changed the file of an open game; and what the user then wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnDisk {
    Changed,
    /// The open game is replaced by what the file contains.
    Reload,
    /// To see what differs, and all choices.
    Choose,
    /// The open game stays as it is; saving it asks again.
    Keep,
}

/// A change to the list of games in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum GamesEdit {
    /// After the current one.
    Add(chess::NewGame),
    Delete(usize),
    Move {
        from: usize,
        to: usize,
    },
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
    /// Replace the open game by its file.
    Reload,
    /// Show what differs.
    Compare,
    Cancel,
}

/// The file of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileName {
    pub name: String,
    /// Shown and copied, if the host knows it.
    pub path: Option<String>,
    /// Unique per file, whatever its name.
    pub identity: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    pub file: FileName,
    pub bytes: Vec<u8>,
    /// The autosave of this file, if newer than its last save.
    pub autosaved: Option<Autosaved>,
}

/// What was open before, and where in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reopened {
    pub opened: Opened,
    /// None if only the autosave knows it.
    pub place: Option<Place>,
    /// Whether it was the current game.
    pub is_current: bool,
}

/// The game of the file and the move at which an open game is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub number: usize,
    /// As `record::Path` is written.
    pub path: String,
    pub is_flipped: bool,
}

/// Unsaved changes from an earlier session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Autosaved {
    /// Where it is stored. Earlier versions stored it under another key than the file's identity.
    pub key: String,
    /// In milliseconds since 1970.
    pub saved_at: u64,
    pub bytes: Vec<u8>,
    /// Where one was in it; earlier versions did not store that.
    pub place: Option<Place>,
}
