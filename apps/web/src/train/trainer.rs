//! The trainer on this page: what is trained, where one is, and the timer that wakes the machine.

use std::time::Duration;

use drill::{SESSION_LENGTH, SessionSettings, Stage};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use web_sys::UrlSearchParams;
use words::fill;

use super::class::{self, Act, Class, Heard, Puzzles, Seen};
use super::shelf::{self, Progress};
use super::sound::{self, Sound};
use crate::between::{self, Word};
use crate::language;
use crate::pages::Page;
use crate::room::Shown;
use crate::storage;

/// What the room shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
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
    pub place: RwSignal<Place>,
    set: StoredValue<Option<OpenSet>, LocalStorage>,
    class: StoredValue<Option<Class>, LocalStorage>,
    /// Counts what has happened to the set and to the class.
    version: RwSignal<u32>,
    timer: StoredValue<Option<(Duration, TimeoutHandle)>, LocalStorage>,
    in_cycle: StoredValue<bool>,
    pub minutes: RwSignal<u64>,
    pub sounds: RwSignal<bool>,
    /// How often the board was turned by hand.
    pub flips: RwSignal<u32>,
    /// What could not be done, in words.
    pub trouble: RwSignal<Option<String>>,
    pub is_kept: RwSignal<bool>,
}

/// A day: cycles have their own measure of time.
const NO_LIMIT: Duration = Duration::from_secs(24 * 60 * 60);
const SOUNDS: &str = "tabiya.train.sounds";

