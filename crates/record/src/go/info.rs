//! Game info: players, result, date and the other root properties of FF[4].

use super::record::GoRecord;
use crate::sgf::Node;
use crate::{GameRecord, Refusal};

/// A field of the game info.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub property: &'static str,
    /// Its key in JSON output.
    pub key: &'static str,
    pub label: &'static str,
    /// May have several lines.
    pub long: bool,
    /// Cannot be edited, because that would change the board.
    pub fixed: bool,
}

const fn field(property: &'static str, key: &'static str, label: &'static str) -> Field {
    Field { property, key, label, long: false, fixed: false }
}

/// In the order in which they are shown.
pub const FIELDS: [Field; 24] = [
    field("PB", "black", "Black"),
    field("BR", "black_rank", "Black's rank"),
    field("BT", "black_team", "Black's team"),
    field("PW", "white", "White"),
    field("WR", "white_rank", "White's rank"),
    field("WT", "white_team", "White's team"),
    field("RE", "result", "Result"),
    field("KM", "komi", "Komi"),
    Field { fixed: true, ..field("HA", "handicap", "Handicap") },
    Field { fixed: true, ..field("SZ", "size", "Size") },
    field("RU", "rules", "Rules"),
    field("TM", "time", "Time limit"),
    field("OT", "overtime", "Overtime"),
    field("DT", "date", "Date"),
    field("PC", "place", "Place"),
    field("EV", "event", "Event"),
    field("RO", "round", "Round"),
    field("GN", "name", "Game name"),
    field("ON", "opening", "Opening"),
    field("SO", "source", "Source"),
    field("AN", "annotator", "Annotator"),
    field("US", "user", "Entered by"),
    field("CP", "copyright", "Copyright"),
    Field { long: true, ..field("GC", "about", "About the game") },
];

impl Field {
    pub fn named(property: &str) -> Option<Field> {
        FIELDS.into_iter().find(|field| field.property == property)
    }

    /// The value in a game's root node, as text.
    pub fn of(self, root: Node<'_>) -> Option<String> {
        if self.long { root.text(self.property) } else { root.simple_text(self.property) }
    }
}

impl GoRecord {
    /// The value of a field, as text.
    pub fn info(&self, field: Field) -> Option<String> {
        field.of(self.node(self.root()))
    }

    /// Changes several fields as one step; values that do not differ are left alone. An empty text removes a field;
    /// fixed fields stay.
    pub fn set_info(&mut self, texts: &[(Field, &str)]) -> Result<(), Refusal> {
        let mut changes = Vec::new();
        for (field, text) in texts.iter().filter(|(field, _)| !field.fixed) {
            let held = self.info(*field).unwrap_or_default();
            if held == *text {
                continue;
            }
            let value = if field.long {
                self.file().encode_value(text)?
            } else {
                self.file().encode_value(&text.replace(['\n', '\r'], " "))?
            };
            changes.push((field.property, if text.is_empty() { Vec::new() } else { vec![value] }));
        }
        let edits = self.edits_for(self.root(), &changes);
        Ok(self.editor.apply(edits, self.here())?)
    }
}
