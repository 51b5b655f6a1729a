//! A deck as an Anki package: a zip of an SQLite collection (schema 11, which every Anki reads) and an empty media
//! list, because the boards are inline SVG.

use crate::card::{Card, CardKind, FIELDS, back_template, front_template, style};
use crate::deck::{Deck, NOTE_TYPE, NOTE_TYPE_ID};
use rusqlite::{Connection, params};
use serde_json::{Map, Value, json};
use sha1::{Digest, Sha1};
use std::fmt;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

/// When the templates last changed, in seconds; Anki takes the newer ones.
const NOTE_TYPE_CHANGED: i64 = 1_763_200_000;

#[derive(Debug)]
pub enum PackageError {
    Collection(rusqlite::Error),
    Zip(zip::result::ZipError),
    Write(std::io::Error),
}

impl fmt::Display for PackageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackageError::Collection(e) => write!(f, "the collection could not be written: {e}"),
            PackageError::Zip(e) => write!(f, "the package could not be created: {e}"),
            PackageError::Write(e) => write!(f, "the package could not be created: {e}"),
        }
    }
}

impl std::error::Error for PackageError {}

impl From<rusqlite::Error> for PackageError {
    fn from(e: rusqlite::Error) -> Self {
        PackageError::Collection(e)
    }
}

impl From<zip::result::ZipError> for PackageError {
    fn from(e: zip::result::ZipError) -> Self {
        PackageError::Zip(e)
    }
}

impl From<std::io::Error> for PackageError {
    fn from(e: std::io::Error) -> Self {
        PackageError::Write(e)
    }
}

/// The bytes of an .apkg. `now` is seconds since 1970: notes written later replace those imported before.
pub fn package(deck: &Deck, now: i64) -> Result<Vec<u8>, PackageError> {
    let mut database = collection(deck, now)?;
    // One copy of the collection is enough: a large deck has hundreds of megabytes.
    let collection = database.serialize("main")?;
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    // Boards are so similar that a fast level already compresses well.
    let options = SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated)
        .compression_level(Some(LEVEL))
        .large_file(collection.len() > u32::MAX as usize);
    zip.start_file("collection.anki2", options)?;
    zip.write_all(&collection)?;
    zip.start_file("media", options)?;
    zip.write_all(b"{}")?;
    Ok(zip.finish()?.into_inner())
}

const LEVEL: i64 = 3;

fn collection(deck: &Deck, now: i64) -> Result<Connection, PackageError> {
    let mut db = Connection::open_in_memory()?;
    db.execute_batch(SCHEMA)?;
    let transaction = db.transaction()?;
    transaction.execute(
        "insert into col values (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, '{}')",
        params![
            now,
            now * 1000,
            now * 1000,
            preferences().to_string(),
            note_types(deck).to_string(),
            decks(deck, now).to_string(),
            deck_options().to_string()
        ],
    )?;
    {
        let mut note = transaction.prepare("insert into notes values (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')")?;
        let mut card = transaction
            .prepare("insert into cards values (?, ?, ?, 0, ?, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')")?;
        let decks = [CardKind::Checker, CardKind::Cube].map(|kind| deck_id(&deck.name_for(kind)));
        for (n, content) in (0i64..).zip(&deck.cards) {
            let id = now * 1000 + n;
            let [checker, cube] = decks;
            let home = if content.kind == CardKind::Checker { checker } else { cube };
            let tags = format!(" {} ", content.tags.join(" "));
            let fields = content.fields.join("\u{1f}");
            let first = content.fields.first().map_or("", String::as_str);
            note.execute(params![
                id,
                content.guid,
                NOTE_TYPE_ID,
                now,
                tags,
                fields,
                first,
                checksum(content)
            ])?;
            card.execute(params![id, id, home, now, n + 1])?;
        }
    }
    transaction.commit()?;
    Ok(db)
}

/// Anki finds duplicates by the first field: the first eight digits of its SHA-1.
fn checksum(card: &Card) -> i64 {
    let hash = Sha1::digest(card.fields.first().map_or("", String::as_str));
    hash.iter().take(4).fold(0, |sum, byte| sum << 8 | i64::from(*byte))
}

