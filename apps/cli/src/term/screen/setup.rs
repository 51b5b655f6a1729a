//! The set-up screen: a form for a new game and four buttons. The same form, with fewer rows, asks who plays on in an
//! old game, and who replaces the opponent in a running one.

#[cfg(test)]
mod tests;

use bot::Level;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::go::{Points, Size, handicap_points, most_handicap_stones};

use crate::term::config::{ColorChoice, GameChoice, OpponentChoice, RulesChoice, read_komi, read_time};
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
    Time,
    Record,
    Buttons,
    Resume,
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

/// What the form is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    NewGame,
    /// Who plays on in an old game, or replaces the opponent in a running one.
    Opponent,
}

/// What the form asks of the application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    Press(Button),
    Resume,
    Keys,
}

pub struct Setup {
    choice: GameChoice,
    purpose: Purpose,
    pub row: Row,
    pub button: Button,
    pub komi: TextField,
    pub engine: TextField,
    pub time: TextField,
    /// The digits typed so far in a row with a number.
    typed: String,
    gnu_go: bool,
    /// The last game in a few words, if it is not over.
    pub unfinished: Option<String>,
}

const USUAL_SIZES: [u8; 3] = [9, 13, 19];
const USUAL_TIMES: [&str; 5] = ["", "5+8", "10+3x30", "20+3x30", "60"];
/// GNU Go refuses larger boards.
const GNU_GO_LINES: u8 = 19;

impl Setup {
    /// If GNU Go is not installed, the built-in bot plays instead.
    pub fn new(choice: GameChoice, gnu_go: bool) -> Setup {
        Setup::asking(Purpose::NewGame, choice, gnu_go)
    }

    pub fn asking(purpose: Purpose, mut choice: GameChoice, gnu_go: bool) -> Setup {
        if choice.opponent == OpponentChoice::GnuGo && !gnu_go {
            choice.opponent = OpponentChoice::Bot;
        }
        let fields = [&choice.komi, &choice.engine, &choice.time].map(|text| TextField::new(text));
        let [komi, engine, time] = fields;
        let (row, button) = match purpose {
            Purpose::NewGame => (Row::Buttons, Button::Play),
            Purpose::Opponent => (Row::Opponent, Button::Play),
        };
        let typed = String::new();
        Setup { choice, purpose, row, button, komi, engine, time, typed, gnu_go, unfinished: None }
    }

    #[must_use]
    pub fn with_unfinished(self, unfinished: Option<String>) -> Setup {
        Setup { unfinished, ..self }
    }

    pub fn choice(&self) -> GameChoice {
        let most = most_handicap_stones(self.size());
        GameChoice {
            komi: self.komi.text(),
            engine: self.engine.text(),
            time: self.time.text().trim().to_owned(),
            handicap: self.choice.handicap.min(most.try_into().unwrap_or(0)),
            ..self.choice.clone()
        }
    }

    pub fn size(&self) -> Size {
        Size::square(self.choice.size.into()).unwrap_or(Size::NINETEEN)
    }

    pub fn has_gnu_go(&self) -> bool {
        self.gnu_go
    }

    /// The built-in bot has levels of its own; engines have ten.
    pub fn most_level(&self) -> u8 {
        match self.choice.opponent {
            OpponentChoice::Bot => u8::try_from(Level::ALL.len()).unwrap_or(u8::MAX),
            _ => 10,
        }
    }

    pub fn rows(&self) -> Vec<Row> {
        let mut rows = match self.purpose {
            Purpose::NewGame => vec![Row::Size, Row::Color, Row::Opponent],
            Purpose::Opponent => vec![Row::Opponent, Row::Color],
        };
        match self.choice.opponent {
            OpponentChoice::Engine => rows.extend([Row::Engine, Row::Level]),
            OpponentChoice::GnuGo | OpponentChoice::Bot => rows.push(Row::Level),
            OpponentChoice::Friend => {}
        }
        if self.purpose == Purpose::NewGame {
            rows.extend([Row::Rules, Row::Komi, Row::Handicap, Row::Time, Row::Record, Row::Buttons]);
            rows.extend(self.unfinished.as_ref().map(|_| Row::Resume));
        }
        rows
    }

