//! The one table of what can be done at the desk. Keys, buttons, menu, help and tests all read it.

use crate::hand::Way;
use crate::keys::Chord;

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
    Pass,
    EditMode,
    LeaveEditMode,
    /// The keyboard's own place on the board.
    Point(Way),
    TouchPoint,
    Undo,
    Redo,
    Cut,
    CopyVariation,
    Paste,
    PasteFromOther,
    MakeMainLine,
    Flatten,
    RemoveOtherVariations,
    ClearComment,
    /// Drop the comment's line with that number, from 1.
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
    GameInfo,
    Properties,
    Charset,
    ConvertToUtf8,
    /// The board seen from the other side.
    Flip,
    Help,
    FocusBoard,
}

/// Which program asks: some keys never reach a page in a browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    Browser,
    Desktop,
}

/// Where the table's help and menu show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Walk,
    Point,
    Edit,
    Comment,
    File,
    Studio,
}

impl Group {
    pub const ALL: [Group; 6] =
        [Group::Walk, Group::Edit, Group::Point, Group::Comment, Group::File, Group::Studio];

    pub fn name(self) -> &'static str {
        match self {
            Group::Walk => "Walk",
            Group::Point => "Board by keyboard",
            Group::Edit => "Edit",
            Group::Comment => "Comment",
            Group::File => "File",
            Group::Studio => "Studio",
        }
    }
}

/// Where the focus is when a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    Board,
    /// A button or a link: Enter presses it.
    Control,
    /// The comment or another text field: keys that write or move the caret stay there.
    Text,
    /// A dialog has its own keys; the table's are off.
    Dialog,
}

#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub command: Command,
    pub name: &'static str,
    pub group: Group,
    /// In the browser, and in the desktop shell too unless `desktop` says otherwise.
    pub keys: &'static [&'static str],
    pub desktop: &'static [&'static str],
    /// Also while writing.
    pub in_text: bool,
}

const fn on(command: Command, name: &'static str, group: Group, keys: &'static [&'static str]) -> Entry {
    Entry { command, name, group, keys, desktop: keys, in_text: false }
}

impl Entry {
    const fn in_text(self) -> Entry {
        Entry { in_text: true, ..self }
    }

    const fn desktop(self, desktop: &'static [&'static str]) -> Entry {
        Entry { desktop, ..self }
    }

    pub fn keys_in(&self, shell: Shell) -> &'static [&'static str] {
        match shell {
            Shell::Browser => self.keys,
            Shell::Desktop => self.desktop,
        }
    }
}

