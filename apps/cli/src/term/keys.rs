//! Every key once: what it does, how it is shown, how it is described. The handlers, the hint lines and the screen
//! of keys all read these tables, so that no hint can be untrue.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
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
    Resign,
    Continue,
    NextGame,
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

pub struct Binding {
    pub act: Act,
    codes: &'static [KeyCode],
    /// The keys as they are shown.
    pub shown: &'static str,
    /// A word for the hint line; none for keys that need no hint.
    pub hint: &'static str,
    pub words: &'static str,
}

const fn key(
    act: Act,
    codes: &'static [KeyCode],
    shown: &'static str,
    hint: &'static str,
    words: &'static str,
) -> Binding {
    Binding { act, codes, shown, hint, words }
}

use KeyCode::{Char, Down, End, Enter, Esc, Home, Left, PageDown, PageUp, Right, Up};

/// In the order of the hint line.
pub const GAME: &[Binding] = &[
    key(Act::Enter, &[Enter, Char(' ')], "Enter", "play", "play at the cursor"),
    key(Act::Cancel, &[Esc], "Esc", "stop", "stop the engine's thinking"),
    key(Act::Pass, &[Char('p')], "p", "pass", "pass"),
    key(Act::Undo, &[Char('u')], "u", "undo", "take back; it stays beside"),
    key(Act::Plan, &[Char('a')], "a", "plan", "plan: play both colours"),
    key(Act::PlayOn, &[Char('A')], "A", "play on", "play on from the plan"),
    key(Act::Score, &[Char('s')], "s", "score", "count and end the game"),
    key(Act::Back, &[Char('[')], "[", "back", "one move back"),
    key(Act::Forward, &[Char(']')], "]", "on", "one move on"),
    key(Act::PreviousVariation, &[Char('{')], "{", "", "previous variation"),
    key(Act::NextVariation, &[Char('}')], "}", "variation", "next variation"),
    key(Act::Tree, &[Char('t')], "t", "tree", "move list or move tree"),
    key(Act::Focus, &[Char('f')], "f", "focus", "only the board"),
    key(Act::Resign, &[Char('R')], "R", "resign", "resign; asks"),
    key(Act::Record, &[Char('r')], "r", "rec", "stop and resume recording"),
    key(Act::Console, &[Char('~')], "~", "gtp", "talk to the engine"),
    key(Act::Type, &[Char(':')], ":", "", "type a point, such as d4"),
    key(Act::Left, &[Left, Char('h')], "h", "", "cursor left (or arrows)"),
    key(Act::Down, &[Down, Char('j')], "j", "", "cursor down"),
    key(Act::Up, &[Up, Char('k')], "k", "", "cursor up"),
    key(Act::Right, &[Right, Char('l')], "l", "", "cursor right"),
    key(Act::Start, &[Home], "Home", "", "to the first move"),
    key(Act::End, &[End], "End", "", "to the last move"),
    key(Act::PageUp, &[PageUp], "PgUp", "", "ten moves back"),
    key(Act::PageDown, &[PageDown], "PgDn", "", "ten moves on"),
    key(Act::Keys, &[Char('?')], "?", "keys", "show the keys"),
    key(Act::Leave, &[Char('q')], "q", "back", "back; asks in a running game"),
];

pub const SCORE: &[Binding] = &[
    key(
        Act::Enter,
        &[Enter, Char(' ')],
        "Enter",
        "dead or alive",
        "the group at the cursor is dead, or lives",
    ),
    key(Act::Score, &[Char('s')], "s", "accept", "accept the score: the game is over"),
    key(Act::Leave, &[Char('q'), Esc], "q", "play on", "back to the game"),
    key(Act::Cancel, &[Char('x')], "x", "all alive", "take every mark away"),
    key(Act::Keys, &[Char('?')], "?", "keys", "show the keys"),
    key(Act::Left, &[Left, Char('h')], "h", "", "cursor left (or arrows)"),
    key(Act::Down, &[Down, Char('j')], "j", "", "cursor down"),
    key(Act::Up, &[Up, Char('k')], "k", "", "cursor up"),
    key(Act::Right, &[Right, Char('l')], "l", "", "cursor right"),
];

/// A record that is only looked at has no cursor: the arrows walk.
pub const REVIEW: &[Binding] = &[
    key(Act::Back, &[Left, Char('['), Char('h')], "[", "back", "one move back (or left)"),
    key(Act::Forward, &[Right, Char(']'), Char('l')], "]", "on", "one move on (or right)"),
    key(Act::PreviousVariation, &[Up, Char('{'), Char('k')], "{", "", "previous variation (or up)"),
    key(Act::NextVariation, &[Down, Char('}'), Char('j')], "}", "variation", "next variation (or down)"),
    key(Act::Start, &[Home, Char('g')], "Home", "", "to the first move"),
    key(Act::End, &[End, Char('G')], "End", "", "to the last move"),
    key(Act::PageUp, &[PageUp], "PgUp", "", "ten moves back"),
    key(Act::PageDown, &[PageDown], "PgDn", "", "ten moves on"),
    key(Act::NextGame, &[Char('n')], "n", "next game", "the next game of the file"),
    key(Act::Continue, &[Char('c')], "c", "continue", "play on from here, on a copy"),
    key(Act::Tree, &[Char('t')], "t", "tree", "move list or move tree"),
    key(Act::Focus, &[Char('f')], "f", "focus", "only the board"),
    key(Act::Keys, &[Char('?')], "?", "keys", "show the keys"),
    key(Act::Leave, &[Char('q'), Esc], "q", "back", "back"),
];

