//! Sends a deck to a running Anki through its AnkiConnect add-on. A state machine: it returns the request to post, and
//! the program posts it and passes the reply back. Tries to import the whole package first, then adds note by note; notes
//! that Anki has already are compared, and those that have changed are updated.

use crate::card::{Card, CardKind, FIELDS, back_template, front_template, style};
use crate::deck::{Deck, NOTE_TYPE};
use serde_json::{Value, json};
use std::fmt;

/// The add-on's default address.
pub const ADDRESS: &str = "127.0.0.1:8765";
/// How long to wait for an answer.
pub const TIMEOUT_SECONDS: u64 = 30;
/// The add-on drops connections with larger bodies on some systems.
pub const LARGEST_BODY: usize = 1_000_000;
/// The version of AnkiConnect's protocol.
pub const VERSION: u64 = 6;

/// A JSON body for `POST /`. It needs a Content-Length: the add-on does not read chunked bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub body: String,
}

/// The reply to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    Body(String),
    /// The connection was refused.
    Refused,
    TimedOut,
    /// An HTTP status other than 200: not AnkiConnect.
    Status(u16),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendingStep {
    Post(Request),
    Done(Sent),
    Failed(ConnectError),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Sent {
    /// The package was imported; Anki does not say how many notes are new.
    pub package: bool,
    pub added: usize,
    /// Already in the collection, with other fields.
    pub updated: usize,
    /// Already in the collection as they are.
    pub known: usize,
    pub refused: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectError {
    NotRunning,
    TimedOut,
    NotAnkiConnect,
    TooOld(u64),
    KeyRequired,
    /// Stopped by the user; notes sent so far stay in Anki.
    Stopped,
    Anki(String),
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConnectError::NotRunning => f.write_str(
                "Anki is not responding. Start Anki, and install the AnkiConnect add-on (2055492159) if you have not done so.",
            ),
            ConnectError::TimedOut => {
                write!(f, "Anki did not respond within {TIMEOUT_SECONDS} seconds. Is a dialog open in Anki?")
            }
            ConnectError::NotAnkiConnect => {
                f.write_str("Another program answers at this address instead of AnkiConnect. Check the address.")
            }
            ConnectError::TooOld(version) => write!(
                f,
                "AnkiConnect has version {version}, but version {VERSION} is needed. Update the add-on in Anki."
            ),
            ConnectError::KeyRequired => {
                f.write_str("AnkiConnect requires an API key. Enter the one from its configuration in the settings.")
            }
            ConnectError::Stopped => f.write_str("Stopped before everything was sent to Anki."),
            ConnectError::Anki(what) => write!(f, "Anki reports: {what}"),
        }
    }
}

impl std::error::Error for ConnectError {}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Awaiting {
    Version,
    Package,
    Preparation,
    Notes {
        from: usize,
        to: usize,
    },
    /// The ids of the notes of these cards, which Anki has already.
    Ids {
        cards: Vec<usize>,
        to: usize,
    },
    /// The fields of these notes.
    Fields {
        cards: Vec<usize>,
        to: usize,
    },
    Updates {
        count: usize,
        to: usize,
    },
}

/// One deck on its way to Anki.
#[derive(Debug)]
pub struct Sending<'a> {
    deck: &'a Deck,
    /// The package as a file that Anki can read: an absolute path on its machine.
    package: Option<&'a str>,
    key: Option<&'a str>,
    awaiting: Awaiting,
    sent: Sent,
}

impl<'a> Sending<'a> {
    /// The machine and its first request.
    pub fn start(deck: &'a Deck, package: Option<&'a str>, key: Option<&'a str>) -> (Sending<'a>, Request) {
        let sending = Sending { deck, package, key, awaiting: Awaiting::Version, sent: Sent::default() };
        let request = sending.request("version", Value::Null);
        (sending, request)
    }

    pub fn handle(&mut self, reply: &Reply) -> SendingStep {
        let result = match read(reply) {
            Ok(result) => result,
            // An Anki on another machine cannot see the file.
            Err(ConnectError::Anki(_)) if self.awaiting == Awaiting::Package => return self.prepare(),
            Err(error) => return SendingStep::Failed(error),
        };
        match self.awaiting.clone() {
            Awaiting::Version => self.version(&result),
            Awaiting::Package if result == json!(true) => {
                self.sent.package = true;
                SendingStep::Done(self.sent)
            }
            Awaiting::Package => self.prepare(),
            Awaiting::Preparation => self.prepared(&result),
            Awaiting::Notes { from, to } => self.notes_added(&result, from, to),
            Awaiting::Ids { cards, to } => self.ids_found(&result, &cards, to),
            Awaiting::Fields { cards, to } => self.fields_found(&result, &cards, to),
            Awaiting::Updates { count, to } => self.updated(&result, count, to),
        }
    }

