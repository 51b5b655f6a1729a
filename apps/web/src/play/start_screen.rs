//! The start screen of Play: open a room, join one, or play the bot.

use bot::Level;
use i18n::{fill, visible_line};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use play::protocol::{Access, Digest, Opponent, Settings, password_hash};

use super::backgammon::BackgammonStart;
use super::game_settings::SettingsForm;
use super::hosting_badge::HostingBadge;
use super::http::{self, Hosting, Opponents};
use super::lan_search::JoinPanel;
use super::rules::RulesLink;
use super::saved_seats::{self, new_seat};
use super::session::Session;
use super::{hosted_table, level as level_text, stun_server};
use crate::language;
use crate::live_games::{self, LiveGame};
use crate::pages::is_guest;
use crate::route;

#[component]
pub fn StartScreen() -> impl IntoView {
    let words = language::play();
    let name = RwSignal::new(saved_seats::name());
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
            <HostingBadge />
            <LiveGames />
            {saved_seats::unfinished_bot_game().map(|there| view! {
                <div class="panel unfinished-game">
                    <p>{words.bot_unfinished}</p>
                    <a class="button main" href=there>{words.continue_game}</a>
                </div>
            })}
            {hosted_table::unfinished_tables().into_iter().map(|left| view! {
                <div class="panel unfinished-game">
                    <p>{fill(words.table_unfinished, &[("title", &visible_line(&left.title))])}</p>
                    <a class="button main" href=left.address>{words.continue_game}</a>
                </div>
            }).collect_view()}
            <div class="play-options">
                <div class="stack">
                    <Open name hosting />
                    <JoinPanel hosting />
                </div>
                <div class="stack">
                    <Bot name />
                    {(!is_guest()).then(|| view! { <BackgammonStart name /> })}
                </div>
            </div>
        </div>
    }
}

/// Links back to games in rooms. A table of this page has its own link.
#[component]
pub fn LiveGames() -> impl IntoView {
    let words = language::play();
    let games = live_games::all().into_iter().filter(|game| !hosted_table::is_hosted(&game.room));
    let link = |game: LiveGame| {
        let text = if game.your_move { words.live_game_your_move } else { words.live_game };
        view! {
            <div class="panel unfinished-game live-game">
                <p>{fill(text, &[("name", &visible_line(&game.opponent))])}</p>
                <a class="button main" href=game.address()>{words.return_to_game}</a>
            </div>
        }
    };
    games.map(link).collect_view()
}

/// The default name if the field is empty.
fn entered_name(name: RwSignal<String>) -> String {
    let name = name.get_untracked();
    let name = name.trim();
    if name.is_empty() { language::play().guest.to_owned() } else { name.to_owned() }
}

#[component]
fn Open(name: RwSignal<String>, hosting: RwSignal<Hosting>) -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let settings = RwSignal::new(Settings { board_size: 9, ..Settings::default() });
    let opponents = RwSignal::new(Opponents::default());
    spawn_local(async move { drop(opponents.try_set(http::opponents().await.unwrap_or_default())) });
    let direct = RwSignal::new(false);
    let password = RwSignal::new(String::new());
    let wrong = RwSignal::new(None::<String>);
    let opening = RwSignal::new(false);
    let open = move |event: SubmitEvent| {
        event.prevent_default();
        opening.set(true);
        wrong.set(None);
        let (client, settings) = (hosting.get_untracked().from_host, settings.get_untracked());
        spawn_local(async move {
            let (name, password) = (entered_name(name), password_hash(&password.get_untracked()));
            let opened = match direct.get_untracked() {
                true => host_table(session, &name, password, client, settings).await,
                false => open_room(session, &name, password, client, settings).await,
            };
            wrong.set(opened.err());
            opening.set(false);
        });
    };
    let about = move || if direct.get() { words.host_direct_text } else { words.host_text };
    let choose = move |new: Settings| settings.set(new);
    view! {
        <form class="panel padded play-option open-form" on:submit=open>
            <div class="option-head">
                <div>
                    <h2>{words.host_game}</h2>
                    <p class="muted">{about}</p>
                </div>
                <RulesLink />
            </div>
            <SettingsForm settings change=choose host=words.you_play opponents />
            <Table direct password />
            <Stun direct />
            <p class="wrong" role="alert">{move || wrong.get()}</p>
            <button class="button main" type="submit" disabled=move || opening.get()>
                {move || if direct.get() { words.open_table } else { words.open_room }}
            </button>
        </form>
    }
}

