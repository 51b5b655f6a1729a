//! What the analysis says of a position, in the language of the page. Cards themselves speak as Anki's decks do.

use diagram::backgammon::ScoreFormat;
use flashcards::{CubeOption, Problem, Settings, Verdict, Warning};
use rules::backgammon::{Position, Side, Stake};
use words::fill;

use crate::language;

pub fn verdict(verdict: Verdict) -> &'static str {
    let words = language::cards();
    match verdict {
        Verdict { option: CubeOption::NoDoubleTake, beaver: true } => words.no_double_beaver,
        Verdict { option, .. } => match option {
            CubeOption::NoDoubleTake => words.no_double_take,
            CubeOption::DoubleTake => words.double_take,
            CubeOption::DoublePass => words.double_pass,
            CubeOption::TooGoodTake => words.too_good_take,
            CubeOption::TooGoodPass => words.too_good_pass,
        },
    }
}

/// Whose turn, the dice, the score, the cube and what is played for.
pub fn facts(position: &Position, settings: &Settings) -> Vec<String> {
    let words = language::cards();
    let color = |side| match settings.look().color_name(side) {
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
    facts.extend(score(position, settings.look().score));
    facts.push(fill(words.facts_cube, &[("cube", &cube)]));
    facts.push(fill(words.facts_match, &[("stake", &stake(position.stake))]));
    facts
}

fn score(position: &Position, format: ScoreFormat) -> Option<String> {
    let words = language::cards();
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

fn stake(stake: Stake) -> String {
    let words = language::cards();
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

/// What contradicts itself.
pub fn doubt(warning: &Warning) -> String {
    let words = language::cards();
    let side = |side: &Side| match side {
        Side::Bottom => words.bottom,
        Side::Top => words.top,
    };
    let compared = |text, of: &Side, printed: u16, id: u16| {
        fill(text, &[("side", side(of)), ("printed", &printed.to_string()), ("id", &id.to_string())])
    };
    match warning {
        Warning::TooManyCheckers { side: of, checkers } => {
            fill(words.doubt_checkers, &[("side", side(of)), ("n", &checkers.to_string())])
        }
        Warning::Pips { side, printed, board } => compared(words.doubt_pips, side, *printed, *board),
        Warning::Score { side, printed, id } => compared(words.doubt_score, side, *printed, *id),
        Warning::MatchLength { printed, id } => {
            fill(words.doubt_length, &[("printed", &printed.to_string()), ("id", &id.to_string())])
        }
        Warning::Crawford { printed: true } => words.doubt_crawford_text.into(),
        Warning::Crawford { printed: false } => words.doubt_crawford_id.into(),
        Warning::Diagram { point: 25 } => words.doubt_bar.into(),
        Warning::Diagram { point } => fill(words.doubt_point, &[("point", &point.to_string())]),
        Warning::OtherPlayerToAct => words.doubt_turn.into(),
        Warning::IllegalPlay { notation } => fill(words.doubt_play, &[("play", notation)]),
    }
}

/// Why a part of the text is no decision.
pub fn problem(problem: &Problem) -> String {
    let words = language::cards();
    match problem {
        Problem::Id(error) => {
            let name = error.notation.map_or("id", |notation| notation.name());
            let values =
                [("name", name), ("field", error.field), ("found", &error.found), ("wanted", &error.wanted)];
            fill(words.problem_id, &values)
        }
        Problem::NoAnalysis => words.problem_no_analysis.into(),
        Problem::NoPosition => words.problem_no_position.into(),
        Problem::NoDice => words.problem_no_dice.into(),
        Problem::DiceAtCube => words.problem_dice.into(),
        Problem::CubeRows(found) => fill(words.problem_rows, &[("n", &found.to_string())]),
        Problem::Play(text) => fill(words.problem_play, &[("play", text)]),
        Problem::NoCube => words.problem_no_cube.into(),
        Problem::Record(what) => what.clone(),
        Problem::Unknown => words.problem_unknown.into(),
    }
}

#[cfg(test)]
mod tests {
    use flashcards::card;

    use super::*;

    #[test]
    fn in_english_the_list_says_what_the_card_says() {
        let text = b"XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:0:0:5:10\n\nXGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10\n";
        let read = flashcards::read(text);
        let positions: Vec<_> = read.questions().map(|question| question.position).collect();
        assert_eq!(positions.len(), 2);
        for position in &positions {
            for score in [ScoreFormat::Points, ScoreFormat::Away, ScoreFormat::Hidden] {
                let settings = Settings { score, ..Settings::default() };
                assert_eq!(facts(position, &settings).join(" | "), card::facts(position, &settings));
            }
        }
        for option in CubeOption::ALL {
            let right = Verdict { option, beaver: false };
            assert_eq!(verdict(right), right.to_string());
        }
    }
}
