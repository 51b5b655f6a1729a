//! Where play begins: open a room, join one, or sit down against the bot.

use bot::Level;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use play::protocol::Settings;
use words::fill;

use super::find::JoinPanel;
use super::form::SettingsForm;
use super::http::{self, Hosting};
use super::session::{self, Session};
use crate::language;
use crate::route;

#[component]
pub fn Home() -> impl IntoView {
    let words = language::play();
    let name = RwSignal::new(session::name());
    let hosting = RwSignal::new(Hosting::default());
    spawn_local(async move { hosting.set(http::hosting().await.unwrap_or_default()) });
    view! {
        <div class="page play-home">
            <div class="play-lead">
                <div class="lead">
                    <h1>{words.title}</h1>
                    <p>{words.lead}</p>
                </div>
                <form class="form your-name" on:submit=move |event: SubmitEvent| event.prevent_default()>
                    <label>
                        {words.your_name}
                        <input type="text" name="name" autocomplete="nickname" maxlength="32" placeholder=words.guest bind:value=name />
                    </label>
                </form>
            </div>
            {session::unfinished_bot_game().map(|there| view! {
                <div class="panel go-on">
                    <p>{words.bot_unfinished}</p>
                    <a class="button main" href=there>{words.go_on}</a>
                </div>
            })}
            <div class="doors">
                <Open name hosting />
                <JoinPanel hosting />
                <Bot name />
            </div>
        </div>
    }
}

/// Who leaves the field empty is a guest.
fn called(name: RwSignal<String>) -> String {
    let name = name.get_untracked();
    let name = name.trim();
    if name.is_empty() { language::play().guest.to_owned() } else { name.to_owned() }
}

#[component]
fn Open(name: RwSignal<String>, hosting: RwSignal<Hosting>) -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let settings = RwSignal::new(Settings { board_size: 9, ..Settings::default() });
    let wrong = RwSignal::new(None::<String>);
    let opening = RwSignal::new(false);
    let open = move |event: SubmitEvent| {
        event.prevent_default();
        opening.set(true);
        wrong.set(None);
        spawn_local(async move {
            match open_room(&called(name), hosting.get_untracked().guest, settings.get_untracked()).await {
                Ok(room) => {
                    session.join(room.clone(), &called(name));
                    route::go(&format!("/play?room={room}"));
                }
                Err(why) => wrong.set(Some(why)),
            }
            opening.set(false);
        });
    };
    view! {
        <form class="panel padded door" on:submit=open>
            <div>
                <h2>{words.host_game}</h2>
                <p class="aside">{words.host_text}</p>
            </div>
            <SettingsForm settings change=move |new| settings.set(new) host=words.you_play />
            <p class="wrong" role="alert">{move || wrong.get()}</p>
            <button class="button main" type="submit" disabled=move || opening.get()>{words.open_room}</button>
        </form>
    }
}

/// Makes this machine a host first, unless it is one.
async fn open_room(host: &str, is_host: bool, settings: Settings) -> Result<String, String> {
    let words = language::play();
    let title = fill(words.room_of, &[("name", host)]);
    if !is_host {
        let started = http::start_hosting(&title).await;
        started.map_err(|why| fill(words.unreachable, &[("why", &why.to_string())]))?;
    }
    http::open_room(&title, &settings).await.map_err(|why| why.to_string())
}

#[component]
fn Bot(name: RwSignal<String>) -> impl IntoView {
    let words = language::play();
    let levels = [
        (Level::Easy, words.easy),
        (Level::Medium, words.medium),
        (Level::Hard, words.hard),
        (Level::Max, words.strongest),
    ];
    let session = Session::here();
    let settings = RwSignal::new(Settings { board_size: 9, time: None, ..Settings::default() });
    let level = RwSignal::new(Level::Easy);
    let wrong = RwSignal::new(None::<String>);
    let options = levels.map(|(each, title)| {
        view! { <option value=title selected=move || level.get() == each>{title}</option> }
    });
    let choose = move |title: String| {
        let chosen = levels.into_iter().find(|(_, each)| *each == title);
        level.set(chosen.map_or(Level::Easy, |(level, _)| level));
    };
    let begin = move |event: SubmitEvent| {
        event.prevent_default();
        let begun = session.play_bot(settings.get_untracked(), level.get_untracked(), &called(name));
        wrong.set(begun.err());
    };
    view! {
        <form class="panel padded door" on:submit=begin>
            <div>
                <h2>{words.against_bot}</h2>
                <p class="aside">{words.bot_text}</p>
            </div>
            <div class="form">
                <label>
                    {words.strength}
                    <select name="level" on:change=move |event| choose(event_target_value(&event))>{options.collect_view()}</select>
                </label>
            </div>
            <SettingsForm settings change=move |new| settings.set(new) host=words.you_play />
            <p class="wrong" role="alert">{move || wrong.get()}</p>
            <button class="button main" type="submit">{words.begin}</button>
        </form>
    }
}
