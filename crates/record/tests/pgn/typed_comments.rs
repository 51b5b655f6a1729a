//! Comments as they are typed, key by key, with commands in them.

use proptest::prelude::*;
use record::chess::ChessRecord;
use record::pgn::{Game, NotePlacement, Pgn, commands};
use record::{GameRecord, NodeId};

/// Files whose first move has different comments before anything is typed.
const FILES: [&str; 6] = [
    "1. e4 e5 *\n",
    "1. e4 {fine} e5 *\n",
    "1. e4 {yes [%clk 0:01:00] and [%csl Rd5] no} 1... e5 *\n",
    "1. e4 {[%cal Ge2e4][%odd a,b]} {[%odd a,b] twice} 1... e5 *\n",
    "1. e4 ; line [%brace }]\n e5 *\n",
    "1. e4 $1 {[%eval 0.3]} (1. d4 {x} d5) 1... e5 {end} * {after}\n",
];

const SCRAPS: &[&str] = &[
    "[%csl Ge4]",
    "[%cal Ge2e4,Rd7d5]",
    "[%clk 0:05:00]",
    "[%eval -1.2,20]",
    "[%odd a,b]",
    "[%odd]",
    "[%",
    "[",
    "]",
    "%",
    "{",
    "}",
    ";",
    "\n",
    "\n\n",
    " ",
    "(",
    "1. e4",
    "*",
    "[Event \"x\"]",
    "\u{1}",
    "\u{a0}",
    "\\",
    "good move",
    "ước 好",
];

#[derive(Clone, Debug)]
enum Key {
    Letter(usize, char),
    Delete(usize),
    /// Goes to another move and back.
    Leave,
}

/// Scraps typed letter by letter at some place, and deletions.
fn keys() -> impl Strategy<Value = Vec<Key>> {
    let scrap = (any::<prop::sample::Index>(), prop::sample::select(SCRAPS), any::<bool>());
    let typed = scrap.prop_map(|(at, text, at_end)| {
        let place = |n| if at_end { usize::MAX } else { at.index(12) + n };
        text.chars().enumerate().map(|(n, c)| Key::Letter(place(n), c)).collect::<Vec<_>>()
    });
    let deleted = (0_usize..30, 1_usize..8).prop_map(|(at, times)| vec![Key::Delete(at); times]);
    let some = prop_oneof![6 => typed, 2 => deleted, 1 => Just(vec![Key::Leave])];
    prop::collection::vec(some, 0..8).prop_map(|all| all.concat())
}

fn opened(file: &str) -> ChessRecord {
    let mut record = ChessRecord::open(Pgn::read(file.as_bytes().to_vec()), 0);
    record.forward();
    record
}

/// Types the keys into the field as the page does: the record gets the whole text after each of them.
fn typed(record: &mut ChessRecord, keys: &[Key]) -> String {
    let mut field: Vec<char> = record.comment().chars().collect();
    for key in keys {
        match key {
            Key::Letter(at, c) => field.insert((*at).min(field.len()), *c),
            Key::Delete(at) if *at < field.len() => drop(field.remove(*at)),
            Key::Delete(_) => drop(field.pop()),
            Key::Leave => {
                record.back();
                record.forward();
                field = record.comment().chars().collect();
            }
        }
        record.set_comment(&String::from_iter(&field)).unwrap();
    }
    field.into_iter().collect()
}

/// The text of the comments after the move, and all commands in them.
fn content(game: &Game, node: NodeId) -> (String, Vec<String>) {
    let after = game.comments(node).filter(|comment| comment.placement == NotePlacement::After);
    let commands =
        after.flat_map(|comment| commands(&comment.text).map(|c| c.to_string()).collect::<Vec<_>>());
    (game.comment(node), commands.collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn typing_key_by_key_gives_what_typing_at_once_gives(file in prop::sample::select(&FILES[..]), keys in keys()) {
        let mut by_key = opened(file);
        let text = typed(&mut by_key, &keys);
        let mut at_once = opened(file);
        // The text that was there is not an edit at all.
        prop_assume!(text.trim() != at_once.comment());
        at_once.set_comment(&text).unwrap();
        prop_assert_eq!(by_key.comment(), at_once.comment());
        let shown = |record: &ChessRecord| content(record.game(), record.here());
        prop_assert_eq!(shown(&by_key), shown(&at_once));
        prop_assert_eq!(by_key.write(), at_once.write());
        while by_key.undo() {}
        prop_assert_eq!(by_key.write(), file.as_bytes());
    }

    #[test]
    fn a_typed_comment_is_read_back_with_the_same_text_and_commands(
        file in prop::sample::select(&FILES[..]),
        keys in keys(),
    ) {
        let mut record = opened(file);
        typed(&mut record, &keys);
        let written = record.write();
        let again = ChessRecord::open(Pgn::read(written.clone()), 0);
        let first = again.game().tree().first_child(again.root()).unwrap();
        prop_assert_eq!(again.games(), 1);
        prop_assert_eq!(again.game().tree().len(), record.game().tree().len());
        prop_assert_eq!(
            content(again.game(), first),
            content(record.game(), record.here()),
            "{}", String::from_utf8_lossy(&written)
        );
    }
}

fn flat(record: &ChessRecord) -> String {
    String::from_utf8(record.write()).unwrap().replace('\n', " ")
}

fn type_letters(record: &mut ChessRecord, text: &str) {
    for (end, c) in text.char_indices() {
        record.set_comment(&text[..end + c.len_utf8()]).unwrap();
    }
}

#[test]
fn a_typed_command_is_written_once_and_takes_effect() {
    let mut record = opened("1. e4 e5 *\n");
    type_letters(&mut record, "[%csl Ge4] strong [%foo bar]");
    assert!(flat(&record).contains("1. e4 {[%csl Ge4] strong [%foo bar]} 1... e5"), "{}", flat(&record));
    assert_eq!((record.shapes().len(), record.game().comment(record.here()).as_str()), (1, "strong"));
    assert_eq!(record.comment(), "[%csl Ge4] strong [%foo bar]", "the field shows what was typed");
}

#[test]
fn hidden_commands_are_kept_once_and_come_back_when_a_typed_one_is_deleted() {
    let mut record = opened("1. e4 {[%clk 0:01:00][%foo a][%foo a]} e5 *\n");
    type_letters(&mut record, "[%clk 0:09:00] ok");
    assert!(flat(&record).contains("{[%clk 0:09:00] ok [%foo a]}"), "{}", flat(&record));
    record.set_comment("ok").unwrap();
    assert!(flat(&record).contains("{ok [%clk 0:01:00][%foo a]}"), "{}", flat(&record));
    record.set_comment("ok [%foo a]").unwrap();
    assert!(flat(&record).contains("{ok [%foo a] [%clk 0:01:00]}"), "{}", flat(&record));
}

#[test]
fn drawing_replaces_typed_squares_too() {
    let mut record = opened("1. e4 {[%clk 0:01:00]} e5 *\n");
    type_letters(&mut record, "a [%csl Ge4] b");
    let mut shapes = record.shapes();
    shapes[0].from = "d5".parse().unwrap();
    record.set_shapes(&shapes).unwrap();
    assert_eq!(record.comment(), "a b");
    assert!(flat(&record).contains("{a b [%csl Gd5][%clk 0:01:00]}"), "{}", flat(&record));
    record.toggle_nag(1).unwrap();
    type_letters(&mut record, "a b c");
    assert!(flat(&record).contains("$1 {a b c [%csl Gd5][%clk 0:01:00]}"), "{}", flat(&record));
}
