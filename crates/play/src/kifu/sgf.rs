//! The game as SGF, and as the list of turns that a page shows.

use std::time::Duration;

use record::GameRecord;
use record::go::{Field, GoRecord, NewGame};
use record::simultaneous::{Game, Turn};
use rules::go::simultaneous::Position;

use super::{Board, Event, Kifu, Stage};

impl Kifu {
    /// The events that were not taken back, in order.
    pub fn played(&self) -> Vec<&Event> {
        let mut played = Vec::new();
        for link in &self.links {
            match &link.event {
                Event::Turn { .. } | Event::Move { .. } => played.push(&link.event),
                Event::TakenBack { turns } => {
                    let turns = usize::try_from(*turns).unwrap_or(usize::MAX);
                    played.truncate(played.len().saturating_sub(turns));
                }
                // In alternating games, resuming takes both passes back.
                Event::Resumed if matches!(self.board, Board::Alternating(_)) => {
                    played.truncate(played.len().saturating_sub(2));
                }
                Event::Resumed | Event::Ended { .. } => {}
            }
        }
        played
    }

    /// SGF. The caller gives the date: `2026-11-15`, or nothing.
    pub fn sgf(&self, names: &[String; 2], date: &str) -> Vec<u8> {
        let result = match self.stage() {
            Stage::Over(result) => result.to_string(),
            _ => String::new(),
        };
        let [black, white] = names;
        let info = [("PB", black.as_str()), ("PW", white), ("DT", date), ("RE", &result)];
        let info = info.into_iter().filter_map(|(name, text)| Some((Field::named(name)?, text)));
        match self.settings.game.variant() {
            Some(variant) => {
                let mut game = Game::new(Position::new(self.settings.size(), variant));
                info.for_each(|(field, text)| game.set_info(field, text));
                if let Some(komi) = Field::named("KM") {
                    game.set_info(komi, &self.settings.komi().to_string());
                }
                self.fill(&mut game);
                game.write()
            }
            None => {
                let mut record = self.in_turns();
                let texts: Vec<(Field, &str)> = info.filter(|(_, text)| !text.is_empty()).collect();
                // Names that the charset lacks are left out.
                drop(record.set_info(&texts));
                record.write()
            }
        }
    }

    fn fill(&self, game: &mut Game) {
        for event in self.played() {
            if let Event::Turn { black_move, white_move } = event {
                let thought = [black_move, white_move].map(|half| Some(Duration::from_millis(half.spent)));
                let turn = Turn { black: black_move.mv, white: white_move.mv, thought };
                if game.play(turn).is_err() {
                    return;
                }
            }
        }
        if let (Stage::Over(_), false) = (self.stage(), self.dead.is_empty()) {
            game.count(self.dead.clone());
        }
    }

    fn in_turns(&self) -> GoRecord {
        let komi = f64::from(self.settings.komi().in_quarters()) / 4.0;
        let rules = self.settings.game.rules().name().map(str::to_owned);
        let handicap = u32::from(self.settings.handicap);
        let new = NewGame { size: self.settings.size(), komi, rules, handicap, ..NewGame::default() };
        let mut record = GoRecord::create(&new);
        for event in self.played() {
            if let Event::Move { color, mv, .. } = event
                && record.play_as(*color, *mv).is_err()
            {
                break;
            }
        }
        record
    }
}
