//! A reader that stops reading, as `head` does, is not an error.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use super::test_folder::TestFolder;

/// Reads the first line, closes the pipe, and returns the line, the exit code and the messages.
fn first_line(folder: &TestFolder, words: &[&str]) -> (String, Option<i32>, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(words)
        .env("HOME", folder.path(""))
        .env("XDG_DATA_HOME", folder.path("data"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut out = BufReader::with_capacity(64, process.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    drop(out);
    let mut messages = String::new();
    process.stderr.take().unwrap().read_to_string(&mut messages).unwrap();
    (line, process.wait().unwrap().code(), messages)
}

#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let folder = TestFolder::new();
    // More than a pipe holds, so that the program is still writing when it is closed.
    let games = "[White \"Ann\"]\n\n1. e4 e5 2. Nf3 Nf9 *\n\n".repeat(20_000);
    let chess = folder.file("big.pgn", games);
    let go = folder.file("big.sgf", "(;SZ[9]PB[Ann];B[aa];W[zz])\n".repeat(20_000));
    for (words, begins) in [
        (&["show", &chess][..], "Game 1"),
        (&["show", &chess, "--json"], "{"),
        (&["fmt", &chess], "[White"),
        (&["fmt", &chess, "--pretty"], "[Event"),
        (&["check", &chess], "big.pgn"),
        (&["show", &go], "Game 1"),
        (&["man", "library"], ""),
    ] {
        let (line, code, messages) = first_line(&folder, words);
        assert!(line.contains(begins), "{words:?}: {line}");
        assert_eq!((code, messages.as_str()), (Some(0), ""), "{words:?}");
    }
}
