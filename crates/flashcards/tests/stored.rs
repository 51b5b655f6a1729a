//! Data as earlier versions stored it: items of the collection and the schedule in the browser, settings in a file.

#![allow(clippy::unwrap_used, clippy::panic)]

use flashcards::{
    Card, CardCollection, Content, DecisionKind, Export, Played, Selection, Settings, TakeOption,
};

const DECISION: &str = r#"{"id":0,"key":"k1","source":"export.txt","what":{"Decision":{
    "position":"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10","players":{"bottom":"Ann","top":"Bo"},
    "kind":"Checker","choices":[{"label":"8/5 6/5","equity":0.162,"loss":0.0,"rank":1,"xg_rank":1,
    "xg_notation":"8/5 6/5","xg_error":null,"from_xg_analysis":true,"level":"3-ply","chances":null,"played":true}],
    "chances":null,"note":"Mine.","footnotes":[],
    "source":{"program":"eXtreme Gammon","version":"2.10","match_equity":"Kazaross XG2"},
    "warnings":[{"Pips":{"side":"bottom","printed":100,"board":167}}],"line":1}}}"#;

const CUBE: &str = r#"{"id":1,"key":"k2","source":"export.txt","what":{"Decision":{
    "position":"XGID=---BBBBB-B------A--bbbbcb-:1:1:1:00:1:3:0:7:10","players":{"bottom":"","top":""},
    "kind":{"Cube":{"option":"DoubleTake","beaver":false}},"choices":[],
    "chances":{"wins":79.46,"gammons":17.05,"backgammons":0.67,"losses":20.54,"lost_gammons":3.2,"lost_backgammons":0.1},
    "note":"","footnotes":[],"source":{"program":"","version":"","match_equity":""},"warnings":[],"line":9}}}"#;

const QUESTION: &str = r#"{"id":4,"key":"k3","source":"match.mat","what":{"Question":{
    "position":"XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10","players":{"bottom":"Ann","top":"Bo"},
    "played":{"Play":"13/8 24/22"},"line":19}}}"#;

#[test]
fn a_stored_collection_is_restored() {
    let (collection, unreadable) = CardCollection::restore([QUESTION, DECISION, CUBE]);
    assert_eq!(unreadable, 0);
    assert_eq!(collection.items().iter().map(|item| item.id).collect::<Vec<_>>(), [0, 1, 4]);
    let decisions: Vec<_> = collection.decisions().collect();
    assert_eq!(
        (decisions[0].note.as_str(), decisions[0].players.of(decisions[0].position.turn)),
        ("Mine.", "Ann")
    );
    assert_eq!(decisions[0].warnings.len(), 1);
    assert!(matches!(decisions[1].kind, DecisionKind::Cube(_)));
    let Content::Question(question) = &collection.items()[2].content else { panic!("a question") };
    assert!(matches!(question.played, Some(Played::Play(play)) if play.to_string() == "24/22 13/8"));
}

/// A pending double as an earlier version stored it: five options, and what the taker did as one of them.
fn pending_double() -> String {
    let choice = |label: &str, equity: f64, loss: f64, rank: u8, error: &str, listed: bool, played: bool| {
        format!(
            r#"{{"label":"{label}","equity":{equity},"loss":{loss},"rank":{rank},"xg_rank":{},"xg_notation":"{label}",
            "xg_error":{error},"from_xg_analysis":{listed},"level":"2-ply","chances":null,"played":{played}}}"#,
            if listed { "1" } else { "null" }
        )
    };
    let choices = [
        choice("No double/Take", 0.2, 0.0, 1, "null", true, false),
        choice("Double/Take", 0.1, 0.0, 2, "-0.1", true, false),
        choice("Double/Pass", 1.0, 0.9, 3, "0.8", true, true),
        choice("Too good/Take", 0.2, 0.0, 4, "null", false, false),
        choice("Too good/Pass", 0.2, 0.9, 5, "null", false, false),
    ];
    format!(
        r#"{{"id":7,"key":"Oez5jQ41TH","source":"match.sgf","what":{{"Decision":{{
        "position":"XGID=---BBBBB-B------A--bbbbcb-:0:0:1:D:1:3:0:7:10","players":{{"bottom":"Ann","top":"Bo"}},
        "kind":{{"Cube":{{"option":"NoDoubleTake","beaver":false}}}},"choices":[{}],"chances":null,
        "note":"Mine.","footnotes":[],"source":{{"program":"","version":"","match_equity":""}},"warnings":[],"line":9}}}}}}"#,
        choices.join(",")
    )
}

#[test]
fn a_stored_pending_double_becomes_the_takers_decision_and_stays_the_same_card() {
    let (collection, unreadable) = CardCollection::restore([pending_double().as_str()]);
    assert_eq!(unreadable, 0);
    let decision = collection.decisions().next().unwrap();
    assert_eq!(decision.kind, DecisionKind::Take(TakeOption::Take));
    assert_eq!((decision.player(), decision.note.as_str()), ("Bo", "Mine."));
    let choices: Vec<_> = decision.choices.iter().map(|c| (c.label.as_str(), c.loss, c.played)).collect();
    assert_eq!(choices, [("Take", 0.0, false), ("Pass", 0.9, true)]);
    assert_eq!(Card::guid_of(decision), collection.items()[0].key, "notes in Anki are found by this id");
}

#[test]
fn a_stored_selection_is_read() {
    let selection: Selection = serde_json::from_str(r#"{"least_loss":0.05,"player":"Ann"}"#).unwrap();
    assert_eq!((selection.least_loss, selection.player.as_str()), (0.05, "Ann"));
}

#[test]
fn a_settings_file_is_read() {
    let settings = Settings::read(
        "scheme = \"ocean\"\nswap_colors = true\ndeck_name = \"Backgammon\"\nshow_options = true\ninteractive_moves = false\n\
         export = \"ankiconnect\"\norientation = \"clockwise\"\noption_count = 4\npips = false\nscore = \"away\"\nseed = 7\n\
         anki_address = \"127.0.0.1:8765\"\nanki_key = \"\"\ngnubg = \"\"\nplies = 1\nlanguage = \"vi\"\n",
    );
    let settings = settings.unwrap();
    assert_eq!((settings.option_count, settings.plies, settings.seed), (4, 1, 7));
    assert_eq!((settings.export, settings.pips), (Export::AnkiConnect, false));
}
