//! The set-up screen: a form for a new game and four buttons.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::go::{Points, Size, handicap_points, most_handicap_stones};

use crate::term::config::{ColorChoice, GameChoice, OpponentChoice, RulesChoice, read_komi};
use crate::term::engine::CommandLine;
use crate::term::keys::{self, Action};
use crate::term::text_field::TextField;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Size,
    Color,
    Opponent,
    Engine,
    Level,
    Rules,
    Komi,
    Handicap,
    Record,
    Buttons,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    Play,
    History,
    Colours,
    Quit,
}

impl Button {
    pub const ALL: [Button; 4] = [Button::Play, Button::History, Button::Colours, Button::Quit];

    pub fn label(self) -> &'static str {
        match self {
            Button::Play => "PLAY",
            Button::History => "HISTORY",
            Button::Colours => "COLOURS",
            Button::Quit => "QUIT",
        }
    }
}

/// What the form asks of the application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    Press(Button),
    Keys,
}

pub struct Setup {
    choice: GameChoice,
    pub row: Row,
    pub button: Button,
    pub komi: TextField,
    pub engine: TextField,
    /// The digits typed so far for the size.
    typed_size: String,
    gnu_go: bool,
}

const USUAL_SIZES: [u8; 3] = [9, 13, 19];

impl Setup {
    /// If GNU Go is not installed, the built-in bot plays instead.
    pub fn new(mut choice: GameChoice, gnu_go: bool) -> Setup {
        if choice.opponent == OpponentChoice::GnuGo && !gnu_go {
            choice.opponent = OpponentChoice::Bot;
        }
        let (komi, engine) = (TextField::new(&choice.komi), TextField::new(&choice.engine));
        let typed_size = String::new();
        Setup { choice, row: Row::Buttons, button: Button::Play, komi, engine, typed_size, gnu_go }
    }

    pub fn choice(&self) -> GameChoice {
        let most = most_handicap_stones(self.size());
        let handicap = self.choice.handicap.min(most.try_into().unwrap_or(0));
        GameChoice { komi: self.komi.text(), engine: self.engine.text(), handicap, ..self.choice.clone() }
    }

    pub fn size(&self) -> Size {
        Size::square(self.choice.size.into()).unwrap_or(Size::NINETEEN)
    }

    pub fn has_gnu_go(&self) -> bool {
        self.gnu_go
    }

