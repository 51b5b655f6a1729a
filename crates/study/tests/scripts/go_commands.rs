//! Counting, guessing, autoplay, problems, painting, and the view of the board.

use std::time::Duration;

use rules::go::{Color, Point, Points};
use study::{Command, Effect, FileName, GoInput, Input};

use super::player::{Player, script};

fn give(player: &mut Player, input: Input) {
    player.effects = player.workspace.handle(player.now, input);
}

fn command(player: &mut Player, command: Command) {
    give(player, Input::Do(command));
}

/// Black owns the left half, White the right, each with a dead stone of the other in it.
const ENDED: &str = "(;SZ[5]KM[0.5]AB[ba][bb][bc][bd][be][ec]AW[ca][cb][cc][cd][ce][ac])";

#[test]
fn dead_stones_are_proposed_corrected_by_clicks_and_counted_by_both_rules() {
    let mut player = Player::with(ENDED);
    command(&mut player, Command::CountGame);
    assert!(player.workspace.counted().unwrap().estimate.is_none());
    let dead = vec![Point::new(0, 2), Point::new(4, 2)];
    let owned = (0..5).flat_map(|y| {
        (0..5).map(move |x| (Point::new(x, y), if x < 2 { Color::Black } else { Color::White }))
    });
    give(&mut player, Input::Go(GoInput::Judged { dead, owned: owned.collect() }));
    let counted = player.workspace.counted().unwrap();
    assert_eq!(counted.area.lead(Color::White), Points::halves(11), "15 and a half to 10");
    assert_eq!(counted.territory.lead(Color::White), Points::halves(11));
    assert_eq!(counted.estimate, Some(Points::halves(-11)));
    // A click corrects it: the white stone lives, so nobody owns the left.
    player = player.plays("click:A3");
    let corrected = player.workspace.counted().unwrap();
    assert_ne!(corrected.area.lead(Color::White), counted.area.lead(Color::White));
    // A later proposal does not overrule that.
    let again = GoInput::Judged { dead: vec![Point::new(0, 2)], owned: Vec::new() };
    give(&mut player, Input::Go(again));
    assert_eq!(player.workspace.counted().unwrap().area, corrected.area);
    assert_eq!(player.written(), ENDED, "nothing is written");
    let player = player.plays("Right");
    assert!(player.workspace.counted().is_none(), "walking on ends it");
}

#[test]
fn komi_in_hundredths_is_counted_as_it_is_meant() {
    let mut player = Player::with("(;SZ[5]KM[375]AB[ba][bb][bc][bd][be])");
    command(&mut player, Command::CountGame);
    assert_eq!(player.workspace.counted().unwrap().area.lead(Color::Black), Points::halves(35));
}

#[test]
fn moves_are_guessed_by_clicks() {
    let game = "(;SZ[9];B[ee];W[];B[cc](;W[gg])(;W[aa]))";
    let mut player = Player::with(game);
    command(&mut player, Command::Guess);
    player = player.plays("click:A1");
    assert!(player.sentence().starts_with("That is not the move"), "{}", player.sentence());
    player = player.plays("click:E5");
    assert_eq!(player.path(), "0.0", "the pass was played too");
    player = player.plays("click:C7 click:G3");
    assert_eq!(player.sentence(), "Guessed at the first try: 2 of 3.");
    assert!(player.workspace.guessing().is_none());
    assert_eq!(player.written(), game);
    let mut player = Player::with(game);
    command(&mut player, Command::Guess);
    command(&mut player, Command::Guess);
    assert!(player.workspace.guessing().is_none() && player.sentence().is_empty(), "{}", player.sentence());
}

#[test]
fn moves_are_shown_one_after_another_until_something_else_is_done() {
    let mut player = Player::with("(;SZ[9];B[aa];W[bb];B[cc])");
    command(&mut player, Command::Autoplay);
    let wake = |player: &mut Player| {
        player.now = player.workspace.deadline().unwrap_or(player.now + Duration::from_secs(1));
        give(player, Input::Wake);
        player.path()
    };
    assert_eq!((wake(&mut player), wake(&mut player)), ("0".into(), "0.0".into()));
    player = player.plays("Left");
    assert!(!player.workspace.is_playing_automatically());
    assert_eq!(wake(&mut player), "0");
    command(&mut player, Command::Autoplay);
    assert_eq!((wake(&mut player), wake(&mut player)), ("0.0".into(), "0.0.0".into()));
    assert!(!player.workspace.is_playing_automatically(), "there are no more moves");
}

