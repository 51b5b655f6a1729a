//! What other programs have written into a file about who is ahead after a move, as Sabaki does: SBKV and SBKS.

use super::record::GoRecord;
use crate::tree::NodeId;

/// As Black sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WrittenValue {
    /// From 0 to 1.
    pub win_rate: f64,
    /// In points.
    pub lead: Option<f64>,
}

impl GoRecord {
    /// None without a win rate.
    pub fn written_value(&self, node: NodeId) -> Option<WrittenValue> {
        let node = self.node(node);
        let number = |name: &str| {
            let number: f64 = node.simple_text(name)?.trim().parse().ok()?;
            number.is_finite().then_some(number)
        };
        let win_rate = number("SBKV").filter(|percent| (0.0..=100.0).contains(percent))? / 100.0;
        Some(WrittenValue { win_rate, lead: number("SBKS") })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game_record::GameRecord;
    use crate::sgf::read;

    #[test]
    fn values_of_other_programs_are_read_and_nonsense_is_not() {
        for (properties, expected) in [
            ("SBKV[62.5]SBKS[3.25]", Some((0.625, Some(3.25)))),
            ("SBKV[0]", Some((0.0, None))),
            ("SBKS[3]", None),
            ("SBKV[101]", None),
            ("SBKV[NaN]", None),
            ("SBKV[x]SBKS[1]", None),
        ] {
            let sgf = format!("(;SZ[9];B[ee]{properties})");
            let mut record = GoRecord::open(read(sgf.as_bytes()).unwrap(), 0);
            record.forward();
            let value = record.written_value(record.here()).map(|value| (value.win_rate, value.lead));
            assert_eq!(value, expected, "{properties}");
            assert_eq!(record.write(), sgf.as_bytes(), "reading changes nothing");
        }
    }
}
