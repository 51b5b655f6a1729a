//! What is wrong with a game in its file: each problem with its line and column, as a link to its move.

use i18n::fill;
use leptos::prelude::*;
use record::chess::Problem;
use record::pgn::FindingKind;
use rules::chess::MoveError;
use study::Input;

use crate::foreign_text::foreign;
use crate::language;
use crate::study::page_state::PageState;

/// More lines help nobody.
const MAX_SHOWN: usize = 200;

#[component]
pub fn Problems() -> impl IntoView {
    let page_state = PageState::here();
    let state = page_state.watch(|workspace| {
        let game = workspace.current();
        (game.id(), game.record().number(), game.record().revision())
    });
    // A step changes nothing here, and a broken game may have thousands.
    let problems = Memo::new(move |_| {
        state.track();
        let found = page_state.peek(|workspace| workspace.current().chess().map(|record| record.problems()));
        found.unwrap_or_default()
    });
    let words = language::here().chess_study();
    let one = move |problem: Problem| {
        let text = problem_text(&problem);
        let node = problem.node;
        let go = move |_| node.into_iter().for_each(|node| page_state.act(Input::GoTo(node)));
        let fen = problem.fen.map(|fen| view! { <code class="fen">{fen}</code> });
        match node {
            Some(_) => view! {
                <li><button class="link" on:click=go>{foreign(&text)}</button>{fen}</li>
            }
            .into_any(),
            None => view! { <li>{foreign(&text)}{fen}</li> }.into_any(),
        }
    };
    move || {
        let problems = problems.get();
        (!problems.is_empty()).then(|| {
            let title = language::here().count(words.problem_count, problems.len());
            view! {
                <details class="panel problems">
                    <summary>{title}</summary>
                    <ul>{problems.into_iter().take(MAX_SHOWN).map(one).collect_view()}</ul>
                </details>
            }
        })
    }
}

/// `Line 12, column 7: “Qh9” is not a move`
fn problem_text(problem: &Problem) -> String {
    let words = language::here().chess_study();
    let what = match &problem.kind {
        FindingKind::Move(MoveError::Illegal) => words.problem_illegal,
        FindingKind::Move(MoveError::Ambiguous) => words.problem_ambiguous,
        FindingKind::Move(MoveError::PromotionMissing) => words.problem_promotion,
        FindingKind::Move(_) => words.problem_not_a_move,
        FindingKind::Tag(_) => words.problem_tag,
        FindingKind::FenUnusable(_) => words.problem_fen,
        FindingKind::NotUnderstood => words.problem_unread,
        FindingKind::CommentNotClosed => words.problem_comment,
        FindingKind::VariationTooDeep => words.problem_deep,
        _ => words.problem_variation,
    };
    let what = fill(what, &[("move", &problem.written)]);
    let (line, column) = (problem.line.to_string(), problem.column.to_string());
    fill(words.problem_at, &[("line", &line), ("column", &column), ("what", &what)])
}

#[cfg(test)]
mod tests {
    use record::ChessRecord;
    use record::pgn::Pgn;

    use super::*;

    #[test]
    fn a_problem_is_shown_with_its_line_and_column() {
        let record = ChessRecord::open(Pgn::read(b"[White \"Ann\"]\n\n1. e4 e5 2. Qh8 *\n".to_vec()), 0);
        let texts: Vec<String> = record.problems().iter().map(problem_text).collect();
        assert_eq!(texts, ["Line 3, column 13: \u{201c}Qh8\u{201d} is not legal here"]);
    }
}
