//! Clicks, the wheel, and what is dropped on the window.

use play::Moment;

use super::{App, Effect, Screen};
use crate::term::archive;
use crate::term::draw;
use crate::term::draw::setup::Hit;
use crate::term::screen::history;
use crate::term::screen::setup::{self, Setup};

impl App {
    pub(super) fn press(&mut self, now: Moment, x: u16, y: u16) -> Vec<Effect> {
        if self.overlay.is_some() {
            return Vec::new();
        }
        let area = self.area;
        match &mut self.screen {
            Screen::Setup(setup) => {
                let wish = press_form(setup, draw::setup::hit(area, setup, x, y));
                self.setup_wish(now, wish)
            }
            Screen::Game(game) => match draw::game::hit(area, game, x, y) {
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
                let wish = draw::history::hit(area, history, x, y).and_then(|place| history.choose(place));
                self.history_wish(now, wish)
            }
            Screen::Colours(colours) => {
                colours.row = draw::colours::hit(area, x, y).unwrap_or(colours.row);
                Vec::new()
            }
            Screen::Over => Vec::new(),
        }
    }

    pub(super) fn wheel(&mut self, by: isize) -> Vec<Effect> {
        match &mut self.screen {
            Screen::Game(game) if !game.is_counting() => {
                game.walk(by);
                Vec::new()
            }
            Screen::History(history) => match history.go(by * 3) {
                Some(history::Wish::Read(path)) => vec![Effect::Preview(path)],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// A path opens, where nothing else is being typed.
    pub(super) fn paste(&mut self, text: &str) -> Vec<Effect> {
        if let Some(overlay) = &mut self.overlay {
            overlay.paste(text);
            return Vec::new();
        }
        match &mut self.screen {
            Screen::Setup(setup) if setup.row == setup::Row::Engine => setup.engine.paste(text),
            Screen::History(history) if history.filtering => history.filter.paste(text),
            Screen::Game(game) if game.is_running() => {
                game.say("Leave the game first: then a pasted path opens");
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

/// The first click on a row chooses it, the next ones change it.
fn press_form(form: &mut Setup, hit: Option<Hit>) -> Option<setup::Wish> {
    match hit? {
        Hit::Button(button) => return form.press(button),
        Hit::Row(row, by) if form.row == row => form.change(by),
        Hit::Row(row, _) => form.row = row,
    }
    None
}
