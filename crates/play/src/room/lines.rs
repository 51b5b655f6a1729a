//! The lines of the record: what is taken back stays as a variation, what is only planned is written beside the game.

use std::borrow::Cow;
use std::collections::BTreeSet;

use record::NodeId;
use record::go::{GoRecord, Played};
use rules::go::Move;

use super::{Output, Phase, Refusal, Room, Seat, position_at_cursor, refuse};
use crate::Moment;

impl Room {
    pub fn can_undo(&self) -> bool {
        !self.is_over() && self.undo_target().is_some()
    }

    pub(super) fn undo(&mut self, now: Moment) -> Vec<Output> {
        if self.is_over() {
            return refuse(Refusal::Over);
        }
        let Some(target) = self.undo_target() else { return refuse(Refusal::NothingToUndo) };
        let mut out = self.stop_asking();
        self.return_to(target);
        out.push(Output::Changed);
        out.append(&mut self.next_turn(now));
        out
    }

    /// Where the last decision of a person was made: a machine's answer to it goes too.
    pub(super) fn undo_target(&self) -> Option<NodeId> {
        let size = self.position.size();
        let file = self.record.editor().game();
        let by_person = |node: &NodeId| {
            file.only_move(*node, size).is_some_and(|(color, _)| self.seat(color) == Seat::Human)
        };
        let node = self.record.tree().ancestors(self.live).find(by_person)?;
        self.record.tree().parent(node)
    }

    pub(super) fn return_to(&mut self, node: NodeId) {
        self.record.go_to(node);
        self.live = node;
        self.position = position_at_cursor(&self.record);
        self.bad_answers = 0;
        // Not to be taken for two passes that were never undone.
        self.phase = Phase::ToMove;
    }

    pub(super) fn go_on_from(&mut self, now: Moment, node: NodeId) -> Vec<Output> {
        if self.is_over() {
            return refuse(Refusal::Over);
        }
        let mut out = self.stop_asking();
        self.return_to(node);
        drop(self.record.make_main_line());
        self.played();
        out.push(Output::Changed);
        out.append(&mut self.next_turn(now));
        out
    }

    pub(super) fn plan(&mut self, at: NodeId, mv: Move) -> Vec<Output> {
        self.record.go_to(at);
        match self.record.play(mv) {
            Ok(Played::Added(node)) => {
                self.planned.insert(node);
                vec![Output::Changed]
            }
            Ok(_) => Vec::new(),
            Err(refusal) => refuse(refusal.into()),
        }
    }

    /// What the game went through is no plan any more.
    pub(super) fn played(&mut self) {
        for node in self.record.tree().line(self.live) {
            self.planned.remove(&node);
        }
    }

    /// The record as others should read it. A plan at the end of a line would look like the game itself: an empty node
    /// before it is where the game stops, and the plan is a variation of that, as it is beside a move that was played.
    pub fn recorded(&self) -> Cow<'_, GoRecord> {
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

    /// Nodes of the game that nothing but plans follows.
    fn ends_with_plans(&self) -> BTreeSet<NodeId> {
        let tree = self.record.tree();
        let is_plan = |node: NodeId| self.planned.contains(&node);
        let parents = self.planned.iter().filter_map(|node| tree.parent(*node));
        parents.filter(|parent| !is_plan(*parent) && tree.children(*parent).all(is_plan)).collect()
    }
}
