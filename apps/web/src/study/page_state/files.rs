//! Files: opened, restored after a crash, written, and their earlier versions.

use std::collections::VecDeque;

use api::files::{self, Replaced, Version};
use i18n::fill;
use leptos::prelude::*;
use leptos::task::spawn_local;
use record::GameType;
use study::{Autosaved, FileName, GameId, Input, Opened, ReadFor, Reopened, Target, Workspace, untitled};
use web_sys::DataTransfer;

use super::{Arrival, Origin, PageState, places};
use crate::bridge::{Failure, LoadedFile, NotSaved, Saved, SavedFile, name_of, named, unplaced_name};
use crate::client::call;
use crate::handoff::Handed;
use crate::{language, recent, route};

impl PageState {
    pub(super) async fn begin(self) {
        let host = self.host();
        host.autosave.remove_expired().await;
        let pending = host.files.pending().await;
        if route::query("open").is_some() {
            self.leave_out_other_files().await;
        }
        for found in self.reopen_session(pending).await {
            self.take(found, Origin::User).await;
        }
        for key in host.autosave.orphaned().await {
            self.restore_orphan(key).await;
        }
    }

    /// The page was opened for some files only: loading it again does not open those that other pages open.
    async fn leave_out_other_files(self) {
        let others = call(files::list()).await.unwrap_or_default();
        let others = others.iter().map(|file| name_of(file).identity);
        self.seen_files.update_value(|seen| seen.extend(others));
    }

    pub(super) async fn pick(self) {
        let picked = self.host().files.pick().await;
        if let Some(found) = picked.transpose() {
            self.take(found, Origin::User).await;
        }
    }

    /// Opens the files that the system wants opened.
    pub async fn open_pending(self) {
        for found in self.host().files.pending().await {
            self.take(found, Origin::System).await;
        }
    }

    /// Opens files dropped on the page.
    pub fn drop(self, transfer: &DataTransfer) {
        let dropped = self.host().files.dropped(transfer);
        spawn_local(async move {
            for found in dropped.await {
                self.take(found, Origin::User).await;
            }
        });
    }

    /// Opens what another page handed over.
    pub fn receive(self, handed: Handed) {
        let files = self.host().files;
        let open = async move {
            let found = match handed {
                Handed::Record { name, bytes } | Handed::Review { name, bytes } => {
                    Ok(LoadedFile { file: named(&name, &bytes), bytes, modified: None, old_key: None })
                }
                Handed::File(file) => files.read_opened(file).await,
            };
            self.take(found, Origin::User).await;
        };
        drop(self.opening.get_value().push(open));
    }

    pub(super) async fn take(self, found: Result<LoadedFile, Failure>, from: Origin) {
        match found {
            Ok(LoadedFile { file, bytes, modified, old_key }) => {
                recent::add(&file.name, &bytes);
                let stored = self.autosaved([Some(file.identity.clone()), old_key]).await;
                let is_newer = |stored: &Autosaved| modified.is_none_or(|at| stored.saved_at as f64 > at);
                let opened = Opened { file, bytes, autosaved: stored.filter(is_newer) };
                self.arrive(Arrival::new(opened, from));
            }
            Err(why) => self.toasts.show(fill(language::study().cannot_open, &[("why", &why.to_string())])),
        }
    }

    /// The latest autosave under one of these keys.
    pub(super) async fn autosaved(self, keys: [Option<String>; 2]) -> Option<Autosaved> {
        let mut found = Vec::new();
        for key in keys.into_iter().flatten() {
            let store = self.host().autosave;
            let Some(stored) = store.load(key.clone()).await else { continue };
            let place = places::load(&*store, &key).await;
            found.push(Autosaved { place, key, saved_at: stored.saved_at as u64, bytes: stored.bytes });
        }
        found.into_iter().max_by_key(|autosaved| autosaved.saved_at)
    }

    async fn restore_orphan(self, key: String) {
        let autosaved = self.autosaved([Some(key.clone()), None]).await;
        let unnamed = || untitled(language::here().workspace(), GameType::Go);
        let name = unplaced_name(&key).map_or_else(unnamed, str::to_owned);
        let file = FileName { name, path: None, identity: key };
        if autosaved.is_some() && !self.peek(|workspace| is_open(workspace, &file)) {
            let message = Some(restored_text(&file));
            let opened = Opened { file, bytes: Vec::new(), autosaved };
            self.arrive(Arrival { message, ..Arrival::new(opened, Origin::Earlier) });
        }
    }

    pub(super) fn arrive(self, arrival: Arrival) {
        self.arrived.update_value(|arrived| arrived.push_back(arrival));
        self.open_next();
        self.set_timer();
    }

