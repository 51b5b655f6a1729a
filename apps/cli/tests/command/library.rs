//! `tabiya library`, in a temporary home folder.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

struct Home(TempDir);

const GO: &str = "(;GM[1]SZ[9]PB[Ann]PW[Bob]EV[Club]DT[2026-02-11]RE[W+3.5];B[cc];W[gf];B[gc])";
const TURNED: &str = "(;GM[1]SZ[9]PB[A.]PW[B.];B[gg];W[cd];B[cg])";
const PGN: &str = "[White \"Zoë\"]\n[Black \"Bob\"]\n[Date \"2025.06.01\"]\n\n1. e4 e5 2. Nf3 1-0\n";

impl Home {
    fn new() -> Home {
        let home = Home(tempfile::tempdir().unwrap());
        fs::create_dir(home.games()).unwrap();
        for (name, text) in [("a.sgf", GO), ("b.sgf", TURNED), ("c.pgn", PGN)] {
            fs::write(home.games().join(name), text).unwrap();
        }
        home
    }

    fn games(&self) -> PathBuf {
        self.0.path().join("games")
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_tabiya"))
            .arg("library")
            .args(args)
            .env("XDG_DATA_HOME", self.0.path().join("data"))
            .env("HOME", self.0.path())
            .current_dir(self.games())
            .output()
            .unwrap()
    }

    fn stdout(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, args: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.stdout(args)).unwrap()
    }
}

#[test]
fn a_folder_is_added_listed_searched_and_removed() {
    let home = Home::new();
    assert_eq!(home.stdout(&["add", "."]), "3 games read from 3 files; the library has 3 games\n");
    let all = home.stdout(&["list", "--sort", "date", "--reverse"]);
    let lines: Vec<&str> = all.lines().collect();
    assert!(lines[0].starts_with("2026-02-11  Ann – Bob") && lines[0].ends_with("a.sgf"), "{all}");
    assert_eq!(lines[3], "3 games.");
    let chess = home.stdout(&["list", "zoë"]);
    assert!(chess.starts_with("2025-06-01  Zoë – Bob ") && chess.ends_with("c.pgn\n1 game.\n"), "{chess}");
    assert_eq!(home.stdout(&["list", "zoe"]), chess, "without the accent");
    assert!(chess.contains("  chess     2  "), "moves, not half-moves: {chess}");
    assert_eq!(home.json(&["list", "zoë", "--json"])["games"][0]["moves"], 2);
    assert_eq!(home.json(&["list", "--kind", "chess", "--most-moves", "1", "--json"])["total"], 0);
    let found = home.json(&["search", "a.sgf", "--at", "move:2", "--json"]);
    assert_eq!((&found["total"], &found["games"][0]["at"]), (&2.into(), &2.into()));
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(home.json(&["search", fen, "--json"])["games"][0]["white"], "Zoë");
    assert!(home.stdout(&["dups"]).starts_with("2 copies, the same moves:\n"));
    assert!(home.stdout(&["update"]).contains("0 games read from 0 files, 3 unchanged"));
    assert!(home.stdout(&["folders"]).contains("3 games        3 files"));
    assert!(home.stdout(&["remove", "."]).ends_with(" (3 games); the files stay\n"));
    assert_eq!(home.stdout(&["list"]), "No game matches.\n");
}

#[test]
fn games_of_the_terminal_are_there_from_the_start() {
    let home = Home::new();
    let history = home.0.path().join("data/tabiya/history");
    fs::create_dir_all(&history).unwrap();
    fs::write(history.join("2026-02-11_150405_9x9.sgf"), GO).unwrap();
    assert_eq!(home.json(&["list", "--json"])["total"], 1);
    fs::write(history.join("2026-02-12_150405_9x9.sgf"), TURNED).unwrap();
    assert_eq!(home.json(&["list", "--json"])["total"], 2);
}

#[test]
fn invalid_arguments_are_refused_with_a_hint() {
    let home = Home::new();
    for (args, code, words) in [
        (&["add", "nowhere"][..], 1, "nowhere: "),
        (&["add", "a.sgf"], 1, "is a file: add the folder that contains it"),
        (&["remove", "."], 1, "`tabiya library folders` lists them"),
        (&["list", "--sort", "colour"], 2, "one of added, date"),
        (&["list", "--kind", "whist"], 2, "one of go, simultaneous-go, chess, backgammon"),
        (&["list", "--from", "yesterday"], 2, "--from yesterday: a date like 2026"),
        (&["list", "--to", "2026-13-40"], 2, "--to 2026-13-40: a date like 2026"),
        (&["search", "nothing.sgf"], 1, "nothing.sgf: "),
    ] {
        let output = home.run(args);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?} {stderr}");
        assert!(stderr.starts_with("tabiya: ") && stderr.contains(words), "{args:?} {stderr}");
    }
}
