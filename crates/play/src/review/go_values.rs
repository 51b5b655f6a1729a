//! What other programs have written into a record about who is ahead: Sabaki's SBKV and SBKS.

use analysis::{Effort, Evaluation};
use record::sgf::Node;

/// The value after a node, as Black sees it. Without a lead in points nothing can be judged by it, so a win rate alone is
/// none.
pub(super) fn written_value(node: Node<'_>) -> Option<Evaluation> {
    sabaki(node)
}

fn sabaki(node: Node<'_>) -> Option<Evaluation> {
    let win_rate = number(node, "SBKV").filter(|percent| (0.0..=100.0).contains(percent))?;
    let lead = number(node, "SBKS")?;
    Some(Evaluation::of_points(win_rate / 100.0, lead, Effort::Visits(0)))
}

fn number(node: Node<'_>, property: &str) -> Option<f32> {
    node.simple_text(property)?.trim().parse().ok().filter(|number: &f32| number.is_finite())
}
