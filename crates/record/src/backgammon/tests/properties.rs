//! What holds for any text.

use proptest::prelude::*;

use super::*;

/// Fragments of valid and invalid match files, to be concatenated.
const SCRAPS: &[&str] = &[
    " 5 point match\n",
    " 0 point match\n",
    " Game 1\n",
    " Ann : 0                          Bob : 0\n",
    " Ann : 4 Bob : 65535\n",
    "  1) ",
    "31: 8/5 6/5",
    "66: 24/18(2) 13/7(2)",
    "44: 24/8",
    "62: bar/23 6/off",
    "11: 0/0",
    "42: ????",
    "00:",
    "11: Illegal play (5;0;1;0;0;Bob;Ann;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;)",
    "99: 1/0",
    "                 ",
    " Doubles => 2",
    " Doubles => 4294967296",
    " Beavers => 4",
    "Raccoons",
    " Takes",
    " Drops",
    " Wins 2 points\n",
    "Wins 99999 points",
    "Resigned Game",
    "\n",
    "\r\n",
    "\t",
    "; [Beaver \"On\"]\n",
    "; [CubeLimit \"1\"]\n",
    "; [Variation \"HyperGammon (3)\"]\n",
    "; Set Pos=-b----E-C---eE---c-e----B-/0\n",
    "\u{feff}",
    "\u{a0}",
    "ß∞",
    "(;GM[6]",
    "MI[length:3][ws:2]",
    ";B[31qtst]",
    ";W[double]",
    ";B[take]",
    ";W[65xrrm]RE[W+65536]",
    ")",
    "",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(SCRAPS), 0..60).prop_map(|scraps| scraps.concat())
}

/// A match with a header, so that most texts are one.
fn match_text() -> impl Strategy<Value = String> {
    text().prop_map(|text| format!(" 3 point match\n Game 1\n Ann : 0          Bob : 0\n{text}"))
}

fn holds(bytes: &[u8]) {
    let Ok(file) = MatchFile::read(bytes) else { return };
    assert_eq!(file.write(), bytes, "a match is written back as it was");
    let text = decode(bytes);
    let lines = text.lines().count() + 1;
    let errors = file.errors();
    assert!(errors.is_sorted_by_key(|error| error.location));
    assert!(errors.iter().all(|error| match error.location {
        Location::Text(at) => (1..=lines).contains(&at.line) && at.column > 0,
        Location::Record(_) => false,
    }));
    for number in 0..file.games().len() {
        let mut record = MatchRecord::open(file.clone(), number);
        let mut actions = 0;
        let _ = record.position().xgid();
        while record.forward() {
            actions += 1;
            let position = record.position();
            assert!(Side::BOTH.iter().all(|side| position.board.in_play(*side) <= 15));
            let _ = (position.xgid(), record.is_irregular(record.here()), record.comment());
        }
        assert_eq!(actions, file.games()[number].actions.len());
        assert!(!record.is_dirty());
    }
}

/// Lines as long as the file, and files of nothing but short lines: reading takes time in proportion to the size.
#[test]
fn large_files_of_any_text_are_read_or_refused_in_linear_time() {
    const SIZE: usize = 1 << 16;
    let fill = |text: &str| text.repeat(SIZE / text.len());
    for garbage in
        ["x", "31: 8/5 6/5 ", "Takes ", ":", "a : 0 ", "Game 1\n", "\u{feff}", "\t", "\0", ";B[31qtst]", "("]
    {
        for header in
            ["", " 5 point match\n Game 1\n", " 5 point match\n Game 1\n A : 0  B : 0\n  1) ", "(;GM[6]"]
        {
            let text = format!("{header}{}", fill(garbage));
            let file = MatchFile::read(text.as_bytes());
            assert_eq!(file.is_ok(), header.contains(['5', '6']), "{header}{garbage}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in text()) {
        holds(text.as_bytes());
    }

    #[test]
    fn any_lines_of_a_match_are_read(text in match_text()) {
        prop_assert!(MatchFile::read(text.as_bytes()).is_ok());
        holds(text.as_bytes());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400), header in any::<bool>()) {
        let header = if header { &b" 3 point match\n Game 1\n"[..] } else { b"(;GM[6]" };
        holds(&[header, &bytes].concat());
        holds(&bytes);
    }
}

proptest! {
    // Each case lists the legal plays of many rolls.
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// What is played by the rules and written as programs write it has no errors.
    #[test]
    fn games_by_the_rules_have_no_errors(rolls in prop::collection::vec((1..=6u8, 1..=6u8, any::<prop::sample::Index>()), 1..80)) {
        let (text, rolls) = played_game(&rolls);
        let file = read(&text);
        prop_assert_eq!(errors(&file), Vec::<String>::new());
        prop_assert_eq!(file.games()[0].actions.len(), rolls);
    }
}

/// A match file with a game of legal plays, and how many rolls it has.
fn played_game(rolls: &[(u8, u8, prop::sample::Index)]) -> (String, usize) {
    use rules::backgammon::{Board, CHECKERS, Dice, legal_plays};
    let mut text = String::from(" 0 point match\n Game 1\n Ann : 0                        Bob : 0\n");
    let (mut board, mut side, mut made) = (Board::START, Side::Top, 0);
    for (one, other, choice) in rolls {
        if board.off(side.other()) == CHECKERS {
            break;
        }
        let dice = Dice::new(*one, *other).unwrap();
        let legal = legal_plays(&board, side, dice);
        let played = if legal.is_empty() { None } else { Some(choice.get(&legal)) };
        let play = played.map_or_else(String::new, |legal| legal.play.to_string());
        let cell = format!("{one}{other}: {play}");
        text += &match side {
            Side::Top => format!("{:3}) {cell:28}", made / 2 + 1),
            Side::Bottom => format!("{cell}\n"),
        };
        board = played.map_or(board, |legal| legal.board);
        (side, made) = (side.other(), made + 1);
    }
    (text, made)
}
