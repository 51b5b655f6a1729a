//! A game from its tags and its movetext: where it starts, its tree, and what is odd about it.

use std::collections::BTreeMap;

use rules::chess::{FenError, Position};

use super::charset::Charset;
use super::finding::{Finding, FindingKind, LineCounter};
use super::game::{Game, Header, Start, Tag};
use super::movetext;
use super::notes::SourceText;
use super::scan::{Span, TagSpan};
use crate::tree::NodeId;

/// The input for parsing one game, from the index.
pub(super) struct Source<'a> {
    pub text: &'a [u8],
    pub charset: Charset,
    pub tags: &'a [TagSpan],
    pub movetext: usize,
    /// The location of the game in its file, computed only if there are findings.
    pub place: &'a dyn Fn() -> (usize, usize),
}

impl Source<'_> {
    pub const EMPTY: Source<'static> =
        Source { text: b"", charset: Charset::Utf8, tags: &[], movetext: 0, place: &|| (1, 1) };
}

/// A finding before its line and column are known.
pub(super) struct UnlocatedFinding {
    pub at: usize,
    pub kind: FindingKind,
    pub fen: Option<String>,
    pub node: Option<NodeId>,
    pub written: Span,
}

impl UnlocatedFinding {
    pub fn new(at: usize, kind: FindingKind) -> UnlocatedFinding {
        UnlocatedFinding { at, kind, fen: None, node: None, written: Span::default() }
    }
}

pub(super) fn read(source: &Source<'_>, with_moves: bool) -> Game {
    let mut findings = tag_faults(source.tags);
    let start = read_start(source, &mut findings);
    let now = match &start {
        Start::Position(position) if with_moves => Some(position.clone()),
        _ => None,
    };
    let moves = movetext::read(source.text, source.movetext, now, findings);
    Game {
        findings: locate(source, moves.findings),
        text: source.text.to_vec(),
        charset: source.charset,
        header: Header {
            tags: source.tags.iter().map(tag).collect(),
            result: moves.result.map(SourceText::Read),
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
    Tag {
        name: SourceText::Read(tag.name),
        value: SourceText::Read(tag.value),
        is_comment_line: tag.is_comment_line(),
    }
}

fn tag_faults(tags: &[TagSpan]) -> Vec<UnlocatedFinding> {
    let faults = tags.iter().filter_map(|tag| Some((tag, tag.fault?)));
    let finding =
        |(tag, fault): (&TagSpan, _)| UnlocatedFinding::new(tag.name.start as usize, FindingKind::Tag(fault));
    faults.map(finding).collect()
}

fn read_start(source: &Source<'_>, findings: &mut Vec<UnlocatedFinding>) -> Start {
    let find =
        |name: &[u8]| source.tags.iter().find(|tag| tag.name.of(source.text).eq_ignore_ascii_case(name));
    let text = |tag: &TagSpan| source.charset.text(tag.value.of(source.text)).into_owned();
    let variant = find(b"Variant").map(|tag| (tag.value.start as usize, variant(&text(tag))));
    if let Some((at, Variant::Unknown)) = variant {
        findings.push(UnlocatedFinding::new(at, FindingKind::UnknownVariant));
    }
    let chess960 = matches!(variant, Some((_, Variant::Chess960)));
    let Some(fen) = find(b"FEN") else { return Start::Position(Position::initial()) };
    let at = fen.value.start as usize;
    let start = match Position::from_fen(&text(fen), chess960) {
        Ok(read) => {
            let repairs = read.repairs.into_iter().map(FindingKind::FenRepaired);
            findings.extend(repairs.map(|kind| UnlocatedFinding::new(at, kind)));
            Start::Position(read.position)
        }
        Err(error) => {
            let start = match &error {
                FenError::Unplayable { pieces, .. } => Start::Pieces(pieces.clone()),
                FenError::Unreadable => Start::Unreadable,
            };
            findings.push(UnlocatedFinding::new(at, FindingKind::FenUnusable(error)));
            start
        }
    };
    findings.sort_by_key(|finding| finding.at);
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

fn locate(source: &Source<'_>, findings: Vec<UnlocatedFinding>) -> Vec<Finding> {
    if findings.is_empty() {
        return Vec::new();
    }
    let (line, column) = (source.place)();
    let mut places = LineCounter::new(source.text, line, column);
    let findings = findings.into_iter().map(|finding| {
        let (line, column) = places.of(finding.at);
        let written = source.charset.text(finding.written.of(source.text)).into_owned();
        Finding { line, column, kind: finding.kind, fen: finding.fen, node: finding.node, written }
    });
    findings.collect()
}
