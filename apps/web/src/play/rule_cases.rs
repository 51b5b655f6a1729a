//! The cases of simultaneous Go that are not obvious, each as a board to click through. What happens is what the rules do:
//! no picture is drawn by hand.

use diagram::go::{Ghost, GhostKind, Mark, MarkKind, Scene, Stone};
use i18n::fill;
use rules::go::simultaneous::{Cell, Position, TurnEvent, Variant};
use rules::go::{Color, Move, Point, Size};

use super::wording;
use crate::language;

/// A board in letters, and the turns that are played on it: Black's and White's point, or a pass.
pub struct Case {
    pub title: &'static str,
    pub text: &'static str,
    board: &'static str,
    turns: &'static [[&'static str; 2]],
    /// The last picture shows who owns which points.
    counted: bool,
}

/// One picture of a case, and what it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    pub scene: Scene,
    pub caption: String,
}

/// Without collisions for a variant in which both stones are lost.
pub fn cases(variant: Variant) -> Vec<Case> {
    let words = language::play();
    let case = |title, text, board, turns| Case { title, text, board, turns, counted: false };
    let ko = ". X O . / X . . O / . X O .";
    let all = [
        case(words.case_point, words.case_point_text, ". . . / . . . / . . .", &[["B2", "B2"]]),
        case(words.case_both, words.case_both_text, ". O X . / . X O . / X . . O / . . . .", &[["A4", "D4"]]),
        case(words.case_ko, words.case_ko_text, ". X O . / X O . O / . X O .", &[["C2", ""]]),
        case(words.case_fill, words.case_fill_text, "X . . / O . . / . . .", &[["B3", "B3"]]),
        Case {
            counted: true,
            ..case(words.case_wall, words.case_wall_text, ". . X O / . # X O / X X O . / O O O .", &[])
        },
        case(words.case_repeat, words.rules_repetition, ko, &[["C2", "B2"], ["C2", "B2"]]),
    ];
    let collides = |case: &Case| case.turns.iter().any(|[black, white]| black == white);
    let shows_red = |case: &Case| collides(case) || case.board.contains('#');
    all.into_iter().filter(|case| variant != Variant::Void || !shows_red(case)).collect()
}

impl Case {
    /// Before, and for every turn what both choose and what comes of it.
    pub fn frames(&self, variant: Variant) -> Vec<Frame> {
        let words = language::play();
        let Some(mut position) = self.position(variant) else { return Vec::new() };
        let frame = |scene, caption: &str| Frame { scene, caption: caption.to_owned() };
        let mut frames = vec![frame(scene(&position), words.caption_before)];
        for choices in self.turns {
            let [black, white] = choices.map(|name| choice(name, position.size()));
            frames.push(frame(chosen(&position, black, white), words.caption_chosen));
            let Ok(turn) = position.turn(black, white) else { return frames };
            let unchanged = turn.position.hash() == position.hash();
            let caption = caption(&turn.event, &turn.removed, unchanged, variant);
            position = turn.position;
            frames.push(frame(scene(&position), &caption));
        }
        if self.counted {
            frames.push(frame(counted(&position), words.caption_counted));
        }
        frames
    }

    fn position(&self, variant: Variant) -> Option<Position> {
        let rows: Vec<Vec<char>> =
            self.board.split(" / ").map(|row| row.chars().filter(|c| *c != ' ').collect()).collect();
        let size = Size::new(rows.first()?.len() as u32, rows.len() as u32).ok()?;
        let letter = |at: Point| rows.get(usize::from(at.y)).and_then(|row| row.get(usize::from(at.x)));
        let cell = |at| letter(at).and_then(|letter| Cell::from_symbol(*letter)).unwrap_or(Cell::Empty);
        Position::set_up(size, variant, cell)
    }
}

fn choice(name: &str, size: Size) -> Move {
    Point::from_name(name, size).map_or(Move::Pass, Move::Place)
}

fn scene(position: &Position) -> Scene {
    let mut scene = Scene::new(position.size());
    for at in position.size().points() {
        let stone = match position.at(at) {
            Cell::Empty => continue,
            Cell::Stone(color) => Stone::from(color),
            Cell::Red if position.variant() == Variant::Hole => Stone::Hole,
            Cell::Red => Stone::Red,
        };
        scene.stones.insert(at, stone);
    }
    scene.marks.extend(position.barred().map(|at| Mark { at, kind: MarkKind::Cross }));
    scene
}

/// Two stones on one point are shown as Black's, with a mark.
fn chosen(position: &Position, black: Move, white: Move) -> Scene {
    let mut scene = scene(position);
    for (mv, color) in [(black, Color::Black), (white, Color::White)] {
        if let Move::Place(at) = mv {
            if black != white || color == Color::Black {
                scene.ghosts.push(Ghost { at, color, kind: GhostKind::Pointer });
            }
            scene.marks.push(Mark { at, kind: MarkKind::Circle });
        }
    }
    scene
}

