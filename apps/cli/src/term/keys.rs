//! The key tables: action, name, hint and description of every key. Handlers, hint lines and the list of keys
//! read the same tables, so hints are always correct.
//!
//! On the board a letter that names a column begins a point, such as `d4`. Commands on such letters run with Enter:
//! the line below the board says which one. So typing a point never passes, resigns or ends a game.

use std::borrow::Cow;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::go::Size;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Left,
    Down,
    Up,
    Right,
    Enter,
    Type,
    Pass,
    Undo,
    Record,
    Focus,
    Tree,
    Back,
    Forward,
    Start,
    End,
    PreviousVariation,
    NextVariation,
    Plan,
    PlayOn,
    Score,
    Analyse,
    ReviewGame,
    Resign,
    Continue,
    NextGame,
    Opponent,
    Rematch,
    NewPlay,
    Studio,
    Comment,
    Numbers,
    Filter,
    Delete,
    SaveAs,
    Cancel,
    Keys,
    Console,
    Leave,
    PageUp,
    PageDown,
}

#[derive(Clone, Debug)]
pub struct Binding {
    pub act: Action,
    pub(super) codes: Cow<'static, [KeyCode]>,
    /// The name of the key on the screen.
    pub(super) shown: Cow<'static, str>,
    /// A word for the hint line; empty for keys without a hint.
    pub hint: &'static str,
    pub description: &'static str,
}

const fn key(
    act: Action,
    codes: &'static [KeyCode],
    shown: &'static str,
    hint: &'static str,
    description: &'static str,
) -> Binding {
    Binding { act, codes: Cow::Borrowed(codes), shown: Cow::Borrowed(shown), hint, description }
}

use KeyCode::{Backspace, Char, Down, End, Enter, Esc, Home, Left, PageDown, PageUp, Right, Up};

/// In the order of the hint line.
pub const GAME: &[Binding] = &[
    key(Action::Enter, &[Enter, Char(' ')], "Enter", "play", "play at the cursor"),
    key(Action::Cancel, &[Esc], "Esc", "stop", "stop the engine's thinking"),
    key(Action::Rematch, &[Char('m')], "m", "rematch", "rematch with other colours"),
    key(Action::NewPlay, &[Char('n')], "n", "new game", "a new game"),
    key(Action::Studio, &[Char('o')], "o", "studio", "open in the studio"),
    key(Action::Pass, &[Char('p')], "p", "pass", "pass"),
    key(Action::Undo, &[Char('u'), Backspace], "u", "undo", "take back, as a variation"),
    key(Action::Plan, &[Char('a')], "a", "plan", "plan: try both colours"),
    key(Action::PlayOn, &[Char('A')], "A", "continue", "continue from the plan"),
    key(Action::Score, &[Char('s')], "s", "score", "score and end the game"),
    key(Action::Analyse, &[Char('i')], "i", "analyse", "the bot's opinion on or off"),
    key(Action::ReviewGame, &[Char('v')], "v", "review", "after a game: find mistakes"),
    key(Action::Back, &[Char('[')], "[", "back", "previous move"),
    key(Action::Forward, &[Char(']')], "]", "next", "next move"),
    key(Action::PreviousVariation, &[Char('{')], "{", "", "previous variation"),
    key(Action::NextVariation, &[Char('}')], "}", "variation", "next variation"),
    key(Action::Comment, &[Char(',')], ",", "comment", "read the comment"),
    key(Action::Tree, &[Char('t')], "t", "tree", "switch list and tree"),
    key(Action::Focus, &[Char('f')], "f", "focus", "show only the board"),
    key(Action::Numbers, &[Char('#')], "#", "", "numbers on the stones"),
    key(Action::Resign, &[Char('R')], "R", "resign", "resign (asks first)"),
    key(Action::Opponent, &[Char('c')], "c", "opponent", "change the opponent"),
    key(Action::Record, &[Char('r')], "r", "rec", "stop or resume recording"),
    key(Action::Console, &[Char('~')], "~", "gtp", "talk to the engine"),
    key(Action::Type, &[Char(':')], ":", "", "type a point, such as d4"),
    key(Action::Left, &[Left, Char('h')], "h", "", "cursor left (or arrows)"),
    key(Action::Down, &[Down, Char('j')], "j", "", "cursor down"),
    key(Action::Up, &[Up, Char('k')], "k", "", "cursor up"),
    key(Action::Right, &[Right, Char('l')], "l", "", "cursor right"),
    key(Action::Start, &[Home], "Home", "", "first move"),
    key(Action::End, &[End], "End", "", "back to the game's last move"),
    key(Action::PageUp, &[PageUp], "PgUp", "", "ten moves back"),
    key(Action::PageDown, &[PageDown], "PgDn", "", "ten moves forward"),
    key(Action::Keys, &[Char('?')], "?", "keys", "show all keys"),
    key(Action::Leave, &[Char('q')], "q", "leave", "leave (asks during a game)"),
];

