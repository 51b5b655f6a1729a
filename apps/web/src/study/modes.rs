//! What goes on beside editing: counting, guessing moves, and moves shown one after another. Each has a panel that ends it.

use bot::{Answer, GameHistory, Job, MoveOrder, Question};
use i18n::fill;
use leptos::prelude::*;
use record::GoRecord;
use rules::go::{Color, Outcome, Points, Position, Rules, Score};
use study::{Command, Counted, GoInput, Input, Workspace};
use web_sys::js_sys::Math;

use super::page_state::PageState;
use crate::bot_worker::BotWorker;
use crate::language;

/// Games that the automatic player plays to their end.
const PLAYOUTS: u32 = 600;

#[component]
pub fn Modes() -> impl IntoView {
    let page_state = PageState::here();
    let counts = page_state.watch(|workspace| workspace.counting().is_some());
    let guesses = page_state.watch(|workspace| workspace.guessing().is_some());
    let plays = page_state.watch(Workspace::is_playing_automatically);
    view! {
        <Show when=move || counts.get()><CountPanel /></Show>
        <Show when=move || guesses.get()><GuessPanel /></Show>
        <Show when=move || plays.get()>
            <div class="panel mode" role="status">
                <p>{language::here().go_study().autoplay_runs}</p>
                <EndButton command=Command::Autoplay />
            </div>
        </Show>
    }
}

#[component]
fn EndButton(command: Command) -> impl IntoView {
    let page_state = PageState::here();
    let end = move |_| {
        page_state.command(command);
        page_state.focus_board();
    };
    view! { <button class="button" on:click=end>{language::here().go_study().end_mode}</button> }
}

#[component]
fn GuessPanel() -> impl IntoView {
    let words = language::here().go_study();
    let page_state = PageState::here();
    let text = page_state.watch(move |workspace| {
        let guessing = workspace.guessing()?;
        let (right, all) = (guessing.at_once.to_string(), guessing.guessed.to_string());
        Some(fill(words.guessing, &[("right", &right), ("all", &all)]))
    });
    view! {
        <div class="panel mode">
            <p role="status">{text}</p>
            <EndButton command=Command::Guess />
        </div>
    }
}

/// Asks the automatic player once, when it is opened.
#[component]
fn CountPanel() -> impl IntoView {
    let words = language::here().go_study();
    let page_state = PageState::here();
    let counted = page_state.watch(Workspace::counted);
    ask(page_state);
    let row =
        move |name: &'static str, text: Signal<String>| view! { <div><dt>{name}</dt><dd>{text}</dd></div> };
    let shown = move |look: fn(&Counted) -> String| {
        Signal::derive(move || counted.with(|counted| counted.as_ref().map(look).unwrap_or_default()))
    };
    let estimate = Signal::derive(move || {
        let lead = counted.with(|counted| counted.as_ref().and_then(|counted| counted.estimate));
        lead.map_or_else(|| words.estimating.to_owned(), lead_text)
    });
    view! {
        <div class="panel mode counting">
            <dl class="count-rows" role="status">
                {row(words.by_area, shown(|counted| score_text(counted.area)))}
                {row(words.by_territory, shown(|counted| score_text(counted.territory)))}
                {row(words.estimate, estimate)}
            </dl>
            <p class="muted">{words.count_hint}</p>
            <EndButton command=Command::CountGame />
        </div>
    }
}

/// The worker ends with the panel.
fn ask(page_state: PageState) {
    let answered = move |answer| {
        if let Answer::Estimate { dead, owned } = answer {
            page_state.act(Input::Go(GoInput::Judged { dead, owned }));
        }
    };
    let seed = (Math::random() * f64::from(u32::MAX)) as u64;
    let job = page_state.peek(|workspace| workspace.current().go().map(|record| job(record, seed)));
    let Some((job, Ok(worker))) = job.map(|job| (job, BotWorker::spawn(answered))) else { return };
    worker.run(&job);
    let worker = StoredValue::new_local(Some(worker));
    on_cleanup(move || drop(worker.try_update_value(Option::take)));
}

/// The position as it is: the moves before it play no part.
fn job(record: &GoRecord, seed: u64) -> Job {
    let position: &Position = record.position();
    let board = position.board();
    let stones = Color::BOTH.into_iter().flat_map(|color| board.stones(color).map(move |at| (at, color)));
    let order = MoveOrder::Alternating { first: record.to_play(), rules: Rules::CHINESE };
    let game = GameHistory { size: record.size(), stones: stones.collect(), order, turns: Vec::new() };
    Job { question: Question::Estimate { playouts: PLAYOUTS }, game, komi: Points::ZERO, seed }
}

/// `B+3.5`
fn score_text(score: Score) -> String {
    lead_text(score.lead(Color::Black))
}

fn lead_text(lead: Points) -> String {
    let points = |lead: Points| language::here().decimal(f64::from(lead.in_quarters().abs()) / 4.0, 1);
    match lead.in_quarters() {
        0 => Outcome::Draw.to_string(),
        1.. => format!("B+{}", points(lead)),
        _ => format!("W+{}", points(lead)),
    }
}

#[cfg(test)]
mod tests {
    use record::GameRecord;

    use super::*;
    use crate::study::go_record;

    #[test]
    fn a_lead_is_written_as_a_result() {
        let texts = [Points::halves(7), Points::halves(-1), Points::ZERO].map(lead_text);
        assert_eq!(texts, ["B+3.5", "W+0.5", "0"]);
    }

    #[test]
    fn the_job_has_the_stones_of_the_position() {
        let mut record = go_record("(;SZ[9]AB[aa];W[bb])");
        record.forward();
        let job = job(&record, 1);
        assert_eq!((job.game.stones.len(), job.question), (2, Question::Estimate { playouts: PLAYOUTS }));
        assert!(job.game.position().is_some());
    }
}
