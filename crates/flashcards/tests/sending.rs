//! Sending a deck to Anki: the package first, then note by note, and a message for every failure.
//! The replies were recorded from AnkiConnect 25.2.

#![allow(clippy::unwrap_used, clippy::panic)]

use flashcards::connect::{ConnectError, LARGEST_BODY, Reply, Request, Sending, SendingStep, Sent};
use flashcards::{Deck, Settings, read};
use serde_json::Value;

fn deck(copies: usize) -> Deck {
    let reading = read(include_str!("data/opening_english.txt").as_bytes());
    let mut deck = Deck::new(reading.decisions(), &Settings::default());
    deck.cards = vec![deck.cards[0].clone(); copies];
    deck
}

fn body(text: &str) -> Reply {
    Reply::Body(text.to_string())
}

fn post(step: SendingStep) -> Value {
    let SendingStep::Post(Request { body }) = step else { panic!("{step:?}") };
    assert!(body.len() < LARGEST_BODY);
    serde_json::from_str(&body).unwrap()
}

#[test]
fn a_package_is_imported_whole() {
    let deck = deck(1);
    let (mut sending, first) = Sending::start(&deck, Some("/tmp/deck.apkg"), Some("secret"));
    let first: Value = serde_json::from_str(&first.body).unwrap();
    assert_eq!((first["action"].as_str(), first["key"].as_str()), (Some("version"), Some("secret")));
    let import = post(sending.handle(&body(r#"{"result": 6, "error": null}"#)));
    assert_eq!(import["action"], "importPackage");
    assert_eq!(import["params"]["path"], "/tmp/deck.apkg");
    assert_eq!(import["key"], "secret");
    let done = sending.handle(&body(r#"{"result": true, "error": null}"#));
    assert_eq!(done, SendingStep::Done(Sent { package: true, ..Sent::default() }));
}

#[test]
fn an_anki_that_cannot_see_the_file_gets_the_notes_one_by_one() {
    let deck = deck(3);
    let (mut sending, _) = Sending::start(&deck, Some("/tmp/deck.apkg"), None);
    sending.handle(&body(r#"{"result": 6, "error": null}"#));
    let prepare = post(sending.handle(&body(r#"{"result": null, "error": "No such file or directory"}"#)));
    let actions: Vec<&str> = prepare["params"]["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|a| a["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, ["createDeck", "createDeck", "createModel"]);
    let notes = post(sending.handle(&body(
        r#"{"result": [1, 2, {"result": null, "error": "Model name already exists"}], "error": null}"#,
    )));
    let notes = notes["params"]["actions"].as_array().unwrap();
    assert_eq!(notes.len(), 3);
    assert_eq!(notes[0]["params"]["note"]["deckName"], "Backgammon::Checker play");
    let done = sending.handle(&body(
        r#"{"result": [1496198395707, {"result": null, "error": "cannot create note because it is a duplicate"},
            {"result": null, "error": "model was not found: Tabiya Backgammon"}], "error": null}"#,
    ));
    let find = post(done);
    assert_eq!(find["params"]["actions"][0]["action"], "findNotes");
    let done = sending.handle(&body(r#"{"result": [[]], "error": null}"#));
    assert_eq!(done, SendingStep::Done(Sent { added: 1, known: 1, refused: 1, ..Sent::default() }));
}

/// Answers to the notes of a deck of four: one is new, the others are there already.
fn three_duplicates(deck: &Deck) -> (Sending<'_>, Value) {
    let (mut sending, _) = Sending::start(deck, None, Some("secret"));
    sending.handle(&body(r#"{"result": 6, "error": null}"#));
    sending.handle(&body(r#"{"result": [1, 2, 3], "error": null}"#));
    let known = r#"{"result": null, "error": "cannot create note because it is a duplicate"}"#;
    let step =
        sending.handle(&body(&format!(r#"{{"result": [7, {known}, {known}, {known}], "error": null}}"#)));
    (sending, post(step))
}

#[test]
fn notes_that_have_changed_are_updated() {
    let deck = deck(4);
    let (mut sending, find) = three_duplicates(&deck);
    let actions = find["params"]["actions"].as_array().unwrap();
    assert_eq!((actions.len(), &actions[0]["key"]), (3, &Value::from("secret")));
    let query = actions[0]["params"]["query"].as_str().unwrap();
    let wanted = "\"note:Tabiya Backgammon\" \"deck:Backgammon::Checker play\" \"XGID:XGID=-b----E-C";
    assert!(query.starts_with(wanted), "{query}");
    // The second cannot be found any more.
    let info = post(
        sending.handle(&body(r#"{"result": [[11], [], {"result": [13], "error": null}], "error": null}"#)),
    );
    assert_eq!(
        (&info["action"], &info["params"]["notes"]),
        (&"notesInfo".into(), &serde_json::json!([11, 13]))
    );
    let note = |id: u64, back: &str| {
        let names = ["XGID", "Front", "Back", "AnalysisData", "Note", "Source", "Extra1", "Extra2"];
        let fields = names.iter().zip(&deck.cards[0].fields).map(|(name, value)| {
            let value = if *name == "Back" && !back.is_empty() { back } else { value };
            ((*name).to_owned(), serde_json::json!({ "value": value, "order": 0 }))
        });
        serde_json::json!({ "noteId": id, "fields": fields.collect::<serde_json::Map<_, _>>() })
    };
    let infos = serde_json::json!({ "result": [note(11, ""), note(13, "old")], "error": null });
    let update = post(sending.handle(&body(&infos.to_string())));
    let actions = update["params"]["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 1, "the first is as it was");
    assert_eq!(
        (&actions[0]["action"], &actions[0]["params"]["note"]["id"]),
        (&"updateNoteFields".into(), &13.into())
    );
    assert_eq!(actions[0]["params"]["note"]["fields"]["Back"], deck.cards[0].fields[2]);
    let done = sending.handle(&body(r#"{"result": [{"result": null, "error": null}], "error": null}"#));
    assert_eq!(done, SendingStep::Done(Sent { added: 1, updated: 1, known: 2, ..Sent::default() }));
}

#[test]
fn an_update_that_anki_refuses_is_counted() {
    let deck = deck(4);
    let (mut sending, _) = three_duplicates(&deck);
    sending.handle(&body(r#"{"result": [[11], [12], [13]], "error": null}"#));
    sending.handle(&body(
        r#"{"result": [{"noteId": 11, "fields": {}}, {"noteId": 12, "fields": {}}, {}], "error": null}"#,
    ));
    let done = sending.handle(&body(
        r#"{"result": [null, {"result": null, "error": "note was not found"}], "error": null}"#,
    ));
    assert_eq!(
        done,
        SendingStep::Done(Sent { added: 1, updated: 1, known: 1, refused: 1, ..Sent::default() })
    );
}

#[test]
fn the_key_is_in_every_action_of_a_bundle() {
    let deck = deck(2);
    let (mut sending, _) = Sending::start(&deck, None, Some("secret"));
    let all_have_it = |request: &Value| {
        let inside = request["params"]["actions"].as_array().unwrap();
        request["key"] == "secret" && inside.iter().all(|action| action["key"] == "secret")
    };
    let prepare = post(sending.handle(&body(r#"{"result": 6, "error": null}"#)));
    assert!(all_have_it(&prepare), "{prepare}");
    let notes = post(sending.handle(&body(r#"{"result": [1, 2, 3], "error": null}"#)));
    assert!(all_have_it(&notes));
    let (mut sending, _) = Sending::start(&deck, None, None);
    sending.handle(&body(r#"{"result": 6, "error": null}"#));
    let refusal =
        r#"{"result": [{"result": null, "error": "valid api key must be provided"}], "error": null}"#;
    assert_eq!(sending.handle(&body(refusal)), SendingStep::Failed(ConnectError::KeyRequired));
}

#[test]
fn bodies_stay_small_however_many_cards_there_are() {
    let deck = deck(400);
    let (mut sending, _) = Sending::start(&deck, None, None);
    let mut step = sending.handle(&body(r#"{"result": 6, "error": null}"#));
    step = match step {
        SendingStep::Post(_) => sending.handle(&body(r#"{"result": [1, 2, 3], "error": null}"#)),
        other => panic!("{other:?}"),
    };
    let mut posts = 0;
    while let SendingStep::Post(_) = step {
        let request = post(step);
        let count = request["params"]["actions"].as_array().unwrap().len();
        step = sending.handle(&body(&format!("{{\"result\": {:?}, \"error\": null}}", vec![7; count])));
        posts += 1;
    }
    assert_eq!(step, SendingStep::Done(Sent { added: 400, ..Sent::default() }));
    assert!(posts > 2, "{posts}");
}

#[test]
fn every_refusal_has_a_clear_message() {
    let deck = deck(1);
    for (reply, error) in [
        (Reply::Refused, ConnectError::NotRunning),
        (Reply::TimedOut, ConnectError::TimedOut),
        (Reply::Status(404), ConnectError::NotAnkiConnect),
        (body("<html>hello</html>"), ConnectError::NotAnkiConnect),
        (body("{\"hello\": 1}"), ConnectError::NotAnkiConnect),
        (body("5"), ConnectError::TooOld(5)),
        (body(r#"{"result": 5, "error": null}"#), ConnectError::TooOld(5)),
        (body(r#"{"result": null, "error": "valid api key must be provided"}"#), ConnectError::KeyRequired),
        (
            body(r#"{"result": null, "error": "unsupported action"}"#),
            ConnectError::Anki("unsupported action".into()),
        ),
    ] {
        let (mut sending, _) = Sending::start(&deck, None, None);
        assert_eq!(sending.handle(&reply), SendingStep::Failed(error.clone()));
        assert!(error.to_string().len() > 20, "{error}");
    }
}
