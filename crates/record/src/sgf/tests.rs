use proptest::prelude::*;

use super::*;
use crate::tree::Attachment;

fn open(text: impl AsRef<[u8]>) -> Collection {
    read(text.as_ref()).unwrap()
}

/// `a(b(c)(d))`: the first values of the nodes, branches in brackets.
fn outline(file: &Collection) -> String {
    let mut out = String::new();
    for root in file.games() {
        let mut closes: Vec<NodeId> = Vec::new();
        for node in file.tree().preorder(*root) {
            while closes.last().is_some_and(|head| !file.tree().ancestors(node).any(|n| n == *head)) {
                closes.pop();
                out.push(')');
            }
            if node == *root || file.tree().is_branch(node) {
                closes.push(node);
                out.push('(');
            }
            let first = file.node(node).properties().next();
            out += &first.map_or("-".into(), |p| p.values().next().unwrap().text());
        }
        out.extend(closes.iter().map(|_| ')'));
    }
    out
}

fn warnings_of(file: &Collection) -> Vec<WarningKind> {
    file.warnings().iter().map(|w| w.kind).collect()
}

/// Written by the copying writer and by the tree writer.
fn assert_unchanged(bytes: &[u8]) {
    let mut file = open(bytes);
    assert_eq!(file.write(), bytes);
    file.tree_mut();
    assert_eq!(String::from_utf8_lossy(&file.write()), String::from_utf8_lossy(bytes));
}

#[test]
fn odd_files_are_understood_and_written_back_unchanged() {
    use WarningKind::*;
    for (file, meaning, warnings) in [
        ("(;N[a];N[b])", "(ab)", &[][..]),
        ("(;N[a](;N[b])(;N[c];N[d]))", "(a(b)(cd))", &[]),
        (" (\n; N [a] (;N[b]\n)\n( ;N[c]) )\n\n", "(a(b)(c))", &[]),
        ("(;N[a])(;N[b])\n(;N[c])", "(a)(b)(c)", &[]),
        ("Mail from (me):\n(;N[a])", "(a)", &[TextOutsideGames]),
        ("(;N[a])\nand then\n(;N[b]) bye", "(a)(b)", &[TextOutsideGames, TextOutsideGames]),
        ("(;N[a]))\n)", "(a)", &[ExtraClose, ExtraClose]),
        ("(;N[a](;N[b]", "(ab)", &[MissingClose]),
        ("(;N[a];N[b\\]c", "(ab]c)", &[ValueNotClosed, MissingClose]),
        ("(N[a];N[b])", "(ab)", &[MissingSemicolon]),
        ("(;N[a](N[b])(N[c]))", "(a(b)(c))", &[MissingSemicolon, MissingSemicolon]),
        (";N[a];N[b])", "(ab)", &[MissingOpen]),
        (";N[a]", "(a)", &[MissingOpen, MissingClose]),
        ("(;N[a](;N[b]);N[c])", "(a(b)(c))", &[NodeAfterVariation]),
        ("(;N[a]()(;N[b]))", "(ab)", &[EmptyVariation]),
        ("(;N[a]((;N[b])(;N[c])))", "(a(b)(c))", &[DoubleOpen, DoubleOpen, EmptyVariation]),
        ("(;N[a];[b];N[c])", "(a-c)", &[ValueWithoutName]),
        ("(;N[a]B;N[c])", "(ac)", &[NameWithoutValue]),
        ("(;N[a] ?!;N[c])", "(ac)", &[StrayText]),
        ("(;N[a];;N[c])", "(a-c)", &[]),
        ("(;;)", "(--)", &[]),
        ("(;N[a]N[b])", "(a)", &[]),
        ("((;N[a])(;N[b]))", "(a)(b)", &[TextOutsideGames, ExtraClose]),
        ("\u{FEFF}(;N[a])", "(a)", &[]),
    ] {
        assert_eq!(outline(&open(file)), meaning, "{file}");
        assert_eq!(warnings_of(&open(file)), warnings, "{file}");
        assert_unchanged(file.as_bytes());
    }
}

