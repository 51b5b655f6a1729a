//! A game from its tags and its movetext: where it starts, its tree, and what is odd about it.

use std::collections::BTreeMap;

use rules::chess::{FenError, Position};

use super::charset::Charset;
use super::finding::{Finding, FindingKind, Places};
use super::game::{Game, Heading, Start, Tag};
use super::movetext;
use super::notes::Words;
use super::scan::TagSpan;

/// What the reader of one game is given: the index has found it already.
pub(super) struct Source<'a> {
    pub text: &'a [u8],
    pub charset: Charset,
    pub tags: &'a [TagSpan],
    pub movetext: usize,
    /// Where the game begins in its file, asked only when there is something to tell.
    pub place: &'a dyn Fn() -> (usize, usize),
}

impl Source<'_> {
    pub const EMPTY: Source<'static> =
        Source { text: b"", charset: Charset::Utf8, tags: &[], movetext: 0, place: &|| (1, 1) };
}

/// A finding before its line and column are known.
pub(super) struct Told {
    pub at: usize,
    pub kind: FindingKind,
    pub fen: Option<String>,
}

pub(super) fn read(source: &Source<'_>, with_moves: bool) -> Game {
    let mut told = tag_faults(source.tags);
    let start = read_start(source, &mut told);
    let now = match &start {
        Start::Position(position) if with_moves => Some(position.clone()),
        _ => None,
    };
    let moves = movetext::read(source.text, source.movetext, now, told);
    Game {
        findings: locate(source, moves.told),
        text: source.text.to_vec(),
        charset: source.charset,
        heading: Heading {
            tags: source.tags.iter().map(tag).collect(),
            result: moves.result.map(Words::Read),
            converts_to_utf8: false,
        },
        tree: moves.tree,
        root: moves.root,
        plies: moves.plies,
        notes: moves.notes,
        rewritten: BTreeMap::new(),
        start,
        original: None,
    }
}

fn tag(tag: &TagSpan) -> Tag {
    Tag { name: Words::Read(tag.name), value: Words::Read(tag.value), is_remark: tag.is_remark() }
}

fn tag_faults(tags: &[TagSpan]) -> Vec<Told> {
    let faults = tags.iter().filter_map(|tag| Some((tag, tag.fault?)));
    let told = faults.map(|(tag, fault)| Told {
        at: tag.name.start as usize,
        kind: FindingKind::Tag(fault),
        fen: None,
    });
    told.collect()
}

fn read_start(source: &Source<'_>, told: &mut Vec<Told>) -> Start {
    let find =
        |name: &[u8]| source.tags.iter().find(|tag| tag.name.of(source.text).eq_ignore_ascii_case(name));
    let text = |tag: &TagSpan| source.charset.text(tag.value.of(source.text)).into_owned();
    let variant = find(b"Variant").map(|tag| (tag.value.start as usize, variant(&text(tag))));
    if let Some((at, Variant::Unknown)) = variant {
        told.push(Told { at, kind: FindingKind::UnknownVariant, fen: None });
    }
    let chess960 = matches!(variant, Some((_, Variant::Chess960)));
    let Some(fen) = find(b"FEN") else { return Start::Position(Position::initial()) };
    let at = fen.value.start as usize;
    let start = match Position::from_fen(&text(fen), chess960) {
        Ok(read) => {
            let repairs = read.repairs.into_iter().map(FindingKind::FenRepaired);
            told.extend(repairs.map(|kind| Told { at, kind, fen: None }));
            Start::Position(read.position)
        }
        Err(error) => {
            let start = match &error {
                FenError::Unplayable { pieces, .. } => Start::Pieces(pieces.clone()),
                FenError::Unreadable => Start::Unreadable,
            };
            told.push(Told { at, kind: FindingKind::FenUnusable(error), fen: None });
            start
        }
    };
    told.sort_by_key(|told| told.at);
    start
}

enum Variant {
    Standard,
    Chess960,
    Unknown,
}

fn variant(name: &str) -> Variant {
    let letters = name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    match letters.as_str() {
        "" | "standard" | "chess" | "normal" | "regular" | "fromposition" => Variant::Standard,
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" | "freestyle"
        | "freestylechess" => Variant::Chess960,
        _ => Variant::Unknown,
    }
}

fn locate(source: &Source<'_>, told: Vec<Told>) -> Vec<Finding> {
    if told.is_empty() {
        return Vec::new();
    }
    let (line, column) = (source.place)();
    let mut places = Places::new(source.text, line, column);
    let findings = told.into_iter().map(|told| {
        let (line, column) = places.of(told.at);
        Finding { line, column, kind: told.kind, fen: told.fen }
    });
    findings.collect()
}
