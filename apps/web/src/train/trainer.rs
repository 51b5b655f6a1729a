//! The state of the Train page: the open set, the session, and the timer that wakes it.

use std::time::Duration;

use drill::{Progress, SESSION_LENGTH, Selection, SessionSettings};
use i18n::fill;
use leptos::prelude::*;
use web_sys::UrlSearchParams;

use super::session_host::{self, AnySession, Puzzles, SessionCommand, SessionEvent, SessionSnapshot};
use super::set_store::{self, today};
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
    pub id: String,
    pub puzzles: Puzzles,
    pub progress: Progress,
}

#[derive(Clone, Copy)]
pub struct Trainer {
    pub screen: RwSignal<Screen>,
    set: StoredValue<Option<OpenSet>, LocalStorage>,
    session: StoredValue<Option<AnySession>, LocalStorage>,
    /// Counts changes of the set and the session.
    version: RwSignal<u32>,
    timer: StoredValue<Timer, LocalStorage>,
    selection: StoredValue<Selection>,
    pub minutes: RwSignal<u64>,
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
        session: StoredValue::new_local(None),
        version: RwSignal::new(0),
        timer: StoredValue::new_local(Timer::default()),
        selection: StoredValue::new(Selection::All),
        minutes: RwSignal::new(SESSION_LENGTH.as_secs() / 60),
        sounds: RwSignal::new(storage::get(SOUNDS).as_deref() != Some("off")),
        flips: RwSignal::new(0),
        error_text: RwSignal::new(None),
        is_stored: RwSignal::new(storage::is_available()),
    };
    provide_context(trainer);
    let sounds = trainer.sounds;
    page_events::on(&window(), PageEvent::SettingsChanged, move || {
        sounds.set(storage::get(SOUNDS).as_deref() != Some("off"));
    });
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

    fn touch(self) {
        self.version.update(|version| *version = version.wrapping_add(1));
    }

    /// Opens the puzzles of a file.
    pub fn open(self, name: &str, id: &str, bytes: Vec<u8>) {
        let text =
            set_store::fits_in_storage(&bytes).then(|| String::from_utf8(bytes.clone()).ok()).flatten();
        let puzzles = Puzzles::read(name, bytes);
        if puzzles.len() == 0 {
            self.error_text.set(Some(fill(language::train().no_puzzles, &[("name", name)])));
            return;
        }
        // Under the new name: the file may have been renamed, and the name of a sample depends on the language.
        let progress = Progress::resume(set_store::progress(id), name, puzzles.len());
        let is_stored = set_store::store(id, &progress);
        if let Some(text) = text {
            set_store::store_text(id, &text);
        }
        self.is_stored.set(is_stored);
        let (games, most) = (puzzles.too_many(), session_host::MAX_GAMES);
        let too_many = |games: usize| {
            let counts = [("games", games.to_string()), ("most", most.to_string())];
            fill(language::train().too_many, &counts.each_ref().map(|(name, count)| (*name, count.as_str())))
        };
        self.error_text.set(games.map(too_many));
        self.set.set_value(Some(OpenSet { id: id.to_owned(), puzzles, progress }));
        self.screen.set(Screen::Set);
        self.touch();
    }

    /// Opens a set stored in this browser.
    pub fn open_stored(self, id: &str, name: &str) {
        match set_store::text(id) {
            Some(text) => self.open(name, id, text.into_bytes()),
            None => self.error_text.set(Some(fill(language::train().too_large, &[("name", name)]))),
        }
    }

    /// Home links to a set as `/train?set=…`. A session in progress is not interrupted.
    pub fn follow_address(self) {
        let location = window().location();
        let search = location.search().unwrap_or_default();
        let asked = UrlSearchParams::new_with_str(&search).ok().and_then(|all| all.get("set"));
        let is_train_page = location.pathname().is_ok_and(|path| path == Page::Train.path());
        let Some(id) = asked.filter(|_| is_train_page && self.screen.get_untracked() != Screen::Solve) else {
            return;
        };
        let is_open = self.set.with_value(|set| set.as_ref().is_some_and(|set| set.id == id));
        if is_open {
            self.screen.set(Screen::Set);
        } else if let Some(progress) = set_store::progress(&id) {
            self.open_stored(&id, &progress.name);
        }
    }

    /// Changes the progress and stores it.
    pub fn change(self, change: impl FnOnce(&mut Progress)) {
        self.set.update_value(|set| {
            if let Some(set) = set {
                change(&mut set.progress);
                self.is_stored.set(set_store::store(&set.id, &set.progress));
            }
        });
        self.touch();
    }

    /// Starts a timed session of all puzzles.
    pub fn start_timed_session(self) {
        let length = Duration::from_secs(self.minutes.get_untracked() * 60);
        self.start_session(Selection::All, length);
    }

    pub fn retry_failed(self) {
        self.start_session(Selection::Failed, NO_LIMIT);
    }

    /// Starts a session of the puzzles that are due for repetition.
    pub fn repeat_due(self) {
        self.start_session(Selection::Due, NO_LIMIT);
    }

    /// Starts today's share of the cycle, and the first cycle if there is none.
    pub fn start_cycle_session(self) {
        if self.read_set(|set| !set.progress.has_cycles()).unwrap_or(false) {
            self.change(|progress| progress.start_cycles(today()));
        }
        self.start_session(Selection::Cycle, NO_LIMIT);
    }

    fn start_session(self, selection: Selection, length: Duration) {
        let settings = SessionSettings { length, next_after: Some(NEXT_AFTER), ..SessionSettings::default() };
        let session = self.set.with_value(|set| {
            let set = set.as_ref()?;
            let indices = set.progress.puzzles(selection, today());
            (!indices.is_empty()).then(|| set.puzzles.session(&indices, settings))
        });
        if session.is_none() {
            return;
        }
        self.selection.set_value(selection);
        self.session.set_value(session);
        self.screen.set(Screen::Solve);
        self.act(SessionCommand::Start);
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
            SessionEvent::Ended => return,
        };
        if self.sounds.get_untracked() {
            sound::play(sound);
        }
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
