//! The training history: puzzles that are recognised, sets, forgetting and its undo, and data of earlier versions.

use drill::{
    Day, Entry, FinishedAttempt, Help, History, HistoryError, Progress, ProgressMark, PuzzleId, PuzzleIds,
    Selection, SetId, SetOrder, Stage, chess, go,
};
use record::go::GoFile;
use record::pgn::Pgn;

const TODAY: Day = 20_000;
const NOW: u64 = 1_728_000_000_000;

fn ids(pgn: &str) -> Vec<PuzzleId> {
    let puzzles = chess::puzzles(&Pgn::read(pgn.as_bytes().to_vec()));
    PuzzleIds::of(puzzles.iter().map(|(_, puzzle)| puzzle))
}

fn attempt(puzzle: usize, right: bool) -> FinishedAttempt {
    let think = serde_json::json!({ "secs": 4, "nanos": 500_000_000 });
    let attempt = serde_json::json!({ "puzzle": puzzle, "right": right, "think": think, "mistakes": u32::from(!right), "hints": 0 });
    serde_json::from_value(attempt).unwrap()
}

/// Solves puzzles of a set, one per second, as a program does it.
fn solve(history: &mut History, set: SetId, now: u64, selection: Selection, answers: &[(usize, bool)]) {
    let mut progress = history.progress(set).unwrap();
    for (second, (puzzle, right)) in (0..).zip(answers) {
        let before = ProgressMark::of(&progress);
        progress.record(TODAY, selection, attempt(*puzzle, *right));
        let added =
            history.record((set, history.clone().puzzles(set)), now + second * 1000, &before, &progress);
        assert_eq!(added.len(), 1, "{added:?}");
    }
    assert_eq!(history.progress(set).unwrap(), progress, "what is rebuilt is what was recorded");
}

fn open(history: &mut History, now: u64, name: &str, pgn: &str) -> SetId {
    history.open_set(now, name, &format!("/games/{name}"), &ids(pgn)).set
}

const THREE: &str = "1. e4 *\n\n1. d4 {Closed} *\n\n1. c4 (1. b3? e5) *\n";

#[test]
fn comments_variations_tags_and_the_place_in_the_file_do_not_change_a_puzzle() {
    let edited = "1. g3 *\n\n[Event \"English\"]\n\n1. c4 {The English opening} *\n\n1. e4 $1 (1. a3? e5) *\n\n1. d4 *\n";
    let (before, after) = (ids(THREE), ids(edited));
    assert_eq!(after[1..], [before[2], before[0], before[1]]);
    let others = [
        "1. e4 e5 2. Nf3 *",
        "[Orientation \"black\"]\n\n1. e4 e5 *",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1\"]\n\n1. e4 *",
    ];
    for other in others {
        assert!(!before.contains(&ids(other)[0]), "{other}");
    }
    let later = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5 9\"]\n\n9. e4 *";
    assert_eq!(ids(later)[0], before[0], "the numbers of moves play no part");
}

#[test]
fn equal_puzzles_of_a_file_are_solved_one_by_one() {
    let twice = ids("1. e4 *\n\n1. e4 {again} *\n\n1. d4 *\n");
    assert_eq!(twice[0], ids(THREE)[0]);
    assert_ne!(twice[0], twice[1]);
    assert_eq!(twice[2], ids(THREE)[1]);
}

#[test]
fn ids_are_part_of_the_stored_format() {
    let go = record::sgf::read(b"(;GM[1]SZ[9]AB[cc][dc]AW[cd]PL[B];B[ee];W[ef];B[ff])").unwrap();
    let problems = go::puzzles(&GoFile(go));
    let of_go = PuzzleIds::of(problems.iter().map(|(_, problem)| problem));
    let all: Vec<String> = ids(THREE).iter().chain(&of_go).map(ToString::to_string).collect();
    assert_eq!(all, KNOWN_IDS, "stored attempts would lose their puzzles");
    assert!(all.iter().all(|id| id.parse::<PuzzleId>().is_ok()));
    for wrong in ["", "0", "00000000000000zz", "+000000000000001", "0000000000000000000", "../../etc/passwd"]
    {
        assert!(wrong.parse::<SetId>().is_err(), "{wrong}");
    }
}

const KNOWN_IDS: [&str; 4] = ["0ba28f86a29d1b91", "6bb4f522404018df", "b3883287042a2a5f", "2e9328548f6a7488"];

