//! Rows of games: their contents, and what makes two games the same.
#![allow(clippy::unwrap_used, clippy::panic)]

use i18n::Language;
use std::ops::ControlFlow;

use catalogue::{
    FileKind, GameEntry, GameKind, NoGame, PictureStyle, PositionQuery, Winner, each_game, picture,
};
use diagram::Theme;
use proptest::prelude::*;
use record::sgf::{self, Rotation};

fn rows(text: &str) -> Vec<GameEntry> {
    let mut rows = Vec::new();
    let read = each_game("", text.as_bytes(), |entry| {
        rows.push(entry);
        ControlFlow::Continue(())
    });
    read.unwrap_or_else(|why| panic!("{text}: {why}"));
    rows
}

fn row(text: &str) -> GameEntry {
    rows(text).remove(0)
}

const GO: &str =
    "(;GM[1]SZ[9]PB[Ann]PW[Bob]EV[Club]DT[2026-02-11]RE[W+3.5];B[cc];W[gf](;B[gc];W[tt])(;B[ee]))";
const PGN: &str = "[Event \"Café\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2026.03.??\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"Cem\"]\n\n1. e4 *\n";
const MAT: &str = "; [Event \"Thursday\"]\n\n 5 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n      Wins 2 points\n";

#[test]
fn a_go_game_has_its_players_and_the_positions_of_its_main_line() {
    let go = row(GO);
    assert_eq!(
        (go.summary.kind, go.summary.size, go.summary.moves, go.summary.winner),
        (GameKind::Go, (9, 9), 4, Winner::White)
    );
    assert_eq!(
        (&*go.summary.black, &*go.summary.white, &*go.summary.event, &*go.summary.result),
        ("Ann", "Bob", "Club", "W+3.5")
    );
    assert_eq!(go.summary.date.to_string(), "2026-02-11");
    // The pass changes nothing, and the variation is not counted.
    let at: Vec<u32> = go.positions.iter().map(|(_, at)| *at).collect();
    assert_eq!(at, [0, 1, 2, 3]);
}

#[test]
fn a_position_is_found_in_every_orientation() {
    let go = row(GO);
    let rows =
        ".........\n.........\n..X......\n.........\n.........\n......O..\n.........\n.........\n.........";
    let turned = rows.lines().map(|row| row.chars().rev().collect::<String>() + "\n").collect::<String>();
    for text in [rows, &turned] {
        let query = PositionQuery::read(text).unwrap();
        assert_eq!(
            go.positions.iter().find(|(key, _)| *key == query.key).map(|(_, at)| *at),
            Some(2),
            "{text}"
        );
    }
    let swapped = PositionQuery::read(&rows.replace('X', "*").replace('O', "X").replace('*', "O")).unwrap();
    assert!(go.positions.iter().all(|(key, _)| *key != swapped.key), "colours are kept");
}

#[test]
fn every_chess_game_of_a_file_has_a_row() {
    let [first, second] = &rows(PGN)[..] else { panic!() };
    assert_eq!(
        (first.summary.kind, first.summary.moves, first.summary.winner),
        (GameKind::Chess, 4, Winner::Black)
    );
    assert_eq!(
        (&*first.summary.white, &*first.summary.event, first.summary.date.to_string().as_str()),
        ("Ann", "Café", "2026-03")
    );
    assert_eq!(
        (second.number, &*second.summary.white, &*second.summary.black, second.summary.moves),
        (1, "Cem", "", 1)
    );
    let start = PositionQuery::read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
    assert_eq!(first.positions[0], (start.key, 0));
    let mate = PositionQuery::read("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").unwrap();
    assert_eq!(first.last(), mate.key);
}

#[test]
fn a_match_has_a_row_for_each_game() {
    let game = row(MAT);
    assert_eq!((game.summary.kind, game.summary.size, game.summary.moves), (GameKind::Backgammon, (5, 0), 2));
    assert_eq!(
        (&*game.summary.white, &*game.summary.black, &*game.summary.result, game.summary.winner),
        ("Ann", "Bob", "W+2", Winner::White)
    );
    let opening = PositionQuery::read("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10").unwrap();
    assert_eq!(game.positions[0].0, opening.key);
}

