//! The desk on this page: inputs go in, effects are carried out by the host, and whoever reads is told of changes.
//! The room stays while another page is shown, so that going there and back loses nothing.

use std::collections::VecDeque;
use std::time::Duration;

use leptos::ev;
use leptos::html;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos::task::spawn_local;
use study::{
    Answer, Command, Desk, Dialog, Effect as Order, FileName, GameId, Input, Moment, Opened, Shell, Target,
    untitled,
};
use web_sys::DataTransfer;
use web_sys::js_sys::{Math, encode_uri_component};
use words::fill;

use super::toast::Toasts;
use crate::bridge::{self, Failure, Found, Host, Saved, named, shell};
use crate::handoff::Handed;
use crate::{language, recent, route, sheet};

#[derive(Clone, Copy)]
pub struct Session {
    desk: StoredValue<Desk, LocalStorage>,
    host: StoredValue<Host, LocalStorage>,
    version: RwSignal<u32>,
    wake: StoredValue<Option<(Moment, TimeoutHandle)>, LocalStorage>,
    /// Files wait here while a question about another one is open.
    arrived: StoredValue<VecDeque<Arrival>, LocalStorage>,
    pub shown: RwSignal<Option<Dialog>>,
    pub toasts: Toasts,
    pub board: NodeRef<html::Div>,
}

struct Arrival {
    opened: Opened,
    from: Origin,
}

#[derive(Clone, Copy, PartialEq)]
enum Origin {
    /// The user chose it at the desk, or named it at the start.
    Desk,
    /// The system wants it opened, while the user may be busy with something else.
    System,
    /// Work of another time that has no file: there is nothing to choose, it is simply there again.
    LastTime,
}

/// Puts an empty desk into the room, and on it what the studio was started with and what was never saved.
pub fn provide() {
    let name = any_number();
    let shell = if shell::is_here() { Shell::Desktop } else { Shell::Browser };
    let session = Session {
        desk: StoredValue::new_local(Desk::new(shell, name).in_language(language::here())),
        host: StoredValue::new_local(Host::here(name)),
        version: RwSignal::new(0),
        wake: StoredValue::new_local(None),
        arrived: StoredValue::new_local(VecDeque::new()),
        shown: RwSignal::new(None),
        toasts: Toasts::new(),
        board: NodeRef::new(),
    };
    provide_context(session);
    session.watch_for_the_end();
    spawn_local(session.begin());
}

/// The library looks for the position and shows the games that pass it.
fn seek(position: &str) {
    route::go(&format!("/library?position={}", String::from(encode_uri_component(position))));
}

/// So large that no two pages have the same.
fn any_number() -> u64 {
    (Math::random() * (1_u64 << 52) as f64) as u64
}

impl Session {
    /// The study's parts are drawn below `provide`.
    pub fn here() -> Session {
        expect_context()
    }

    /// Reads the desk, and again whenever something has happened to it.
    pub fn read<T>(self, look: impl FnOnce(&Desk) -> T) -> T {
        self.version.track();
        self.desk.with_value(look)
    }

    pub fn peek<T>(self, look: impl FnOnce(&Desk) -> T) -> T {
        self.desk.with_value(look)
    }

    /// How often something has happened to the desk, give or take whole turns of the counter.
    pub fn count(self) -> u32 {
        self.version.get_untracked()
    }

