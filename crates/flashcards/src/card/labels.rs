//! Texts on a card, in the language of the settings.

use crate::cube::{CubeOption, CubePlay, TakeOption, Verdict};
use crate::decision::{Choice, Decision, DecisionKind, Played, Question};
use crate::settings::Settings;
use diagram::backgammon::ScoreFormat;
use i18n::{Cards, Language, fill};
use rules::backgammon::{Position, Side, Stake};

/// The right answer, worded as the option that a player chooses.
pub fn title(decision: &Decision, language: Language) -> String {
    let words = language.cards();
    match decision.kind {
        DecisionKind::Cube(Verdict { option, .. }) => option_name(option, words).to_owned(),
        DecisionKind::Take(answer) => answer_name(answer, words).to_owned(),
        DecisionKind::Checker => {
            decision.best().map_or(words.cannot_move, |best| choice(best, language)).to_owned()
        }
    }
}

/// What was done in the match. A doubler only doubles or not: the answer was somebody else's.
pub fn played(decision: &Decision, language: Language) -> Option<String> {
    let played = decision.played()?;
    let text = match (decision.kind, CubeOption::named(&played.label)) {
        (DecisionKind::Cube(_), Some(option)) => doubler_name(option.doubles(), language.cards()),
        _ => choice(played, language),
    };
    Some(text.to_owned())
}

/// The same for a position without analysis.
pub fn question_played(question: &Question, language: Language) -> Option<String> {
    let words = language.cards();
    Some(match question.played? {
        Played::Play(play) if play.is_empty() => words.cannot_move.to_owned(),
        Played::Play(play) => play.to_string(),
        Played::Cube(cube) => match cube.answer() {
            Some(answer) => answer_name(answer, words).to_owned(),
            None => doubler_name(cube == CubePlay::Doubled, words).to_owned(),
        },
    })
}

fn doubler_name(doubles: bool, words: &Cards) -> &'static str {
    if doubles { words.double } else { words.no_double }
}

fn answer_name(answer: TakeOption, words: &Cards) -> &'static str {
    match answer {
        TakeOption::Take => words.take,
        TakeOption::Pass => words.pass,
        TakeOption::Beaver => words.beaver,
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
    match (CubeOption::named(&choice.label), TakeOption::named(&choice.label)) {
        (Some(option), _) => option_name(option, words),
        (_, Some(answer)) => answer_name(answer, words),
        _ if choice.label.is_empty() => words.cannot_move,
        _ => &choice.label,
    }
}

/// Player to act, dice or double, score, cube and stake.
pub fn facts(position: &Position, settings: &Settings) -> Vec<String> {
    let words = settings.language.cards();
    let color = |side: Side| settings.look().color(side).name(settings.language);
    let dice = match position.offered() {
        Some(value) => fill(words.facts_doubled, &[("value", &value.to_string())]),
        None => {
            let dice = position.dice().map_or("—".to_string(), |dice| dice.to_string());
            fill(words.facts_dice, &[("dice", &dice)])
        }
    };
    let cube = match position.cube.owner {
        Some(owner) => format!("{} ({})", position.cube.value(), color(owner)),
        None if position.cube.value() > 1 => position.cube.value().to_string(),
        None => "—".to_string(),
    };
    let mut facts = vec![color(position.to_act()).to_owned(), dice];
    facts.extend(score(position, settings.look().score, words));
    facts.push(fill(words.facts_cube, &[("cube", &cube)]));
    facts.push(fill(words.facts_match, &[("stake", &stake(position.stake, words))]));
    facts
}

/// The colour of a side's checkers, as the settings show it.
pub fn side_name(side: Side, settings: &Settings) -> &'static str {
    settings.look().color(side).name(settings.language)
}

fn score(position: &Position, format: ScoreFormat, words: &Cards) -> Option<String> {
    let of = [position.to_act(), position.to_act().other()].map(|side| position.score.of(side));
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
