use rules::go::{Color, Illegal, Move, Point, Size};

use super::*;
use crate::tree::NodeId;
use crate::{Clip, GameRecord, GameType, Refusal, sgf};

mod branches;
mod marks;
mod replay;
mod setup;
mod undo;

fn transpositions(record: &GoRecord) -> Transpositions {
    let mut search = TranspositionSearch::new(record);
    while !search.step(record, usize::MAX) {}
    search.found()
}

fn open(text: &str) -> GoRecord {
    GoRecord::open(sgf::read(text.as_bytes()).unwrap(), 0)
}

fn text(record: &GoRecord) -> String {
    String::from_utf8(record.write()).unwrap()
}

/// `pd`, as in the file.
fn at(name: &str) -> Point {
    Point::from_sgf(name.as_bytes()).unwrap()
}

/// Goes to a node by its path.
fn go(record: &mut GoRecord, path: &str) {
    let node = record.tree().follow(record.root(), &path.parse().unwrap(), |_| true).unwrap();
    assert!(record.go_to(node));
}

/// Edits a game at a node; compares the file before, after, and after undo.
fn changes(before: &str, path: &str, change: impl FnOnce(&mut GoRecord), after: &str) -> GoRecord {
    let mut record = open(before);
    go(&mut record, path);
    change(&mut record);
    assert_eq!(text(&record), after);
    let done = record.clone();
    while record.undo() {}
    assert_eq!(text(&record), before, "after undo");
    while record.redo() {}
    assert_eq!(text(&record), after, "after redo");
    done
}

#[test]
fn a_move_follows_its_branch_or_makes_one() {
    let mut r = open("(;SZ[9];B[cc](;W[dd])(;W[ee]))");
    assert!(matches!(r.play(Move::Place(at("cc"))), Ok(PlayEffect::Followed(_))));
    assert!(matches!(r.play(Move::Place(at("ee"))), Ok(PlayEffect::Followed(_))));
    assert!(!r.is_dirty());
    r.back();
    assert_eq!(r.chosen_branch(), Some((2, 2)), "the branch just left is remembered");
    assert!(matches!(r.play(Move::Place(at("ff"))), Ok(PlayEffect::Added(_))));
    assert_eq!(text(&r), "(;SZ[9];B[cc](;W[dd])(;W[ee])(;W[ff]))");
    assert!(matches!(r.pass(), Ok(PlayEffect::Added(_))));
    assert_eq!(text(&r), "(;SZ[9];B[cc](;W[dd])(;W[ee])(;W[ff];B[]))");
    assert_eq!(
        r.play(Move::Place(at("cc"))),
        Err(GoRefusal::Illegal(Illegal::Occupied { at: at("cc") }).into())
    );
    assert_eq!(r.to_play(), Color::White);
    assert_eq!(r.state().number, 3);
    while r.undo() {}
    assert!(!r.is_dirty());
}

#[test]
fn a_click_on_the_last_move_takes_it_back_only_from_the_end() {
    let mut r = open("(;SZ[9];B[cc];W[dd])");
    go(&mut r, "0");
    assert_eq!(r.click(at("cc")), Err(GoRefusal::HasFollowers.into()));
    go(&mut r, "0.0");
    assert_eq!(r.click(at("dd")), Ok(PlayEffect::TookBack));
    assert_eq!(text(&r), "(;SZ[9];B[cc])");
    assert!(matches!(r.click(at("dd")), Ok(PlayEffect::Added(_))));
}

#[test]
fn the_side_to_move_comes_from_the_file() {
    for (file, path, color) in [
        ("(;SZ[9])", ".", Color::Black),
        ("(;SZ[9]HA[2]AB[cc][gg])", ".", Color::White),
        ("(;SZ[9]HA[2]AB[cc][gg];B[dd])", ".", Color::Black),
        ("(;SZ[9]AB[cc]AW[dd];W[ee])", ".", Color::White),
        ("(;SZ[9]AB[cc]PL[W])", ".", Color::White),
        ("(;SZ[9]AB[cc]PL[B];W[ee])", ".", Color::Black),
        ("(;SZ[9];B[cc];C[why?])", "0.0", Color::White),
        ("(;SZ[9];B[cc];AW[dd])", "0.0", Color::White),
        ("(;SZ[9];B[cc];W[])", "0.0", Color::Black),
        ("(;SZ[9];B[cc]PL[black])", "0", Color::Black),
    ] {
        let mut r = open(file);
        go(&mut r, path);
        assert_eq!(r.to_play(), color, "{file}");
    }
}