fn counted(position: &Position) -> Scene {
    let mut scene = scene(position);
    let area = position.area(&[]);
    let empty = position.size().points().filter(|at| position.at(*at) == Cell::Empty);
    scene.territory.extend(empty.filter_map(|at| Some((at, area.owner(at)?))));
    scene
}

fn caption(event: &TurnEvent, removed: &[(Point, Color)], unchanged: bool, variant: Variant) -> String {
    let words = language::play();
    let lost = wording::lost(Color::BOTH.map(|color| removed.iter().filter(|(_, of)| *of == color).count()));
    match event {
        TurnEvent::Collision { .. } => [collision(variant), lost.trim()].join(" ").trim().to_owned(),
        TurnEvent::Repetition => words.happened_repetition.to_owned(),
        _ if unchanged => words.happened_unchanged.to_owned(),
        _ if lost.is_empty() => words.caption_played.to_owned(),
        _ => lost.trim().to_owned(),
    }
}

fn collision(variant: Variant) -> &'static str {
    let words = language::play();
    match variant {
        Variant::Red => words.collision_red,
        Variant::Hole => words.collision_hole,
        Variant::Void => words.collision_void,
    }
}

/// The sentence on the screen after a turn in which something happened that newcomers do not expect.
pub fn happened(
    event: &TurnEvent,
    removed: &[(Point, Color)],
    unchanged: bool,
    size: Size,
    variant: Variant,
) -> String {
    let words = language::play();
    let both = Color::BOTH.into_iter().all(|color| removed.iter().any(|(_, of)| *of == color));
    match event {
        TurnEvent::Collision { at } => {
            let text = fill(words.happened_collision, &[("point", &at.name(size))]);
            format!("{text} {}", collision(variant))
        }
        TurnEvent::BothPassed => String::new(),
        TurnEvent::Placed if !both => String::new(),
        _ => caption(event, removed, unchanged, variant),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The board in the letters of the rules.
    fn letters(scene: &Scene) -> String {
        let letter = |at: Point| match scene.stones.get(&at) {
            None => '.',
            Some(Stone::Black) => 'X',
            Some(Stone::White) => 'O',
            Some(Stone::Red | Stone::Hole) => '#',
        };
        let row = |y| (0..scene.size.width()).map(|x| letter(Point::new(x, y))).collect::<String>();
        (0..scene.size.height()).map(row).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn every_case_can_be_clicked_through_and_shows_what_the_rules_do() {
        let ends: Vec<String> = cases(Variant::Red)
            .iter()
            .map(|case| letters(&case.frames(Variant::Red).last().unwrap().scene))
            .collect();
        assert_eq!(ends[0], ".../.#./...");
        assert_eq!(ends[1], "X..O/.XO./X..O/....", "both stones on the edge are gone");
        assert_eq!(ends[2], ".XO./X..O/.XO.", "both stones of the ko are gone");
        assert_eq!(ends[3], ".#./O../...");
        assert_eq!(ends[5], ".XO./X##O/.XO.");
        for variant in Variant::ALL {
            for case in cases(variant) {
                let frames = case.frames(variant);
                assert_eq!(
                    frames.len(),
                    1 + 2 * case.turns.len() + usize::from(case.counted),
                    "{}",
                    case.title
                );
            }
        }
    }

    #[test]
    fn in_the_case_of_a_joint_capture_both_lose_stones() {
        let both = &cases(Variant::Red)[1];
        let frames = both.frames(Variant::Red);
        assert!(
            frames[2].caption.contains("Black loses") && frames[2].caption.contains("White loses"),
            "{frames:?}"
        );
    }

    #[test]
    fn a_turn_may_leave_the_board_unchanged_once_and_the_second_time_both_points_turn_red() {
        let frames = cases(Variant::Red)[5].frames(Variant::Red);
        assert_eq!(letters(&frames[0].scene), letters(&frames[2].scene));
        assert_eq!(frames[2].caption, language::play().happened_unchanged);
        assert_eq!(frames[4].caption, language::play().happened_repetition);
    }

    #[test]
    fn nothing_is_said_of_two_passes() {
        let position = cases(Variant::Red)[0].position(Variant::Red).unwrap();
        let turn = position.turn(Move::Pass, Move::Pass).unwrap();
        assert_eq!(happened(&turn.event, &turn.removed, true, position.size(), Variant::Red), "");
    }

    #[test]
    fn red_counts_for_nobody_and_is_a_wall() {
        let frames = cases(Variant::Red)[4].frames(Variant::Red);
        let owned = |color| frames[1].scene.territory.iter().filter(|(_, owner)| *owner == color).count();
        assert_eq!((owned(Color::Black), owned(Color::White)), (3, 2));
    }
}
