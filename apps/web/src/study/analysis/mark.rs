//! The shapes that say how good a move is, whatever the colour.

use diagram::HintGrade;
use leptos::prelude::*;

use crate::language;

/// The class in style sheets.
pub fn class_of(grade: HintGrade) -> &'static str {
    match grade {
        HintGrade::Best => "best",
        HintGrade::Good => "fine",
        HintGrade::Inaccuracy => "doubt",
        HintGrade::Mistake => "warn",
        HintGrade::Blunder => "blunder",
    }
}

pub fn name_of(grade: HintGrade) -> &'static str {
    let words = language::here().analysis();
    match grade {
        HintGrade::Best => words.best,
        HintGrade::Good => words.good,
        HintGrade::Inaccuracy => words.inaccuracy,
        HintGrade::Mistake => words.mistake,
        HintGrade::Blunder => words.blunder,
    }
}

/// On a grid of 12.
pub fn path_of(grade: HintGrade) -> &'static str {
    match grade {
        HintGrade::Best => "M6 .8 7.5 4.4 11.4 4.7 8.4 7.2 9.4 11 6 8.9 2.6 11 3.6 7.2 .6 4.7 4.5 4.4z",
        // A ring.
        HintGrade::Good => {
            "M6 1.9a4.1 4.1 0 1 0 0 8.2a4.1 4.1 0 1 0 0-8.2zM6 3.9a2.1 2.1 0 1 1 0 4.2a2.1 2.1 0 1 1 0-4.2z"
        }
        HintGrade::Inaccuracy => "M6 2a4 4 0 1 0 0 8a4 4 0 1 0 0-8z",
        HintGrade::Mistake => "M6 1.2 11.4 10.6H.6z",
        HintGrade::Blunder => "M6 .2 11.8 6 6 11.8 .2 6z",
    }
}

#[component]
pub fn Mark(grade: HintGrade) -> impl IntoView {
    view! {
        <svg class=format!("grade-mark {}", class_of(grade)) viewBox="0 0 12 12" role="img" aria-label=name_of(grade)>
            <path fill-rule="evenodd" d=path_of(grade)></path>
        </svg>
    }
}
