//! The table of commands, used by keys, buttons, menu, help and tests.

use i18n::{Language, fill};
use record::{GameType, Refusal};

use crate::bindings::Bindings;
use crate::keys::Chord;
use crate::tool_state::Direction;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    Previous,
    Next,
    Start,
    End,
    PreviousFork,
    ChoosePreviousBranch,
    ChooseNextBranch,
    MoveBranchUp,
    MoveBranchDown,
    PreviousComment,
    NextComment,
    GoToMove,
    Find,
    FindNext,
    /// The games of the library that reach this position.
    SearchLibrary,
    /// The next place in the open file with this position.
    FindPosition,
    /// Of the file.
    NextGame,
    PreviousGame,
    Pass,
    EditMode,
    LeaveEditMode,
    /// Moves the keyboard's cursor on the board.
    Point(Direction),
    TouchPoint,
    Undo,
    Redo,
    Cut,
    CopyVariation,
    Paste,
    PasteFromOther,
    /// The line through the cursor, one place up or down among its alternatives.
    PromoteLine,
    DemoteLine,
    MakeMainLine,
    Flatten,
    RemoveOtherVariations,
    /// A diagram of this position in print.
    MarkDiagram,
    /// The moves of the game, one by one by clicks.
    Guess,
    /// Shows the moves one after another.
    Autoplay,
    CountGame,
    /// Text of the open game.
    CopyGame,
    MakeProblem,
    CopyPicture,
    SavePicture,
    SaveAnimation,
    /// By a quarter, clockwise.
    TurnBoard,
    Mirror,
    /// Shows what the file hides, or hides it again.
    ShowWholeBoard,
    /// All commands with a search field.
    Palette,
    ClearComment,
    /// Removes the comment's line with that number, from 1.
    DropCommentLine(u8),
    SayThis,
    SayMarked,
    New,
    Open,
    Save,
    SaveAs,
    SaveFlipped,
    SaveFromHere,
    RotateGames,
    Close,
    CopyPath,
    CopyFen,
    CopyPgn,
    /// Opens games or a position from text.
    OpenText,
    AddGame,
    DeleteGame,
    MoveGameUp,
    MoveGameDown,
    /// Solves the games of the file as puzzles.
    Train,
    Print,
    /// Copies of the file from before it was saved.
    EarlierVersions,
    GameInfo,
    Properties,
    Charset,
    ConvertToUtf8,
    /// The board seen from the other side.
    Flip,
    /// What an engine thinks of the position.
    Analyse,
    /// Whether its moves and values are shown, or only the graph of the game.
    ShowHints,
    /// Who will own which points.
    ShowOwnership,
    /// The whole game with an engine.
    Review,
    /// What the review found out, into the record.
    WriteEvaluations,
    /// What should have been played by the review, as variations.
    AddBestLines,
    /// The position in words.
    ReadPosition,
    Help,
    FocusBoard,
}

/// Where the page runs: some keys never reach a page in a browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    Browser,
    Desktop,
}

/// The section of the help and the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Navigate,
    Point,
    Edit,
    Comment,
    File,
    Studio,
}

impl Group {
    pub const ALL: [Group; 6] =
        [Group::Navigate, Group::Edit, Group::Point, Group::Comment, Group::File, Group::Studio];

    pub fn name(self, language: Language) -> &'static str {
        let words = language.commands();
        match self {
            Group::Navigate => words.navigate,
            Group::Point => words.point,
            Group::Edit => words.edit,
            Group::Comment => words.comment,
            Group::File => words.file,
            Group::Studio => words.general,
        }
    }
}

/// Where the focus is when a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    Board,
    /// A button or a link: Enter presses it.
    Control,
    /// The comment or another text field: keys that type or move the caret stay there.
    Text,
    /// A dialog has its own keys; the table's are disabled.
    Dialog,
}

/// Selects its title from the table of texts.
type Title = fn(&i18n::Commands) -> &'static str;
/// The same for commands and names that only chess games have.
type ChessTitle = fn(&i18n::ChessStudy) -> &'static str;

#[derive(Clone, Copy, Debug)]
pub struct CommandEntry {
    pub command: Command,
    title: Title,
    chess_title: Option<ChessTitle>,
    pub group: Group,
    /// In the browser, and in the desktop program too unless `desktop` says otherwise.
    pub keys: &'static [&'static str],
    pub desktop: &'static [&'static str],
    /// Also in text fields.
    pub in_text: bool,
}

const fn on(command: Command, title: Title, group: Group, keys: &'static [&'static str]) -> CommandEntry {
    CommandEntry { command, title, chess_title: None, group, keys, desktop: keys, in_text: false }
}

