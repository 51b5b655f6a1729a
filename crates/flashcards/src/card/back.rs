//! The back of a card: the right answer and the program's table.

use super::front::moves_attribute;
use super::html::escape;
use super::labels;
use crate::decision::{Chances, Choice, Decision, DecisionKind};
use crate::settings::Settings;
use i18n::{Language, fill};
use std::fmt::Write;

/// Rows shown; the play made in the match is added if it ranks lower.
const ROWS: usize = 10;

pub fn back(decision: &Decision, settings: &Settings) -> String {
    let mut out = String::with_capacity(4 * 1024);
    let language = settings.language;
    let best = decision.best();
    let title = match decision.kind {
        DecisionKind::Cube(verdict) => labels::verdict(verdict, language),
        DecisionKind::Checker => best.map_or("", |best| labels::choice(best, language)),
    };
    let _ = write!(out, "<p class=\"verdict\"></p><p class=\"best\">{}</p><table>", escape(title));
    for (place, row) in decision.listed().into_iter().enumerate().filter(|(n, row)| *n < ROWS || row.played) {
        table_row(&mut out, place + 1, row, decision, settings);
    }
    out += "</table>";
    if let Some(chances) = decision.chances {
        let _ = write!(out, "<p class=\"source\">{}</p>", chances_text(chances, language));
    }
    if let Some(played) = decision.played() {
        let played = fill(language.cards().card_played, &[("play", labels::choice(played, language))]);
        let _ = write!(out, "<p class=\"source\">{}</p>", escape(&played));
    }
    out
}

fn table_row(out: &mut String, place: usize, row: &Choice, decision: &Decision, settings: &Settings) {
    let class = if is_best(row, decision) { " class=\"top\"" } else { "" };
    let moves = moves_attribute(row, settings);
    let error = row.xg_error.map_or(String::new(), |error| format!("({error:+.3})"));
    let in_words = || labels::choice(row, settings.language);
    let notation = if row.xg_notation.is_empty() { in_words() } else { &row.xg_notation };
    let _ = write!(out, "<tr{class}{moves}><td>{place}.</td><td>{}", escape(notation));
    if let (DecisionKind::Checker, Some(chances)) = (decision.kind, row.chances) {
        let _ = write!(out, "<small>{}</small>", chances_text(chances, settings.language));
    }
    let _ = write!(
        out,
        "</td><td class=\"e\">{:+.3}</td><td class=\"l\">{error}<small>{}</small></td></tr>",
        row.equity,
        escape(&row.level)
    );
}

/// If programs don't list the right answer, its row is the one with the same equity: no double.
fn is_best(row: &Choice, decision: &Decision) -> bool {
    match decision.best() {
        Some(best) if best.from_xg_analysis => row.rank == 1,
        Some(best) => row.equity == best.equity,
        None => false,
    }
}

fn chances_text(chances: Chances, language: Language) -> String {
    let Chances { wins, gammons, backgammons, losses, lost_gammons, lost_backgammons } = chances;
    let [wins, gammons, backgammons, losses, lost_gammons, lost_backgammons] =
        [wins, gammons, backgammons, losses, lost_gammons, lost_backgammons]
            .map(|share| language.decimal(share, 1));
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
