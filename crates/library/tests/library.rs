//! A library over real folders: updates, removals and searches.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use catalogue::{Date, GameKind, NoGame, PositionQuery, Winner};
use library::{Library, LibraryError, Query, Sort, UpdateProgress, UpdateSummary};
use tempfile::TempDir;

struct TestLibrary {
    folder: TempDir,
    library: Library,
}

const PGN: &str = "[Event \"Open\"]\n[White \"Zoë\"]\n[Black \"Bob\"]\n[Date \"2025.06.01\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"Dan\"]\n[Black \"ann\"]\n\n1. d4 d5 *\n";
const MAT: &str = " 7 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n      Wins 2 points\n";

impl TestLibrary {
    fn new() -> TestLibrary {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("games")).unwrap();
        let library = Library::open(&folder.path().join("library.db")).unwrap();
        TestLibrary { folder, library }
    }

    fn with(files: &[(&str, &str)]) -> TestLibrary {
        let mut test = TestLibrary::new();
        files.iter().for_each(|(name, text)| test.put(name, text));
        test.library.add_folder(&test.games()).unwrap();
        test.update();
        test
    }

    fn games(&self) -> PathBuf {
        self.folder.path().join("games")
    }

    fn put(&self, name: &str, text: &str) {
        let path = self.games().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn update(&mut self) -> UpdateSummary {
        self.library.update(None, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    /// The players, in the order in which games are found.
    fn find(&mut self, query: Query) -> Vec<String> {
        let found = self.library.find(&query).unwrap();
        found
            .games
            .iter()
            .map(|place| format!("{}-{}", place.game.summary.black, place.game.summary.white))
            .collect()
    }
}

fn go(black: &str, date: &str, moves: &str) -> String {
    format!("(;GM[1]SZ[9]PB[{black}]PW[Bob]DT[{date}]RE[B+R]{moves})")
}

fn three() -> TestLibrary {
    TestLibrary::with(&[
        ("a.sgf", &go("Ann", "2026-02-11", ";B[cc];W[gf]")),
        ("deeper/down/b.sgf", &go("Cem", "2024", ";B[ee]")),
        ("c.pgn", PGN),
        ("d.mat", MAT),
        ("notes.txt", "not a record"),
        (".hidden.sgf", "(;B[aa])"),
    ])
}

#[test]
fn every_game_of_every_folder_is_listed() {
    let mut test = three();
    assert_eq!(test.library.count().unwrap(), 5);
    let all = test.find(Query::default());
    assert_eq!(all, ["Ann-Bob", "Bob-Zoë", "ann-Dan", "Bob-Ann", "Cem-Bob"]);
    let folders = test.library.folders().unwrap();
    assert_eq!((folders.len(), folders[0].files, folders[0].games), (1, 4, 5));
}

#[test]
fn games_are_found_by_their_fields() {
    let mut test = three();
    let base = Query::default();
    for (query, found) in [
        (Query { text: "ANN".into(), ..base.clone() }, vec!["Ann-Bob", "ann-Dan", "Bob-Ann"]),
        (Query { text: "bob 2026".into(), ..base.clone() }, vec!["Ann-Bob"]),
        (Query { text: "zoë open".into(), ..base.clone() }, vec!["Bob-Zoë"]),
        (Query { text: "zoe".into(), ..base.clone() }, vec!["Bob-Zoë"]),
        (Query { player: "ZÖË".into(), ..base.clone() }, vec!["Bob-Zoë"]),
        (Query { text: "nobody".into(), ..base.clone() }, vec![]),
        (Query { player: "cem".into(), ..base.clone() }, vec!["Cem-Bob"]),
        (Query { event: "open".into(), ..base.clone() }, vec!["Bob-Zoë"]),
        (Query { kind: Some(GameKind::Chess), ..base.clone() }, vec!["Bob-Zoë", "ann-Dan"]),
        (Query { winner: Some(Winner::White), ..base.clone() }, vec!["Bob-Zoë", "Bob-Ann"]),
        (Query { from: Some(Date::read("2025")), ..base.clone() }, vec!["Ann-Bob", "Bob-Zoë"]),
        (Query { to: Some(Date::read("2025")), ..base.clone() }, vec!["Bob-Zoë", "Cem-Bob"]),
        (Query { size: Some(9), ..base.clone() }, vec!["Ann-Bob", "Cem-Bob"]),
        // In chess a move of White and the reply are one.
        (Query { least_moves: Some(3), ..base.clone() }, vec![]),
        (Query { least_moves: Some(2), ..base.clone() }, vec!["Ann-Bob", "Bob-Zoë", "Bob-Ann"]),
        (Query { most_moves: Some(1), ..base }, vec!["ann-Dan", "Cem-Bob"]),
    ] {
        assert_eq!(test.find(query.clone()), found, "{query:?}");
    }
}

#[test]
fn names_are_found_without_their_accents() {
    let mut test = TestLibrary::with(&[
        ("a.sgf", &go("Nguyễn Thị Đào", "2026", ";B[cc]")),
        ("b.sgf", &go("柯洁", "2026", ";B[cd]")),
    ]);
    let mut find = |text: &str| test.find(Query { text: text.into(), ..Query::default() });
    for text in ["nguyen", "Nguyễn", "NGUYÊN dao", "thi"] {
        assert_eq!(find(text), ["Nguyễn Thị Đào-Bob"], "{text}");
    }
    assert_eq!(find("柯"), ["柯洁-Bob"]);
    assert_eq!(find("nguyenx"), [""; 0]);
}

/// The command line reads a folder, and the studio notices that and reads it too.
#[test]
fn two_processes_that_read_one_folder_leave_every_game_once() {
    let many: String = (0..9000).map(|n| go(&format!("Player {n}"), "2026", ";B[cc];W[dd]")).collect();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("many.sgf"), many).unwrap();
    let path = folder.path().join("library.db");
    let mut library = Library::open(&path).unwrap();
    library.add_folder(folder.path()).unwrap();
    let read = || Library::open(&path).unwrap().update(None, &mut |_| ControlFlow::Continue(())).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(read);
        scope.spawn(read);
    });
    assert_eq!(library.count().unwrap(), 9000);
    assert_eq!(library.folders().unwrap()[0].games, 9000);
}

