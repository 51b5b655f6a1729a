//! Setting up a game: a form beside an empty board, and four buttons.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::go::{Points, Size, handicap_points, most_handicap_stones};

use crate::term::config::{ColorChoice, GameChoice, Opponent, read_komi};
use crate::term::engine::CommandLine;
use crate::term::field::Field;
use crate::term::keys::{self, Act};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Size,
    Color,
    Opponent,
    Engine,
    Level,
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

    pub fn words(self) -> &'static str {
        match self {
            Button::Play => "PLAY",
            Button::History => "HISTORY",
            Button::Colours => "COLOURS",
            Button::Quit => "QUIT",
        }
    }
}

/// What the player wants to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    Press(Button),
    Keys,
}

pub struct Setup {
    choice: GameChoice,
    pub row: Row,
    pub button: Button,
    pub komi: Field,
    pub engine: Field,
    /// What is being typed for the size.
    typed_size: String,
    gnu_go: bool,
}

const USUAL_SIZES: [u8; 3] = [9, 13, 19];

impl Setup {
    /// Where GNU Go is not installed it cannot be chosen; the built-in bot plays instead.
    pub fn new(mut choice: GameChoice, gnu_go: bool) -> Setup {
        if choice.opponent == Opponent::GnuGo && !gnu_go {
            choice.opponent = Opponent::Bot;
        }
        let (komi, engine) = (Field::new(&choice.komi), Field::new(&choice.engine));
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
            Opponent::Engine => rows.extend([Row::Engine, Row::Level]),
            Opponent::GnuGo | Opponent::Bot => rows.push(Row::Level),
            Opponent::Friend => {}
        }
        rows.extend([Row::Komi, Row::Handicap, Row::Record, Row::Buttons]);
        rows
    }

    /// Why this game cannot be played, if it cannot.
    pub fn problem(&self) -> Option<&'static str> {
        if let Err(why) = read_komi(&self.komi.text()) {
            return Some(why);
        }
        let needs_command = self.choice.opponent == Opponent::Engine;
        if needs_command && CommandLine::parse(&self.engine.text()).is_none() {
            return Some("An engine needs a command, such as gnugo --mode gtp");
        }
        None
    }

    pub fn key(&mut self, key: KeyEvent) -> Option<Wish> {
        if self.typing(key) {
            return None;
        }
        match keys::act(keys::SETUP, key)? {
            Act::Up => self.go(-1),
            Act::Down => self.go(1),
            Act::Left => self.change(-1),
            Act::Right => self.change(1),
            Act::Enter => return self.enter(),
            Act::PlayOn => return self.press(Button::Play),
            Act::Continue => return self.press(Button::History),
            Act::Focus => return self.press(Button::Colours),
            Act::Leave => return self.press(Button::Quit),
            Act::Keys => return Some(Wish::Keys),
            _ => {}
        }
        None
    }

    /// Where a command is typed most keys are letters of it.
    pub fn can(&self, act: Act) -> bool {
        self.row != Row::Engine || act == Act::Enter
    }

    /// Whether the key went into the text of the row.
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

    pub fn press(&mut self, button: Button) -> Option<Wish> {
        self.row = Row::Buttons;
        self.button = button;
        if button == Button::Play && self.problem().is_some() {
            return None;
        }
        Some(Wish::Press(button))
    }

    fn enter(&mut self) -> Option<Wish> {
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
        let all = [Opponent::GnuGo, Opponent::Bot, Opponent::Engine, Opponent::Friend];
        let there: Vec<Opponent> =
            all.into_iter().filter(|who| *who != Opponent::GnuGo || self.gnu_go).collect();
        let at = there.iter().position(|who| *who == self.choice.opponent).unwrap_or(0);
        self.choice.opponent = step(&there, at, by);
    }

    fn change_komi(&mut self, by: isize) {
        if let Ok(komi) = read_komi(&self.komi.text()) {
            let half = if by < 0 { -Points::halves(1) } else { Points::halves(1) };
            self.komi = Field::new(&(komi + half).to_string());
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

    fn typed(mut setup: Setup, text: &str) -> (Setup, Option<Wish>) {
        let wish = keys(text).into_iter().filter_map(|key| setup.key(key)).last();
        (setup, wish)
    }

    #[test]
    fn enter_at_once_plays_with_the_last_choice() {
        assert_eq!(typed(form(), "<Enter>").1, Some(Wish::Press(Button::Play)));
    }

    #[test]
    fn arrows_walk_and_change() {
        let to_size = "<Down>";
        let (setup, _) = typed(form(), &format!("{to_size}<Right>"));
        assert_eq!(setup.choice().size, 9, "after 19 comes 9");
        let (setup, _) = typed(form(), &format!("{to_size}<Down><Right><Down><Right>"));
        assert_eq!((setup.choice().color, setup.choice().opponent), (ColorChoice::White, Opponent::Bot));
    }

    #[test]
    fn any_size_can_be_typed() {
        for (digits, size) in [("7", 7), ("17", 17), ("52", 52), ("53", 3), ("0", 19)] {
            let (setup, _) = typed(form(), &format!("<Down>{digits}"));
            assert_eq!(setup.choice().size, size, "{digits}");
        }
    }

    #[test]
    fn komi_stays_as_it_was_typed_and_nonsense_is_not_played() {
        let to_komi = "<Up><Up><Up>";
        let (setup, wish) = typed(form(), &format!("{to_komi}<C-u>0.50<Up><Up><Up><Up><Up><Enter>"));
        assert_eq!(setup.row, Row::Buttons);
        assert_eq!((setup.choice().komi.as_str(), wish), ("0.50", Some(Wish::Press(Button::Play))));
        let (setup, wish) = typed(form(), &format!("{to_komi}<C-u>6,5<Up><Up><Up><Up><Up><Enter>"));
        assert_eq!((setup.problem(), wish), (Some("Komi has a point and no comma, as in 6.5"), None));
        let (setup, wish) = typed(form(), &format!("{to_komi}<C-u>6.5.5p"));
        assert!(setup.problem().is_some());
        assert_eq!(wish, None);
    }

    #[test]
    fn an_engine_of_ones_own_needs_a_command() {
        let to_engine = "<Down><Down><Down><Right><Right><Down>";
        let (setup, wish) = typed(form(), &format!("{to_engine}<Up><Up><Up><Up><Enter>"));
        assert_eq!(wish, None, "{:?}", setup.problem());
        let (setup, wish) = typed(form(), &format!("{to_engine}pachi -t 5<Up><Up><Up><Up><Enter>"));
        assert_eq!(setup.choice().engine, "pachi -t 5");
        assert_eq!(wish, Some(Wish::Press(Button::Play)));
    }

    #[test]
    fn without_gnu_go_the_bot_plays() {
        let setup = Setup::new(GameChoice::default(), false);
        assert_eq!(setup.choice().opponent, Opponent::Bot);
        let (setup, _) = typed(setup, "<Down><Down><Down><Left>");
        assert_eq!(setup.choice().opponent, Opponent::Friend);
    }

    #[test]
    fn handicap_is_what_the_board_has_points_for() {
        let (setup, _) = typed(form(), "<Up><Up><Left>");
        assert_eq!(setup.choice().handicap, 9);
        let (setup, _) = typed(setup, "<Down><Down><Down>8");
        assert_eq!(setup.choice().handicap, 4, "an even board has no middle");
    }
}