const fn chess(
    command: Command,
    title: ChessTitle,
    group: Group,
    keys: &'static [&'static str],
) -> CommandEntry {
    on(command, |words| words.general, group, keys).in_chess(title)
}

const fn drop_line(
    line: u8,
    keys: &'static [&'static str],
    desktop: &'static [&'static str],
) -> CommandEntry {
    on(Command::DropCommentLine(line), |words| words.drop_line, Group::Comment, keys)
        .desktop(desktop)
        .in_text()
}

impl CommandEntry {
    const fn in_text(self) -> CommandEntry {
        CommandEntry { in_text: true, ..self }
    }

    const fn desktop(self, desktop: &'static [&'static str]) -> CommandEntry {
        CommandEntry { desktop, ..self }
    }

    /// Its name in a chess game.
    const fn in_chess(self, title: ChessTitle) -> CommandEntry {
        CommandEntry { chess_title: Some(title), ..self }
    }

    /// Its id in the stored settings: renaming a variant would lose users' keys.
    pub fn id(&self) -> String {
        format!("{:?}", self.command)
    }

    /// For all games.
    pub fn name(&self, language: Language) -> String {
        match self.command.is_for(GameType::Go) {
            true => self.name_in(language, GameType::Go),
            false => self.name_in(language, GameType::Chess),
        }
    }

    /// In the words of the game.
    pub fn name_in(&self, language: Language, game: GameType) -> String {
        let title = match self.chess_title.filter(|_| game == GameType::Chess) {
            Some(title) => title(language.chess_study()),
            None => (self.title)(language.commands()),
        };
        match self.command {
            Command::DropCommentLine(line) => fill(title, &[("n", &line.to_string())]),
            _ => title.to_owned(),
        }
    }

    pub fn keys_in(&self, platform: Platform) -> &'static [&'static str] {
        match platform {
            Platform::Browser => self.keys,
            Platform::Desktop => self.desktop,
        }
    }
}