#[test]
fn a_new_game_has_its_root_properties() {
    let new = NewGame { handicap: 2, komi: NewGame::komi_for(2), white: "]".into(), ..NewGame::default() };
    let r = GoRecord::create(&new);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        text(&r),
        format!("(;GM[1]FF[4]CA[UTF-8]AP[Tabiya:{version}]SZ[19]KM[0.5]PB[Black]PW[\\]]HA[2]AB[pd][dp])")
    );
    assert_eq!(r.to_play(), Color::White);
    assert!(!r.is_dirty());
    let size = Size::new(19, 13).unwrap();
    let r = GoRecord::create(&NewGame { size, handicap: 1, ..NewGame::default() });
    assert_eq!((r.size(), r.to_play()), (size, Color::Black));
    assert!(text(&r).contains("SZ[19:13]KM[6.5]"));
}

#[test]
fn game_info_changes_only_what_differs() {
    let black = Field::named("PB").unwrap();
    let about = Field::named("GC").unwrap();
    let mut r = open("(;SZ[9]PlayerBlack[Ann]KM[6,5])");
    assert_eq!(r.info(black).as_deref(), Some("Ann"));
    r.set_info(&[(black, "Ann"), (Field::named("KM").unwrap(), "6,5"), (Field::named("SZ").unwrap(), "19")])
        .unwrap();
    assert!(!r.is_dirty());
    r.set_info(&[(black, "Ann\nB."), (about, "two\nlines")]).unwrap();
    assert_eq!(text(&r), "(;SZ[9]PlayerBlack[Ann B.]KM[6,5]GC[two\nlines])");
    r.undo();
    r.set_info(&[(black, "")]).unwrap();
    assert_eq!(text(&r), "(;SZ[9]KM[6,5])");
}

#[test]
fn comments_are_typed_cleared_and_shortened() {
    let mut r = open("(;SZ[9];B[cc]C[one\ntwo\nthree])");
    go(&mut r, "0");
    r.drop_comment_line(2).unwrap();
    assert_eq!(r.comment(), "one\nthree");
    assert_eq!(r.drop_comment_line(3), Err(Refusal::NotFound));
    assert_eq!(r.clear_comment().as_deref(), Ok("one\nthree"));
    assert_eq!(text(&r), "(;SZ[9];B[cc])");
    for typed in ["n", "ne", "new"] {
        r.set_comment(typed).unwrap();
    }
    r.undo();
    assert_eq!(r.comment(), "");
    r.undo();
    r.undo();
    assert_eq!(text(&r), "(;SZ[9];B[cc]C[one\ntwo\nthree])");
}

#[test]
fn coordinates_in_comments_are_replaced() {
    let mut r = open("(;SZ[19];B[pd]C[Q16 or q16, not Q161, XQ16])");
    go(&mut r, "0");
    r.mention_move_as_this().unwrap();
    assert_eq!(r.comment(), "this or q16, not Q161, XQ16");
    let mut r = open("(;SZ[19];B[pd]TR[dd]SQ[dp]LB[pp:A]C[D16, D4 and Q4; again d16.])");
    go(&mut r, "0");
    r.mention_marks_by_shape().unwrap();
    assert_eq!(r.comment(), "marked stone, square marked stone and A; again marked stone.");
    assert_eq!(r.mention_marks_by_shape(), Err(Refusal::NotFound));
}

#[test]
fn moves_stones_and_text_are_found() {
    let mut r = open("(;SZ[9]C[start];B[cc](;W[dd]C[Joseki!];B[ee];W[ff]C[end])(;W[gg];B[cf]N[trick]))");
    go(&mut r, "0.0.0");
    assert_eq!(r.to_fork(), Ok(()));
    assert_eq!(r.tree().path(r.here()).to_string(), "0");
    assert_eq!(r.to_fork(), Err(Refusal::NotFound));
    r.to_move(3).unwrap();
    assert_eq!(r.tree().path(r.here()).to_string(), "0.0.0");
    r.to_previous_comment().unwrap();
    r.to_previous_comment().unwrap();
    assert_eq!(r.here(), r.root());
    r.to_next_comment().unwrap();
    assert_eq!(r.comment(), "Joseki!");
    r.to_stone(at("cc")).unwrap();
    assert_eq!(r.state().number, 1);
    let here = |r: &GoRecord| r.tree().path(r.here()).to_string();
    let query = "JOSEKI";
    r.find(query).unwrap();
    assert_eq!(here(&r), "0.0");
    assert!(r.find(query).is_ok());
    assert_eq!(here(&r), "0.0", "the only one is found again");
    r.find("c4").unwrap();
    assert_eq!(here(&r), "0.1.0");
    r.find("Trick").unwrap();
    assert_eq!(here(&r), "0.1.0");
    assert_eq!(r.find("nowhere"), Err(Refusal::NotFound));
}

