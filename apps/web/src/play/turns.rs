//! What was played, as a list for the eyes and as news for who does not see the board.

use leptos::prelude::*;
use play::kifu::Kifu;
use rules::go::Color;

use super::session::Session;
use super::telling;
use crate::language;

/// Both moves of every turn, the latest first.
#[component]
pub fn Turns() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let list = session.watch(|guest| {
        let Some(kifu) = guest.kifu() else { return Vec::new() };
        let size = kifu.board().size();
        kifu.played().into_iter().map(|event| telling::turn(event, size)).collect::<Vec<_>>()
    });
    let watching = session.watch(|guest| telling::watching(guest.seats().spectators));
    let rows = move || {
        let turns = list.get().unwrap_or_default();
        let numbered = turns.into_iter().enumerate().rev();
        numbered
            .map(|(n, [black, white])| {
                let both = !black.is_empty() && black == white && black != words.pass_move;
                view! {
                    <tr class:both=both><th scope="row">{n + 1}</th><td>{black}</td><td>{white}</td></tr>
                }
            })
            .collect_view()
    };
    view! {
        <section class="panel turns" aria-label=words.turns tabindex="0">
            <table>
                <thead><tr><th scope="col">{words.turn}</th><th scope="col">{words.black}</th><th scope="col">{words.white}</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
            <p class="aside watching">{move || watching.get()}</p>
        </section>
    }
}

/// Says each turn once it is played, and what it cost.
#[component]
pub fn News() -> impl IntoView {
    let session = Session::here();
    let last = session.watch(|guest| {
        let kifu = guest.kifu()?;
        Some((telling::last_turn(kifu), lost(kifu)))
    });
    let said = Memo::new(move |before: Option<&(String, [u32; 2])>| {
        let (turn, lost) = last.get().flatten().unwrap_or_default();
        let earlier = before.map_or(lost, |(_, lost)| *lost);
        (turn + &taken(earlier, lost), lost)
    });
    view! { <p class="unseen news" aria-live="polite">{move || said.get().0}</p> }
}

fn lost(kifu: &Kifu) -> [u32; 2] {
    Color::BOTH.map(|color| kifu.board().lost(color))
}

fn taken(before: [u32; 2], now: [u32; 2]) -> String {
    let mut said = String::new();
    for color in Color::BOTH {
        let stones = now[color as usize].saturating_sub(before[color as usize]);
        if stones > 0 {
            let color = [("color", telling::color(color))];
            said.push(' ');
            said += &language::here().count_with(language::play().loses_stones, stones as usize, &color);
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_turn_cost_is_said_for_both() {
        assert_eq!(taken([0, 2], [0, 2]), "");
        assert_eq!(taken([0, 2], [1, 5]), " Black loses 1 stone. White loses 3 stones.");
    }
}
