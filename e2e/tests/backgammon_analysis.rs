//! Reads every real analysis of the corpus: decisions, verdicts, warnings, errors.
//! Also asks a real gnubg the way the programs do.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use flashcards::{
    Decision, DecisionKind, Played, Question, ReadItem, ReadResult, TakeOption, Warning, gnubg, read,
};
use rules::backgammon::{Position, Side, Stage};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn inputs() -> Option<PathBuf> {
    Some(e2e::corpus("backgammon").unwrap()?.join("inputs"))
}

fn load(folder: &std::path::Path, name: &str) -> ReadResult {
    read(&std::fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}")))
}

/// The right choice and its equity, as one line.
fn verdict(decision: &Decision) -> String {
    let best = decision.best().unwrap();
    match decision.kind {
        DecisionKind::Checker | DecisionKind::Take(_) => format!("{} {:+.3}", best.label, best.equity),
        DecisionKind::Cube(verdict) => format!("{verdict} {:+.3}", best.equity),
    }
}

fn verdicts(reading: &ReadResult) -> Vec<String> {
    reading.decisions().map(verdict).collect()
}

#[test]
fn every_xg_export_gives_its_decisions() {
    let Some(inputs) = inputs() else { return };
    let folder = inputs.join("xg-text");
    let english = [
        "11/8 11/5 +0.589",
        "19/18 14/12 -0.491",
        "No double/Take +0.337",
        "Double/Take +0.689",
        "Double/Pass +1.000",
        "Double/Take +0.852",
        "Too good/Pass +1.027",
    ];
    let expected: &[(&str, &[&str], usize)] = &[
        ("ag_bare_and_shorthand_synthetic.txt", &[], 3),
        ("ag_checker_turn-1_5pt_EN.txt", &["11/8 11/5 +0.589"], 0),
        ("ag_example_xg_export_2pos.txt", &["11/8 11/5 +0.589", "13/8 6/4 -0.487"], 0),
        ("ag_issue1_checker_comma_11pt_EN_excerpt.txt", &["24/23 6/2 -0.306"], 0),
        ("agtest_book_rows_fragment.txt", &[], 1),
        ("agtest_checker_crawford_1.txt", &["13/7(4) +0.590"], 0),
        ("agtest_checker_note_1.txt", &["18/11 -0.003"], 0),
        ("agtest_checker_note_2.txt", &["18/11 -0.003"], 0),
        ("agtest_checker_note_3.txt", &["6/4 5/off +1.605"], 0),
        ("agtest_checker_plain_1.txt", &["13/4 +0.165"], 0),
        ("agtest_checker_plain_2.txt", &["13/4 +0.165"], 0),
        ("agtest_cube_beaver_1.txt", &[], 1),
        ("agtest_cube_beaver_note_1.txt", &["No double/Beaver +0.057"], 0),
        ("agtest_cube_note_1.txt", &["Double/Take +0.991"], 0),
        ("agtest_cube_plain_1.txt", &["No double/Take +0.172"], 0),
        ("agtest_cube_plain_2.txt", &["No double/Take +0.172"], 0),
        ("agtest_cube_too_good_1.txt", &["Too good/Pass +1.761"], 0),
        ("agtest_cube_too_good_note_1.txt", &["Too good/Pass +1.438"], 0),
        ("agtest_rollout_rows_fragment.txt", &[], 1),
        ("bdb_cube_beaver_jacoby_money_FR.txt", &["No double/Beaver +0.224"], 0),
        ("concat_EN_7pos_CRLF_BOM.txt", &english, 0),
        ("xgp_01_checker_7pt_DE.txt", &["19/18 14/12 -0.491"], 0),
        ("xgp_01_checker_7pt_EN.txt", &["19/18 14/12 -0.491"], 0),
        ("xgp_01_checker_7pt_FR.txt", &["19/18 14/12 -0.491"], 0),
        ("xgp_02_cube_ND-T_9pt_EN.txt", &["No double/Take +0.337"], 0),
        ("xgp_03_cube_D-T_9pt_EN_jpnames.txt", &["Double/Take +0.689"], 0),
        ("xgp_04_cube_D-P_7pt_bar_EN.txt", &["Double/Pass +1.000"], 0),
        ("xgp_07_cube_TG-P_redouble_9pt_EN.txt", &["Too good/Pass +1.027"], 0),
    ];
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), expected.len());
    for (name, decisions, errors) in expected {
        let reading = load(&folder, name);
        assert_eq!(verdicts(&reading), *decisions, "{name}");
        assert_eq!(reading.errors().count(), *errors, "{name}");
        let warned = ["ag_example_xg_export_2pos.txt", "agtest_checker_crawford_1.txt"].contains(name);
        assert_eq!(reading.decisions().any(|d| !d.warnings.is_empty()), warned, "{name}");
    }
}