pub const SCORE: &[Binding] = &[
    key(
        Action::Enter,
        &[Enter, Char(' ')],
        "Enter",
        "dead or alive",
        "mark the group at the cursor dead or alive",
    ),
    key(Action::Score, &[Char('s')], "s", "accept", "accept the score and end the game"),
    key(Action::Leave, &[Char('q'), Esc], "q", "resume", "back to the game"),
    key(Action::Cancel, &[Char('x')], "x", "all alive", "remove all marks"),
    key(Action::Keys, &[Char('?')], "?", "keys", "show all keys"),
    key(Action::Left, &[Left, Char('h')], "h", "", "cursor left (or arrows)"),
    key(Action::Down, &[Down, Char('j')], "j", "", "cursor down"),
    key(Action::Up, &[Up, Char('k')], "k", "", "cursor up"),
    key(Action::Right, &[Right, Char('l')], "l", "", "cursor right"),
];

/// In review there is no cursor: the arrow keys step through the game.
pub const REVIEW: &[Binding] = &[
    key(Action::Back, &[Left, Char('['), Char('h')], "[", "back", "previous move (or left)"),
    key(Action::Forward, &[Right, Char(']'), Char('l')], "]", "next", "next move (or right)"),
    key(Action::PreviousVariation, &[Up, Char('{'), Char('k')], "{", "", "previous variation (or up)"),
    key(Action::NextVariation, &[Down, Char('}'), Char('j')], "}", "variation", "next variation (or down)"),
    key(Action::Start, &[Home, Char('g')], "Home", "", "first move"),
    key(Action::End, &[End, Char('G')], "End", "", "last move"),
    key(Action::PageUp, &[PageUp], "PgUp", "", "ten moves back"),
    key(Action::PageDown, &[PageDown], "PgDn", "", "ten moves forward"),
    key(Action::Comment, &[Char(',')], ",", "comment", "read the comment"),
    key(Action::Analyse, &[Char('i')], "i", "analyse", "the bot's opinion on or off"),
    key(Action::ReviewGame, &[Char('v')], "v", "review", "find the mistakes"),
    key(Action::NextGame, &[Char('n')], "n", "next game", "next game in the file"),
    key(Action::Studio, &[Char('o')], "o", "studio", "open in the studio"),
    key(Action::Continue, &[Char('c')], "c", "continue", "continue from here on a copy"),
    key(Action::Tree, &[Char('t')], "t", "tree", "switch list and tree"),
    key(Action::Focus, &[Char('f')], "f", "focus", "show only the board"),
    key(Action::Numbers, &[Char('#')], "#", "", "numbers on the stones"),
    key(Action::Keys, &[Char('?')], "?", "keys", "show all keys"),
    key(Action::Leave, &[Char('q'), Esc], "q", "back", "back"),
];

pub const HISTORY: &[Binding] = &[
    key(Action::Enter, &[Enter], "Enter", "open", "open read-only"),
    key(Action::Continue, &[Char('c')], "c", "continue", "continue from here on a copy"),
    key(Action::Filter, &[Char('/')], "/", "filter", "filter games by text"),
    key(Action::Back, &[Left, Char('['), Char('h')], "[", "back", "previous move (or left)"),
    key(Action::Forward, &[Right, Char(']'), Char('l')], "]", "next", "next move (or right)"),
    key(Action::Delete, &[Char('d')], "d", "delete", "move to trash (asks first)"),
    key(Action::SaveAs, &[Char('s')], "s", "save as", "save a copy elsewhere"),
    key(Action::Studio, &[Char('o')], "o", "studio", "open in the studio"),
    key(Action::Leave, &[Char('q'), Esc], "q", "back", "back"),
    key(Action::Keys, &[Char('?')], "?", "keys", "show all keys"),
    key(Action::Up, &[Up, Char('k')], "k", "", "previous game (or up)"),
    key(Action::Down, &[Down, Char('j')], "j", "", "next game (or down)"),
    key(Action::PageUp, &[PageUp], "PgUp", "", "one page up"),
    key(Action::PageDown, &[PageDown], "PgDn", "", "one page down"),
    key(Action::Start, &[Home, Char('g')], "Home", "", "newest game"),
    key(Action::End, &[End, Char('G')], "End", "", "oldest game"),
];

