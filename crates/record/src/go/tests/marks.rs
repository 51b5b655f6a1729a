use super::*;

#[test]
fn toggling_marks_leaves_other_bytes_unchanged() {
    let mark = |name: &'static str, mark| move |r: &mut GoRecord| r.toggle_mark(at(name), mark).unwrap();
    use Mark::*;
    changes("(;SZ[9])", ".", mark("cc", Triangle), "(;SZ[9]TR[cc])");
    changes("(;SZ[9]TR[aa:bb] [cc])", ".", mark("cc", Triangle), "(;SZ[9]TR[aa:bb])");
    changes("(;SZ[9]TR[aa:bb])", ".", mark("ab", Square), "(;SZ[9]TR[aa][ba][bb]SQ[ab])");
    changes("(;SZ[9]LB[cc:x][dd:y])", ".", mark("cc", Circle), "(;SZ[9]LB[dd:y]CR[cc])");
    changes("(;SZ[9]M[cc])", ".", mark("cc", Cross), "(;SZ[9])");
    changes("(;SZ[9]L[cc][dd][ee])", ".", mark("dd", Triangle), "(;SZ[9]LB[cc:a][ee:c]TR[dd])");
}

#[test]
fn letters_and_numbers_take_the_next_free_one() {
    let letters = |names: &'static [&str]| {
        move |r: &mut GoRecord| names.iter().for_each(|n| r.toggle_letter(at(n)).unwrap())
    };
    changes("(;SZ[9])", ".", letters(&["aa", "bb", "cc"]), "(;SZ[9]LB[aa:A][bb:B][cc:C])");
    changes("(;SZ[9])", ".", letters(&["aa", "bb", "aa", "cc"]), "(;SZ[9]LB[bb:B][cc:A])");
    let numbers = |r: &mut GoRecord| ["aa", "bb"].iter().for_each(|n| r.toggle_number(at(n)).unwrap());
    changes("(;SZ[9]LB[cc:1])", ".", numbers, "(;SZ[9]LB[cc:1][aa:2][bb:3])");
    changes("(;SZ[9])", ".", |r| r.toggle_label(at("aa"), "a:b]").unwrap(), "(;SZ[9]LB[aa:a\\:b\\]])");
    changes("(;SZ[9]LB[aa:x])", ".", |r| r.toggle_label(at("aa"), "y").unwrap(), "(;SZ[9]LB[aa:y])");
    changes("(;SZ[9]LB[aa:x])", ".", |r| r.toggle_label(at("aa"), "x").unwrap(), "(;SZ[9])");
}

#[test]
fn lines_arrows_and_territory_toggle() {
    changes("(;SZ[9])", ".", |r| r.toggle_arrow(at("aa"), at("bb")).unwrap(), "(;SZ[9]AR[aa:bb])");
    changes(
        "(;SZ[9]AR[aa:bb][cc:dd])",
        ".",
        |r| r.toggle_arrow(at("aa"), at("bb")).unwrap(),
        "(;SZ[9]AR[cc:dd])",
    );
    changes(
        "(;SZ[9]AR[aa:bb])",
        ".",
        |r| r.toggle_arrow(at("bb"), at("aa")).unwrap(),
        "(;SZ[9]AR[aa:bb][bb:aa])",
    );
    changes("(;SZ[9]LN[aa:bb])", ".", |r| r.toggle_line(at("bb"), at("aa")).unwrap(), "(;SZ[9])");
    changes(
        "(;SZ[9]TB[aa:bb])",
        ".",
        |r| r.toggle_territory(at("aa"), Color::White).unwrap(),
        "(;SZ[9]TB[ba][ab][bb]TW[aa])",
    );
}

#[test]
fn the_eraser_removes_everything_on_a_point() {
    let file = "(;SZ[9]TR[aa][bb]LB[aa:x]AR[aa:bb][cc:dd]LN[cc:aa]TB[aa]C[stays])";
    changes(file, ".", |r| r.erase(at("aa")).unwrap(), "(;SZ[9]TR[bb]AR[cc:dd]C[stays])");
}

#[test]
fn all_kinds_of_markup_are_read() {
    let r = open(
        "(;SZ[9]ST[1]TR[aa]SQ[ab]CR[ac]MA[ad]SL[ae]LB[ba:Two words][bb:x\\:y]AR[ca:cb]LN[cc:cd]TB[da:db]TW[ea]\
         N[name]HO[2]V[-3,5]FG[257:Figure 1]BL[59.5]OB[3]GW[1]TE[2])",
    );
    let markup = r.markup();
    assert_eq!(markup.marks.len(), 5);
    assert_eq!(markup.labels, [(at("ba"), "Two words".to_owned()), (at("bb"), "x:y".to_owned())]);
    assert_eq!(
        (markup.arrows.as_slice(), markup.lines.as_slice()),
        (&[(at("ca"), at("cb"))][..], &[(at("cc"), at("cd"))][..])
    );
    assert_eq!(markup.territory.len(), 3);
    let remarks = r.remarks();
    assert_eq!(remarks.name.as_deref(), Some("name"));
    assert_eq!((remarks.hotspot, remarks.value), (Some(2), Some(-3.5)));
    assert_eq!(remarks.figure, Some(Figure { flags: 257, name: "Figure 1".into() }));
    assert_eq!(
        (remarks.time.black, remarks.time.black_moves, remarks.time.white),
        (Some(59.5), Some(3), None)
    );
    assert_eq!(remarks.of_position, Some((PositionJudgement::GoodForWhite, 1)));
    assert_eq!(remarks.of_move, Some((MoveJudgement::Good, 2)));
    assert_eq!(r.variation_style(), VariationStyle { siblings: true, shown: true });
}