#[test]
fn unknown_values_come_last_in_both_directions() {
    let mut test = three();
    let by = |sort, backwards| Query { sort, backwards, ..Query::default() };
    assert_eq!(test.find(by(Sort::Date, false))[..3], ["Cem-Bob", "Bob-Zoë", "Ann-Bob"]);
    assert_eq!(test.find(by(Sort::Date, true))[..3], ["Ann-Bob", "Bob-Zoë", "Cem-Bob"]);
    // Names are sorted without regard to case.
    assert_eq!(test.find(by(Sort::Black, false)), ["Ann-Bob", "ann-Dan", "Bob-Zoë", "Bob-Ann", "Cem-Bob"]);
    assert_eq!(test.find(by(Sort::Moves, true))[0], "Bob-Zoë");
    assert_eq!(test.find(Query { skip: 1, most: Some(2), ..by(Sort::Date, true) }), ["Bob-Zoë", "Cem-Bob"]);
}

#[test]
fn games_are_found_by_a_position_in_every_orientation() {
    let mut test = three();
    let board = |row: usize, at: usize| {
        let mut rows = vec![vec!['.'; 9]; 9];
        rows[row][at] = 'X';
        let text: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        Query { position: PositionQuery::read(&text.join("\n")), ..Query::default() }
    };
    assert_eq!(test.find(board(2, 2)), ["Ann-Bob"]);
    assert_eq!(test.find(board(6, 2)), ["Ann-Bob"]);
    assert_eq!(test.find(board(4, 4)), ["Cem-Bob"]);
    assert_eq!(test.find(board(0, 0)), [""; 0]);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let found = test.library.find(&Query { position: PositionQuery::read(fen), ..Query::default() }).unwrap();
    assert_eq!((found.total, found.games[0].at), (1, Some(1)));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let both = Query { position: PositionQuery::read(start), text: "zoë".into(), ..Query::default() };
    assert_eq!(test.find(both), ["Bob-Zoë"]);
}

#[test]
fn games_are_found_by_a_position_of_a_variation_too() {
    let mut test = three();
    test.put("d.pgn", "[White \"Eve\"]\n[Black \"Fay\"]\n\n1. d4 d5 (1... f5 2. g3) 2. c4 *\n");
    test.update();
    let dutch = "rnbqkbnr/ppppp1pp/8/5p2/3P4/6P1/PPP1PP1P/RNBQKBNR b KQkq - 0 2";
    let found =
        test.library.find(&Query { position: PositionQuery::read(dutch), ..Query::default() }).unwrap();
    // The move number is that of the branch.
    assert_eq!(
        (found.total, found.games[0].game.summary.white.as_str(), found.games[0].at),
        (1, "Eve", Some(1))
    );
}

