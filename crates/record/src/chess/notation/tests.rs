use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::chess::ChessRecord;
use crate::pgn::{Game, Pgn, Score};
use crate::{GameRecord, NodeId};

fn record(text: &str) -> ChessRecord {
    ChessRecord::open(Pgn::read(text.as_bytes().to_vec()), 0)
}

fn move_text(texts: &MoveTexts, node: NodeId) -> String {
    let text = texts.of(node).unwrap();
    let signs: String = text.glyphs.iter().map(|glyph| &*glyph.text).collect();
    let eval = text.eval.map(|eval| format!(" {}", score_text(eval.score))).unwrap_or_default();
    let clock = text.clock.map(|clock| format!(" {}", clock_text(clock))).unwrap_or_default();
    format!("{}{signs}{eval}{clock}", text.san)
}

fn token_text(texts: &MoveTexts, style: NotationStyle, token: &Token) -> String {
    match token {
        Token::Number(number) => number.to_string(),
        Token::Move { node, .. } => move_text(texts, *node),
        Token::Comment(text) => format!("{{{text}}}"),
        Token::Unread(text) => format!("<{text}>"),
        Token::Open(_) => if style == NotationStyle::Inline { "(" } else { "v" }.to_owned(),
        Token::Close => ")".to_owned(),
        Token::Folded(variation) => folded_text(texts, variation),
    }
}

fn folded_text(texts: &MoveTexts, variation: &FoldedVariation) -> String {
    let moves: Vec<String> = variation.moves.iter().map(|node| move_text(texts, *node)).collect();
    format!("> {} +{}", moves.join(" "), variation.length)
}

/// A line for each block, indented by its depth.
fn drawn(game: &Game, style: NotationStyle, folding: &Folding) -> Vec<String> {
    let texts = MoveTexts::new(game);
    let notation = Notation::new(game, &texts, style, folding);
    let half = |node: Option<NodeId>| match node {
        Some(node) => {
            let folded = notation.folded_in_row(node);
            move_text(&texts, node) + &if folded > 0 { format!(" >{folded}") } else { String::new() }
        }
        None => "…".to_owned(),
    };
    let indent = |depth: u16| "  ".repeat(depth.into());
    let line = |block: &Block| match block {
        Block::Row { number, white, black } => format!("{number} {} {}", half(*white), half(*black)),
        Block::Comment { text } => format!("{{{text}}}"),
        Block::Unread { text } => format!("<{text}>"),
        Block::Line { depth, tokens } => {
            let words: Vec<String> = tokens.iter().map(|token| token_text(&texts, style, token)).collect();
            indent(*depth) + &words.join(" ")
        }
        Block::Folded { depth, variation } => indent(*depth) + &folded_text(&texts, variation),
        Block::Result(outcome) => outcome.text().to_owned(),
    };
    notation.blocks().iter().map(line).collect()
}

const GAME: &str = "{A game.} 1. e4 $1 {[%eval 0.35] [%clk 0:09:58]} e5 {Open.} \
    (1... c5 $14 {Sicilian.} 2. Nf3 (2. c3 d5 $146) 2... d6 3. d4) ({French.} 1... e6 2. d4 d5) 2. Nf3 Nc6 1-0";

#[test]
fn variations_are_indented_between_the_halves_of_a_row() {
    let game = record(GAME);
    let drawn = drawn(game.game(), NotationStyle::Indented, &Folding::default());
    let expected = [
        "{A game.}",
        "1 e4! +0.4 9:58 e5",
        "{Open.}",
        "  v 1... c5+= {Sicilian.} 2. Nf3",
        "    v 2. c3 d5N",
        "  2... d6 3. d4",
        "  v {French.} 1... e6 2. d4 d5",
        "2 Nf3 Nc6",
        "1-0",
    ];
    assert_eq!(drawn, expected);
}

#[test]
fn a_row_is_interrupted_after_the_move_that_has_something_to_say() {
    let game = record("1. e4 {well} (1. d4) e5 2. Nf3 *");
    let drawn = drawn(game.game(), NotationStyle::Indented, &Folding::default());
    assert_eq!(drawn, ["1 e4 …", "{well}", "  v 1. d4", "1 … e5", "2 Nf3 …", "*"]);
}