/// Chromium reserves Ctrl+T and Ctrl+1…5 for its tabs, so those commands also have keys with Alt.
pub const COMMANDS: &[CommandEntry] = {
    use Command::*;
    use Group::*;
    &[
        on(Next, |words| words.next, Navigate, &["Right"]),
        on(Previous, |words| words.previous, Navigate, &["Left"]),
        on(Start, |words| words.start, Navigate, &["Home"]),
        on(End, |words| words.end, Navigate, &["End"]),
        on(PreviousFork, |words| words.previous_fork, Navigate, &["Ctrl+Left"]),
        on(ChoosePreviousBranch, |words| words.branch_above, Navigate, &["Up"])
            .in_chess(|words| words.variation_above),
        on(ChooseNextBranch, |words| words.branch_below, Navigate, &["Down"])
            .in_chess(|words| words.variation_below),
        on(PreviousComment, |words| words.previous_comment, Navigate, &["Ctrl+Shift+Up"]).in_text(),
        on(NextComment, |words| words.next_comment, Navigate, &["Ctrl+Shift+Down"]).in_text(),
        on(GoToMove, |words| words.go_to_move, Navigate, &["Ctrl+G"]).in_text(),
        on(Find, |words| words.find, Navigate, &["Ctrl+F"]).in_chess(|words| words.find).in_text(),
        on(FindNext, |words| words.find_next, Navigate, &["F3"]).in_text(),
        on(SearchLibrary, |words| words.search_library, Navigate, &["Alt+L"]).in_text(),
        chess(FindPosition, |words| words.find_position, Navigate, &["Alt+G"]).in_text(),
        on(NextGame, |words| words.next_game, Navigate, &["PageDown"]),
        on(PreviousGame, |words| words.previous_game, Navigate, &["PageUp"]),
        on(Autoplay, |words| words.autoplay, Navigate, &["Alt+Shift+P"]),
        on(Guess, |words| words.guess, Navigate, &["Alt+M"]).in_text(),
        on(CountGame, |words| words.count_game, Navigate, &["Alt+S"]).in_text(),
        on(Pass, |words| words.pass, Edit, &["Ctrl+P"]).in_text(),
        on(EditMode, |words| words.set_up, Edit, &["F2"]).in_chess(|words| words.set_up).in_text(),
        on(LeaveEditMode, |words| words.stop_set_up, Edit, &["Shift+F2"]).in_text(),
        on(Undo, |words| words.undo, Edit, &["Ctrl+Z"]).in_text(),
        on(Redo, |words| words.redo, Edit, &["Ctrl+Shift+Z", "Ctrl+Y"]).in_text(),
        on(Cut, |words| words.cut, Edit, &["Ctrl+X", "Delete"]),
        on(CopyVariation, |words| words.copy, Edit, &["Ctrl+Shift+C"]),
        on(Paste, |words| words.paste, Edit, &["Ctrl+V"]),
        on(PasteFromOther, |words| words.paste_other, Edit, &["Ctrl+Shift+V"]),
        on(MoveBranchUp, |words| words.move_up, Edit, &["Ctrl+Up"]).in_chess(|words| words.move_up),
        on(MoveBranchDown, |words| words.move_down, Edit, &["Ctrl+Down"]).in_chess(|words| words.move_down),
        on(PromoteLine, |words| words.promote_line, Edit, &["Alt+Up"]),
        on(DemoteLine, |words| words.demote_line, Edit, &["Alt+Down"]),
        on(MakeMainLine, |words| words.main_line, Edit, &[]),
        on(RemoveOtherVariations, |words| words.remove_others, Edit, &[]),
        on(WriteEvaluations, |words| words.write_evaluations, Edit, &[]),
        on(AddBestLines, |words| words.add_best_lines, Edit, &[]),
        chess(MarkDiagram, |words| words.mark_diagram, Edit, &["D"]),
        on(Flatten, |words| words.flatten, Edit, &[]),
        on(Command::Point(Direction::Left), |words| words.point_left, Group::Point, &["Shift+Left"]),
        on(Command::Point(Direction::Right), |words| words.point_right, Group::Point, &["Shift+Right"]),
        on(Command::Point(Direction::Up), |words| words.point_up, Group::Point, &["Shift+Up"]),
        on(Command::Point(Direction::Down), |words| words.point_down, Group::Point, &["Shift+Down"]),
        on(TouchPoint, |words| words.use_cursor, Group::Point, &["Enter"]),
        on(SayThis, |words| words.mention_move_as_this, Comment, &["Ctrl+T", "Alt+T"])
            .desktop(&["Ctrl+T"])
            .in_text(),
        on(SayMarked, |words| words.mention_marks_by_shape, Comment, &["Ctrl+M"]).in_text(),
        on(ClearComment, |words| words.clear_comment, Comment, &["Ctrl+K"]).in_text(),
        drop_line(1, &["Ctrl+1", "Alt+1"], &["Ctrl+1"]),
        drop_line(2, &["Ctrl+2", "Alt+2"], &["Ctrl+2"]),
        drop_line(3, &["Ctrl+3", "Alt+3"], &["Ctrl+3"]),
        drop_line(4, &["Ctrl+4", "Alt+4"], &["Ctrl+4"]),
        drop_line(5, &["Ctrl+5", "Alt+5"], &["Ctrl+5"]),
        on(New, |words| words.new, File, &["Alt+N"]).desktop(&["Ctrl+N"]).in_text(),
        on(Open, |words| words.open, File, &["Ctrl+O"]).in_text(),
        on(Save, |words| words.save, File, &["Ctrl+S"]).in_text(),
        on(SaveAs, |words| words.save_as, File, &["Ctrl+Alt+S"]).desktop(&["Ctrl+Shift+S"]).in_text(),
        on(SaveFlipped, |words| words.save_flipped, File, &["Ctrl+Shift+Alt+F"]).in_text(),
        on(SaveFromHere, |words| words.save_from_here, File, &[]),
        on(OpenText, |words| words.open_text, File, &["Alt+V"]).in_chess(|words| words.open_text).in_text(),
        on(CopyGame, |words| words.copy_game, File, &["Alt+K"]).in_text(),
        chess(CopyFen, |words| words.copy_fen, File, &["Alt+C"]).in_text(),
        chess(CopyPgn, |words| words.copy_pgn, File, &["Alt+P"]).in_text(),
        chess(AddGame, |words| words.add_game, File, &["Alt+Shift+A"]).in_text(),
        chess(DeleteGame, |words| words.delete_game, File, &[]),
        chess(MoveGameUp, |words| words.move_game_up, File, &["Alt+PageUp"]),
        chess(MoveGameDown, |words| words.move_game_down, File, &["Alt+PageDown"]),
        on(Train, |words| words.train_file, File, &[]),
        on(MakeProblem, |words| words.make_problem, File, &[]),
        on(CopyPicture, |words| words.picture, File, &[]),
        on(SavePicture, |words| words.save_picture, File, &[]),
        on(SaveAnimation, |words| words.animation, File, &[]),
        on(Print, |words| words.print_game, File, &[]).in_chess(|words| words.print),
        on(GameInfo, |words| words.game_info, File, &["Ctrl+I"]).in_chess(|words| words.game_info).in_text(),
        on(Properties, |words| words.properties, File, &["Ctrl+Shift+I"])
            .desktop(&["Ctrl+Shift+I"])
            .in_text(),
        on(Charset, |words| words.charset, File, &[]),
        on(ConvertToUtf8, |words| words.to_utf8, File, &[]),
        on(CopyPath, |words| words.copy_path, File, &["Ctrl+C"]),
        on(EarlierVersions, |words| words.earlier_versions, File, &[]),
        on(RotateGames, |words| words.rotate, File, &["Shift+W"]).desktop(&["Ctrl+W"]),
        on(Close, |words| words.close, File, &["Alt+W", "Ctrl+Alt+F4"])
            .desktop(&["Ctrl+F4", "Alt+W"])
            .in_text(),
        on(Flip, |words| words.flip, Studio, &["F"]),
        on(Analyse, |words| words.analyse, Studio, &["Alt+A"]).in_text(),
        on(ShowHints, |words| words.show_hints, Studio, &["Alt+H"]).in_text(),
        on(ShowOwnership, |words| words.show_ownership, Studio, &["Alt+O"]).in_text(),
        on(Review, |words| words.review, Studio, &["Alt+Shift+R"]).in_text(),
        chess(ReadPosition, |words| words.read_position, Studio, &["Alt+B"]).in_text(),
        on(TurnBoard, |words| words.turn_board, Studio, &["Alt+R"]),
        on(Mirror, |words| words.mirror_board, Studio, &["Shift+F"]),
        on(ShowWholeBoard, |words| words.whole_board, Studio, &[]),
        on(Palette, |words| words.palette, Studio, &["F1"]).in_text(),
        on(Help, |words| words.help, Studio, &["?"]).in_text(),
        on(FocusBoard, |words| words.focus_board, Studio, &["Esc"]).in_text(),
    ]
};

