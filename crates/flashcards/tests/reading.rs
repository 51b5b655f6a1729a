//! Reading exports in four languages, matches and ids, with the location of every error.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use flashcards::{
    Decision, DecisionKind, Format, Played, Problem, ReadResult, Selection, TakeOption, Warning, read,
};
use proptest::prelude::*;
use rules::backgammon::Side;

const ENGLISH: &str = include_str!("data/opening_english.txt");
const FRENCH: &str = include_str!("data/cube_french.txt");
const GERMAN: &str = include_str!("data/cube_german.txt");
const JAPANESE: &str = include_str!("data/checker_japanese.txt");
const SGF: &str = include_str!("data/match.sgf");
const MAT: &str = include_str!("data/match.mat");

fn only(text: &str) -> Decision {
    let reading = read(text.as_bytes());
    assert_eq!(reading.found.len(), 1, "{:?}", reading.errors().collect::<Vec<_>>());
    reading.decisions().next().unwrap().clone()
}

fn verdict(decision: &Decision) -> String {
    match decision.kind {
        DecisionKind::Cube(verdict) => verdict.to_string(),
        DecisionKind::Checker | DecisionKind::Take(_) => decision.best().unwrap().label.clone(),
    }
}

#[test]
fn a_match_without_analysis_is_all_questions() {
    let bare = "(;GM[6]MI[length:5][game:0][ws:1][bs:0]PW[Ada]PB[Bob];W[31hefe];B[double];W[take];B[62agac]\n;W[11fefehghg])";
    let reading = read(bare.as_bytes());
    assert_eq!((reading.decisions().count(), reading.errors().count()), (0, 0));
    let asked: Vec<String> =
        reading.questions().map(|q| format!("{} {:?}", q.position.to_act(), q.position.stage)).collect();
    assert_eq!(asked.len(), 6, "{asked:?}");
    assert_eq!((asked[1].as_str(), asked[2].as_str()), ("bottom OnRoll", "top Doubled"));
    let dead = "(;GM[6]MI[length:3][game:0][ws:2][bs:1]PW[Ada]PB[Bob];W[31hefe];B[62agac];W[11fefehghg])";
    let cubes = read(dead.as_bytes());
    let cubes: Vec<_> = cubes.questions().filter(|q| q.position.dice().is_none()).collect();
    assert_eq!(cubes.len(), 1, "the leader cannot gain by a double");
    assert_eq!(cubes[0].position.turn.to_string(), "bottom");
}

#[test]
fn a_rollout_with_its_footnote_and_the_players_note() {
    let decision = only(ENGLISH);
    assert_eq!(decision.warnings, []);
    assert_eq!(decision.note, "Make the five point.\n\nAlways.");
    assert_eq!(decision.footnotes.len(), 2);
    assert_eq!((decision.choices[0].confidence, decision.choices[1].confidence), (Some(0.004), None));
    assert_eq!((decision.players.bottom.as_str(), decision.players.top.as_str()), ("Anna Vogt", "Bert"));
    assert_eq!(decision.source.version, "2.19.211");
    assert_eq!(decision.source.match_equity, "Kazaross XG2");
    let rows: Vec<_> =
        decision.choices.iter().map(|c| (c.level.as_str(), c.label.as_str(), c.xg_error, c.loss)).collect();
    assert_eq!(
        rows,
        [
            ("Rollout¹", "8/5 6/5", None, 0.0),
            ("XG Roller++", "24/23 13/10", Some(-0.173), 0.173),
            ("3-ply", "24/20", Some(-0.158), 0.158),
            ("3-ply", "13/9", Some(0.008), 0.0),
        ]
    );
    let chances = decision.choices[0].chances.unwrap();
    assert_eq!((chances.wins, chances.gammons, chances.lost_backgammons), (55.1, 17.2, 0.6));
}

#[test]
fn every_language_gives_its_verdict_by_numbers() {
    for (text, expected, level, players) in [
        (FRENCH, "No double/Beaver", "XG Roller++", ("Zoé", "Jean-Luc")),
        (GERMAN, "Double/Take", "XG Roller+", ("Jörg", "Spieler 2")),
        (JAPANESE, "", "2-ply", ("プレーヤー 1", "プレーヤー 2")),
    ] {
        let decision = only(text);
        assert_eq!(verdict(&decision), expected);
        assert_eq!(decision.level(), level);
        assert_eq!((decision.players.bottom.as_str(), decision.players.top.as_str()), players);
        assert_eq!(decision.warnings, [], "{expected}");
    }
    assert_eq!(only(FRENCH).note, "Trop tôt.");
    assert_eq!(only(FRENCH).choices[1].xg_notation, "Double/Beaver");
    assert_eq!(only(GERMAN).choices[0].xg_error, Some(-0.085));
}

