//! Imports packages into Anki's own backend repeatedly.
//! Needs the Python that `cargo xtask setup` installs.

#![allow(clippy::unwrap_used, clippy::panic)]

use flashcards::{Card, Decision, Deck, Settings, package, read};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Imports each package in turn and prints the collection after each. Studies the first card after the first import.
const IMPORT: &str = r#"
import json, sys
from anki.collection import Collection, ImportAnkiPackageRequest, ImportAnkiPackageOptions
col = Collection(sys.argv[1])
states = []
for n, path in enumerate(sys.argv[2:]):
    log = col.import_anki_package(ImportAnkiPackageRequest(package_path=path, options=ImportAnkiPackageOptions())).log
    problems, fine = col.fix_integrity()
    media = col.media.check()
    ids = sorted(col.find_notes(""))
    note = col.get_note(ids[0])
    card = col.get_card(note.card_ids()[0])
    states.append(dict(
        new=len(log.new), updated=len(log.updated), duplicate=len(log.duplicate), conflicting=len(log.conflicting),
        notes=len(ids), cards=col.card_count(), fine=fine, problems=problems,
        missing=list(media.missing), unused=list(media.unused),
        decks={d.name: len(col.find_cards(f'"deck:{d.name}"')) for d in col.decks.all_names_and_ids()},
        types=[t.name for t in col.models.all_names_and_ids() if t.name.startswith("Tabiya")],
        fields=list(note.keys()), note=note["Note"], tags=note.tags, reps=card.reps,
        question=card.question(), answer=card.answer(), empty=len(col.get_empty_cards().notes),
        sounds=len(card.question_av_tags()) + len(card.answer_av_tags()),
        latex=[len(col._backend.extract_latex(text=text, svg=False, expand_clozes=False).latex)
               for text in [note["Note"], note["Source"], note["Back"], note["Front"]]]))
    if n == 0:
        card.start_timer()
        deck = card.did
        col.decks.select(deck)
        card.type, card.queue, card.ivl, card.reps, card.due = 2, 2, 17, 5, 40
        col.update_card(card)
print(json.dumps(states))
"#;

fn import(python: &Path, packages: &[PathBuf]) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(python)
        .args(["-c", IMPORT])
        .arg(folder.path().join("collection.anki2"))
        .args(packages)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    let text = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(text.lines().last().unwrap_or_else(|| panic!("{error}"))).unwrap()
}

const OPENING: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\nX:A   O:B\n\n    \
    1. 3-ply       8/5 6/5                      eq:+0.162\n    2. 3-ply       24/23 13/10                  eq:-0.011 (-0.173)\n    \
    3. 3-ply       24/20                        eq:-0.016 (-0.178)\n\nFive point.\n\neXtreme Gammon Version: 2.10\n\n";
const CUBE: &str = "XGID=---BBBBB-B------A--bbbbcb-:1:1:1:00:1:3:0:7:10\n\nX:A   O:B\n\n       \
    No redouble:     +0.760 (-0.085)\n       Redouble/Take:   +0.845\n       Redouble/Pass:   +1.000 (+0.155)\n\n\
    Best Cube action: Redouble / Take\n\neXtreme Gammon Version: 2.10\n\n";
const HIT: &str = "XGID=-a----E-C---eE---c-e--A-A-:0:0:-1:61:0:0:0:0:10\n\nX:B   O:A\n\n    \
    1. 2-ply       24/18 13/12                  eq:-0.100\n    2. 2-ply       13/7 8/7                     eq:-0.080 (+0.020)\n    \
    3. 2-ply       8/2 3/2                      eq:-0.300 (-0.200)\n\neXtreme Gammon Version: 2.10\n\n";

fn decisions(text: &str) -> Vec<Decision> {
    read(text.as_bytes()).decisions().cloned().collect()
}

fn write(folder: &Path, name: &str, text: &str, now: i64) -> PathBuf {
    let path = folder.join(name);
    let deck = Deck::new(&decisions(text), &Settings::default());
    std::fs::write(&path, package(&deck, now).unwrap()).unwrap();
    path
}

