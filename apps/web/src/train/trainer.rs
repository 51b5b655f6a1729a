//! The state of the Train page: the open set, the session, and the timer that wakes it.

use std::time::Duration;

use drill::{Order, Plan, Progress, ProgressMark, SESSION_LENGTH, Selection, SessionSettings, SetId};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::UrlSearchParams;

use super::history_store::HistoryStore;
use super::judge::{self, Judgement};
use super::puzzle_file::Puzzles;
use super::session_host::{AnySession, SessionCommand, SessionEvent, SessionSnapshot};
use super::session_options::SessionOptions;
use super::set_store::{now_millis, today};
use super::sound::{self, Sound};
use crate::language;
use crate::page_events::{self, PageEvent};
use crate::page_mount::PageVisibility;
use crate::pages::Page;
use crate::storage;
use crate::timer::{Timer, now};

/// The screens of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    Sets,
    Set,
    Solve,
}

/// A set that is open.
#[derive(Clone)]
pub struct OpenSet {
    pub id: SetId,
    /// The name of its file, which may not be the name of the set.
    pub file_name: String,
    pub puzzles: Puzzles,
    pub progress: Progress,
}

#[derive(Clone, Copy)]
pub struct Trainer {
    pub screen: RwSignal<Screen>,
    pub(super) set: StoredValue<Option<OpenSet>, LocalStorage>,
    pub store: HistoryStore,
    /// How many games of a large file have been looked at, and of how many.
    pub reading: RwSignal<Option<(usize, usize)>>,
    session: StoredValue<Option<AnySession>, LocalStorage>,
    /// Counts changes of the set and the session.
    version: RwSignal<u32>,
    timer: StoredValue<Timer, LocalStorage>,
    selection: StoredValue<Selection>,
    pub options: SessionOptions,
    pub sounds: RwSignal<bool>,
    /// How often the player flipped the board.
    pub flips: RwSignal<u32>,
    /// The last error, as text.
    pub error_text: RwSignal<Option<String>>,
    pub is_stored: RwSignal<bool>,
}

/// Sessions of a cycle have no countdown: a day is longer than any of them.
const NO_LIMIT: Duration = Duration::from_secs(24 * 60 * 60);
const SOUNDS: &str = "tabiya.train.sounds";

pub fn provide() -> Trainer {
    let trainer = Trainer {
        screen: RwSignal::new(Screen::Sets),
        set: StoredValue::new_local(None),
        store: HistoryStore::new(),
        reading: RwSignal::new(None),
        session: StoredValue::new_local(None),
        version: RwSignal::new(0),
        timer: StoredValue::new_local(Timer::default()),
        selection: StoredValue::new(Selection::All),
        options: SessionOptions::new(SESSION_LENGTH.as_secs() / 60),
        sounds: RwSignal::new(storage::get(SOUNDS).as_deref() != Some("off")),
        flips: RwSignal::new(0),
        error_text: RwSignal::new(None),
        is_stored: RwSignal::new(true),
    };
    provide_context(trainer);
    let sounds = trainer.sounds;
    page_events::on(&window(), PageEvent::SettingsChanged, move || {
        sounds.set(storage::get(SOUNDS).as_deref() != Some("off"));
    });
    trainer.follow_store();
    trainer.find_engine();
    trainer.pause_when_hidden();
    trainer
}

impl Trainer {
    pub fn here() -> Trainer {
        expect_context()
    }

    pub fn read_set<T>(self, look: impl FnOnce(&OpenSet) -> T) -> Option<T> {
        self.version.track();
        self.set.with_value(|set| set.as_ref().map(look))
    }

    pub fn read_session<T>(self, look: impl FnOnce(&AnySession) -> T) -> Option<T> {
        self.version.track();
        self.session.with_value(|session| session.as_ref().map(look))
    }

    pub fn snapshot(self) -> Option<SessionSnapshot> {
        self.read_session(|session| session.snapshot(now()))
    }