fn note_types(deck: &Deck) -> Value {
    let fields: Vec<Value> = FIELDS
        .iter()
        .enumerate()
        .map(|(ord, name)| {
            json!({ "name": name, "ord": ord, "sticky": false, "rtl": false, "font": "Arial", "size": 20, "media": [] })
        })
        .collect();
    let template = json!({
        "name": "Decision", "ord": 0, "qfmt": front_template(), "afmt": back_template(),
        "did": null, "bqfmt": "", "bafmt": ""
    });
    let note_type = json!({
        "id": NOTE_TYPE_ID, "name": NOTE_TYPE, "type": 0, "mod": NOTE_TYPE_CHANGED, "usn": -1, "sortf": 0,
        "did": deck_id(&deck.name), "tmpls": [template], "flds": fields, "css": style(),
        "latexPre": "", "latexPost": "", "latexsvg": false, "tags": [], "vers": [], "req": [[0, "any", [1]]]
    });
    json!({ NOTE_TYPE_ID.to_string(): note_type })
}

fn decks(deck: &Deck, now: i64) -> Value {
    let named = |id: i64, name: &str| {
        json!({
            "id": id, "name": name, "mod": now, "usn": -1, "lrnToday": [0, 0], "revToday": [0, 0],
            "newToday": [0, 0], "timeToday": [0, 0], "collapsed": false, "browserCollapsed": false, "desc": "",
            "dyn": 0, "conf": 1, "extendNew": 10, "extendRev": 50
        })
    };
    let mut all = Map::new();
    all.insert("1".into(), named(1, "Default"));
    let used = [CardKind::Checker, CardKind::Cube]
        .into_iter()
        .filter(|kind| deck.cards.iter().any(|card| card.kind == *kind))
        .map(|kind| deck.name_for(kind));
    for name in std::iter::once(deck.name.clone()).chain(used) {
        all.insert(deck_id(&name).to_string(), named(deck_id(&name), &name));
    }
    Value::Object(all)
}

/// Decks are identified by number; the same name always has the same number.
fn deck_id(name: &str) -> i64 {
    let hash = Sha1::digest(format!("tabiya deck {name}"));
    let number = hash.iter().take(5).fold(0i64, |number, byte| number << 8 | i64::from(*byte));
    1_500_000_000_000 + number
}

fn preferences() -> Value {
    json!({
        "activeDecks": [1], "curDeck": 1, "newSpread": 0, "collapseTime": 1200, "timeLim": 0, "estTimes": true,
        "dueCounts": true, "curModel": NOTE_TYPE_ID.to_string(), "nextPos": 1, "sortType": "noteFld",
        "sortBackwards": false, "addToCur": true
    })
}

fn deck_options() -> Value {
    json!({ "1": {
        "id": 1, "name": "Default", "mod": 0, "usn": 0, "maxTaken": 60, "autoplay": true, "timer": 0, "replayq": true,
        "dyn": false,
        "new": { "bury": true, "delays": [1.0, 10.0], "initialFactor": 2500, "ints": [1, 4, 7], "order": 1,
                 "perDay": 20, "separate": true },
        "rev": { "bury": true, "ease4": 1.3, "fuzz": 0.05, "ivlFct": 1.0, "maxIvl": 36500, "minSpace": 1, "perDay": 100 },
        "lapse": { "delays": [10.0], "leechAction": 0, "leechFails": 8, "minInt": 1, "mult": 0.0 }
    } })
}

const SCHEMA: &str = "
pragma journal_mode = off;
create table col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
  ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
  models text not null, decks text not null, dconf text not null, tags text not null);
create table notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
  usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
  flags integer not null, data text not null);
create table cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
  mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null,
  ivl integer not null, factor integer not null, reps integer not null, lapses integer not null,
  left integer not null, odue integer not null, odid integer not null, flags integer not null, data text not null);
create table revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,
  ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null,
  type integer not null);
create table graves (usn integer not null, oid integer not null, type integer not null);
create index ix_notes_usn on notes (usn);
create index ix_cards_usn on cards (usn);
create index ix_revlog_usn on revlog (usn);
create index ix_cards_nid on cards (nid);
create index ix_cards_sched on cards (did, queue, due);
create index ix_revlog_cid on revlog (cid);
create index ix_notes_csum on notes (csum);
";
