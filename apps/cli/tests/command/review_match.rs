//! `tabiya review` on backgammon matches, compared with the statistics of the real gnubg.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::test_folder::{TestFolder, err, out};

fn gnubg(folder: &TestFolder, commands: &str) -> String {
    let mut process = Command::new("/usr/games/gnubg")
        .args(["-t", "-q", "-r"])
        .env("LC_ALL", "C")
        .current_dir(folder.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    process.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    String::from_utf8_lossy(&process.wait_with_output().unwrap().stdout).into_owned()
}

/// A match that gnubg plays against itself, the first player with noise.
fn play(folder: &TestFolder, seed: u32, length: u32) -> String {
    let file = format!("{seed}.mat");
    gnubg(
        folder,
        &format!(
            "set rng mersenne\nset seed {seed}\nset player 0 gnubg\nset player 1 gnubg\n\
             set player 0 chequerplay evaluation plies 0\nset player 1 chequerplay evaluation plies 0\n\
             set player 0 cubedecision evaluation plies 0\nset player 1 cubedecision evaluation plies 0\n\
             set player 0 chequerplay evaluation noise 0.06\nset player 0 cubedecision evaluation noise 0.15\n\
             set automatic roll on\nset automatic game on\nset automatic bearoff on\nnew match {length}\n\
             export match mat \"{file}\"\n"
        ),
    );
    folder.path(&file).display().to_string()
}

/// What gnubg counts, for each player: unforced moves, close cubes, lost with checkers and cube, luck.
fn statistics(folder: &TestFolder, path: &str) -> [[f64; 5]; 2] {
    let text = gnubg(
        folder,
        &format!(
            "import mat \"{path}\"\nset analysis chequerplay evaluation plies 0\n\
             set analysis cubedecision evaluation plies 0\nanalyse match\nshow statistics match\n"
        ),
    );
    let row = |name: &str, nth: usize| -> [f64; 2] {
        let line = text.lines().filter(|line| line.starts_with(name)).nth(nth).unwrap();
        // In brackets is what it costs of the match.
        let plain: String = line[name.len()..]
            .split('(')
            .map(|part| part.split_once(')').map_or(part, |(_, rest)| rest))
            .collect();
        let numbers: Vec<f64> = plain.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        [numbers[0], numbers[1]]
    };
    let rows = [
        row("Unforced moves", 0),
        row("Close or actual cube decisions", 0),
        row("Error total EMG (MWC)", 0),
        row("Error total EMG (MWC)", 1),
        row("Luck total EMG (MWC)", 0),
    ];
    [0, 1].map(|player| rows.map(|row| row[player]))
}

fn review(folder: &TestFolder, path: &str) -> Value {
    let output = folder.tabiya(&["review", path, "--plies", "0", "--json"]);
    assert!(output.status.success(), "{}", err(&output));
    serde_json::from_str(&out(&output)).unwrap()
}

/// gnubg is the first player in its statistics, and the second in the file.
fn counted(review: &Value) -> [[f64; 5]; 2] {
    [1, 0].map(|player| {
        let player = &review["total"][player];
        let number = |value: &Value| value.as_f64().unwrap();
        let (checker, cube) = (&player["checker"], &player["cube"]);
        [
            number(&checker["decisions"]),
            number(&cube["decisions"]),
            -number(&checker["lost"]),
            -number(&cube["lost"]),
            number(&player["luck"]),
        ]
    })
}

#[test]
#[expect(clippy::disallowed_macros, reason = "the differences are shown")]
fn ten_matches_have_the_errors_that_gnubg_counts() {
    let folder = TestFolder::new();
    let (mut cubes, mut lost) = (0.0, 0.0);
    for seed in 1..=10 {
        let path = play(&folder, seed, if seed % 2 == 0 { 5 } else { 3 });
        let (ours, theirs) = (counted(&review(&folder, &path)), statistics(&folder, &path));
        for (player, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            let differences: Vec<f64> = ours.iter().zip(theirs).map(|(ours, theirs)| ours - theirs).collect();
            println!("match {seed}, player {player}: {differences:?} of {theirs:?}");
            assert_eq!(differences[..2], [0.0, 0.0], "match {seed}, player {player}: {ours:?} {theirs:?}");
            assert!(differences[2..].iter().all(|difference| difference.abs() < 0.002), "{differences:?}");
            (cubes, lost) = (cubes + theirs[1], lost - theirs[2] - theirs[3]);
        }
    }
    assert!(cubes > 20.0 && lost > 5.0, "the matches say something: {cubes} {lost}");
}

#[test]
fn an_analysed_match_needs_no_gnubg_and_the_worst_decisions_are_listed() {
    let folder = TestFolder::new();
    let path = play(&folder, 3, 1);
    let analysed = folder.path("analysed.sgf").display().to_string();
    let output = folder.tabiya(&["review", &path, "--plies", "0", "-o", &analysed]);
    assert!(output.status.success(), "{}", err(&output));
    let text = out(&output);
    assert!(
        text.contains("The worst decisions") && text.contains("XGID=") && text.contains("better"),
        "{text}"
    );
    assert!(fs::read_to_string(&analysed).unwrap().contains("GM[6]"));
    let again = folder.tabiya(&["review", &analysed, "--engine", "/no/such/gnubg"]);
    assert_eq!(out(&again).lines().skip(1).collect::<Vec<_>>(), text.lines().skip(1).collect::<Vec<_>>());
    // Stored: nothing is asked twice, but the name of the program is needed.
    let missing = folder.tabiya(&["review", &path, "--engine", "/no/such/gnubg"]);
    assert!(err(&missing).contains("/no/such/gnubg was not found"), "{}", err(&missing));
    let only = folder.tabiya(&["review", &path, "--plies", "0", "--player", "gnubg"]);
    assert!(out(&only).contains("  gnubg ") && !out(&only).contains(": root played"), "{}", out(&only));
}

#[test]
fn a_broken_gnubg_is_reported_with_words() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TestFolder::new();
    let path = play(&folder, 4, 1);
    let script = "#!/bin/sh\necho 'GNU Backgammon 1.07'; echo '3 digits after the decimal separator.'; cat > /dev/null; echo no weights\n";
    let fake = folder.file("gnubg", script);
    fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
    let output = folder.tabiya(&["review", &path, "--engine", &fake]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("gnubg has not analysed the match: no weights"), "{}", err(&output));
}
