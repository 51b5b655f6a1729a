//! What comes from outside: the engine, the disk.

use std::path::PathBuf;

use play::{Moment, gtp};
use record::go::GoRecord;

use super::{App, Effect, FileWork, Overlay, Screen};
use crate::term::bot::Thought;
use crate::term::engine::EngineEvent;
use crate::term::librarian::Found;
use crate::term::screen::history;

impl App {
    pub(super) fn engine(&mut self, now: Moment, event: EngineEvent) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.screen else { return Vec::new() };
        let heard = match &event {
            EngineEvent::Read { run, bytes } => game.rival.engine(now, gtp::Input::Read { run: *run, bytes }),
            EngineEvent::NotStarted { run, why } => {
                self.complaints.clear();
                game.rival.engine(now, gtp::Input::NotStarted { run: *run, why: why.clone() })
            }
            EngineEvent::Ended { run, why, tail } => {
                self.complaints.clone_from(tail);
                game.rival.engine(now, gtp::Input::Ended { run: *run, why: why.clone() })
            }
        };
        let done = game.hear_rival(now, heard);
        self.game_done(now, done)
    }

    pub(super) fn thought(&mut self, now: Moment, thought: Thought) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.screen else { return Vec::new() };
        let heard = game.rival.thought(thought, &game.room).into_iter().collect();
        let done = game.hear_rival(now, heard);
        self.game_done(now, done)
    }

    pub(super) fn wake(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.screen else { return Vec::new() };
        if game.rival.deadline().is_none_or(|deadline| deadline > now) {
            return Vec::new();
        }
        let heard = game.rival.engine(now, gtp::Input::Wake);
        let done = game.hear_rival(now, heard);
        self.game_done(now, done)
    }

    pub(super) fn written(&mut self, result: std::io::Result<PathBuf>) -> Vec<Effect> {
        if let Err(error) = result {
            let lines = vec![
                format!("The game could not be written: {error}"),
                String::new(),
                "It is tried again with the next move.".to_owned(),
            ];
            self.overlay = Some(Overlay::message("Not recorded", lines));
        }
        Vec::new()
    }

    pub(super) fn found(&mut self, found: Found) -> Vec<Effect> {
        let Screen::History(history) = &mut self.screen else { return Vec::new() };
        let wish = match found {
            Found::Listed(paths) => history.list(paths),
            Found::Described { first, infos } => history.describe(first, infos),
            Found::NotListed(why) => {
                history.listed = true;
                self.notice = why;
                None
            }
        };
        match wish {
            Some(history::Wish::Read(path)) => vec![Effect::Preview(path)],
            _ => Vec::new(),
        }
    }

    pub(super) fn previewed(&mut self, path: PathBuf, record: Result<Box<GoRecord>, String>) -> Vec<Effect> {
        if let Screen::History(history) = &mut self.screen {
            history.previewed(path, record);
        }
        Vec::new()
    }

    pub(super) fn done(&mut self, what: FileWork, result: Result<PathBuf, String>) -> Vec<Effect> {
        match (what, result) {
            (FileWork::ThrowAway(path), Ok(kept)) => {
                self.notice = format!("Moved to {}", kept.display());
                let Screen::History(history) = &mut self.screen else { return Vec::new() };
                match history.gone(&path) {
                    Some(history::Wish::Read(path)) => {
                        return vec![Effect::Preview(path)];
                    }
                    _ => return Vec::new(),
                }
            }
            (FileWork::Copy { to, .. }, Ok(_)) => self.notice = format!("Saved as {}", to.display()),
            (FileWork::SaveConfig(_), Ok(_)) => {}
            (_, Err(why)) => self.overlay = Some(Overlay::message("That did not work", vec![why])),
        }
        Vec::new()
    }
}
