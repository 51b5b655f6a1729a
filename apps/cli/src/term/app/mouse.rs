//! Mouse clicks, the wheel, and pasted paths.

use moment::Moment;
use ratatui::crossterm::event::KeyEvent;

use super::{App, Effect, Screen};
use crate::term::archive;
use crate::term::draw;
use crate::term::draw::setup::Hit;
use crate::term::keys::{Action, Binding, COLOURS, HISTORY, SETUP};
use crate::term::screen::game::Mode;
use crate::term::screen::history;
use crate::term::screen::setup::{self, Setup};

impl App {
    pub(super) fn press(&mut self, now: Moment, x: u16, y: u16) -> Vec<Effect> {
        if let Some(overlay) = &self.overlay {
            let key = overlay.hit(self.area, self, x, y);
            return key.map(|code| self.overlay_key(now, code.into())).unwrap_or_default();
        }
        if let Some((act, key)) = self.hinted(x, y) {
            return match &mut self.screen {
                Screen::Game(game) => {
                    game.typing = None;
                    let done = game.perform(now, act);
                    self.game_done(now, done)
                }
                _ => self.key(now, key),
            };
        }
        let (area, theme) = (self.area, &self.theme);
        match &mut self.screen {
            Screen::Setup(setup) => {
                let request = press_form(setup, draw::setup::hit(area, setup, theme, x, y));
                self.setup_request(now, request)
            }
            Screen::Game(game) => match draw::game::hit(area, game, theme, x, y) {
                Some(draw::game::Hit::Point(at)) => {
                    let done = game.press(now, at);
                    self.game_done(now, done)
                }
                Some(draw::game::Hit::Node(node)) => {
                    game.jump(node);
                    Vec::new()
                }
                None => Vec::new(),
            },
            Screen::History(history) => {
                let request = draw::history::hit(area, history, x, y).and_then(|place| history.choose(place));
                self.history_request(now, request)
            }
            Screen::Colours(colours) => {
                match draw::colours::hit(area, theme, x, y) {
                    Some(row) if row == colours.row => colours.change(1),
                    Some(row) => colours.row = row,
                    None => {}
                }
                self.theme = colours.theme();
                Vec::new()
            }
            Screen::Over => Vec::new(),
        }
    }

    /// The action of a clicked hint, and its key.
    fn hinted(&self, x: u16, y: u16) -> Option<(Action, KeyEvent)> {
        if y + 1 != self.area.height {
            return None;
        }
        let theme = &self.theme;
        let hint_if = |can: bool, binding: &Binding| can.then_some(binding.hint);
        let hint = match &self.screen {
            Screen::Setup(setup) => {
                draw::hint_at(self.area, SETUP, |key| hint_if(setup.can(key.act), key), None, theme, x)
            }
            Screen::Game(game) if game.focus => None,
            Screen::Game(game) => {
                let size = Some(game.record().size()).filter(|_| game.mode != Mode::Review);
                draw::hint_at(self.area, game.table(), |key| draw::game::hint(game, key), size, theme, x)
            }
            Screen::History(history) => {
                draw::hint_at(self.area, HISTORY, |key| hint_if(history.can(key.act), key), None, theme, x)
            }
            Screen::Colours(colours) => {
                draw::hint_at(self.area, COLOURS, |key| hint_if(colours.can(key.act), key), None, theme, x)
            }
            Screen::Over => None,
        };
        hint.and_then(|binding| Some((binding.act, binding.key()?)))
    }

    pub(super) fn wheel(&mut self, by: isize) -> Vec<Effect> {
        match &mut self.screen {
            Screen::Game(game) if !game.is_counting() => {
                game.step(by);
                Vec::new()
            }
            Screen::History(history) => match history.go(by * 3) {
                Some(history::Request::Read(path)) => vec![Effect::Preview(path)],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Opens a pasted path, unless a text field has the focus.
    pub(super) fn paste(&mut self, text: &str) -> Vec<Effect> {
        if let Some(overlay) = &mut self.overlay {
            overlay.paste(text);
            return Vec::new();
        }
        match &mut self.screen {
            Screen::Setup(setup) if setup.row == setup::Row::Engine => setup.engine.paste(text),
            Screen::Game(game) if game.typing.is_some() => {
                game.typing.iter_mut().for_each(|field| field.paste(text));
            }
            Screen::History(history) if history.filtering => history.filter.paste(text),
            Screen::Game(game) if game.is_running() => {
                game.notify("Leave the game first to open a pasted path");
            }
            _ => {
                return match archive::pasted_path(text) {
                    Some(path) => vec![Effect::Read(path)],
                    None => Vec::new(),
                };
            }
        }
        Vec::new()
    }
}

/// The first click on a row selects it, later ones change it.
fn press_form(form: &mut Setup, hit: Option<Hit>) -> Option<setup::Request> {
    match hit? {
        Hit::Button(button) => return form.press(button),
        Hit::Resume => return Some(setup::Request::Resume),
        Hit::Row(row, by) if form.row == row => form.change(by),
        Hit::Row(row, _) => form.select(row),
    }
    None
}
