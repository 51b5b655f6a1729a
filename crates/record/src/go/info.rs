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

/// What a komi means that no game can have: foxwq writes hundredths, and half of it for Chinese rules (`KM[375]` is 3.75
/// stones, 7.5 points). None for a komi that means what it says.
pub fn komi_meant(written: &str) -> Option<f64> {
    let number: f64 = written.trim().parse().ok()?;
    let hundredths = number / 100.0;
    if number.abs() < 100.0 || (hundredths * 4.0).fract() != 0.0 {
        return None;
    }
    // Quarters of points do not occur: these are stones.
    Some(if (hundredths * 2.0).fract() == 0.0 { hundredths } else { hundredths * 2.0 })
}

impl GoRecord {
    /// As it is meant; 0 if there is none.
    pub fn komi(&self) -> f64 {
        let written = self.node(self.root()).simple_text("KM").unwrap_or_default();
        komi_meant(&written)
            .or_else(|| written.trim().parse().ok())
            .filter(|komi| komi.is_finite())
            .unwrap_or(0.0)
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_komi_in_hundredths_is_understood() {
        for (written, meant) in [
            ("375", Some(7.5)),
            ("325", Some(6.5)),
            ("750", Some(7.5)),
            ("650", Some(6.5)),
            ("-650", Some(-6.5)),
            ("6.5", None),
            ("0", None),
            ("50", None),
            ("7.5", None),
            ("333", None),
            ("much", None),
        ] {
            assert_eq!(komi_meant(written), meant, "{written}");
        }
    }

    #[test]
    fn the_value_in_the_file_stays() {
        let record = GoRecord::open(crate::sgf::read(b"(;KM[375])").unwrap(), 0);
        assert_eq!((record.komi(), record.info(FIELDS[7]).as_deref()), (7.5, Some("375")));
        assert_eq!(GoRecord::open(crate::sgf::read(b"(;)").unwrap(), 0).komi(), 0.0);
    }
}
