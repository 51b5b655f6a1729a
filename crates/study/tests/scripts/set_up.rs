//! Set-up stones: read, replayed, stepped over, edited and written.

use record::GameRecord;
use record::go::{NodeKind, Outline};

use super::player::{Player, script, shows_board, shows_message};

#[test]
fn stones_are_set_up_in_set_up_mode() {
    script("(;SZ[9])", "F2 click:E5 shift:D5 right:C5", "(;SZ[9]AB[ee]AW[de][ce])", ".");
    script("(;SZ[9];B[ee])", "Right F2 click:E5 click:A1", "(;SZ[9];B[ee];AE[ee]AB[ai])", "0.0");
    script("(;SZ[9];B[ee])", "Right F2 Home", "(;SZ[9];B[ee])", ".");
    script("(;SZ[9];AB[ee])", "Right click:E4", "(;SZ[9];AB[ee];B[ef])", "0.0");
    script("(;SZ[9])", "F2 F2 click:E5", "(;SZ[9];B[ee])", "0");
    script("(;SZ[9])", "F2 Shift+F2 click:E5", "(;SZ[9];B[ee])", "0");
    shows_message(
        "(;SZ[9]AW[ba][ab])",
        "F2 click:A9",
        "The stone would have no liberties and capture nothing.",
    );
}

#[test]
fn set_up_in_the_middle_of_a_game_is_replayed_and_undone() {
    let game = "(;SZ[3];B[aa];AB[bb]AW[cc]AE[aa];W[ac])";
    shows_board(game, "Right", "X . .\n . . .\n . . .");
    shows_board(game, "Right Right", ". . .\n . X .\n . . O");
    shows_board(game, "End", ". . .\n . X .\n O . O");
    shows_board(game, "End Left Left", "X . .\n . . .\n . . .");
    script(game, "End", game, "0.0.0");
}

#[test]
fn stones_are_removed_before_others_are_added() {
    shows_board("(;SZ[3]AW[aa];AB[aa]AE[aa])", "Right", "X . .\n . . .\n . . .");
    shows_board("(;SZ[3]AW[aa];AE[aa]AB[aa])", "Right Left", "O . .\n . . .\n . . .");
    shows_board("(;SZ[3]AW[aa];AE[aa]AB[aa])", "Right Left Right", "X . .\n . . .\n . . .");
}

#[test]
fn captures_leave_the_lists_or_become_removals() {
    // Both white stones are of this set-up: they leave the list, and nothing is removed.
    script("(;SZ[3];B[bb])", "Right F2 shift:A3 click:B3 click:A2", "(;SZ[3];B[bb];AB[ba][ab])", "0.0");
    // This one was there before: it is removed.
    script("(;SZ[3]AW[aa];B[ba])", "Right F2 click:A2", "(;SZ[3]AW[aa];B[ba];AB[ab]AE[aa])", "0.0");
    shows_board("(;SZ[3]AW[aa];B[ba])", "Right F2 click:A2", ". X .\n X . .\n . . .");
    shows_board("(;SZ[3]AW[aa];B[ba])", "Right F2 click:A2 Left", "O X .\n . . .\n . . .");
    let player = Player::with("(;SZ[3]AW[aa];B[ba])").plays("Right F2 click:A2");
    let position = player.workspace.current().go().unwrap().position();
    assert_eq!(position.prisoners(rules::go::Color::Black), 0, "set-up takes no prisoners");
}

#[test]
fn a_set_up_node_is_written_without_a_move_and_only_once_there_is_a_stone() {
    script("(;SZ[9];B[ee])", "Right F2", "(;SZ[9];B[ee])", "0");
    script("(;SZ[9];B[ee])", "Right F2 Right", "(;SZ[9];B[ee])", "0");
    let player = Player::with("(;SZ[9];B[ee])").plays("Right F2 click:A1 shift:A2");
    assert_eq!(player.written(), "(;SZ[9];B[ee];AB[ai]AW[ah])");
}

#[test]
fn the_set_up_of_a_node_with_followers_is_changed_in_place() {
    script("(;SZ[9];AB[aa];W[ee])", "Right F2 click:B9", "(;SZ[9];AB[aa][ba];W[ee])", "0");
    script("(;SZ[9];AB[aa][ba];W[ee])", "Right F2 click:B9", "(;SZ[9];AB[aa];W[ee])", "0");
    script("(;SZ[9]AB[aa];W[ee])", "F2 shift:C9", "(;SZ[9]AB[aa]AW[ca];W[ee])", ".");
}

#[test]
fn other_commands_leave_set_up_mode_and_navigation_does_not_enter_it() {
    for way in ["Right", "Left", "Home", "End", "Ctrl+P", "Ctrl+S", "Alt+N", "Ctrl+I", "Ctrl+G", "Up"] {
        let player = Player::with("(;SZ[9];B[ee];W[cc])").plays("F2").plays(way);
        assert_eq!(player.workspace.current().go().unwrap().mode(), record::go::Mode::Play, "{way}");
    }
    script("(;SZ[9];AB[aa];AW[bb])", "Right Right click:E5", "(;SZ[9];AB[aa];AW[bb];B[ee])", "0.0.0");
}

#[test]
fn moves_keep_their_numbers_and_set_up_has_none() {
    let player = Player::with("(;SZ[9];B[aa];AB[cc];W[bb];AE[cc];B[dd])").plays("End");
    let record = player.workspace.current().go().unwrap();
    let outline = Outline::new(record);
    let moves = record.tree().preorder(record.root()).map(|node| outline.of(node));
    let numbers: Vec<u32> =
        moves.map(|entry| if entry.kind == NodeKind::Move { entry.number } else { 0 }).collect();
    assert_eq!(numbers, [0, 1, 0, 2, 0, 3]);
}
