//! The tools: what each writes into the file, with the mouse and with the keyboard.

use super::player::{Player, script, shows_message};

/// A tool, where it is used, and what that writes into `(;SZ[9])`.
const DRAWN: &[(&str, &str, &str)] = &[
    ("triangle", "A1", "TR[ai]"),
    ("square", "A1", "SQ[ai]"),
    ("circle", "A1", "CR[ai]"),
    ("cross", "A1", "MA[ai]"),
    ("letter", "A1", "LB[ai:A]"),
    ("number", "A1", "LB[ai:1]"),
    ("here", "A1", "LB[ai:here]"),
    ("black-area", "A1", "TB[ai]"),
    ("white-area", "A1", "TW[ai]"),
];

#[test]
fn every_tool_draws_and_a_second_click_removes() {
    for (tool, at, property) in DRAWN {
        let drawn = format!("(;SZ[9]{property})");
        script("(;SZ[9])", &format!("tool:{tool} click:{at}"), &drawn, ".");
        script("(;SZ[9])", &format!("tool:{tool} click:{at} click:{at}"), "(;SZ[9])", ".");
        script(&drawn, &format!("tool:erase click:{at}"), "(;SZ[9])", ".");
    }
}

#[test]
fn arrows_and_lines_are_dragged_or_clicked_twice() {
    for (tool, property) in [("arrow", "AR"), ("line", "LN")] {
        let drawn = format!("(;SZ[9]{property}[ai:cg])");
        script("(;SZ[9])", &format!("tool:{tool} drag:A1-C3"), &drawn, ".");
        script("(;SZ[9])", &format!("tool:{tool} click:A1 click:C3"), &drawn, ".");
        script("(;SZ[9])", &format!("tool:{tool} click:A1 click:A1"), "(;SZ[9])", ".");
        script(&drawn, "tool:erase click:C3", "(;SZ[9])", ".");
        // Doing something else in between starts over.
        let begun = format!("tool:{tool} click:E5 Right click:A1 click:C3");
        script("(;SZ[9])", &begun, &drawn, ".");
    }
}

#[test]
fn modifier_keys_take_precedence_over_the_tool() {
    script("(;SZ[9])", "tool:arrow ctrl:A1", "(;SZ[9]TR[ai])", ".");
    script("(;SZ[9])", "tool:circle shift:A1", "(;SZ[9]SQ[ai])", ".");
    script("(;SZ[9];B[ee];W[cc])", "End tool:cross jump:E5", "(;SZ[9];B[ee];W[cc])", "0");
}

#[test]
fn set_up_mode_has_only_stones_and_another_tool_ends_it() {
    script("(;SZ[9])", "tool:arrow F2 click:A1", "(;SZ[9]AB[ai])", ".");
    script("(;SZ[9])", "F2 click:A1 tool:triangle click:B1", "(;SZ[9]AB[ai]TR[bi])", ".");
    script("(;SZ[9])", "tool:triangle F2 click:A1 F2 click:B1", "(;SZ[9]AB[ai]TR[bi])", ".");
}

#[test]
fn white_is_set_up_without_any_key_once_it_is_chosen() {
    script("(;SZ[9])", "set-up:white click:A1 shift:B1", "(;SZ[9]AW[ai]AB[bi])", ".");
    script("(;SZ[9])", "set-up:white set-up:black click:A1", "(;SZ[9]AB[ai])", ".");
}

#[test]
fn undoing_a_set_up_stone_stays_in_set_up_mode() {
    script("(;SZ[9];B[ee])", "Right F2 click:A1 Ctrl+Z click:B1", "(;SZ[9];B[ee];AB[bi])", "0.0");
    script(
        "(;SZ[9];B[ee])",
        "Right F2 click:A1 click:B1 Ctrl+Z click:C1",
        "(;SZ[9];B[ee];AB[ai][ci])",
        "0.0",
    );
    script(
        "(;SZ[9];B[ee])",
        "Right F2 click:A1 Ctrl+Z Ctrl+Shift+Z click:C1",
        "(;SZ[9];B[ee];AB[ai][ci])",
        "0.0",
    );
}

#[test]
fn the_board_can_be_used_with_the_keyboard() {
    // The first key shows the cursor: at the last move, or in the centre.
    script("(;SZ[9])", "Shift+Up Enter", "(;SZ[9];B[ee])", "0");
    script("(;SZ[9])", "Enter Enter", "(;SZ[9];B[ee])", "0");
    script("(;SZ[9])", "Enter Shift+Up Shift+Right Enter Shift+Down Enter", "(;SZ[9];B[fd];W[fe])", "0.0");
    script("(;SZ[9];B[cc])", "Right Enter Shift+Left Enter", "(;SZ[9];B[cc];W[bc])", "0.0");
    script("(;SZ[9])", "tool:triangle Enter Enter", "(;SZ[9]TR[ee])", ".");
    script("(;SZ[9])", "tool:arrow Enter Enter Shift+Down Enter", "(;SZ[9]AR[ee:ef])", ".");
    script("(;SZ[9])", "F2 Enter Enter Shift+Left Enter", "(;SZ[9]AB[ee][de])", ".");
}

#[test]
fn the_keyboard_cursor_stays_on_the_board_and_is_hidden_by_the_mouse() {
    let mut player = Player::with("(;SZ[3])").plays("Enter");
    for key in ["Shift+Left", "Shift+Left", "Shift+Up", "Shift+Up", "Shift+Up"] {
        player.word(key);
    }
    let corner = player.workspace.board_cursor().unwrap();
    assert_eq!((corner.x, corner.y), (0, 0));
    for key in ["click:B2", "Esc"] {
        let player = Player::with("(;SZ[3])").plays("Enter").plays(key);
        assert_eq!(player.workspace.board_cursor(), None, "{key}");
    }
}

#[test]
fn the_letters_end_with_z() {
    let letters: Vec<String> = (0..26).map(|n| format!("[{}{}:{}]", c(n % 9), c(n / 9), up(n))).collect();
    let full = format!("(;SZ[9]LB{})", letters.concat());
    shows_message(&full, "alt:J1", "Every letter is already on the board; remove one first.");
}

fn c(n: u8) -> char {
    char::from(b'a' + n)
}

fn up(n: u8) -> char {
    char::from(b'A' + n)
}
