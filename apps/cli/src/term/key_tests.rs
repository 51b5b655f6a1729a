//! Letters on the board: points, commands that run with Enter, and keys of one's own.

use super::config::OpponentChoice;
use super::testing::TestApp;

#[test]
fn points_can_be_typed_whichever_letter_they_begin_with() {
    let mut test = TestApp::with(|environment| environment.config.game.opponent = OpponentChoice::Friend);
    test.keys("<Enter>a1<Enter>").keys("D4<Enter>").keys("5f<Enter>").keys(":H9<Enter>").keys(":pass<Enter>");
    assert_eq!(test.line(), ";B[ai];W[df];B[fe];W[ha];B[])");
    test.keys("99x<Enter>");
    test.expect("“99x” is not a point on this board");
    test.keys("D4<Enter>");
    test.expect("D4: there is already a stone there");
}

#[test]
fn a_typed_point_never_runs_a_command() {
    let mut test = TestApp::with(|environment| {
        environment.config.game.opponent = OpponentChoice::Friend;
        environment.config.game.size = 19;
    });
    test.keys("<Enter>");
    let letters = "ABCDEFGHJKLMNOPQRST";
    for (n, letter) in letters.chars().enumerate() {
        let row = 2 * (n % 9) + 1;
        let typed = if n % 2 == 0 { letter.to_ascii_lowercase() } else { letter };
        test.keys(&format!("{typed}{row}"));
        test.expect(&format!("Play at: {typed}{row}"));
        test.keys("<Enter>");
        test.expect(&format!("{:>3}. {} {letter}{row}", n + 1, if n % 2 == 0 { 'B' } else { 'W' }));
    }
    test.expect("REC").expect("Moves");
}

#[test]
fn a_letter_alone_says_its_command_and_runs_it_with_enter() {
    let mut test = TestApp::with(|environment| environment.config.game.opponent = OpponentChoice::Friend);
    test.keys("<Enter>p");
    test.expect("Enter: pass");
    test.keys("<Esc>");
    assert_eq!(test.line(), "");
    test.keys("p<Enter>");
    assert_eq!(test.line(), ";B[])");
    test.keys("b<Enter>");
    test.expect("“b” is not a point on this board");
    test.keys("h").keys("<Enter>");
    assert_eq!(test.line(), ";B[];W[de])", "h alone moves the cursor");
}

#[test]
fn own_keys_replace_the_usual_ones_and_their_hints() {
    let mut test = TestApp::with(|environment| {
        environment.config.game.opponent = OpponentChoice::Friend;
        environment.config.keys.insert("pass".to_owned(), "-".to_owned());
    });
    test.keys("<Enter>");
    test.expect("- pass");
    test.keys("-");
    assert_eq!(test.line(), ";B[])");
    test.keys("p<Enter>");
    test.expect("“p” is not a point on this board");
}