#[test]
fn importing_again_updates_and_duplicates_nothing() {
    let python = e2e::python().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let first = write(folder.path(), "first.apkg", &[OPENING, CUBE].concat(), 1_763_300_000);
    let same = write(folder.path(), "same.apkg", &[OPENING, CUBE].concat(), 1_763_300_000);
    let later = [&OPENING.replace("Five point.", "The five point, always."), CUBE, HIT].concat();
    let later = write(folder.path(), "later.apkg", &later, 1_763_300_500);
    let states = import(&python, &[first, same, later]);
    let counts = |n: usize| ["notes", "cards", "new", "updated"].map(|key| states[n][key].as_u64().unwrap());
    assert_eq!(counts(0), [2, 2, 2, 0]);
    assert_eq!(counts(1), [2, 2, 0, 0], "the same package again changes nothing");
    assert_eq!(counts(2), [3, 3, 1, 2], "a later one updates existing notes and adds new ones");
    assert_eq!(states[0]["note"], "Five point.");
    assert_eq!(states[2]["note"], "The five point, always.");
    assert_eq!(states[2]["reps"], 5, "the review history stays");
    for state in &states {
        assert_eq!(state["fine"], true, "{}", state["problems"]);
        assert_eq!(state["missing"], serde_json::json!([]));
        assert_eq!(state["unused"], serde_json::json!([]));
        assert_eq!(state["types"], serde_json::json!(["Tabiya Backgammon"]));
        assert_eq!(state["conflicting"], 0);
        assert_eq!(state["empty"], 0);
    }
    assert_eq!(states[2]["decks"]["Backgammon::Checker play"], 2);
    assert_eq!(states[2]["decks"]["Backgammon::Cube"], 1);
    assert_eq!(states[0]["tags"], serde_json::json!(["backgammon", "checker", "match::5pt"]));
    let question = states[0]["question"].as_str().unwrap();
    assert!(question.contains("<svg class=\"bg classic\"") && !question.contains("{{"), "{question}");
    assert!(
        states[0]["answer"].as_str().unwrap().contains("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10")
    );
}

/// Everything that Anki would play, draw or fill in if it were not text.
const COMMANDS: &str = "[sound:a.mp3] [latex]x[/latex] [$]y[/$] [$$]z[/$$] [anki:tts lang=en_US]hi[/anki:tts] \
    {{Front}} {{c1::cloze}} {{type:Note}} \\(x\\) <img src=\"b.png\">";

#[test]
fn commands_of_anki_in_notes_and_sources_stay_text() {
    let python = e2e::python().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let text =
        OPENING.replace("Five point.", COMMANDS).replace("Version: 2.10", &format!("Version: {COMMANDS}"));
    let text = text.replace("3-ply       8/5 6/5", "[sound:c.mp3] 8/5 6/5");
    let package = write(folder.path(), "commands.apkg", &text, 1_763_300_000);
    let states = import(&python, &[package]);
    let state = &states[0];
    assert_eq!(state["fine"], true, "{}", state["problems"]);
    assert_eq!(state["sounds"], 0);
    assert_eq!(state["latex"], serde_json::json!([0, 0, 0, 0]));
    assert_eq!(state["missing"], serde_json::json!([]), "no media is looked for");
    let answer = state["answer"].as_str().unwrap();
    assert!(!answer.contains("[anki:play") && !answer.contains("{{"), "{answer}");
    // Once as the note and once as the source, and the browser shows what was written.
    let shown = escaped_for_browsers(COMMANDS);
    assert_eq!(answer.matches(&shown).count(), 2, "{shown}\n{answer}");
}

/// The HTML of a text in which nothing but letters, digits and blanks is left as it is.
fn escaped_for_browsers(text: &str) -> String {
    let escape = |c: char| match c {
        '[' => "&#91;".to_owned(),
        ']' => "&#93;".to_owned(),
        '{' => "&#123;".to_owned(),
        '}' => "&#125;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\\' => "<span class=\"mathjax_ignore tex2jax_ignore\">\\</span>".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}

#[test]
fn anki_imports_the_card_of_every_real_analysis() {
    let Some(corpus) = e2e::corpus("backgammon").unwrap() else { return };
    let python = e2e::python().unwrap();
    let mut all = Vec::new();
    for folder in ["inputs/xg-text", "inputs/gnubg", "inputs/gnubg/hints"] {
        for entry in std::fs::read_dir(corpus.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                all.extend(read(&std::fs::read(path).unwrap()).decisions().cloned());
            }
        }
    }
    let deck = Deck::new(&all, &Settings::default());
    assert!(deck.cards.len() > 250, "{}", deck.cards.len());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.apkg");
    std::fs::write(&path, package(&deck, 1_763_300_000).unwrap()).unwrap();
    let states = import(&python, &[path]);
    assert_eq!(states[0]["notes"], deck.cards.len());
    assert_eq!(states[0]["cards"], deck.cards.len());
    assert_eq!(states[0]["fine"], true);
}

#[test]
fn ids_of_cards_do_not_depend_on_when_they_are_made() {
    let settings = Settings::default();
    let guids = |text: &str| decisions(text).iter().map(|d| Card::new(d, &settings).guid).collect::<Vec<_>>();
    assert_eq!(guids(&[OPENING, CUBE, HIT].concat()), guids(&[OPENING, CUBE, HIT].concat()));
}
