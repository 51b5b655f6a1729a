//! The dialog of the open question, if there is one.

use i18n::{fill, visible};
use leptos::prelude::*;
use study::{Answer, ComparedLine, Input, Question, Workspace};

use super::PageState;
use crate::dialog::Dialog;
use crate::foreign_text::foreign;
use crate::study::small_board::small_board;
use crate::{dates, language};

#[component]
pub fn AskDialog() -> impl IntoView {
    let page_state = PageState::here();
    let question = page_state.watch(Workspace::question);
    let answer = move |answer: Answer| {
        page_state.act(Input::Answer(answer));
        page_state.focus_board();
    };
    let asked = move |question: Question| {
        // The last answer is the one that changes nothing.
        let answers = question.answers(language::here());
        let last = answers.last().map_or(Answer::Cancel, |(last, _)| *last);
        let details = autosave_details(page_state, &question).or_else(|| differences(page_state, &question));
        let buttons = answers.into_iter().enumerate().map(move |(n, (this, name))| {
            view! {
                <button
                    class="button"
                    class:main=n == 0
                    type="button"
                    autofocus=n == 0
                    on:click=move |_| answer(this)
                >
                    {name}
                </button>
            }
        });
        view! {
            <Dialog title=title(&question).to_owned() close=move || answer(last)>
                <p class="question">{visible(&question.text(language::here())).into_owned()}</p>
                {details}
                <div class="answers">{buttons.collect_view()}</div>
            </Dialog>
        }
    };
    move || question.get().map(asked)
}

/// The whole path, the time and the final position of unsaved changes: other files may have the same name.
fn autosave_details(page_state: PageState, question: &Question) -> Option<AnyView> {
    let Question::RestoreAutosave { path, saved_at, .. } = question else { return None };
    let board = page_state.peek(|workspace| workspace.restorable().and_then(small_board));
    let time = fill(language::study().autosaved_at, &[("time", &dates::time_of(*saved_at as f64))]);
    let details = view! {
        <div class="unsaved-work">
            {board}
            <div class="row-text">
                <strong>{path.clone()}</strong>
                <span>{time}</span>
            </div>
        </div>
    };
    Some(details.into_any())
}

/// What differs between the open game and its file.
fn differences(page_state: PageState, question: &Question) -> Option<AnyView> {
    let Question::Overwrite { is_compared: true, .. } = question else { return None };
    let words = language::here().go_study();
    let line = |line: ComparedLine| {
        let (class, name, text) = match line {
            ComparedLine::Mine(text) => ("only-here", words.only_here, text),
            ComparedLine::Theirs(text) => ("only-in-file", words.only_in_file, text),
            ComparedLine::Same(count) => {
                let text = language::here().count(words.same_nodes, count);
                return view! { <li class="same"><span>{text}</span></li> }.into_any();
            }
        };
        view! { <li class=class><strong>{name}</strong><code>{foreign(&text)}</code></li> }.into_any()
    };
    let lines = page_state.peek(|workspace| workspace.comparison().to_vec());
    let list = match lines.iter().any(|line| !matches!(line, ComparedLine::Same(_))) {
        true => view! { <ul class="comparison" tabindex="0" aria-label=words.differences>{lines.into_iter().map(line).collect_view()}</ul> }.into_any(),
        false => view! { <p>{words.no_difference}</p> }.into_any(),
    };
    Some(list)
}

fn title(question: &Question) -> &'static str {
    let words = language::study();
    match question {
        Question::Cut { .. } => words.ask_cut,
        Question::MoveBranch { .. } => words.ask_move,
        Question::RemoveOthers { .. } => words.ask_remove,
        Question::Flatten => words.ask_flatten,
        Question::DeleteGame { .. } => language::here().chess_study().ask_delete_title,
        Question::SaveBeforeClosing { .. }
        | Question::SaveBeforeOpening { .. }
        | Question::SaveBeforeQuitting { .. } => words.ask_save,
        Question::RestoreAutosave { .. } => words.ask_restore,
        Question::Overwrite { .. } => words.ask_overwrite,
        Question::ConvertToUtf8 { .. } => words.ask_charset,
    }
}
