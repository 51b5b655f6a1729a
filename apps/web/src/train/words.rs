//! The author's words: the task above the verdict, comments below the moves. `drill` decides when they may be read.

use drill::{MoveComment, Words};
use i18n::visible;
use leptos::prelude::*;

use super::trainer::Trainer;
use crate::foreign_text::foreign;
use crate::language;

/// Title, task, players and date of the puzzle.
#[component]
pub fn Task() -> impl IntoView {
    let trainer = Trainer::here();
    let about = trainer.watch(|snapshot| Words { comments: Vec::new(), ..snapshot.words.clone() });
    let about = move || about.get().filter(|about| *about != Words::default());
    let line = |about: &Words| {
        let parts = [&about.players, &about.date].into_iter().filter(|part| !part.is_empty());
        parts.map(String::as_str).collect::<Vec<_>>().join(language::frame().comma)
    };
    let show = move |about: Words| {
        let players = line(&about);
        view! {
            <section class="panel ask" aria-label=language::solving().task>
                {(!about.title.is_empty()).then(|| view! { <h2>{foreign(&about.title)}</h2> })}
                {(!about.task.is_empty()).then(|| paragraphs("task-text", &about.task))}
                {(!players.is_empty()).then(|| view! { <p class="puzzle-source">{foreign(&players)}</p> })}
            </section>
        }
    };
    move || about().map(show)
}

/// The comments on the line on the board, or on the solution up to the step that is shown.
#[component]
pub fn Comments(solution_step: RwSignal<Option<usize>>) -> impl IntoView {
    let trainer = Trainer::here();
    let comments = Memo::new(move |_| {
        let step = solution_step.get();
        trainer.read_session(|session| session.words(step).comments).unwrap_or_default()
    });
    let one = |comment: MoveComment| {
        view! { <li><strong>{comment.mv}</strong>{paragraphs("comment-text", &comment.text)}</li> }
    };
    view! {
        <ul class="comments" aria-live="polite">{move || comments.get().into_iter().map(one).collect_view()}</ul>
    }
}

/// A text of the file: its lines are kept, and characters that hide or reverse text are made visible.
fn paragraphs(class: &'static str, text: &str) -> impl IntoView + use<> {
    view! { <p class=class dir="auto">{visible(text).into_owned()}</p> }
}
