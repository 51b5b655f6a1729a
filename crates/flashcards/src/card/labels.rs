//! Texts on a card, in the language of the settings.

use crate::cube::{CubeOption, Verdict};
use crate::decision::Choice;
use crate::settings::Settings;
use diagram::backgammon::ScoreFormat;
use i18n::{Cards, Language, fill};
use rules::backgammon::{Position, Side, Stake};

pub fn verdict(verdict: Verdict, language: Language) -> &'static str {
    let words = language.cards();
    match verdict {
        Verdict { option: CubeOption::NoDoubleTake, beaver: true } => words.no_double_beaver,
        Verdict { option, .. } => option_name(option, words),
    }
}

fn option_name(option: CubeOption, words: &Cards) -> &'static str {
    match option {
        CubeOption::NoDoubleTake => words.no_double_take,
        CubeOption::DoubleTake => words.double_take,
        CubeOption::DoublePass => words.double_pass,
        CubeOption::TooGoodTake => words.too_good_take,
        CubeOption::TooGoodPass => words.too_good_pass,
    }
}

/// Plays need no translation, except "cannot move".
pub fn choice(choice: &Choice, language: Language) -> &str {
    let words = language.cards();
    let option = CubeOption::ALL.into_iter().find(|option| option.label() == choice.label);
    match option {
        Some(option) => option_name(option, words),
        None if choice.label.is_empty() => words.cannot_move,
        None => &choice.label,
    }
}

/// Player on roll, dice, score, cube and stake.
pub fn facts(position: &Position, settings: &Settings) -> Vec<String> {
    let words = settings.language.cards();
    let color = |side: Side| match settings.look().color_name(side) {
        "White" => words.white,
        _ => words.black,
    };
    let dice = position.dice().map_or("—".to_string(), |dice| dice.to_string());
    let cube = match position.cube.owner {
        Some(owner) => format!("{} ({})", position.cube.value(), color(owner)),
        None if position.cube.value() > 1 => position.cube.value().to_string(),
        None => "—".to_string(),
    };
    let mut facts = vec![color(position.turn).to_owned(), fill(words.facts_dice, &[("dice", &dice)])];
    facts.extend(score(position, settings.look().score, words));
    facts.push(fill(words.facts_cube, &[("cube", &cube)]));
    facts.push(fill(words.facts_match, &[("stake", &stake(position.stake, words))]));
    facts
}

fn score(position: &Position, format: ScoreFormat, words: &Cards) -> Option<String> {
    let of = [position.turn, position.turn.other()].map(|side| position.score.of(side));
    let (text, [mine, theirs]) = match (format, position.match_length()) {
        (ScoreFormat::Hidden, _) => return None,
        (ScoreFormat::Away, Some(length)) => {
            (words.facts_away, of.map(|points| length.saturating_sub(points)))
        }
        _ => (words.facts_score, of),
    };
    Some(fill(text, &[("mine", &mine.to_string()), ("theirs", &theirs.to_string())]))
}

fn stake(stake: Stake, words: &Cards) -> String {
    match stake {
        Stake::Match { length, crawford } => {
            let text = if crawford { words.stake_crawford } else { words.stake_points };
            fill(text, &[("n", &length.to_string())])
        }
        Stake::Money { jacoby: true, beavers: true } => words.money_jacoby_beavers.into(),
        Stake::Money { jacoby: true, .. } => words.money_jacoby.into(),
        Stake::Money { beavers: true, .. } => words.money_beavers.into(),
        Stake::Money { .. } => words.money.into(),
    }
}
