//! Handicap stones, by custom and free.

use rules::go::{HandicapError, Point, Size, check_free_handicap, handicap_points};

fn named(size: Size, stones: u32) -> Option<String> {
    let points = handicap_points(size, stones)?;
    Some(points.into_iter().map(|at| at.name(size)).collect::<Vec<_>>().join(" "))
}

#[test]
fn customary_points_for_every_number_of_stones() {
    let table = [
        (19, 2, "Q16 D4"),
        (19, 3, "D16 Q16 D4"),
        (19, 4, "D16 Q16 D4 Q4"),
        (19, 5, "D16 Q16 K10 D4 Q4"),
        (19, 6, "D16 Q16 D10 Q10 D4 Q4"),
        (19, 7, "D16 Q16 D10 K10 Q10 D4 Q4"),
        (19, 8, "D16 K16 Q16 D10 Q10 D4 K4 Q4"),
        (19, 9, "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4"),
        (13, 5, "D10 K10 G7 D4 K4"),
        (9, 5, "C7 G7 E5 C3 G3"),
        (9, 9, "C7 E7 G7 C5 E5 G5 C3 E3 G3"),
        (8, 4, "C6 F6 C3 F3"),
        (7, 2, "E5 C3"),
    ];
    for (lines, stones, expected) in table {
        let size = Size::square(lines).unwrap();
        assert_eq!(named(size, stones).as_deref(), Some(expected), "{stones} stones on {lines} lines");
    }
}

#[test]
fn boards_without_room_or_middle_have_fewer() {
    for (width, height, stones) in [(19, 19, 1), (19, 19, 10), (18, 18, 5), (7, 7, 5), (6, 6, 2), (19, 5, 2)]
    {
        assert_eq!(named(Size::new(width, height).unwrap(), stones), None, "{stones} on {width} by {height}");
    }
    assert_eq!(named(Size::new(19, 9).unwrap(), 5).as_deref(), Some("D7 Q7 K5 D3 Q3"));
}

#[test]
fn a_free_handicap_is_two_or_more_different_points() {
    let size = Size::square(5).unwrap();
    let check = |points: &[(u8, u8)]| {
        let points: Vec<Point> = points.iter().map(|(x, y)| Point::new(*x, *y)).collect();
        check_free_handicap(size, &points)
    };
    assert_eq!(check(&[(0, 0), (1, 4), (2, 2)]), Ok(()));
    assert_eq!(check(&[(0, 0)]), Err(HandicapError::Count { stones: 1 }));
    assert_eq!(check(&[(0, 0), (0, 5)]), Err(HandicapError::OffBoard { at: Point::new(0, 5) }));
    assert_eq!(check(&[(3, 3), (3, 3)]), Err(HandicapError::Twice { at: Point::new(3, 3) }));
    let all: Vec<Point> = size.points().collect();
    assert_eq!(check_free_handicap(size, &all), Err(HandicapError::Count { stones: 25 }));
}
