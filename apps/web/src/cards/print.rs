//! The printed card: the position with the question, and the answer below it, to be folded back.

use diagram::backgammon::{Look, Scheme, inline_svg};
use flashcards::card::{chances_text, choice_label, facts, title};
use flashcards::{Choice, Content, Decision, DecisionKind, Settings};
use i18n::{visible, visible_line};
use leptos::prelude::*;
use rules::backgammon::Position;

use super::state::CardsState;
use crate::language;
use crate::print_sheet::{self, escape};

const MAX_ROWS: usize = 10;

/// Prints the chosen card; without one, the page as it is seen.
pub fn listen() {
    let state = CardsState::here();
    print_sheet::listen(move || {
        let id = state.chosen.get_untracked()?;
        let settings = state.settings.get_untracked();
        state.collection.with_untracked(|collection| match &collection.get(id)?.content {
            Content::Decision(decision) => Some(card(decision, &settings)),
            Content::Question(question) => Some(front(&question.position, &settings)),
            _ => None,
        })
    });
}

fn card(decision: &Decision, settings: &Settings) -> String {
    let words = language::cards();
    let mut html = front(&decision.position, settings);
    let best = escape(&title(decision, settings.language));
    html += &format!("<section class=\"card-answer\"><h1>{best}</h1><table><thead><tr>");
    for name in [words.column_move, words.column_equity, words.column_error] {
        html += &format!("<th>{name}</th>");
    }
    html += "</tr></thead><tbody>";
    rows(decision).iter().for_each(|row| html += &table_row(row, settings));
    html += "</tbody></table>";
    let note = visible(decision.note.trim()).into_owned();
    for text in [chances_text(decision, settings.language).unwrap_or_default(), note, source(decision)] {
        if !text.is_empty() {
            html += &format!("<p>{}</p>", escape(&text));
        }
    }
    html + "</section>"
}

/// In black and white.
fn front(position: &Position, settings: &Settings) -> String {
    let picture = inline_svg(position, &Look { scheme: Scheme::Monochrome, ..settings.look() });
    let facts = facts(position, settings).join(" · ");
    format!(
        "<figure class=\"backgammon-figure\">{picture}<figcaption>{}</figcaption></figure>",
        escape(&visible_line(&facts))
    )
}

fn rows(decision: &Decision) -> Vec<&Choice> {
    let mut rows = match decision.kind {
        DecisionKind::Checker => decision.listed(),
        DecisionKind::Cube(_) | DecisionKind::Take(_) => {
            decision.choices.iter().filter(|choice| choice.from_xg_analysis || choice.rank == 1).collect()
        }
    };
    rows.sort_by_key(|choice| choice.rank);
    rows.truncate(MAX_ROWS);
    rows
}

fn table_row(row: &Choice, settings: &Settings) -> String {
    let error = if row.rank == 1 { String::new() } else { format!("{:+.3}", 0.0 - row.loss) };
    let name = escape(choice_label(row, settings.language));
    format!("<tr><td>{name}</td><td>{:+.3}</td><td>{error}</td></tr>", row.equity)
}

fn source(decision: &Decision) -> String {
    let source = &decision.source;
    [&*source.program, &*source.version, decision.level()].join(" ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_printed_with_its_question_and_answer_and_without_html_of_others() {
        let text = String::from_utf8_lossy(include_bytes!("example.txt")).into_owned();
        let mut decisions: Vec<Decision> = flashcards::read(text.as_bytes()).decisions().cloned().collect();
        let decision = decisions.first_mut().unwrap();
        decision.note = "<b>bold</b>".to_owned();
        let html = card(decision, &Settings::default());
        let best = title(decision, i18n::Language::En);
        assert!(html.contains(&format!("<h1>{}</h1>", escape(&best))), "{html}");
        assert!(html.contains("class=\"bg monochrome\"") && html.contains("&lt;b&gt;bold"), "{html}");
        assert!(html.matches("<tr>").count() > 2, "{html}");
    }
}
