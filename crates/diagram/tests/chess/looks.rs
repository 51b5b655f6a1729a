//! Snapshots of boards, so that visual changes show in review.

use diagram::Theme;
use diagram::chess::{Layer, Scene, Target, inner_svg, layer_svg, to_svg};
use record::pgn::{Brush, Shape};
use rules::chess::{Color, PieceStep, Position, Role, Square};

fn position(fen: &str) -> Position {
    Position::from_fen(fen, false).unwrap().position
}

#[test]
fn the_first_position_from_whites_side() {
    insta::assert_snapshot!(to_svg(&Scene::of(&Position::initial(), Color::White), Theme::Light, 800));
}

#[test]
fn everything_at_once_from_blacks_side() {
    let mut scene = Scene::of(&position("4k2r/8/8/1B6/8/2n5/4P3/R3K3 b Qk - 0 1"), Color::Black);
    scene.last_move = Some(PieceStep { from: Square::F1, to: Square::B5 });
    scene.selected = Some(Square::C3);
    scene.targets = vec![(Square::B5, Target::Taken), (Square::D5, Target::Empty)];
    scene.focus = Some(Square::A4);
    scene.held = Some((Square::C3, (410.0, 333.0)));
    scene.shapes = vec![
        Shape { brush: Brush::Green, from: Square::E2, to: Some(Square::E4) },
        Shape { brush: Brush::Red, from: Square::H8, to: None },
    ];
    scene.chooser = Some((Square::A1, vec![Role::Queen, Role::Knight]));
    assert_eq!(scene.check, Some(Square::E8));
    insta::assert_snapshot!(to_svg(&scene, Theme::Light, 800).split("</defs>").last().unwrap());
}

#[test]
fn a_file_has_literal_colours_and_a_page_can_change_them() {
    let scene = Scene::of(&Position::initial(), Color::White);
    assert!(!to_svg(&scene, Theme::Light, 800).contains("var("));
    for property in ["--board-light", "--board-dark"] {
        assert!(inner_svg(&scene).contains(property));
    }
    let last_move = Some(PieceStep { from: Square::E2, to: Square::E4 });
    let moved = Scene { last_move, ..scene };
    assert!(layer_svg(&moved, Layer::Highlights).contains("--board-highlight"));
}

#[test]
fn the_label_for_screen_readers_names_every_piece() {
    let svg = to_svg(&Scene::of(&position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), Color::White), Theme::Dark, 60);
    assert!(svg.contains("aria-label=\"Chess board: black king e8, white king e1, white pawn e2\""));
}
