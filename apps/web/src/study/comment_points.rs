//! The points that the comment mentions: shown on the board under the pointer or the focus, marked by a click.

use leptos::prelude::*;
use record::{GameRecord, GoRecord};
use rules::go::Point;
use study::{GoInput, Input, Tool};

use super::page_state::PageState;
use crate::language;

/// More would fill the panel.
const MAX_POINTS: usize = 12;

/// The point that is looked at.
#[derive(Clone, Copy)]
pub struct MentionedPoint(pub RwSignal<Option<Point>>);

impl MentionedPoint {
    pub fn provide() {
        provide_context(MentionedPoint(RwSignal::new(None)));
    }

    /// Every part of Study is below `provide`.
    pub fn here() -> MentionedPoint {
        expect_context()
    }
}

#[component]
pub fn CommentPoints() -> impl IntoView {
    let words = language::here().go_study();
    let page_state = PageState::here();
    let MentionedPoint(over) = MentionedPoint::here();
    let points = page_state.watch_go(mentioned);
    // A point that is not mentioned any more is not shown any more.
    Effect::new(move |_| {
        let is_gone = |at: &Point| points.with(|points| points.iter().all(|(_, known)| known != at));
        if over.get_untracked().as_ref().is_some_and(is_gone) {
            over.set(None);
        }
    });
    let one = move |(name, at): (String, Point)| {
        view! {
            <button
                class="chip"
                title=words.mark_point
                on:pointerenter=move |_| over.set(Some(at))
                on:pointerleave=move |_| over.set(None)
                on:focus=move |_| over.set(Some(at))
                on:blur=move |_| over.set(None)
                on:click=move |_| page_state.act(Input::Go(GoInput::MarkWith { at, tool: Tool::Triangle }))
            >
                {name}
            </button>
        }
    };
    view! {
        <div class="comment-points" role="group" aria-label=words.mentioned_points>
            {move || points.get().into_iter().map(one).collect_view()}
        </div>
    }
}

/// `Q16` in any spelling, each once, in the order of the text.
fn mentioned(record: &GoRecord) -> Vec<(String, Point)> {
    let comment = record.comment();
    let words = comment.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| is_point_name(word));
    let mut found: Vec<(String, Point)> = Vec::new();
    for at in words.filter_map(|word| Point::from_name(word, record.size())) {
        if found.iter().all(|(_, known)| *known != at) && found.len() < MAX_POINTS {
            found.push((at.name(record.size()), at));
        }
    }
    found
}

/// A letter or two, then a number: "a1" is a point, "A" and "12" are not.
fn is_point_name(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = word.len() - letters;
    (1..=2).contains(&letters)
        && (1..=2).contains(&digits)
        && word.bytes().skip(letters).all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::go_record;

    #[test]
    fn points_are_found_in_text_each_once() {
        let names = |comment: &str| {
            let record = go_record(&format!("(;SZ[19]C[{comment}])"));
            mentioned(&record).into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(names("Black D4, not q16 (or D4!) 12 A I5 Z30"), ["D4", "Q16"]);
        assert!(names("nothing here").is_empty());
    }
}
