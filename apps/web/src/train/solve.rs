//! A puzzle on the board, with the clock, the feedback and the buttons beside it.

use drill::{Side, Status};
use i18n::fill;
use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;

use super::board::ChessBoard;
use super::cycle_card::WorkAhead;
use super::feedback::Feedback;
use super::go_board::GoBoard;
use super::keyboard;
use super::progress_text::{attempt_text, clock, figures};
use super::session_host::{AnySession, SessionCommand};
use super::study_link::PuzzleInStudy;
use super::trainer::Trainer;
use super::words::{Comments, Task};
use crate::foreign_text::foreign;
use crate::icons;
use crate::language;

#[component]
pub fn Solve() -> impl IntoView {
    let trainer = Trainer::here();
    let solution_step = RwSignal::new(None::<usize>);
    let is_chess = trainer.read_session(|session| matches!(session, AnySession::Chess(..))).unwrap_or(true);
    let puzzle = trainer.watch(|snapshot| snapshot.puzzle);
    Effect::new(move |_| {
        puzzle.track();
        solution_step.set(None);
    });
    let has_ended = trainer.watch(|snapshot| snapshot.end.is_some());
    let is_paused = trainer.watch(|snapshot| snapshot.is_paused && snapshot.end.is_none());
    let is_covered = move || is_paused.get() == Some(true);
    view! {
        <div class="solve" class:is-paused=is_covered>
            <h1 class="visually-hidden">{language::train().title}</h1>
            <div class="board-column">
                <div class="covered-in-pause" inert=is_covered>
                    {if is_chess {
                        view! { <ChessBoard solution_step /> }.into_any()
                    } else {
                        view! { <GoBoard solution_step /> }.into_any()
                    }}
                </div>
                <Paused />
            </div>
            <aside class="side" aria-label=language::train().puzzle>
                <Heading />
                <Task />
                <Feedback />
                {move || match has_ended.get() {
                    Some(true) => view! { <Ending /><Comments solution_step /> }.into_any(),
                    _ => view! { <AttemptPanel solution_step /> }.into_any(),
                }}
            </aside>
        </div>
    }
}

/// The puzzle's number and the time left.
#[component]
fn Heading() -> impl IntoView {
    let trainer = Trainer::here();
    let name = move || trainer.read_set(|set| set.progress.name.clone());
    let words = language::train();
    let puzzle = trainer.watch(move |snapshot| {
        let (number, of) = (snapshot.puzzle.0.to_string(), snapshot.puzzle.1.to_string());
        fill(words.puzzle_of, &[("number", &number), ("of", &of)])
    });
    let side = trainer.watch(move |snapshot| match snapshot.solver {
        Side::White => words.you_white,
        Side::Black => words.you_black,
    });
    // A cycle has no countdown.
    let left = trainer.watch(|snapshot| (snapshot.seconds < 4 * 3600).then(|| clock(snapshot.seconds)));
    view! {
        <div class="panel puzzle-head">
            <div class="puzzle-title">
                <span class="caption">{move || name().map(|name| foreign(&name))}</span>
                <strong class="puzzle-number">{move || puzzle.get()}</strong>
                <span class="puzzle-side">{move || side.get()}</span>
            </div>
            <span class="countdown" role="timer" aria-label=words.time_left>{move || left.get().flatten()}</span>
        </div>
    }
}

#[component]
fn AttemptPanel(solution_step: RwSignal<Option<usize>>) -> impl IntoView {
    let trainer = Trainer::here();
    let is_done = trainer.watch(|snapshot| snapshot.done.is_some());
    view! {
        <Choices />
        {move || match is_done.get() {
            Some(true) => view! { <Result solution_step /> }.into_any(),
            _ => view! { <Entry /><AttemptButtons /> }.into_any(),
        }}
        <Moves />
        <Comments solution_step />
        <Switches />
    }
}

/// The promotion pieces, after a typed pawn move.
#[component]
fn Choices() -> impl IntoView {
    let words = language::train();
    let trainer = Trainer::here();
    let choices = trainer.watch(|snapshot| snapshot.choices.clone());
    let all = move || choices.get().unwrap_or_default().into_iter().enumerate();
    let piece = move |(n, text): (usize, String)| {
        view! { <button class="button" on:click=move |_| trainer.act(SessionCommand::Choose(n))>{text}</button> }
    };
    view! {
        <Show when=move || all().next().is_some()>
            <div class="choices" role="group" aria-label=words.pieces>
                {move || all().map(piece).collect_view()}
                <button class="button" on:click=move |_| trainer.act(SessionCommand::Cancel)>{words.cancel}</button>
            </div>
        </Show>
    }
}

#[component]
fn Entry() -> impl IntoView {
    let words = language::train();
    let trainer = Trainer::here();
    let entry = NodeRef::<html::Input>::new();
    let is_paused = trainer.watch(|snapshot| snapshot.is_paused);
    let puzzle = trainer.watch(|snapshot| snapshot.puzzle);
    Effect::new(move |_| {
        // Read, not only tracked: a memo that was never read counts as changed at the first command.
        puzzle.get();
        if is_paused.get() != Some(true)
            && let Some(entry) = entry.get()
        {
            keyboard::focus_when_puzzle_begins(&entry);
        }
    });
    let enter = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(field) = entry.get_untracked() else { return };
        let text = field.value();
        field.set_value("");
        match text.trim() {
            "" => trainer.advance(),
            text => trainer.act(SessionCommand::Typed(text.to_owned())),
        }
    };
    view! {
        <form class="form entry" on:submit=enter>
            <input
                id="move-entry"
                type="text"
                autocomplete="off"
                spellcheck="false"
                aria-label=words.type_move
                placeholder=words.type_move
                on:keydown=keyboard::in_entry
                node_ref=entry
            />
            <button class="button" type="submit">{words.play_move}</button>
        </form>
    }
}