#[test]
fn the_same_game_is_a_running_text_with_variations_in_brackets() {
    let game = record(GAME);
    let drawn = drawn(game.game(), NotationStyle::Inline, &Folding::default());
    let expected = "{A game.} 1. e4! +0.4 9:58 e5 {Open.} ( 1... c5+= {Sicilian.} 2. Nf3 ( 2. c3 d5N ) 2... d6 3. d4 ) \
                    ( {French.} 1... e6 2. d4 d5 ) 2. Nf3 Nc6";
    assert_eq!(drawn, [expected, "1-0"]);
}

/// The node of a move by its SAN; each is played once in `GAME`.
fn named(game: &Game, san: &str) -> NodeId {
    let texts = MoveTexts::new(game);
    game.tree()
        .preorder(game.root())
        .find(|node| texts.of(*node).is_some_and(|text| &*text.san == san))
        .unwrap()
}

#[test]
fn a_folded_variation_shows_its_first_moves_and_its_length() {
    let game = record(GAME);
    let heads: BTreeSet<NodeId> = [named(game.game(), "c5")].into();
    let folding = Folding { heads, in_rows: false };
    let indented = drawn(game.game(), NotationStyle::Indented, &folding);
    assert_eq!(indented.get(3).map(String::as_str), Some("  > c5+= Nf3 d6 +3"));
    assert_eq!(indented.get(4).map(String::as_str), Some("  v {French.} 1... e6 2. d4 d5"));
    let inline = drawn(game.game(), NotationStyle::Inline, &folding).remove(0);
    assert!(inline.contains("{Open.} > c5+= Nf3 d6 +3 ( {French.}"), "{inline}");
}

#[test]
fn all_variations_fold_into_their_rows() {
    let game = record("1. e4 e5 (1... c5) (1... e6 (1... c6)) 2. Nf3 {here} (2. f4) Nc6 *");
    let drawn = drawn(game.game(), NotationStyle::Indented, &Folding::all(game.game()));
    assert_eq!(drawn, ["1 e4 e5 >3", "2 Nf3 …", "{here}", "  > f4 +1", "2 … Nc6", "*"]);
}

#[test]
fn going_to_a_hidden_move_unfolds_what_hides_it() {
    let game = record(GAME);
    let (c5, c3, e6) = (named(game.game(), "c5"), named(game.game(), "c3"), named(game.game(), "e6"));
    let mut folding = Folding { heads: [c5, c3, e6].into(), in_rows: true };
    assert!(folding.reveal(game.game(), c3));
    assert_eq!(folding.heads, [e6].into());
    assert!(!folding.reveal(game.game(), c3), "it is shown already");
    folding.unfold_variations_of(game.game(), c5);
    assert!(folding.heads.is_empty());
}

#[test]
fn unplayable_moves_are_shown_as_written() {
    let game = record("1. e4 e5 2. Qa7 Nc6 *");
    let texts = MoveTexts::new(game.game());
    let broken: Vec<String> = game
        .tree()
        .preorder(game.root())
        .filter(|node| texts.of(*node).is_some_and(|text| !text.is_playable))
        .map(|node| move_text(&texts, node))
        .collect();
    assert!(broken.iter().all(|text| !text.is_empty()), "{broken:?}");
}

#[test]
fn text_that_cannot_be_read_is_shown_where_it_is() {
    let game = record("1. e4 e5 Zz9 {odd} (1... c5 what now 2. Nf3) (Kx9 1... e6) what 2. Nf3 *");
    let drawn = drawn(game.game(), NotationStyle::Indented, &Folding::default());
    let expected = [
        "1 e4 e5",
        "<Zz9>",
        "{odd}",
        "  v 1... c5 <what now> 2. Nf3",
        "  v <Kx9> 1... e6",
        "<what>",
        "2 Nf3 …",
        "*",
    ];
    assert_eq!(drawn, expected);
}

#[test]
fn a_position_in_the_middle_of_a_game_keeps_its_numbers() {
    let game = record("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n\n30... Kd7 31. e4 (31. e3) *");
    let drawn = drawn(game.game(), NotationStyle::Indented, &Folding::default());
    assert_eq!(drawn, ["30 … Kd7", "31 e4 …", "  v 31. e3", "*"]);
}

