//! Values of engines as players write them.

use analysis::{Evaluation, Native};

use crate::language;

/// Whose lead it is: `B+1.4`, `W+0.3`, and `0.0` in between.
pub fn lead(points: f32) -> String {
    let text = decimal(points.abs());
    match points {
        _ if points.abs() < 0.05 => text,
        points if points > 0.0 => format!("B+{text}"),
        _ => format!("W+{text}"),
    }
}

/// As the side to move sees it: `+1.4`, `−0.3`.
pub fn signed(points: f32) -> String {
    let points = points.clamp(-999.0, 999.0);
    let places = if points.abs() < 99.95 { 1 } else { 0 };
    let text = language::here().decimal(f64::from(points.abs()), places);
    if points < 0.0 { format!("−{text}") } else { format!("+{text}") }
}

pub fn percent(expected: f32) -> String {
    format!("{}%", decimal(100.0 * expected))
}

/// `640`, `1.9k`, `12k`.
pub fn short_count(count: u32) -> String {
    let thousands = |places| format!("{}k", language::here().decimal(f64::from(count) / 1000.0, places));
    match count {
        0..1000 => count.to_string(),
        1000..9950 => thousands(1),
        _ => thousands(0),
    }
}

/// Of a whole position: Go has a lead.
pub fn text(evaluation: &Evaluation) -> String {
    match evaluation.native {
        Native::Points(points) => lead(points),
        other => other.to_string(),
    }
}

fn decimal(value: f32) -> String {
    language::here().decimal(f64::from(value), 1)
}
