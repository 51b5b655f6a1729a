use super::*;

const B: Color = Color::Black;
const W: Color = Color::White;

fn put(stones: &'static [(&str, Color)]) -> impl FnOnce(&mut GoRecord) {
    move |r| {
        r.enter_set_up();
        for (name, color) in stones {
            r.set_up(at(name), *color).unwrap();
        }
    }
}

#[test]
fn the_first_stone_makes_a_set_up_node_and_others_join_it() {
    changes("(;SZ[9];B[cc])", "0", put(&[]), "(;SZ[9];B[cc])");
    changes("(;SZ[9];B[cc])", "0", put(&[("dd", W)]), "(;SZ[9];B[cc];AW[dd])");
    changes(
        "(;SZ[9];B[cc])",
        "0",
        put(&[("dd", W), ("ee", B), ("ff", W)]),
        "(;SZ[9];B[cc];AW[dd][ff]AB[ee])",
    );
    changes("(;SZ[9];B[cc];W[gg])", "0", put(&[("dd", W)]), "(;SZ[9];B[cc](;W[gg])(;AW[dd]))");
    changes("(;SZ[9];B[cc])", "0", put(&[("cc", W)]), "(;SZ[9];B[cc];AE[cc])");
    changes("(;SZ[9];B[cc])", "0", put(&[("dd", W), ("dd", W), ("ee", B)]), "(;SZ[9];B[cc];AB[ee])");
    changes("(;SZ[9];B[cc])", "0", put(&[("cc", W), ("cc", B)]), "(;SZ[9];B[cc];)");
    changes("(;SZ[9];B[cc])", "0", put(&[("cc", W), ("cc", W)]), "(;SZ[9];B[cc];AW[cc])");
}

#[test]
fn the_first_node_and_set_up_nodes_are_edited_in_place() {
    changes("(;SZ[9];B[cc])", ".", put(&[("dd", W)]), "(;SZ[9]AW[dd];B[cc])");
    changes("(;SZ[9]AB[aa:bb]AW[cc])", ".", put(&[("dd", W)]), "(;SZ[9]AB[aa:bb]AW[cc][dd])");
    changes("(;SZ[9]AB[aa:bb]AW[cc])", ".", put(&[("ab", W)]), "(;SZ[9]AB[aa][ba][bb]AW[cc])");
    changes("(;SZ[9];B[cc];AW[dd];B[ee])", "0.0", put(&[("cc", W)]), "(;SZ[9];B[cc];AW[dd]AE[cc];B[ee])");
    changes("(;SZ[9];B[cc];AE[cc];B[ee])", "0.0", put(&[("cc", B)]), "(;SZ[9];B[cc];;B[ee])");
}

#[test]
fn an_added_stone_captures() {
    let file = "(;SZ[3]AB[ab];W[aa])";
    let r = changes(file, "0", put(&[("ba", B)]), "(;SZ[3]AB[ab];W[aa];AB[ba]AE[aa])");
    assert_eq!(r.position().prisoners(B), 0, "only moves take prisoners");
    changes("(;SZ[3]AB[ab]AW[aa])", ".", put(&[("ba", B)]), "(;SZ[3]AB[ab][ba])");
}

#[test]
fn a_stone_without_liberties_that_captures_nothing_is_refused() {
    let mut r = open("(;SZ[3]AB[ab][ba])");
    r.enter_set_up();
    assert_eq!(r.set_up(at("aa"), W), Err(GoRefusal::NoLiberty { at: at("aa") }.into()));
    assert_eq!(r.set_up(at("aa"), B), Ok(()));
    assert_eq!(r.set_up(at("dd"), B), Err(GoRefusal::Illegal(Illegal::OffBoard { at: at("dd") }).into()));
}

#[test]
fn navigation_leaves_set_up_mode_and_does_not_enter_it() {
    let mut r = open("(;SZ[9];AB[cc];W[dd])");
    assert_eq!(r.mode(), Mode::Play);
    r.forward();
    assert_eq!(r.mode(), Mode::Play);
    r.enter_set_up();
    assert_ne!(r.mode(), Mode::Play);
    r.back();
    assert_eq!(r.mode(), Mode::Play);
}

#[test]
fn undo_stays_in_set_up_mode_only_at_the_set_up_node() {
    let mut r = open("(;SZ[9];B[aa];W[bb])");
    r.set_comment("far away").unwrap();
    r.to_end();
    r.enter_set_up();
    r.set_up(at("cc"), Color::Black).unwrap();
    r.undo();
    assert_ne!(r.mode(), Mode::Play);
    r.undo();
    assert_eq!(r.mode(), Mode::Play, "that was at the start");
}