#[test]
fn an_inconsistent_position_gives_all_warnings() {
    let Some(inputs) = inputs() else { return };
    let reading = load(&inputs.join("xg-text"), "ag_example_xg_export_2pos.txt");
    let invented = reading.decisions().nth(1).unwrap();
    assert_eq!(invented.line, 46);
    for expected in [
        Warning::TooManyCheckers { side: Side::Bottom, checkers: 18 },
        Warning::Pips { side: Side::Bottom, printed: 109, board: 207 },
        Warning::Pips { side: Side::Top, printed: 136, board: 121 },
        Warning::OtherPlayerToAct,
    ] {
        assert!(invented.warnings.contains(&expected), "{expected}");
    }
    assert!(invented.warnings.iter().any(|w| matches!(w, Warning::Diagram { .. })));
}

#[test]
fn the_languages_of_one_export_read_the_same() {
    let Some(inputs) = inputs() else { return };
    let folder = inputs.join("xg-text");
    let rows = |language: &str| {
        let reading = load(&folder, &format!("xgp_01_checker_7pt_{language}.txt"));
        let decision = reading.decisions().next().unwrap();
        assert_eq!(decision.warnings, []);
        let rows = decision.choices.iter();
        rows.map(|c| (c.label.clone(), c.equity, c.xg_error, c.chances, c.level[..3].to_string()))
            .collect::<Vec<_>>()
    };
    let english = rows("EN");
    assert_eq!(english.len(), 5);
    assert_eq!(rows("DE"), english);
    assert_eq!(rows("FR"), english);
}

#[test]
fn hints_of_gnubg_are_read() {
    let Some(inputs) = inputs() else { return };
    let folder = inputs.join("gnubg/hints");
    for (name, rows, expected) in [
        ("checker_7pt.txt", 10, "19/18 14/12 -0.459"),
        ("checker_bar.txt", 10, "bar/23(2) 13/11(2) -1.000"),
        ("checker_bearoff.txt", 2, "3/off 2/off -0.077"),
        ("checker_crawford.txt", 8, "13/7(4) +0.285"),
        ("checker_money_jacoby.txt", 10, "18/11 -0.022"),
        ("checker_no_legal_move.txt", 10, "bar/19 23/17 21/15 20/14 -1.000"),
        ("checker_turn-1_5pt.txt", 10, "11/8 11/5 +0.597"),
        ("cube_D_P.txt", 3, "Double/Pass +1.000"),
        ("cube_D_T.txt", 3, "Double/Take +0.618"),
        ("cube_ND_T.txt", 3, "No double/Take +0.343"),
        ("cube_NR_T.txt", 3, "No double/Take +0.511"),
        ("cube_R_T.txt", 3, "Double/Take +0.777"),
        ("cube_TG_P_redouble.txt", 3, "Too good/Pass +1.005"),
        ("cube_money_jacoby_beaver.txt", 3, "No double/Take +0.206"),
        ("cube_pending_double.txt", 3, "Double/Take +0.618"),
        ("cube_turn-1_redouble.txt", 3, "Too good/Pass +1.013"),
    ] {
        let reading = load(&folder, name);
        assert_eq!(verdicts(&reading), [expected], "{name}");
        let decision = reading.decisions().next().unwrap();
        assert_eq!(decision.listed().len(), rows, "{name}");
        assert_eq!(decision.level(), "2-ply", "{name}");
        assert_eq!(decision.warnings, [], "{name}");
    }
    let crawford = load(&folder, "cube_crawford_no_cube.txt");
    assert_eq!(
        crawford.errors().map(ToString::to_string).collect::<Vec<_>>(),
        ["line 2: no moves and no cube table below this position"]
    );
}

#[test]
fn an_analysed_match_reads_the_same_from_text_and_sgf() {
    let Some(inputs) = inputs() else { return };
    let text = load(&inputs.join("gnubg"), "analysed-05pt-1ply.txt");
    let sgf = load(&inputs.join("gnubg"), "analysed-05pt-1ply.sgf");
    let from_text: Vec<&Decision> = text.decisions().collect();
    assert_eq!((from_text.len(), text.errors().count()), (14, 0));
    for (one, other) in from_text.iter().zip(sgf.decisions()) {
        assert_eq!(one.position, other.position);
        assert_eq!(verdict(one), verdict(other), "line {}", one.line);
        assert_eq!(one.played().map(|c| &c.label), other.played().map(|c| &c.label), "line {}", one.line);
        for (a, b) in one.choices.iter().zip(&other.choices) {
            assert_eq!(a.label, b.label);
            assert!((a.equity - b.equity).abs() < 0.0006, "{} {} {}", a.label, a.equity, b.equity);
        }
    }
    let passed = from_text.last().unwrap();
    assert_eq!(passed.position.stage, Stage::Doubled);
    assert_eq!(passed.played_loss(), Some(0.093));
    assert_eq!((sgf.decisions().count(), sgf.questions().count(), sgf.errors().count()), (197, 0, 0));
}

