//! A player with the clock: the opponent above the board, the player of this page below it.

use std::time::Duration;

use leptos::prelude::*;
use play::clock::Reading;
use rules::go::Color;

use super::session::Session;
use super::wording;
use crate::foreign_text::foreign;
use crate::language;
use crate::timer::now;

/// How often shown clocks are updated.
const CLOCK_REFRESH: Duration = Duration::from_millis(200);

/// Changes whenever shown clocks are to be updated.
pub fn clock_ticks() -> ReadSignal<u64> {
    let (tick, set) = signal(0);
    if let Ok(handle) = set_interval_with_handle(move || set.update(|n| *n += 1), CLOCK_REFRESH) {
        on_cleanup(move || handle.clear());
    }
    tick
}

#[component]
pub fn PlayerBar(#[prop(into)] color: Signal<Color>, tick: ReadSignal<u64>) -> impl IntoView {
    let session = Session::here();
    let name = Memo::new(move |_| session.read(|client| client.names()[color.get() as usize].clone()));
    let present = Memo::new(move |_| session.read(|client| client.seats().present[color.get() as usize]));
    let lost = Memo::new(move |_| {
        session.read(|client| client.kifu().map_or(0, |kifu| kifu.board().lost(color.get().other())))
    });
    let moved = Memo::new(move |_| {
        session.read(|client| match client.color() {
            Some(you) if you == color.get() => client.has_chosen(),
            Some(_) => client.opponent_is_ready(),
            None => client.has_moved(color.get()),
        })
    });
    let reading = Memo::new(move |_| {
        tick.track();
        session.read(|client| client.reading(color.get(), now())).unwrap_or(Reading::Untimed)
    });
    let runs = Memo::new(move |_| session.read(|client| client.is_running(color.get())) == Some(true));
    let urgent = move || match reading.get() {
        Reading::ByoYomi { left, .. } => left < Duration::from_secs(10),
        Reading::Out => true,
        Reading::Base { .. } | Reading::Untimed => false,
    };
    let words = language::play();
    let note = move || match (present.get(), moved.get()) {
        (Some(false), _) => words.away,
        (_, Some(true)) => words.has_moved,
        _ => "",
    };
    let taken = move || match lost.get().unwrap_or(0) {
        0 => String::new(),
        stones => language::here().count(words.captured, stones as usize),
    };
    let untimed = move || reading.get() == Reading::Untimed;
    view! {
        <div class="seat" class:white=move || color.get() == Color::White role="group" aria-label=move || wording::color(color.get())>
            <strong class="seat-name">{move || name.get().map(|name| foreign(&name))}</strong>
            <span class="seat-note captured" title=words.captured_title>{taken}</span>
            <span class="seat-note state" class:moved=move || moved.get() == Some(true)>{note}</span>
            <span class="seat-clock" class:runs=move || runs.get() class:urgent=urgent role="timer" hidden=untimed>
                <small>{move || wording::periods(reading.get())}</small>
                <span class="time">{move || wording::clock(reading.get())}</span>
            </span>
        </div>
    }
}