    pub fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Size, Row::Color, Row::Opponent];
        match self.choice.opponent {
            OpponentChoice::Engine => rows.extend([Row::Engine, Row::Level]),
            OpponentChoice::GnuGo | OpponentChoice::Bot => rows.push(Row::Level),
            OpponentChoice::Friend => {}
        }
        rows.extend([Row::Rules, Row::Komi, Row::Handicap, Row::Record, Row::Buttons]);
        rows
    }

    /// Why a game cannot be started with these settings.
    pub fn problem(&self) -> Option<&'static str> {
        if let Err(why) = read_komi(&self.komi.text()) {
            return Some(why);
        }
        let needs_command = self.choice.opponent == OpponentChoice::Engine;
        if needs_command && CommandLine::parse(&self.engine.text()).is_none() {
            return Some("An engine needs a command, such as gnugo --mode gtp");
        }
        None
    }

    pub fn key(&mut self, key: KeyEvent) -> Option<Request> {
        if self.typing(key) {
            return None;
        }
        match keys::action_for(keys::SETUP, key)? {
            Action::Up => self.go(-1),
            Action::Down => self.go(1),
            Action::Left => self.change(-1),
            Action::Right => self.change(1),
            Action::Enter => return self.enter(),
            Action::PlayOn => return self.press(Button::Play),
            Action::Continue => return self.press(Button::History),
            Action::Focus => return self.press(Button::Colours),
            Action::Leave => return self.press(Button::Quit),
            Action::Keys => return Some(Request::Keys),
            _ => {}
        }
        None
    }

    /// While a command is typed, only Enter is a shortcut.
    pub fn can(&self, act: Action) -> bool {
        self.row != Row::Engine || act == Action::Enter
    }

    /// True if the row's text field used the key.
    fn typing(&mut self, key: KeyEvent) -> bool {
        let number = |c: char| c.is_ascii_digit() || ".,-+".contains(c);
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (self.row, key.code) {
            (Row::Engine, _) => self.engine.key(key),
            (Row::Komi, KeyCode::Char(c)) if !number(c) && !control => false,
            (Row::Komi, KeyCode::Left | KeyCode::Right) => false,
            (Row::Komi, _) => self.komi.key(key),
            (Row::Size, KeyCode::Char(digit)) if digit.is_ascii_digit() => {
                self.type_size(digit);
                true
            }
            _ => false,
        }
    }

    fn type_size(&mut self, digit: char) {
        self.typed_size.push(digit);
        let fits = |text: &str| text.parse().ok().filter(|n| Size::square(u32::from(*n)).is_ok());
        match fits(&self.typed_size) {
            Some(size) => self.choice.size = size,
            None => {
                self.typed_size = digit.to_string();
                self.choice.size = fits(&self.typed_size).unwrap_or(self.choice.size);
            }
        }
    }

    pub fn press(&mut self, button: Button) -> Option<Request> {
        self.row = Row::Buttons;
        self.button = button;
        if button == Button::Play && self.problem().is_some() {
            return None;
        }
        Some(Request::Press(button))
    }

    fn enter(&mut self) -> Option<Request> {
        if self.row == Row::Buttons {
            return self.press(self.button);
        }
        self.go(1);
        None
    }

    fn go(&mut self, by: isize) {
        let rows = self.rows();
        let at = rows.iter().position(|row| *row == self.row).unwrap_or(0);
        self.row = step(&rows, at, by);
        self.typed_size.clear();
    }

    pub fn change(&mut self, by: isize) {
        self.typed_size.clear();
        match self.row {
            Row::Size => self.choice.size = next_size(self.choice.size, by),
            Row::Color => {
                self.choice.color = match self.choice.color {
                    ColorChoice::Black => ColorChoice::White,
                    ColorChoice::White => ColorChoice::Black,
                }
            }
            Row::Opponent => self.change_opponent(by),
            Row::Level => self.choice.level = self.choice.level.saturating_add_signed(by as i8).clamp(1, 10),
            Row::Rules => {
                let at = RulesChoice::ALL.iter().position(|rules| *rules == self.choice.rules).unwrap_or(0);
                self.choice.rules = step(&RulesChoice::ALL, at, by);
            }
            Row::Komi => self.change_komi(by),
            Row::Handicap => self.change_handicap(by),
            Row::Record => self.choice.record = !self.choice.record,
            Row::Engine => {}
            Row::Buttons => {
                let at = Button::ALL.iter().position(|button| *button == self.button).unwrap_or(0);
                self.button = step(&Button::ALL, at, by);
            }
        }
    }

    fn change_opponent(&mut self, by: isize) {
        let all =
            [OpponentChoice::GnuGo, OpponentChoice::Bot, OpponentChoice::Engine, OpponentChoice::Friend];
        let there: Vec<OpponentChoice> =
            all.into_iter().filter(|who| *who != OpponentChoice::GnuGo || self.gnu_go).collect();
        let at = there.iter().position(|who| *who == self.choice.opponent).unwrap_or(0);
        self.choice.opponent = step(&there, at, by);
    }

    fn change_komi(&mut self, by: isize) {
        if let Ok(komi) = read_komi(&self.komi.text()) {
            let half = if by < 0 { -Points::halves(1) } else { Points::halves(1) };
            self.komi = TextField::new(&(komi + half).to_string());
        }
    }

    fn change_handicap(&mut self, by: isize) {
        let size = self.size();
        let fits = |stones: &u8| *stones == 0 || handicap_points(size, (*stones).into()).is_some();
        let all: Vec<u8> = (0..=9).filter(fits).collect();
        let at = all.iter().position(|stones| *stones == self.choice.handicap).unwrap_or(0);
        self.choice.handicap = step(&all, at, by);
    }
}

fn step<T: Copy>(all: &[T], at: usize, by: isize) -> T {
    let next = (at as isize + by).rem_euclid(all.len().max(1) as isize);
    all[next as usize]
}