#[test]
fn only_bytes_without_any_node_are_refused() {
    for bytes in ["", "hello", "()", "(((", "[a]", "; (", "(a)", "\u{FEFF}", "(hello [world] (x"] {
        assert_eq!(read(bytes.as_bytes()).err(), Some(ReadError::NoGame), "{bytes}");
    }
}

#[test]
fn warnings_have_line_and_column_in_characters() {
    let file = open("(;C[碁\r\n碁]\r\n 碁 x;N[b]\nN");
    let at: Vec<_> = file.warnings().iter().map(|w| (w.line, w.column, w.kind)).collect();
    use WarningKind::*;
    assert_eq!(
        at,
        [(3, 2, StrayText), (3, 4, NameWithoutValue), (4, 1, NameWithoutValue), (4, 2, MissingClose)]
    );
}

#[test]
fn a_long_line_and_many_nested_branches_are_read_and_written() {
    let line = format!("(;SZ[19]{})", ";B[aa];W[bb]".repeat(50_000));
    assert_eq!(open(&line).tree().len(), 100_001);
    assert_unchanged(line.as_bytes());
    let comb = format!("(;SZ[19]{}{})", "(;B[aa];W[bb]".repeat(1_000), ")".repeat(1_000));
    assert_unchanged(comb.as_bytes());
    let fan = format!("(;SZ[19]{})", "(;B[aa];W[bb])".repeat(1_000));
    assert_unchanged(fan.as_bytes());
    let deep = "(;".repeat(100_000);
    assert_unchanged(deep.as_bytes());
}

