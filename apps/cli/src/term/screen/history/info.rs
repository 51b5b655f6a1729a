//! Reads a file of the history: a row for the list, a record for the preview.

use record::GameRecord;
use record::go::GoRecord;
use record::sgf;

/// What the list shows of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    pub date: String,
    pub size: String,
    pub result: String,
    pub black: String,
    pub white: String,
    pub komi: String,
    pub moves: usize,
}

impl Info {
    /// None for a file without a game.
    pub fn read(bytes: &[u8]) -> Option<Info> {
        let file = sgf::read(bytes).ok()?;
        let root = *file.games().first()?;
        let node = file.node(root);
        let text = |name| node.simple_text(name).unwrap_or_default();
        let size = node.size();
        let moves = file.tree().main_line(root).filter(|node| file.node(*node).has_move()).count();
        Some(Info {
            date: text("DT"),
            size: if size.is_square() {
                size.width().to_string()
            } else {
                format!("{}x{}", size.width(), size.height())
            },
            result: text("RE"),
            black: text("PB"),
            white: text("PW"),
            komi: text("KM"),
            moves,
        })
    }

    /// The opponent's name, shortened for a narrow column; both names if the player is neither.
    pub fn opponent(&self) -> String {
        let all = match (self.black.as_str(), self.white.as_str()) {
            (PLAYER, other) | (other, PLAYER) => other.to_owned(),
            (black, white) => format!("{black}, {white}"),
        };
        all.replace(", level ", " L")
    }

    pub(super) fn words(&self) -> String {
        [&self.date, &self.size, &self.result, &self.black, &self.white, &self.komi]
            .map(String::as_str)
            .join("\n")
    }
}

/// Name of the human player in records.
pub const PLAYER: &str = "Player";

/// The first Go game in a file.
pub fn read_game(bytes: &[u8]) -> Result<GoRecord, String> {
    let file = sgf::read(bytes).map_err(|why| why.to_string())?;
    let first = file.games().iter().position(|root| file.kind(*root) == sgf::GameKind::Go);
    let first = first.ok_or_else(|| "it contains no Go game".to_owned())?;
    Ok(GoRecord::open(file, first))
}

/// The same, at its last move, for the preview.
pub fn read_preview(bytes: &[u8]) -> Result<Box<GoRecord>, String> {
    let mut record = read_game(bytes)?;
    record.to_end();
    Ok(Box::new(record))
}