fn next_size(size: u8, by: isize) -> u8 {
    let larger = USUAL_SIZES.into_iter().find(|usual| *usual > size);
    let smaller = USUAL_SIZES.into_iter().rev().find(|usual| *usual < size);
    if by > 0 { larger.unwrap_or(USUAL_SIZES[0]) } else { smaller.unwrap_or(USUAL_SIZES[2]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::testing::keys;

    fn form() -> Setup {
        Setup::new(GameChoice::default(), true)
    }

    fn typed(mut setup: Setup, text: &str) -> (Setup, Option<Request>) {
        let request = keys(text).into_iter().filter_map(|key| setup.key(key)).last();
        (setup, request)
    }

    #[test]
    fn enter_starts_a_game_with_the_last_settings() {
        assert_eq!(typed(form(), "<Enter>").1, Some(Request::Press(Button::Play)));
    }

    #[test]
    fn arrows_move_and_change() {
        let to_size = "<Down>";
        let (setup, _) = typed(form(), &format!("{to_size}<Right>"));
        assert_eq!(setup.choice().size, 9, "after 19 comes 9");
        let (setup, _) = typed(form(), &format!("{to_size}<Down><Right><Down><Right>"));
        assert_eq!(
            (setup.choice().color, setup.choice().opponent),
            (ColorChoice::White, OpponentChoice::Bot)
        );
    }

    #[test]
    fn any_size_can_be_typed() {
        for (digits, size) in [("7", 7), ("17", 17), ("52", 52), ("53", 3), ("0", 19)] {
            let (setup, _) = typed(form(), &format!("<Down>{digits}"));
            assert_eq!(setup.choice().size, size, "{digits}");
        }
    }

    #[test]
    fn komi_stays_as_typed_and_an_invalid_one_blocks_the_start() {
        let to_komi = "<Up><Up><Up>";
        let (setup, request) = typed(form(), &format!("{to_komi}<C-u>0.50<Up><Up><Up><Up><Up><Up><Enter>"));
        assert_eq!(setup.row, Row::Buttons);
        assert_eq!((setup.choice().komi.as_str(), request), ("0.50", Some(Request::Press(Button::Play))));
        let (setup, request) = typed(form(), &format!("{to_komi}<C-u>6,5<Up><Up><Up><Up><Up><Up><Enter>"));
        assert_eq!((setup.problem(), request), (Some("Write komi with a point, not a comma: 6.5"), None));
        let (setup, request) = typed(form(), &format!("{to_komi}<C-u>6.5.5p"));
        assert!(setup.problem().is_some());
        assert_eq!(request, None);
    }

    #[test]
    fn a_custom_engine_needs_a_command() {
        let to_engine = "<Down><Down><Down><Right><Right><Down>";
        let (setup, request) = typed(form(), &format!("{to_engine}<Up><Up><Up><Up><Enter>"));
        assert_eq!(request, None, "{:?}", setup.problem());
        let (setup, request) = typed(form(), &format!("{to_engine}pachi -t 5<Up><Up><Up><Up><Enter>"));
        assert_eq!(setup.choice().engine, "pachi -t 5");
        assert_eq!(request, Some(Request::Press(Button::Play)));
    }

    #[test]
    fn without_gnu_go_the_bot_plays() {
        let setup = Setup::new(GameChoice::default(), false);
        assert_eq!(setup.choice().opponent, OpponentChoice::Bot);
        let (setup, _) = typed(setup, "<Down><Down><Down><Left>");
        assert_eq!(setup.choice().opponent, OpponentChoice::Friend);
    }

    #[test]
    fn the_rules_are_chosen() {
        let (setup, _) = typed(form(), "<Up><Up><Up><Up><Right>");
        assert_eq!(setup.choice().rules, RulesChoice::Chinese);
        let (setup, _) = typed(setup, "<Left><Left>");
        assert_eq!(setup.choice().rules, RulesChoice::Nz);
    }

    #[test]
    fn handicap_is_limited_by_the_board() {
        let (setup, _) = typed(form(), "<Up><Up><Left>");
        assert_eq!(setup.choice().handicap, 9);
        let (setup, _) = typed(setup, "<Down><Down><Down>8");
        assert_eq!(setup.choice().handicap, 4, "an even board has no middle");
    }
}
