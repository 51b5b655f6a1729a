//! Finds the position at the cursor elsewhere in the file: later in this game, in the games after it, and around the end
//! of the file. A large file is searched in parts, so that the page stays responsive.

use i18n::fill;
use record::chess::ChessRefusal;
use record::{ChessRecord, GameRecord, NodeId, Refusal};
use rules::chess::Position;

use crate::effect::Effect;
use crate::input::GameId;
use crate::workspace::Workspace;

/// Games of about this size together are searched at once.
const BYTES_AT_ONCE: usize = 1 << 20;

pub(crate) struct PositionSearch {
    game: GameId,
    position: Position,
    /// How many games after the current one were searched.
    searched: usize,
}

impl Workspace {
    pub(crate) fn find_position(&mut self) -> Vec<Effect> {
        let Some(position) = self.current().chess().and_then(|record| record.position().cloned()) else {
            return self.refuse(&Refusal::Chess(ChessRefusal::NoPosition));
        };
        self.position_search = Some(PositionSearch { game: self.current().id, position, searched: 0 });
        self.continue_position_search()
    }

    pub(crate) fn continue_position_search(&mut self) -> Vec<Effect> {
        let Some(mut search) = self.position_search.take() else { return Vec::new() };
        let Some(record) = self.current().chess().filter(|_| self.current().id == search.game) else {
            return Vec::new();
        };
        match search.step(record) {
            Step::Found(number, node) => self.show_found(number, node),
            Step::Nowhere => vec![Effect::Notify(self.chess_words().position_nowhere.into())],
            Step::Unfinished => {
                self.position_search = Some(search);
                vec![Effect::Continue]
            }
        }
    }

    fn show_found(&mut self, number: usize, node: NodeId) -> Vec<Effect> {
        let record = self.record_mut();
        if number != record.number() {
            record.open_game(number);
        }
        record.go_to(node);
        let (games, words) = (self.record().games().to_string(), self.words());
        let place = [("number", &*(number + 1).to_string()), ("of", &games)];
        vec![Effect::NotifyPlace(fill(words.game_number, &place)), Effect::FocusBoard]
    }
}

enum Step {
    Found(usize, NodeId),
    Nowhere,
    Unfinished,
}

impl PositionSearch {
    fn step(&mut self, record: &ChessRecord) -> Step {
        let (games, open) = (record.games().max(1), record.number());
        if self.searched == 0
            && let Some(node) = self.in_open_game(record, true)
        {
            return Step::Found(open, node);
        }
        let mut bytes = 0;
        while self.searched + 1 < games {
            self.searched += 1;
            let number = (open + self.searched) % games;
            let found =
                record.game_at(number).and_then(|game| game.nodes_with(&self.position).first().copied());
            if let Some(node) = found {
                return Step::Found(number, node);
            }
            bytes += record.file().text(number).map_or(0, |text| text.len());
            if bytes > BYTES_AT_ONCE {
                return Step::Unfinished;
            }
        }
        self.in_open_game(record, false).map_or(Step::Nowhere, |node| Step::Found(open, node))
    }

    /// The next node with the position after the cursor, or else the first one before it.
    fn in_open_game(&self, record: &ChessRecord, is_after: bool) -> Option<NodeId> {
        let nodes = record.game().nodes_with(&self.position);
        let here = nodes.iter().position(|node| *node == record.here())?;
        let (before, after) = nodes.split_at(here);
        if is_after { after.get(1).copied() } else { before.first().copied() }
    }
}