    /// A value that is made anew after each input, and passed on only where it differs.
    pub fn watch<T>(self, look: impl Fn(&Desk) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.read(&look))
    }

    pub fn command(self, command: Command) {
        self.act(Input::Do(command));
    }

    pub fn act(self, input: Input) {
        let leaving = input == Input::PageHides;
        let orders = self.handle(input);
        for order in orders {
            match order {
                Order::PutAside { key, bytes, .. } if leaving => self.put_aside_at_once(key, bytes),
                order => self.carry_out(order),
            }
        }
        self.take_in();
        self.set_timer();
    }

    fn handle(self, input: Input) -> Vec<Order> {
        let now = now();
        let orders = self.desk.try_update_value(|desk| desk.handle(now, input)).unwrap_or_default();
        self.version.update(|version| *version = version.wrapping_add(1));
        orders
    }

    fn carry_out(self, order: Order) {
        match order {
            Order::Say(text) => self.toasts.say(text),
            // The dialog reads the desk's question by itself.
            Order::Ask(_) => {}
            Order::Show(dialog) => self.shown.set(Some(dialog)),
            Order::PickFile => spawn_local(self.pick()),
            Order::Write { game, target, bytes, revision } => self.write(game, target, bytes, revision),
            Order::PutAside { key, bytes, .. } => self.put_aside(key, bytes),
            Order::ForgetAside { key } => spawn_local(self.host().aside.forget(key)),
            Order::Copy(text) => spawn_local(self.copy(text)),
            Order::Seek(position) => seek(&position),
            Order::FocusBoard => self.focus_board(),
            Order::Quit => self.leave(),
        }
    }

    fn host(self) -> Host {
        self.host.get_value()
    }

    /// Behind an open dialog nothing takes the focus: the board has it as soon as the dialog is gone.
    pub fn focus_board(self) {
        if sheet::is_open() {
            request_animation_frame(move || self.give_focus_to_board());
        } else {
            self.give_focus_to_board();
        }
    }

    fn give_focus_to_board(self) {
        let Some(board) = self.board.get_untracked() else { return };
        let still = web_sys::FocusOptions::new();
        still.set_prevent_scroll(true);
        let _ = board.focus_with_options(&still);
    }

    fn set_timer(self) {
        let due = self.peek(Desk::deadline);
        if self.wake.with_value(|wake| wake.as_ref().map(|(at, _)| *at)) == due {
            return;
        }
        let timer = due.and_then(|due| {
            let left = due.saturating_sub(now());
            let handle = set_timeout_with_handle(move || self.wake_up(), left).ok()?;
            Some((due, handle))
        });
        self.wake.update_value(|wake| {
            if let Some((_, old)) = std::mem::replace(wake, timer) {
                old.clear();
            }
        });
    }

    fn wake_up(self) {
        self.wake.set_value(None);
        self.act(Input::Wake);
    }
}

/// Since 1970, and never back: the clock on the wall may be set, this one goes on.
fn now() -> Moment {
    let milliseconds = window().performance().map_or(0.0, |clock| clock.time_origin() + clock.now());
    Duration::from_micros((milliseconds * 1000.0) as u64)
}

/// Files.
impl Session {
    async fn begin(self) {
        let host = self.host();
        host.aside.collect().await;
        for found in host.files.given().await {
            self.take(found, Origin::Desk).await;
        }
        for key in host.aside.lost().await {
            self.take_lost(key).await;
        }
    }

    async fn pick(self) {
        let picked = self.host().files.pick().await;
        if let Some(found) = picked.transpose() {
            self.take(found, Origin::Desk).await;
        }
    }

    /// Opens what the system wants opened.
    pub async fn open_given(self) {
        for found in self.host().files.given().await {
            self.take(found, Origin::System).await;
        }
    }

    /// Opens what was dropped on the page.
    pub fn drop(self, transfer: &DataTransfer) {
        let dropped = self.host().files.dropped(transfer);
        spawn_local(async move {
            for found in dropped.await {
                self.take(found, Origin::Desk).await;
            }
        });
    }

    /// Opens what another room has handed over.
    pub fn receive(self, handed: Handed) {
        let files = self.host().files;
        spawn_local(async move {
            let found = match handed {
                Handed::Record { name, bytes } => {
                    Ok(Found { file: named(&name, &bytes), bytes, modified: None })
                }
                Handed::File(entry) => files.lent(&entry).await,
            };
            self.take(found, Origin::Desk).await;
        });
    }

