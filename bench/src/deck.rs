//! A deck of 10,000 cards written as an Anki package, beside genanki: the same notes, in one run.

use crate::ids::{positions, python};
use anyhow::{Context, Result, ensure};
use flashcards::card::{FIELDS, back_template, front_template, style};
use flashcards::{Deck, Settings, package, read};
use rules::backgammon::Position;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

const CARDS: usize = 10_000;
const ROUNDS: usize = 3;
/// At most a third of the time and a tenth of the size.
const MIN_TIME: f64 = 3.0;
const MIN_SIZE: f64 = 10.0;

pub fn run(json: bool) -> Result<()> {
    let text = analysis(&positions(CARDS + CARDS / 10));
    let start = Instant::now();
    let reading = read(text.as_bytes());
    let mut deck = Deck::new(reading.decisions(), &Settings::default());
    let made = start.elapsed().as_secs_f64();
    deck.cards.truncate(CARDS);
    ensure!(deck.cards.len() == CARDS && reading.errors().next().is_none(), "{} cards", deck.cards.len());
    let folder = tempfile::tempdir()?;
    let notes = folder.path().join("notes.json");
    std::fs::write(&notes, notes_json(&deck).to_string())?;
    let (mut ours, mut theirs) = ((f64::MAX, 0), (f64::MAX, 0));
    for _ in 0..ROUNDS {
        let path = folder.path().join("ours.apkg");
        let start = Instant::now();
        std::fs::write(&path, package(&deck, 1_763_300_000)?)?;
        ours = (start.elapsed().as_secs_f64().min(ours.0), std::fs::metadata(&path)?.len());
        let path = folder.path().join("theirs.apkg");
        theirs = (genanki(&notes, &path)?.min(theirs.0), std::fs::metadata(&path)?.len());
    }
    let (time, size) = (theirs.0 / ours.0, theirs.1 as f64 / ours.1 as f64);
    let kilobytes = |bytes: u64| bytes as f64 / 1e3;
    println!("{CARDS} cards, made from text in {made:.2} s, then packed");
    println!("{:14} {:>10} {:>10} {:>8} {:>9}", "", "ours", "genanki", "ratio", "at least");
    println!("{:14} {:>10.2} {:>10.2} {time:>7.1}x {MIN_TIME:>8.0}x", "seconds", ours.0, theirs.0);
    println!(
        "{:14} {:>10.0} {:>10.0} {size:>7.1}x {MIN_SIZE:>8.0}x",
        "kilobytes",
        kilobytes(ours.1),
        kilobytes(theirs.1)
    );
    if json {
        let figures = json!({
            "cards": CARDS, "made_s": made, "ours_s": ours.0, "theirs_s": theirs.0, "time_ratio": time,
            "ours_bytes": ours.1, "theirs_bytes": theirs.1, "size_ratio": size
        });
        crate::write_json("deck", &figures)?;
    }
    Ok(())
}

/// An export with five plays for each position, as if someone had analysed them.
pub fn analysis(positions: &[Position]) -> String {
    let mut text = String::new();
    for (n, position) in positions.iter().enumerate() {
        let _ = write!(text, "{}\n\nX:A   O:B\n\n", position.xgid());
        for (row, legal) in position.legal_plays().iter().take(5).enumerate() {
            let equity = (n % 997) as f64 / 997.0 - row as f64 * 0.037;
            let error = if row == 0 { String::new() } else { format!(" ({:+.3})", -(row as f64) * 0.037) };
            let wins = 40.0 + (n % 211) as f64 / 10.0;
            let _ = write!(
                text,
                "    {}. 3-ply       {:28} eq:{equity:+.3}{error}\n      Player:   {wins:.2}% (G:12.50% B:0.60%)\n      \
                 Opponent: {:.2}% (G:11.20% B:0.40%)\n\n",
                row + 1,
                legal.play.to_string(),
                100.0 - wins
            );
        }
        text += "\neXtreme Gammon Version: 2.10, MET: Kazaross XG2\n\n";
    }
    text
}

fn notes_json(deck: &Deck) -> Value {
    let notes: Vec<Value> = deck
        .cards
        .iter()
        .map(|card| json!({ "guid": card.guid, "fields": card.fields, "tags": card.tags, "deck": card.kind.deck() }))
        .collect();
    json!({ "fields": FIELDS, "front": front_template(), "back": back_template(), "css": style(), "notes": notes })
}

/// The seconds genanki took, from notes in memory to a file.
fn genanki(notes: &Path, package: &Path) -> Result<f64> {
    let output = Command::new(python()).args(["-c", SCRIPT]).arg(notes).arg(package).output();
    let output = output.context("no Python: `cargo xtask setup` installs it")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout)?.trim().parse().context("genanki did not print its time")
}

const SCRIPT: &str = r#"
import json, sys, time, warnings
warnings.filterwarnings("ignore")
import genanki
data = json.load(open(sys.argv[1]))
start = time.perf_counter()
model = genanki.Model(1607392319, "Decision", fields=[{"name": name} for name in data["fields"]],
    templates=[{"name": "Decision", "qfmt": data["front"], "afmt": data["back"]}], css=data["css"])
decks = {name: genanki.Deck(2059400110 + n, "Backgammon::" + name) for n, name in enumerate(["Checker play", "Cube"])}
for note in data["notes"]:
    decks[note["deck"]].add_note(genanki.Note(model=model, fields=note["fields"], guid=note["guid"], tags=note["tags"]))
genanki.Package(list(decks.values())).write_to_file(sys.argv[2])
print(time.perf_counter() - start)
"#;
