//! Events from outside: the engine, the bot, the disk.

use std::path::PathBuf;

use moment::Moment;
use play::gtp;
use record::go::GoRecord;

use super::{App, Effect, FileTask, Overlay, Screen};
use crate::term::bot::BotReply;
use crate::term::engine::EngineEvent;
use crate::term::history_reader::HistoryEvent;
use crate::term::screen::history;

impl App {
    pub(super) fn engine_event(&mut self, now: Moment, event: EngineEvent) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.screen else { return Vec::new() };
        let outputs = match &event {
            EngineEvent::Read { run, bytes } => {
                game.opponent.engine(now, gtp::Input::Read { run: *run, bytes })
            }
            EngineEvent::NotStarted { run, why } => {
                self.engine_errors.clear();
                game.opponent.engine(now, gtp::Input::NotStarted { run: *run, why: why.clone() })
            }
            EngineEvent::Ended { run, why, tail } => {
                self.engine_errors.clone_from(tail);
                game.opponent.engine(now, gtp::Input::Ended { run: *run, why: why.clone() })
            }
        };
        let done = game.handle_opponent_outputs(now, outputs);
        self.game_done(now, done)
    }

    pub(super) fn bot_reply(&mut self, now: Moment, reply: BotReply) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.screen else { return Vec::new() };
        let done = game.handle_bot_reply(now, reply);
        self.game_done(now, done)
    }

    pub(super) fn wake(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.screen else { return Vec::new() };
        if game.opponent.deadline().is_none_or(|deadline| deadline > now) {
            return Vec::new();
        }
        let outputs = game.opponent.engine(now, gtp::Input::Wake);
        let done = game.handle_opponent_outputs(now, outputs);
        self.game_done(now, done)
    }

    pub(super) fn game_written(&mut self, result: std::io::Result<PathBuf>) -> Vec<Effect> {
        if let Err(error) = result {
            let lines = vec![
                format!("The game could not be saved: {error}"),
                String::new(),
                "Tabiya tries again with the next move.".to_owned(),
            ];
            self.overlay = Some(Overlay::message("Not recorded", lines));
        }
        Vec::new()
    }

    pub(super) fn history_event(&mut self, event: HistoryEvent) -> Vec<Effect> {
        let Screen::History(history) = &mut self.screen else { return Vec::new() };
        let request = match event {
            HistoryEvent::Listed(paths) => history.list(paths),
            HistoryEvent::Described { first, infos } => history.describe(first, infos),
            HistoryEvent::NotListed(why) => {
                history.listed = true;
                self.notice = why;
                None
            }
        };
        match request {
            Some(history::Request::Read(path)) => vec![Effect::Preview(path)],
            _ => Vec::new(),
        }
    }

    pub(super) fn previewed(&mut self, path: PathBuf, record: Result<Box<GoRecord>, String>) -> Vec<Effect> {
        if let Screen::History(history) = &mut self.screen {
            history.previewed(path, record);
        }
        Vec::new()
    }

    pub(super) fn file_task_done(&mut self, task: FileTask, result: Result<PathBuf, String>) -> Vec<Effect> {
        match (task, result) {
            (FileTask::MoveToTrash(path), Ok(kept)) => {
                self.notice = format!("Moved to {}", kept.display());
                let Screen::History(history) = &mut self.screen else { return Vec::new() };
                match history.gone(&path) {
                    Some(history::Request::Read(path)) => {
                        return vec![Effect::Preview(path)];
                    }
                    _ => return Vec::new(),
                }
            }
            (FileTask::Copy { to, .. }, Ok(_)) => self.notice = format!("Saved as {}", to.display()),
            (FileTask::SaveConfig(_), Ok(_)) => {}
            (work, Err(why)) => self.overlay = Some(Overlay::message(failure_title(&work), vec![why])),
        }
        Vec::new()
    }
}

fn failure_title(work: &FileTask) -> &'static str {
    match work {
        FileTask::MoveToTrash(_) => "The game could not be deleted",
        FileTask::Copy { .. } => "The copy could not be saved",
        FileTask::SaveConfig(_) => "The settings could not be saved",
    }
}
