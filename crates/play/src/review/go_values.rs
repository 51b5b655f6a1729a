//! What other programs have written into a record about who is ahead.

use analysis::{Effort, Evaluation};
use record::{GoRecord, NodeId};

/// The value after a node, as Black sees it. Without a lead in points nothing can be judged by it, so a win rate alone is
/// none.
pub(super) fn written_value(record: &GoRecord, node: NodeId) -> Option<Evaluation> {
    let value = record.written_value(node)?;
    Some(Evaluation::of_points(value.win_rate as f32, value.lead? as f32, Effort::Visits(0)))
}
