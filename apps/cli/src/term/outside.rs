//! Effects carried out: the engine's process, the files. What comes of them is told as events.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::thread;

use server::replace_file;

use super::app::{Effect, Event, FileWork};
use super::archive::{self, Folders};
use super::bot::Thinker;
use super::engine::Engine;
use super::librarian;
use super::recorder::Recorder;

pub struct Outside {
    folders: Folders,
    tell: Sender<Event>,
    engine: Option<Engine>,
    thinker: Thinker,
    recorder: Recorder,
    previews: Sender<PathBuf>,
}

impl Outside {
    pub fn new(folders: Folders, tell: Sender<Event>) -> Outside {
        let written = tell.clone();
        let recorder = Recorder::start(folders.history.clone(), move |result| {
            drop(written.send(Event::Written(result)));
        });
        let shown = tell.clone();
        let previews = librarian::read_previews(move |path, record| {
            shown.send(Event::Previewed { path, record }).is_ok()
        });
        Outside { folders, tell, engine: None, thinker: Thinker::default(), recorder, previews }
    }

    pub fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::OpenEngine(command) => self.engine = Some(Engine::new(command)),
            Effect::StartEngine { run } => self.start_engine(run),
            Effect::WriteEngine(bytes) => self.engine.iter_mut().for_each(|engine| engine.write(&bytes)),
            Effect::StopEngine => self.engine.iter_mut().for_each(Engine::stop),
            Effect::Think(job) => {
                let tell = self.tell.clone();
                self.thinker.think(*job, move |thought| drop(tell.send(Event::Thought(thought))));
            }
            Effect::StopThinking => self.thinker.stop(),
            Effect::Record(version) => self.recorder.write(version),
            Effect::ListGames => {
                let tell = self.tell.clone();
                librarian::list(self.folders.history.clone(), move |found| {
                    tell.send(Event::Found(found)).is_ok()
                });
            }
            Effect::Read(path) => {
                self.aside(move || {
                    let bytes = fs::read(&path).map_err(|error| error.to_string());
                    Event::Read { path, bytes }
                });
            }
            Effect::Preview(path) => drop(self.previews.send(path)),
            // The last thing a program does must not be left to a thread that dies with it.
            Effect::Do(work @ FileWork::SaveConfig(_)) => {
                let event = do_work(work, &self.folders);
                drop(self.tell.send(event));
            }
            Effect::Do(work) => {
                let folders = self.folders.clone();
                self.aside(move || do_work(work, &folders));
            }
        }
    }

    fn start_engine(&mut self, run: u32) {
        let tell = self.tell.clone();
        if let Some(engine) = &mut self.engine {
            engine.start(run, move |event| drop(tell.send(Event::Engine(event))));
        }
    }

    fn aside(&self, work: impl FnOnce() -> Event + Send + 'static) {
        let tell = self.tell.clone();
        thread::spawn(move || drop(tell.send(work())));
    }
}

fn do_work(work: FileWork, folders: &Folders) -> Event {
    let result = match &work {
        FileWork::ThrowAway(path) => archive::throw_away(path, &folders.trash),
        FileWork::Copy { from, to } => copy(from, to),
        FileWork::SaveConfig(text) => write_config(&folders.config, text),
    };
    Event::Done { what: work, result: result.map_err(|error| error.to_string()) }
}

/// Into a folder under the same name; with the ending that makes it a game. Nothing is written over.
fn copy(from: &Path, to: &Path) -> std::io::Result<PathBuf> {
    let mut to = archive::at_home(to);
    if to.is_dir() {
        to.push(from.file_name().unwrap_or_default());
    }
    if !archive::is_sgf(&to) {
        to.as_mut_os_string().push(".sgf");
    }
    let bytes = fs::read(from)?;
    let mut file = fs::File::create_new(&to)
        .map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", to.display())))?;
    std::io::Write::write_all(&mut file, &bytes)?;
    file.sync_all()?;
    Ok(to)
}

fn write_config(path: &Path, text: &str) -> std::io::Result<PathBuf> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(path.to_owned());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    replace_file(path, text.as_bytes())?;
    Ok(path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_gets_its_ending_and_writes_over_nothing() {
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