#[test]
fn a_problem_is_saved_and_then_trained() {
    let mut player = Player::with("(;SZ[9];B[aa];W[bb](;B[cc])(;B[dd]))").plays("Right Right");
    command(&mut player, Command::MakeProblem);
    let Some(Effect::Write { game, revision, bytes, .. }) = player.effects.first().cloned() else {
        panic!("{:?}", player.effects)
    };
    assert!(String::from_utf8_lossy(&bytes).contains("B[cc]TE[1]"), "{}", String::from_utf8_lossy(&bytes));
    give(&mut player, Input::Saved { game, revision, file: None });
    let trained = Effect::Train { name: "game1-problem.sgf".into(), bytes };
    assert_eq!(player.effects.last(), Some(&trained));
    assert!(!player.workspace.current().is_dirty());
    let mut player = Player::with("(;SZ[9])");
    command(&mut player, Command::MakeProblem);
    assert!(player.sentence().starts_with("Play the solution here first"), "{}", player.sentence());
}

fn paint(player: &mut Player, points: &[(u8, u8)]) {
    for (n, (x, y)) in points.iter().enumerate() {
        give(player, Input::Go(GoInput::Paint { at: Point::new(*x, *y), begins: n == 0 }));
    }
}

#[test]
fn territory_is_painted_and_erased_in_one_step_each() {
    let mut player = Player::with("(;SZ[9])").plays("tool:black-area");
    paint(&mut player, &[(0, 0), (1, 0), (1, 0), (2, 0)]);
    assert_eq!(player.written(), "(;SZ[9]TB[aa][ba][ca])");
    player = player.plays("tool:white-area");
    paint(&mut player, &[(2, 0), (3, 0)]);
    assert_eq!(player.written(), "(;SZ[9]TB[aa][ba]TW[ca][da])");
    player = player.plays("Ctrl+Z");
    assert_eq!(player.written(), "(;SZ[9]TB[aa][ba][ca])", "undone as one step");
    player = player.plays("tool:erase");
    paint(&mut player, &[(0, 0), (1, 0)]);
    assert_eq!(player.written(), "(;SZ[9]TB[ca])");
}

#[test]
fn the_eraser_takes_lines_and_arrows_that_it_crosses_in_one_step() {
    let game = "(;SZ[9]AR[aa:ac][da:gd]LN[ac:ic]TR[ea])";
    let mut player = Player::with(game).plays("tool:erase");
    paint(&mut player, &[(4, 0), (4, 1), (4, 2)]);
    assert_eq!(player.written(), "(;SZ[9]AR[aa:ac])", "the arrow passes E8, the line E7");
    player = player.plays("Ctrl+Z");
    assert_eq!(player.written(), game);
    player = player.plays("tool:erase click:A9");
    assert_eq!(player.written(), "(;SZ[9]AR[da:gd]LN[ac:ic]TR[ea])", "a click erases what ends there");
}

#[test]
fn a_chess_position_becomes_a_problem_too() {
    let mut player = Player::with("1. e4 e5 2. Nf3 (2. f3) *").plays("Right Right");
    command(&mut player, Command::MakeProblem);
    let Some(Effect::Write { game, revision, bytes, .. }) = player.effects.first().cloned() else {
        panic!("{:?}", player.effects)
    };
    assert!(String::from_utf8_lossy(&bytes).contains("f3 $2"), "{}", String::from_utf8_lossy(&bytes));
    give(&mut player, Input::Saved { game, revision, file: None });
    assert!(matches!(player.effects.last(), Some(Effect::Train { .. })), "{:?}", player.effects);
    let mut player = Player::with("1. e4 *").plays("End");
    command(&mut player, Command::MakeProblem);
    assert!(player.sentence().starts_with("Play the solution here first"), "{}", player.sentence());
}

