//! A library over real folders: what comes in, what goes out, what is found.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use catalogue::{Date, Kind, Sought, Winner};
use library::{Library, LibraryError, Progress, Query, Sort, Summary};
use tempfile::TempDir;

struct Shelf {
    folder: TempDir,
    library: Library,
}

const PGN: &str = "[Event \"Open\"]\n[White \"Zoë\"]\n[Black \"Bob\"]\n[Date \"2025.06.01\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"Dan\"]\n[Black \"ann\"]\n\n1. d4 d5 *\n";
const MAT: &str = " 7 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n      Wins 2 points\n";

impl Shelf {
    fn new() -> Shelf {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("games")).unwrap();
        let library = Library::open(&folder.path().join("library.db")).unwrap();
        Shelf { folder, library }
    }

    fn with(files: &[(&str, &str)]) -> Shelf {
        let mut shelf = Shelf::new();
        files.iter().for_each(|(name, text)| shelf.put(name, text));
        shelf.library.add_folder(&shelf.games()).unwrap();
        shelf.update();
        shelf
    }

    fn games(&self) -> PathBuf {
        self.folder.path().join("games")
    }

    fn put(&self, name: &str, text: &str) {
        let path = self.games().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn update(&mut self) -> Summary {
        self.library.update(None, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    /// Who plays, in the order in which they are found.
    fn find(&mut self, query: Query) -> Vec<String> {
        let found = self.library.find(&query).unwrap();
        found.games.iter().map(|place| format!("{}-{}", place.game.black, place.game.white)).collect()
    }
}

fn go(black: &str, date: &str, moves: &str) -> String {
    format!("(;GM[1]SZ[9]PB[{black}]PW[Bob]DT[{date}]RE[B+R]{moves})")
}

fn three() -> Shelf {
    Shelf::with(&[
        ("a.sgf", &go("Ann", "2026-02-11", ";B[cc];W[gf]")),
        ("deeper/down/b.sgf", &go("Cem", "2024", ";B[ee]")),
        ("c.pgn", PGN),
        ("d.mat", MAT),
        ("notes.txt", "not a record"),
        (".hidden.sgf", "(;B[aa])"),
    ])
}

#[test]
fn every_game_of_every_folder_is_there() {
    let mut shelf = three();
    assert_eq!(shelf.library.count().unwrap(), 5);
    let all = shelf.find(Query::default());
    assert_eq!(all, ["Ann-Bob", "Bob-Zoë", "ann-Dan", "Bob-Ann", "Cem-Bob"]);
    let folders = shelf.library.folders().unwrap();
    assert_eq!((folders.len(), folders[0].files, folders[0].games), (1, 4, 5));
}

#[test]
fn games_are_found_by_what_stands_in_their_rows() {
    let mut shelf = three();
    let base = Query::default();
    for (query, found) in [
        (Query { text: "ANN".into(), ..base.clone() }, vec!["Ann-Bob", "ann-Dan", "Bob-Ann"]),
        (Query { text: "bob 2026".into(), ..base.clone() }, vec!["Ann-Bob"]),
        (Query { text: "zoë open".into(), ..base.clone() }, vec!["Bob-Zoë"]),
        (Query { text: "nobody".into(), ..base.clone() }, vec![]),
        (Query { player: "cem".into(), ..base.clone() }, vec!["Cem-Bob"]),
        (Query { event: "open".into(), ..base.clone() }, vec!["Bob-Zoë"]),
        (Query { kind: Some(Kind::Chess), ..base.clone() }, vec!["Bob-Zoë", "ann-Dan"]),
        (Query { winner: Some(Winner::White), ..base.clone() }, vec!["Bob-Zoë", "Bob-Ann"]),
        (Query { from: Some(Date::read("2025")), ..base.clone() }, vec!["Ann-Bob", "Bob-Zoë"]),
        (Query { to: Some(Date::read("2025")), ..base.clone() }, vec!["Bob-Zoë", "Cem-Bob"]),
        (Query { size: Some(9), ..base.clone() }, vec!["Ann-Bob", "Cem-Bob"]),
        (Query { least_moves: Some(3), ..base.clone() }, vec!["Bob-Zoë"]),
        (Query { most_moves: Some(1), ..base }, vec!["Cem-Bob"]),
    ] {
        assert_eq!(shelf.find(query.clone()), found, "{query:?}");
    }
}

#[test]
fn what_is_not_known_comes_last_whichever_way_one_sorts() {
    let mut shelf = three();
    let by = |sort, backwards| Query { sort, backwards, ..Query::default() };
    assert_eq!(shelf.find(by(Sort::Date, false))[..3], ["Cem-Bob", "Bob-Zoë", "Ann-Bob"]);
    assert_eq!(shelf.find(by(Sort::Date, true))[..3], ["Ann-Bob", "Bob-Zoë", "Cem-Bob"]);
    // Ann and ann are the same to whoever looks for them.
    assert_eq!(shelf.find(by(Sort::Black, false)), ["Ann-Bob", "ann-Dan", "Bob-Zoë", "Bob-Ann", "Cem-Bob"]);
    assert_eq!(shelf.find(by(Sort::Moves, true))[0], "Bob-Zoë");
    assert_eq!(shelf.find(Query { skip: 1, most: Some(2), ..by(Sort::Date, true) }), ["Bob-Zoë", "Cem-Bob"]);
}

#[test]
fn games_are_found_by_a_position_from_every_side() {
    let mut shelf = three();
    let board = |row: usize, at: usize| {
        let mut rows = vec![vec!['.'; 9]; 9];
        rows[row][at] = 'X';
        let text: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        Query { position: Sought::read(&text.join("\n")), ..Query::default() }
    };
    assert_eq!(shelf.find(board(2, 2)), ["Ann-Bob"]);
    assert_eq!(shelf.find(board(6, 2)), ["Ann-Bob"]);
    assert_eq!(shelf.find(board(4, 4)), ["Cem-Bob"]);
    assert_eq!(shelf.find(board(0, 0)), [""; 0]);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let found = shelf.library.find(&Query { position: Sought::read(fen), ..Query::default() }).unwrap();
    assert_eq!((found.total, found.games[0].at), (1, Some(1)));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let both = Query { position: Sought::read(start), text: "zoë".into(), ..Query::default() };
    assert_eq!(shelf.find(both), ["Bob-Zoë"]);
}

#[test]
fn games_are_found_by_a_position_of_a_variation_too() {
    let mut shelf = three();
    shelf.put("d.pgn", "[White \"Eve\"]\n[Black \"Fay\"]\n\n1. d4 d5 (1... f5 2. g3) 2. c4 *\n");
    shelf.update();
    let dutch = "rnbqkbnr/ppppp1pp/8/5p2/3P4/6P1/PPP1PP1P/RNBQKBNR b KQkq - 0 2";
    let found = shelf.library.find(&Query { position: Sought::read(dutch), ..Query::default() }).unwrap();
    // Shown where the variation leaves the game.
    assert_eq!((found.total, found.games[0].game.white.as_str(), found.games[0].at), (1, "Eve", Some(1)));
}

#[test]
fn only_what_changed_is_read_again() {
    let mut shelf = three();
    assert_eq!(shelf.update(), Summary { unchanged: 4, ..Summary::default() });
    shelf.put("a.sgf", &go("Ann", "2026-02-12", ";B[cc];W[gf];B[aa]"));
    shelf.put("e.sgf", &go("Eve", "2026", ";B[aa]"));
    fs::remove_file(shelf.games().join("c.pgn")).unwrap();
    let done = shelf.update();
    assert_eq!((done.files, done.games, done.unchanged, done.gone), (2, 2, 2, 1));
    let all = shelf.find(Query { sort: Sort::Black, ..Query::default() });
    assert_eq!(all, ["Ann-Bob", "Bob-Ann", "Cem-Bob", "Eve-Bob"]);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(shelf.find(Query { position: Sought::read(fen), ..Query::default() }), [""; 0]);
}

#[test]
fn another_program_s_work_is_seen() {
    let mut shelf = three();
    let mut other = Library::open(&shelf.folder.path().join("library.db")).unwrap();
    assert_eq!(other.count().unwrap(), 5);
    shelf.put("e.sgf", &go("Eve", "2026", ";B[aa]"));
    shelf.update();
    assert_eq!(other.count().unwrap(), 6);
    let folder = other.folders().unwrap()[0].id;
    assert!(other.remove_folder(folder).unwrap());
    assert_eq!(shelf.library.count().unwrap(), 0);
    assert!(!shelf.library.remove_folder(folder).unwrap());
}

#[test]
fn a_folder_taken_out_while_it_is_read_stays_out() {
    let mut shelf = Shelf::new();
    shelf.put("a.sgf", &go("Ann", "2026", ";B[aa]"));
    let folder = shelf.library.add_folder(&shelf.games()).unwrap();
    let mut other = Library::open(&shelf.folder.path().join("library.db")).unwrap();
    let mut take_out = |progress: Progress| {
        if progress.games == 1 {
            other.remove_folder(folder).unwrap();
        }
        ControlFlow::Continue(())
    };
    shelf.library.update(None, &mut take_out).unwrap();
    assert_eq!(shelf.library.count().unwrap(), 0);
}

#[test]
fn the_same_game_is_known_however_it_was_written_down() {
    let mut shelf = Shelf::with(&[
        ("a.sgf", &go("Ann", "2026", ";B[cc];W[gf];B[gc]")),
        ("b.sgf", &go("A. Nonymous", "", ";B[gg]C[turned];W[cd];B[cg];W[tt]")),
        ("c.sgf", &go("Cem", "2026", ";B[cc];W[gf];B[gd]")),
        ("d.pgn", "1. e4 e5 2. f4 *\n\n[White \"Dan\"]\n\n1. e4 e5 2. f4 1-0\n\n1. d4 *\n\n1. d4 *\n"),
    ]);
    let all = shelf.library.duplicates().unwrap();
    let told: Vec<Vec<&str>> =
        all.iter().map(|group| group.games.iter().map(|game| game.black.as_str()).collect()).collect();
    assert_eq!(told, [vec!["Ann", "A. Nonymous"], vec!["", ""]]);
    assert!(all.iter().all(|group| group.exact));
}

#[test]
fn who_says_stop_keeps_what_was_read_and_the_rest_comes_later() {
    let mut shelf = Shelf::new();
    for n in 0..300 {
        shelf.put(&format!("{n}.sgf"), &go(&format!("P{n}"), "2026", ";B[cc];W[gf]"));
    }
    shelf.library.add_folder(&shelf.games()).unwrap();
    let mut stop = |progress: Progress| match progress.files >= 100 {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let done = shelf.library.update(None, &mut stop).unwrap();
    assert!(done.stopped && done.files >= 100, "{done:?}");
    assert_eq!(shelf.library.count().unwrap(), done.games);
    let rest = shelf.update();
    assert_eq!((rest.unchanged, rest.files), (done.files, 300 - done.files));
    assert_eq!(shelf.library.count().unwrap(), 300);
}

#[test]
fn many_small_updates_are_put_together_and_nothing_is_lost() {
    let mut shelf = three();
    for n in 0..40 {
        shelf.put(&format!("{n}.sgf"), &go(&format!("P{n}"), "2026", ";B[cc];W[gf];B[bb]"));
        shelf.update();
    }
    let found = shelf.find(Query {
        position: Sought::read(".........\n.X.......\n..X......\n.........\n.........\n......O..\n.........\n.........\n........."),
        ..Query::default()
    });
    assert_eq!(found.len(), 40);
}

#[test]
fn files_without_a_game_are_told_of_and_folders_that_vanish_keep_their_games() {
    let mut shelf = three();
    shelf.put("empty.sgf", "");
    shelf.put("chess.sgf", "(;GM[2];B[aa])");
    assert_eq!(shelf.update().problems, 2);
    let told: Vec<String> =
        shelf.library.problems(9).unwrap().into_iter().map(|problem| problem.what).collect();
    assert_eq!(told, ["its game is neither Go nor backgammon", "it holds nothing, and no game"]);
    fs::rename(shelf.games(), shelf.folder.path().join("unplugged")).unwrap();
    assert_eq!(shelf.update().missing.len(), 1);
    assert_eq!(shelf.library.count().unwrap(), 5);
}

#[test]
fn folders_are_added_once_and_refused_in_words() {
    let mut shelf = three();
    let known = shelf.library.folders().unwrap()[0].id;
    assert_eq!(shelf.library.add_folder(&shelf.games().join("deeper")).unwrap(), known);
    let whole = shelf.library.add_folder(shelf.folder.path()).unwrap();
    assert_eq!(shelf.update().unchanged, 4, "what was known of the inner folder stays known");
    assert_eq!(shelf.library.folders().unwrap().len(), 1);
    assert_ne!(whole, known);
    let refused = |path: &Path, shelf: &mut Shelf| shelf.library.add_folder(path).unwrap_err();
    let file = shelf.games().join("a.sgf");
    assert!(matches!(refused(&file, &mut shelf), LibraryError::NotAFolder { .. }));
    let none = refused(Path::new("/no/such/folder"), &mut shelf).to_string();
    assert!(none.starts_with("/no/such/folder: ") && none.ends_with("is the name right?"), "{none}");
}

#[test]
fn a_folder_that_is_still_to_come_may_be_expected() {
    let mut shelf = Shelf::new();
    let later = shelf.folder.path().join("later");
    shelf.library.expect_folder(&later).unwrap();
    assert_eq!(shelf.update().missing, std::slice::from_ref(&later));
    fs::create_dir(&later).unwrap();
    fs::write(later.join("a.sgf"), go("Ann", "2026", ";B[aa]")).unwrap();
    assert_eq!(shelf.update().games, 1);
}