#[test]
fn windows_bytes_and_other_line_breaks_are_read_the_same() {
    let french = encoding_rs::WINDOWS_1252.encode(FRENCH).0;
    assert_eq!(read(&french).decisions().next(), Some(&only(FRENCH)));
    let japanese = encoding_rs::SHIFT_JIS.encode(JAPANESE).0;
    assert_eq!(read(&japanese).decisions().next(), Some(&only(JAPANESE)));
    let windows = format!("\u{feff}{}", ENGLISH.replace('\n', "\r\n"));
    assert_eq!(read(windows.as_bytes()).decisions().next(), Some(&only(ENGLISH)));
}

#[test]
fn a_text_that_contradicts_its_position_gets_a_warning() {
    for (from, to, expected) in [
        ("X: 167  O: 167", "X: 166  O: 167", Warning::Pips { side: Side::Bottom, printed: 166, board: 167 }),
        ("Score is X:2 O:0", "Score is X:2 O:1", Warning::Score { side: Side::Top, printed: 1, id: 0 }),
        ("X-O: 2-0/5", "X-O: 2-0/7", Warning::MatchLength { printed: 7, id: 5 }),
        ("X-O: 2-0/5", "X-O: 2-0/5 Crawford", Warning::Crawford { printed: true }),
        (
            " | O           X    |   | X              O |\n +12",
            " | O           X    |   | X           O    |\n +12",
            Warning::Diagram { point: 1 },
        ),
        ("X to play 31", "O to play 31", Warning::OtherPlayerToAct),
        ("24/20  ", "24/19  ", Warning::IllegalPlay { notation: "24/19".into() }),
    ] {
        assert!(ENGLISH.contains(from));
        assert_eq!(only(&ENGLISH.replace(from, to)).warnings, [expected]);
    }
}

#[test]
fn an_invalid_block_is_reported_with_its_line_and_the_others_are_read() {
    let text = format!(
        "{ENGLISH}\n\nXGID=-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:5:10\n\nnonsense\n\n{GERMAN}\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10\nhello\n"
    );
    let reading = read(text.as_bytes());
    let shape: Vec<_> = reading.found.iter().map(Result::is_ok).collect();
    assert_eq!(shape, [true, false, true, false]);
    let errors: Vec<String> = reading.errors().map(ToString::to_string).collect();
    assert!(errors[0].starts_with("line 49: XGID, board:"), "{}", errors[0]);
    assert_eq!(errors[1], "line 76: no moves and no cube table below this position");
    let problem = |text: &str| read(text.as_bytes()).errors().next().unwrap().problem.clone();
    assert_eq!(
        problem(&GERMAN.replace("       Kein", "Kein").replace("+1.000 (", "1 (")),
        Problem::CubeRows(2)
    );
    assert_eq!(problem(&GERMAN.replace(":1:00:", ":1:52:")), Problem::DiceAtCube);
    assert_eq!(problem(&ENGLISH.replace(":1:31:", ":1:00:")), Problem::NoDice);
    assert_eq!(problem(ENGLISH.split_once('\n').unwrap().1), Problem::NoPosition);
    assert_eq!(problem("what a lovely day"), Problem::Unknown);
}

#[test]
fn bare_ids_of_any_kind_are_questions() {
    let text = "4HPwATDgc/ABMA:cAkAAAAAAAAE\n\n11ccccchhhjjjjj:66666888dddddoo:N0N\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n";
    let reading = read(text.as_bytes());
    assert_eq!(reading.questions().map(|q| q.line).collect::<Vec<_>>(), [1, 3, 4]);
    assert_eq!(reading.errors().count(), 0);
    assert_eq!(read(b"").found.len(), 0);
}

