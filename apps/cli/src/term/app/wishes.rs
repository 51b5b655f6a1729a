//! What each screen wants that it cannot do by itself.

use play::Moment;

use super::{App, Console, Effect, Overlay, Question, Screen};
use crate::term::screen::colours::{self, Colours};
use crate::term::screen::game;
use crate::term::screen::history;
use crate::term::screen::setup::{self, Button};

impl App {
    pub(super) fn setup_wish(&mut self, now: Moment, wish: Option<setup::Wish>) -> Vec<Effect> {
        match wish {
            None => Vec::new(),
            Some(setup::Wish::Keys) => self.show(Overlay::Keys),
            Some(setup::Wish::Press(Button::Play)) => self.start_game(now),
            Some(setup::Wish::Press(Button::History)) => self.open_history(),
            Some(setup::Wish::Press(Button::Colours)) => self.open_colours(),
            Some(setup::Wish::Press(Button::Quit)) => self.quit(now),
        }
    }

    pub(super) fn open_history(&mut self) -> Vec<Effect> {
        self.remember_choice();
        self.screen = Screen::History(Box::default());
        vec![Effect::ListGames]
    }

    pub(super) fn open_colours(&mut self) -> Vec<Effect> {
        self.remember_choice();
        self.screen = Screen::Colours(Colours::new(self.around.config.look.clone(), self.around.suits));
        Vec::new()
    }

    pub(super) fn colours_wish(&mut self, wish: Option<colours::Wish>) -> Vec<Effect> {
        match wish {
            None => Vec::new(),
            Some(colours::Wish::Keys) => self.show(Overlay::Keys),
            Some(colours::Wish::Back) => {
                if let Screen::Colours(colours) = &self.screen {
                    self.around.config.look = colours.look.clone();
                }
                self.return_to_setup();
                self.save_config()
            }
        }
    }

    pub(super) fn history_wish(&mut self, now: Moment, wish: Option<history::Wish>) -> Vec<Effect> {
        match wish {
            None => Vec::new(),
            Some(history::Wish::Read(path)) => vec![Effect::Preview(path)],
            Some(history::Wish::Keys) => self.show(Overlay::Keys),
            Some(history::Wish::Delete(path)) => self.show(Overlay::Ask(Question::Delete(path))),
            Some(history::Wish::SaveAs(from)) => self.show(Overlay::save_as(from)),
            Some(history::Wish::Open) => self.review_preview(),
            Some(history::Wish::Continue) => self.continue_preview(now),
            Some(history::Wish::Back) => {
                self.return_to_setup();
                Vec::new()
            }
        }
    }

    pub fn game_done(&mut self, now: Moment, done: (Vec<Effect>, Option<game::Wish>)) -> Vec<Effect> {
        let (mut effects, wish) = done;
        let more = match wish {
            None => Vec::new(),
            Some(game::Wish::Leave) => self.leave_game(now),
            Some(game::Wish::AskLeave { recorded }) => self.show(Overlay::Ask(Question::Leave { recorded })),
            Some(game::Wish::AskResign(color)) => self.show(Overlay::Ask(Question::Resign(color))),
            Some(game::Wish::Continue) => self.continue_review(now),
            Some(game::Wish::Keys) => self.show(Overlay::Keys),
            Some(game::Wish::Console) => self.show(Overlay::Console(Console::default())),
            Some(game::Wish::Died { why }) => self.show(Overlay::Trouble { why }),
        };
        effects.extend(more);
        effects
    }
}