impl Command {
    /// Every command is in the table: a test checks it.
    pub fn entry(self) -> Option<&'static CommandEntry> {
        COMMANDS.iter().find(|entry| entry.command == self)
    }

    pub fn is_for(self, game: GameType) -> bool {
        self.refusal_in(game).is_none()
    }

    /// Why a game does not have it.
    pub(crate) fn refusal_in(self, game: GameType) -> Option<Refusal> {
        match self {
            Command::Pass
            | Command::LeaveEditMode
            | Command::Point(_)
            | Command::TouchPoint
            | Command::Flatten
            | Command::DropCommentLine(_)
            | Command::SayThis
            | Command::SayMarked
            | Command::SaveFlipped
            | Command::Guess
            | Command::CountGame
            | Command::CopyGame
            | Command::CopyPicture
            | Command::SavePicture
            | Command::SaveAnimation
            | Command::TurnBoard
            | Command::Mirror
            | Command::ShowWholeBoard
            | Command::ShowOwnership
            | Command::Properties => (game != GameType::Go).then_some(Refusal::OnlyFor(GameType::Go)),
            Command::FindPosition
            | Command::MarkDiagram
            | Command::CopyFen
            | Command::CopyPgn
            | Command::AddGame
            | Command::DeleteGame
            | Command::MoveGameUp
            | Command::MoveGameDown
            | Command::ReadPosition
            // Go has its own commands for the order of branches.
            | Command::PromoteLine
            | Command::DemoteLine => (game != GameType::Chess).then_some(Refusal::OnlyFor(GameType::Chess)),
            Command::Train
            | Command::Print
            | Command::MakeProblem
            | Command::Analyse
            | Command::Review
            | Command::WriteEvaluations
            | Command::AddBestLines
            | Command::ShowHints => {
                (game == GameType::Backgammon).then_some(Refusal::NotFor(GameType::Backgammon))
            }
            _ => None,
        }
    }

    /// Whether it changes a record.
    pub fn is_edit(self) -> bool {
        let edits = |entry: &CommandEntry| matches!(entry.group, Group::Edit | Group::Comment);
        self.entry().is_some_and(edits) || matches!(self, Command::SaveFromHere | Command::ConvertToUtf8)
    }

    /// Any other command ends set-up mode.
    pub fn keeps_set_up(self) -> bool {
        matches!(
            self,
            Command::EditMode
                | Command::Point(_)
                | Command::TouchPoint
                | Command::Help
                | Command::Palette
                | Command::Flip
                | Command::TurnBoard
                | Command::Mirror
                | Command::ShowWholeBoard
                | Command::FocusBoard
                | Command::Analyse
                | Command::ShowHints
                | Command::ShowOwnership
                | Command::Review
                | Command::Undo
                | Command::Redo
        )
    }
}

/// The command of a pressed key by default, if any.
pub fn command_for(pressed: Chord<'_>, focus: Focus, platform: Platform) -> Option<Command> {
    Bindings::default().command_for(pressed, focus, platform)
}

#[cfg(test)]
mod tests;
