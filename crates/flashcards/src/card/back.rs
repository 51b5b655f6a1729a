//! The back of a card: the right answer and the program's table.

use super::front::moves_attribute;
use super::html::escape;
use super::labels;
use crate::cube::Verdict;
use crate::decision::{Chances, Choice, Decision, DecisionKind};
use crate::settings::Settings;
use crate::xg::PROGRAM as XG;
use i18n::{Language, fill};
use std::fmt::Write;

/// Rows shown; the play made in the match is added if it ranks lower.
const ROWS: usize = 10;

pub fn back(decision: &Decision, settings: &Settings) -> String {
    let mut out = String::with_capacity(4 * 1024);
    let language = settings.language;
    let title = labels::title(decision, language);
    let _ = write!(out, "<p class=\"verdict\"></p><p class=\"best\">{}</p>", escape(&title));
    if let DecisionKind::Cube(Verdict { beaver: true, .. }) = decision.kind {
        let _ = write!(out, "<p class=\"source\">{}</p>", language.cards().would_be_beavered);
    }
    if let Some(played) = labels::played(decision, language) {
        let played = fill(language.cards().card_played, &[("play", &played)]);
        let cost = decision.played_loss().filter(|loss| *loss > 0.0);
        let cost = cost.map_or(String::new(), |loss| format!(" ({:+.3})", -loss));
        let _ = write!(out, "<p class=\"played\">{}{cost}</p>", escape(&played));
    }
    out += "<table>";
    for (place, row) in rows(decision).into_iter().enumerate().filter(|(n, row)| *n < ROWS || row.played) {
        table_row(&mut out, place + 1, row, decision, settings);
    }
    out += "</table>";
    if let Some(chances) = decision.chances {
        let _ = write!(out, "<p class=\"source\">{}</p>", chances_text(chances, decision, language));
    }
    out
}

/// The chances of a cube decision, or of the best play.
pub fn chances(decision: &Decision, language: Language) -> Option<String> {
    let chances = decision.chances.or_else(|| decision.best()?.chances)?;
    Some(chances_text(chances, decision, language))
}

/// What the program listed. Of a take, all answers, because the listed rows are the doubler's.
fn rows(decision: &Decision) -> Vec<&Choice> {
    match decision.kind {
        DecisionKind::Take(_) => {
            let mut rows: Vec<&Choice> = decision.choices.iter().collect();
            rows.sort_by_key(|choice| choice.rank);
            rows
        }
        DecisionKind::Checker | DecisionKind::Cube(_) => decision.listed(),
    }
}

fn table_row(out: &mut String, place: usize, row: &Choice, decision: &Decision, settings: &Settings) {
    let class = if is_best(row, decision) { " class=\"top\"" } else { "" };
    let moves = moves_attribute(row, settings);
    let error = row.xg_error.map_or(String::new(), |error| format!("({error:+.3})"));
    let confidence = row.confidence.map_or(String::new(), |half| format!(" ±{half:.3}"));
    let in_words = || labels::choice(row, settings.language);
    let is_own = row.xg_notation.is_empty() || matches!(decision.kind, DecisionKind::Take(_));
    let notation = if is_own { in_words() } else { &row.xg_notation };
    let _ = write!(out, "<tr{class}{moves}><td>{place}.</td><td>{}", escape(notation));
    if let (DecisionKind::Checker, Some(chances)) = (decision.kind, row.chances) {
        let _ = write!(out, "<small>{}</small>", chances_text(chances, decision, settings.language));
    }
    let _ = write!(
        out,
        "</td><td class=\"e\">{:+.3}</td><td class=\"l\">{error}<small>{}{confidence}</small></td></tr>",
        row.equity,
        escape(&row.level)
    );
}

/// If programs don't list the right answer, its row is the one with the same equity: no double.
fn is_best(row: &Choice, decision: &Decision) -> bool {
    match decision.best() {
        Some(best) if best.from_xg_analysis || row.rank == 1 => row.rank == 1,
        Some(best) => row.equity == best.equity,
        None => false,
    }
}

fn chances_text(chances: Chances, decision: &Decision, language: Language) -> String {
    let Chances { wins, gammons, backgammons, losses, lost_gammons, lost_backgammons } = chances;
    let shares = [wins, gammons, backgammons, losses, lost_gammons, lost_backgammons];
    // As printed: XG gives two digits, gnubg one in its texts and more in its files.
    let has_more = shares.iter().any(|share| ((share * 10.0).round() / 10.0 - share).abs() > 1e-6);
    let digits = if has_more || decision.source.program == XG { 2 } else { 1 };
    let [wins, gammons, backgammons, losses, lost_gammons, lost_backgammons] =
        shares.map(|share| language.decimal(share, digits));
    let values = [
        ("wins", &*wins),
        ("gammons", &gammons),
        ("backgammons", &backgammons),
        ("losses", &losses),
        ("lost_gammons", &lost_gammons),
        ("lost_backgammons", &lost_backgammons),
    ];
    fill(language.cards().card_chances, &values)
}