#[test]
fn transpositions_are_found() {
    let r = open("(;SZ[9](;B[cc];W[dd];B[ee])(;B[ee];W[dd];B[cc];C[words]))");
    let nodes: Vec<NodeId> = r.tree().preorder(r.root()).collect();
    let same = transpositions(&r);
    assert_eq!(same.of(nodes[3]).collect::<Vec<_>>(), [nodes[6]]);
    assert_eq!(same.of(nodes[1]).count(), 0);
    assert_eq!(same.of(nodes[7]).count(), 0, "a comment alone makes no position");
}

#[test]
fn text_that_the_charset_lacks_is_refused_until_utf8() {
    let (file, _, _) = encoding_rs::SHIFT_JIS.encode("(;CA[Shift_JIS]SZ[9]C[囲碁];B[cc])");
    let mut r = GoRecord::open(sgf::read(&file).unwrap(), 0);
    assert!(matches!(r.set_comment("é"), Err(Refusal::DoesNotFit(_))));
    r.convert_to_utf8().unwrap();
    r.set_comment("é").unwrap();
    assert_eq!(text(&r), "(;CA[UTF-8]SZ[9]C[é];B[cc])");
    r.undo();
    assert_eq!(text(&r), "(;CA[UTF-8]SZ[9]C[囲碁];B[cc])");
    r.undo();
    assert_eq!(r.write(), file.as_ref());
    assert!(!r.is_dirty());
}

#[test]
fn any_property_can_be_set_as_raw_text() {
    changes(
        "(;SZ[9]XX[a\\]b])",
        ".",
        |r| r.set_property("XX", &["c\\]", "d"]).unwrap(),
        "(;SZ[9]XX[c\\]][d])",
    );
    let mut r = open("(;SZ[9]XX[a\\]b])");
    assert_eq!(r.properties(r.root())[1], ("XX".to_owned(), vec!["a\\]b".to_owned()]));
    for (name, value) in [("X X", "a"), ("1", "a"), ("", "a"), ("XX", "a]b"), ("XX", "a\\")] {
        assert_eq!(r.set_property(name, &[value]), Err(GoRefusal::NotAProperty.into()), "{name} {value}");
    }
}

#[test]
fn judgements_exclude_each_other() {
    use MoveJudgement::*;
    let r = changes("(;B[aa]TE[1])", ".", |r| r.judge_move(Some((Bad, 2))).unwrap(), "(;B[aa]BM[2])");
    assert_eq!(r.remarks().of_move, Some((Bad, 2)));
    changes("(;B[aa]TE[1])", ".", |r| r.judge_move(Some((Doubtful, 1))).unwrap(), "(;B[aa]DO[])");
    changes("(;B[aa]IT[])", ".", |r| r.judge_move(None).unwrap(), "(;B[aa])");
    let even = Some((PositionJudgement::Even, 1));
    changes("(;GB[1]HO[1])", ".", |r| r.judge_position(even).unwrap(), "(;HO[1]DM[1])");
    changes("(;GB[1]HO[1])", ".", |r| r.set_hotspot(Some(2)).unwrap(), "(;GB[1]HO[2])");
}

#[test]
fn one_game_of_several_is_edited_and_all_are_written() {
    let file = sgf::read(b"(;SZ[9];B[aa])\n(;SZ[9];B[bb])\n(;SZ[9])").unwrap();
    let mut r = GoRecord::open(file, 1);
    r.to_end();
    r.play(Move::Place(at("cc"))).unwrap();
    assert_eq!(text(&r), "(;SZ[9];B[aa])\n(;SZ[9];B[bb];W[cc])\n(;SZ[9])");
}

