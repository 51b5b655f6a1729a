//! The turns as a list, and the last one announced to screen readers.

use i18n::fill;
use leptos::prelude::*;
use play::kifu::{Event, Kifu};
use rules::go::{Color, Move};

use super::session::Session;
use super::stepping::ShownTurn;
use super::wording;
use crate::language;

/// Both moves of every turn, the latest first.
#[component]
pub fn Turns() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    // Replayed only when the record has grown.
    let entry = session.watch(|client| (client.game(), client.kifu().map(Kifu::next)));
    let list = Memo::new(move |_| {
        entry.get().and_then(|_| session.peek(|client| client.kifu().map(rows))).flatten().unwrap_or_default()
    });
    let watching = session.watch(|client| wording::watching(client.seats().spectators));
    let shown = ShownTurn::here();
    let rows = move || {
        list.get().into_iter().enumerate().rev().map(|(n, row)| row_of(n + 1, row, shown)).collect_view()
    };
    view! {
        <section class="panel turns" aria-label=words.turns tabindex="0">
            <table>
                <thead><tr><th scope="col">{words.turn}</th><th scope="col">{words.black}</th><th scope="col">{words.white}</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
            <p class="muted watching">{move || watching.get()}</p>
        </section>
    }
}

/// Black's and White's move, and what each of them lost.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    moves: [String; 2],
    lost: [u32; 2],
    collision: bool,
}

fn rows(kifu: &Kifu) -> Vec<Row> {
    let size = kifu.board().size();
    let row = |(event, lost): (&Event, [u32; 2])| {
        let collision = match event {
            Event::Turn { black_move, white_move } => {
                black_move.mv == white_move.mv && black_move.mv != Move::Pass
            }
            _ => false,
        };
        Row { moves: wording::turn(event, size), lost, collision }
    };
    kifu.played().into_iter().zip(kifu.losses_per_turn()).map(row).collect()
}

fn row_of(number: usize, row: Row, shown: ShownTurn) -> impl IntoView {
    let words = language::play();
    let Row { moves: [black, white], lost, collision } = row;
    let taken = move |color: Color| {
        // Stones that one player lost are captures of the other.
        let stones = lost[color.other() as usize];
        (stones > 0).then(|| {
            let says = fill(words.captures, &[("n", &stones.to_string())]);
            view! { <small class="captures" title=says.clone() aria-label=says>{format!("×{stones}")}</small> }
        })
    };
    view! {
        <tr
            class:both=collision
            class:shown=move || shown.earlier() == Some(number)
            title=collision.then_some(words.same_point)
            on:click=move |_| shown.go_to(number)
        >
            <th scope="row">{number}</th>
            <td>{black}{taken(Color::Black)}</td>
            <td>{white}{taken(Color::White)}</td>
        </tr>
    }
}

/// Announces each turn and the stones lost in it.
#[component]
pub fn Announcement() -> impl IntoView {
    let session = Session::here();
    let last = session.watch(|client| {
        let kifu = client.kifu()?;
        Some((client.has_news(), wording::last_turn(kifu), lost(kifu)))
    });
    let text = Memo::new(move |before: Option<&(String, [u32; 2])>| {
        let (is_news, turn, lost) = last.get().flatten().unwrap_or_default();
        let earlier = before.map_or(lost, |(_, lost)| *lost);
        (if is_news { turn + &taken(earlier, lost) } else { String::new() }, lost)
    });
    view! { <p class="visually-hidden news" aria-live="polite">{move || text.get().0}</p> }
}

fn lost(kifu: &Kifu) -> [u32; 2] {
    Color::BOTH.map(|color| kifu.board().lost(color))
}

fn taken(before: [u32; 2], now: [u32; 2]) -> String {
    wording::lost(
        Color::BOTH.map(|color| now[color as usize].saturating_sub(before[color as usize]) as usize),
    )
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use play::kifu::HalfTurn;
    use play::protocol::{Hex, Settings};
    use rules::go::Point;

    /// A turn of two stones, by column and row.
    pub fn turn(black: (u8, u8), white: (u8, u8)) -> Event {
        let half = |(x, y)| {
            let mv = Move::Place(Point::new(x, y));
            HalfTurn { mv, commit: None, nonce: None, passed_for: None, spent: 0 }
        };
        Event::Turn { black_move: half(black), white_move: half(white) }
    }

    #[test]
    fn a_row_has_the_stones_lost_and_whether_both_played_the_same_point() {
        let mut kifu = Kifu::new(Hex([0; 16]), Settings { board_size: 9, ..Settings::default() });
        for (black, white) in [((0, 8), (1, 8)), ((1, 7), (6, 2)), ((2, 8), (0, 7)), ((4, 4), (4, 4))] {
            kifu.append(turn(black, white)).unwrap();
        }
        let text: Vec<_> = rows(&kifu).into_iter().map(|row| (row.lost, row.collision)).collect();
        assert_eq!(text, [([0, 0], false), ([0, 0], false), ([1, 1], false), ([0, 0], true)]);
    }

    #[test]
    fn the_losses_of_both_players_are_announced() {
        assert_eq!(taken([0, 2], [0, 2]), "");
        assert_eq!(taken([0, 2], [1, 5]), " Black loses 1 stone. White loses 3 stones.");
    }
}
