//! Comments and judgements at the cursor, and raw properties.

use study::Effect;

use super::player::{Player, script, shows_message};

#[test]
fn typing_a_comment_is_one_step() {
    let player = Player::with("(;SZ[9])").plays("type:h type:he type:hel Ctrl+Z");
    assert_eq!(player.written(), "(;SZ[9])");
}

#[test]
fn points_in_a_comment_are_replaced_with_words() {
    script("(;SZ[9];B[ee]C[E5 is good, E5])", "Right Ctrl+T", "(;SZ[9];B[ee]C[this is good, E5])", "0");
    script("(;SZ[9]TR[ee]C[see E5])", "Ctrl+M", "(;SZ[9]TR[ee]C[see marked stone])", ".");
    script("(;SZ[9]SQ[ee]C[see E5])", "Ctrl+M", "(;SZ[9]SQ[ee]C[see square marked stone])", ".");
    script("(;SZ[9]LB[ee:A]C[see E5])", "Ctrl+M", "(;SZ[9]LB[ee:A]C[see A])", ".");
}

#[test]
fn lines_of_a_comment_are_dropped_by_their_number() {
    for (key, left) in [("Ctrl+1", "b\nc"), ("Ctrl+2", "a\nc"), ("Alt+3", "a\nb")] {
        script("(;SZ[9]C[a\nb\nc])", key, &format!("(;SZ[9]C[{left}])"), ".");
    }
    script("(;SZ[9]C[1\n2\n3\n4\n5])", "Ctrl+5 Ctrl+4", "(;SZ[9]C[1\n2\n3])", ".");
    script("(;SZ[9]C[a])", "Ctrl+1", "(;SZ[9])", ".");
}

#[test]
fn a_cleared_comment_goes_to_the_clipboard() {
    let player = Player::with("(;SZ[9]C[gone])").plays("Ctrl+K");
    assert_eq!(player.written(), "(;SZ[9])");
    assert!(player.effects.contains(&Effect::Copy("gone".into())));
}

#[test]
fn judgements_of_the_move_and_of_the_position() {
    for (words, properties) in [
        ("judge:good", "TE[1]"),
        ("judge:good2", "TE[2]"),
        ("judge:bad2", "BM[2]"),
        ("judge:doubtful", "DO[]"),
        ("judge:interesting", "IT[]"),
        ("judge:for-black", "GB[1]"),
        ("judge:for-white2", "GW[2]"),
        ("judge:even", "DM[1]"),
        ("judge:unclear", "UC[1]"),
        ("judge:hotspot2", "HO[2]"),
        ("judge:good judge:bad", "BM[1]"),
        ("judge:even judge:unclear", "UC[1]"),
        ("judge:good judge:even judge:hotspot", "TE[1]DM[1]HO[1]"),
        ("judge:good judge:none", ""),
        ("name:tesuji", "N[tesuji]"),
    ] {
        script("(;SZ[9];B[ee])", &format!("Right {words}"), &format!("(;SZ[9];B[ee]{properties})"), "0");
    }
}

#[test]
fn any_property_can_be_set() {
    script("(;SZ[9])", "property:XY=one,two", "(;SZ[9]XY[one][two])", ".");
    script("(;SZ[9]XY[one])", "property:XY=", "(;SZ[9])", ".");
    script("(;SZ[9]AB[aa])", "property:PL=W click:E5", "(;SZ[9]AB[aa]PL[W];W[ee])", "0");
    shows_message("(;SZ[9])", "property:1x=a", "This is not a valid SGF property.");
    shows_message("(;SZ[9])", "property:XY=a]b", "This is not a valid SGF property.");
}

#[test]
fn a_position_is_searched_in_the_notation_of_its_game() {
    let player = Player::with("(;SZ[3];B[aa];W[cb])").plays("End Alt+L");
    assert!(player.effects.contains(&Effect::SearchLibrary("X../..O/...".into())), "{:?}", player.effects);
    let player = Player::with("1. e4 *").plays("Right Alt+L");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert!(player.effects.contains(&Effect::SearchLibrary(fen.into())), "{:?}", player.effects);
}