/// Chromium keeps Ctrl+T and Ctrl+1…5 for its tabs, so those commands answer to Alt as well.
pub const TABLE: &[Entry] = {
    use Command::*;
    use Group::*;
    &[
        on(Next, "Next move", Walk, &["Right"]),
        on(Previous, "Previous move", Walk, &["Left"]),
        on(Start, "To the start", Walk, &["Home"]),
        on(End, "To the end of the line", Walk, &["End"]),
        on(PreviousFork, "Back to the previous fork", Walk, &["Ctrl+Left"]),
        on(ChoosePreviousBranch, "Choose the branch above", Walk, &["Up"]),
        on(ChooseNextBranch, "Choose the branch below", Walk, &["Down"]),
        on(PreviousComment, "Previous comment", Walk, &["Ctrl+Shift+Up"]).in_text(),
        on(NextComment, "Next comment", Walk, &["Ctrl+Shift+Down"]).in_text(),
        on(GoToMove, "Go to move…", Walk, &["Ctrl+G"]).in_text(),
        on(Find, "Find text or point…", Walk, &["Ctrl+F"]).in_text(),
        on(FindNext, "Find next", Walk, &["F3"]).in_text(),
        on(Pass, "Pass", Edit, &["Ctrl+P"]).in_text(),
        on(EditMode, "Set up stones or pieces", Edit, &["F2"]).in_text(),
        on(LeaveEditMode, "Stop setting up", Edit, &["Shift+F2"]).in_text(),
        on(Undo, "Undo", Edit, &["Ctrl+Z"]).in_text(),
        on(Redo, "Redo", Edit, &["Ctrl+Shift+Z", "Ctrl+Y"]).in_text(),
        on(Cut, "Cut from here", Edit, &["Ctrl+X", "Delete"]),
        on(CopyVariation, "Copy the variation", Edit, &["Ctrl+Shift+C"]),
        on(Paste, "Paste", Edit, &["Ctrl+V"]),
        on(PasteFromOther, "Paste from another game", Edit, &["Ctrl+Shift+V"]),
        on(MoveBranchUp, "Move the branch up", Edit, &["Ctrl+Up"]),
        on(MoveBranchDown, "Move the branch down", Edit, &["Ctrl+Down"]),
        on(MakeMainLine, "Make this the main line", Edit, &[]),
        on(RemoveOtherVariations, "Remove other variations", Edit, &[]),
        on(Flatten, "Flatten to a position", Edit, &[]),
        on(Command::Point(Way::Left), "Point to the left", Group::Point, &["Shift+Left"]),
        on(Command::Point(Way::Right), "Point to the right", Group::Point, &["Shift+Right"]),
        on(Command::Point(Way::Up), "Point up", Group::Point, &["Shift+Up"]),
        on(Command::Point(Way::Down), "Point down", Group::Point, &["Shift+Down"]),
        on(TouchPoint, "Play there, or use the tool", Group::Point, &["Enter"]),
        on(SayThis, "Say “this” for the move", Comment, &["Ctrl+T", "Alt+T"]).desktop(&["Ctrl+T"]).in_text(),
        on(SayMarked, "Say “marked stone” for marks", Comment, &["Ctrl+M"]).in_text(),
        on(ClearComment, "Clear the comment", Comment, &["Ctrl+K"]).in_text(),
        on(DropCommentLine(1), "Drop comment line 1", Comment, &["Ctrl+1", "Alt+1"])
            .desktop(&["Ctrl+1"])
            .in_text(),
        on(DropCommentLine(2), "Drop comment line 2", Comment, &["Ctrl+2", "Alt+2"])
            .desktop(&["Ctrl+2"])
            .in_text(),
        on(DropCommentLine(3), "Drop comment line 3", Comment, &["Ctrl+3", "Alt+3"])
            .desktop(&["Ctrl+3"])
            .in_text(),
        on(DropCommentLine(4), "Drop comment line 4", Comment, &["Ctrl+4", "Alt+4"])
            .desktop(&["Ctrl+4"])
            .in_text(),
        on(DropCommentLine(5), "Drop comment line 5", Comment, &["Ctrl+5", "Alt+5"])
            .desktop(&["Ctrl+5"])
            .in_text(),
        on(New, "New game…", File, &["Alt+N"]).desktop(&["Ctrl+N"]).in_text(),
        on(Open, "Open…", File, &["Ctrl+O"]).in_text(),
        on(Save, "Save", File, &["Ctrl+S"]).in_text(),
        on(SaveAs, "Save as…", File, &["Ctrl+Alt+S"]).desktop(&["Ctrl+Shift+S"]).in_text(),
        on(SaveFlipped, "Save turned by 180°…", File, &["Ctrl+Shift+Alt+F"]).in_text(),
        on(SaveFromHere, "Save from here…", File, &[]),
        on(GameInfo, "Game info…", File, &["Ctrl+I"]).in_text(),
        on(Properties, "Properties of this node…", File, &["Ctrl+Shift+I"])
            .desktop(&["Ctrl+Shift+I"])
            .in_text(),
        on(Charset, "Charset…", File, &[]),
        on(ConvertToUtf8, "Convert to UTF-8", File, &[]),
        on(CopyPath, "Copy the file's path", File, &["Ctrl+C"]),
        on(RotateGames, "Next open game", File, &["Shift+W"]).desktop(&["Ctrl+W"]),
        on(Close, "Close the game", File, &["Ctrl+Alt+F4"]).desktop(&["Ctrl+F4"]).in_text(),
        on(Flip, "Turn the board", Studio, &["F"]),
        on(Help, "Keys and help", Studio, &["F1", "?"]).in_text(),
        on(FocusBoard, "To the board", Studio, &["Esc"]).in_text(),
    ]
};

