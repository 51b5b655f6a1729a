//! The trainer's messages. The emoji before a message is drawn as an icon, because many machines have no font for it.

use drill::Status;
use leptos::prelude::*;

use super::cycle_card::end_text;
use super::trainer::Trainer;
use crate::icons::{self, Icon};

#[component]
pub fn Feedback() -> impl IntoView {
    let trainer = Trainer::here();
    let status = trainer.watch(|snapshot| snapshot.status);
    let end = trainer.watch(|snapshot| snapshot.end.map(|(reason, _)| reason));
    let cycle_end = move || {
        let reason = end.get().flatten().filter(|_| trainer.is_cycle_session())?;
        trainer.read_set(|set| end_text(&set.progress, reason)).flatten()
    };
    let status_text = trainer.watch(|snapshot| snapshot.status_text.clone());
    let text = Memo::new(move |_| cycle_end().unwrap_or_else(|| status_text.get().unwrap_or_default()));
    let sign = move || text.with(|text| split_icon(text).0.map(Icon::draw));
    let words = move || text.with(|text| split_icon(text).1.to_owned());
    let tone = move || match status.get() {
        Some(Status::Mistake | Status::Incorrect | Status::Failed) => "wrong",
        Some(Status::AlsoGood | Status::FindBetter | Status::Illegal | Status::MoveShown) => "almost",
        Some(
            Status::Correct
            | Status::Transposed
            | Status::Solved
            | Status::SolvedWithHint
            | Status::AllSolved,
        ) => "right",
        _ => "plain",
    };
    let hint = trainer.watch(|snapshot| snapshot.hint.clone());
    view! {
        <p class="feedback" role="status" data-tone=tone>{sign}<span>{words}</span></p>
        <Show when=move || hint.get().flatten().is_some()>
            <p class="hint-text">{move || hint.get().flatten()}</p>
        </Show>
    }
}

/// The icon for the emoji at the start, and the text without it.
fn split_icon(text: &str) -> (Option<Icon>, &str) {
    let signs = [('✅', icons::RIGHT), ('❌', icons::CROSS), ('📌', icons::FOLD), ('↩', icons::UNDO)];
    let found = signs.into_iter().find_map(|(sign, icon)| Some((icon, text.strip_prefix(sign)?)));
    found.map_or((None, text), |(icon, rest)| (Some(icon), rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use i18n::Language;

    use super::*;

    #[test]
    fn no_message_needs_an_emoji_font() {
        let mut file_shapes = 0;
        for status in Status::ALL {
            for language in Language::ALL {
                let text = status.text(language);
                let (sign, words) = split_icon(&text);
                file_shapes += usize::from(sign.is_some());
                let is_sign = |letter: &char| matches!(*letter, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..);
                assert_eq!(words.chars().find(is_sign), None, "{text}");
                assert!(!words.is_empty(), "{text}");
            }
        }
        assert!(file_shapes > 20, "{file_shapes} signs");
    }
}
