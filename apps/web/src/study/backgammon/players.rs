//! The players, the score, the last action and the next.

use i18n::fill;
use leptos::prelude::*;
use record::backgammon::{Action, MatchGame};
use record::{GameRecord, MatchRecord};
use rules::backgammon::{Side, Stage};

use super::review::ReviewButton;
use crate::handoff::open_in_cards;
use crate::language;
use crate::study::page_state::PageState;
use crate::study::players::{PlayerName, PlayerRow, PlayersPanel};

/// `2 of 5`, or the points alone in a game for money.
fn score(game: &MatchGame, side: Side) -> String {
    let points = game.score().of(side).to_string();
    match game.start.match_length() {
        Some(length) => {
            let values = [("points", points.as_str()), ("length", &length.to_string())];
            fill(language::study().match_score, &values)
        }
        None => points,
    }
}

/// The player's name, or the colour on the board if there is no name.
pub fn name(game: &MatchGame, side: Side) -> String {
    let words = language::study();
    match (game.players.of(side).trim(), side) {
        ("", Side::Bottom) => words.white_side.to_owned(),
        ("", Side::Top) => words.black_side.to_owned(),
        (name, _) => name.to_owned(),
    }
}

#[component]
pub fn MatchPlayers() -> impl IntoView {
    let page_state = PageState::here();
    let row = move |side: Side, class: &'static str| {
        let of_game = move |look: fn(&MatchGame, Side) -> String| {
            page_state
                .watch_match(move |record| record.game().map(|game| look(game, side)).unwrap_or_default())
        };
        let (name, score) = (of_game(name), of_game(score));
        let turn = move |record: &MatchRecord| record.next_action().is_some_and(|next| next.side == side);
        PlayerRow {
            class,
            player: Memo::new(move |_| PlayerName { name: name.get(), strength: String::new() }),
            is_turn: page_state.watch_match(turn),
            extra: view! { <span class="match-score">{score}</span> }.into_any(),
        }
    };
    let progress = page_state.watch_match(progress_text);
    let announcements = vec![page_state.watch_match(position_text)];
    let rows = [row(Side::Bottom, "player white"), row(Side::Top, "player black")];
    view! { <PlayersPanel rows progress announcements /> }
}

/// `Ann 31: 8/5 6/5. Bob to play 42`
pub fn position_text(record: &MatchRecord) -> String {
    let (last, next) = progress_text(record);
    format!("{last}. {next}")
}

/// The action that led here, and what follows.
fn progress_text(record: &MatchRecord) -> (String, String) {
    let words = language::study();
    let Some(game) = record.game() else { return Default::default() };
    let last = record.last_action().map(|played| action(game, played.side, &played.action));
    let next = match record.next_action() {
        Some(next) => to_act(&name(game, next.side), record.position().stage),
        None => result(game),
    };
    (last.unwrap_or_else(|| words.at_start.to_owned()), next)
}

/// What a player has to do next.
fn to_act(name: &str, stage: Stage) -> String {
    let words = language::study();
    let (text, dice) = match stage {
        Stage::Rolled(dice) => (words.match_to_play, dice.to_string()),
        Stage::OnRoll => (words.match_on_roll, String::new()),
        Stage::Doubled => (words.match_to_answer, String::new()),
        Stage::Beavered => (words.match_answer_beaver, String::new()),
        Stage::Raccooned => (words.match_answer_raccoon, String::new()),
    };
    fill(text, &[("name", name), ("dice", &dice)])
}

fn result(game: &MatchGame) -> String {
    let words = language::study();
    match game.won {
        Some(won) => {
            let name = name(game, won.side);
            language::here().count_with(words.match_won, usize::from(won.points), &[("name", &name)])
        }
        None => words.match_ends.to_owned(),
    }
}

/// `Ann 31: 8/5 6/5`
fn action(game: &MatchGame, side: Side, action: &Action) -> String {
    let words = language::study();
    let name = name(game, side);
    let text = match action {
        Action::Roll { dice, play } if play.is_empty() => {
            return format!("{name} {dice}: {}", words.match_no_play);
        }
        Action::Roll { dice, play } => return format!("{name} {dice}: {play}"),
        Action::Double => words.match_doubles,
        Action::Take => words.match_takes,
        Action::Pass => words.match_passes,
        Action::Beaver => words.match_beavers,
        Action::Raccoon => words.match_raccoons,
    };
    fill(text, &[("name", &name)])
}

/// The next action, the cube and the comment at the cursor, and what can be done with the match.
#[component]
pub fn MatchNotes() -> impl IntoView {
    let words = language::study();
    let page_state = PageState::here();
    let next = page_state.watch_match(|record| {
        let game = record.game()?;
        record.next_action().map(|played| action(game, played.side, &played.action))
    });
    let cube = page_state.watch_match(cube);
    let comment = page_state.watch_match(|record| record.comment());
    let to_cards = move |_| {
        let file = page_state.peek(|workspace| {
            let game = workspace.current();
            Some((game.name(), game.backgammon()?.write()))
        });
        if let Some((name, bytes)) = file {
            open_in_cards(&name, &bytes);
        }
    };
    view! {
        <section class="panel notes match-notes" id="notes" aria-label=words.notes>
            <p class="match-next">{move || next.get().map(|next| fill(words.match_played, &[("action", &next)]))}</p>
            <p class="match-cube">{cube}</p>
            <p class="match-comment">{comment}</p>
            <div class="row">
                <ReviewButton />
                <button class="button" on:click=to_cards>{words.match_to_cards}</button>
            </div>
        </section>
    }
}

fn cube(record: &MatchRecord) -> String {
    let words = language::study();
    let cube = record.position().cube;
    let value = cube.value().to_string();
    match (record.position().is_crawford(), cube.owner, record.game()) {
        (true, ..) => words.match_crawford.to_owned(),
        (_, Some(owner), Some(game)) => {
            fill(words.match_cube, &[("value", &value), ("name", &name(game, owner))])
        }
        _ => fill(words.match_cube_centred, &[("value", &value)]),
    }
}

#[cfg(test)]
mod tests {
    use record::backgammon::MatchFile;

    use super::*;

    const MAT: &str = " 3 point match\n\n Game 1\n Ann : 0                          Bob : 2\n  \
        1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) 65: 24/13\n      Wins 1 point\n";

    #[test]
    fn each_step_shows_the_last_action_and_the_next_player() {
        let mut record = MatchRecord::open(MatchFile::read(MAT.as_bytes()).unwrap(), 0);
        let mut texts = vec![progress_text(&record)];
        while record.forward() {
            texts.push(progress_text(&record));
        }
        let texts: Vec<(&str, &str)> =
            texts.iter().map(|(last, next)| (last.as_str(), next.as_str())).collect();
        assert_eq!(
            texts,
            [
                ("Start", "Ann to play 31"),
                ("Ann 31: 8/5 6/5", "Bob to play 42"),
                ("Bob 42: 8/4 6/4", "Ann to play 65"),
                ("Ann 65: 24/13", "Ann wins 1 point"),
            ]
        );
        assert_eq!(cube(&record), "Crawford game: no doubling");
        let game = record.game().unwrap();
        assert_eq!((name(game, Side::Bottom), score(game, Side::Bottom)), ("Bob".into(), "2 of 3".into()));
    }
}