    fn version(&mut self, result: &Value) -> SendingStep {
        match result.as_u64() {
            Some(version) if version < VERSION => SendingStep::Failed(ConnectError::TooOld(version)),
            Some(_) => match self.package {
                Some(path) => {
                    self.awaiting = Awaiting::Package;
                    SendingStep::Post(self.request("importPackage", json!({ "path": path })))
                }
                None => self.prepare(),
            },
            None => SendingStep::Failed(ConnectError::NotAnkiConnect),
        }
    }

    /// Creates decks and note type. That they already exist is not an error.
    fn prepare(&mut self) -> SendingStep {
        self.awaiting = Awaiting::Preparation;
        let kinds = [CardKind::Checker, CardKind::Cube];
        let decks = kinds.map(|kind| self.action("createDeck", json!({ "deck": self.deck.name_for(kind) })));
        let note_type = self.action(
            "createModel",
            json!({
                "modelName": NOTE_TYPE, "inOrderFields": FIELDS, "css": style(),
                "cardTemplates": [{ "Name": "Decision", "Front": front_template(), "Back": back_template() }]
            }),
        );
        let actions: Vec<Value> = decks.into_iter().chain([note_type]).collect();
        SendingStep::Post(self.request("multi", json!({ "actions": actions })))
    }

    fn prepared(&mut self, result: &Value) -> SendingStep {
        let problems = result.as_array().into_iter().flatten().filter_map(|each| each["error"].as_str());
        match problems.into_iter().find(|problem| !problem.contains("already exists")) {
            Some(problem) => SendingStep::Failed(connect_error(problem)),
            None => self.next_notes(0),
        }
    }

    /// As many notes as fit into one body.
    fn next_notes(&mut self, from: usize) -> SendingStep {
        let mut actions = Vec::new();
        // Leave room for the envelope.
        let mut size = 1000 + self.key.map_or(0, str::len);
        for card in self.deck.cards.get(from..).unwrap_or_default() {
            let note = json!({
                "deckName": self.deck.name_for(card.kind), "modelName": NOTE_TYPE, "fields": fields(card), "tags": card.tags,
                "options": { "allowDuplicate": false, "duplicateScope": "deck" }
            });
            let action = self.action("addNote", json!({ "note": note }));
            size += action.to_string().len() + 1;
            if size > LARGEST_BODY && !actions.is_empty() {
                break;
            }
            actions.push(action);
        }
        if actions.is_empty() {
            return SendingStep::Done(self.sent);
        }
        self.awaiting = Awaiting::Notes { from, to: from + actions.len() };
        SendingStep::Post(self.request("multi", json!({ "actions": actions })))
    }

    fn notes_added(&mut self, result: &Value, from: usize, to: usize) -> SendingStep {
        let answers = answers(result);
        let mut duplicates = Vec::new();
        for n in 0..to - from {
            match answers.get(n) {
                Some(answer) if is_duplicate(answer) => duplicates.push(from + n),
                Some(answer) if is_added(answer) => self.sent.added += 1,
                _ => self.sent.refused += 1,
            }
        }
        if duplicates.is_empty() {
            return self.next_notes(to);
        }
        let cards = duplicates.iter().filter_map(|card| self.deck.cards.get(*card));
        let actions: Vec<Value> =
            cards.map(|card| self.action("findNotes", json!({ "query": self.query(card) }))).collect();
        self.awaiting = Awaiting::Ids { cards: duplicates, to };
        SendingStep::Post(self.request("multi", json!({ "actions": actions })))
    }

    /// Anki compares notes by their first field.
    fn query(&self, card: &Card) -> String {
        let deck = self.deck.name_for(card.kind);
        let [xgid, ..] = &card.fields;
        let quoted = |name: &str, value: &str| format!("\"{name}:{}\"", escaped(value));
        [quoted("note", NOTE_TYPE), quoted("deck", &deck), quoted(FIELDS[0], xgid)].join(" ")
    }

