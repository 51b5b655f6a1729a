//! What other programs have written into a file about who is ahead after a move: Sabaki SBKV and SBKS, Lizzie LZ and
//! LZOP, KaTrain KT. Only Sabaki's are written.

use rules::go::Color;

use super::foreign_value;
use super::record::GoRecord;
use crate::game_record::GameRecord;
use crate::refusal::Refusal;
use crate::sgf::Node;
use crate::tree::NodeId;

/// A node with Black's win rate in percent and, if it is known, Black's lead, as they are written.
pub type NewValue = (NodeId, String, Option<String>);

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
        let sabaki = number("SBKV").filter(|percent| (0.0..=100.0).contains(percent));
        let sabaki = sabaki.map(|percent| WrittenValue { win_rate: percent / 100.0, lead: number("SBKS") });
        sabaki.or_else(|| self.foreign_value(node))
    }

    fn foreign_value(&self, node: Node<'_>) -> Option<WrittenValue> {
        let katrain = || {
            let values = node.properties().find(|property| property.name() == "KT")?;
            foreign_value::katrain(&values.values().nth(2)?.decoded())
        };
        let lizzie = |name: &str| {
            let value = node.properties().find(|property| property.name() == name)?;
            foreign_value::lizzie(&value.values().next()?.decoded(), self.to_play_after(node))
        };
        lizzie("LZ").or_else(|| lizzie("LZOP")).or_else(katrain)
    }

    fn to_play_after(&self, node: Node<'_>) -> Color {
        let mover = node.moves(self.size()).last().map(|(color, _)| color);
        let set = node.simple_text("PL").map(|turn| turn.trim().starts_with(['W', 'w', '2']));
        match (mover, set) {
            (Some(mover), _) => mover.other(),
            (None, Some(is_white)) if is_white => Color::White,
            (None, None) if node.integer("HA").is_some_and(|stones| stones >= 2) => Color::White,
            (None, _) => Color::Black,
        }
    }

    /// Writes values after moves, in place of earlier ones, as one undo step.
    pub fn write_values(&mut self, values: &[NewValue]) -> Result<(), Refusal> {
        let bytes = |text: &String| vec![text.clone().into_bytes()];
        let edits = values.iter().flat_map(|(node, win_rate, lead)| {
            let lead = lead.iter().map(|lead| ("SBKS", bytes(lead)));
            let changes: Vec<_> = std::iter::once(("SBKV", bytes(win_rate))).chain(lead).collect();
            self.edits_for(*node, &changes)
        });
        let (edits, here) = (edits.collect(), self.here());
        Ok(self.editor.apply(edits, here)?)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::sgf::read;

    #[test]
    fn values_are_written_as_one_step_and_nothing_else_changes() {
        let sgf = "( ;SZ[9]\n;B[ee] C[a\\]b]  ;W[cc]SBKV[1]SBKS[2] (;B[gg])(;B[cg]))  ";
        let mut record = GoRecord::open(read(sgf.as_bytes()).unwrap(), 0);
        let nodes: Vec<NodeId> = record.tree().main_line(record.root()).skip(1).collect();
        let value = |at: usize| (nodes[at], "62.5".to_owned(), Some("3.25".to_owned()));
        record.write_values(&[value(0), value(1), (nodes[2], "50".to_owned(), None)]).unwrap();
        let written = String::from_utf8(record.write()).unwrap();
        // Properties that are set apart stay so.
        let stripped = written
            .replace(" SBKV[62.5] SBKS[3.25]", "")
            .replace("SBKV[62.5]", "")
            .replace("SBKS[3.25]", "")
            .replace("SBKV[50]", "");
        assert_eq!(stripped, sgf.replace("SBKV[1]SBKS[2]", ""), "{written}");
        assert_eq!(record.written_value(nodes[1]).and_then(|value| value.lead), Some(3.25));
        assert!(record.undo() && !record.can_undo());
        assert_eq!(record.write(), sgf.as_bytes());
    }

    #[test]
    fn values_of_other_programs_are_read_and_nonsense_is_not() {
        for (properties, expected) in [
            ("SBKV[62.5]SBKS[3.25]", Some((0.625, Some(3.25)))),
            ("SBKV[0]", Some((0.0, None))),
            ("SBKS[3]", None),
            ("SBKV[101]", None),
            ("SBKV[NaN]", None),
            ("SBKV[x]SBKS[1]", None),
            // White is to move: Black's is the first number.
            (
                "LZ[KataGo 62.5 1.2k 0.5 9.0\nmove D4 visits 9 winrate 3750 scoreMean -3.25 pv D4]",
                Some((0.625, Some(3.25))),
            ),
            ("LZ[KataGo 10.0 5\n]SBKV[62.5]", Some((0.625, None))),
            ("KT[a][b][c]", None),
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