#[test]
fn only_what_changed_is_read_again() {
    let mut test = three();
    assert_eq!(test.update(), UpdateSummary { unchanged: 4, ..UpdateSummary::default() });
    test.put("a.sgf", &go("Ann", "2026-02-12", ";B[cc];W[gf];B[aa]"));
    test.put("e.sgf", &go("Eve", "2026", ";B[aa]"));
    fs::remove_file(test.games().join("c.pgn")).unwrap();
    let done = test.update();
    assert_eq!((done.files, done.games, done.unchanged, done.gone), (2, 2, 2, 1));
    let all = test.find(Query { sort: Sort::Black, ..Query::default() });
    assert_eq!(all, ["Ann-Bob", "Bob-Ann", "Cem-Bob", "Eve-Bob"]);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(test.find(Query { position: PositionQuery::read(fen), ..Query::default() }), [""; 0]);
}

#[test]
fn changes_by_another_process_are_noticed() {
    let mut test = three();
    let mut other = Library::open(&test.folder.path().join("library.db")).unwrap();
    assert_eq!(other.count().unwrap(), 5);
    test.put("e.sgf", &go("Eve", "2026", ";B[aa]"));
    test.update();
    assert_eq!(other.count().unwrap(), 6);
    let folder = other.folders().unwrap()[0].id;
    assert!(other.remove_folder(folder).unwrap());
    assert_eq!(test.library.count().unwrap(), 0);
    assert!(!test.library.remove_folder(folder).unwrap());
}

#[test]
fn a_folder_removed_during_an_update_stays_removed() {
    let mut test = TestLibrary::new();
    test.put("a.sgf", &go("Ann", "2026", ";B[aa]"));
    let folder = test.library.add_folder(&test.games()).unwrap();
    let mut other = Library::open(&test.folder.path().join("library.db")).unwrap();
    let mut take_out = |progress: UpdateProgress| {
        if progress.games == 1 {
            other.remove_folder(folder).unwrap();
        }
        ControlFlow::Continue(())
    };
    test.library.update(None, &mut take_out).unwrap();
    assert_eq!(test.library.count().unwrap(), 0);
}

#[test]
fn duplicates_are_found_in_any_orientation() {
    let mut test = TestLibrary::with(&[
        ("a.sgf", &go("Ann", "2026", ";B[cc];W[gf];B[gc]")),
        ("b.sgf", &go("A. Nonymous", "", ";B[gg]C[turned];W[cd];B[cg];W[tt]")),
        ("c.sgf", &go("Cem", "2026", ";B[cc];W[gf];B[gd]")),
        ("d.pgn", "1. e4 e5 2. f4 *\n\n[White \"Dan\"]\n\n1. e4 e5 2. f4 1-0\n\n1. d4 *\n\n1. d4 *\n"),
    ]);
    let all = test.library.duplicates().unwrap();
    let found: Vec<Vec<&str>> = all
        .iter()
        .map(|group| group.games.iter().map(|game| game.summary.black.as_str()).collect())
        .collect();
    assert_eq!(found, [vec!["Ann", "A. Nonymous"], vec!["", ""]]);
    assert!(all.iter().all(|group| group.exact));
}

