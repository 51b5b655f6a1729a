//! Files whose text a terminal would obey: nothing of it may reach the terminal, whatever the command.

use std::process::Output;

use super::test_folder::{TestFolder, err, out};

/// Writes the clipboard, clears the screen, in both ways to write CSI, and reverses the text that follows.
const HOSTILE: &str = "Ann\u{1b}]52;c;aGk=\u{7}\u{1b}[2J\u{9b}2J\u{7f}\u{202e}\u{2066}";

fn is_obeyed(c: char) -> bool {
    i18n::is_hidden(c) && !matches!(c, '\n' | '\t')
}

fn assert_harmless(what: &[&str], output: &Output) {
    for text in [out(output), err(output)] {
        assert!(!text.chars().any(is_obeyed), "{what:?}: {text:?}");
    }
}

/// A folder with a record of each game; names, comments and the files' own names are hostile.
fn hostile_folder() -> TestFolder {
    let folder = TestFolder::new();
    let text = HOSTILE.replace(']', "\\]");
    let sgf = format!("(;GM[1]SZ[9]PB[{text}]PW[Bo]RE[{text}]EV[{text}];B[ee]C[{text}];W[ee]XX[{text}])");
    folder.file("game.sgf", &sgf);
    folder.file("copy.sgf", &sgf);
    folder.file(&format!("{HOSTILE}\ntabiya: no such file\n.sgf"), &sgf);
    folder.file("other.sgf", sgf.replace("GM[1]", "GM[2]"));
    let pgn = format!(
        "[Event \"{HOSTILE}\"]\n[White \"{HOSTILE}\"]\n[{HOSTILE} \"x\"]\n\n1. e4 {{{HOSTILE}}} e5 {HOSTILE} Ke7 *\n"
    );
    folder.file("game.pgn", pgn);
    let mat = format!(
        " 5 point match\n\n Game 1\n {HOSTILE} : 0   Bo : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n  2) {HOSTILE}\n"
    );
    folder.file("match.mat", mat);
    let deck = format!(
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\nX:A   O:B\n\n    1. 3-ply   {HOSTILE}   eq:+0.162\n"
    );
    folder.file("deck.txt", deck);
    folder.file("binary.sgf", HOSTILE);
    folder
}

#[test]
fn no_command_passes_control_characters_on() {
    let folder = hostile_folder();
    let path = |name: &str| folder.path(name).display().to_string();
    let odd = path(&format!("{HOSTILE}\ntabiya: no such file\n.sgf"));
    let mut commands: Vec<Vec<String>> = Vec::new();
    for file in ["game.sgf", "other.sgf", "game.pgn", "match.mat", "binary.sgf", &odd, HOSTILE] {
        let file = if file.starts_with('/') { file.to_owned() } else { path(file) };
        for options in
            [&["show"][..], &["show", "--json"], &["show", "--at", "0"], &["check"], &["drill", "--plain"]]
        {
            let words = options.iter().map(|word| (*word).to_owned());
            commands.push(words.chain([file.clone()]).collect());
        }
        commands.push(vec!["term".into(), "--plain".into(), file.clone()]);
        commands.push(vec!["draw".into(), file.clone(), "-o".into(), path(HOSTILE)]);
    }
    let more: [&[&str]; 12] = [
        &["library", "add", &path("")],
        &["library", "list"],
        &["library", "list", "--json"],
        &["library", "search", &odd, "--at", "move:1"],
        &["library", "dups"],
        &["library", "dups", "--json"],
        &["library", "folders"],
        &["library", "remove", HOSTILE],
        &["deck", &path("deck.txt"), "-o", &path("deck.apkg")],
        &["deck", &path("deck.txt"), "-o", &path("deck.apkg"), "--json"],
        &["id", HOSTILE],
        &[&format!("--{HOSTILE}")],
    ];
    commands.extend(more.map(|words| words.iter().map(|word| (*word).to_owned()).collect()));
    for words in commands {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_harmless(&words, &folder.tabiya_fed(&words, format!("{HOSTILE}\n{HOSTILE}\n")));
    }
}

#[test]
fn control_characters_are_shown_as_pictures() {
    let folder = hostile_folder();
    let visible = i18n::visible(HOSTILE);
    assert!(visible.starts_with("Ann␛]52;c;aGk=␇␛[2J\\u{9b}2J␡"), "{visible}");
    for (words, count) in [
        (&["show", "game.sgf"][..], 3),
        (&["show", "game.pgn"], 3),
        (&["library", "list"], 2),
        (&["show", "match.mat"], 2),
    ] {
        let words: Vec<String> = words
            .iter()
            .map(|word| {
                if word.contains('.') { folder.path(word).display().to_string() } else { (*word).to_owned() }
            })
            .collect();
        folder.tabiya(&["library", "add", &folder.path("").display().to_string()]);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let text = out(&folder.tabiya(&words));
        assert!(text.matches(&*visible).count() >= count, "{words:?}: {text}");
    }
}

#[test]
fn a_line_break_in_a_file_name_does_not_look_like_another_message() {
    let folder = TestFolder::new();
    let missing = folder.path("a\ntabiya: all is well\n.sgf").display().to_string();
    let text = err(&folder.tabiya(&["show", &missing]));
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains("a␊tabiya: all is well␊.sgf"), "{text}");
}

#[test]
fn json_of_hostile_text_means_the_same() {
    let folder = hostile_folder();
    let output = folder.tabiya(&["show", "--json", &folder.path("game.sgf").display().to_string()]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["games"][0]["info"]["black"], HOSTILE);
}

#[test]
fn fmt_into_a_pipe_keeps_every_byte() {
    let folder = hostile_folder();
    for file in ["game.sgf", "game.pgn", "match.mat"] {
        let path = folder.path(file);
        let output = folder.tabiya(&["fmt", &path.display().to_string()]);
        assert_eq!(output.stdout, std::fs::read(&path).unwrap(), "{file}");
    }
}