#[test]
fn help_is_stored_with_an_attempt_and_older_attempts_have_none() {
    let mut history = History::default();
    let set = open(&mut history, NOW, "mates.pgn", THREE);
    let mut progress = history.progress(set).unwrap();
    let before = ProgressMark::of(&progress);
    for (puzzle, help) in [Help::None, Help::Move, Help::Skipped].into_iter().enumerate() {
        let result = FinishedAttempt { help, ..attempt(puzzle, help == Help::None) };
        progress.record(TODAY, Selection::All, result);
    }
    let added = history.record((set, &ids(THREE)), NOW, &before, &progress);
    let has_help: Vec<bool> = added.iter().map(|entry| entry.line().contains("\"help\"")).collect();
    assert_eq!(
        has_help,
        [false, true, true],
        "an attempt without help is written as earlier versions wrote it"
    );
    let read = History::read_store(&history.text()).unwrap().history;
    let totals = read.progress(set).unwrap().totals();
    assert_eq!((totals.tried, totals.moves_shown, totals.skipped), (3, 1, 1));
    let mut old = History::default();
    let adopted = old.adopt(set, &ids(THREE), &progress).unwrap();
    assert!(adopted.iter().any(|entry| entry.line().contains("\"help\":\"skipped\"")), "{adopted:?}");
}

#[test]
fn an_edited_file_keeps_the_history_of_its_puzzles() {
    let mut history = History::default();
    let set = open(&mut history, NOW, "mates.pgn", THREE);
    solve(&mut history, set, NOW, Selection::All, &[(0, true), (1, false), (2, true)]);
    let edited = "1. f4 {new} *\n\n1. d4 {Edited} *\n\n1. c4 (1. b3? e5) *\n";
    assert_eq!(open(&mut history, NOW + 60_000, "mates.pgn", edited), set);
    let progress = history.progress(set).unwrap();
    assert_eq!((progress.size(), progress.attempts().len()), (3, 2));
    assert_eq!(progress.puzzles(Selection::Failed, TODAY), [1]);
    assert_eq!(progress.puzzles(Selection::All, TODAY), [0, 1, 2]);
    assert_eq!(open(&mut history, NOW + 120_000, "mates.pgn", THREE), set);
    assert_eq!(
        history.progress(set).unwrap().attempts().len(),
        3,
        "a puzzle that comes back has its history"
    );
}

#[test]
fn a_renamed_copy_is_the_same_set_and_a_larger_collection_is_not() {
    let mut history = History::default();
    let set = open(&mut history, NOW, "mates.pgn", THREE);
    assert_eq!(open(&mut history, NOW, "copy of mates.pgn", THREE), set);
    assert_eq!(history.name(set).as_deref(), Some("copy of mates.pgn"));
    let more: String = ["a3", "a4", "b3", "b4", "c3"].map(|mv| format!("1. {mv} *\n\n")).concat();
    let book = open(&mut history, NOW, "book.pgn", &format!("{more}{THREE}"));
    assert_ne!(book, set);
    solve(&mut history, set, NOW, Selection::All, &[(0, true)]);
    assert_eq!(history.progress(book).unwrap().attempts().len(), 1, "a puzzle has one history");
    assert_eq!(history.sets().len(), 2);
}

#[test]
fn an_added_puzzle_does_not_send_the_cycles_back_to_the_first() {
    let mut history = History::default();
    let set = open(&mut history, NOW, "mates.pgn", THREE);
    let mut progress = history.progress(set).unwrap();
    progress.start_cycles(TODAY);
    for (n, day) in [0, 2, 4].into_iter().enumerate() {
        for puzzle in 0..if n < 2 { 3 } else { 1 } {
            let before = ProgressMark::of(&progress);
            progress.record(TODAY + day, Selection::Cycle, attempt(puzzle, true));
            history.record(
                (set, &ids(THREE)),
                NOW + day as u64 * 86_400_000 + puzzle as u64,
                &before,
                &progress,
            );
        }
    }
    assert_eq!(history.progress(set).unwrap(), progress);
    assert!(matches!(progress.stage(TODAY + 4), Some(Stage::Cycle { number: 3, left: 2, .. })));
    open(&mut history, NOW, "mates.pgn", &format!("{THREE}\n1. f4 *\n"));
    let stage = history.progress(set).unwrap().stage(TODAY + 4);
    assert!(matches!(stage, Some(Stage::Cycle { number: 3, left: 3, .. })), "{stage:?}");
}