#[test]
fn edits_update_the_texts_of_the_moves_they_change() {
    let mut game = record("1. e4 e5 *");
    let mut texts = MoveTexts::new(game.game());
    game.forward();
    let e4 = game.here();
    game.set_comment("good").unwrap();
    game.toggle_nag(14).unwrap();
    game.play_text("c5").unwrap();
    let c5 = game.here();
    game.set_comment_before("Or").unwrap();
    texts.refresh(game.game());
    let shown = |texts: &MoveTexts, node| texts.of(node).cloned().unwrap();
    assert_eq!((&*shown(&texts, e4).after, move_text(&texts, e4).as_str()), ("good", "e4+="));
    assert_eq!((&*shown(&texts, c5).before, shown(&texts, c5).number_text().as_str()), ("Or", "1..."));
    while game.undo() {}
    texts.refresh(game.game());
    assert_eq!((&*shown(&texts, e4).after, move_text(&texts, e4).as_str()), ("", "e4"));
}

#[test]
fn a_comment_before_a_move_is_written_before_it_and_can_be_undone() {
    let mut game = record("1. e4 e5 (1... c5 2. Nf3) 2. d4 *");
    let before = game.write();
    let c5 = named(game.game(), "c5");
    assert_eq!(game.set_comment_before("x"), Err(crate::Refusal::Start));
    game.go_to(c5);
    for typed in ["T", "Th", "The Sicilian"] {
        game.set_comment_before(typed).unwrap();
    }
    let written = String::from_utf8(game.write()).unwrap();
    assert!(written.contains("({The Sicilian} 1... c5 2. Nf3)"), "{written}");
    let again = record(&written);
    assert_eq!(again.game().comment_before(named(again.game(), "c5")), "The Sicilian");
    game.undo();
    assert_eq!(game.write(), before, "typing is one step");
}

#[test]
fn commands_in_a_comment_before_a_move_are_kept() {
    let mut game = record("1. e4 e5 ({[%csl Ge4] Or} 1... c5) *");
    game.go_to(named(game.game(), "c5"));
    game.set_comment_before("Better").unwrap();
    let written = String::from_utf8(game.write()).unwrap();
    assert!(written.contains("({Better [%csl Ge4]} 1... c5)"), "{written}");
}

#[test]
fn a_command_typed_before_a_move_is_written_once() {
    let mut game = record("1. e4 e5 (1... c5) *");
    game.go_to(named(game.game(), "c5"));
    let typed = "Or [%csl Ge4,Rd5] this";
    for end in 1..=typed.len() {
        game.set_comment_before(&typed[..end]).unwrap();
    }
    let written = String::from_utf8(game.write()).unwrap();
    assert!(written.contains("({Or [%csl Ge4,Rd5] this} 1... c5)"), "{written}");
    assert_eq!(game.comment_before(), typed);
}

#[test]
fn scores_and_clocks_are_short() {
    for (hundredths, text) in [(35, "+0.4"), (-120, "−1.2"), (0, "0.0"), (-4, "0.0"), (1234, "+12.3")] {
        assert_eq!(score_text(Score::Centipawns(hundredths)), text);
    }
    assert_eq!([3, -3].map(|moves| score_text(Score::Mate(moves))), ["#3", "#−3"]);
    let clock = |seconds| clock_text(std::time::Duration::from_secs_f64(seconds));
    assert_eq!([3723.0, 598.4, 7.5, 7.0].map(clock), ["1:02:03", "9:58", "0:07.5", "0:07"]);
}

#[test]
fn a_line_is_promoted_and_demoted_from_anywhere_on_it() {
    let mut game = record("1. e4 e5 (1... c5 2. Nf3 d6) (1... e6) *");
    let firsts = |game: &ChessRecord| {
        let texts = MoveTexts::new(game.game());
        let e4 = game.tree().first_child(game.root()).unwrap();
        game.tree().children(e4).map(|node| texts.of(node).unwrap().san.to_string()).collect::<Vec<_>>()
    };
    let d6 = named(game.game(), "d6");
    game.go_to(d6);
    game.move_line(true).unwrap();
    assert_eq!(firsts(&game), ["c5", "e5", "e6"]);
    assert_eq!(game.move_line(true), Err(crate::Refusal::NoBranch), "it is the main line now");
    game.move_line(false).unwrap();
    game.move_line(false).unwrap();
    assert_eq!(firsts(&game), ["e5", "e6", "c5"]);
    assert_eq!(game.move_line(false), Err(crate::Refusal::NoBranch));
    assert_eq!(game.here(), d6, "the cursor stays where it is");
    while game.undo() {}
    assert_eq!(firsts(&game), ["e5", "c5", "e6"]);
}

