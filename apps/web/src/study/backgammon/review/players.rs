//! Both players' figures, and those of each game.

use i18n::fill;
use leptos::prelude::*;
use rules::backgammon::Side;
use study::Input;

use super::rows::{self, GameRow, PlayerFigures};
use super::state::{MatchReviews, Reviewed};
use crate::language;
use crate::study::page_state::PageState;

#[component]
pub fn PlayerCards(reviewed: Reviewed) -> impl IntoView {
    let words = language::match_review();
    let card = move |player: PlayerFigures| {
        let class = if player.side == Side::Bottom { "disc white" } else { "disc" };
        let figures = [
            (words.checker_play, player.checker),
            (words.cube_play, player.cube),
            (words.error_rate, player.error_rate),
            (words.errors_blunders, player.errors),
            (words.luck, player.luck),
        ];
        view! {
            <section class="panel review-player">
                <h3><span class=class aria-hidden="true"></span>{player.name}<small>{player.decisions}</small></h3>
                <p class="review-pr"><strong>{player.pr}</strong>" "<abbr title=words.pr_title>{words.pr}</abbr></p>
                <dl>{figures.map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> }).collect_view()}</dl>
            </section>
        }
    };
    let players = rows::players(&reviewed.review, language::here());
    view! { <div class="review-players">{players.into_iter().map(card).collect_view()}</div> }
}

#[component]
pub fn GameTable(reviewed: Reviewed) -> impl IntoView {
    let words = language::match_review();
    let page_state = PageState::here();
    let reviews = MatchReviews::here();
    let names: Vec<String> =
        rows::players(&reviewed.review, language::here()).into_iter().map(|player| player.name).collect();
    let of_player = |text: &str, n: usize| fill(text, &[("name", names.get(n).map_or("", String::as_str))]);
    let heads = [of_player(words.pr_of, 0), of_player(words.pr_of, 1), of_player(words.luck_of, 0)];
    let game = reviewed.game;
    let row = move |row: GameRow| {
        let number = row.number;
        let first = match number {
            None => view! { <td>{words.whole_match}</td> }.into_any(),
            Some(number) => {
                let open = move |_| {
                    page_state.act(Input::ChooseGame { game, number: number - 1 });
                    reviews.close();
                };
                let title = fill(language::study().match_game, &[("n", &number.to_string())]);
                view! { <td><button class="link" title=title.clone() aria-label=title on:click=open>{number}</button></td> }
                    .into_any()
            }
        };
        let [mine, theirs] = row.pr;
        view! {
            <tr class:sum=number.is_none()>
                {first}
                <td class="text">{row.won_by}</td>
                <td>{row.score}</td>
                <td>{mine}</td>
                <td>{theirs}</td>
                <td>{row.luck}</td>
            </tr>
        }
    };
    let rows = rows::games(&reviewed.review, language::here());
    view! {
        <div class="panel review-games">
            <table>
                <thead>
                    <tr>
                        <th>{words.game}</th>
                        <th class="text">{words.won}</th>
                        <th>{words.score}</th>
                        {heads.map(|head| view! { <th>{head}</th> }).collect_view()}
                    </tr>
                </thead>
                <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}