#[test]
fn match_files_are_replayed_to_the_end() {
    let Some(inputs) = inputs() else { return };
    for (name, questions) in
        [("selfplay-03pt.mat", 81), ("selfplay-05pt.mat", 197), ("selfplay-money-jacoby.mat", 372)]
    {
        let reading = load(&inputs.join("gnubg"), name);
        assert_eq!((reading.questions().count(), reading.errors().count()), (questions, 0), "{name}");
    }
    // The same matches as SGF: every analysed decision is also a question of the match file.
    for (matched, analysed, at_least) in
        [("selfplay-03pt.mat", "selfplay-03pt.sgf", 70), ("selfplay-05pt.mat", "analysed-05pt-1ply.sgf", 150)]
    {
        let asked: Vec<Position> =
            load(&inputs.join("gnubg"), matched).questions().map(|question| question.position).collect();
        let sgf = load(&inputs.join("gnubg"), analysed);
        assert!(sgf.decisions().count() > at_least, "{analysed}");
        for decision in sgf.decisions() {
            assert!(asked.contains(&decision.position), "{analysed}, line {}", decision.line);
        }
    }
}

/// Writes all questions at once and splits the output by `is_answered`.
fn ask_all(gnubg: &std::path::Path, questions: &[Question]) -> Vec<Decision> {
    let home = tempfile::tempdir().unwrap();
    let mut process = Command::new(gnubg)
        .args(["-t", "-q", "-r"])
        .env("LC_ALL", "C")
        .env("HOME", home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut stdin, mut stdout) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
    let mut say = |text: &str| {
        stdin.write_all(text.as_bytes()).unwrap();
        let (mut output, mut buffer) = (Vec::new(), [0; 4096]);
        while !gnubg::is_answered(&String::from_utf8_lossy(&output)) {
            let read = stdout.read(&mut buffer).unwrap();
            assert!(read > 0, "gnubg went away: {}", String::from_utf8_lossy(&output));
            output.extend_from_slice(&buffer[..read]);
        }
        String::from_utf8(output).unwrap()
    };
    let banner = say(&gnubg::set_up(0));
    assert!(gnubg::version(&banner).is_some_and(|version| version.starts_with("1.")), "{banner}");
    let decisions = questions
        .iter()
        .map(|question| gnubg::answer(question, &say(&gnubg::ask(&question.position))).unwrap())
        .collect();
    drop(stdin);
    process.wait().unwrap();
    decisions
}

#[test]
fn gnubg_answers_what_a_match_file_asks() {
    let gnubg = e2e::program("gnubg").expect("no gnubg: `cargo xtask setup` installs it");
    let text = " 5 point match\n\n Game 1\n Ada : 0                        Bob : 0\n  \
        1) 31: 6/2                      65: 24/13\n  2)  Doubles => 2                Takes\n  3) 21: 13/10\n";
    let reading = read(text.as_bytes());
    let questions: Vec<Question> = reading.questions().cloned().collect();
    assert_eq!(questions.len(), 6);
    let decisions = ask_all(&gnubg, &questions);
    let opening = &decisions[0];
    assert_eq!(opening.best().unwrap().label, "8/5 6/5");
    assert_eq!((opening.level(), opening.source.program.as_str()), ("0-ply", "GNU Backgammon"));
    assert_eq!(opening.source.version, "", "only the program reports which gnubg it started");
    assert!(opening.choices.len() == 11 && opening.played().unwrap().label == "6/2");
    assert!(opening.played_loss().unwrap() > 0.3);
    let taken = &decisions[4];
    assert!(matches!(questions[4].played, Some(Played::Cube(_))));
    assert_eq!(taken.position.stage, Stage::Doubled);
    assert_eq!(taken.kind, DecisionKind::Take(TakeOption::Take), "the taker is asked, not the doubler");
    assert_eq!((taken.played().unwrap().label.as_str(), taken.played_loss()), ("Take", Some(0.0)));
    assert_eq!(taken.player(), "Bob");
    assert!(decisions[3].played_loss().unwrap() > 0.1, "the double was far too early");
    assert!(reading.found.iter().all(|found| matches!(found, Ok(ReadItem::Question(_)))));
}
