//! Requests of the screens to the application.

use std::path::PathBuf;

use moment::Moment;

use super::{App, Console, Effect, Overlay, Question, Screen};
use crate::term::screen::colours::{self, Colours};
use crate::term::screen::game;
use crate::term::screen::history;
use crate::term::screen::setup::{self, Button};

impl App {
    pub(super) fn setup_request(&mut self, now: Moment, request: Option<setup::Request>) -> Vec<Effect> {
        match request {
            None => Vec::new(),
            Some(setup::Request::Keys) => self.show(Overlay::Keys),
            Some(setup::Request::Resume) => self.resume(),
            Some(setup::Request::Press(Button::Play)) => self.start_game(now),
            Some(setup::Request::Press(Button::History)) => self.open_history(),
            Some(setup::Request::Press(Button::Colours)) => self.open_colours(),
            Some(setup::Request::Press(Button::Quit)) => self.quit(now),
        }
    }

    pub(in crate::term) fn open_history(&mut self) -> Vec<Effect> {
        self.store_game_choice();
        self.screen = Screen::History(Box::default());
        vec![Effect::ListGames]
    }

    pub(super) fn open_colours(&mut self) -> Vec<Effect> {
        self.store_game_choice();
        self.screen = Screen::Colours(Colours::new(
            self.environment.config.look.clone(),
            self.environment.default_theme,
        ));
        Vec::new()
    }

    pub(super) fn colours_request(&mut self, request: Option<colours::Request>) -> Vec<Effect> {
        match request {
            None => Vec::new(),
            Some(colours::Request::Keys) => self.show(Overlay::Keys),
            Some(colours::Request::Back) => {
                if let Screen::Colours(colours) = &self.screen {
                    self.environment.config.look = colours.look.clone();
                }
                self.return_to_setup();
                self.save_config()
            }
        }
    }

    pub(super) fn history_request(&mut self, now: Moment, request: Option<history::Request>) -> Vec<Effect> {
        match request {
            None => Vec::new(),
            Some(history::Request::Read(path)) => vec![Effect::Preview(path)],
            Some(history::Request::Keys) => self.show(Overlay::Keys),
            Some(history::Request::Delete(path)) => self.show(Overlay::Ask(Question::Delete(path))),
            Some(history::Request::SaveAs(from)) => self.show(Overlay::save_as(from)),
            Some(history::Request::Open) => self.review_preview(),
            Some(history::Request::Continue) => self.continue_preview(now),
            Some(history::Request::Studio(path)) => self.open_studio(path),
            Some(history::Request::Back) => {
                self.return_to_setup();
                vec![Effect::FindLastGame]
            }
        }
    }

    pub(in crate::term) fn resume(&mut self) -> Vec<Effect> {
        self.store_game_choice();
        let Some((path, _)) = self.unfinished.clone() else { return Vec::new() };
        self.resuming = Some(path.clone());
        vec![Effect::Read(path)]
    }

    fn show_comment(&mut self) -> Vec<Effect> {
        let Screen::Game(game) = &self.screen else { return Vec::new() };
        let Some(comment) = game.comment() else { return Vec::new() };
        let lines = comment.lines().map(str::to_owned).collect();
        self.show(Overlay::Text { title: "Comment", lines, scrolled: 0 })
    }

    fn open_game_in_studio(&mut self) -> Vec<Effect> {
        match &self.screen {
            Screen::Game(game) => game.path().map(|path| self.open_studio(path)).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    fn open_studio(&mut self, path: PathBuf) -> Vec<Effect> {
        self.tell("Opening in the studio");
        vec![Effect::OpenInStudio(path)]
    }

    /// A message below the board or the list.
    pub(super) fn tell(&mut self, text: &str) {
        match &mut self.screen {
            Screen::Game(game) => {
                game.notify(text);
                text.clone_into(&mut game.notice.spoken);
            }
            _ => text.clone_into(&mut self.notice),
        }
    }

    pub fn game_done(&mut self, now: Moment, done: (Vec<Effect>, Option<game::Request>)) -> Vec<Effect> {
        let (mut effects, request) = done;
        let more = match request {
            None => Vec::new(),
            Some(game::Request::Leave) => self.leave_game(now),
            Some(game::Request::AskLeave { recorded }) => {
                self.show(Overlay::Ask(Question::Leave { recorded }))
            }
            Some(game::Request::AskResign(color)) => self.show(Overlay::Ask(Question::Resign(color))),
            Some(game::Request::Continue) => self.continue_review(now),
            Some(game::Request::Comment) => self.show_comment(),
            Some(game::Request::Studio) => self.open_game_in_studio(),
            Some(game::Request::Opponent) => self.ask_opponent(),
            Some(game::Request::Rematch) => self.rematch(now),
            Some(game::Request::Review) => self.review_game(),
            Some(game::Request::NewGame) => {
                self.list_behind = None;
                self.leave_game(now)
            }
            Some(game::Request::Keys) => self.show(Overlay::Keys),
            Some(game::Request::Console) => self.show(Overlay::Console(Console::default())),
            Some(game::Request::Died { why }) => self.show(Overlay::EngineStopped { why }),
        };
        effects.extend(more);
        effects
    }
}
