//! Snapshots of small boards.

use diagram::go::{
    Geometry, Ghost, GhostKind, Line, Mark, MarkKind, Numbering, Scene, Stone, bare_board, draw, numbers,
};
use diagram::{Theme, to_svg};
use rules::go::{Color, Move, Point, Position, Size};

fn at(name: &str) -> Point {
    Point::from_name(name, Size::square(5).unwrap()).unwrap()
}

/// Two captures and a ko on five lines.
fn game() -> (Position, Vec<(u32, Point)>) {
    let moves = ["c3", "c2", "b2", "d3", "d2", "c1", "b1", "e2", "a3", "d1"];
    let mut position = Position::new(Size::square(5).unwrap());
    let mut line = Vec::new();
    for (name, number) in moves.iter().zip(1..) {
        position = position.play(Move::Place(at(name))).unwrap();
        line.push((number, at(name)));
    }
    (position, line)
}

fn small(scene: &Scene) -> Geometry {
    Geometry::new(scene.size).with_cell(20.0)
}

#[test]
fn a_bare_board_with_coordinates() {
    let scene = Scene::new(Size::new(7, 5).unwrap());
    insta::assert_snapshot!(to_svg(&draw(&scene, &small(&scene)), Theme::Light));
}

#[test]
fn a_position_with_its_last_move_and_what_may_follow() {
    let (position, _) = game();
    let ghost = |name: &str, kind| Ghost { at: at(name), color: Color::Black, kind };
    let scene = Scene {
        last: vec![at("d1")],
        ghosts: vec![
            ghost("e1", GhostKind::Next),
            ghost("e4", GhostKind::Sibling),
            ghost("b4", GhostKind::Pointer),
        ],
        highlights: vec![at("a5")],
        label: "Go board 5 by 5; Black to play; move 10".into(),
        ..Scene::of(position.board())
    };
    insta::assert_snapshot!(to_svg(&draw(&scene, &small(&scene)), Theme::Dark));
}

#[test]
fn every_mark_on_black_on_white_and_on_nothing() {
    let (position, _) = game();
    let kinds = [MarkKind::Triangle, MarkKind::Square, MarkKind::Circle, MarkKind::Cross, MarkKind::Selected];
    let points = ["a5", "c3", "d3", "b2", "c2"];
    let mut marks: Vec<Mark> =
        points.iter().zip(kinds).map(|(name, kind)| Mark { at: at(name), kind }).collect();
    let labels = [("b5", "A"), ("c5", "12"), ("d5", "<&>"), ("e5", "a rather long name"), ("e4", "黒先")];
    marks.extend(labels.map(|(name, text)| Mark { at: at(name), kind: MarkKind::Label(text.into()) }));
    let scene = Scene {
        marks,
        lines: vec![
            Line { from: at("a1"), to: at("a4"), arrow: true },
            Line { from: at("e1"), to: at("e3"), arrow: false },
        ],
        territory: vec![(at("a2"), Color::Black), (at("e1"), Color::White)],
        ..Scene::of(position.board())
    };
    insta::assert_snapshot!(to_svg(&draw(&scene, &small(&scene)), Theme::Page));
}

#[test]
fn the_bare_board_does_not_depend_on_the_stones() {
    let (position, _) = game();
    let marks = ["c3", "b4", "a1"].map(|name| Mark { at: at(name), kind: MarkKind::Triangle });
    let shown = position.size().points().filter(|p| p.x < 4).collect();
    let scene = Scene {
        marks: marks.into(),
        dimmed: [at("a1")].into(),
        visible: shown,
        ..Scene::of(position.board())
    };
    assert_eq!(bare_board(&scene.bare(), &small(&scene)), bare_board(&scene, &small(&scene)));
    assert!(scene.bare().stones.is_empty());
}

#[test]
fn a_printed_part_with_numbers_and_dimmed_points() {
    let (position, line) = game();
    let shown = ["a3", "b3", "c3", "a2", "b2", "c2", "d2", "a1", "b1", "c1", "d1"].map(at);
    let scene = Scene {
        numbers: numbers(&line, Numbering::All, position.board()),
        dimmed: [at("a3"), at("b3")].into(),
        visible: shown.into(),
        ..Scene::of(position.board())
    };
    let geometry = small(&scene).cropped_to(shown);
    insta::assert_snapshot!(to_svg(&draw(&scene, &geometry), Theme::Print));
}

#[test]
fn red_stones_and_holes_differ_by_shape() {
    let mut scene = Scene::new(Size::square(3).unwrap());
    scene.stones.insert(Point::new(0, 0), Stone::Red);
    scene.stones.insert(Point::new(1, 1), Stone::Hole);
    let picture = draw(&scene, &small(&scene).with_coordinates(false));
    insta::assert_snapshot!(diagram::layer_svg(picture.layer("stones").unwrap(), Theme::Print));
}

#[test]
fn numbers_are_on_the_stones_that_are_left() {
    let (position, line) = game();
    let count = |which| numbers(&line, which, position.board()).len();
    let standing = Color::BOTH.map(|color| position.board().count(color)).iter().sum::<usize>();
    assert_eq!(count(Numbering::None), 0);
    assert_eq!(count(Numbering::All), standing);
    assert_eq!(numbers(&line, Numbering::From(9), position.board()), [(at("a3"), 9), (at("d1"), 10)]);
    assert_eq!(numbers(&line, Numbering::Last(1), position.board()), [(at("d1"), 10)]);
}