#[test]
fn files_without_a_game_differ_from_files_of_other_games() {
    let none = |text: &str| each_game("x", text.as_bytes(), |_| ControlFlow::Continue(())).err();
    assert_eq!(none(""), Some(NoGame::NotARecord(FileKind::Nothing)));
    assert_eq!(none("hello"), Some(NoGame::NotARecord(FileKind::Unknown)));
    assert_eq!(none("(;GM[2];B[aa])"), Some(NoGame::OtherGame));
    assert_eq!(none(GO), None);
}

#[test]
fn a_break_ends_the_listing() {
    let mut seen = 0;
    let read = each_game("", PGN.as_bytes(), |_| {
        seen += 1;
        ControlFlow::Break(())
    });
    assert_eq!((read, seen), (Ok(()), 1));
}

#[test]
fn every_game_has_a_picture() {
    let look = PictureStyle { theme: Theme::Light, width: 160, language: Language::En };
    for (text, number) in [(GO, 0), (PGN, 0), (PGN, 1), (MAT, 0)] {
        let end = picture("", text.as_bytes(), number, None, look).unwrap();
        let start = picture("", text.as_bytes(), number, Some(0), look).unwrap();
        assert!(end.starts_with("<svg") && start.starts_with("<svg") && end != start, "{text}");
        assert_eq!(picture("", text.as_bytes(), number, Some(999), look), Some(end));
        assert_eq!(picture("", text.as_bytes(), 7, None, look), None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_rotated_game_is_the_same_game(moves in proptest::collection::vec((0u8..9, 0u8..9), 1..60)) {
        let sgf_move = |(n, (x, y)): (usize, &(u8, u8))| {
            let color = if n % 2 == 0 { 'B' } else { 'W' };
            format!(";{color}[{}{}]", char::from(b'a' + x), char::from(b'a' + y))
        };
        let text = format!("(;GM[1]SZ[9]{})", moves.iter().enumerate().map(sgf_move).collect::<String>());
        let straight = row(&text);
        for rotation in [Rotation::Quarter, Rotation::Half] {
            let mut file = sgf::read(text.as_bytes()).unwrap();
            file.rotate(rotation);
            let turned = row(&String::from_utf8(file.write()).unwrap());
            prop_assert_eq!(straight.line, turned.line);
            prop_assert_eq!(&straight.positions, &turned.positions);
        }
    }

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300), start in "(\\(;|\\[Event \"|1\\. e4 | 5 point match\nGame 1\n A : 0   B : 0\n|XGID=)?") {
        let all = [start.as_bytes(), &bytes].concat();
        let _ = each_game("x.sgf", &all, |_| ControlFlow::Continue(()));
        drop(picture("x", &all, 0, Some(3), PictureStyle { theme: Theme::Dark, width: 90, language: Language::En }));
        let _ = PositionQuery::read(&String::from_utf8_lossy(&all));
    }
}

#[test]
fn a_position_of_a_variation_has_the_move_number_of_its_branch() {
    let go = row("(;GM[1]SZ[9];B[cc](;W[gg];B[gc])(;W[cg](;B[ee])(;B[gg])))");
    let key = |text: &str| PositionQuery::read(text).unwrap().key;
    let board = "........./........./..X....../........./....X..../........./..O....../........./.........";

    assert_eq!(
        go.variation_positions.iter().find(|(found, _)| *found == key(board)).map(|(_, at)| *at),
        Some(1)
    );
    assert_eq!((go.summary.moves, go.variation_positions.len()), (3, 3));
    let chess = row("1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 *");
    let sicilian = key("rnbqkbnr/pp1ppppp/8/2p5/4P3/2P5/PP1P1PPP/RNBQKBNR b KQkq - 0 2");
    assert_eq!(
        chess.variation_positions.iter().find(|(found, _)| *found == sicilian).map(|(_, at)| *at),
        Some(1)
    );
    // A variation that transposes into the main line adds nothing.
    let back = row("1. Nf3 Nf6 2. Nc3 (2. Nc3) *");
    assert_eq!(back.variation_positions, []);
}

#[test]
fn reasons_are_read_as_libraries_of_the_version_before_store_them() {
    for (text, reason) in [
        ("there is no game in it", NoGame::Empty),
        ("its game is neither Go nor backgammon", NoGame::OtherGame),
        ("it holds backgammon analysis, and no game", NoGame::NotARecord(FileKind::BackgammonAnalysis)),
        ("it holds something unknown, and no game", NoGame::NotARecord(FileKind::Unknown)),
    ] {
        assert_eq!(NoGame::from_text(text), Some(reason), "{text}");
    }
}
