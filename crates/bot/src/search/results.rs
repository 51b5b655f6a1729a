//! The result of one simulation by the rules of the game, and how it is recorded along its path.

use super::SizedSearch;
use crate::board::{BLACK, PASS, Vertex, WHITE};
use crate::playout::MoveOrder;
use crate::tree::GameResult;

impl<const N: usize> SizedSearch<N> {
    /// Black's stone, or White's as a negative one; a pass, if it costs one.
    pub(super) fn placed(&self, order: MoveOrder, [black, white]: [Vertex; 2]) -> i32 {
        let cost = |at: Vertex| i32::from(at != PASS || self.points.pass_stones);
        match order {
            MoveOrder::Simultaneous => 0,
            MoveOrder::Alternating(BLACK) => cost(black),
            MoveOrder::Alternating(_) => -cost(white),
        }
    }

    pub(super) fn chosen_vertices(&self, node: u32, chosen: [u16; 2]) -> [Vertex; 2] {
        let vertex =
            |side: usize| self.tree.arms(node, side).get(usize::from(chosen[side])).map_or(PASS, |a| a.at);
        [vertex(0), vertex(1)]
    }

    /// The margin counts a little, so that the winner does not play pointless moves.
    pub(super) fn result(&mut self, passes: Option<usize>) -> GameResult {
        let scratch = &mut self.scratch;
        let area = match passes {
            Some(side) => scratch.passed[side].count(&scratch.board),
            None => scratch.counter.count(&scratch.board),
        };
        let extra = if self.points.territory { scratch.extra } else { 0 };
        let lead = (area - extra) as f32 - self.points.white;
        let won = if lead == 0.0 { 0.5 } else { f32::from(lead > 0.0) };
        match passes {
            Some(side) => {
                self.progress.judged[side] += 1;
                self.progress.judged_black[side] += won;
            }
            None => {
                self.progress.won_by_black += won;
                self.progress.leads += lead;
            }
        }
        let share = self.settings.tuning.margin;
        let margin = 0.5 + 0.5 * (lead / self.start.size().area() as f32).clamp(-1.0, 1.0);
        GameResult { black: won * (1.0 - share) + margin * share, lead, prescribed: passes.is_some() }
    }

    pub(super) fn record(&mut self, result: GameResult) {
        for (node, chosen) in self.scratch.path.iter().rev() {
            let vertices = self.chosen_vertices(*node, *chosen);
            let first = &mut self.scratch.first;
            // Nodes nearer the root are earlier moves and override later ones.
            for vertex in vertices {
                first[usize::from(vertex)] = 0;
            }
            for (vertex, color) in vertices.into_iter().zip([BLACK, WHITE]) {
                first[usize::from(vertex)] |= color;
            }
            first[usize::from(PASS)] = 0;
            self.tree.record(*node, *chosen, result, first);
        }
    }
}