/// Whether the table runs on the host or in this page, and who may enter.
#[component]
fn Table(direct: RwSignal<bool>, password: RwSignal<String>) -> impl IntoView {
    let words = language::play();
    view! {
        <div class="form columns">
            <label>
                {words.connection}
                <select name="connection" on:change=move |event| direct.set(event_target_value(&event) == "peer")>
                    <option value="host" selected=move || !direct.get()>{words.through_host}</option>
                    <option value="peer" selected=move || direct.get()>{words.peer_to_peer}</option>
                </select>
            </label>
            <label>
                {words.password}
                <input name="password" type="text" autocomplete="off" maxlength="64" placeholder=words.no_password bind:value=password />
            </label>
        </div>
    }
}

/// Only needed if the players are on different networks.
#[component]
fn Stun(direct: RwSignal<bool>) -> impl IntoView {
    let words = language::play();
    let server = stun_server::saved().unwrap_or_default();
    view! {
        <div class="agreement" hidden=move || !direct.get()>
            <details class="more">
                <summary>{words.outside_network}</summary>
                <div class="form">
                    <label>
                        {words.stun}
                        <input
                            name="stun" type="text" placeholder=words.stun_none autocomplete="off" value=server
                            on:change=move |event| stun_server::save(&event_target_value(&event))
                        />
                    </label>
                </div>
            </details>
        </div>
    }
}

async fn open_room(
    session: Session,
    name: &str,
    password: Option<Digest>,
    is_host: bool,
    settings: Settings,
) -> Result<(), String> {
    let title = fill(language::play().room_of, &[("name", name)]);
    ensure_hosting(&title, is_host).await?;
    let seat = new_seat(name).with_password(password);
    let access = Access { password, owner: Some(seat.token) };
    let room = http::open_room(&title, &settings, access).await.map_err(|why| why.to_string())?;
    session.join_as(room.clone(), seat);
    route::go(&format!("/play?room={room}"));
    Ok(())
}

async fn host_table(
    session: Session,
    name: &str,
    password: Option<Digest>,
    is_host: bool,
    settings: Settings,
) -> Result<(), String> {
    let title = fill(language::play().table_of, &[("name", name)]);
    ensure_hosting(&title, is_host).await?;
    // A page offers no automatic players.
    session.host_table(Settings { opponent: Opponent::Person, ..settings }, title, name, password);
    Ok(())
}

/// Starts hosting, unless this machine is a host already.
async fn ensure_hosting(title: &str, is_host: bool) -> Result<(), String> {
    if is_host {
        return Ok(());
    }
    let started = http::start_hosting(title).await;
    started.map(drop).map_err(|why| fill(language::play().unreachable, &[("why", &why.to_string())]))
}

#[component]
fn Bot(name: RwSignal<String>) -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let settings = RwSignal::new(Settings { board_size: 9, time: None, ..Settings::default() });
    let level = RwSignal::new(Level::Easy);
    let wrong = RwSignal::new(None::<String>);
    let options = Level::ALL.map(|each| {
        let selected = move || level.get() == each;
        view! { <option value=each.name() selected=selected>{level_text::with_rank(each)}</option> }
    });
    let choose = move |name: String| level.set(Level::from_name(&name).unwrap_or(Level::Easy));
    let begin = move |event: SubmitEvent| {
        event.prevent_default();
        let begun = session.play_bot(settings.get_untracked(), level.get_untracked(), &entered_name(name));
        wrong.set(begun.err());
    };
    view! {
        <form class="panel padded play-option" on:submit=begin>
            <div>
                <h2>{words.against_bot}</h2>
                <p class="muted">{words.bot_text}</p>
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