    async fn take(self, found: Result<Found, Failure>, from: Origin) {
        match found {
            Ok(Found { file, bytes, modified }) => {
                recent::note(&file.name, &bytes);
                let aside = self.host().aside.get(file.identity.clone()).await;
                let newer = aside.filter(|kept| modified.is_none_or(|modified| kept.at > modified));
                let aside = newer.map(|kept| kept.bytes);
                self.arrive(Opened { file, bytes, aside }, from);
            }
            Err(why) => self.toasts.say(fill(language::study().cannot_open, &[("why", &why.to_string())])),
        }
    }

    async fn take_lost(self, key: String) {
        let Some(aside) = self.host().aside.get(key.clone()).await else { return };
        let file = FileName { name: untitled(language::here().desk(), false), path: None, identity: key };
        self.arrive(Opened { file, bytes: Vec::new(), aside: Some(aside.bytes) }, Origin::LastTime);
    }

    fn arrive(self, opened: Opened, from: Origin) {
        self.arrived.update_value(|arrived| arrived.push_back(Arrival { opened, from }));
        self.take_in();
        self.set_timer();
    }

    /// One file after the other, as long as nothing is asked.
    fn take_in(self) {
        while self.peek(|desk| desk.question().is_none()) {
            let next = self.arrived.try_update_value(VecDeque::pop_front).flatten();
            let Some(Arrival { opened, from }) = next else { return };
            let mut orders = self.handle(match from {
                Origin::System => Input::Activated(opened),
                Origin::Desk | Origin::LastTime => Input::Opened(opened),
            });
            if from == Origin::LastTime && self.peek(|desk| desk.question().is_some()) {
                orders = self.handle(Input::Answer(Answer::Yes));
                self.toasts.say(language::study().game_again.to_owned());
            }
            orders.into_iter().for_each(|order| self.carry_out(order));
        }
    }

    fn write(self, game: GameId, target: Target, bytes: Vec<u8>, revision: u64) {
        let files = self.host().files;
        let file = self.peek(|desk| desk.game(game).and_then(|game| game.file().cloned()));
        let (is_copy, saving) = match target {
            Target::Same { suggested } => (false, files.write(file, suggested, bytes)),
            Target::Pick { suggested } => (false, files.save_as(suggested, bytes)),
            Target::Copy { suggested } => (true, files.save_as(suggested, bytes)),
        };
        spawn_local(async move { self.written(game, revision, is_copy, saving.await) });
    }

    fn written(self, game: GameId, revision: u64, is_copy: bool, saved: Saved) {
        let input = match saved {
            Ok(Some(file)) => Input::Saved { game, revision, file: (!is_copy).then_some(file) },
            Ok(None) => Input::SaveFailed { game, why: language::study().no_place.to_owned() },
            Err(why) => Input::SaveFailed { game, why: format!("{why}.") },
        };
        self.act(input);
    }

    async fn copy(self, text: String) {
        if let Err(why) = self.host().clipboard.copy(text).await {
            self.toasts.say(fill(language::study().not_copied, &[("why", &why.to_string())]));
        }
    }
}

/// Work that is not saved yet.
impl Session {
    fn put_aside(self, key: String, bytes: Vec<u8>) {
        let put = self.host().aside.put(key, bytes);
        spawn_local(async move {
            if let Err(why) = put.await {
                self.toasts.say(fill(language::study().not_safe, &[("why", &why.to_string())]));
            }
        });
    }

    /// Both ways: the quick one holds less, the other may come too late.
    fn put_aside_at_once(self, key: String, bytes: Vec<u8>) {
        self.host().aside.put_at_once(&key, &bytes);
        self.put_aside(key, bytes);
    }

    /// Has the program end once everything is safe, or has had time enough to be.
    pub fn leave(self) {
        let settled = self.host().aside.settled();
        spawn_local(async move {
            bridge::in_time(settled).await;
            shell::ready().await;
        });
    }

    fn watch_for_the_end(self) {
        // These stay until the browser throws the page away.
        let _ = window_event_listener(ev::pagehide, move |_| self.act(Input::PageHides));
        let _ = window_event_listener(ev::visibilitychange, move |_| {
            if document().visibility_state() == web_sys::VisibilityState::Hidden {
                self.act(Input::PageHides);
            }
        });
    }
}
