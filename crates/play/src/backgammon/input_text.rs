//! Inputs as text: a stored match is the list of its inputs.

use rules::backgammon::Dice;

use super::table::TableInput;

impl TableInput {
    /// `roll 31`, `play 8/5 6/5`
    pub fn text(&self) -> String {
        match self {
            TableInput::Opening { bottom, top } => format!("opening {bottom}{top}"),
            TableInput::Roll(dice) => format!("roll {dice}"),
            TableInput::Double => "double".into(),
            TableInput::Take => "take".into(),
            TableInput::Pass => "pass".into(),
            TableInput::Play(play) => format!("play {play}"),
            TableInput::Resign(times) => format!("resign {times}"),
            TableInput::NextGame => "next".into(),
        }
    }

    pub fn read(text: &str) -> Option<TableInput> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        Some(match word {
            "opening" => {
                let &[bottom, top] = rest.as_bytes() else { return None };
                // Only the dice themselves are checked here, not their order.
                Dice::read(rest.as_bytes())?;
                TableInput::Opening { bottom: bottom - b'0', top: top - b'0' }
            }
            "roll" => TableInput::Roll(Dice::read(rest.as_bytes())?),
            "double" => TableInput::Double,
            "take" => TableInput::Take,
            "pass" => TableInput::Pass,
            "play" if rest.is_empty() => TableInput::Play(rules::backgammon::Play::default()),
            "play" => TableInput::Play(rest.parse().ok()?),
            "resign" => TableInput::Resign(rest.parse().ok()?),
            "next" => TableInput::NextGame,
            _ => return None,
        })
    }
}
