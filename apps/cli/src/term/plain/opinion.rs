//! The bot's opinion in words, announced once, when the bot has searched for a while.

use analysis::{Evaluation, Native, Report};

use super::super::app::{Effect, Screen};
use super::Plain;

/// Visits after which the opinion is announced.
const ENOUGH: u64 = 4_000;

impl Plain {
    /// Ends the search once its result is announced.
    pub(super) fn announce_opinion(&mut self) -> Option<Effect> {
        let Screen::Game(game) = &mut self.app.screen else { return None };
        let report = game.analysis.latest().filter(|report| report.nodes >= ENOUGH)?;
        let words = in_words(report);
        game.analysis.toggle();
        self.out.push(words);
        self.app.follow_analysis()
    }
}

fn in_words(report: &Report) -> String {
    let value = report.lines.first().map(|line| position(&line.evaluation)).unwrap_or_default();
    let moves = report.lines.iter().filter_map(|line| {
        let name = line.moves.first()?;
        Some(format!("{name} {:.0} %", share_of_leader(report, &line.evaluation) * 100.0))
    });
    format!("{value} Its moves: {}.", moves.collect::<Vec<_>>().join(", "))
}

fn black_leads(evaluation: &Evaluation) -> bool {
    evaluation.expected >= 0.5
}

/// All moves are told for the same player.
fn share_of_leader(report: &Report, evaluation: &Evaluation) -> f32 {
    let is_black = report.lines.first().is_none_or(|line| black_leads(&line.evaluation));
    if is_black { evaluation.expected } else { 1.0 - evaluation.expected }
}

fn position(evaluation: &Evaluation) -> String {
    let (leader, share) = match black_leads(evaluation) {
        true => ("Black", evaluation.expected),
        false => ("White", 1.0 - evaluation.expected),
    };
    let lead = match evaluation.native {
        Native::Points(points) if points > 0.05 => format!(", Black by {points:.1} points"),
        Native::Points(points) if points < -0.05 => format!(", White by {:.1} points", -points),
        _ => String::new(),
    };
    format!("The bot gives {leader} {:.0} %{lead}.", share * 100.0)
}