pub fn provide() -> Trainer {
    let trainer = Trainer {
        place: RwSignal::new(Place::Sets),
        set: StoredValue::new_local(None),
        class: StoredValue::new_local(None),
        version: RwSignal::new(0),
        timer: StoredValue::new_local(None),
        in_cycle: StoredValue::new(false),
        minutes: RwSignal::new(SESSION_LENGTH.as_secs() / 60),
        sounds: RwSignal::new(storage::find(SOUNDS).as_deref() != Some("off")),
        flips: RwSignal::new(0),
        trouble: RwSignal::new(None),
        is_kept: RwSignal::new(storage::is_allowed()),
    };
    provide_context(trainer);
    let sounds = trainer.sounds;
    between::hear(&window(), Word::Settings, move || {
        sounds.set(storage::find(SOUNDS).as_deref() != Some("off"));
    });
    trainer.pause_when_unseen();
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

    pub fn read_class<T>(self, look: impl FnOnce(&Class) -> T) -> Option<T> {
        self.version.track();
        self.class.with_value(|class| class.as_ref().map(look))
    }

    pub fn seen(self) -> Option<Seen> {
        self.read_class(|class| class.seen(now()))
    }

    /// A value that is made anew after each act, and passed on only where it differs.
    pub fn watch<T>(self, look: impl Fn(&Seen) -> T + Send + Sync + 'static) -> Memo<Option<T>>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.seen().as_ref().map(&look))
    }

    fn touch(self) {
        self.version.update(|version| *version = version.wrapping_add(1));
    }

    /// Opens the puzzles of a file.
    pub fn open(self, name: &str, id: &str, bytes: Vec<u8>) {
        let text = shelf::has_room_for(&bytes).then(|| String::from_utf8(bytes.clone()).ok()).flatten();
        let puzzles = Puzzles::read(bytes);
        if puzzles.len() == 0 {
            self.trouble.set(Some(fill(language::train().nothing_to_find, &[("name", name)])));
            return;
        }
        let kept = shelf::progress(id).filter(|kept| kept.size == puzzles.len());
        let kept = kept.unwrap_or_else(|| Progress::new(String::new(), puzzles.len()));
        // A file may have another name by now, and a sample is told in another language.
        let progress = Progress { name: name.to_owned(), ..kept };
        let is_kept = shelf::keep(id, &progress);
        if let Some(text) = text {
            shelf::keep_text(id, &text);
        }
        self.is_kept.set(is_kept);
        let (games, most) = (puzzles.too_many(), class::MOST);
        let too_many = |games: usize| {
            let counts = [("games", games.to_string()), ("most", most.to_string())];
            fill(language::train().too_many, &counts.each_ref().map(|(name, count)| (*name, count.as_str())))
        };
        self.trouble.set(games.map(too_many));
        self.set.set_value(Some(OpenSet { id: id.to_owned(), puzzles, progress }));
        self.place.set(Place::Set);
        self.touch();
    }

    /// One of the sets that this browser keeps.
    pub fn open_kept(self, id: &str, name: &str) {
        match shelf::text(id) {
            Some(text) => self.open(name, id, text.into_bytes()),
            None => self.trouble.set(Some(fill(language::train().too_large, &[("name", name)]))),
        }
    }

    /// `/train?set=…` is how Home asks for a set. What is being solved is not taken away by it.
    pub fn follow_address(self) {
        let location = window().location();
        let search = location.search().unwrap_or_default();
        let asked = UrlSearchParams::new_with_str(&search).ok().and_then(|all| all.get("set"));
        let is_here = location.pathname().is_ok_and(|path| path == Page::Train.path());
        let Some(id) = asked.filter(|_| is_here && self.place.get_untracked() != Place::Solve) else {
            return;
        };
        let is_open = self.set.with_value(|set| set.as_ref().is_some_and(|set| set.id == id));
        if is_open {
            self.place.set(Place::Set);
        } else if let Some(progress) = shelf::progress(&id) {
            self.open_kept(&id, &progress.name);
        }
    }

    /// Changes how far one has come, and keeps it.
    pub fn change(self, change: impl FnOnce(&mut Progress)) {
        self.set.update_value(|set| {
            if let Some(set) = set {
                change(&mut set.progress);
                self.is_kept.set(shelf::keep(&set.id, &set.progress));
            }
        });
        self.touch();
    }

    /// A session of all puzzles against the clock.
    pub fn begin_session(self) {
        let length = Duration::from_secs(self.minutes.get_untracked() * 60);
        let places = self.read_set(|set| set.progress.order()).unwrap_or_default();
        self.begin(&places, length, false);
    }

    pub fn retry_failed(self) {
        let places = self.read_set(|set| set.progress.failed()).unwrap_or_default();
        self.begin(&places, NO_LIMIT, false);
    }

    /// Today's share of the cycle; the first begins the first cycle.
    pub fn begin_cycle(self) {
        if self.read_set(|set| set.progress.woodpecker.is_none()).unwrap_or(false) {
            self.change(Progress::begin_cycles);
        }
        let places = self.read_set(|set| todays(&set.progress)).unwrap_or_default();
        self.begin(&places, NO_LIMIT, true);
    }

    fn begin(self, places: &[usize], length: Duration, in_cycle: bool) {
        let settings = SessionSettings { length, next_after: Some(NEXT_AFTER), ..SessionSettings::default() };
        let class = self.set.with_value(|set| set.as_ref().map(|set| set.puzzles.class(places, settings)));
        if places.is_empty() || class.is_none() {
            return;
        }
        self.in_cycle.set_value(in_cycle);
        self.class.set_value(class);
        self.place.set(Place::Solve);
        self.act(Act::Start);
    }

    pub fn leave(self) {
        self.act(Act::Stop);
        self.class.set_value(None);
        self.place.set(Place::Set);
        self.touch();
    }

    pub fn act(self, act: Act) {
        let now = now();
        let heard = self.class.try_update_value(|class| class.as_mut().map(|class| class.act(now, act)));
        for heard in heard.flatten().unwrap_or_default() {
            self.hear(heard);
        }
        self.touch();
        self.set_timer();
    }

    /// The next puzzle, or the end of a line that plays itself.
    pub fn go_on(self) {
        let is_done =
            self.class.with_value(|class| class.as_ref().map(|class| class.seen(now()).done.is_some()));
        self.act(if is_done == Some(true) { Act::Next } else { Act::Jump });
    }

    pub fn turn_pause(self) {
        let is_paused =
            self.class.with_value(|class| class.as_ref().map(|class| class.seen(now()).is_paused));
        self.act(if is_paused == Some(true) { Act::Resume } else { Act::Pause });
    }

    fn hear(self, heard: Heard) {
        let sound = match heard {
            Heard::Moved => Sound::Move,
            Heard::Captured => Sound::Capture,
            Heard::Right => Sound::Right,
            Heard::Wrong => Sound::Wrong,
            Heard::Done(attempted) => {
                let in_cycle = self.in_cycle.get_value();
                return self.change(|progress| progress.add(attempted, in_cycle));
            }
            Heard::Ended => return,
        };
        if self.sounds.get_untracked() {
            sound::play(sound);
        }
    }

    pub fn turn_sounds(self) {
        let is_on = !self.sounds.get_untracked();
        self.sounds.set(is_on);
        let _ = storage::keep(SOUNDS, if is_on { "on" } else { "off" });
    }

    fn set_timer(self) {
        let due = self.class.with_value(|class| class.as_ref().and_then(Class::deadline));
        if self.timer.with_value(|timer| timer.as_ref().map(|(at, _)| *at)) == due {
            return;
        }
        let timer = due.and_then(|due| {
            let left = due.saturating_sub(now());
            let handle = set_timeout_with_handle(move || self.wake(), left).ok()?;
            Some((due, handle))
        });
        self.timer.update_value(|old| {
            if let Some((_, old)) = std::mem::replace(old, timer) {
                old.clear();
            }
        });
    }

    fn wake(self) {
        self.timer.set_value(None);
        self.act(Act::Wake);
    }

    /// A hidden tab and another page pause; going on is the player's to say.
    fn pause_when_unseen(self) {
        let shown = Shown::here();
        Effect::new(move |_| {
            if !shown.get() {
                self.act(Act::Pause);
            }
        });
        crate::between::listen(&document(), "visibilitychange", move || {
            if document().hidden() {
                self.act(Act::Pause);
            }
        });
    }
}

/// How long a puzzle that was right stays before the next comes.
const NEXT_AFTER: Duration = Duration::from_millis(1200);

pub fn todays(progress: &Progress) -> Vec<usize> {
    progress.woodpecker.as_ref().map(|set| set.today(shelf::today())).unwrap_or_default()
}

pub fn stage(progress: &Progress) -> Option<Stage> {
    progress.woodpecker.as_ref().map(|set| set.stage(shelf::today()))
}

/// Never back, whatever is done to the clock on the wall.
pub fn now() -> Duration {
    let milliseconds = window().performance().map_or(0.0, |clock| clock.now());
    Duration::from_micros((milliseconds * 1000.0) as u64)
}
