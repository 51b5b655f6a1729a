//! What the engine thinks while it thinks: `kata-analyze`, `lz-analyze` and moves chosen with `kata-genmove_analyze`.
//! Win rates, leads and ownership are those of the side that is asked about.

use std::fmt::Write;
use std::time::Duration;

use rules::go::{Color, Move, Size};

use super::command::{self, ParsedLine};

/// Whose words a line of analysis is written in: KataGo's with fractions, Leela Zero's with ten-thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    KataGo,
    LeelaZero,
}

/// The results of a search so far, for one side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The best first.
    pub moves: Vec<MoveReport>,
    pub visits: u32,
    pub win_rate: f32,
    pub lead: f32,
    /// Row by row, from 1 (always this side's) to -1.
    pub ownership: Vec<f32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MoveReport {
    pub mv: Move,
    pub visits: u32,
    pub win_rate: f32,
    pub lead: f32,
    pub prior: f32,
    /// The expected line, this move first.
    pub variation: Vec<Move>,
}

/// The arguments of an analysis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AnalysisOptions {
    pub(super) dialect: Dialect,
    pub(super) color: Option<Color>,
    pub(super) interval: Duration,
    min_moves: usize,
    max_moves: usize,
    root: bool,
    ownership: bool,
}

impl AnalysisOptions {
    /// `[COLOR] [INTERVAL] [KEY VALUE]…`, the interval in hundredths of a second.
    pub(super) fn read(dialect: Dialect, line: &ParsedLine) -> Result<AnalysisOptions, &'static str> {
        let mut options = AnalysisOptions {
            dialect,
            color: None,
            interval: Duration::from_secs(1),
            min_moves: 0,
            max_moves: usize::MAX,
            root: false,
            ownership: false,
        };
        let mut words = line.rest().iter().map(String::as_str).peekable();
        if let Some(color) = words.peek().and_then(|word| command::color(word)) {
            options.color = Some(color);
            words.next();
        }
        if let Some(interval) = words.peek().and_then(|word| centiseconds(word)) {
            options.interval = interval;
            words.next();
        }
        while let Some(key) = words.next() {
            options.set(key, words.next().ok_or("syntax error")?)?;
        }
        Ok(options)
    }

    /// Keys that only add to the output of other engines are ignored.
    fn set(&mut self, key: &str, value: &str) -> Result<(), &'static str> {
        let number = || value.parse().map_err(|_| "syntax error");
        let flag = || value.parse().map_err(|_| "syntax error");
        match key {
            "interval" => self.interval = centiseconds(value).ok_or("syntax error")?,
            "minmoves" => self.min_moves = number()?,
            "maxmoves" => self.max_moves = number()?,
            "rootInfo" => self.root = flag()?,
            "ownership" => self.ownership = flag()?,
            "pvVisits" | "movesOwnership" | "ownershipStdev" | "noResultValue" => _ = flag()?,
            _ => return Err("syntax error"),
        }
        Ok(())
    }

    /// One line without its line break.
    pub(super) fn line(&self, report: &Report, size: Size) -> String {
        let shown = report.moves.iter().filter(|one| one.visits > 0).count().max(self.min_moves);
        let moves = report.moves.iter().take(shown.min(self.max_moves));
        let mut text = String::new();
        for (order, one) in moves.enumerate() {
            let space = if order == 0 { "" } else { " " };
            text += space;
            self.write_move(&mut text, order, one, size);
        }
        if self.dialect == Dialect::KataGo && self.root {
            let Report { visits, win_rate, lead, .. } = report;
            // Writing to a string cannot fail.
            _ = write!(
                text,
                " rootInfo visits {visits} winrate {win_rate:.6} scoreMean {lead:.3} scoreLead {lead:.3}"
            );
        }
        if self.dialect == Dialect::KataGo && self.ownership {
            text += " ownership";
            report.ownership.iter().for_each(|owner| _ = write!(text, " {owner:.4}"));
        }
        text
    }

    fn write_move(&self, text: &mut String, order: usize, one: &MoveReport, size: Size) {
        let MoveReport { visits, win_rate, lead, prior, .. } = one;
        let spread = (win_rate * (1.0 - win_rate) / (*visits).max(1) as f32).sqrt();
        let lower = (win_rate - 1.96 * spread).max(0.0);
        let name = move_name(one.mv, size);
        let line: Vec<String> = one.variation.iter().map(|mv| move_name(*mv, size)).collect();
        let line = line.join(" ");
        // Writing to a string cannot fail.
        _ = match self.dialect {
            Dialect::KataGo => write!(
                text,
                "info move {name} visits {visits} winrate {win_rate:.6} scoreMean {lead:.3} scoreLead {lead:.3} \
                 prior {prior:.6} lcb {lower:.6} order {order} pv {line}"
            ),
            Dialect::LeelaZero => write!(
                text,
                "info move {name} visits {visits} winrate {} prior {} lcb {} order {order} pv {line}",
                ten_thousandths(*win_rate),
                ten_thousandths(*prior),
                ten_thousandths(lower)
            ),
        };
    }
}

fn ten_thousandths(share: f32) -> u32 {
    (10_000.0 * share).round() as u32
}

/// At least a hundredth, so that there is time to search.
fn centiseconds(text: &str) -> Option<Duration> {
    let hundredths: f64 = text.parse().ok().filter(|n| (0.0..1e7).contains(n))?;
    Some(Duration::from_secs_f64(hundredths.max(1.0) / 100.0))
}

pub(super) fn move_name(mv: Move, size: Size) -> String {
    match mv {
        Move::Place(at) => at.name(size),
        Move::Pass => "pass".to_owned(),
    }
}
