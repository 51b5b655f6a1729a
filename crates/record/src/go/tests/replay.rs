use super::*;

/// Stones at a node as `X cc dd O ee`.
fn stones(r: &GoRecord) -> String {
    let list = |color| -> String {
        r.position()
            .board()
            .stones(color)
            .map(|p| format!(" {}", String::from_utf8_lossy(&p.to_sgf())))
            .collect()
    };
    format!("X{} O{}", list(Color::Black), list(Color::White))
}

#[test]
fn nodes_are_replayed_as_ff4_demands() {
    use Illegal::*;
    let occupied = Irregular::Move(Occupied { at: at("aa") });
    for (file, expected, irregular) in [
        ("(;SZ[3];B[aa]W[bb])", "X aa O bb", vec![]),
        ("(;SZ[3];W[bb]B[aa])", "X aa O bb", vec![]),
        ("(;SZ[3];B[aa]AW[aa])", "X O aa", vec![]),
        ("(;SZ[3];AE[aa]AB[aa])", "X aa O", vec![]),
        ("(;SZ[3]AB[aa:cb];AE[bb])", "X aa ba ca ab cb O", vec![]),
        ("(;SZ[3]AB[aa];W[aa])", "X O aa", vec![occupied]),
        ("(;SZ[3]AB[aa];W[aa]KO[])", "X O aa", vec![]),
        ("(;SZ[3]AW[ab][ba];B[aa])", "X O ba ab", vec![Irregular::Move(Suicide { at: at("aa") })]),
        ("(;SZ[3]AW[aa]AB[ab];B[ba])", "X ba ab O", vec![]),
        ("(;SZ[3];B[dd])", "X O", vec![Irregular::NotAPoint]),
        ("(;SZ[3];B[tt];W[])", "X O", vec![]),
        ("(;SZ[3]B[aa];W[bb])", "X aa O bb", vec![]),
        ("(;SZ[3]AddBlack[aa]AB[bb];White[cc])", "X aa bb O cc", vec![]),
        ("(;SZ[3];B[aa][bb])", "X aa O", vec![]),
        ("(;SZ[3:2];B[cb])", "X cb O", vec![]),
        ("(;SZ[52];B[ZZ])", "X ZZ O", vec![]),
        ("(;SZ[3];B[aa]B[bb])", "X aa bb O", vec![]),
    ] {
        let mut r = open(file);
        r.to_end();
        assert_eq!(stones(&r), expected, "{file}");
        assert_eq!(r.state().irregular, irregular, "{file}");
    }
}

#[test]
fn an_immediate_ko_is_played_and_reported() {
    let mut r = open("(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])");
    r.to_end();
    assert_eq!(r.state().irregular, [Irregular::Move(Illegal::Ko { at: at("bb") })]);
    assert_eq!(r.position().get(at("bb")), Some(Color::White));
    let mut r = open("(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb])");
    r.to_end();
    assert_eq!(r.click(at("bb")), Err(GoRefusal::Illegal(Illegal::Ko { at: at("bb") }).into()));
}

#[test]
fn moves_are_counted_and_other_nodes_are_not() {
    let mut r = open("(;SZ[9];;C[words];B[aa];TR[aa];AB[bb];W[cc];B[dd]MN[1];W[ee])");
    let mut seen = Vec::new();
    while r.forward() {
        seen.push((r.state().kind, r.state().number));
    }
    use NodeKind::*;
    let expected =
        [(Plain, 0), (Plain, 0), (Move, 1), (Plain, 1), (SetUp, 1), (Move, 2), (Move, 1), (Move, 2)];
    assert_eq!(seen, expected);
    let numbers: Vec<u32> = r.moves().iter().map(|(number, ..)| *number).collect();
    assert_eq!(numbers, [1, 2, 1, 2]);
    go(&mut r, "0.0.0.0");
    assert_eq!(r.state().last_move, Some((Color::Black, rules::go::Move::Place(at("aa")))), "words keep it");
    go(&mut r, "0.0.0.0.0");
    assert_eq!(r.state().last_move, None, "set-up stones do not");
}

#[test]
fn dimmed_and_visible_points_are_inherited_until_changed() {
    let mut r = open("(;SZ[9];DD[aa:bb]VW[cc];B[dd];DD[]VW[])");
    go(&mut r, "0.0");
    assert_eq!(r.state().dimmed.as_deref().map(<[Point]>::len), Some(4));
    assert_eq!(r.state().visible.as_deref(), Some(&[at("cc")][..]));
    go(&mut r, "0.0.0");
    assert_eq!((r.state().dimmed.as_deref(), r.state().visible.as_deref()), (None, None));
}

#[test]
fn rules_of_the_file_decide_what_may_be_played() {
    let suicide = rules::go::Move::Place(at("aa"));
    let mut r = open("(;SZ[3]AW[ab][ba]PL[B])");
    assert!(r.play(suicide).is_err());
    let mut r = open("(;SZ[3]RU[NZ]AW[ab][ba]PL[B])");
    assert!(r.play(suicide).is_ok());
}

#[test]
fn a_long_line_is_replayed() {
    let file = format!("(;SZ[19]{})", ";B[aa];AE[aa]".repeat(5_000));
    let mut r = open(&file);
    r.to_end();
    assert_eq!(r.state().number, 5_000);
    assert_eq!(transpositions(&r).of(r.here()).count(), 4_999);
}