#[component]
fn AttemptButtons() -> impl IntoView {
    let words = language::train();
    let trainer = Trainer::here();
    let is_turn = trainer.watch(|snapshot| snapshot.is_your_turn);
    let waits = move || is_turn.get() != Some(true);
    let is_automatic = trainer.watch(|snapshot| snapshot.is_automatic);
    view! {
        <div class="button-row">
            <button class="button" disabled=waits on:click=move |_| trainer.act(SessionCommand::Hint)>{words.hint}</button>
            <button class="button" disabled=waits on:click=move |_| trainer.act(SessionCommand::Solution)>{words.solution}</button>
            <button class="button" disabled=waits on:click=move |_| trainer.act(SessionCommand::Skip)>{words.skip}</button>
            <button class="button" disabled=move || is_automatic.get() != Some(true) on:click=move |_| trainer.act(SessionCommand::Jump)>
                {words.fast_forward}
            </button>
        </div>
    }
}

/// The result of the attempt, and buttons to step through the solution.
#[component]
fn Result(solution_step: RwSignal<Option<usize>>) -> impl IntoView {
    let trainer = Trainer::here();
    let words = language::train();
    let result = trainer.watch(|snapshot| snapshot.done.map(|done| attempt_text(&done)));
    let length = trainer.watch(|snapshot| snapshot.solution_length);
    let last = move || length.get().unwrap_or(0).saturating_sub(1);
    let at = move || solution_step.get().unwrap_or_else(last);
    view! {
        <p class="result">{move || result.get().flatten()}</p>
        <div class="button-row">
            <button class="button main next" on:click=move |_| trainer.act(SessionCommand::Next)>{words.next_puzzle}</button>
            <button class="button" on:click=move |_| trainer.act(SessionCommand::Retry)>{words.again}</button>
            <button class="button step" aria-label=words.previous_in_solution disabled=move || at() == 0 on:click=move |_| solution_step.set(Some(at().saturating_sub(1)))>
                {icons::PREVIOUS.draw()}
            </button>
            <button class="button step" aria-label=words.next_in_solution disabled=move || { at() >= last() } on:click=move |_| solution_step.set(Some(at() + 1))>
                {icons::NEXT.draw()}
            </button>
            <PuzzleInStudy />
        </div>
    }
}

#[component]
fn Moves() -> impl IntoView {
    let trainer = Trainer::here();
    let line = trainer.watch(|snapshot| snapshot.line.clone());
    view! {
        <ol class="moves" aria-label=language::train().moves>
            {move || line.get().unwrap_or_default().into_iter().map(|mv| view! { <li>{mv.text}</li> }).collect_view()}
        </ol>
    }
}

#[component]
fn Switches() -> impl IntoView {
    let words = language::train();
    let trainer = Trainer::here();
    view! {
        <div class="switches">
            <button class="button" on:click=move |_| trainer.toggle_pause()>{words.pause}</button>
            <button class="button" on:click=move |_| trainer.act(SessionCommand::Restart)>{words.restart}</button>
            <button class="button" on:click=move |_| trainer.flips.update(|flips| *flips += 1)>{words.flip}</button>
            <button class="button" aria-pressed=move || trainer.sounds.get().to_string() on:click=move |_| trainer.toggle_sounds()>
                {words.sound}
            </button>
            <button class="button" on:click=move |_| trainer.act(SessionCommand::Stop)>{words.end}</button>
        </div>
    }
}

/// Covers the board, so that nobody continues while the clock is stopped.
#[component]
fn Paused() -> impl IntoView {
    let trainer = Trainer::here();
    let is_paused = trainer.watch(|snapshot| snapshot.is_paused && snapshot.end.is_none());
    let resume = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if let Some(resume) = resume.get() {
            let _ = resume.focus();
        }
    });
    view! {
        <Show when=move || is_paused.get() == Some(true)>
            <div class="paused">
                <p>{move || Status::Paused.text(language::here())}</p>
                <button class="button main" node_ref=resume on:click=move |_| trainer.toggle_pause()>{language::train().continue_session}</button>
            </div>
        </Show>
    }
}

#[component]
fn Ending() -> impl IntoView {
    let words = language::train();
    let trainer = Trainer::here();
    let summary = trainer.watch(|snapshot| snapshot.end.map(|(_, summary)| summary));
    let failed = move || trainer.read_session(|session| session.failed().len()).unwrap_or(0);
    view! {
        {move || summary.get().flatten().map(|summary| figures("panel figures", summary.totals))}
        <div class="button-row">
            <Show when=move || trainer.is_cycle_session()>
                <WorkAhead class="button" />
            </Show>
            <Show when=move || { failed() > 0 }>
                <button class="button" on:click=move |_| trainer.retry_session()>{move || language::here().count(words.retry_failed, failed())}</button>
            </Show>
            <button class="button main" on:click=move |_| trainer.leave()>{words.back_to_set}</button>
        </div>
    }
}
