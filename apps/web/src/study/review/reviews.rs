//! The reviews of this session, and the queue: the server reviews one game at a time.

use std::collections::{BTreeMap, VecDeque};

use api::CallError;
use api::review::{ReviewRequest, ReviewState, ReviewUpdate};
use leptos::prelude::*;
use leptos::task::spawn_local;
use study::GameId;
use web_sys::AbortController;

use super::game_line::GameLine;
use crate::client::read_lines;
use crate::language;
use crate::pages::is_guest;
use crate::study::page_state::PageState;

/// A game of an open file.
pub type GameKey = (GameId, usize);

pub struct GameReview {
    pub line: GameLine,
    pub request: ReviewRequest,
    pub status: Status,
    pub update: ReviewUpdate,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// Another game of this page is being reviewed.
    Queued,
    Running,
    Stopped,
    Failed(String),
    Finished,
}

impl Status {
    pub fn is_going_on(&self) -> bool {
        matches!(self, Status::Queued | Status::Running)
    }
}

#[derive(Clone, Copy)]
pub struct Reviews {
    all: RwSignal<BTreeMap<GameKey, GameReview>>,
    queue: StoredValue<VecDeque<GameKey>>,
    running: StoredValue<Option<(GameKey, AbortController)>, LocalStorage>,
    /// How often a review was asked for: then it is to be seen.
    pub asked: RwSignal<u32>,
}

impl Reviews {
    pub fn new() -> Reviews {
        Reviews {
            all: RwSignal::new(BTreeMap::new()),
            queue: StoredValue::new(VecDeque::new()),
            running: StoredValue::new_local(None),
            asked: RwSignal::new(0),
        }
    }

    /// Reads the review of a game and tracks all of them.
    pub fn with<T>(self, key: GameKey, look: impl FnOnce(&GameReview) -> T) -> Option<T> {
        self.all.with(|all| all.get(&key).map(look))
    }

    pub fn peek<T>(self, key: GameKey, look: impl FnOnce(&GameReview) -> T) -> Option<T> {
        self.all.with_untracked(|all| all.get(&key).map(look))
    }

    /// Whether the current game has one.
    pub fn watch(self, page_state: PageState) -> Memo<bool> {
        let key = key(page_state);
        Memo::new(move |_| self.with(key.get(), |_| ()).is_some())
    }

    /// Begins the review of the current game, goes on with it, or only shows it.
    pub fn begin(self, page_state: PageState) {
        if is_guest() {
            return page_state.toasts.show(language::here().analysis().guests.to_owned());
        }
        let key = page_state.peek(current);
        let goes_on = page_state.peek(|workspace| {
            let record = workspace.current().record();
            self.peek(key, |review| review.line.is_still_in(record).then(|| review.status.clone())).flatten()
        });
        match goes_on {
            None => self.begin_anew(page_state, false),
            Some(Status::Stopped | Status::Failed(_)) => self.enqueue(key),
            Some(Status::Queued | Status::Running | Status::Finished) => {}
        }
        self.asked.update(|asked| *asked += 1);
    }

    /// `again`: positions of which the file has values are searched, too.
    pub fn begin_anew(self, page_state: PageState, again: bool) {
        let key = page_state.peek(current);
        self.stop(key);
        let line = page_state.peek(|workspace| GameLine::of(workspace.current().record(), again));
        let Some((line, request)) = line else { return };
        let review = GameReview { line, request, status: Status::Queued, update: ReviewUpdate::default() };
        self.all.update(|all| _ = all.insert(key, review));
        self.enqueue(key);
    }

    pub fn go_on(self, key: GameKey) {
        self.enqueue(key);
    }

    /// What was found stays.
    pub fn stop(self, key: GameKey) {
        self.queue.update_value(|queue| queue.retain(|waiting| *waiting != key));
        let is_running =
            self.running.with_value(|running| running.as_ref().is_some_and(|(of, _)| *of == key));
        if is_running && let Some((_, search)) = self.running.try_update_value(Option::take).flatten() {
            search.abort();
        }
        let is_going_on = self.peek(key, |review| review.status.is_going_on()).unwrap_or(false);
        if is_going_on {
            self.change(key, |review| review.status = Status::Stopped);
        }
        self.begin_next();
    }

    pub fn close(self, key: GameKey) {
        self.stop(key);
        self.all.update(|all| _ = all.remove(&key));
    }

    fn enqueue(self, key: GameKey) {
        self.change(key, |review| review.status = Status::Queued);
        self.queue.update_value(|queue| {
            if !queue.contains(&key) {
                queue.push_back(key);
            }
        });
        self.begin_next();
    }

    fn begin_next(self) {
        if self.running.with_value(Option::is_some) {
            return;
        }
        let Some(key) = self.queue.try_update_value(VecDeque::pop_front).flatten() else { return };
        let request = self.peek(key, |review| review.request.clone());
        let (Some(request), Ok(search)) = (request, AbortController::new()) else {
            return self.begin_next();
        };
        let signal = search.signal();
        self.running.set_value(Some((key, search)));
        self.change(key, |review| review.status = Status::Running);
        let call = api::review::review(&request);
        spawn_local(async move {
            let on_line = |line: &[u8]| {
                if let Ok(update) = serde_json::from_slice::<ReviewUpdate>(line)
                    && !signal.aborted()
                {
                    self.change(key, |review| review.update.add(update));
                }
            };
            let ended = read_lines(&call, &signal, on_line).await;
            // Whoever aborted it has noted it.
            if !signal.aborted() {
                self.ended(key, ended);
            }
        });
    }

    fn ended(self, key: GameKey, ended: Result<(), CallError>) {
        self.running.set_value(None);
        let text = |error: CallError| error.message_in(api::analysis::wording, language::here());
        self.change(key, |review| {
            review.status = match (ended, &review.update.state) {
                (Err(error), _) => Status::Failed(text(error)),
                (Ok(()), ReviewState::Finished) => Status::Finished,
                (Ok(()), ReviewState::Failed(error)) => {
                    Status::Failed(error.message_in(api::analysis::wording, language::here()))
                }
                // The server stops.
                (Ok(()), _) => Status::Failed(text(CallError::Unreachable)),
            };
        });
        self.begin_next();
    }

    fn change(self, key: GameKey, change: impl FnOnce(&mut GameReview)) {
        self.all.update(|all| {
            if let Some(review) = all.get_mut(&key) {
                change(review);
            }
        });
    }
}

/// Of the current game.
pub fn key(page_state: PageState) -> Memo<GameKey> {
    page_state.watch(current)
}

pub fn current(workspace: &study::Workspace) -> GameKey {
    (workspace.current().id(), workspace.current().record().number())
}
