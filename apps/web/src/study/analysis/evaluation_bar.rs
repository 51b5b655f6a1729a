//! The bar beside the board: the first player's share grows from the bottom.

use analysis::{Evaluation, Native};
use i18n::fill;
use leptos::prelude::*;
use record::GameType;

use super::live::LiveAnalysis;
use super::values;
use crate::language;
use crate::study::page_state::PageState;

#[component]
pub fn EvaluationBar() -> impl IntoView {
    let live = LiveAnalysis::here();
    view! {
        <Show when=move || live.shows_hints()>
            <Bar />
        </Show>
    }
}

#[component]
fn Bar() -> impl IntoView {
    let (page_state, live) = (PageState::here(), LiveAnalysis::here());
    let value = RwSignal::new(None::<Evaluation>);
    // The last value stays until there is one of the new position, so that the bar does not jump.
    Effect::new(move |_| {
        let now = live.read(|_, update| update.report.lines.first().map(|line| line.evaluation)).flatten();
        if now.is_some() {
            value.set(now);
        }
    });
    let share = move || value.get().map_or(50.0, first_share);
    let text = move || value.get().map(|value| short(value.native)).unwrap_or_default();
    let first_leads = move || value.get().is_none_or(|value| first_leads(&value));
    let is_go = page_state.watch(|workspace| workspace.current().go().is_some());
    let is_turned = page_state.watch(|workspace| {
        let game = workspace.current();
        game.record().game_type() == GameType::Chess && game.is_flipped()
    });
    let label = move || value.get().map_or_else(String::new, |value| label(&value));
    view! {
        <div
            class="evaluation-bar"
            class:black-first=is_go
            class:turned=is_turned
            role="img"
            aria-label=label
            style:--share=move || format!("{:.1}%", share())
        >
            <i></i>
            <b class:of-first=first_leads class:of-second=move || !first_leads()>{text}</b>
        </div>
    }
}

fn label(value: &Evaluation) -> String {
    let words = language::here().analysis();
    let text = match value.native {
        Native::Points(points) => fill(
            words.evaluation_go,
            &[("leader", &values::lead(points)), ("percent", &values::percent(value.expected))],
        ),
        other => other.to_string(),
    };
    fill(words.evaluation, &[("value", &text)])
}

/// In Go the number is the lead, which may be the other side's although the first player is likelier to win.
fn first_leads(value: &Evaluation) -> bool {
    match value.native {
        Native::Points(points) => points >= 0.0,
        _ => value.expected >= 0.5,
    }
}

/// In percent. A mate is the whole bar.
fn first_share(value: Evaluation) -> f32 {
    match value.native {
        Native::Mate(moves) if moves > 0 => 100.0,
        Native::Mate(_) => 0.0,
        _ => 100.0 * value.expected,
    }
}

/// Without a sign and with one digit: the colour says who leads.
fn short(value: Native) -> String {
    match value {
        Native::Centipawns(value) => format!("{:.1}", f64::from(value.unsigned_abs().min(9999)) / 100.0),
        Native::Mate(moves) => format!("#{}", moves.unsigned_abs()),
        Native::Points(points) if points.abs() >= 9.95 => format!("{:.0}", points.abs().min(999.0)),
        Native::Points(points) => format!("{:.1}", points.abs()),
        other @ Native::Equity(_) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::Effort;

    fn of(native: Native) -> Evaluation {
        Evaluation::new(native, Effort::Depth(9))
    }

    #[test]
    fn a_mate_fills_the_bar_and_an_even_game_half_of_it() {
        assert_eq!(first_share(of(Native::Mate(2))), 100.0);
        assert_eq!(first_share(of(Native::Mate(-2))), 0.0);
        assert_eq!(first_share(of(Native::Centipawns(0))), 50.0);
    }

    #[test]
    fn the_number_is_short() {
        let values = [
            Native::Centipawns(-134),
            Native::Centipawns(7),
            Native::Mate(-3),
            Native::Points(-1.44),
            Native::Points(18.3),
        ];
        assert_eq!(values.map(short), ["1.3", "0.1", "#3", "1.4", "18"]);
    }

    #[test]
    fn the_label_says_who_leads() {
        let value = Evaluation::of_points(0.25, -3.5, Effort::Visits(100));
        assert_eq!(label(&value), "Evaluation W+3.5, 25.0% for Black");
    }
}