pub const HISTORY: &[Binding] = &[
    key(Act::Enter, &[Enter], "Enter", "open", "open, without changing it"),
    key(Act::Continue, &[Char('c')], "c", "continue", "play on from here, on a copy"),
    key(Act::Filter, &[Char('/')], "/", "filter", "only games with some text"),
    key(Act::Back, &[Left, Char('['), Char('h')], "[", "back", "one move back (or left)"),
    key(Act::Forward, &[Right, Char(']'), Char('l')], "]", "on", "one move on (or right)"),
    key(Act::Delete, &[Char('d')], "d", "delete", "to the trash folder; asks"),
    key(Act::SaveAs, &[Char('s')], "s", "save as", "save a copy elsewhere"),
    key(Act::Leave, &[Char('q'), Esc], "q", "back", "back"),
    key(Act::Keys, &[Char('?')], "?", "keys", "show the keys"),
    key(Act::Up, &[Up, Char('k')], "k", "", "previous game (or up)"),
    key(Act::Down, &[Down, Char('j')], "j", "", "next game (or down)"),
    key(Act::PageUp, &[PageUp], "PgUp", "", "a page up"),
    key(Act::PageDown, &[PageDown], "PgDn", "", "a page down"),
    key(Act::Start, &[Home, Char('g')], "Home", "", "the newest game"),
    key(Act::End, &[End, Char('G')], "End", "", "the oldest game"),
];

pub const SETUP: &[Binding] = &[
    key(Act::Up, &[Up, Char('k')], "k", "", "up (or arrows)"),
    key(Act::Down, &[Down, Char('j'), KeyCode::Tab], "j", "", "down (or Tab)"),
    key(Act::Left, &[Left, Char('h')], "h", "less", "less, or the one before"),
    key(Act::Right, &[Right, Char('l')], "l", "more", "more, or the next one"),
    key(Act::Enter, &[Enter, Char(' ')], "Enter", "choose", "press the button, or play"),
    key(Act::PlayOn, &[Char('p')], "p", "play", "play"),
    key(Act::Continue, &[Char('i')], "i", "history", "the games that were played"),
    key(Act::Focus, &[Char('c')], "c", "colours", "colours and themes"),
    key(Act::Keys, &[Char('?')], "?", "keys", "show the keys"),
    key(Act::Leave, &[Char('q'), Esc], "q", "quit", "quit"),
];

pub const COLOURS: &[Binding] = &[
    key(Act::Up, &[Up, Char('k')], "k", "", "up (or arrows)"),
    key(Act::Down, &[Down, Char('j')], "j", "", "down"),
    key(Act::Left, &[Left, Char('h')], "h", "before", "the colour before"),
    key(Act::Right, &[Right, Char('l')], "l", "next", "the next colour"),
    key(Act::Type, &[Enter, Char(':')], "Enter", "type", "type a colour: a number, a name or #rrggbb"),
    key(Act::Delete, &[Char('x')], "x", "as the theme", "the theme's own colour again"),
    key(Act::Keys, &[Char('?')], "?", "keys", "show the keys"),
    key(Act::Leave, &[Char('q'), Esc], "q", "save and back", "save, and back"),
];

impl Binding {
    /// As if it had been pressed.
    pub fn key(&self) -> Option<KeyEvent> {
        self.codes.first().map(|code| KeyEvent::new(*code, KeyModifiers::NONE))
    }
}

/// What a key means by a table. Capitals are keys of their own; Control and Alt are nobody's.
pub fn act(table: &[Binding], key: KeyEvent) -> Option<Act> {
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return None;
    }
    table.iter().find(|binding| binding.codes.contains(&key.code)).map(|binding| binding.act)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_on_one_screen() {
        for table in [GAME, SCORE, REVIEW, HISTORY, SETUP, COLOURS] {
            let codes: Vec<KeyCode> = table.iter().flat_map(|binding| binding.codes).copied().collect();
            for (n, code) in codes.iter().enumerate() {
                assert!(!codes[..n].contains(code), "{code:?}");
            }
        }
    }

    #[test]
    fn what_a_key_does_is_said_in_words_that_fit() {
        for binding in [GAME, REVIEW, HISTORY].into_iter().flatten() {
            assert!(binding.words.len() <= 29, "{:?} is cut where two columns stand", binding.words);
        }
    }

    #[test]
    fn what_is_shown_for_a_key_is_that_key() {
        for binding in [GAME, SCORE, REVIEW, HISTORY, SETUP, COLOURS].into_iter().flatten() {
            let shown = match binding.shown {
                "Enter" => Enter,
                "Esc" => Esc,
                "Home" => Home,
                "End" => End,
                "PgUp" => PageUp,
                "PgDn" => PageDown,
                letter => Char(letter.chars().next().unwrap()),
            };
            assert!(binding.codes.contains(&shown), "{:?}", binding.words);
        }
    }
}
