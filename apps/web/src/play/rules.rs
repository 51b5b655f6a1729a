//! The rules where they are not obvious, each with a small picture.

use diagram::go::{Geometry, Mark, MarkKind, Scene, Stone, draw};
use diagram::{Theme, to_svg};
use leptos::prelude::*;
use play::protocol::GameKind;
use rules::go::Size;

use super::session::Session;
use crate::dialog::Dialog;
use crate::language;

/// A picture in letters, and what it shows. `X` and `O` are stones that stay, `B` and `W` those that are captured; small
/// letters are the last moves, `#` is where both played.
const PICTURES: [&str; 4] = [
    ". . . / . # . / . . .",
    ". X O . / X w b O / . X O .",
    ". X O . / X W b O / . X O .",
    "B # . / O . . / . . .",
];

fn cases() -> [(&'static str, &'static str, &'static str); 4] {
    let words = language::play();
    let [point, both, ko, fill] = PICTURES;
    [
        (words.case_point, point, words.case_point_text),
        (words.case_both, both, words.case_both_text),
        (words.case_ko, ko, words.case_ko_text),
        (words.case_fill, fill, words.case_fill_text),
    ]
}

#[component]
pub fn RulesButton() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let shown = RwSignal::new(false);
    let game = session.watch(|client| client.kifu().map(|kifu| kifu.settings().game));
    view! {
        <button class="button" on:click=move |_| shown.set(true)>{words.rules}</button>
        <Show when=move || shown.get()>
            <Dialog title=words.rules_title.to_owned() class="rules-dialog" close=move || shown.set(false)>
                {move || match game.get().flatten() {
                    Some(kind) if kind.is_simultaneous() => view! { <Simultaneous kind /> }.into_any(),
                    Some(kind) => view! { <InTurns kind /> }.into_any(),
                    None => ().into_any(),
                }}
            </Dialog>
        </Show>
    }
}

#[component]
fn Simultaneous(kind: GameKind) -> impl IntoView {
    let words = language::play();
    let cases = cases().map(|(title, picture, text)| {
        view! {
            <div class="case">
                <div class="case-picture" aria-hidden="true" inner_html=small(picture, kind)></div>
                <div><strong>{title}</strong><p>{text}</p></div>
            </div>
        }
    });
    let collision = match kind {
        GameKind::Hole => words.collision_hole,
        GameKind::Void => words.collision_void,
        _ => words.collision_red,
    };
    view! {
        <div class="rules">
            <p>
                {words.rules_turn}" "{collision}
            </p>
            {(if kind == GameKind::Void { cases.into_iter().skip(1).take(2).collect::<Vec<_>>() } else { cases.into() }).collect_view()}
            <p>{words.rules_end}</p>
        </div>
    }
}

#[component]
fn InTurns(kind: GameKind) -> impl IntoView {
    let words = language::play();
    let count = if kind == GameKind::Japanese { words.count_japanese } else { words.count_chinese };
    view! {
        <div class="rules">
            <p>{words.turns_begin}</p>
            <p>{words.turns_end}" "{count}</p>
        </div>
    }
}

fn rows(picture: &str) -> Vec<Vec<char>> {
    picture.split(" / ").map(|row| row.chars().filter(|c| *c != ' ').collect()).collect()
}

fn small(picture: &str, kind: GameKind) -> String {
    let rows = rows(picture);
    let (width, height) = (rows.first().map_or(0, Vec::len), rows.len());
    let Ok(size) = Size::new(width as u32, height as u32) else { return String::new() };
    let mut scene = Scene::new(size);
    for at in size.points() {
        let letter = rows.get(usize::from(at.y)).and_then(|row| row.get(usize::from(at.x))).copied();
        let stone = match letter {
            Some('X' | 'B' | 'b') => Stone::Black,
            Some('O' | 'W' | 'w') => Stone::White,
            Some('#') if kind == GameKind::Hole => Stone::Hole,
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
        for (title, picture, _) in cases() {
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
                let stands = Cell::from_symbol(letter(at)).unwrap_or(Cell::Empty);
                assert_eq!(after.at(at), stands, "{title}: {}", at.name(size));
            }
        }
    }
}
