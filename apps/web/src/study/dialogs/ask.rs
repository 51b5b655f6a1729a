//! The question that waits for an answer, if there is one.

use leptos::prelude::*;
use study::{Answer, Desk, Input, Question};

use super::Session;
use crate::sheet::Sheet;

#[component]
pub fn AskDialog() -> impl IntoView {
    let session = Session::here();
    let question = session.watch(Desk::question);
    let answer = move |answer: Answer| {
        session.act(Input::Answer(answer));
        session.focus_board();
    };
    let asked = move |question: Question| {
        // The last answer is the one that changes nothing.
        let last = question.answers().last().map_or(Answer::Cancel, |(last, _)| *last);
        let buttons = question.answers().iter().enumerate().map(move |(n, (this, name))| {
            view! {
                <button
                    class="button"
                    class:main=n == 0
                    type="button"
                    autofocus=n == 0
                    on:click=move |_| answer(*this)
                >
                    {*name}
                </button>
            }
        });
        view! {
            <Sheet title=title(&question).to_owned() close=move || answer(last)>
                <p class="question">{question.to_string()}</p>
                <div class="answers">{buttons.collect_view()}</div>
            </Sheet>
        }
    };
    move || question.get().map(asked)
}

fn title(question: &Question) -> &'static str {
    match question {
        Question::Cut { .. } => "Cut",
        Question::MoveBranch { .. } => "Move the branch",
        Question::RemoveOthers { .. } => "Remove other variations",
        Question::Flatten => "Flatten to a position",
        Question::SaveBeforeClosing { .. }
        | Question::SaveBeforeOpening { .. }
        | Question::SaveBeforeQuitting { .. } => "Not saved yet",
        Question::UseAside { .. } => "Unsaved changes",
        Question::ConvertToUtf8 { .. } => "Another charset",
    }
}
