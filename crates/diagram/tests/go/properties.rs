//! Properties of boards of every size.

use diagram::go::{Geometry, Mark, MarkKind, Scene, draw, star_points};
use diagram::{Form, Theme, to_svg};
use proptest::prelude::*;
use rules::go::{Color, Point, Size};

fn sizes() -> impl Strategy<Value = Size> {
    (1u32..=52, 1u32..=52).prop_map(|(width, height)| Size::new(width, height).unwrap())
}

fn geometries() -> impl Strategy<Value = Geometry> {
    let points = prop::collection::vec((0u8..52, 0u8..52), 0..4);
    (sizes(), 4.0..80.0, any::<bool>(), points).prop_map(|(size, cell, coordinates, points)| {
        let points = points.into_iter().map(|(x, y)| Point::new(x, y));
        Geometry::new(size).with_cell(cell).with_coordinates(coordinates).cropped_to(points)
    })
}

proptest! {
    #[test]
    fn the_middle_of_a_point_hits_it_and_so_does_all_its_square(
        geometry in geometries(), dx in -0.49..0.49, dy in -0.49..0.49
    ) {
        for at in geometry.points() {
            let (x, y) = geometry.center(at);
            prop_assert_eq!(geometry.hit(x, y), Some(at));
            prop_assert_eq!(geometry.hit(x + dx * geometry.cell(), y + dy * geometry.cell()), Some(at));
        }
    }

    #[test]
    fn outside_the_lines_nothing_is_hit(geometry in geometries(), x in -1e6..1e6, y in -1e6..1e6) {
        if let Some(at) = geometry.hit(x, y) {
            prop_assert!(geometry.shows(at) && geometry.size().contains(at));
            prop_assert!(x > 0.0 && y > 0.0 && x < geometry.width() && y < geometry.height());
        }
    }

    #[test]
    fn every_stone_lies_within_the_picture_and_lines_lie_on_pixels(geometry in geometries()) {
        let mut scene = Scene::new(geometry.size());
        scene.stones = geometry.size().points().map(|at| (at, Color::Black.into())).collect();
        let picture = draw(&scene, &geometry);
        for shape in &picture.layer("stones").unwrap().shapes {
            let Form::Circle { x, y, radius } = shape.form else { continue };
            prop_assert!(x - radius >= 0.0 && x + radius <= picture.width);
            prop_assert!(y - radius >= 0.0 && y + radius <= picture.height);
        }
        let grid = &picture.layer("grid").unwrap().shapes[0];
        let Form::Lines(lines) = &grid.form else { panic!("the grid is made of lines") };
        let (_, width) = grid.stroke.unwrap();
        for [(x1, y1), (x2, y2)] in lines {
            let across = if x1 == x2 { x1 } else { prop_assert_eq!(y1, y2); y1 };
            prop_assert_eq!((across - width / 2.0).fract(), 0.0);
        }
    }

    #[test]
    fn a_board_that_fits_is_no_larger_than_its_space(size in sizes(), width in 300.0..2000.0, height in 300.0..2000.0) {
        let geometry = Geometry::new(size).fitting(width, height);
        prop_assert!(geometry.width() <= width + 2.0 && geometry.height() <= height + 2.0);
    }

    #[test]
    fn any_label_gives_a_well_formed_file(text in any::<String>()) {
        let mut scene = Scene::new(Size::square(3).unwrap());
        scene.label = text.clone();
        scene.marks = vec![Mark { at: Point::new(1, 1), kind: MarkKind::Label(text) }];
        let svg = to_svg(&draw(&scene, &Geometry::new(scene.size)), Theme::Light);
        let tags = svg.matches('<').count();
        prop_assert_eq!(tags, svg.matches('>').count());
        prop_assert!(!svg.chars().any(|c| c.is_control() && c != '\n'));
    }
}

#[test]
fn star_points_are_where_players_expect_them() {
    let names = |size: u32| {
        let size = Size::square(size).unwrap();
        star_points(size).into_iter().map(|at| at.name(size)).collect::<Vec<_>>().join(" ")
    };
    let table = [
        (4, ""),
        (5, "C3"),
        (7, "C5 E5 C3 E3 D4"),
        (8, "C6 F6 C3 F3"),
        (9, "C7 G7 C3 G3 E5"),
        (13, "D10 K10 D4 K4 G7"),
        (19, "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4"),
    ];
    for (size, expected) in table {
        assert_eq!(names(size), expected, "on {size} lines");
    }
}