    /// Why a game cannot be started with these settings.
    pub fn problem(&self) -> Option<&'static str> {
        if let Err(why) = read_komi(&self.komi.text()) {
            return Some(why);
        }
        if let Err(why) = read_time(&self.time.text()) {
            return Some(why);
        }
        match self.choice.opponent {
            OpponentChoice::Engine if CommandLine::parse(&self.engine.text()).is_none() => {
                Some("An engine needs a command, such as gnugo --mode gtp")
            }
            OpponentChoice::GnuGo if self.choice.size > GNU_GO_LINES => {
                Some("GNU Go plays on boards of up to 19 lines; the built-in bot plays on larger ones")
            }
            _ => None,
        }
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
            Action::Record if self.unfinished.is_some() => return Some(Request::Resume),
            Action::Continue => return self.press(Button::History),
            Action::Focus => return self.press(Button::Colours),
            Action::Leave => return self.press(Button::Quit),
            Action::Keys => return Some(Request::Keys),
            _ => {}
        }
        None
    }

    /// While a text is typed, only Enter is a shortcut.
    pub fn can(&self, act: Action) -> bool {
        match act {
            Action::Record if self.unfinished.is_none() => false,
            act => self.row != Row::Engine || act == Action::Enter,
        }
    }

    /// True if the row used the key.
    fn typing(&mut self, key: KeyEvent) -> bool {
        let of_komi = |c: char| c.is_ascii_digit() || ".,-+".contains(c);
        let of_time = |c: char| c.is_ascii_digit() || "+x ".contains(c);
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (self.row, key.code) {
            (Row::Engine, _) => self.engine.key(key),
            (Row::Komi, KeyCode::Char(c)) if !of_komi(c) && !control => false,
            (Row::Time, KeyCode::Char(c)) if !of_time(c) && !control => false,
            (Row::Komi | Row::Time, KeyCode::Left | KeyCode::Right) => false,
            (Row::Komi, _) => self.komi.key(key),
            (Row::Time, _) => self.time.key(key),
            (Row::Size | Row::Level | Row::Handicap, KeyCode::Char(digit)) if digit.is_ascii_digit() => {
                self.type_number(digit);
                true
            }
            _ => false,
        }
    }

    /// A digit that makes no possible number with those before it begins a new one.
    fn type_number(&mut self, digit: char) {
        self.typed.push(digit);
        if !self.set_number() {
            self.typed = digit.to_string();
            self.set_number();
        }
    }

    fn set_number(&mut self) -> bool {
        let Ok(number) = self.typed.parse::<u8>() else { return false };
        match self.row {
            Row::Size if Size::square(number.into()).is_ok() => self.choice.size = number,
            Row::Level if !(1..=self.most_level()).contains(&number) => return false,
            Row::Level if self.choice.opponent == OpponentChoice::Bot => {
                self.choice.bot =
                    Level::ALL.get(usize::from(number) - 1).map(|level| level.name().to_owned());
            }
            Row::Level => self.choice.level = number,
            Row::Handicap if self.handicaps().contains(&number) => {
                self.with_usual_komi(|choice| choice.handicap = number);
            }
            _ => return false,
        }
        true
    }

    /// Changes something that the usual komi depends on; komi follows unless it was typed.
    fn with_usual_komi(&mut self, change: impl FnOnce(&mut GameChoice)) {
        let follows = self.choice().has_usual_komi();
        change(&mut self.choice);
        if follows {
            self.komi = TextField::new(self.choice.rules.usual_komi(self.choice.handicap));
        }
    }

    pub fn press(&mut self, button: Button) -> Option<Request> {
        if self.purpose == Purpose::NewGame {
            self.row = Row::Buttons;
        }
        self.button = button;
        if button == Button::Play && self.problem().is_some() {
            return None;
        }
        Some(Request::Press(button))
    }

    fn enter(&mut self) -> Option<Request> {
        match (self.row, self.purpose) {
            (Row::Buttons, _) => return self.press(self.button),
            (Row::Resume, _) => return Some(Request::Resume),
            (_, Purpose::Opponent) => return self.press(Button::Play),
            _ => self.go(1),
        }
        None
    }

    fn go(&mut self, by: isize) {
        let rows = self.rows();
        let at = rows.iter().position(|row| *row == self.row).unwrap_or(0);
        self.select(step(&rows, at, by));
    }

    /// Goes to a row. What is typed there replaces its text.
    pub fn select(&mut self, row: Row) {
        self.row = row;
        self.typed.clear();
        let field = match row {
            Row::Komi => &mut self.komi,
            Row::Engine => &mut self.engine,
            Row::Time => &mut self.time,
            _ => return,
        };
        *field = TextField::selected(&field.text());
    }

    pub fn change(&mut self, by: isize) {
        self.typed.clear();
        match self.row {
            Row::Size => self.choice.size = next_size(self.choice.size, by),
            Row::Color => self.choice.color = after(&ColorChoice::ALL, self.choice.color, by),
            Row::Opponent => self.change_opponent(by),
            Row::Level if self.choice.opponent == OpponentChoice::Bot => self.change_bot_level(by),
            Row::Level => {
                self.choice.level =
                    self.choice.level.saturating_add_signed(by as i8).clamp(1, self.most_level());
            }
            Row::Rules => {
                let rules = after(&RulesChoice::ALL, self.choice.rules, by);
                self.with_usual_komi(|choice| choice.rules = rules);
            }
            Row::Komi => self.change_komi(by),
            Row::Handicap => {
                let handicap = after(&self.handicaps(), self.choice.handicap, by);
                self.with_usual_komi(|choice| choice.handicap = handicap);
            }
            Row::Time => {
                let time = self.time.text();
                self.time = TextField::new(after(&USUAL_TIMES, time.as_str(), by));
            }
            Row::Record => self.choice.record = !self.choice.record,
            Row::Engine | Row::Resume => {}
            Row::Buttons => self.button = after(&Button::ALL, self.button, by),
        }
    }

    fn change_opponent(&mut self, by: isize) {
        let all =
            [OpponentChoice::GnuGo, OpponentChoice::Bot, OpponentChoice::Engine, OpponentChoice::Friend];
        let there: Vec<OpponentChoice> =
            all.into_iter().filter(|who| *who != OpponentChoice::GnuGo || self.gnu_go).collect();
        self.choice.opponent = after(&there, self.choice.opponent, by);
    }

    /// Stops at the weakest and at the strongest.
    fn change_bot_level(&mut self, by: isize) {
        let now = self.choice.bot_level();
        let at = Level::ALL.iter().position(|level| *level == now).unwrap_or(0);
        let level = at.saturating_add_signed(by).min(Level::ALL.len() - 1);
        self.choice.bot = Some(Level::ALL[level].name().to_owned());
    }

    fn change_komi(&mut self, by: isize) {
        if let Ok(komi) = read_komi(&self.komi.text()) {
            let half = if by < 0 { -Points::halves(1) } else { Points::halves(1) };
            self.komi = TextField::new(&(komi + half).to_string());
        }
    }

    fn handicaps(&self) -> Vec<u8> {
        let size = self.size();
        let fits = |stones: &u8| *stones == 0 || handicap_points(size, (*stones).into()).is_some();
        (0..=9).filter(fits).collect()
    }
}

fn after<T: Copy + PartialEq>(all: &[T], now: T, by: isize) -> T {
    step(all, all.iter().position(|one| *one == now).unwrap_or(0), by)
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
