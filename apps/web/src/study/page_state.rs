//! The state of the Study page: passes inputs to the workspace, runs the effects on the host, and notifies views
//! of changes. It stays in memory while another page is shown, so that nothing is lost.

mod file_watch;
mod files;
mod places;
mod session;

use std::collections::VecDeque;
use std::rc::Rc;

use diagram::go::Look;
use i18n::fill;
use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use record::GoRecord;
use study::{Command, Dialog, Effect, Input, Opened, Place, Platform, Workspace};
use web_sys::js_sys::{Math, encode_uri_component};

use super::analysis::AnalysisSwitches;
use super::review::Reviews;
use super::toast::Toasts;
use crate::bridge::job_queue::JobQueue;
use crate::bridge::{self, Host, shell};
use crate::timer::{Timer, now};
use crate::{dialog, handoff, language, route};

#[derive(Clone, Copy)]
pub struct PageState {
    workspace: StoredValue<Workspace, LocalStorage>,
    host: StoredValue<Host, LocalStorage>,
    version: RwSignal<u32>,
    timer: StoredValue<Timer, LocalStorage>,
    /// What another page hands over comes after the files that the studio was started with: it is to be in front.
    opening: StoredValue<Rc<JobQueue>, LocalStorage>,
    /// Files wait here while a question or a dialog is open.
    arrived: StoredValue<VecDeque<Arrival>, LocalStorage>,
    /// Files of the studio that were open at some time in this tab, by identity.
    seen_files: StoredValue<Vec<String>, LocalStorage>,
    pub shown: RwSignal<Option<Dialog>>,
    /// Dialogs that wait until the one that is shown is closed.
    next_dialogs: StoredValue<VecDeque<Dialog>, LocalStorage>,
    /// How pictures of the board look, as it is drawn.
    pub picture_options: StoredValue<(Look, bool)>,
    pub analysis: AnalysisSwitches,
    pub reviews: Reviews,
    pub toasts: Toasts,
    pub board: NodeRef<html::Div>,
}

struct Arrival {
    opened: Opened,
    from: Origin,
    /// None if only the autosave knows it.
    place: Option<Place>,
    is_current: bool,
    /// Shown once it is open.
    message: Option<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum Origin {
    /// The user chose it on this page, or named it on the command line.
    User,
    /// The operating system wants it opened, while the user may be busy with something else.
    System,
    /// It was open before the page was loaded again, or is an autosave without a file: opened without a question.
    Earlier,
}

/// Provides a workspace, and opens the files that the studio was started with and unsaved games.
pub fn provide() {
    let name = random_number();
    let platform = if shell::is_here() { Platform::Desktop } else { Platform::Browser };
    let page_state = PageState {
        workspace: StoredValue::new_local(Workspace::new(platform, name).in_language(language::here())),
        host: StoredValue::new_local(Host::here(name)),
        version: RwSignal::new(0),
        timer: StoredValue::new_local(Timer::default()),
        opening: StoredValue::new_local(Rc::default()),
        arrived: StoredValue::new_local(VecDeque::new()),
        seen_files: StoredValue::new_local(Vec::new()),
        shown: RwSignal::new(None),
        next_dialogs: StoredValue::new_local(VecDeque::new()),
        picture_options: StoredValue::new((Look::default(), true)),
        analysis: AnalysisSwitches::read(),
        reviews: Reviews::new(),
        toasts: Toasts::new(),
        board: NodeRef::new(),
    };
    provide_context(page_state);
    page_state.autosave_before_unload();
    page_state.watch_files();
    drop(page_state.opening.get_value().push(page_state.begin()));
}

/// Opens the library with a search for the games that reach the position.
fn search_library(position: &str) {
    route::go(&format!("/library?position={}", String::from(encode_uri_component(position))));
}

/// Large enough to be unique to this page.
fn random_number() -> u64 {
    (Math::random() * (1_u64 << 52) as f64) as u64
}

impl PageState {
    /// Every part of the page is below `provide`.
    pub fn here() -> PageState {
        expect_context()
    }

    /// Reads the workspace and tracks it: the reader runs again after each input.
    pub fn read<T>(self, look: impl FnOnce(&Workspace) -> T) -> T {
        self.version.track();
        self.workspace.with_value(look)
    }

    pub fn peek<T>(self, look: impl FnOnce(&Workspace) -> T) -> T {
        self.workspace.with_value(look)
    }

    /// The number of inputs so far; it wraps around.
    pub fn count(self) -> u32 {
        self.version.get_untracked()
    }

    /// A value computed after each input; its readers are notified only if it differs.
    pub fn watch<T>(self, look: impl Fn(&Workspace) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.read(&look))
    }