    fn ids_found(&mut self, result: &Value, cards: &[usize], to: usize) -> SendingStep {
        let id = |answer: &Value| inner(answer).get(0).and_then(Value::as_u64);
        let (mut found, mut ids) = (Vec::new(), Vec::new());
        for (card, answer) in cards.iter().zip(answers(result)) {
            if let Some(id) = id(answer) {
                found.push(*card);
                ids.push(id);
            }
        }
        // A note that cannot be found again is left as it is.
        self.sent.known += cards.len() - found.len();
        if found.is_empty() {
            return self.next_notes(to);
        }
        self.awaiting = Awaiting::Fields { cards: found, to };
        SendingStep::Post(self.request("notesInfo", json!({ "notes": ids })))
    }

    fn fields_found(&mut self, result: &Value, cards: &[usize], to: usize) -> SendingStep {
        let mut actions = Vec::new();
        for (n, card) in cards.iter().filter_map(|card| self.deck.cards.get(*card)).enumerate() {
            let note = &result[n];
            let is_same = |(name, value): (&&str, &String)| note["fields"][*name]["value"] == **value;
            match note["noteId"].as_u64() {
                Some(id) if !FIELDS.iter().zip(&card.fields).all(is_same) => {
                    let note = json!({ "id": id, "fields": fields(card) });
                    actions.push(self.action("updateNoteFields", json!({ "note": note })));
                }
                _ => self.sent.known += 1,
            }
        }
        if actions.is_empty() {
            return self.next_notes(to);
        }
        self.awaiting = Awaiting::Updates { count: actions.len(), to };
        SendingStep::Post(self.request("multi", json!({ "actions": actions })))
    }

    /// An update has no result: an answer without an error is a success.
    fn updated(&mut self, result: &Value, count: usize, to: usize) -> SendingStep {
        let answers = answers(result);
        let is_done = |answer: &&Value| answer.is_null() || (answer.is_object() && answer["error"].is_null());
        let updated = answers.iter().filter(is_done).count().min(count);
        self.sent.updated += updated;
        self.sent.refused += count - updated;
        self.next_notes(to)
    }

    fn request(&self, name: &str, params: Value) -> Request {
        Request { body: self.action(name, params).to_string() }
    }

    /// The add-on asks for the key in every action, also in those inside `multi`.
    fn action(&self, name: &str, params: Value) -> Value {
        let mut action = json!({ "action": name, "version": VERSION });
        if !params.is_null() {
            action["params"] = params;
        }
        if let Some(key) = self.key {
            action["key"] = json!(key);
        }
        action
    }
}

fn fields(card: &Card) -> serde_json::Map<String, Value> {
    FIELDS.iter().zip(&card.fields).map(|(name, value)| (name.to_string(), json!(value))).collect()
}

/// Inside quotes of a search, these mean themselves only after a backslash.
fn escaped(text: &str) -> String {
    let special = |c: char| if "\\\"*_".contains(c) { Some('\\') } else { None };
    text.chars().flat_map(|c| special(c).into_iter().chain([c])).collect()
}

/// The answers to the actions of a bundle.
fn answers(result: &Value) -> &[Value] {
    result.as_array().map_or(&[], Vec::as_slice)
}

/// Inside `multi`, a result is bare or in an object with an error.
fn inner(answer: &Value) -> &Value {
    if answer.is_object() { &answer["result"] } else { answer }
}

/// Inside `multi` an answer is a number, or an object with result and error.
fn is_added(answer: &Value) -> bool {
    answer.as_u64().or_else(|| answer["result"].as_u64()).is_some()
}

fn is_duplicate(answer: &Value) -> bool {
    answer["error"].as_str().is_some_and(|error| error.contains("duplicate"))
}

fn connect_error(error: &str) -> ConnectError {
    match error.contains("api key") {
        true => ConnectError::KeyRequired,
        false => ConnectError::Anki(error.to_string()),
    }
}

/// AnkiConnect's answer: `{"result": …, "error": null}`, or an error text.
fn read(reply: &Reply) -> Result<Value, ConnectError> {
    let body = match reply {
        Reply::Body(body) => body,
        Reply::Refused => return Err(ConnectError::NotRunning),
        Reply::TimedOut => return Err(ConnectError::TimedOut),
        Reply::Status(_) => return Err(ConnectError::NotAnkiConnect),
    };
    let mut answer: Value = serde_json::from_str(body).map_err(|_| ConnectError::NotAnkiConnect)?;
    match answer["error"].as_str() {
        Some(error) => Err(connect_error(error)),
        // Version 4 and older answer with the bare result.
        None if answer.get("result").is_none() && answer.is_object() => Err(ConnectError::NotAnkiConnect),
        None if answer.is_object() => Ok(answer["result"].take()),
        None => Ok(answer),
    }
}