#[test]
fn a_cancelled_update_keeps_its_games_and_the_next_reads_the_rest() {
    let mut test = TestLibrary::new();
    for n in 0..300 {
        test.put(&format!("{n}.sgf"), &go(&format!("P{n}"), "2026", ";B[cc];W[gf]"));
    }
    test.library.add_folder(&test.games()).unwrap();
    let mut stop = |progress: UpdateProgress| match progress.files >= 100 {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let done = test.library.update(None, &mut stop).unwrap();
    assert!(done.stopped && done.files >= 100, "{done:?}");
    assert_eq!(test.library.count().unwrap(), done.games);
    let rest = test.update();
    assert_eq!((rest.unchanged, rest.files), (done.files, 300 - done.files));
    assert_eq!(test.library.count().unwrap(), 300);
}

#[test]
fn many_small_runs_are_merged_without_loss() {
    let mut test = three();
    for n in 0..40 {
        test.put(&format!("{n}.sgf"), &go(&format!("P{n}"), "2026", ";B[cc];W[gf];B[bb]"));
        test.update();
    }
    let found = test.find(Query {
        position: PositionQuery::read(".........\n.X.......\n..X......\n.........\n.........\n......O..\n.........\n.........\n........."),
        ..Query::default()
    });
    assert_eq!(found.len(), 40);
}

#[test]
fn files_without_a_game_are_problems_and_missing_folders_keep_their_games() {
    let mut test = three();
    test.put("empty.sgf", "");
    test.put("chess.sgf", "(;GM[2];B[aa])");
    assert_eq!(test.update().problems, 2);
    let found: Vec<String> =
        test.library.problems(9).unwrap().into_iter().map(|problem| problem.what).collect();
    assert_eq!(found, ["its game is neither Go nor backgammon", "it holds nothing, and no game"]);
    fs::rename(test.games(), test.folder.path().join("unplugged")).unwrap();
    assert_eq!(test.update().missing.len(), 1);
    assert_eq!(test.library.count().unwrap(), 5);
}

#[test]
fn folders_are_added_once_and_errors_have_texts() {
    let mut test = three();
    let known = test.library.folders().unwrap()[0].id;
    assert_eq!(test.library.add_folder(&test.games().join("deeper")).unwrap(), known);
    let whole = test.library.add_folder(test.folder.path()).unwrap();
    assert_eq!(test.update().unchanged, 4, "the inner folder stays indexed");
    assert_eq!(test.library.folders().unwrap().len(), 1);
    assert_ne!(whole, known);
    let refused = |path: &Path, test: &mut TestLibrary| test.library.add_folder(path).unwrap_err();
    let file = test.games().join("a.sgf");
    assert!(matches!(refused(&file, &mut test), LibraryError::NotAFolder { .. }));
    let none = refused(Path::new("/no/such/folder"), &mut test).to_string();
    assert!(none.starts_with("/no/such/folder: ") && none.ends_with("Check the name."), "{none}");
}

#[test]
fn a_folder_that_does_not_exist_yet_can_be_expected() {
    let mut test = TestLibrary::new();
    let later = test.folder.path().join("later");
    test.library.expect_folder(&later).unwrap();
    assert_eq!(test.update().missing, std::slice::from_ref(&later));
    fs::create_dir(&later).unwrap();
    fs::write(later.join("a.sgf"), go("Ann", "2026", ";B[aa]")).unwrap();
    assert_eq!(test.update().games, 1);
}

#[test]
fn a_library_of_the_version_before_opens() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(include_str!("data-0.1.0.sql")).unwrap();
    drop(old);
    let mut library = Library::open(&path).unwrap();
    let found = library.find(&Query { sort: Sort::Black, ..Query::default() }).unwrap();
    let rows = found.games.iter().map(|found| &found.game);
    let rows: Vec<_> = rows
        .map(|game| (game.summary.kind, &*game.summary.black, &*game.summary.result, game.summary.winner))
        .collect();
    let (go, chess) = (GameKind::Go, GameKind::Chess);
    assert_eq!(rows, [(go, "Ann", "W+3.5", Winner::White), (chess, "Dan", "1-0", Winner::White)]);
    let position = PositionQuery::read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let found = library.find(&Query { position, ..Query::default() }).unwrap();
    assert_eq!((found.total, found.games[0].at, &*found.games[0].game.summary.white), (1, Some(1), "Cem"));
    let problem = &library.problems(9).unwrap()[0].what;
    assert_eq!(NoGame::from_text(problem), Some(NoGame::Empty));
    assert_eq!(library.folders().unwrap()[0].games, 2);
}

/// The library opened again, with its players after an update.
fn opened_again(test: TestLibrary) -> (TestLibrary, Vec<String>) {
    let TestLibrary { folder, library } = test;
    drop(library);
    let library = Library::open_or_rebuild(&folder.path().join("library.db")).unwrap();
    let mut test = TestLibrary { folder, library };
    test.update();
    let found = test.find(Query::default());
    (test, found)
}

#[test]
fn the_folders_survive_a_deleted_database() {
    let mut test = three();
    let before = test.find(Query::default());
    fs::create_dir(test.folder.path().join("other")).unwrap();
    let other = test.library.add_folder(&test.folder.path().join("other")).unwrap();
    test.library.remove_folder(other).unwrap();
    for ending in ["", "-wal", "-shm"] {
        fs::remove_file(test.folder.path().join(format!("library.db{ending}"))).unwrap();
    }
    let (test, after) = opened_again(test);
    assert_eq!(after, before);
    assert_eq!(test.library.folders().unwrap().len(), 1, "the other folder was removed by the user");
}

#[test]
fn a_damaged_database_is_renamed_and_built_again() {
    for damage in [&b"not a database, but long enough to be read as the head of one"[..], &[0xff; 4096]] {
        let mut test = three();
        let before = test.find(Query::default());
        let path = test.folder.path().join("library.db");
        // Closing it writes the log back.
        test.library = Library::open(&test.folder.path().join("unused.db")).unwrap();
        fs::write(&path, damage).unwrap();
        assert!(Library::open(&path).err().unwrap().is_damaged());
        let (test, after) = opened_again(test);
        assert_eq!(after, before);
        assert_eq!(fs::read(test.folder.path().join("library.db.damaged")).unwrap(), damage);
    }
}

#[test]
fn an_error_of_the_database_names_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    fs::create_dir(&path).unwrap();
    let error = Library::open(&path).err().unwrap();
    assert!(error.message(&path).starts_with(&path.display().to_string()), "{}", error.message(&path));
}
