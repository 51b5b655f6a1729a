//! Events from outside: the engine, the bot, the disk.

use std::path::PathBuf;

use analysis::Report;
use moment::Moment;
use play::gtp;
use record::go::GoRecord;

use super::{App, Effect, FileTask, Overlay, Screen};
use crate::term::bot::BotReply;
use crate::term::engine::EngineEvent;
use crate::term::history_reader::HistoryEvent;
use crate::term::screen::game::{Follow, WriteChange};
use crate::term::screen::history::{self, Info};
use crate::term::screen::setup::Row;

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
        self.learn_engine_name();
        self.game_done(now, done)
    }

    pub(super) fn bot_reply(&mut self, now: Moment, reply: BotReply) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.screen else { return Vec::new() };
        let done = game.handle_bot_reply(now, reply);
        self.game_done(now, done)
    }

    pub(super) fn analysed(&mut self, id: u32, report: Report) -> Vec<Effect> {
        if let Screen::Game(game) = &mut self.screen {
            game.analysis.report(id, report);
        }
        Vec::new()
    }

    /// The search follows the position on the screen, and ends when the screen is left.
    pub(in crate::term) fn follow_analysis(&mut self) -> Option<Effect> {
        let next = match &mut self.screen {
            Screen::Game(game) => game.follow_analysis(self.analyses + 1),
            _ => Follow::Stop,
        };
        match next {
            Follow::GoOn => None,
            Follow::Stop => std::mem::take(&mut self.analysing).then_some(Effect::StopAnalysis),
            Follow::Search(job) => {
                self.analyses = job.id;
                self.analysing = true;
                Some(Effect::Analyse(job))
            }
        }
    }

    pub(super) fn wake(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.screen else { return Vec::new() };
        let is_due = |deadline: Option<Moment>| deadline.is_some_and(|deadline| deadline <= now);
        if is_due(game.local_game.deadline()) {
            let done = game.wake(now);
            return self.game_done(now, done);
        }
        if !is_due(game.opponent.deadline()) {
            return Vec::new();
        }
        let outputs = game.opponent.engine(now, gtp::Input::Wake);
        let done = game.handle_opponent_outputs(now, outputs);
        self.game_done(now, done)
    }

    /// A failure is told once; until a write succeeds again, the screen does not claim to record.
    pub(super) fn game_written(&mut self, number: u32, result: std::io::Result<PathBuf>) -> Vec<Effect> {
        let (path, error) = match result {
            Ok(path) => (Some(path), None),
            Err(error) => (None, Some(error)),
        };
        let change = match &mut self.screen {
            Screen::Game(game) => game.recording.written(number, path),
            _ => error.as_ref().map(|_| WriteChange::Failed),
        };
        match (change, error) {
            (Some(WriteChange::Failed), Some(error)) => {
                let lines = vec![
                    format!("The game could not be saved: {error}"),
                    String::new(),
                    "Tabiya tries again with every move.".to_owned(),
                ];
                self.overlay = Some(Overlay::message("Not recorded", lines));
            }
            (Some(WriteChange::Recovered), _) => self.tell("The game is recorded again"),
            _ => {}
        }
        Vec::new()
    }

    pub(super) fn last_game_found(&mut self, found: Option<(PathBuf, Info)>) -> Vec<Effect> {
        self.unfinished = found;
        let words = self.unfinished_words();
        if let Screen::Setup(setup) = &mut self.screen {
            setup.unfinished = words;
            if setup.unfinished.is_none() && setup.row == Row::Resume {
                setup.select(Row::Buttons);
            }
        }
        Vec::new()
    }

    /// The game to resume in a few words.
    pub(super) fn unfinished_words(&self) -> Option<String> {
        let (_, info) = self.unfinished.as_ref()?;
        Some(format!("{}, move {}", info.opponent(), info.moves))
    }

    pub(super) fn studio_opened(&mut self, result: Result<Option<String>, String>) -> Vec<Effect> {
        match result {
            Ok(None) => self.tell("Opened in the studio"),
            Ok(Some(address)) => {
                let lines = vec!["No browser could be opened. Open this address:".to_owned(), address];
                self.overlay = Some(Overlay::message("Opened in the studio", lines));
            }
            Err(why) => {
                let lines = vec![why, "Start it in another terminal with: tabiya".to_owned()];
                self.overlay = Some(Overlay::message("The studio could not be opened", lines));
            }
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
