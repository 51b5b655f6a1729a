//! After the last move: marking dead stones, the result, and a rematch.

use i18n::fill;
use leptos::prelude::*;
use play::client::Action;
use play::kifu::Kifu;
use play::protocol::Settings;
use play::table::MAX_RESUMES;
use rules::go::Points;
use web_sys::js_sys::Date;

use super::agreements::Notices;
use super::game::ResignButton;
use super::game_settings::SettingsForm;
use super::leaving::CloseRoom;
use super::rules::RulesButton;
use super::session::Session;
use super::wording;
use crate::{bridge, handoff, language};

#[component]
pub fn Counting() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let agreed = session.watch(|client| {
        let you = client.color()?;
        Some([you, you.other()].map(|color| client.marks().1[color as usize]))
    });
    let score = session.watch(|client| {
        let kifu = client.kifu()?;
        let score = kifu.count(client.marks().0).score;
        Some([score.black, score.white].map(wording::points))
    });
    let resumes = session.watch(|client| client.kifu().map_or(0, Kifu::resumes));
    let text = move || match agreed.get().flatten() {
        Some([true, _]) => words.you_did_agree,
        Some([_, true]) => words.other_agrees,
        _ => words.tap_group,
    };
    let waits = move || matches!(agreed.get().flatten(), Some([true, _]));
    view! {
        <div class="panel counting">
            <Score score=Signal::derive(move || score.get().flatten()) />
            <p class="muted" role="status">{text}</p>
            <p class="muted">{move || resumes.get().map(resumes_left)}</p>
            <div class="answers">
                <button class="button main" disabled=waits on:click=move |_| session.act(Action::Agree)>{words.agree}</button>
                <button class="button" on:click=move |_| session.act(Action::Resume)>{words.keep_playing}</button>
                <ResignButton />
                <button class="button" on:click=move |_| session.go_to_start()>{words.leave}</button>
                <RulesButton />
            </div>
        </div>
    }
}

fn resumes_left(resumes: usize) -> String {
    match MAX_RESUMES.saturating_sub(resumes) {
        0 => language::play().resumes_none.to_owned(),
        left => language::here().count(language::play().resumes_left, left),
    }
}

/// Black's and White's points side by side.
#[component]
fn Score(score: Signal<Option<[String; 2]>>) -> impl IntoView {
    let words = language::play();
    let row = |[black, white]: [String; 2]| {
        view! {
            <dl class="score">
                <div><dt>{words.black}</dt><dd>{black}</dd></div>
                <div class="white"><dt>{words.white}</dt><dd>{white}</dd></div>
            </dl>
        }
    };
    move || score.get().map(row)
}

#[component]
pub fn Finished() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let ending = session.watch(|client| client.ending().map(wording::result));
    let score = session.watch(|client| match client.ending()?.scores {
        [Some(black), Some(white)] => {
            Some([black, white].map(|halves| wording::points(Points::halves(halves))))
        }
        _ => None,
    });
    let komi = session.watch(|client| client.kifu().map(|kifu| komi(kifu.settings())));
    let fingerprint = session.watch(|client| client.kifu().map(|kifu| short(&kifu.head().to_string())));
    let counted = move || score.get().flatten().is_some();
    view! {
        <div class="panel result">
            <h2>{move || ending.get().flatten()}</h2>
            <Score score=Signal::derive(move || score.get().flatten()) />
            <p class="muted" hidden=move || !counted()>{move || komi.get().flatten()}</p>
            <p class="muted" title=words.fingerprint_title>
                {words.fingerprint}" "<code>{move || fingerprint.get().flatten()}</code>
            </p>
            <NextSettings />
            <Rematch />
            <div class="answers">
                <button class="button" on:click=move |_| with_record(session, handoff::open_in_study)>{words.open_in_study}</button>
                <button class="button" on:click=move |_| with_record(session, save)>{words.save}</button>
                <button class="button" on:click=move |_| session.go_to_start()>{words.leave}</button>
                <CloseRoom />
            </div>
        </div>
    }
}

/// The settings of a rematch. Both must ask for it after they were changed.
#[component]
fn NextSettings() -> impl IntoView {
    let session = Session::here();
    let settings =
        Memo::new(move |_| session.read(|client| client.seats().settings.clone()).unwrap_or_default());
    let seated = session.watch(|client| client.seats().you.is_some() && client.color().is_some());
    let change = move |settings: Settings| session.act(Action::Propose(settings));
    view! {
        <Notices />
        <details class="more next-settings" hidden=move || seated.get() != Some(true)>
            <summary>{language::play().next_settings}</summary>
            <p class="muted">{move || wording::settings(&settings.get())}</p>
            <SettingsForm settings change same_players=true />
        </details>
    }
}

#[component]
fn Rematch() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let asked = session.watch(|client| {
        let you = client.color()?;
        Some([you, you.other()].map(|color| client.wants_rematch(color)))
    });
    let rematch = move || match asked.get().flatten() {
        Some([true, _]) => words.waiting_opponent,
        Some([_, true]) => words.rematch_wanted,
        _ => words.rematch,
    };
    let watching = move || asked.get().flatten().is_none();
    let wanted = move || asked.get().flatten() == Some([false, true]);
    let waits = move || matches!(asked.get().flatten(), Some([true, _]));
    view! {
        // Both keep their places, whatever the other player asks for.
        <div class="rematch" hidden=watching>
            <button class="button main" disabled=waits on:click=move |_| session.act(Action::Rematch)>{rematch}</button>
            <button class="button" class:absent=move || !wanted() on:click=move |_| session.act(Action::DeclineRematch)>{words.no}</button>
        </div>
    }
}

fn komi(settings: &Settings) -> String {
    let words = language::play();
    match settings.komi {
        0 => words.no_komi.to_owned(),
        _ => fill(words.with_komi, &[("komi", &wording::points(settings.komi()))]),
    }
}

/// Short enough for two people to compare aloud.
fn short(fingerprint: &str) -> String {
    let head: Vec<char> = fingerprint.chars().take(12).collect();
    head.chunks(4).map(|four| four.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

fn with_record(session: Session, act: impl FnOnce(&str, &[u8])) {
    let now = Date::new_0();
    let date = format!("{}-{:02}-{:02}", now.get_full_year(), now.get_month() + 1, now.get_date());
    let record = session.peek(|client| {
        let kifu = client.kifu()?;
        let names = client.names();
        Some((format!("{} - {}.sgf", names[0], names[1]), kifu.sgf(names, &date)))
    });
    if let Some((name, bytes)) = record.flatten() {
        act(&name, &bytes);
    }
}

fn save(name: &str, bytes: &[u8]) {
    // A browser that refuses the download reports it itself.
    let _ = bridge::download(name, bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_short_enough_to_read_aloud() {
        assert_eq!(short("4c2bc779b3480011"), "4c2b c779 b348");
        assert_eq!(short(""), "");
    }
}
