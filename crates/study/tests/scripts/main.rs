//! The workspace as a player uses it: a record, keys and clicks, the record afterwards and the cursor in it.

#![allow(clippy::unwrap_used, clippy::panic)]

mod branches;
mod chess;
mod chess_files;
mod comments;
mod files;
mod go_commands;
mod matches;
mod other_games;
mod player;
mod random_orders;
mod recovery;
mod restored;
mod set_up;
mod tools;
mod versions;

use player::{Player, script, shows_message};
use study::{COMMANDS, Chord, Command, Focus, Platform, command_for};

const GAME: &str = "(;SZ[9];B[ee](;W[ec];B[gc])(;W[ce];B[cc]))";

/// Keys that change nothing, and where they lead.
fn navigates(game: &str, steps: &[(&str, &str)]) {
    for (keys, at) in steps {
        script(game, keys, game, at);
    }
}

#[test]
fn keys_navigate_the_tree() {
    navigates(
        GAME,
        &[
            ("Right", "0"),
            ("Right Right Right", "0.0.0"),
            ("End", "0.0.0"),
            ("End Right", "0.0.0"),
            ("End Home", "."),
            ("Right Down Right", "0.1"),
            ("Right Down Up Right", "0.0"),
            ("Right Down Right Left Right", "0.1"),
            ("Right Down End Ctrl+Left", "0"),
            ("End Left", "0.0"),
            ("End move:1", "0"),
            ("move:2", "0.0"),
            ("find:G7", "0.0.0"),
        ],
    );
}

#[test]
fn text_and_points_are_found_one_after_another() {
    let game = "(;SZ[9]C[A Ladder];B[ee](;W[ec]N[ladder];B[gc])(;W[ce]LB[aa:ladder];B[gc]))";
    navigates(
        game,
        &[
            ("find:ladder", "0.0"),
            ("find:ladder F3", "0.1"),
            ("find:ladder F3 F3", "."),
            ("find:G7", "0.0.0"),
            ("find:g7 F3", "0.1.0"),
            ("find:g7 F3 F3", "0.0.0"),
            ("End find:E5", "0"),
        ],
    );
}

#[test]
fn navigation_goes_from_comment_to_comment() {
    let game = "(;SZ[9]C[1];B[ee];W[ec]C[2];B[gc](;W[cc]C[3])(;W[dd];B[bb]C[4]))";
    navigates(
        game,
        &[
            ("Ctrl+Shift+Down", "0.0"),
            ("Ctrl+Shift+Down Ctrl+Shift+Down", "0.0.0.0"),
            ("End Ctrl+Shift+Up", "0.0"),
            ("End Ctrl+Shift+Up Ctrl+Shift+Up", "."),
            ("Right Right Right Down Ctrl+Shift+Down", "0.0.0.1.0"),
        ],
    );
    shows_message(game, "End Ctrl+Shift+Down", "There are no later comments.");
}

#[test]
fn a_failed_search_shows_a_message() {
    shows_message(GAME, "Right Ctrl+Left", "There is no fork before this move.");
    shows_message(GAME, "find:joseki", "“joseki” was not found in this game.");
    shows_message(GAME, "move:9", "There is no move 9 in this line.");
    shows_message(GAME, "jump:A1", "No move was played there in this line.");
}

#[test]
fn a_click_plays_follows_or_takes_back() {
    script("(;SZ[9])", "click:E5", "(;SZ[9];B[ee])", "0");
    script("(;SZ[9])", "click:E5 click:C5", "(;SZ[9];B[ee];W[ce])", "0.0");
    script(GAME, "click:E5 click:C5", GAME, "0.1");
    script("(;SZ[9])", "click:E5 click:E5", "(;SZ[9])", ".");
    script(GAME, "Right click:A1", "(;SZ[9];B[ee](;W[ec];B[gc])(;W[ce];B[cc])(;W[ai]))", "0.2");
    shows_message(GAME, "Right click:E5", "Other moves follow this one; cut them first.");
    script("(;SZ[9])", "Ctrl+P click:E5", "(;SZ[9];B[];W[ee])", "0.0");
}

#[test]
fn marks_are_toggled_also_on_the_empty_board() {
    script("(;SZ[9])", "ctrl:E5", "(;SZ[9]TR[ee])", ".");
    script("(;SZ[9])", "ctrl:E5 ctrl:E5", "(;SZ[9])", ".");
    script("(;SZ[9])", "shift:E5 alt:D5 alt:C5", "(;SZ[9]SQ[ee]LB[de:A][ce:B])", ".");
    script("(;SZ[9])", "alt:D5 alt:C5 alt:D5 alt:A1", "(;SZ[9]LB[ce:B][ai:A])", ".");
}

#[test]
fn everything_is_undone_and_redone() {
    for keys in [
        "Right click:A1",
        "Right Right Ctrl+X yes",
        "ctrl:E5 shift:D4 alt:C3",
        "F2 click:A1 shift:B1",
        "type:hello type:hello_world",
        "Right Right Ctrl+Down yes",
        "Right Down End do:main",
        "Right Down Right do:others yes",
        "Right Right do:flatten yes",
        "Ctrl+P name:corner",
        "tool:arrow click:A1 click:C3 tool:cross click:D4 tool:black-area click:E5",
        "Right judge:good2 judge:even judge:hotspot",
        "property:XY=odd,values property:GN=name",
        "Right type:a/b/c Ctrl+2 Right type:words Ctrl+K",
        "F2 click:A1 Ctrl+Z click:B1 Ctrl+Z Ctrl+Z click:C1",
    ] {
        let mut player = Player::with(GAME).plays(keys);
        let after = player.written();
        assert_ne!(after, GAME, "{keys} changes something");
        while player.workspace.can(Command::Undo) {
            player.word("Ctrl+Z");
        }
        assert_eq!(player.written(), GAME, "undo of {keys}");
        assert!(!player.workspace.current().is_dirty());
        while player.workspace.can(Command::Redo) {
            player.word("Ctrl+Shift+Z");
        }
        assert_eq!(player.written(), after, "redo of {keys}");
    }
}

#[test]
fn every_key_of_the_table_leads_to_its_command() {
    for platform in [Platform::Browser, Platform::Desktop] {
        for entry in COMMANDS {
            for key in entry.keys_in(platform) {
                let found = command_for(Chord::parse(key), Focus::Board, platform);
                assert_eq!(found, Some(entry.command), "{key}");
                assert_eq!(
                    command_for(Chord::parse(key), Focus::Dialog, platform),
                    None,
                    "{key} in a dialog"
                );
            }
        }
    }
}

#[test]
fn every_command_can_be_given_anywhere() {
    for before in ["(;SZ[9])", GAME, "(;SZ[9];AB[aa];PL[W];B[];C[words])"] {
        for place in ["", "Right", "End", "F2", "F2 click:A1"] {
            for entry in COMMANDS {
                let mut player = Player::with(before).plays(place);
                let can = player.workspace.can(entry.command);
                let before = player.written();
                player.effects = player.workspace.handle(player.now, study::Input::Do(entry.command));
                let did = player.written() != before;
                assert!(can || !did, "{:?} was greyed out and did something", entry.command);
            }
        }
    }
}