#[test]
fn an_analysed_match_is_replayed() {
    let reading = read(SGF.as_bytes());
    assert_eq!(reading.format, Format::GnubgSgf);
    assert_eq!(reading.errors().map(ToString::to_string).collect::<Vec<_>>(), Vec::<String>::new());
    let decisions: Vec<&Decision> = reading.decisions().collect();
    assert_eq!(decisions.iter().map(|d| d.line).collect::<Vec<_>>(), [2, 3, 4]);
    assert_eq!(decisions[0].players.top, "Ada ] L.");
    assert_eq!(decisions[0].played().unwrap().label, "8/5 6/5");
    assert_eq!(decisions[0].choices[1].level, "Rollout (1296 games)");
    assert_eq!(decisions[1].position.score.top, 1);
    assert_eq!(verdict(decisions[1]), "No double/Take");
    assert_eq!(decisions[1].played().unwrap().label, "Double/Take");
    assert!(decisions[1].played_loss().unwrap() > 0.3);
    // The answer is a decision of its own, of the other player.
    assert_eq!(decisions[2].kind, DecisionKind::Take(TakeOption::Take));
    assert_eq!((decisions[1].player(), decisions[2].player()), ("Bob", "Ada ] L."));
    assert_eq!(
        (decisions[2].played().unwrap().label.as_str(), decisions[2].played_loss()),
        ("Take", Some(0.0))
    );
    // The variation is not part of the game; what was not analysed is a question.
    let questions: Vec<String> = reading.questions().map(|q| q.position.xgid()).collect();
    assert_eq!(questions.len(), 2);
    assert_eq!(questions[0].split(':').nth(4), Some("62"));
    assert_eq!(questions[1].split(':').nth(4), Some("11"));
}

#[test]
fn mistakes_are_filtered_by_size_and_player() {
    let reading = read(SGF.as_bytes());
    let pick = |least_loss, player: &str| {
        let selection = Selection { least_loss, player: player.into() };
        reading.decisions().filter(|d| selection.includes_decision(d)).map(|d| d.line).collect::<Vec<_>>()
    };
    assert_eq!(pick(0.0, ""), [2, 3, 4]);
    assert_eq!(pick(0.1, ""), [3]);
    assert_eq!(pick(0.0, "bob"), [3]);
    assert_eq!(pick(0.0, "Ada ] L."), [2, 4], "the answer to a double is the other player's");
    let exported = only(ENGLISH);
    assert!(Selection { least_loss: 9.0, player: String::new() }.includes_decision(&exported));
}

#[test]
fn a_match_file_is_a_list_of_questions() {
    let reading = read(MAT.as_bytes());
    assert_eq!(reading.format, Format::Mat);
    let asked: Vec<String> = reading
        .questions()
        .map(|q| match q.played {
            Some(Played::Play(play)) => format!("{} {} {play}", q.line, q.position.dice().unwrap()),
            Some(Played::Cube(play)) => format!("{} {play:?}", q.line),
            None => String::new(),
        })
        .collect();
    assert_eq!(
        asked.join(", "),
        "7 31 8/5 6/5, 7 Rolled, 7 62 24/18 13/11, 8 Doubled, 8 Took, 9 66 24/18(2) 13/7*(2), 9 Rolled, \
         9 43 bar/21 24/21, 15 21 13/11 6/5, 16 64 24/14*"
    );
    let errors: Vec<String> = reading.errors().map(ToString::to_string).collect();
    assert_eq!(errors, ["line 10: no play is not legal with 11", "line 16: an answer where nobody doubled"]);
}

fn damaged(text: &'static str) -> impl Strategy<Value = String> {
    let cut = 0..text.len();
    (cut, 0usize..40, "\\PC{0,8}").prop_map(move |(at, length, put)| {
        let at = text.floor_char_boundary(at);
        let end = text.floor_char_boundary((at + length).min(text.len()));
        format!("{}{put}{}", &text[..at], &text[end.max(at)..])
    })
}

fn visit_all(reading: &ReadResult) {
    for decision in reading.decisions() {
        let _ = (decision.listed().len(), decision.level(), decision.played_loss());
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,200}", bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        visit_all(&read(text.as_bytes()));
        visit_all(&read(&bytes));
        visit_all(&read(format!("(;GM[6]{text}").as_bytes()));
        visit_all(&read(format!(" GNU Backgammon  Position ID: {text}").as_bytes()));
        visit_all(&read(format!(" 3 point match\n Game 1\n{text}").as_bytes()));
    }

    #[test]
    fn damaged_files_do_not_make_the_reader_panic(
        text in prop_oneof![damaged(ENGLISH), damaged(FRENCH), damaged(GERMAN), damaged(JAPANESE), damaged(SGF), damaged(MAT)]
    ) {
        visit_all(&read(text.as_bytes()));
    }
}
