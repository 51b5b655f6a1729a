//! How the guest's words travel: over a socket that is opened again whenever it breaks, or across the table in this page.
//! And when it is time to look at the clock again.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use play::Moment;
use play::guest::{Input, Output};
use play::peer::Input as PeerInput;
use play::protocol::{Asked, Fault, Told};

use super::local::{Errand, Local};
use super::session::{Session, Wire, now};
use super::socket::{Event, Socket};
use super::{http, sounds};

/// More than the bot ever has to do at once.
const MOST_ERRANDS: usize = 500;

impl Session {
    pub(super) fn connect(self) {
        let visit_number = self.visits.get_value();
        let Some(room) = self.visit.with_value(|visit| visit.as_ref().map(|visit| visit.room.clone())) else {
            return;
        };
        let socket = Socket::open(&format!("/api/rooms/{room}/socket"), move |event| {
            if self.visits.get_value() == visit_number {
                self.happened(event);
            }
        });
        self.visit.update_value(|visit| {
            if let Some(visit) = visit {
                visit.wire = socket.map_or(Wire::None, Wire::Socket);
            }
        });
    }

    fn happened(self, event: Event) {
        match event {
            Event::Open => self.give(Input::Connected),
            Event::Heard(frame) => {
                if let Ok(told) = Told::read(frame.as_bytes()) {
                    self.give(Input::Heard(told));
                }
            }
            Event::Closed(_) => self.lost(),
        }
    }

    /// Tried again soon, then less often.
    fn lost(self) {
        self.give(Input::Lost);
        let replaced =
            self.peek(|guest| guest.last_refusal().is_some_and(|(code, _)| code == Fault::Replaced));
        if replaced == Some(true) {
            return;
        }
        self.try_again(move || self.connect());
    }

    /// A connection that broke or never came about.
    pub(super) fn try_again(self, act: impl FnOnce() + 'static) {
        let tried = self.visit.try_update_value(|visit| {
            let visit = visit.as_mut()?;
            visit.tries += 1;
            Some((visit.tries, visit.room.clone(), visit.guest.is_joined()))
        });
        let Some((tries, room, joined)) = tried.flatten() else { return };
        if tries == 1 && !joined {
            self.look_for(room);
        }
        let wait = Duration::from_millis(250 * u64::from(tries.min(20)));
        self.later(wait, act);
    }

    /// A socket that is refused does not say why; the room may be gone.
    fn look_for(self, room: String) {
        let visit_number = self.visits.get_value();
        spawn_local(async move {
            let gone = matches!(http::room(&room).await, Ok(None));
            if gone && self.visits.get_value() == visit_number {
                self.nowhere.set(true);
            }
        });
    }

    /// Unless somebody has left meanwhile.
    fn later(self, wait: Duration, act: impl FnOnce() + 'static) {
        let visit_number = self.visits.get_value();
        set_timeout(
            move || {
                if self.visits.get_value() == visit_number {
                    act();
                }
            },
            wait,
        );
    }

    pub(super) fn give(self, input: Input) {
        let opened = input == Input::Connected;
        let outputs = self.visit.try_update_value(|visit| {
            let visit = visit.as_mut()?;
            if opened {
                visit.tries = 0;
            }
            Some(visit.guest.handle(now(), input))
        });
        let Some(outputs) = outputs.flatten() else { return };
        let mut changed = false;
        for output in outputs {
            match output {
                Output::Keep => self.keep(),
                Output::Send(asked) => self.send(asked),
                Output::Turn { lost, collision } => sounds::turn(lost, collision),
                Output::Ended(_) => sounds::end(),
                Output::Changed | Output::Refused { .. } | Output::FoundOut(_) => changed = true,
                Output::Signal(tell) => self.peer(PeerInput::Signal(tell)),
            }
        }
        if changed {
            self.look_for_peer();
            self.changed.update(|n| *n += 1);
        }
        self.plan_wake();
    }

    fn send(self, asked: Asked) {
        if self.visit.with_value(|visit| matches!(visit.as_ref().map(|v| &v.wire), Some(Wire::Peer(_)))) {
            return self.say_to_peer(asked);
        }
        let told = self.visit.try_update_value(|visit| match &mut visit.as_mut()?.wire {
            Wire::Peer(_) => None,
            Wire::None => None,
            Wire::Socket(socket) => {
                socket.send(&asked.write());
                None
            }
            Wire::Local(local, _) => Some(local.say(now(), asked)),
        });
        self.hear(told.flatten().unwrap_or_default());
    }

    pub(super) fn hear(self, told: Vec<Told>) {
        for told in told {
            self.give(Input::Heard(told));
        }
    }

    pub(super) fn local(self, act: impl FnOnce(&mut Local, Moment) -> Vec<Told>) -> Vec<Told> {
        let told = self.visit.try_update_value(|visit| match &mut visit.as_mut()?.wire {
            Wire::Local(local, _) => Some(act(local, now())),
            _ => None,
        });
        told.flatten().unwrap_or_default()
    }

    /// Lets the bot do what it owes the table, and think about what it is asked.
    pub(super) fn attend_bot(self) {
        for _ in 0..MOST_ERRANDS {
            let errand = self.visit.try_update_value(|visit| match &mut visit.as_mut()?.wire {
                Wire::Local(local, _) => local.errand(),
                _ => None,
            });
            match errand.flatten() {
                Some(Errand::Do(act)) => {
                    let told = self.local(|local, now| local.bot_does(now, act));
                    self.hear(told);
                }
                Some(Errand::Think(job)) => self.visit.with_value(|visit| {
                    if let Some(Wire::Local(_, thinker)) = visit.as_ref().map(|visit| &visit.wire) {
                        thinker.think(&job);
                    }
                }),
                None => break,
            }
        }
        if self.visit.with_value(|visit| matches!(visit.as_ref().map(|v| &v.wire), Some(Wire::Local(..)))) {
            self.keep();
        }
    }

    pub(super) fn plan_wake(self) {
        let visit_number = self.visits.get_value();
        self.visit.update_value(|visit| {
            let Some(visit) = visit else { return };
            let local = match &visit.wire {
                Wire::Local(local, _) => local.deadline(),
                Wire::Peer(peer) => peer.deadline(),
                _ => None,
            };
            let Some(at) = visit.guest.deadline().into_iter().chain(local).min() else { return };
            if let Some(wake) = visit.wake.take() {
                wake.clear();
            }
            let wait = at.since(now()) + Duration::from_millis(1);
            let wake = move || {
                if self.visits.get_value() == visit_number {
                    let told = self.local(Local::wake);
                    self.hear(told);
                    self.wake_peer();
                    self.give(Input::Wake);
                    self.attend_bot();
                }
            };
            visit.wake = set_timeout_with_handle(wake, wait).ok();
        });
    }
}
