//! The desktop program as host: files by path, native dialogs, a folder for autosaves.

use std::cell::RefCell;
use std::rc::Rc;

use api::files::OpenedFile;
use api::{CallError, Tagged};
use study::FileName;
use web_sys::DataTransfer;

use super::job_queue::JobQueue;
use super::studio_files::{self, Checked, name_of};
use super::{
    Autosave, AutosaveStore, Clipboard, Failure, FileAccess, LoadedFile, LocalFuture, Saved, SavedFile,
    not_readable, shell,
};
use crate::client::{call, call_now};

/// Prefix of the keys of games that have no file yet.
const NEW: &str = "new-";

/// By identity: the number of the file in the program's list, and the entity tag of the contents last seen.
type WriteTargets = Rc<RefCell<Vec<(String, usize, String)>>>;

#[derive(Default)]
pub struct DesktopFiles {
    targets: WriteTargets,
    checked: Checked,
}

impl FileAccess for DesktopFiles {
    fn pending(&self) -> LocalFuture<Vec<Result<LoadedFile, Failure>>> {
        let (targets, checked) = (self.targets.clone(), self.checked.clone());
        Box::pin(async move {
            let mut loaded = Vec::new();
            for file in shell::take_files() {
                loaded.push(read(&targets, &checked, file).await);
            }
            loaded
        })
    }

    fn read_opened(&self, file: OpenedFile) -> LocalFuture<Result<LoadedFile, Failure>> {
        let (targets, checked) = (self.targets.clone(), self.checked.clone());
        Box::pin(async move { read(&targets, &checked, file).await })
    }

    fn pick(&self) -> LocalFuture<Result<Option<LoadedFile>, Failure>> {
        let (targets, checked) = (self.targets.clone(), self.checked.clone());
        Box::pin(async move {
            match call(api::shell::pick()).await? {
                Some(file) => read(&targets, &checked, file).await.map(Some),
                None => Ok(None),
            }
        })
    }

    /// The native window handles drops and reports them like any file opened through the system.
    fn dropped(&self, _: &DataTransfer) -> LocalFuture<Vec<Result<LoadedFile, Failure>>> {
        Box::pin(async { Vec::new() })
    }

    fn write(
        &self,
        file: Option<FileName>,
        name: String,
        bytes: Vec<u8>,
        overwrite: bool,
    ) -> LocalFuture<Saved> {
        let targets = self.targets.clone();
        let target = file.as_ref().and_then(|file| target_of(&targets, &file.identity));
        Box::pin(async move {
            match (target, file) {
                (Some((number, tag)), Some(file)) => {
                    let Tagged { tag, value: replaced } =
                        studio_files::write(number, &tag, bytes, overwrite).await?;
                    remember(&targets, &file, number, tag);
                    Ok(Some(SavedFile { file, replaced }))
                }
                _ => save_somewhere(&targets, &name, bytes).await,
            }
        })
    }

    fn save_as(&self, name: String, bytes: Vec<u8>) -> LocalFuture<Saved> {
        let targets = self.targets.clone();
        Box::pin(async move { save_somewhere(&targets, &name, bytes).await })
    }

    fn read_again(&self, file: &FileName, reload: bool) -> LocalFuture<Result<Vec<u8>, Failure>> {
        let (targets, file) = (self.targets.clone(), file.clone());
        Box::pin(async move {
            let (number, _) = target_of(&targets, &file.identity).ok_or_else(not_readable)?;
            let Tagged { tag, value } = call(api::files::read(number)).await?;
            if reload {
                remember(&targets, &file, number, tag);
            }
            Ok(value)
        })
    }

    fn changed(&self) -> LocalFuture<Vec<String>> {
        let (targets, checked) = (self.targets.clone(), self.checked.clone());
        Box::pin(async move {
            let numbers = targets.borrow().iter().map(|(_, number, _)| *number).collect();
            let written = studio_files::written(checked, numbers).await;
            let targets = targets.borrow();
            let is_changed = |number: usize, seen: &str| {
                written.iter().any(|(written, tag)| *written == number && tag != seen)
            };
            let changed = targets.iter().filter(|(_, number, seen)| is_changed(*number, seen));
            changed.map(|(identity, ..)| identity.clone()).collect()
        })
    }

