//! Properties of any bytes and any game.

use std::collections::BTreeSet;

use proptest::prelude::*;
use record::pgn::{Charset, Game, Pgn};
use record::tree::NodeId;
use rules::chess::Position;

use crate::shown::shown;

/// Fragments of valid and invalid PGN, to be concatenated.
const SCRAPS: &[&str] = &[
    "1. ",
    "e4 ",
    "e5 ",
    "Nf3",
    "Nc6 ",
    "d4",
    "(",
    ")",
    "( ",
    ") ",
    "{c} ",
    "{",
    "}",
    "; rest\n",
    "%esc\n",
    "\n",
    "\n\n",
    "[Event \"x\"]\n",
    "[A \"",
    "\"]",
    "[",
    "]",
    "$1 ",
    "$",
    "!?",
    "+-",
    "=",
    "1-0 ",
    "0-1\n",
    "1/2-1/2 ",
    "*",
    "-",
    "--",
    "0-0",
    "O-O ",
    "prose ",
    "1... ",
    "\r\n",
    "\r",
    "\u{feff}",
    "\u{a0}",
    "a8=Q ",
    "exd6 e.p.",
    "c8(R)",
    "e4e5 ",
    "\\",
    "\"",
    "[%cal Ge2e4]",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n",
    "\u{b1}",
    "N ",
    "Z0 ",
    "11-0 ",
    "1-0-1 ",
    "%",
    ".",
    "\0",
];

fn scraps() -> impl Strategy<Value = Vec<u8>> {
    let scrap = prop_oneof![
        12 => prop::sample::select(SCRAPS).prop_map(|scrap| scrap.as_bytes().to_vec()),
        1 => prop::collection::vec(prop_oneof![3 => 0_u8..128, 1 => any::<u8>()], 1..4),
    ];
    prop::collection::vec(scrap, 0..40).prop_map(|scraps| scraps.concat())
}

fn reads_without_loss(bytes: &[u8]) -> Result<(), TestCaseError> {
    let file = Pgn::read(bytes.to_vec());
    prop_assert_eq!(file.write(), bytes);
    for n in 0..file.len() {
        let (game, unresolved) = (file.game(n).unwrap(), file.unresolved_game(n).unwrap());
        prop_assert!(!game.is_changed());
        prop_assert!(
            game.tree().len() >= unresolved.tree().len(),
            "only moves without spaces make it longer"
        );
        for finding in game.findings() {
            prop_assert!(finding.line >= 1 && finding.column >= 1);
        }
    }
    Ok(())
}

/// A game written in export format reads back with the same content.
fn survives_export(game: &Game) -> Result<(), TestCaseError> {
    let text = game.to_text();
    let file = Pgn::read(text.clone().into_bytes());
    prop_assert_eq!(file.len(), 1, "{}", text);
    let again = file.game(0).unwrap();
    prop_assert_eq!(shown(&again), shown(game), "{}", text);
    prop_assert!(again.to_text() == text, "written twice: {}", again.to_text());
    // A line break inside a value is a fault, and written as a space.
    let one_line = |text: &str| text.replace(['\n', '\r'], " ");
    let tag = |game: &Game| -> BTreeSet<String> {
        game.tags().map(|(name, value)| one_line(&format!("{name}={value}"))).collect()
    };
    prop_assert!(tag(&again).is_superset(&tag(game)), "{}", text);
    Ok(())
}

/// A random game: each seed plays a move somewhere, or writes something.
fn random_game(seeds: &[(u16, u16, u8)]) -> Game {
    let mut game = Game::new(&Position::initial());
    for (place, choice, what) in seeds {
        let nodes: Vec<NodeId> = game.tree().preorder(game.root()).collect();
        let recent = nodes.len().saturating_sub(1 + usize::from(*place) % 4);
        let node = nodes[if *what < 200 { recent } else { usize::from(*place) % nodes.len() }];
        let moves = game.position(node).unwrap().legal_moves();
        let edit = match what % 8 {
            0 => game.comment_edit(
                node,
                ["good", "a } b\nc", "", " spaced  out ", "two\n\nlines"][usize::from(*choice) % 5],
            ),
            1 => game.nags_edit(node, &[u32::from(*choice)]),
            2 => game.tag_edit(["White", "Odd", "Event"][usize::from(*choice) % 3], "a \"quoted\" \\ name"),
            _ if moves.is_empty() => continue,
            _ => {
                game.play(node, moves[usize::from(*choice) % moves.len()]).unwrap();
                continue;
            }
        };
        game.change(edit);
    }
    game
}

/// The first games of the file, each with its text; none of a file in another charset.
fn games_in_utf8(bytes: Vec<u8>) -> Vec<(String, Game)> {
    let file = Pgn::read(bytes);
    let games = if file.charset() == Charset::Utf8 { file.len().min(3) } else { 0 };
    (0..games).map(|n| (file.text(n).unwrap().into_owned(), file.game(n).unwrap())).collect()
}

proptest! {
    #[test]
    fn any_bytes_are_read_and_written_back(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        reads_without_loss(&bytes)?;
    }

    #[test]
    fn anything_like_a_game_is_read_and_written_back(bytes in scraps()) {
        reads_without_loss(&bytes)?;
    }

    #[test]
    fn pretty_has_the_same_games_and_is_pretty_already(bytes in scraps()) {
        let file = Pgn::read(bytes);
        prop_assume!(file.charset() == Charset::Utf8);
        let pretty = file.pretty();
        let again = Pgn::read(pretty.clone().into_bytes());
        prop_assert_eq!(again.len(), file.len(), "{}", pretty);
        for n in 0..file.len() {
            prop_assert_eq!(shown(&again.game(n).unwrap()), shown(&file.game(n).unwrap()), "{}", pretty);
        }
        prop_assert_eq!(again.pretty(), pretty);
    }

    #[test]
    fn a_game_read_from_anything_survives_export(bytes in scraps()) {
        for (_, game) in games_in_utf8(bytes) {
            survives_export(&game)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_random_game_survives_export(seeds in prop::collection::vec(any::<(u16, u16, u8)>(), 0..60)) {
        survives_export(&random_game(&seeds))?;
    }

    #[test]
    fn the_text_of_a_game_alone_is_the_same_game(bytes in scraps()) {
        for (text, game) in games_in_utf8(bytes) {
            let alone = Game::read(&text).unwrap();
            prop_assert_eq!(shown(&alone), shown(&game), "{}", text);
        }
    }
}

#[test]
fn a_hundred_thousand_moves_and_a_thousand_branches_are_read() {
    let long = |rounds| "Nf3 Nf6 Ng1 Ng8 ".repeat(rounds);
    let nest = |depth| format!("1. e4 {}{}e5 *", "(1. d4 ".repeat(depth), ") ".repeat(depth));
    let comb = format!("1. e4 {}e5 *", "(1. d4 d5) ".repeat(1_000));
    for (text, nodes) in [(long(2_500), 10_001), (comb, 2_003), (nest(2_000), 2_003)] {
        let game = Game::read(&text).unwrap();
        assert_eq!(game.tree().len(), nodes);
        assert_eq!(Game::read(&game.to_text()).unwrap().tree().len(), nodes);
    }
    for (text, nodes) in [(long(25_000), 100_001), (nest(12_000), 10_002), ("( ".repeat(50_000), 1)] {
        let file = Pgn::read(text.into_bytes());
        assert_eq!(file.unresolved_game(0).unwrap().tree().len(), nodes);
    }
}
