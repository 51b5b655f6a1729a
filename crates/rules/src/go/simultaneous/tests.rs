//! Tests as pictures: the board before, both moves, the board after. `X` Black, `O` White, `#` red; row 1 is the lowest.

use super::*;

struct Picture {
    before: Position,
    choices: [Move; 2],
    after: String,
}

fn is_cell(token: &str) -> bool {
    matches!(token, "." | "X" | "O" | "#")
}

fn board(picture: &str) -> Vec<Vec<&str>> {
    picture
        .lines()
        .map(|l| l.split_whitespace().collect())
        .filter(|row: &Vec<&str>| !row.is_empty())
        .collect()
}

fn position(rows: &[Vec<&str>], variant: Variant) -> Position {
    let size = Size::new(rows[0].len() as u32, rows.len() as u32).unwrap();
    let symbol = |at: Point| rows[usize::from(at.y)][usize::from(at.x)].parse().unwrap();
    Position::set_up(size, variant, |at| Cell::from_symbol(symbol(at)).unwrap()).unwrap()
}

fn draw(position: &Position) -> String {
    let size = position.size();
    let row = |y| {
        (0..size.width())
            .map(|x| position.at(Point::new(x, y)).symbol().to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    (0..size.height()).map(row).collect::<Vec<_>>().join("\n")
}

fn read(picture: &str, variant: Variant) -> Picture {
    let lines = board(picture);
    let cells: Vec<Vec<&str>> =
        lines.iter().map(|l| l.iter().copied().filter(|t| is_cell(t)).collect()).collect();
    let words: Vec<&str> = lines.iter().flat_map(|l| l.iter().copied().filter(|t| !is_cell(t))).collect();
    let unchanged = words.contains(&"unchanged");
    let width = if unchanged { cells[0].len() } else { cells[0].len() / 2 };
    let before = position(&cells.iter().map(|row| row[..width].to_vec()).collect::<Vec<_>>(), variant);
    let after = if unchanged { draw(&before) } else { joined(&cells, width) };
    let choice = |letter| choice_of(&words, letter, before.size());
    Picture { choices: [choice("B"), choice("W")], before, after }
}

fn joined(cells: &[Vec<&str>], width: usize) -> String {
    cells.iter().map(|row| row[width..].join(" ")).collect::<Vec<_>>().join("\n")
}

fn choice_of(words: &[&str], letter: &str, size: Size) -> Move {
    let word = words.iter().position(|w| *w == letter).map(|at| words[at + 1]).unwrap();
    if word == "pass" { Move::Pass } else { Move::Place(Point::from_name(word, size).unwrap()) }
}

fn played(variant: Variant, picture: &str) -> ResolvedTurn {
    let Picture { before, choices: [black, white], after } = read(picture, variant);
    let outcome = before.turn(black, white).unwrap();
    assert_eq!(draw(&outcome.position), after, "\nfrom\n{}", draw(&before));
    outcome
}

fn turn(picture: &str) -> ResolvedTurn {
    played(Variant::Red, picture)
}

fn place(name: &str, size: Size) -> Move {
    Move::Place(Point::from_name(name, size).unwrap())
}

fn refused(color: Color, name: &str, picture: &str) -> Option<Illegal> {
    let position = position(&board(picture), Variant::Red);
    position.legal(color, place(name, position.size())).err()
}

#[test]
fn both_stones_are_placed() {
    turn(
        "
        . . .                  . . O
        . . .   B a1  W c3 =>  . . .
        . . .                  X . .
        ",
    );
}

#[test]
fn one_point_chosen_twice_turns_red_and_counts_for_nobody() {
    let outcome = turn(
        "
        . . .                  . . .
        . . .   B b2  W b2 =>  . # .
        . . .                  . . .
        ",
    );
    assert_eq!(outcome.event, TurnEvent::Collision { at: Point::new(1, 1) });
    let area = outcome.position.area(&[]);
    assert_eq!((area.points(Color::Black), area.points(Color::White), area.lead(0)), (0, 0, 0));
}

fn thrown_into_one_ko() -> ResolvedTurn {
    turn(
        "
        . X O .
        X . . O     B c2  W b2  => unchanged
        . X O .
        ",
    )
}

#[test]
fn two_stones_thrown_into_one_ko_both_die() {
    let outcome = thrown_into_one_ko();
    assert_eq!(outcome.removed.len(), 2);
    assert_eq!((outcome.position.lost(Color::Black), outcome.position.lost(Color::White)), (1, 1));
}

#[test]
fn thrown_in_a_second_time_both_points_turn_red() {
    let once = thrown_into_one_ko();
    let size = once.position.size();
    let twice = once.position.turn(place("c2", size), place("b2", size)).unwrap();
    assert_eq!(twice.event, TurnEvent::Repetition);
    assert_eq!(
        draw(&twice.position),
        ". X O .\n\
         X # # O\n\
         . X O ."
    );
}

#[test]
fn a_stone_that_takes_a_ko_goes_with_the_stone_it_takes() {
    turn(
        "
        . X O .                      . X O .
        X O . O   B c2  W pass   =>  X . . O
        . X O .                      . X O .
        ",
    );
}

#[test]
fn groups_without_a_liberty_go_together_whatever_their_colour() {
    turn(". X O .   B d1  W a1 =>  . . . .");
}

#[test]
fn a_stone_that_turns_out_to_be_suicide_is_removed() {
    turn(
        "
        . O .                  . O .
        O . .   B b2  W c2 =>  O . O
        . O .                  . O .
        ",
    );
}

#[test]
fn a_red_stone_may_fill_the_last_liberty() {
    turn(
        "
        X . .                  . # .
        O . .   B b3  W b3 =>  O . .
        . . .                  . . .
        ",
    );
}

#[test]
fn a_group_in_atari_is_not_saved_by_capturing_at_the_same_moment() {
    turn(
        "
        . O X .                  . O X .
        O X O .   B d2  W b1 =>  O . . X
        . . X .                  . O X .
        ",
    );
}

#[test]
fn in_the_void_variant_both_stones_are_lost_and_the_point_is_barred_for_one_turn() {
    let outcome = played(
        Variant::Void,
        "
        . . .
        . . .   B b2  W b2 =>  unchanged
        . . .
        ",
    );
    let (next, size) = (outcome.position, Size::square(3).unwrap());
    let center = Point::new(1, 1);
    assert_eq!(next.barred(), Some(center));
    for color in Color::BOTH {
        assert_eq!(next.legal(color, Move::Place(center)), Err(Illegal::Barred { at: center }));
    }
    let after = next.turn(place("a1", size), Move::Pass).unwrap().position;
    assert_eq!(after.legal(Color::Black, Move::Place(center)), Ok(()));
}

#[test]
fn a_void_that_repeats_a_position_turns_red() {
    let start = Position::new(Size::square(3).unwrap(), Variant::Void);
    let at = |name| place(name, start.size());
    let first = start.turn(at("b2"), at("b2")).unwrap().position;
    let second = first.turn(at("a1"), at("a1")).unwrap().position;
    let third = second.turn(at("b2"), at("b2")).unwrap();
    assert_eq!(third.event, TurnEvent::Repetition);
    assert_eq!(third.position.at(Point::new(1, 1)), Cell::Red);
}

#[test]
fn a_player_may_not_choose_what_would_be_illegal_if_the_opponent_passed() {
    let b2 = Point::new(1, 1);
    let surrounded = "
        . O .
        O . O
        . O .
    ";
    assert_eq!(refused(Color::Black, "b2", surrounded), Some(Illegal::Suicide { at: b2 }));
    assert_eq!(refused(Color::White, "b2", surrounded), None);
    assert_eq!(refused(Color::Black, "b3", surrounded), Some(Illegal::Occupied { at: Point::new(1, 0) }));
    let taking = "
        . O X
        O X .
        . . .
    ";
    assert_eq!(refused(Color::Black, "a3", taking), None);
    let walled = "
        . # .
        # . #
        . # .
    ";
    assert_eq!(refused(Color::Black, "b2", walled), Some(Illegal::Suicide { at: b2 }));
    let ko = "
        . X O .
        X O . O
        . X O .
    ";
    assert_eq!(refused(Color::Black, "c2", ko), None);
}

#[test]
fn an_earlier_position_may_not_be_repeated() {
    let Picture { before, choices: [black, white], .. } = read(
        "
        . X O . .                   . X O . .
        X . . O .   B c2  W pass => X . X O .
        . X O . .                   . X O . .
        ",
        Variant::Red,
    );
    let size = before.size();
    let one = before.turn(black, white).unwrap().position;
    // White's stone captures Black's and dies with it, which repeats the first position.
    let retake = place("b2", size);
    assert_eq!(one.legal(Color::White, retake), Err(Illegal::Repetition { at: Point::new(1, 1) }));
    let two = one.turn(Move::Pass, place("e1", size)).unwrap().position;
    assert_eq!(two.legal(Color::White, retake), Ok(()));
}

#[test]
fn off_the_board_is_refused() {
    let start = Position::new(Size::square(9).unwrap(), Variant::Red);
    let at = Point::new(9, 0);
    let why = Illegal::OffBoard { at };
    assert_eq!(start.turn(Move::Pass, Move::Place(at)), Err(IllegalTurn { color: Color::White, why }));
}

#[test]
fn two_passes_end_the_game_and_a_dispute_resumes_it() {
    let start = Position::new(Size::square(3).unwrap(), Variant::Red);
    let over = start.turn(Move::Pass, Move::Pass).unwrap();
    assert_eq!((over.event, over.position.end()), (TurnEvent::BothPassed, Some(End::BothPassed)));
    assert_eq!(over.position.legal(Color::Black, Move::Pass), Err(Illegal::Over));
    assert_eq!(over.position.resumed().legal(Color::Black, Move::Pass), Ok(()));
}

#[test]
fn a_game_stops_after_four_turns_for_every_point() {
    let mut position = Position::new(Size::square(1).unwrap(), Variant::Void);
    let only = Move::Place(Point::new(0, 0));
    for turn in 1..4 {
        let choice = if position.legal(Color::Black, only).is_ok() { only } else { Move::Pass };
        position = position.turn(choice, choice).unwrap().position.resumed();
        assert_eq!((position.turns(), position.end()), (turn, None));
    }
    position = position.turn(Move::Pass, Move::Pass).unwrap().position;
    assert_eq!(position.turns(), 4);
    assert_eq!(position.resumed().end(), Some(End::TooLong));
}

#[test]
fn red_and_edges_are_walls_and_dead_stones_count_for_their_captor() {
    let rows = "
        . X # . O
        X X # O .
        # # # O .
        . . . # X
    ";
    let position = position(&board(rows), Variant::Red);
    let count = |dead: &[Point]| {
        let area = position.area(dead);
        (area.points(Color::Black), area.points(Color::White))
    };
    // The region at the bottom touches only red: nobody's. The lower right one touches both.
    assert_eq!(count(&[]), (5, 4));
    assert_eq!(count(&[Point::new(4, 3)]), (4, 7));
    assert_eq!(position.area(&[]).lead(1), 1);
}