    /// Like `watch`, for the current Go game; the default while another game is current.
    pub fn watch_go<T>(self, look: impl Fn(&GoRecord) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: Default + PartialEq + Send + Sync + 'static,
    {
        self.watch(move |workspace| workspace.current().go().map(&look).unwrap_or_default())
    }

    pub fn command(self, command: Command) {
        self.act(Input::Do(command));
    }

    pub fn act(self, input: Input) {
        let leaving = input == Input::PageHides;
        let effects = self.handle(input);
        for effect in effects {
            match effect {
                Effect::Autosave { key, bytes, place, .. } if leaving => {
                    self.autosave_now(places::key_of(&key), places::write(&place));
                    self.autosave_now(key, bytes);
                }
                Effect::StorePlace { key, place } if leaving => {
                    self.autosave_now(places::key_of(&key), places::write(&place));
                }
                effect => self.run_effect(effect),
            }
        }
        self.open_next();
        self.set_timer();
    }

    fn handle(self, input: Input) -> Vec<Effect> {
        let effects =
            self.workspace.try_update_value(|workspace| workspace.handle(now(), input)).unwrap_or_default();
        self.version.update(|version| *version = version.wrapping_add(1));
        effects
    }

    fn run_effect(self, effect: Effect) {
        match effect {
            Effect::Notify(text) => self.toasts.show(text),
            Effect::NotifyPlace(text) => self.toasts.show_place(text),
            // The dialog reads the question from the workspace.
            Effect::Ask(_) => {}
            Effect::Show(dialog) => self.show(dialog),
            Effect::PickFile => spawn_local(self.pick()),
            Effect::Write { game, target, bytes, revision } => self.write(game, target, bytes, revision),
            Effect::Autosave { key, bytes, place, .. } => {
                self.autosave(places::key_of(&key), places::write(&place));
                self.autosave(key, bytes);
            }
            Effect::StorePlace { key, place } => self.autosave(places::key_of(&key), places::write(&place)),
            Effect::DiscardAutosave { key } => {
                spawn_local(self.host().autosave.discard(places::key_of(&key)));
                spawn_local(self.host().autosave.discard(key));
            }
            Effect::ReadAgain { game, purpose } => spawn_local(self.read_file_again(game, purpose)),
            Effect::Copy(text) => spawn_local(self.copy(text)),
            Effect::SearchLibrary(position) => search_library(&position),
            Effect::Train { name, bytes } => handoff::open_in_train(&name, &bytes),
            Effect::ToggleAnalysis(part) => self.analysis.toggle(part),
            Effect::Review(what) => self.reviews.perform(self, what),
            Effect::Print => drop(window().print()),
            Effect::Picture(purpose) => {
                let (look, has_coordinates) = self.picture_options.get_value();
                self.make_picture(purpose, look, has_coordinates);
            }
            Effect::Continue => request_animation_frame(move || self.act(Input::Continue)),
            Effect::FocusBoard => self.focus_board(),
            Effect::Quit => self.leave(),
        }
    }

    /// One dialog at a time: another waits until this one is closed.
    pub fn show(self, dialog: Dialog) {
        match self.shown.get_untracked() {
            Some(shown) if shown != dialog => self.next_dialogs.update_value(|next| next.push_back(dialog)),
            _ => self.shown.set(Some(dialog)),
        }
    }

    /// Closes the dialog that is shown, and shows the next one.
    pub fn close_dialog(self) {
        let is_open = |dialog: &Dialog| match dialog {
            Dialog::Games(game) => self.peek(|workspace| workspace.game(*game).is_some()),
            _ => true,
        };
        let next = self.next_dialogs.try_update_value(|next| {
            loop {
                match next.pop_front() {
                    Some(dialog) if !is_open(&dialog) => {}
                    found => return found,
                }
            }
        });
        self.shown.set(next.flatten());
        self.focus_board();
        self.open_next();
    }

    fn host(self) -> Host {
        self.host.get_value()
    }

    /// While a dialog is open the board cannot have the focus: it gets it when the dialog is closed.
    pub fn focus_board(self) {
        if dialog::is_open() {
            request_animation_frame(move || self.focus_board_now());
        } else {
            self.focus_board_now();
        }
    }

    fn focus_board_now(self) {
        let Some(board) = self.board.get_untracked() else { return };
        let still = web_sys::FocusOptions::new();
        still.set_prevent_scroll(true);
        let _ = board.focus_with_options(&still);
    }

    fn set_timer(self) {
        let due = self.peek(Workspace::deadline);
        self.timer.with_value(|timer| timer.set(due, move || self.act(Input::Wake)));
    }
}

/// Autosaves.
impl PageState {
    fn autosave(self, key: String, bytes: Vec<u8>) {
        let put = self.host().autosave.save(key, bytes);
        spawn_local(async move {
            if let Err(why) = put.await {
                self.toasts.show(fill(language::study().autosave_unavailable, &[("why", &why.to_string())]));
            }
        });
    }

    /// In both stores: the synchronous one has less space, the other may be too late.
    fn autosave_now(self, key: String, bytes: Vec<u8>) {
        self.host().autosave.save_now(&key, &bytes);
        self.autosave(key, bytes);
    }

    /// Ends the program when all autosaves are stored, or after a timeout.
    pub fn leave(self) {
        let settled = self.host().autosave.flushed();
        spawn_local(async move {
            bridge::in_time(settled).await;
            shell::ready().await;
        });
    }

    fn autosave_before_unload(self) {
        // Never removed: they are needed until the browser discards the page.
        let hides = move || {
            self.act(Input::PageHides);
            self.store_session();
        };
        let _ = window_event_listener(ev::pagehide, move |_| hides());
        let _ = window_event_listener(ev::visibilitychange, move |_| {
            if document().visibility_state() == web_sys::VisibilityState::Hidden {
                hides();
            }
        });
    }
}
