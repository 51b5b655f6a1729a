//! The figures of a review as texts.

use analysis::performance_rating;
use flashcards::{Errors, GameErrors, MatchReview, PlayerErrors};
use i18n::{Language, fill, visible_line};
use record::backgammon::Players;
use rules::backgammon::Side;

use crate::backgammon_loss::{BLUNDER, ERROR};

/// What stands for a figure that there is none of.
const NONE: &str = "–";

/// What a player did in the whole match.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerFigures {
    pub side: Side,
    pub name: String,
    pub decisions: String,
    pub pr: String,
    pub checker: String,
    pub cube: String,
    pub error_rate: String,
    pub errors: String,
    pub luck: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// From 1; none for the sum.
    pub number: Option<usize>,
    pub won_by: String,
    /// After the game.
    pub score: String,
    pub pr: [String; 2],
    /// Of the first player.
    pub luck: String,
}

/// The name, or the colour on the board if there is none.
pub fn player_name(players: &Players, side: Side, language: Language) -> String {
    let words = language.study();
    match (visible_line(players.of(side).trim()), side) {
        (name, Side::Bottom) if name.is_empty() => words.white_side.to_owned(),
        (name, Side::Top) if name.is_empty() => words.black_side.to_owned(),
        (name, _) => name.into_owned(),
    }
}

pub fn rating(errors: Errors, language: Language) -> String {
    let rating = performance_rating(errors.lost as f32, errors.decisions);
    rating.map_or(NONE.to_owned(), |rating| language.decimal(rating.into(), 2))
}

/// `+0.350`
pub fn signed(number: f64, language: Language) -> String {
    let sign = if number < 0.0 { '−' } else { '+' };
    format!("{sign}{}", language.decimal(number.abs(), 3))
}

fn luck(errors: &PlayerErrors, language: Language) -> String {
    errors.luck.map_or(NONE.to_owned(), |luck| signed(luck, language))
}

/// The player at the bottom first.
pub fn players(review: &MatchReview, language: Language) -> Vec<PlayerFigures> {
    let Some(first) = review.games.first() else { return Vec::new() };
    let figures = |(side, errors): (Side, PlayerErrors)| {
        let all = errors.all();
        let count = |least: f64| {
            let is_such = |mistake: &&flashcards::MatchMistake| {
                mistake.decision.position.to_act() == side && mistake.lost >= least
            };
            review.mistakes.iter().filter(is_such).count()
        };
        let rate = performance_rating(all.lost as f32, all.decisions).map(|rating| 2.0 * rating);
        PlayerFigures {
            side,
            name: player_name(&first.players, side, language),
            decisions: language.count(language.cards().decision_count, all.decisions as usize),
            pr: rating(all, language),
            checker: part(errors.checker, language),
            cube: part(errors.cube, language),
            error_rate: rate.map_or(NONE.to_owned(), |rate| language.decimal(rate.into(), 1)),
            errors: format!("{}{}{}", count(ERROR), language.frame().comma, count(BLUNDER)),
            luck: luck(&errors, language),
        }
    };
    [Side::Bottom, Side::Top].into_iter().zip(review.total()).map(figures).collect()
}

/// `5.90 (−1.203)`
fn part(errors: Errors, language: Language) -> String {
    match errors.decisions {
        0 => NONE.to_owned(),
        _ => format!("{} (−{})", rating(errors, language), language.decimal(errors.lost, 3)),
    }
}

pub fn games(review: &MatchReview, language: Language) -> Vec<GameRow> {
    let mut rows: Vec<GameRow> =
        review.games.iter().enumerate().map(|(n, game)| game_row(n, game, language)).collect();
    if let Some(last) = review.games.last().filter(|_| review.games.len() > 1) {
        let total = review.total();
        rows.push(GameRow {
            number: None,
            won_by: String::new(),
            score: score_after(last),
            pr: [rating(total[0].all(), language), rating(total[1].all(), language)],
            luck: luck(&total[0], language),
        });
    }
    rows
}

fn game_row(n: usize, game: &GameErrors, language: Language) -> GameRow {
    let [bottom, top] = game.errors;
    let won_by = game.won.map_or(NONE.to_owned(), |won| {
        let name = player_name(&game.players, won.side, language);
        let points = language.count(language.match_review().points, usize::from(won.points));
        fill(language.match_review().won_by, &[("name", &name), ("points", &points)])
    });
    GameRow {
        number: Some(n + 1),
        won_by,
        score: score_after(game),
        pr: [rating(bottom.all(), language), rating(top.all(), language)],
        luck: luck(&bottom, language),
    }
}

fn score_after(game: &GameErrors) -> String {
    let points = |side: Side| {
        let won = game.won.filter(|won| won.side == side).map_or(0, |won| won.points);
        game.score.of(side).saturating_add(won)
    };
    format!("{}–{}", points(Side::Bottom), points(Side::Top))
}

#[cfg(test)]
mod tests {
    use record::backgammon::MatchFile;

    use super::*;

    /// One game of two plays, analysed by gnubg: Ann's second best play costs 0.1.
    const ANALYSED: &str = "(;FF[4]GM[6]AP[GNU Backgammon:1.07.001]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bo]RE[B+1]\n\
        ;W[31hefe]A[1][xwnk E ver 3 0.5 0.1 0.0 0.1 0.0 0.15 0C 0 0.000000 1 0.0][hefe E ver 3 0.5 0.1 0.0 0.1 0.0 0.05 0C 0 0.000000 1 0.0]LU[0.25 2])";

    #[test]
    fn figures_are_written_for_people() {
        let review = MatchReview::of(&MatchFile::read(ANALYSED.as_bytes()).unwrap());
        let figures = players(&review, Language::En);
        let ann = figures.iter().find(|player| player.name == "Ann").unwrap();
        assert_eq!(ann.luck, "+0.250");
        let rows = games(&review, Language::En);
        assert_eq!((rows.len(), rows[0].number), (1, Some(1)));
        assert!(rows[0].won_by.starts_with("Bo, 1 point"), "{}", rows[0].won_by);
    }

    #[test]
    fn a_sign_is_always_written() {
        assert_eq!([signed(0.35, Language::En), signed(-0.0351, Language::Vi)], ["+0.350", "−0,035"]);
    }
}