#[test]
fn structural_edits_leave_other_bytes_unchanged() {
    let new = |file: &mut Collection, parent: usize, index: usize| {
        let node = file.add_detached(b";N[new]".as_slice().into());
        let parent = file.tree().node(parent).unwrap();
        assert!(file.tree_mut().attach(node, Attachment { parent, index, preferred: false }));
    };
    type Change<'a> = &'a dyn Fn(&mut Collection);
    let cut = |file: &mut Collection, n: usize| {
        let node = file.tree().node(n).unwrap();
        file.tree_mut().cut(node);
    };
    let swap = |file: &mut Collection, n: usize| {
        let node = file.tree().node(n).unwrap();
        file.tree_mut().reorder(node, 0);
    };
    let cases: &[(&str, Change<'_>, &str)] = &[
        ("(;N[a]\n;N[b] )", &|f| new(f, 1, 0), "(;N[a]\n;N[b];N[new] )"),
        ("(;N[a]\n;N[b]\n;N[c]\n)", &|f| new(f, 2, 0), "(;N[a]\n;N[b]\n;N[c]\n;N[new]\n)"),
        ("(;N[a] ;N[b];N[c])", &|f| new(f, 0, 1), "(;N[a] (;N[b];N[c])(;N[new]))"),
        ("(;N[a](;N[b])\n(;N[c])\n(;N[d]) )", &|f| cut(f, 2), "(;N[a](;N[b])\n(;N[d]) )"),
        ("(;N[a](;N[b])\n(;N[c]) )", &|f| cut(f, 1), "(;N[a]\n(;N[c]) )"),
        ("(;N[a](;N[b];N[c])(;N[d]))", &|f| swap(f, 3), "(;N[a](;N[d])(;N[b];N[c]))"),
        ("(;N[a](;N[b]", &|f| new(f, 1, 0), "(;N[a](;N[b];N[new]"),
        ("(;N[a](;N[b]\n", &|f| new(f, 0, 1), "(;N[a](;N[b])(;N[new])\n"),
        ("(;N[a];N[b", &|f| new(f, 1, 0), "(;N[a];N[b];N[new]"),
        ("(;A[1]N[open", &|f| (set(f, 0, "A", &["2"]), new(f, 0, 0)).1, "(;A[2]N[open];N[new]"),
        ("(;N[a](;N[b]);N[c])", &|f| new(f, 0, 9), "(;N[a](;N[b])(;N[c])(;N[new]))"),
        ("(N[a];N[b])", &|f| new(f, 1, 9), "(;N[a];N[b];N[new])"),
        ("x (;N[a]) y (;N[b]) z", &|f| f.set_games(f.games()[1..].to_vec()), " y (;N[b]) z"),
    ];
    for (before, change, after) in cases {
        let mut file = open(before);
        change(&mut file);
        let written = String::from_utf8(file.write()).unwrap();
        assert_eq!(written, *after);
        assert_eq!(outline(&open(&written)), outline(&file));
    }
}

fn set(file: &mut Collection, node: usize, name: &str, values: &[&str]) {
    let node = file.tree().node(node).unwrap();
    let values: Vec<_> = values.iter().map(|v| file.encode_value(v).unwrap()).collect();
    let text = file.text_with(node, name, &values);
    file.set_edited_text(node, Some(text));
}

#[test]
fn an_edit_changes_one_property_and_nothing_else() {
    for (before, node, name, values, after) in [
        ("(;A[1] C[old]\n B[aa])", 0, "C", &["new"][..], "(;A[1] C[new]\n B[aa])"),
        ("(;A[1] C[old]\n B[aa])", 0, "C", &[], "(;A[1]\n B[aa])"),
        ("(;A[1]\nC[old]\nB[aa])", 0, "D", &["x"], "(;A[1]\nC[old]\nB[aa]\nD[x])"),
        ("(;A[1];B[aa] ;)", 2, "C", &["x"], "(;A[1];B[aa] ;C[x])"),
        ("(;AB[aa:bb] [cc]AddBlack[dd]W[aa])", 0, "AB", &["aa", "bb"], "(;AB[aa][bb]W[aa])"),
        ("(;CoMment[old])", 0, "CM", &["new"], "(;CoMment[new])"),
        ("(;C[a\r\nb])", 0, "C", &["x\ny]z\\"], "(;C[x\r\ny\\]z\\\\])"),
        ("(B[aa];W[bb])", 0, "B", &["cc"], "(B[cc];W[bb])"),
        ("(;A[1]C[open", 0, "A", &["2"], "(;A[2]C[open"),
        ("(;A[1]C[open", 0, "B", &["aa"], "(;A[1]C[open]B[aa]"),
        ("(;A[1]C[open\\", 0, "B", &["aa"], "(;A[1]C[open\\\n]B[aa]"),
    ] {
        let mut file = open(before);
        set(&mut file, node, name, values);
        assert_eq!(String::from_utf8(file.write()).unwrap(), after);
        let id = file.tree().node(node).unwrap();
        file.set_edited_text(id, None);
        assert_eq!(file.write(), before.as_bytes());
    }
}

#[test]
fn a_game_is_removed_from_its_file() {
    let file = open("mail\n(;N[a];N[b]\n)\n(;N[c](;N[d])(;N[e");
    assert_eq!(file.write_game(file.games()[0]), b"(;N[a];N[b])\n");
    assert_eq!(file.write_game(file.games()[1]), b"(;N[c](;N[d])(;N[e]))\n");
}

#[test]
fn pretty_printing_keeps_the_content() {
    let file =
        open("(;GM[1] SZ[9]\nC[a\nb];B[aa] ;W[bb](;B[cc]C[long])(;B[dd] junk;W[ee](;B[ff])(;B[gg])))(;N[x\\");
    let pretty = String::from_utf8(file.pretty()).unwrap();
    let expected = "(;GM[1]\nSZ[9]\nC[a\nb]\n;B[aa];W[bb]\n(;B[cc]C[long])\n(;B[dd];W[ee]\n (;B[ff])\n (;B[gg])))\n(;N[x\\\n])\n";
    assert_eq!(pretty, expected);
    assert_eq!(outline(&open(&pretty)), outline(&file));
    assert_eq!(open(&pretty).pretty(), pretty.as_bytes(), "once is enough");
}

/// Bytes that often look like SGF.
fn almost_sgf() -> impl Strategy<Value = Vec<u8>> {
    let token = prop_oneof![
        4 => Just(b";".to_vec()),
        2 => Just(b"(".to_vec()),
        2 => Just(b")".to_vec()),
        3 => Just(b";N[a]".to_vec()),
        2 => Just(b"N[b]".to_vec()),
        2 => Just(b"(;N[c]".to_vec()),
        1 => Just(b"[".to_vec()),
        1 => Just(b"]".to_vec()),
        1 => Just(b"\\".to_vec()),
        1 => Just(b"\r\n ".to_vec()),
        1 => Just("C[碁\\]".as_bytes().to_vec()),
        1 => Just(b"CA[SJIS]PB[\x83\x5D]".to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(token, 0..40).prop_map(|tokens| tokens.concat())
}

proptest! {
    #[test]
    fn any_file_is_written_back_unchanged(bytes in almost_sgf()) {
        if let Ok(mut file) = read(&bytes) {
            prop_assert_eq!(file.write(), bytes.clone());
            file.tree_mut();
            prop_assert_eq!(file.write(), bytes);
        }
    }

    #[test]
    fn no_bytes_make_reading_fail(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(file) = read(&bytes) {
            prop_assert_eq!(file.write(), bytes);
        }
    }

    #[test]
    fn utf16_files_are_written_back_byte_for_byte(
        text in "\\(;[A-Z]\\[[a-z碁\u{1F600}\\]\\\\]{0,20}",
        big_endian: bool,
        odd: bool,
    ) {
        let units = format!("\u{FEFF}{text}").encode_utf16().collect::<Vec<_>>();
        let in_order = |u: &u16| if big_endian { u.to_be_bytes() } else { u.to_le_bytes() };
        let mut bytes: Vec<u8> = units.iter().flat_map(in_order).collect();
        bytes.extend(odd.then_some(7));
        prop_assert_eq!(read(&bytes).unwrap().charset(), Charset::Utf16 { big_endian });
        prop_assert_eq!(read(&bytes).unwrap().write(), bytes);
    }

    #[test]
    fn one_edit_changes_one_property(
        bytes in almost_sgf(),
        pick in any::<prop::sample::Index>(),
        name in "N|C|ZZ",
        value in prop::option::of("[a-z\\]\\\\\n碁]{0,8}"),
    ) {
        let Ok(mut file) = read(&bytes) else { return Ok(()) };
        let Ok(value) = value.map(|value| file.encode_value(&value)).transpose() else { return Ok(()) };
        let node = file.tree().node(pick.index(file.tree().len())).unwrap();
        let before = file.clone();
        let text = file.text_with(node, &name, &value.clone().into_iter().collect::<Vec<_>>());
        file.set_edited_text(node, Some(text));
        for other in file.tree().preorder(file.tree().root(node)).filter(|n| *n != node) {
            prop_assert_eq!(before.node(other).raw(), file.node(other).raw());
        }
        let rest = |f: &Collection| -> Vec<Vec<u8>> {
            f.node(node).properties().filter(|p| !p.means(&name)).map(|p| p.raw().to_vec()).collect()
        };
        prop_assert_eq!(rest(&before).len(), rest(&file).len());
        let held: Vec<_> = file.node(node).values(&name).map(|v| v.raw().to_vec()).collect();
        prop_assert_eq!(held, value.into_iter().collect::<Vec<_>>());
        let again = read_as(&file.write(), file.charset()).unwrap();
        prop_assert_eq!(again.tree().len(), file.tree().len());
        file.set_edited_text(node, None);
        prop_assert_eq!(file.write(), bytes);
    }

    #[test]
    fn a_pretty_file_reads_back_as_the_same_tree(bytes in almost_sgf()) {
        if let Ok(file) = read(&bytes) {
            let again = read_as(&file.pretty(), file.charset()).unwrap();
            prop_assert_eq!(outline(&again), outline(&file));
        }
    }

    #[test]
    fn a_rearranged_file_reads_back_as_the_same_tree(
        bytes in almost_sgf(),
        cut in any::<prop::sample::Index>(),
        onto in any::<prop::sample::Index>(),
        index in 0usize..4,
    ) {
        if let Ok(mut file) = read(&bytes) {
            let nodes = file.tree().len();
            let pick = |index: prop::sample::Index| file.tree().node(index.index(nodes)).unwrap();
            let (node, parent) = (pick(cut), pick(onto));
            let place = file.tree_mut().cut(node);
            if place.is_some() && !file.tree_mut().attach(node, Attachment { parent, index, preferred: false }) {
                file.tree_mut().attach(node, place.unwrap());
            }
            let again = read_as(&file.write(), file.charset()).unwrap();
            prop_assert_eq!(outline(&again), outline(&file), "{}", String::from_utf8_lossy(&file.write()));
        }
    }
}

mod charsets;
