//! Checks a Go file: warnings from reading it, and wrong properties of each node.

use std::collections::BTreeSet;

use rules::go::{Illegal, Size};

use super::file::{GoFile, Irregular, State};
use super::find::each_state;
use super::info::Field;
use super::record::GoRecord;
use crate::GameRecord;
use crate::sgf::{
    self, Charset, Collection, GameKind, Node, PendingWarnings, Property, Value, Warning, WarningKind,
};
use crate::tree::NodeId;

/// All warnings about a file, in file order. Games other than Go are not checked.
pub fn check(file: &Collection) -> Vec<Warning> {
    let game = GoFile(file.clone());
    let mut warnings = file.pending_warnings();
    for root in file.games() {
        if file.kind(*root) == GameKind::Go {
            let size = file.node(*root).size();
            each_state(&game, *root, |node, state| {
                let mut at = NodeChecker { file, id: node, node: file.node(node), warnings: &mut warnings };
                at.node(size, node == *root);
                at.state(state);
            });
        }
    }
    file.locate(warnings)
}

/// The same for an open record with its edits: lines and columns are those of the file as it would be saved, nodes those
/// of the record.
pub fn check_edited(record: &GoRecord) -> Vec<Warning> {
    if !record.is_dirty() && !record.can_undo() {
        return check(record.file());
    }
    let Ok(written) = sgf::read(&record.write()) else { return Vec::new() };
    let mut warnings = check(&written);
    for warning in &mut warnings {
        warning.node = warning.node.and_then(|node| same_node(record, &written, node));
    }
    warnings
}

/// The node of the record at the place of a node in its written file.
fn same_node(record: &GoRecord, written: &Collection, node: NodeId) -> Option<NodeId> {
    let root = written.tree().root(node);
    let number = written.games().iter().position(|game| *game == root)?;
    let path = written.tree().path(node);
    record.file().follow(*record.file().games().get(number)?, &path).ok()
}

const LISTS: [&str; 14] = ["AB", "AW", "AE", "TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD", "VW", "M", "L"];
const PAIRS: [&str; 2] = ["AR", "LN"];
const NUMBERS: [&str; 14] =
    ["KM", "HA", "MN", "BL", "WL", "OB", "OW", "V", "PM", "ST", "FF", "GM", "TM", "HO"];
/// Properties with one value, besides numbers and game info.
const SINGLE: [&str; 17] =
    ["B", "W", "KO", "PL", "C", "N", "CA", "AP", "TE", "BM", "DO", "IT", "GB", "GW", "DM", "UC", "FG"];

struct NodeChecker<'a, 'n> {
    file: &'a Collection,
    id: NodeId,
    node: Node<'a>,
    warnings: &'n mut PendingWarnings,
}

impl NodeChecker<'_, '_> {
    fn node(&mut self, size: Size, is_first: bool) {
        let mut seen = BTreeSet::new();
        let (mut colors, mut has_setup) = (BTreeSet::new(), false);
        for property in self.node.properties() {
            let meaning = property.meaning();
            self.values(property, &meaning, size);
            let is_move = matches!(meaning.as_str(), "B" | "W");
            if is_move && is_first {
                self.warn_about(property, property.start, WarningKind::MoveInRoot);
            }
            has_setup |= matches!(meaning.as_str(), "AB" | "AW" | "AE");
            if is_move && colors.insert(meaning.clone()) && colors.len() == 2 {
                self.warn_about(property, property.start, WarningKind::BothColours);
            }
            if !seen.insert(meaning) {
                self.warn_about(property, property.start, WarningKind::Twice);
            }
        }
        if has_setup && !colors.is_empty() {
            self.warn(0, WarningKind::MoveWithSetup);
        }
    }

    fn values(&mut self, property: Property<'_>, meaning: &str, size: Size) {
        let listed = SINGLE.contains(&meaning) || NUMBERS.contains(&meaning);
        let single = listed || Field::named(meaning).is_some();
        if single && property.values().nth(1).is_some() {
            self.warn_about(property, property.start, WarningKind::ManyValues);
        }
        for value in property.values() {
            if !value.is_intact() {
                self.warn_about(property, value.start, WarningKind::NotText);
            }
            if let Some(kind) = odd_value(meaning, value, size) {
                self.warn_about(property, value.start, kind);
            }
        }
    }

    fn state(&mut self, state: &State) {
        let first_move = self.node.properties().find(|p| p.means("B") || p.means("W"));
        for irregular in &state.irregular {
            let kind = match irregular {
                Irregular::Move(Illegal::Occupied { .. }) => WarningKind::Occupied,
                Irregular::Move(Illegal::Suicide { .. }) => WarningKind::Suicide,
                Irregular::Move(Illegal::Ko { .. } | Illegal::Superko { .. }) => WarningKind::Ko,
                // Already reported for the value.
                Irregular::Move(Illegal::OffBoard { .. }) | Irregular::NotAPoint => continue,
            };
            match first_move {
                Some(property) => self.warn_about(property, property.start, kind),
                None => self.warn(0, kind),
            }
        }
    }

    fn warn_about(&mut self, property: Property<'_>, within: usize, kind: WarningKind) {
        self.warnings.add_about(self.file.source_offset(self.id, within), kind, Some(property.name()));
    }

    fn warn(&mut self, within: usize, kind: WarningKind) {
        self.warnings.add(self.file.source_offset(self.id, within), kind);
    }
}

fn odd_value(meaning: &str, value: Value<'_>, size: Size) -> Option<WarningKind> {
    let points = |found: bool| (!found).then_some(WarningKind::NotAPoint);
    match meaning {
        "B" | "W" => points(value.move_on(size).is_some()),
        // An empty list clears what was inherited, or means "none".
        "DD" | "VW" | "TB" | "TW" if value.raw().is_empty() => None,
        list if LISTS.contains(&list) => points(!value.points(size).is_empty()),
        pair if PAIRS.contains(&pair) => points(value.point_pair(size).is_some()),
        "LB" => points(value.labelled_point(size).is_some()),
        "SZ" => (!value.is_size()).then_some(WarningKind::NotASize),
        "CA" => Charset::named(&value.simple_text()).is_none().then_some(WarningKind::UnknownCharset),
        number if NUMBERS.contains(&number) => value.number().is_none().then_some(WarningKind::NotANumber),
        _ => None,
    }
}
