//! The front of a card: board, facts, and the options in an order that does not reveal the answer.

use super::html::escape;
use super::labels;
use crate::decision::{Choice, Decision, DecisionKind, Judgement};
use crate::settings::Settings;
use diagram::backgammon::{Orientation, inline_svg};
use i18n::Language;
use rules::backgammon::{Play, Position};
use std::fmt::Write;

pub fn front(decision: &Decision, settings: &Settings, key: &str) -> String {
    let look = settings.look();
    let mut out = String::with_capacity(8 * 1024);
    let orientation = if look.orientation == Orientation::Clockwise { "cw" } else { "ccw" };
    let mover = if look.is_light(decision.position.to_act()) { "o" } else { "x" };
    let _ = write!(
        out,
        "<div class=\"question\" data-k=\"{key}\" data-o=\"{orientation}\" data-c=\"{mover}\"{}>",
        script_words(settings.language)
    );
    out += &inline_svg(&decision.position, &look);
    let _ = write!(
        out,
        "<p class=\"meta\">{}</p>",
        escape(&labels::facts(&decision.position, settings).join(" | "))
    );
    if settings.show_options {
        out += "<ul class=\"ops\">";
        for (letter, choice) in ('A'..).zip(options(decision, settings)) {
            option(&mut out, letter, decision, choice, settings);
        }
        out += "</ul>";
    }
    out += "</div>";
    out
}

/// Texts for the note type's script in languages other than English.
fn script_words(language: Language) -> String {
    let words = language.cards();
    let labels = [words.card_right, words.card_close, words.card_wrong, words.card_copy, words.card_copied];
    match language {
        Language::En => String::new(),
        _ => format!(" data-w=\"{}\"", escape(&labels.join("|"))),
    }
}

fn option(out: &mut String, letter: char, decision: &Decision, choice: &Choice, settings: &Settings) {
    let judgement = match decision.judgement(choice) {
        Judgement::Right => 'r',
        Judgement::Close => 'c',
        Judgement::Wrong => 'w',
    };
    let moves = moves_attribute(choice, settings);
    // "Too good" for "no double" is wrong and costs nothing.
    let cost = if choice.loss > 0.0 { format!("{:+.3}", -choice.loss) } else { String::new() };
    let _ = write!(
        out,
        "<li><button class=\"op\" type=\"button\" data-j=\"{judgement}\" data-l=\"{cost}\"{moves}><b>{letter}</b>{}</button></li>",
        escape(labels::choice(choice, settings.language))
    );
}

/// `data-m="13-8 6-5"` for the script that moves the checkers.
pub fn moves_attribute(choice: &Choice, settings: &Settings) -> String {
    let play =
        choice.label.parse::<Play>().ok().filter(|play| settings.interactive_moves && !play.is_empty());
    let Some(play) = play else { return String::new() };
    let hops: Vec<String> = play.hops().map(|hop| format!("{}-{}", hop.from, hop.to)).collect();
    format!(" data-m=\"{}\"", hops.join(" "))
}

/// Cube options and answers in their fixed order; the best plays and the one played, shuffled by the seed and the position.
pub fn options<'a>(decision: &'a Decision, settings: &Settings) -> Vec<&'a Choice> {
    if decision.kind != DecisionKind::Checker {
        return decision.choices.iter().collect();
    }
    let count = usize::from(settings.option_count);
    let mut by_rank: Vec<&Choice> = decision.choices.iter().collect();
    by_rank.sort_by_key(|choice| choice.rank);
    let played = by_rank.iter().position(|choice| choice.played).filter(|place| *place >= count);
    if let Some(place) = played {
        by_rank.swap(place, count - 1);
    }
    by_rank.truncate(count);
    shuffle(&mut by_rank, settings.seed ^ position_seed(&decision.position));
    by_rank
}

fn position_seed(position: &Position) -> u64 {
    position
        .xgid()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Fisher–Yates with SplitMix64.
fn shuffle<T>(items: &mut [T], mut seed: u64) {
    for n in (1..items.len()).rev() {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        items.swap(n, ((z ^ (z >> 31)) % (n as u64 + 1)) as usize);
    }
}