#[test]
fn a_check_reports_what_is_wrong_and_where() {
    use sgf::WarningKind::*;
    for (file, expected) in [
        ("(;GM[1]FF[4]SZ[9]AB[cc:dd]TB[]KM[6,5];B[aa];W[];B[tt]LB[aa:x]AR[aa:bb])", &[][..]),
        ("(;SZ[9];B[aa]W[bb])", &[(1, 14, BothColours)]),
        ("(;SZ[9]\n;B[aa]AB[bb])", &[(2, 1, MoveWithSetup)]),
        ("(;SZ[9]B[aa])", &[(1, 8, MoveInRoot)]),
        ("(;SZ[9];B[kk];AB[cc][xx])", &[(1, 11, NotAPoint), (1, 22, NotAPoint)]),
        ("(;SZ[9];LB[x:y]AR[aa])", &[(1, 12, NotAPoint), (1, 19, NotAPoint)]),
        ("(;SZ[99]KM[x]CA[Klingon])", &[(1, 6, NotASize), (1, 12, NotANumber), (1, 17, UnknownCharset)]),
        ("(;SZ[9];C[a]N[b]C[c])", &[(1, 17, Twice)]),
        ("(;SZ[9];B[aa][bb])", &[(1, 9, ManyValues)]),
        ("(;SZ[9];B[aa];W[aa](;B[bb];W[bb]))", &[(1, 15, Occupied), (1, 28, Occupied)]),
        ("(;SZ[9]AW[ab][ba];B[aa])", &[(1, 19, Suicide)]),
        ("(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])", &[(1, 47, Ko)]),
        ("(;GM[6]B[whatever]B[again])", &[]),
        ("(;SZ[9];B[aa]", &[(1, 14, MissingClose)]),
    ] {
        let warnings = check(&sgf::read(file.as_bytes()).unwrap());
        let found: Vec<_> = warnings.iter().map(|w| (w.line, w.column, w.kind)).collect();
        assert_eq!(found, expected, "{file}");
    }
    let cut = check(&sgf::read(b"(;CA[UTF-8]SZ[9]PB[\xE6\xA3]C[ok])").unwrap());
    assert_eq!(cut.iter().map(|w| w.kind).collect::<Vec<_>>(), [NotText]);
}

#[test]
fn a_rotated_save_rotates_every_node_and_leaves_the_record_unchanged() {
    let r = open("(;SZ[9]AB[aa:bb](;B[cc];W[dd])(;B[ee]TR[aa]))");
    let mut flipped = r.file().clone();
    flipped.rotate(sgf::Rotation::Half);
    assert_eq!(flipped.write(), b"(;SZ[9]AB[hh:ii](;B[gg];W[ff])(;B[ee]TR[ii]))");
    assert!(!r.is_dirty());
}

#[test]
fn a_game_can_begin_with_a_position() {
    let mut before = open("(;SZ[9];B[cc];W[dd];B[ee])");
    before.to_end();
    let start = Some(before.position().clone());
    let r = GoRecord::create(&NewGame { start, handicap: 5, ..NewGame::default() });
    assert!(text(&r).ends_with("SZ[9]KM[6.5]PB[Black]PW[White]AB[cc][ee]AW[dd]PL[W])"), "{}", text(&r));
    assert_eq!(r.position().board(), before.position().board());
    assert_eq!(r.to_play(), Color::White);
}

#[test]
fn nodes_of_any_kind_can_be_appended() {
    let mut r = open("(;SZ[9])");
    r.append(&[("B", &["cc"]), ("BL", &["59.5"]), ("AE", &["dd", "ee"])]).unwrap();
    assert_eq!(text(&r), "(;SZ[9];B[cc]BL[59.5]AE[dd][ee])");
    assert_eq!(r.append(&[("B C", &["cc"])]), Err(GoRefusal::NotAProperty.into()));
    assert_eq!(r.state().number, 1);
}

#[test]
fn an_edited_record_is_checked_as_it_would_be_saved() {
    let mut record =
        GoRecord::open(sgf::read(b"(;SZ[9];B[aa]\n;W[aa];B[bb])(;SZ[9]\n;B[cc];W[cc])").unwrap(), 0);
    let found = |record: &GoRecord| -> Vec<(usize, Option<NodeId>)> {
        check_edited(record).iter().map(|warning| (warning.line, warning.node)).collect()
    };
    let before = found(&record);
    assert_eq!(before.len(), 2);
    // A move before the wrong ones moves them, and one that is cut is not listed any more.
    record.forward();
    record.set_comment("one\ntwo").unwrap();
    let after = found(&record);
    assert_eq!(
        after.iter().map(|(_, node)| *node).collect::<Vec<_>>(),
        before.iter().map(|(_, node)| *node).collect::<Vec<_>>()
    );
    assert_eq!((after[0].0, after[1].0), (before[0].0 + 1, before[1].0 + 1));
    record.go_to(before[0].1.unwrap());
    record.cut().unwrap();
    assert_eq!(found(&record).iter().map(|(_, node)| *node).collect::<Vec<_>>(), [before[1].1]);
    while record.undo() {}
    assert_eq!(found(&record), before);
}
