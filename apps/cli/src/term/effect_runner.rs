//! Runs effects: the engine's process, the bot, the files. Results come back as events.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::thread;

use server::replace_private_file;

use super::app::{Effect, Event, FileTask};
use super::archive::{self, Folders};
use super::engine::Engine;
use super::game_writer::GameWriter;
use super::history_reader;
use super::stoppable::Stoppable;
use super::studio;

pub struct EffectRunner {
    folders: Folders,
    sender: Sender<Event>,
    engine: Option<Engine>,
    bot: Stoppable,
    analysis: Stoppable,
    review: Stoppable,
    writer: GameWriter,
    previews: Sender<PathBuf>,
}

impl EffectRunner {
    pub fn new(folders: Folders, sender: Sender<Event>) -> EffectRunner {
        let written = sender.clone();
        let writer = GameWriter::start(folders.history.clone(), move |game, result| {
            drop(written.send(Event::Written { game, result }));
        });
        let shown = sender.clone();
        let previews = history_reader::read_previews(move |path, record| {
            shown.send(Event::Previewed { path, record }).is_ok()
        });
        EffectRunner {
            folders,
            sender,
            engine: None,
            bot: Stoppable::default(),
            analysis: Stoppable::default(),
            review: Stoppable::default(),
            writer,
            previews,
        }
    }

    pub fn run(&mut self, effect: Effect) {
        match effect {
            Effect::OpenEngine(command) => self.engine = Some(Engine::new(command)),
            Effect::StartEngine { run } => self.start_engine(run),
            Effect::WriteEngine(bytes) => self.engine.iter_mut().for_each(|engine| engine.write(&bytes)),
            Effect::StopEngine => self.engine.iter_mut().for_each(Engine::stop),
            Effect::Think(job) => {
                let sender = self.sender.clone();
                self.bot.start(move |is_stopped| {
                    if let Some(reply) = job.think(is_stopped) {
                        drop(sender.send(Event::BotReply(reply)));
                    }
                });
            }
            Effect::StopThinking => self.bot.stop(),
            Effect::Analyse(job) => {
                let sender = self.sender.clone();
                self.analysis.start(move |is_stopped| {
                    job.run(is_stopped, |id, report| drop(sender.send(Event::Analysed { id, report })));
                });
            }
            Effect::StopAnalysis => self.analysis.stop(),
            Effect::Review(job) => {
                let sender = self.sender.clone();
                self.review.start(move |is_stopped| {
                    job.run(is_stopped, |id, event| drop(sender.send(Event::Review { id, event })));
                });
            }
            Effect::StopReview => self.review.stop(),
            Effect::Record(version) => self.writer.write(version),
            Effect::ListGames => {
                let sender = self.sender.clone();
                history_reader::list_games(self.folders.history.clone(), move |found| {
                    sender.send(Event::History(found)).is_ok()
                });
            }
            Effect::Read(path) => {
                self.spawn(move || {
                    let bytes = fs::read(&path).map_err(|error| error.to_string());
                    Event::Read { path, bytes }
                });
            }
            Effect::FindLastGame => {
                let folder = self.folders.history.clone();
                self.spawn(move || Event::LastGame(history_reader::unfinished_game(&folder)));
            }
            Effect::OpenInStudio(path) => {
                self.spawn(move || Event::StudioOpened(studio::open(&path)));
            }
            // Of the terminal, which plain mode does not have.
            Effect::Redraw | Effect::Suspend => {}
            Effect::Preview(path) => drop(self.previews.send(path)),
            // Not on a thread: this may be the last effect before the program ends.
            Effect::File(task @ FileTask::SaveConfig(_)) => {
                let event = run_file_task(task, &self.folders);
                drop(self.sender.send(event));
            }
            Effect::File(task) => {
                let folders = self.folders.clone();
                self.spawn(move || run_file_task(task, &folders));
            }
        }
    }

    fn start_engine(&mut self, run: u32) {
        let sender = self.sender.clone();
        if let Some(engine) = &mut self.engine {
            engine.start(run, move |event| drop(sender.send(Event::Engine(event))));
        }
    }

    fn spawn(&self, work: impl FnOnce() -> Event + Send + 'static) {
        let sender = self.sender.clone();
        thread::spawn(move || drop(sender.send(work())));
    }
}

fn run_file_task(task: FileTask, folders: &Folders) -> Event {
    let result = match &task {
        FileTask::MoveToTrash(path) => archive::move_to_trash(path, &folders.trash),
        FileTask::Copy { from, to } => copy(from, to),
        FileTask::SaveConfig(text) => write_config(&folders.config, text),
    };
    Event::FileTaskDone { task, result: result.map_err(|error| error.to_string()) }
}

/// Copies into a folder under the same name; adds `.sgf` if it is missing. Never overwrites a file.
fn copy(from: &Path, to: &Path) -> std::io::Result<PathBuf> {
    let mut to = archive::expand_home(to);
    if to.is_dir() {
        to.push(from.file_name().unwrap_or_default());
    }
    if !archive::is_sgf(&to) {
        to.as_mut_os_string().push(".sgf");
    }
    let bytes = fs::read(from)?;
    archive::create_file(&to, &bytes)
        .map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", to.display())))?;
    Ok(to)
}

fn write_config(path: &Path, text: &str) -> std::io::Result<PathBuf> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(path.to_owned());
    }
    replace_private_file(path, text.as_bytes())?;
    Ok(path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_gets_its_extension_and_overwrites_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let from = folder.path().join("game.sgf");
        fs::write(&from, b"(;)").unwrap();
        let to = copy(&from, &folder.path().join("mine")).unwrap();
        assert_eq!(to, folder.path().join("mine.sgf"));
        assert!(copy(&from, &folder.path().join("mine.sgf")).is_err());
        fs::create_dir(folder.path().join("other")).unwrap();
        assert_eq!(copy(&from, &folder.path().join("other")).unwrap(), folder.path().join("other/game.sgf"));
    }
}