impl Command {
    /// Every command is in the table: a test walks them.
    pub fn entry(self) -> Option<&'static Entry> {
        TABLE.iter().find(|entry| entry.command == self)
    }

    /// Chess has nothing like it.
    pub fn is_only_for_go(self) -> bool {
        matches!(
            self,
            Command::Pass
                | Command::LeaveEditMode
                | Command::Point(_)
                | Command::TouchPoint
                | Command::Flatten
                | Command::DropCommentLine(_)
                | Command::SayThis
                | Command::SayMarked
                | Command::SaveFlipped
                | Command::Properties
        )
    }

    /// Setting up stones goes on only through what belongs to it.
    pub fn keeps_edit_mode(self) -> bool {
        matches!(
            self,
            Command::EditMode
                | Command::Point(_)
                | Command::TouchPoint
                | Command::Help
                | Command::FocusBoard
                | Command::Undo
                | Command::Redo
        )
    }
}

/// What a pressed key means, if anything.
pub fn command_for(pressed: Chord<'_>, focus: Focus, shell: Shell) -> Option<Command> {
    if focus == Focus::Dialog {
        return None;
    }
    if focus == Focus::Control && pressed.is(Chord::spelled("Enter")) {
        return None;
    }
    // `?` is a letter while one writes.
    let writes = focus == Focus::Text && !pressed.ctrl && !pressed.alt && pressed.key.chars().count() == 1;
    if writes {
        return None;
    }
    TABLE
        .iter()
        .filter(|entry| entry.in_text || focus != Focus::Text)
        .find(|entry| entry.keys_in(shell).iter().any(|key| pressed.is(Chord::spelled(key))))
        .map(|entry| entry.command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things() {
        for shell in [Shell::Browser, Shell::Desktop] {
            let keys: Vec<_> = TABLE.iter().flat_map(|entry| entry.keys_in(shell)).collect();
            for (at, key) in keys.iter().enumerate() {
                assert!(!keys[..at].contains(key), "{key} stands twice");
            }
        }
    }

    #[test]
    fn capital_w_can_be_written() {
        let pressed = Chord { ctrl: false, shift: true, alt: false, key: "W" };
        assert_eq!(command_for(pressed, Focus::Board, Shell::Browser), Some(Command::RotateGames));
        assert_eq!(command_for(pressed, Focus::Text, Shell::Browser), None);
    }

    #[test]
    fn arrows_stay_with_the_text_and_every_key_with_a_dialog() {
        let right = Chord::spelled("Right");
        assert_eq!(command_for(right, Focus::Board, Shell::Browser), Some(Command::Next));
        assert_eq!(command_for(right, Focus::Text, Shell::Browser), None);
        assert_eq!(command_for(Chord::spelled("Ctrl+S"), Focus::Text, Shell::Browser), Some(Command::Save));
        assert_eq!(command_for(Chord::spelled("Ctrl+S"), Focus::Dialog, Shell::Browser), None);
    }

    #[test]
    fn enter_is_the_boards_unless_a_button_has_the_focus() {
        let (enter, right) = (Chord::spelled("Enter"), Chord::spelled("Right"));
        assert_eq!(command_for(enter, Focus::Board, Shell::Browser), Some(Command::TouchPoint));
        assert_eq!(command_for(enter, Focus::Control, Shell::Browser), None);
        assert_eq!(command_for(enter, Focus::Text, Shell::Browser), None);
        assert_eq!(command_for(right, Focus::Control, Shell::Browser), Some(Command::Next));
    }

    #[test]
    fn the_desktop_has_the_keys_that_browsers_keep() {
        let key = Chord::spelled("Ctrl+N");
        assert_eq!(command_for(key, Focus::Board, Shell::Desktop), Some(Command::New));
        assert_eq!(command_for(key, Focus::Board, Shell::Browser), None);
    }
}
