//! The rules where they are not obvious, each with a small picture.

use diagram::go::{Geometry, Mark, MarkKind, Scene, Stone, draw};
use diagram::{Theme, to_svg};
use leptos::prelude::*;
use play::protocol::Kind;
use rules::go::Size;

use super::session::Session;
use crate::sheet::Sheet;

/// A picture in letters, and what it shows. `X` and `O` are stones that stay, `B` and `W` those that go; small letters
/// were just put down, `#` is where both were.
const CASES: [(&str, &str, &str); 4] = [
    (
        "One point, two stones",
        ". . . / . # . / . . .",
        "Both chose the same point. What appears there belongs to nobody, is never taken, and is no liberty.",
    ),
    (
        "Both die",
        ". X O . / X w b O / . X O .",
        "Everything without a liberty is taken off together: stones that take each other's last liberty both go.",
    ),
    (
        "A ko is never taken alone",
        ". X O . / X W b O / . X O .",
        "A stone that takes the last liberty of another while it has none of its own goes with it.",
    ),
    (
        "The collision fills the last liberty",
        "B # . / O . . / . . .",
        "Black wanted to run, White to take; now nobody has the only liberty that was left, and the stone goes.",
    ),
];

#[component]
pub fn RulesButton() -> impl IntoView {
    let session = Session::here();
    let shown = RwSignal::new(false);
    let game = session.watch(|guest| guest.kifu().map(|kifu| kifu.settings().game));
    view! {
        <button class="button" on:click=move |_| shown.set(true)>"Rules"</button>
        <Show when=move || shown.get()>
            <Sheet title="Rules of this game".to_owned() class="rules-sheet" close=move || shown.set(false)>
                {move || match game.get().flatten() {
                    Some(kind) if kind.is_simultaneous() => view! { <Simultaneous kind /> }.into_any(),
                    Some(kind) => view! { <InTurns kind /> }.into_any(),
                    None => ().into_any(),
                }}
            </Sheet>
        </Show>
    }
}

#[component]
fn Simultaneous(kind: Kind) -> impl IntoView {
    let cases = CASES.map(|(title, picture, text)| {
        view! {
            <div class="case">
                <div class="case-picture" aria-hidden="true" inner_html=small(picture, kind)></div>
                <div><strong>{title}</strong><p>{text}</p></div>
            </div>
        }
    });
    let collision = match kind {
        Kind::Hole => "Two stones on one point leave a hole, for good.",
        Kind::Void => "Two stones on one point are both lost, and nobody may play there in the next turn.",
        _ => "Two stones on one point become a red stone, for good.",
    };
    view! {
        <div class="rules">
            <p>
                "Each turn both choose a point or pass, unseen. A move is allowed if it would be allowed had the other passed: an empty point, no suicide unless it takes something, no position that was on the board before. "
                {collision}
            </p>
            {(if kind == Kind::Void { cases.into_iter().skip(1).take(2).collect::<Vec<_>>() } else { cases.into() }).collect_view()}
            <p>
                "If both moves together would bring an earlier position back, both points turn red instead. When both pass in one turn, stones and the empty points that only one side touches count; mark dead stones first, or play on if you do not agree. Who has no time left passes from then on, unless the room says that time loses."
            </p>
        </div>
    }
}

#[component]
fn InTurns(kind: Kind) -> impl IntoView {
    let count = if kind == Kind::Japanese {
        "Surrounded points and prisoners count."
    } else {
        "Stones and surrounded points count."
    };
    view! {
        <div class="rules">
            <p>"Black begins; then each in turn places a stone or passes. A ko may not be taken back at once."</p>
            <p>"Two passes in a row end the game: mark dead stones and agree, or play on. " {count}</p>
        </div>
    }
}

fn rows(picture: &str) -> Vec<Vec<char>> {
    picture.split(" / ").map(|row| row.chars().filter(|c| *c != ' ').collect()).collect()
}

fn small(picture: &str, kind: Kind) -> String {
    let rows = rows(picture);
    let (width, height) = (rows.first().map_or(0, Vec::len), rows.len());
    let Ok(size) = Size::new(width as u32, height as u32) else { return String::new() };
    let mut scene = Scene::new(size);
    for at in size.points() {
        let letter = rows.get(usize::from(at.y)).and_then(|row| row.get(usize::from(at.x))).copied();
        let stone = match letter {
            Some('X' | 'B' | 'b') => Stone::Black,
            Some('O' | 'W' | 'w') => Stone::White,
            Some('#') if kind == Kind::Hole => Stone::Hole,
            Some('#') => Stone::Red,
            _ => continue,
        };
        scene.stones.insert(at, stone);
        if matches!(letter, Some('B' | 'b' | 'W' | 'w')) {
            scene.marks.push(Mark { at, kind: MarkKind::Cross });
        }
    }
    to_svg(&draw(&scene, &Geometry::new(size).with_coordinates(false).fitting(112.0, 112.0)), Theme::Page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::go::simultaneous::{Cell, Position, Variant};
    use rules::go::{Color, Move, Point};

    #[test]
    fn every_picture_shows_what_the_rules_do() {
        for (title, picture, _) in CASES {
            let rows = rows(picture);
            let size = Size::new(rows[0].len() as u32, rows.len() as u32).unwrap();
            let letter = |at: Point| rows[usize::from(at.y)][usize::from(at.x)];
            let before = Position::set_up(size, Variant::Red, |at| match letter(at) {
                'X' | 'B' => Cell::Stone(Color::Black),
                'O' | 'W' => Cell::Stone(Color::White),
                _ => Cell::Empty,
            });
            let put = |letters: [char; 2]| {
                size.points().find(|at| letters.contains(&letter(*at))).map_or(Move::Pass, Move::Place)
            };
            let after = before.unwrap().turn(put(['b', '#']), put(['w', '#'])).unwrap().position;
            for at in size.points() {
                let stands = match letter(at) {
                    'X' => Cell::Stone(Color::Black),
                    'O' => Cell::Stone(Color::White),
                    '#' => Cell::Red,
                    _ => Cell::Empty,
                };
                assert_eq!(after.at(at), stands, "{title}: {}", at.name(size));
            }
        }
    }
}