/// A game in which each number plays one of the legal moves after an earlier node.
fn grown(picks: &[(usize, usize)]) -> Game {
    let mut game = Game::new(&rules::chess::Position::initial());
    for (n, (at, which)) in picks.iter().enumerate() {
        // Mostly at the end, so that there are long lines too.
        let at = if at % 3 == 0 { at % (n + 1) } else { game.tree().len() - 1 };
        let Some(node) = game.tree().node(at) else { continue };
        let Some(position) = game.position(node) else { continue };
        let moves = position.legal_moves();
        if let Some(mv) = moves.get(which % moves.len().max(1)) {
            game.play(node, *mv).unwrap();
        }
    }
    game
}

proptest! {
    #[test]
    fn every_move_is_shown_once_unless_it_is_folded(
        picks in prop::collection::vec((any::<usize>(), any::<usize>()), 0..160),
        folds in prop::collection::vec(any::<usize>(), 0..4),
        in_rows in any::<bool>(),
    ) {
        let game = grown(&picks);
        let texts = MoveTexts::new(&game);
        let heads: Vec<NodeId> = Folding::all(&game).heads.into_iter().collect();
        let folded: BTreeSet<NodeId> =
            folds.iter().filter_map(|n| heads.get(n % heads.len().max(1)).copied()).collect();
        let folding = Folding { heads: folded.clone(), in_rows };
        let tree = game.tree();
        let is_hidden = |node: &NodeId| tree.ancestors(*node).any(|above| folded.contains(&above));
        for style in [NotationStyle::Indented, NotationStyle::Inline] {
            let notation = Notation::new(&game, &texts, style, &folding);
            let mut shown = Vec::new();
            for (n, block) in notation.blocks().iter().enumerate() {
                for node in block.nodes().into_iter().filter(|node| !folded.contains(node)) {
                    prop_assert_eq!(notation.block_of(node), Some(n));
                    shown.push(node);
                }
            }
            let mut sorted = shown.clone();
            sorted.sort_unstable();
            let mut expected: Vec<NodeId> =
                tree.preorder(game.root()).skip(1).filter(|node| !is_hidden(node)).collect();
            expected.sort_unstable();
            prop_assert_eq!(sorted, expected);
            let hidden = tree.preorder(game.root()).filter(is_hidden);
            prop_assert!(hidden.into_iter().all(|node| notation.block_of(node).is_none()));
        }
    }

    #[test]
    fn texts_that_are_refreshed_are_those_that_are_read_anew(
        picks in prop::collection::vec((any::<usize>(), any::<usize>()), 0..60),
        more in prop::collection::vec((any::<usize>(), any::<usize>()), 0..20),
    ) {
        let game = grown(&picks);
        let mut texts = MoveTexts::new(&game);
        let game = grown(&[picks, more].concat());
        texts.refresh(&game);
        let anew = MoveTexts::new(&game);
        for node in game.tree().preorder(game.root()) {
            prop_assert_eq!(texts.of(node), anew.of(node));
        }
    }
}

#[test]
fn long_lines_and_deep_nesting_are_cut_into_paragraphs() {
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let line: Vec<String> = (0..4_000).map(|n| knights[n % 4].to_owned()).collect();
    let game = record(&format!("1. e4 (1. d4 d5 {}) *", line.join(" ")));
    for style in [NotationStyle::Indented, NotationStyle::Inline] {
        let texts = MoveTexts::new(game.game());
        let notation = Notation::new(game.game(), &texts, style, &Folding::default());
        let longest = notation.blocks().iter().map(|block| block.nodes().len()).max().unwrap_or(0);
        assert!(longest < 250, "{style:?}: {longest} moves in one block");
    }
}
