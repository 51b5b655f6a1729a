//! Charts of the progress as SVG that follows the theme: bars for time, a line for accuracy.

use std::fmt::Write;

use drill::CycleReport;
use i18n::fill;

use crate::language;

const WIDTH: f64 = 360.0;
const BASE: f64 = 124.0;
const TOP: f64 = 14.0;

/// The content of an `<svg viewBox="0 0 360 150">`: a bar and a dot for each cycle.
pub fn cycles(reports: &[CycleReport]) -> String {
    let most = reports.iter().map(|report| report.total.as_secs_f64()).fold(1.0, f64::max);
    let step = WIDTH / reports.len().max(1) as f64;
    let mut out = format!("<path class=\"axis\" d=\"M0 {BASE}H{WIDTH}\"/>");
    let mut dots = Vec::new();
    for (n, report) in reports.iter().enumerate() {
        let middle = step * (n as f64 + 0.5);
        let tall = (BASE - TOP) * report.total.as_secs_f64() / most;
        let width = (step * 0.5).min(48.0);
        let _ = write!(
            out,
            "<rect class=\"column\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{tall:.1}\" rx=\"3\"/>\
             <text class=\"name\" x=\"{middle:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            middle - width / 2.0,
            BASE - tall,
            BASE + 18.0,
            n + 1
        );
        let accuracy = report.totals.accuracy;
        dots.extend(accuracy.map(|accuracy| (middle, BASE - (BASE - TOP) * accuracy, accuracy)));
    }
    let line: Vec<String> = dots.iter().map(|(x, y, _)| format!("{x:.1} {y:.1}")).collect();
    if !line.is_empty() {
        let _ = write!(out, "<path class=\"line\" d=\"M{}\"/>", line.join("L"));
    }
    for (x, y, accuracy) in dots {
        let _ = write!(
            out,
            "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>\
             <text class=\"value\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            (y - 8.0).max(10.0),
            language::here().percent(accuracy)
        );
    }
    out
}

/// The last attempts as columns. Wrong ones differ by colour and by a cross below the line.
pub fn attempts(times: &[(f64, bool)]) -> String {
    let most = times.iter().map(|(seconds, _)| *seconds).fold(1.0, f64::max);
    let step = WIDTH / times.len().max(20) as f64;
    let mut out = format!("<path class=\"axis\" d=\"M0 {BASE}H{WIDTH}\"/>");
    for (n, (seconds, right)) in times.iter().enumerate() {
        let tall = ((BASE - TOP) * seconds / most).max(2.0);
        let class = if *right { "column" } else { "column wrong" };
        let _ = write!(
            out,
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" rx=\"2\"/>",
            step * n as f64 + step * 0.15,
            BASE - tall,
            step * 0.7
        );
        if !right {
            let x = step * (n as f64 + 0.5);
            let _ = write!(out, "<path class=\"cross\" d=\"M{:.1} {}l6 6m0 -6l-6 6\"/>", x - 3.0, BASE + 6.0);
        }
    }
    out
}

/// The cycles as text for screen readers.
pub fn cycles_text(reports: &[CycleReport]) -> String {
    let one = |(n, report): (usize, &CycleReport)| {
        let language = language::here();
        let number = (n + 1).to_string();
        let percent =
            report.totals.accuracy.map_or("–".to_owned(), |share| language.decimal(share * 100.0, 0));
        let minutes = language.decimal(report.total.as_secs_f64() / 60.0, 1);
        let values = [("number", &*number), ("percent", &percent), ("minutes", &minutes)];
        fill(language::train().cycle_description, &values)
    };
    reports.iter().enumerate().map(one).collect::<Vec<_>>().join(". ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use drill::Totals;

    use super::*;

    fn report(accuracy: f64, seconds: u64) -> CycleReport {
        CycleReport {
            totals: Totals { accuracy: Some(accuracy), ..Totals::default() },
            total: Duration::from_secs(seconds),
            per_minute: 2.0,
            slowest: Vec::new(),
            failed: Vec::new(),
        }
    }

    #[test]
    fn the_slowest_cycle_has_the_tallest_bar() {
        let chart = cycles(&[report(0.5, 120), report(1.0, 60)]);
        assert!(chart.contains("height=\"110.0\"") && chart.contains("height=\"55.0\""), "{chart}");
        assert!(chart.contains(">50 %<") && chart.contains(">100 %<"), "{chart}");
        assert_eq!(cycles_text(&[report(0.5, 120)]), "Cycle 1: 50 percent right in 2.0 minutes");
    }

    #[test]
    fn charts_without_data_have_no_nan() {
        for chart in [cycles(&[]), attempts(&[])] {
            assert!(!chart.contains("NaN") && !chart.contains("inf"), "{chart}");
        }
    }
}