#[test]
fn a_forgotten_set_comes_back_with_all_its_attempts() {
    let mut history = History::default();
    let set = open(&mut history, NOW, "mates.pgn", THREE);
    solve(&mut history, set, NOW, Selection::All, &[(0, true), (1, false)]);
    let before = history.progress(set);
    history.forget(set, NOW + 10_000);
    assert!(history.sets().is_empty());
    let forgotten = history.forgotten_sets();
    assert_eq!(forgotten.len(), 1);
    assert_eq!(Some(&forgotten[0].progress), before.as_ref());
    history.restore(set, NOW + 11_000);
    assert_eq!((history.sets().len(), history.progress(set)), (1, before));
    assert!(history.forgotten_sets().is_empty());
}

#[test]
fn a_forgotten_set_that_is_opened_again_starts_again_and_can_still_be_restored() {
    let mut history = History::default();
    let set = open(&mut history, NOW, "mates.pgn", THREE);
    solve(&mut history, set, NOW, Selection::All, &[(0, true), (1, false)]);
    // The clock of the browser that forgets it is behind.
    history.forget(set, NOW - 5_000);
    assert!(history.sets().is_empty());
    assert_eq!(open(&mut history, NOW - 4_000, "mates.pgn", THREE), set);
    solve(&mut history, set, NOW + 10_000, Selection::All, &[(2, true)]);
    assert_eq!(history.sets()[0].progress.attempts().len(), 1);
    history.restore(set, NOW + 20_000);
    assert_eq!(history.progress(set).unwrap().attempts().len(), 3);
}

#[test]
fn sets_are_renamed_tagged_sorted_and_told_apart() {
    let mut history = History::default();
    let first = open(&mut history, NOW, "b.pgn", "1. e4 *");
    let second = open(&mut history, NOW + 1, "a.pgn", "1. d4 *");
    let third = open(&mut history, NOW + 2, "c.pgn", "1. c4 *");
    let order = |history: &History, order: SetOrder| {
        let mut sets = history.sets();
        order.sort(&mut sets, TODAY + 1);
        sets.into_iter().map(|set| set.id).collect::<Vec<_>>()
    };
    assert_eq!(order(&history, SetOrder::Name), [second, first, third]);
    assert_eq!(order(&history, SetOrder::Added), [third, second, first]);
    solve(&mut history, first, NOW + 5, Selection::All, &[(0, true)]);
    solve(&mut history, second, NOW + 6, Selection::All, &[(0, false)]);
    assert_eq!(order(&history, SetOrder::LastTrained), [second, first, third]);
    assert_eq!(order(&history, SetOrder::Due)[0], second, "a failed puzzle is due the next day");
    history.rename(third, NOW, " b.pgn ");
    history.set_tags(third, NOW, "endgame, Mate,, mate、opening");
    let sets = history.sets();
    let known: Vec<_> = sets.iter().map(|set| (set.progress.name.as_str(), set.number)).collect();
    assert_eq!(known, [("a.pgn", None), ("b.pgn", None), ("b.pgn", Some(2))]);
    assert_eq!(sets[2].tags, ["endgame", "Mate", "opening"]);
    open(&mut history, NOW + 9, "c.pgn", "1. c4 {edited} *");
    assert_eq!(history.name(third).as_deref(), Some("b.pgn"), "opening the file keeps the name");
    history.rename(third, NOW, "");
    assert_eq!(history.name(third).as_deref(), Some("c.pgn"));
}

#[test]
fn an_export_is_read_again_and_other_files_are_refused() {
    let mut history = History::default();
    let set = open(&mut history, NOW, "mates.pgn", THREE);
    solve(&mut history, set, NOW, Selection::All, &[(0, true)]);
    let text = history.text();
    let read = History::read_export(&format!("\u{feff}\n{}", text.replace('\n', "\r\n"))).unwrap();
    assert_eq!((read.history, read.damaged), (history, vec![]));
    for other in ["", "{}", "1. e4 *", "[{\"tabiya-training\":1}]", "{\"name\":\"Mates\"}"] {
        assert_eq!(History::read_export(other), Err(HistoryError::NotAHistory), "{other}");
    }
    let newer = "{\"tabiya-training\":2}\n";
    assert_eq!(History::read_export(newer), Err(HistoryError::Newer { version: 2 }));
    assert_eq!(History::read_store(newer), Err(HistoryError::Newer { version: 2 }));
}

