//! Variations of the record: moves that were taken back stay as variations, plans are written beside the game.

use std::borrow::Cow;
use std::collections::BTreeSet;

use moment::Moment;
use record::GameRecord;
use record::NodeId;
use record::go::{GoRecord, PlayEffect};
use rules::go::Move;

use super::{LocalGame, Output, Phase, Player, Refusal, position_at_cursor, refuse};
use crate::automatic_player::{MoveDecider, Request, agrees_to};

impl LocalGame {
    pub fn can_undo(&self) -> bool {
        !self.is_over() && self.undo_target().is_some()
    }

    pub(super) fn undo(&mut self, now: Moment) -> Vec<Output> {
        if self.is_over() {
            return refuse(Refusal::Over);
        }
        let Some(target) = self.undo_target() else { return refuse(Refusal::NothingToUndo) };
        if self.engines().next().is_some() && !agrees_to(Request::Takeback) {
            return refuse(Refusal::Declined);
        }
        let mut out = self.cancel_query();
        self.return_to(target);
        out.push(Output::Changed);
        out.append(&mut self.next_turn(now));
        out
    }

    /// Before the last move of a human player; an engine's answer to it is undone too.
    pub(super) fn undo_target(&self) -> Option<NodeId> {
        let size = self.position.size();
        let file = self.record.editor().game();
        let by_person = |node: &NodeId| {
            file.only_move(*node, size).is_some_and(|(color, _)| self.player(color) == Player::Human)
        };
        let node = self.record.tree().ancestors(self.live).find(by_person)?;
        self.record.tree().parent(node)
    }

    pub(super) fn return_to(&mut self, node: NodeId) {
        self.record.go_to(node);
        self.live = node;
        self.position = position_at_cursor(&self.record);
        self.decider = MoveDecider::default();
        // Otherwise undone passes would still count as two passes in a row.
        self.phase = Phase::ToMove;
    }

    pub(super) fn continue_from(&mut self, now: Moment, node: NodeId) -> Vec<Output> {
        if self.is_over() {
            return refuse(Refusal::Over);
        }
        let mut out = self.cancel_query();
        self.return_to(node);
        drop(self.record.make_main_line());
        self.unplan_played();
        out.push(Output::Changed);
        out.append(&mut self.next_turn(now));
        out
    }

    /// A count begins again with the new opponent; a game that is over stays over.
    pub(super) fn seat(&mut self, now: Moment, players: [Player; 2]) -> Vec<Output> {
        let mut out = self.cancel_query();
        self.players = players;
        self.decider = MoveDecider::default();
        out.append(&mut match self.phase {
            Phase::Over(_) => Vec::new(),
            Phase::Counting(_) => self.start_counting(now),
            _ => self.next_turn(now),
        });
        out
    }

    pub(super) fn plan(&mut self, at: NodeId, mv: Move) -> Vec<Output> {
        self.record.go_to(at);
        match self.record.play(mv) {
            Ok(PlayEffect::Added(node)) => {
                self.planned.insert(node);
                vec![Output::Changed]
            }
            Ok(_) => Vec::new(),
            Err(refusal) => refuse(refusal.into()),
        }
    }

    /// Nodes that were played are no longer plans.
    pub(super) fn unplan_played(&mut self) {
        for node in self.record.tree().line(self.live) {
            self.planned.remove(&node);
        }
    }

    /// The record for saving. A plan at the end of a line would look like part of the game, so an empty node marks where
    /// the game stops and the plan becomes a variation of it.
    pub fn record_with_plans(&self) -> Cow<'_, GoRecord> {
        let ends = self.ends_with_plans();
        if ends.is_empty() {
            return Cow::Borrowed(&self.record);
        }
        let mut record = self.record.clone();
        for end in ends {
            record.go_to(end);
            drop(record.append(&[]));
            while record.move_branch(true).is_ok() {}
        }
        record.go_to(self.live);
        Cow::Owned(record)
    }

    /// Nodes of the game that are followed by plans only.
    fn ends_with_plans(&self) -> BTreeSet<NodeId> {
        let tree = self.record.tree();
        let is_plan = |node: NodeId| self.planned.contains(&node);
        let parents = self.planned.iter().filter_map(|node| tree.parent(*node));
        parents.filter(|parent| !is_plan(*parent) && tree.children(*parent).all(is_plan)).collect()
    }
}
