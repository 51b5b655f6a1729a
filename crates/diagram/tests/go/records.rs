//! What a record shows at its cursor.

use diagram::go::{Geometry, GhostKind, Look, MarkKind, Numbering, Scene, Variations};
use record::GameRecord;
use record::go::GoRecord;
use record::sgf::read;
use rules::go::{Color, Point};

fn open(sgf: &str, steps: usize) -> GoRecord {
    let mut record = GoRecord::open(read(sgf.as_bytes()).unwrap(), 0);
    for _ in 0..steps {
        assert!(record.forward(), "no next move");
    }
    record
}

fn at(text: &str) -> Point {
    Point::from_sgf(text.as_bytes()).unwrap()
}

#[test]
fn a_node_shows_its_stones_marks_and_next_moves() {
    let record =
        open("(;GM[1]SZ[9];B[cc];W[gg]TR[cc]LB[dd:A]AR[aa:bb]LN[ab:ba]TB[ii](;B[gc])(;B[cg])(;B[]))", 2);
    let scene = Scene::at_cursor(&record, Look { numbering: Numbering::All, ..Look::default() });
    assert_eq!(scene.label, "Go board 9 by 9; Black to play; move 2");
    assert_eq!(scene.last, [at("gg")]);
    assert_eq!(scene.numbers, [(at("cc"), 1), (at("gg"), 2)]);
    assert_eq!(scene.marks.len(), 2);
    assert_eq!(scene.marks[1].kind, MarkKind::Label("A".into()));
    assert_eq!(scene.lines.iter().map(|line| line.arrow).collect::<Vec<_>>(), [true, false]);
    assert_eq!(scene.territory, [(at("ii"), Color::Black)]);
    let ghosts: Vec<Point> = scene.ghosts.iter().map(|ghost| ghost.at).collect();
    assert_eq!(ghosts, [at("gc"), at("cg")]);
}

#[test]
fn the_file_sets_which_variations_are_shown_unless_the_reader_does() {
    let game = |style: &str| open(&format!("(;GM[1]SZ[9]{style};B[cc](;W[gg];B[aa])(;W[gc]))"), 2);
    let shown = |record: &GoRecord, variations| {
        let ghosts = Scene::at_cursor(record, Look { variations, ..Look::default() }).ghosts;
        ghosts.into_iter().map(|ghost| (ghost.at, ghost.kind)).collect::<Vec<_>>()
    };
    let (next, sibling) = ((at("aa"), GhostKind::Next), (at("gc"), GhostKind::Sibling));
    assert_eq!(shown(&game(""), Variations::AsFile), [next]);
    assert_eq!(shown(&game("ST[1]"), Variations::AsFile), [sibling]);
    assert_eq!(shown(&game("ST[2]"), Variations::AsFile), []);
    assert_eq!(shown(&game("ST[2]"), Variations::Next), [next]);
    assert_eq!(shown(&game(""), Variations::None), []);
}

#[test]
fn visible_points_crop_the_board() {
    let record = open("(;GM[1]SZ[19]VW[aa:ff]DD[aa][ab])", 0);
    let scene = Scene::at_cursor(&record, Look::default());
    assert_eq!(scene.visible.len(), 36);
    assert_eq!(scene.dimmed.len(), 2);
    let geometry = Geometry::at_cursor(&record);
    assert_eq!(geometry.points().count(), 36);
    assert!(!geometry.shows(at("gg")));
}

#[test]
fn a_record_of_simultaneous_go_shows_whole_turns_and_red_stones() {
    use diagram::go::{MarkKind, Stone};
    use record::simultaneous::{Game, Turn};
    use rules::go::simultaneous::{Position, Variant};
    use rules::go::{Move, Size};

    let at = |x, y| Point::new(x, y);
    let mut game = Game::new(Position::new(Size::square(5).unwrap(), Variant::Red));
    for (black, white) in [(at(2, 2), at(2, 2)), (at(1, 1), at(3, 3))] {
        let [black, white] = [black, white].map(Move::Place);
        game.play(Turn { black, white, thought: [None; 2] }).unwrap();
    }
    let mut record = GoRecord::open(record::sgf::read(&game.write()).unwrap(), 0);
    let shown = |record: &GoRecord| {
        let scene = Scene::at_cursor(record, Look::default());
        let labels = scene.marks.iter().filter(|mark| matches!(mark.kind, MarkKind::Label(_))).count();
        (scene.stones.get(&at(2, 2)).copied(), labels, scene.last)
    };
    assert!(record.next_turn());
    assert_eq!(shown(&record), (Some(Stone::Red), 0, vec![]));
    assert!(record.next_turn());
    assert_eq!(shown(&record), (Some(Stone::Red), 0, vec![at(1, 1), at(3, 3)]));
    assert!(!record.next_turn());
    assert!(record.previous_turn() && record.previous_turn() && !record.previous_turn(), "two turns");
}