    fn number_of(&self, file: &FileName) -> Option<usize> {
        target_of(&self.targets, &file.identity).map(|(number, _)| number)
    }

    fn tag_of(&self, file: &FileName) -> Option<String> {
        target_of(&self.targets, &file.identity).map(|(_, tag)| tag)
    }
}

fn target_of(targets: &WriteTargets, identity: &str) -> Option<(usize, String)> {
    let targets = targets.borrow();
    targets.iter().find(|(known, ..)| known == identity).map(|(_, number, tag)| (*number, tag.clone()))
}

fn remember(targets: &WriteTargets, file: &FileName, number: usize, tag: String) {
    let mut targets = targets.borrow_mut();
    targets.retain(|(known, ..)| *known != file.identity);
    targets.push((file.identity.clone(), number, tag));
}

async fn read(targets: &WriteTargets, checked: &Checked, file: OpenedFile) -> Result<LoadedFile, Failure> {
    let (loaded, tag) = studio_files::read(&file).await?;
    checked.note(&file);
    remember(targets, &loaded.file, file.number, tag);
    Ok(loaded)
}

async fn save_somewhere(targets: &WriteTargets, name: &str, bytes: Vec<u8>) -> Saved {
    let Some(saved) = call(api::shell::save(name, bytes)).await? else { return Ok(None) };
    let file = name_of(&saved.value);
    remember(targets, &file, saved.value.number, saved.tag);
    Ok(Some(file.into()))
}

/// Operations run one after another.
pub struct DesktopAutosave {
    jobs: Rc<JobQueue>,
    /// Prefix of the keys of this workspace's new games.
    ours: String,
}

impl DesktopAutosave {
    pub fn new(workspace: u64) -> DesktopAutosave {
        DesktopAutosave { jobs: Rc::default(), ours: format!("{NEW}{workspace:x}-") }
    }
}

impl AutosaveStore for DesktopAutosave {
    fn save(&self, key: String, bytes: Vec<u8>) -> LocalFuture<Result<(), Failure>> {
        let saved = self.jobs.push(call(api::shell::write_autosave(&key, bytes)));
        Box::pin(async move { Ok(saved.await.unwrap_or(Err(CallError::Unreachable))?) })
    }

    fn save_now(&self, key: &str, bytes: &[u8]) {
        // The page is being closed: no one would see an error.
        let _ = call_now(&api::shell::write_autosave(key, bytes.to_vec()));
    }

    fn load(&self, key: String) -> LocalFuture<Option<Autosave>> {
        let loaded = self.jobs.push(call(api::shell::load_autosave(&key)));
        Box::pin(async move {
            let autosave = loaded.await?.ok()??;
            Some(Autosave { saved_at: autosave.saved_at as f64, bytes: autosave.bytes })
        })
    }

    /// There is only one window, so games of other workspaces are orphaned.
    fn orphaned(&self) -> LocalFuture<Vec<String>> {
        let ours = self.ours.clone();
        let keys = self.jobs.push(call(api::shell::autosaves()));
        Box::pin(async move {
            let mut keys = keys.await.and_then(Result::ok).unwrap_or_default();
            keys.retain(|key| key.starts_with(NEW) && !key.starts_with(&ours));
            keys
        })
    }

    fn discard(&self, key: String) -> LocalFuture<()> {
        let discarded = self.jobs.push(call(api::shell::delete_autosave(&key)));
        Box::pin(async move {
            // If it fails, the autosave is offered again, and expires after seven days.
            let _ = discarded.await;
        })
    }

    fn flushed(&self) -> LocalFuture<()> {
        let flushed = self.jobs.push(async {});
        Box::pin(async move { flushed.await.unwrap_or_default() })
    }

    /// The program does this when it starts.
    fn remove_expired(&self) -> LocalFuture<()> {
        Box::pin(async {})
    }
}

pub struct DesktopClipboard;

impl Clipboard for DesktopClipboard {
    fn copy(&self, text: String) -> LocalFuture<Result<(), Failure>> {
        Box::pin(async move { Ok(call(api::shell::copy(&text)).await?) })
    }
}