    /// A value computed again after each command; readers are notified only when it differs.
    pub fn watch<T>(self, look: impl Fn(&SessionSnapshot) -> T + Send + Sync + 'static) -> Memo<Option<T>>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.snapshot().as_ref().map(&look))
    }

    pub(super) fn touch(self) {
        self.version.update(|version| *version = version.wrapping_add(1));
    }

    /// Home links to a set as `/train?set=…`, statistics to a puzzle as `/train?set=…&puzzle=…`. A session in progress is
    /// not interrupted.
    pub fn follow_address(self) {
        let location = window().location();
        let search = location.search().unwrap_or_default();
        let asked = |name| UrlSearchParams::new_with_str(&search).ok().and_then(|all| all.get(name));
        let is_train_page = location.pathname().is_ok_and(|path| path == Page::Train.path());
        let Some(id) = asked("set").filter(|_| is_train_page && self.screen.get_untracked() != Screen::Solve)
        else {
            return;
        };
        let puzzle = asked("puzzle").and_then(|number| number.parse::<usize>().ok()?.checked_sub(1));
        self.open_asked(id, puzzle);
    }

    /// Changes the progress and stores it.
    pub fn change(self, change: impl FnOnce(&mut Progress)) {
        self.set.update_value(|set| {
            if let Some(set) = set {
                let before = ProgressMark::of(&set.progress);
                change(&mut set.progress);
                let (id, after) = ((set.id, set.puzzles.ids()), &set.progress);
                self.store.change(|history| ((), history.record(id, now_millis(), &before, after)));
            }
        });
        self.touch();
    }

    /// Starts a session as the options say.
    pub fn start_chosen_session(self) {
        let minutes = self.options.minutes.get_untracked();
        let length = if minutes == 0 { NO_LIMIT } else { Duration::from_secs(minutes * 60) };
        let selection =
            if self.options.only_failed.get_untracked() { Selection::Failed } else { Selection::All };
        let order = self.options.order();
        let is_started = self.start_session_of(selection, length, |puzzles| order.of(puzzles));
        let nothing = (!is_started).then(|| language::solving().nothing_fits.to_owned());
        self.error_text.set(nothing);
    }

    /// Starts a session of one puzzle, by its index in the set.
    pub fn start_one(self, puzzle: usize) {
        self.start_session_of(Selection::All, NO_LIMIT, |puzzles| {
            puzzles.into_iter().filter(|found| *found == puzzle).collect()
        });
    }

    /// Repeats the failed puzzles of the session that has just ended.
    pub fn retry_session(self) {
        let failed = self.session.with_value(|session| session.as_ref().map(AnySession::failed));
        let failed = failed.unwrap_or_default();
        self.start_session_of(Selection::Failed, NO_LIMIT, |puzzles| {
            puzzles.into_iter().filter(|found| failed.contains(found)).collect()
        });
    }

    /// What is left in the cycle, or the next cycle on a day of rest.
    pub fn work_ahead(self) {
        self.start_session(Selection::Ahead, NO_LIMIT);
    }

    /// Whether the session on the board belongs to a cycle.
    pub fn is_cycle_session(self) -> bool {
        matches!(self.selection.get_value(), Selection::Cycle | Selection::Ahead)
    }

    pub fn retry_failed(self) {
        self.start_session(Selection::Failed, NO_LIMIT);
    }

    /// Starts a session of the puzzles that are due for repetition.
    pub fn repeat_due(self) {
        self.start_session(Selection::Due, NO_LIMIT);
    }

    /// Starts the first cycle.
    pub fn start_cycles(self, plan: Plan) {
        self.change(|progress| progress.start_plan(plan, today()));
        self.start_cycle_session();
    }

    /// Starts today's share of the cycle.
    pub fn start_cycle_session(self) {
        self.start_session(Selection::Cycle, NO_LIMIT);
    }

    fn start_session(self, selection: Selection, length: Duration) {
        self.start_session_of(selection, length, |puzzles| Order::default().of(puzzles));
    }