pub const SETUP: &[Binding] = &[
    key(Action::Up, &[Up, Char('k'), KeyCode::BackTab], "k", "", "up (or arrows, or Shift+Tab)"),
    key(Action::Down, &[Down, Char('j'), KeyCode::Tab], "j", "", "down (or Tab)"),
    key(Action::Left, &[Left, Char('h')], "h", "", "less, or previous"),
    key(Action::Right, &[Right, Char('l')], "l", "change", "more, or next"),
    key(Action::Enter, &[Enter, Char(' ')], "Enter", "choose", "press the button, or play"),
    key(Action::PlayOn, &[Char('p')], "p", "play", "play"),
    key(Action::Record, &[Char('r')], "r", "resume", "resume the last game"),
    key(Action::Continue, &[Char('i')], "i", "history", "games played so far"),
    key(Action::Focus, &[Char('c')], "c", "colours", "colours and themes"),
    key(Action::Keys, &[Char('?')], "?", "keys", "show all keys"),
    key(Action::Leave, &[Char('q'), Esc], "q", "quit", "quit"),
];

pub const COLOURS: &[Binding] = &[
    key(Action::Up, &[Up, Char('k')], "k", "", "up (or arrows)"),
    key(Action::Down, &[Down, Char('j')], "j", "", "down"),
    key(Action::Left, &[Left, Char('h')], "h", "previous", "previous colour"),
    key(Action::Right, &[Right, Char('l')], "l", "next", "next colour"),
    key(Action::Type, &[Enter, Char(':')], "Enter", "type", "type a colour: a number, a name or #rrggbb"),
    key(Action::Delete, &[Char('x')], "x", "reset", "back to the theme's colour"),
    key(Action::Keys, &[Char('?')], "?", "keys", "show all keys"),
    key(Action::Leave, &[Char('q'), Esc], "q", "save and back", "save and go back"),
];

impl Binding {
    /// The event of pressing its first key.
    pub fn key(&self) -> Option<KeyEvent> {
        self.codes.first().map(|code| KeyEvent::new(*code, KeyModifiers::NONE))
    }

    /// Whether its key begins a point on a board of this size, so that it runs with Enter.
    pub fn needs_enter(&self, size: Option<Size>) -> bool {
        let is_letter =
            |code: &KeyCode| matches!(code, Char(c) if size.is_some_and(|size| begins_point(*c, size)));
        !self.moves_cursor() && self.codes.first().is_some_and(is_letter)
    }

    /// Keys of the cursor act at once, and their letters begin a point if a number follows.
    pub fn moves_cursor(&self) -> bool {
        matches!(self.act, Action::Left | Action::Down | Action::Up | Action::Right)
    }
}

/// Columns have the letters A to T without I, and up to Z on boards of more than 19 lines.
pub fn begins_point(c: char, size: Size) -> bool {
    let last = if size.width() > 19 { 'Z' } else { 'T' };
    let letter = c.to_ascii_uppercase();
    ('A'..=last).contains(&letter) && letter != 'I'
}

/// The binding of a key. Upper and lower case differ; keys with Control or Alt have no action.
pub fn binding_for(table: &[Binding], key: KeyEvent) -> Option<&Binding> {
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return None;
    }
    table.iter().find(|binding| binding.codes.contains(&key.code))
}

pub fn action_for(table: &[Binding], key: KeyEvent) -> Option<Action> {
    binding_for(table, key).map(|binding| binding.act)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_actions_on_one_screen() {
        for table in [GAME, SCORE, REVIEW, HISTORY, SETUP, COLOURS] {
            let codes: Vec<KeyCode> =
                table.iter().flat_map(|binding| binding.codes.iter()).copied().collect();
            for (n, code) in codes.iter().enumerate() {
                assert!(!codes[..n].contains(code), "{code:?}");
            }
        }
    }

    #[test]
    fn key_descriptions_fit_their_column() {
        for binding in [GAME, REVIEW, HISTORY].into_iter().flatten() {
            assert!(
                binding.description.len() <= 29,
                "{:?} is cut where two columns stand",
                binding.description
            );
        }
    }

    #[test]
    fn the_name_shown_for_a_key_is_that_key() {
        for binding in [GAME, SCORE, REVIEW, HISTORY, SETUP, COLOURS].into_iter().flatten() {
            let shown = match &*binding.shown {
                "Enter" => Enter,
                "Esc" => Esc,
                "Home" => Home,
                "End" => End,
                "PgUp" => PageUp,
                "PgDn" => PageDown,
                letter => Char(letter.chars().next().unwrap()),
            };
            assert!(binding.codes.contains(&shown), "{:?}", binding.description);
        }
    }
}
