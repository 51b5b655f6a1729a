//! Cutting, pasting and ordering branches.

use super::GAME;
use super::player::{Player, script, shows_message};

#[test]
fn cutting_asks_first_and_a_lone_leaf_keeps_the_clipboard() {
    script(GAME, "Right Right Ctrl+X no", GAME, "0.0");
    script(GAME, "Right Right Ctrl+X yes", "(;SZ[9];B[ee](;W[ce];B[cc]))", "0");
    script(
        "(;SZ[9];B[ee];W[ec];B[gc])",
        "Right Right Delete yes Ctrl+V",
        "(;SZ[9];B[ee];W[ec];B[gc])",
        "0.0",
    );
    // B[gc] is a leaf: cutting it keeps W[ec] and its subtree on the clipboard.
    script(
        "(;SZ[9];B[ee](;W[ec];B[gc])(;W[ce];B[cc]))",
        "Right Right Ctrl+X yes End Ctrl+X yes Left Ctrl+V",
        "(;SZ[9];B[ee](;W[ce])(;W[ec];B[gc]))",
        "0.1",
    );
    shows_message(GAME, "Ctrl+X", "There is no move at the start.");
    shows_message(GAME, "Right Right Ctrl+X", "Cut this move and the one after it?");
}

#[test]
fn a_refused_paste_shows_the_reason() {
    let cut = "(;SZ[9];B[ee];W[ec];B[gc])";
    shows_message(GAME, "Ctrl+V", "Nothing has been cut or copied yet.");
    shows_message(cut, "Right Right Ctrl+X yes Home Ctrl+V", "Cannot paste here: it is not White's turn.");
    shows_message(
        cut,
        "Right Right Ctrl+X yes Ctrl+V Left Ctrl+V",
        "Cannot paste here: there is already a branch with that move.",
    );
}

#[test]
fn a_branch_goes_from_one_game_to_another() {
    let player = Player::with("(;SZ[9];B[ee];W[ec];B[gc])")
        .plays("Right Ctrl+X yes open:(;SZ[9]C[other]) Ctrl+Shift+V");
    assert_eq!(player.written(), "(;SZ[9]C[other];B[ee];W[ec];B[gc])");
}

#[test]
fn navigation_stops_before_an_illegal_pasted_move() {
    let player = Player::with("(;SZ[9];B[ee];W[ec];B[gc])")
        .plays("Right Ctrl+X yes open:(;SZ[9]AW[gc]) Ctrl+Shift+V End");
    assert_eq!(player.path(), "0.0");
    assert!(player.sentence().contains("does not fit"), "{:?}", player.effects);
}

#[test]
fn branches_are_ordered_and_made_the_main_line() {
    let turned = "(;SZ[9];B[ee](;W[ce];B[cc])(;W[ec];B[gc]))";
    script(GAME, "Right Right Ctrl+Down yes", turned, "0.1");
    script(GAME, "Right Down Right Ctrl+Up yes", turned, "0.0");
    script(GAME, "Right Down End do:main", turned, "0.0.0");
    script(GAME, "Right Down Right do:others yes", "(;SZ[9];B[ee](;W[ce];B[cc]))", "0.0");
    shows_message(GAME, "Right Ctrl+Up", "To move a branch, go to its first move after a fork.");
}

#[test]
fn no_command_goes_past_the_conflict() {
    let pasted = "Right Ctrl+X yes open:(;SZ[9]AW[gc]) Ctrl+Shift+V Home";
    let cut = "(;SZ[9];B[ee];W[ec];B[gc];W[gg]C[after])";
    for way in ["End", "move:4", "Ctrl+Shift+Down", "find:after", "Right Right Right"] {
        let player = Player::with(cut).plays(pasted).plays(way);
        assert_eq!(player.path(), "0.0", "{way}");
        assert!(player.sentence().contains("does not fit"), "{way}: {:?}", player.effects);
    }
    // Without that stone the line is legal.
    let player = Player::with(cut).plays(pasted).plays("F2 click:G7 End");
    assert_eq!(player.path(), "0.0.0.0", "{:?}", player.effects);
}