#[test]
fn the_side_to_play_is_set_up() {
    let turn = |player: &mut Player| give(player, Input::Go(GoInput::SetTurn(Color::White)));
    let mut player = Player::with("(;SZ[9])").plays("F2 click:A1");
    turn(&mut player);
    assert_eq!(player.written(), "(;SZ[9]AB[ai]PL[W])");
    assert!(player.workspace.set_up_color().is_some(), "it is still being set up");
    let mut player = Player::with("(;SZ[9];B[aa])").plays("Right F2");
    turn(&mut player);
    assert_eq!(player.written(), "(;SZ[9];B[aa];PL[W])");
}

#[test]
fn a_game_is_copied_as_sgf_without_the_others_of_its_file() {
    let mut player = Player::with("(;SZ[9];B[aa])(;SZ[9];B[bb])").plays("game:1");
    command(&mut player, Command::CopyGame);
    assert_eq!(player.effects.first(), Some(&Effect::Copy("(;SZ[9];B[bb])".into())));
    give(&mut player, Input::PasteText("(;SZ[9];B[bb])".into()));
    assert_eq!((player.written().as_str(), player.workspace.current().file()), ("(;SZ[9];B[bb])", None));
}

#[test]
fn the_board_is_turned_and_mirrored_as_a_view() {
    let mut player = Player::with("(;SZ[9]VW[aa:cc];B[aa])");
    let before = player.written();
    for view in [Command::Flip, Command::Mirror, Command::ShowWholeBoard] {
        command(&mut player, view);
    }
    let game = player.workspace.current();
    assert!(game.is_flipped() && game.view().is_mirrored() && game.shows_whole_board());
    // As it is seen, behind the mirror: from two quarters back to one.
    command(&mut player, Command::TurnBoard);
    assert_eq!(player.workspace.current().view().quarter_turns(), 1);
    command(&mut player, Command::Flip);
    assert_eq!(player.workspace.current().view().quarter_turns(), 3);
    assert_eq!(player.written(), before);
    let player = Player::with("(;SZ[9])");
    assert!(!player.workspace.can(Command::ShowWholeBoard), "nothing is hidden");
    script("(;SZ[9])", "F click:A1", "(;SZ[9];B[ai])", "0");
}

#[test]
fn the_cursor_goes_where_the_arrow_points_however_the_board_is_turned() {
    // A quarter clockwise, the top of the board is on the right.
    for (view, seen) in [
        ("", "Shift+Right"),
        ("F", "Shift+Left"),
        ("Shift+F", "Shift+Left"),
        ("Alt+R", "Shift+Down"),
        ("Alt+R Alt+R", "Shift+Left"),
        ("Alt+R Alt+R Alt+R", "Shift+Up"),
        ("Alt+R Shift+F", "Shift+Down"),
        ("Shift+F Alt+R", "Shift+Up"),
    ] {
        let player = Player::with("(;SZ[9])").plays(view).plays("Shift+Right").plays(seen);
        assert_eq!(player.workspace.board_cursor(), Some(Point::new(5, 4)), "{view}");
    }
}

#[test]
fn games_without_a_file_are_numbered() {
    let mut player = Player::with("(;SZ[9])");
    let mut names = Vec::new();
    for text in ["(;SZ[9]C[1])", "(;SZ[9]C[2])", "1. e4 *"] {
        give(&mut player, Input::PasteText(text.into()));
        names.push(player.workspace.current().name());
    }
    assert_eq!(names, ["Untitled.sgf", "Untitled 2.sgf", "Untitled 3.pgn"]);
    let (game, revision) =
        (player.workspace.games()[2].id(), player.workspace.games()[2].record().revision());
    let file = FileName { name: "a.sgf".into(), path: Some("/a.sgf".into()), identity: "/a.sgf".into() };
    give(&mut player, Input::Saved { game, revision, file: Some(file) });
    give(&mut player, Input::PasteText("(;SZ[9]C[4])".into()));
    assert_eq!(player.workspace.current().name(), "Untitled.sgf", "the number is free again");
}
