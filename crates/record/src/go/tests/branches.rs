use super::*;

#[test]
fn a_branch_is_cut_and_pasted_elsewhere() {
    let file = "(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd];B[ee]))";
    let mut r = open(file);
    go(&mut r, "0.0.0");
    assert_eq!(r.cut(), Ok(None), "a lone leaf keeps the clipboard");
    r.undo();
    go(&mut r, "0.0");
    let clip = r.cut().unwrap().unwrap();
    assert_eq!(text(&r), "(;SZ[9];B[aa](;W[dd];B[ee]))");
    assert_eq!(clip.text(), "(;W[bb];B[cc])");
    go(&mut r, "0.0.0");
    let pasted = r.paste(&clip).unwrap();
    assert_eq!((pasted.node, pasted.conflict), (r.here(), None));
    assert_eq!(text(&r), "(;SZ[9];B[aa](;W[dd];B[ee];W[bb];B[cc]))");
    while r.undo() {}
    assert_eq!(text(&r), file);
    r.to_start();
    assert_eq!(r.cut(), Err(Refusal::Start));
}

#[test]
fn a_refused_paste_gives_the_reason() {
    let mut r = open("(;SZ[9];B[aa];W[bb])");
    go(&mut r, "0");
    for (clip, refusal) in [
        ("(;B[cc])", GoRefusal::NotItsTurn { color: Color::Black }.into()),
        ("(;W[aa])", GoRefusal::Illegal(Illegal::Occupied { at: at("aa") }).into()),
        ("(;W[bb];B[cc])", GoRefusal::SameMove { node: r.tree().child(r.here(), 0).unwrap() }.into()),
        ("", Refusal::NothingToPaste),
    ] {
        assert_eq!(r.paste(&Clip::new(GameType::Go, clip)), Err(refusal), "{clip}");
    }
    assert!(!r.is_dirty());
    let pasted = r.paste(&Clip::new(GameType::Go, "(;W[cc](;B[dd];W[aa])(;B[ee]))")).unwrap();
    let node = pasted.conflict.unwrap();
    assert_eq!(r.tree().path(node).to_string(), "0.1.0.0");
    assert!(r.is_irregular(node));
    assert_eq!(text(&r), "(;SZ[9];B[aa](;W[bb])(;W[cc](;B[dd];W[aa])(;B[ee])))");
}

#[test]
fn a_branch_is_pasted_into_a_game_in_another_charset() {
    let mut from = open("(;CA[UTF-8]SZ[9];B[aa]C[囲碁];W[bb](;B[cc])(;B[dd]))");
    from.forward();
    let clip = from.copy().unwrap();
    let (file, _, _) = encoding_rs::SHIFT_JIS.encode("(;CA[Shift_JIS]SZ[9]C[碁])");
    let mut to = GoRecord::open(sgf::read(&file).unwrap(), 0);
    to.paste(&clip).unwrap();
    let (after, _, _) =
        encoding_rs::SHIFT_JIS.encode("(;CA[Shift_JIS]SZ[9]C[碁];B[aa]C[囲碁];W[bb](;B[cc])(;B[dd]))");
    assert_eq!(to.write(), after.as_ref());
    to.undo();
    assert!(matches!(to.paste(&Clip::new(GameType::Go, "(;B[aa]C[é])")), Err(Refusal::DoesNotFit(_))));
}

#[test]
fn branches_are_put_in_order() {
    let file = "(;SZ[9];B[aa](;W[bb])(;W[cc];B[dd])(;W[ee]))";
    changes(file, "0.1", |r| r.move_branch(true).unwrap(), "(;SZ[9];B[aa](;W[cc];B[dd])(;W[bb])(;W[ee]))");
    changes(file, "0.1", |r| r.move_branch(false).unwrap(), "(;SZ[9];B[aa](;W[bb])(;W[ee])(;W[cc];B[dd]))");
    changes(file, "0.1.0", |r| r.make_main_line().unwrap(), "(;SZ[9];B[aa](;W[cc];B[dd])(;W[bb])(;W[ee]))");
    changes(file, "0.1", |r| r.remove_other_variations().unwrap(), "(;SZ[9];B[aa](;W[cc];B[dd]))");
    let mut r = open(file);
    go(&mut r, "0");
    assert_eq!(r.move_branch(true), Err(Refusal::NoBranch));
    assert_eq!(r.chosen_branch(), Some((1, 3)));
    assert!(r.choose_branch(false) && r.choose_branch(false) && !r.choose_branch(false));
    assert_eq!(r.chosen_branch(), Some((3, 3)));
    r.forward();
    assert_eq!(r.move_branch(false), Err(Refusal::NoBranch), "it is already the last");
    r.back();
    assert!(r.choose_branch(true));
    assert!(!r.is_dirty());
}

#[test]
fn a_game_can_begin_in_the_middle() {
    let file = "(;GM[1]SZ[3]PB[Ann]C[intro];B[aa]C[first](;W[bb]C[here];B[cc])(;W[ab]))";
    let flat = "(;GM[1]SZ[3]PB[Ann]C[here]AB[aa]AW[bb]PL[B];B[cc])";
    let r = changes(file, "0.0", |r| r.flatten().unwrap(), flat);
    assert_eq!(r.here(), r.root());
    let mut r = open(file);
    go(&mut r, "0.0");
    assert_eq!(String::from_utf8(r.file_from_here().unwrap()).unwrap(), format!("{flat}\n"));
    assert_eq!(text(&r), file);
}