#[test]
fn a_line_that_was_cut_off_damages_no_other_and_unknown_lines_stay() {
    let mut history = History::default();
    let set = open(&mut history, NOW, "mates.pgn", THREE);
    solve(&mut history, set, NOW, Selection::All, &[(0, true), (1, true)]);
    let text = history.text();
    let later = r#"{"streak":{"days":3}}"#;
    let cut = format!("{}\n{later}\n{}", &text[..text.len() - 30], text);
    let read = History::read_store(&cut).unwrap();
    assert_eq!(read.damaged, [4]);
    assert!(read.history.text().ends_with(&format!("{later}\n")));
    assert_eq!(read.history.attempt_count(), 2);
    let known = History::read_store(&text).unwrap().history;
    assert_eq!(read.history.lines_missing_in(&known), format!("{later}\n"));
    assert_eq!(known.lines_missing_in(&read.history), "");
}

/// As version 0.1.0 stored it: a timed session of puzzles 0 and 1 on day 20000, the first cycle with puzzle 0 on day 20001,
/// and puzzle 0 again in a timed session on day 20010.
const OLD: &str = r#"{"name":"Mates","size":3,"attempts":[
    [20000,{"puzzle":0,"right":true,"think":{"secs":4,"nanos":500000000},"mistakes":0,"hints":0}],
    [20000,{"puzzle":1,"right":false,"think":{"secs":9,"nanos":0},"mistakes":1,"hints":0}],
    [20001,{"puzzle":0,"right":true,"think":{"secs":3,"nanos":0},"mistakes":0,"hints":1}],
    [20010,{"puzzle":0,"right":true,"think":{"secs":3,"nanos":0},"mistakes":0,"hints":0}]],
    "woodpecker":{"size":3,"plan":{"cycles":[28,14,7,4,2,1],"rest":1},
        "cycles":[{"began":20001,"ends":20029,"attempts":[
            [20001,{"puzzle":0,"right":true,"think":{"secs":3,"nanos":0},"mistakes":0,"hints":1}]]}],
        "others":[],"memories":{"0":[20001,{"stability":1.2931,"difficulty":5.112170705601056}]}}}"#;

#[test]
fn progress_of_earlier_versions_becomes_part_of_the_history() {
    let old: Progress = serde_json::from_str(OLD).unwrap();
    let mut history = History::default();
    let set = open(&mut history, NOW, "Mates", THREE);
    assert_eq!(history.adopt(set, &ids(THREE), &old).map(|added| added.len()), Some(5));
    assert_eq!(history.adopt(set, &ids(THREE), &old), Some(Vec::new()), "a second time adds nothing");
    let progress = history.progress(set).unwrap();
    assert_eq!((progress.attempts(), progress.reports()), (old.attempts(), old.reports()));
    assert_eq!(progress.stage(20_010), old.stage(20_010));
    for selection in [Selection::All, Selection::Failed, Selection::Cycle, Selection::Due] {
        assert_eq!(progress.puzzles(selection, 20_010), old.puzzles(selection, 20_010), "{selection:?}");
    }
    let edited = open(&mut history, NOW, "Mates", "1. d4 *\n\n1. e4 *\n");
    assert_eq!((edited, history.progress(set).unwrap().puzzles(Selection::Failed, 20_010)), (set, vec![0]));
    assert_eq!(
        history.adopt(set, history.clone().puzzles(set), &old),
        None,
        "the puzzles have other numbers now"
    );
}

#[test]
fn a_history_of_the_first_format_still_opens() {
    let read = History::read_store(include_str!("data/history-1.jsonl")).unwrap();
    assert_eq!(read.damaged, Vec::<usize>::new());
    let sets = read.history.sets();
    let [set] = &sets[..] else { panic!("{sets:?}") };
    assert_eq!((set.progress.name.as_str(), set.tags.as_slice()), ("My mates", &["mate".to_owned()][..]));
    assert_eq!((set.progress.attempts().len(), set.progress.reports().len()), (2, 1));
    assert_eq!(History::read_store(&read.history.text()).unwrap().history, read.history);
}

#[test]
fn every_entry_has_a_key_of_its_own() {
    let mut history = History::default();
    let set = open(&mut history, NOW, "mates.pgn", THREE);
    solve(&mut history, set, NOW, Selection::All, &[(0, true), (1, true), (1, false)]);
    history.rename(set, NOW, "Mates");
    let mut keys: Vec<String> = history.entries().map(|entry| Entry::key(&entry)).collect();
    keys.dedup();
    assert_eq!(keys.len(), 5, "{keys:?}");
}
