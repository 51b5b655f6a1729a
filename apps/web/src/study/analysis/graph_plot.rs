//! The graph of a game as shapes: what is known of it, in pixels from the top left.

use std::fmt::Write;

use record::GameType;

use super::game_values::ValuePoint;

/// Labels below the graph at most.
const MAX_TICKS: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plot {
    pub width: f64,
    pub height: f64,
    /// Positions along the line.
    pub count: usize,
}

impl Plot {
    pub fn x(&self, index: usize) -> f64 {
        let steps = self.count.saturating_sub(1).max(1);
        self.width * index as f64 / steps as f64
    }

    /// The position nearest to this distance from the left.
    pub fn index_at(&self, x: f64) -> usize {
        let last = self.count.saturating_sub(1);
        let share = (x / self.width.max(1.0)).clamp(0.0, 1.0);
        (share * last as f64).round() as usize
    }

    /// From 0 at the bottom to 1 at the top.
    pub fn y(&self, share: f64) -> f64 {
        self.height * (1.0 - share.clamp(0.0, 1.0))
    }

    /// Where something is known, from top to bottom; what the first player expects there, from the bottom; and its edge.
    pub fn areas(&self, points: &[ValuePoint]) -> [String; 3] {
        let expected = |point: &ValuePoint| point.value.map(|value| f64::from(value.expected));
        let [mut known, mut share, mut edge] = [(); 3].map(|()| String::new());
        for run in self.runs(points, expected) {
            let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
            let (left, right, height) = (first.0, last.0, self.height);
            // Writing to a string cannot fail.
            _ = write!(known, "M{left:.2} 0H{right:.2}V{height}H{left:.2}Z");
            _ = write!(share, "M{left:.2} {height}");
            for (n, (x, y)) in run.iter().enumerate() {
                let pen = if n == 0 { 'M' } else { 'L' };
                _ = write!(share, "L{x:.2} {y:.2}");
                _ = write!(edge, "{pen}{x:.2} {y:.2}");
            }
            _ = write!(share, "L{right:.2} {height}Z");
        }
        [known, share, edge]
    }

    /// The lead, if it is known, with `most` points at the top.
    pub fn lead(&self, points: &[ValuePoint], most: f32) -> String {
        let share = |point: &ValuePoint| point.lead.map(|lead| f64::from(0.5 + 0.5 * lead / most));
        let mut line = String::new();
        for run in self.runs(points, share) {
            for (n, (x, y)) in run.iter().enumerate() {
                let pen = if n == 0 { 'M' } else { 'L' };
                // Writing to a string cannot fail.
                _ = write!(line, "{pen}{x:.2} {y:.2}");
            }
        }
        line
    }

    /// Neighbours of which a share is known. A single one is as wide as a step.
    fn runs(
        &self,
        points: &[ValuePoint],
        share: impl Fn(&ValuePoint) -> Option<f64>,
    ) -> Vec<Vec<(f64, f64)>> {
        let mut runs: Vec<Vec<(f64, f64)>> = Vec::new();
        let mut is_open = false;
        for (index, point) in points.iter().enumerate() {
            let Some(share) = share(point) else {
                is_open = false;
                continue;
            };
            let at = (self.x(index), self.y(share));
            match runs.last_mut().filter(|_| is_open) {
                Some(run) => run.push(at),
                None => runs.push(vec![at]),
            }
            is_open = true;
        }
        let half = (self.x(1) / 2.0).max(1.0);
        for run in &mut runs {
            if let &[(x, y)] = run.as_slice() {
                *run = vec![((x - half).max(0.0), y), ((x + half).min(self.width), y)];
            }
        }
        runs
    }

    /// Move numbers below the graph, with their places.
    pub fn ticks(&self, game: GameType) -> Vec<(f64, usize)> {
        let per_number = if game == GameType::Chess { 2 } else { 1 };
        let last = self.count.saturating_sub(1) / per_number;
        let steps = [1, 2, 5, 10, 20, 40, 50, 100, 200, 500, 1000, 5000];
        let step = steps.into_iter().find(|step| last / step < MAX_TICKS).unwrap_or(last.max(1));
        let at = |number: usize| (self.x(number * per_number), number);
        // The last label would be cut off at the edge.
        (1..)
            .map(|n| n * step)
            .take_while(|n| *n <= last)
            .map(at)
            .filter(|(x, _)| *x < self.width - 8.0)
            .collect()
    }
}

/// The largest lead on the axis.
pub fn largest_lead(points: &[ValuePoint]) -> f32 {
    let most = points.iter().filter_map(|point| point.lead).fold(0.0_f32, |most, lead| most.max(lead.abs()));
    [10.0, 20.0, 30.0, 50.0, 100.0, 200.0].into_iter().find(|limit| most <= *limit).unwrap_or(500.0)
}

#[cfg(test)]
mod tests {
    use analysis::{Effort, Evaluation};
    use record::GameRecord;

    use super::*;
    use crate::study::go_record;

    fn points(shares: &[Option<f32>]) -> Vec<ValuePoint> {
        let node = go_record("(;SZ[9])").root();
        let value = |share: &Option<f32>| ValuePoint {
            node,
            value: share.map(|share| Evaluation::of_points(share, 0.0, Effort::Visits(1))),
            lead: share.map(|share| 40.0 * share - 20.0),
            mark: None,
        };
        shares.iter().map(value).collect()
    }

    #[test]
    fn unknown_positions_leave_gaps() {
        let plot = Plot { width: 40.0, height: 10.0, count: 5 };
        let [known, share, edge] = plot.areas(&points(&[Some(0.5), Some(1.0), None, Some(0.0), None]));
        assert_eq!(known, "M0.00 0H10.00V10H0.00ZM25.00 0H35.00V10H25.00Z");
        assert_eq!(
            share,
            "M0.00 10L0.00 5.00L10.00 0.00L10.00 10ZM25.00 10L25.00 10.00L35.00 10.00L35.00 10Z"
        );
        assert_eq!(edge, "M0.00 5.00L10.00 0.00M25.00 10.00L35.00 10.00");
    }

    #[test]
    fn a_click_finds_the_nearest_position_and_none_is_outside() {
        let plot = Plot { width: 40.0, height: 10.0, count: 5 };
        assert_eq!([-3.0, 4.0, 6.0, 22.0, 99.0].map(|x| plot.index_at(x)), [0, 0, 1, 2, 4]);
        let single = Plot { count: 1, ..plot };
        assert_eq!((single.index_at(30.0), single.x(0)), (0, 0.0));
    }

    #[test]
    fn chess_counts_moves_of_both_sides_as_one() {
        let plot = Plot { width: 400.0, height: 10.0, count: 81 };
        let numbers = |game| plot.ticks(game).into_iter().map(|(_, number)| number).collect::<Vec<_>>();
        assert_eq!(numbers(GameType::Chess), [10, 20, 30]);
        assert_eq!(numbers(GameType::Go), [20, 40, 60]);
        assert_eq!(plot.ticks(GameType::Chess)[0].0, 100.0);
    }

    #[test]
    fn the_axis_of_the_lead_has_room_for_the_largest() {
        assert_eq!(largest_lead(&points(&[Some(0.5)])), 10.0);
        assert_eq!(largest_lead(&points(&[Some(0.5), Some(0.0)])), 20.0);
        let plot = Plot { width: 10.0, height: 10.0, count: 2 };
        assert_eq!(plot.lead(&points(&[Some(0.5), Some(0.0)]), 20.0), "M0.00 5.00L10.00 10.00");
    }
}
