//! Who plays, the score, what was played and who acts next.

use i18n::fill;
use leptos::prelude::*;
use record::backgammon::{Action, MatchGame};
use record::{GameRecord, MatchRecord};
use rules::backgammon::{Side, Stage};

use crate::handoff::open_in_cards;
use crate::language;
use crate::study::page_state::PageState;

#[derive(Clone, Debug, Default, PartialEq)]
struct Player {
    name: String,
    score: String,
}

impl Player {
    fn of(game: &MatchGame, side: Side) -> Player {
        let points = game.score().of(side).to_string();
        let score = match game.start.match_length() {
            Some(length) => {
                let values = [("points", points.as_str()), ("length", &length.to_string())];
                fill(language::study().match_score, &values)
            }
            None => points,
        };
        Player { name: name(game, side), score }
    }
}

/// The player's name, or his colour on the board.
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
    let turn = page_state.watch_match(|record| record.next_action().map(|next| next.side == Side::Bottom));
    let far = page_state.watch_match(how_far);
    let one = move |side: Side, class: &'static str| {
        let player = page_state
            .watch_match(move |record| record.game().map(|game| Player::of(game, side)).unwrap_or_default());
        view! {
            <div class=class class:turn=move || turn.get() == Some(side == Side::Bottom)>
                <strong title=move || player.get().name>{move || player.get().name}</strong>
                <span class="match-score">{move || player.get().score}</span>
            </div>
        }
    };
    view! {
        <section class="panel players" aria-label=language::study().players>
            {one(Side::Bottom, "player white")}
            {one(Side::Top, "player black")}
            <div class="current-move">
                <div class="current-move-text">
                    <strong class="count">{move || far.get().0}</strong>
                    <span>{move || far.get().1}</span>
                </div>
            </div>
        </section>
        <div class="visually-hidden">
            <p class="live-region" aria-live="polite">{move || format!("{}. {}", far.get().0, far.get().1)}</p>
        </div>
    }
}

/// The action that led here, and what follows.
fn how_far(record: &MatchRecord) -> (String, String) {
    let words = language::study();
    let Some(game) = record.game() else { return Default::default() };
    let last = record.last_action().map(|played| action(game, played.side, &played.action));
    let next = match (record.next_action(), record.position().stage) {
        (None, _) => result(game),
        (Some(next), Stage::Rolled(dice)) => {
            fill(words.match_to_play, &[("name", &name(game, next.side)), ("dice", &dice.to_string())])
        }
        (Some(next), Stage::OnRoll) => fill(words.match_on_roll, &[("name", &name(game, next.side))]),
        (Some(next), _) => fill(words.match_to_answer, &[("name", &name(game, next.side))]),
    };
    (last.unwrap_or_else(|| words.at_start.to_owned()), next)
}

fn result(game: &MatchGame) -> String {
    let words = language::study();
    match game.won {
        Some(won) => {
            let values = [("name", name(game, won.side))];
            let values: Vec<(&str, &str)> =
                values.iter().map(|(key, value)| (*key, value.as_str())).collect();
            language::here().count_with(words.match_won, usize::from(won.points), &values)
        }
        None => words.match_ends.to_owned(),
    }
}

/// `Ann 31: 8/5 6/5`
fn action(game: &MatchGame, side: Side, action: &Action) -> String {
    let words = language::study();
    let name = name(game, side);
    match action {
        Action::Roll { dice, play } if play.is_empty() => format!("{name} {dice}: {}", words.match_no_play),
        Action::Roll { dice, play } => format!("{name} {dice}: {play}"),
        Action::Double => fill(words.match_doubles, &[("name", &name)]),
        Action::Take => fill(words.match_takes, &[("name", &name)]),
        Action::Pass => fill(words.match_passes, &[("name", &name)]),
    }
}

/// What the file says at the cursor, and the way to Cards.
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
            <p>{cube}</p>
            <p class="match-comment">{comment}</p>
            <button class="button" on:click=to_cards>{words.match_to_cards}</button>
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
    fn each_step_says_what_was_played_and_who_acts() {
        let mut record = MatchRecord::open(MatchFile::read(MAT.as_bytes()).unwrap(), 0);
        let mut said = vec![how_far(&record)];
        while record.forward() {
            said.push(how_far(&record));
        }
        let said: Vec<(&str, &str)> =
            said.iter().map(|(last, next)| (last.as_str(), next.as_str())).collect();
        assert_eq!(
            said,
            [
                ("Start", "Ann to play 31"),
                ("Ann 31: 8/5 6/5", "Bob to play 42"),
                ("Bob 42: 8/4 6/4", "Ann to play 65"),
                ("Ann 65: 24/13", "Ann wins 1 point"),
            ]
        );
        assert_eq!(cube(&record), "Crawford game: no doubling");
        let game = record.game().unwrap();
        assert_eq!(Player::of(game, Side::Bottom), Player { name: "Bob".into(), score: "2 of 3".into() });
    }
}