    /// Returns false if there is no puzzle to ask.
    fn start_session_of(
        self,
        selection: Selection,
        length: Duration,
        choose: impl FnOnce(Vec<usize>) -> Vec<usize>,
    ) -> bool {
        let attempt = self.options.attempt();
        let settings = SessionSettings { attempt, length, next_after: Some(NEXT_AFTER) };
        let session = self.set.with_value(|set| {
            let set = set.as_ref()?;
            let indices = choose(set.progress.puzzles(selection, today()));
            (!indices.is_empty()).then(|| set.puzzles.session(&indices, settings))
        });
        if session.is_none() {
            return false;
        }
        self.selection.set_value(selection);
        self.session.set_value(session);
        self.screen.set(Screen::Solve);
        self.act(SessionCommand::Start);
        true
    }

    pub fn leave(self) {
        self.act(SessionCommand::Stop);
        self.session.set_value(None);
        self.screen.set(Screen::Set);
        self.touch();
    }

    pub fn act(self, command: SessionCommand) {
        let now = now();
        let events = self
            .session
            .try_update_value(|session| session.as_mut().map(|session| session.act(now, command)));
        for event in events.flatten().unwrap_or_default() {
            self.handle_event(event);
        }
        self.touch();
        self.set_timer();
    }

    /// Goes to the next puzzle, or to the end of a line that plays automatically.
    pub fn advance(self) {
        let is_done = self
            .session
            .with_value(|session| session.as_ref().map(|session| session.snapshot(now()).done.is_some()));
        self.act(if is_done == Some(true) { SessionCommand::Next } else { SessionCommand::Jump });
    }

    pub fn toggle_pause(self) {
        let is_paused = self
            .session
            .with_value(|session| session.as_ref().map(|session| session.snapshot(now()).is_paused));
        self.act(if is_paused == Some(true) { SessionCommand::Resume } else { SessionCommand::Pause });
    }

    fn handle_event(self, event: SessionEvent) {
        let sound = match event {
            SessionEvent::Moved => Sound::Move,
            SessionEvent::Captured => Sound::Capture,
            SessionEvent::Right => Sound::Right,
            SessionEvent::Wrong => Sound::Wrong,
            SessionEvent::Done(attempt) => {
                let selection = self.selection.get_value();
                return self.change(|progress| progress.record(today(), selection, attempt));
            }
            SessionEvent::Judge(judgement) => return self.judge(judgement),
            SessionEvent::Ended => return,
        };
        if self.sounds.get_untracked() {
            sound::play(sound);
        }
    }

    /// Passes the engine's verdict to the session, which knows whether it comes too late.
    fn judge(self, judgement: Judgement) {
        spawn_local(async move {
            let verdict = judgement.ask().await;
            self.act(SessionCommand::Judged(judgement.number, verdict));
        });
    }

    /// Looks for an engine that can judge moves.
    fn find_engine(self) {
        let found = self.options.engine;
        spawn_local(async move { found.set(judge::engine().await) });
    }

    pub fn toggle_sounds(self) {
        let is_on = !self.sounds.get_untracked();
        self.sounds.set(is_on);
        let _ = storage::set(SOUNDS, if is_on { "on" } else { "off" });
    }

    fn set_timer(self) {
        let due = self.session.with_value(|session| session.as_ref().and_then(AnySession::deadline));
        self.timer.with_value(|timer| timer.set(due, move || self.act(SessionCommand::Wake)));
    }

    /// Pauses when the tab or the page is hidden. Only the player resumes.
    fn pause_when_hidden(self) {
        let shown = PageVisibility::here();
        Effect::new(move |_| {
            if !shown.get() {
                self.act(SessionCommand::Pause);
            }
        });
        crate::page_events::on_browser_event(&document(), "visibilitychange", move || {
            if document().hidden() {
                self.act(SessionCommand::Pause);
            }
        });
    }
}

/// The time between a right answer and the next puzzle.
const NEXT_AFTER: Duration = Duration::from_millis(1200);