    /// Opens the next file if no question and no dialog is open.
    pub(super) fn open_next(self) {
        while self.shown.get_untracked().is_none() && self.peek(|workspace| workspace.question().is_none()) {
            let next = self.arrived.try_update_value(VecDeque::pop_front).flatten();
            let Some(Arrival { opened, from, place, is_current, message }) = next else { return };
            let effects = self.handle(match from {
                Origin::System => Input::Activated(opened),
                Origin::User => Input::Opened(opened),
                Origin::Earlier => Input::Reopened(Box::new(Reopened { opened, place, is_current })),
            });
            message.into_iter().for_each(|message| self.toasts.show(message));
            effects.into_iter().for_each(|effect| self.run_effect(effect));
        }
    }

    pub(super) fn write(self, game: GameId, target: Target, bytes: Vec<u8>, revision: u64) {
        let files = self.host().files;
        let file = self.peek(|workspace| workspace.game(game).and_then(|game| game.file().cloned()));
        let (is_copy, saving) = match target {
            Target::Same { suggested } => (false, files.write(file, suggested, bytes, false)),
            Target::Overwrite { suggested } => (false, files.write(file, suggested, bytes, true)),
            Target::Pick { suggested } => (false, files.save_as(suggested, bytes)),
            Target::Copy { suggested } => (true, files.save_as(suggested, bytes)),
        };
        spawn_local(async move { self.written(game, revision, is_copy, saving.await) });
    }

    fn written(self, game: GameId, revision: u64, is_copy: bool, saved: Saved) {
        let input = match saved {
            Ok(Some(SavedFile { file, replaced })) => {
                self.report(replaced);
                Input::Saved { game, revision, file: (!is_copy).then_some(file) }
            }
            Ok(None) => Input::SaveFailed { game, why: language::study().no_location.to_owned() },
            Err(NotSaved::FileChanged) => Input::FileChanged { game },
            Err(NotSaved::Failed(why)) => Input::SaveFailed { game, why: why.sentence() },
        };
        self.act(input);
    }

    pub(super) async fn read_file_again(self, game: GameId, purpose: ReadFor) {
        let file = self.peek(|workspace| workspace.game(game)?.file().cloned());
        let Some(file) = file else { return };
        match self.host().files.read_again(&file, purpose == ReadFor::Reload).await {
            Ok(bytes) => self.act(Input::ReadAgain { game, purpose, bytes }),
            Err(why) => self.toasts.show(fill(language::study().cannot_open, &[("why", &why.to_string())])),
        }
    }

    /// Tells where another program's version is now, or why there is no copy of the earlier one.
    fn report(self, replaced: Replaced) {
        if let Some(path) = replaced.kept {
            self.toasts.show(fill(language::study().other_version_kept, &[("path", &path)]));
        }
        if let Some(problem) = replaced.problem {
            self.toasts.show(problem.message_in(api::general, language::here()));
        }
    }

    /// The earlier versions of a game's file.
    pub async fn versions(self, game: GameId) -> Result<Vec<Version>, Failure> {
        match self.number_of(game) {
            Some(number) => Ok(call(files::versions(number)).await?),
            None => Ok(Vec::new()),
        }
    }

    /// Replaces the record of a game by an earlier version.
    pub async fn restore_version(self, game: GameId, id: String) {
        let Some(number) = self.number_of(game) else { return };
        match call(files::read_version(number, &id)).await {
            Ok(bytes) => self.act(Input::RestoreVersion { game, bytes }),
            Err(error) => self.toasts.show(Failure::from(error).sentence()),
        }
    }

    fn number_of(self, game: GameId) -> Option<usize> {
        let file = self.peek(|workspace| workspace.game(game)?.file().cloned())?;
        self.host().files.number_of(&file)
    }

    pub(super) async fn copy(self, text: String) {
        if let Err(why) = self.host().clipboard.copy(text).await {
            self.toasts.show(fill(language::study().not_copied, &[("why", &why.to_string())]));
        }
    }
}

impl Arrival {
    pub(super) fn new(opened: Opened, from: Origin) -> Arrival {
        Arrival { opened, from, place: None, is_current: false, message: None }
    }
}

fn is_open(workspace: &Workspace, file: &FileName) -> bool {
    let is_it = |open: &FileName| open.identity == file.identity;
    workspace.games().iter().any(|game| game.file().is_some_and(is_it))
}

/// What the user is told when an autosave without a known file was restored.
fn restored_text(file: &FileName) -> String {
    let words = language::study();
    match unplaced_name(&file.identity) {
        Some(name) => fill(words.unplaced_restored, &[("name", name)]),
        None => words.game_restored.to_owned(),
    }
}
