//! Before the game: the players, the settings, and the link for the opponent.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use play::client::Action;
use play::peer::{Transport, is_relay_room};
use play::protocol::{ErrorCode, Settings};
use qrcode::{Color as Module, EcLevel, QrCode};
use rules::go::Color;

use super::agreements::Notices;
use super::chat::Chat;
use super::game::PlayHere;
use super::game_settings::SettingsForm;
use super::hosting_badge::HostingBadge;
use super::http::Opponents;
use super::join::Unlock;
use super::leaving::CloseRoom;
use super::rules::RulesLink;
use super::saved_seats;
use super::session::Session;
use super::{http, wording};
use crate::bridge::{BrowserClipboard, Clipboard};
use crate::foreign_text::foreign;
use crate::language;

#[component]
pub fn Lobby() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let joined = session.watch(|client| client.is_joined() && client.is_connected());
    let join_error = session.watch(|client| wording::join_error(client.last_refusal().map(|(code, _)| code)));
    let full = session.watch(|client| client.last_refusal().is_some_and(|(code, _)| code == ErrorCode::Full));
    let locked_out = session.watch(|client| {
        !client.is_joined() && client.last_refusal().is_some_and(|(code, _)| code == ErrorCode::Password)
    });
    let room = move || session.room().unwrap_or_default();
    let state = move || match (join_error.get().flatten(), joined.get()) {
        _ if session.is_elsewhere() => words.seat_replaced,
        (Some(join_error), _) => join_error,
        _ if session.is_room_gone() => words.room_gone,
        (None, Some(true)) => words.begins_when,
        _ => words.connecting,
    };
    view! {
        <div class="page lobby">
            <div class="lead">
                <h1>{words.before_game}</h1>
                <p role="status">{state}</p>
            </div>
            <HostingBadge />
            <PlayHere />
            <Show when=move || locked_out.get() == Some(true)><Unlock /></Show>
            <Show when=move || joined.get() == Some(true)>
                <div class="waiting-room">
                    <div class="stack">
                        <SeatsPanel />
                        <Agreement />
                    </div>
                    <div class="stack">
                        <Invitation />
                        <Chat />
                    </div>
                </div>
            </Show>
            <div class="answers">
                <RulesLink />
                <button
                    class="button main"
                    hidden=move || full.get() != Some(true)
                    on:click=move |_| session.spectate(untrack(room), &saved_seats::name(), session.password())
                >
                    {words.watch}
                </button>
                <button
                    class="button"
                    on:click=move |_| {
                        session.act(Action::Leave);
                        session.discard_seat();
                        session.go_to_start();
                    }
                >
                    {words.leave}
                </button>
                <CloseRoom />
            </div>
        </div>
    }
}

#[component]
fn SeatsPanel() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let seats = session.watch(|client| client.seats().clone());
    let row = move |color: Color| {
        let name = move || {
            let seats = seats.get().unwrap_or_default();
            seats.names[color as usize].clone().unwrap_or_else(|| words.waiting_somebody.to_owned())
        };
        let free = move || seats.get().unwrap_or_default().names[color as usize].is_none();
        let note = move || {
            let seats = seats.get().unwrap_or_default();
            match (seats.you == Some(color), seats.ready[color as usize]) {
                (true, true) => words.you_agreed,
                (true, false) => words.you,
                (false, true) => words.agreed,
                (false, false) => "",
            }
        };
        view! {
            <div class="seat" class:white=color == Color::White class:free=free>
                <span class="visually-hidden">{wording::color(color)}": "</span>
                <strong class="seat-name">{move || foreign(&name())}</strong>
                <span class="seat-note">{note}</span>
            </div>
        }
    };
    let watching = move || wording::watching(seats.get().unwrap_or_default().spectators);
    let locked = move || seats.get().unwrap_or_default().locked.then_some(words.needs_password);
    view! {
        <section class="panel seats" aria-label=words.seats aria-live="polite">
            {row(Color::Black)} {row(Color::White)}
            <PeerConnection />
            <p class="muted watching">{watching}</p>
            <p class="muted watching">{locked}</p>
        </section>
    }
}

#[component]
fn Agreement() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let settings =
        Memo::new(move |_| session.read(|client| client.seats().settings.clone()).unwrap_or_default());
    let seated = session.watch(|client| client.seats().you.is_some());
    let ready = session.watch(|client| {
        let seats = client.seats();
        seats.you.map(|you| [you, you.other()].map(|color| seats.ready[color as usize]))
    });
    let agreed = move || matches!(ready.get().flatten(), Some([true, _]));
    let button = move || match ready.get().flatten() {
        Some([true, _]) => words.waiting_agree,
        Some([_, true]) => words.agree_other,
        _ => words.agree_begin,
    };
    let change = move |settings: Settings| session.act(Action::Propose(settings));
    let at_host = !untrack(move || session.room()).is_some_and(|room| is_relay_room(&room));
    let opponents = RwSignal::new(Opponents::default());
    if at_host {
        spawn_local(async move { drop(opponents.try_set(http::opponents().await.unwrap_or_default())) });
    }
    view! {
        <section class="panel padded stack" aria-label=words.settings>
            <p class="agreed-settings" aria-live="polite">{move || wording::settings(&settings.get())}</p>
            <Show when=move || seated.get() == Some(true)>
                <SettingsForm settings change opponents />
                <div class="answers">
                    <button class="button main" disabled=agreed on:click=move |_| session.act(Action::Ready)>{button}</button>
                </div>
            </Show>
            // Below the buttons, which must not move under the mouse.
            <Notices />
        </section>
    }
}

/// Whether the other player's page is connected directly, and the round-trip time.
#[component]
pub fn PeerConnection() -> impl IntoView {
    const REFRESH: Duration = Duration::from_secs(1);
    let session = Session::here();
    let ticks = RwSignal::new(0_u32);
    if let Ok(handle) = set_interval_with_handle(move || ticks.update(|n| *n = n.wrapping_add(1)), REFRESH) {
        on_cleanup(move || handle.clear());
    }
    let text = Memo::new(move |_| {
        ticks.track();
        session.changed.track();
        session.peer_status().map(|connection| (connection.transport, wording::connection(&connection)))
    });
    let direct = move || text.get().is_some_and(|(way, _)| way == Transport::Direct);
    view! {
        <p class="muted connection-status" class:direct=direct role="status" hidden=move || text.get().is_none()>
            {move || text.get().map(|(_, text)| text)}
        </p>
    }
}

/// The addresses under which the opponent finds the room.
#[component]
fn Invitation() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let addresses = RwSignal::new(Vec::<String>::new());
    spawn_local(async move {
        let own = window().location().origin().unwrap_or_default();
        let hosting = http::hosting().await.unwrap_or_default();
        let _ = addresses.try_set(if hosting.addresses.is_empty() { vec![own] } else { hosting.addresses });
    });
    let links = Memo::new(move |_| {
        let room = session.room().unwrap_or_default();
        addresses.get().into_iter().map(|address| format!("{address}/play?room={room}")).collect::<Vec<_>>()
    });
    let picture = move || links.get().first().map(|link| code(link)).unwrap_or_default();
    let list = move || links.get().into_iter().map(|link| view! { <Link link /> }).collect_view();
    view! {
        <section class="panel padded invitation" aria-label=words.invitation>
            <div class="stack">
                <h2 class="caption">{words.to_join}</h2>
                {list}
                <p class="muted">{words.same_network}</p>
            </div>
            <div class="qr" role="img" aria-label=words.link_code inner_html=picture></div>
        </section>
    }
}

#[component]
fn Link(link: String) -> impl IntoView {
    let copied = RwSignal::new(None::<bool>);
    let text = link.clone();
    let copy = move |_| {
        let text = text.clone();
        spawn_local(async move {
            let _ = copied.try_set(Some(BrowserClipboard.copy(text).await.is_ok()));
        });
    };
    let words = language::play();
    let label = move || match copied.get() {
        None => words.copy,
        Some(true) => words.copied,
        Some(false) => words.copy_refused,
    };
    view! {
        <div class="link-row">
            <code class="link">{link}</code>
            <button class="button" on:click=copy>{label}</button>
        </div>
    }
}

/// Always black on white: dark codes are not read by every camera.
fn code(link: &str) -> String {
    let Ok(code) = QrCode::with_error_correction_level(link, EcLevel::M) else { return String::new() };
    let size = code.width();
    let modules = code.to_colors().into_iter().enumerate();
    let dark = modules.filter(|(_, module)| *module == Module::Dark).map(|(n, _)| (n % size, n / size));
    let path: String = dark.map(|(x, y)| format!("M{x} {y}h1v1h-1z")).collect();
    format!(
        "<svg viewBox=\"-3 -3 {0} {0}\"><rect x=\"-3\" y=\"-3\" width=\"{0}\" height=\"{0}\" fill=\"#fff\"/><path d=\"{path}\" fill=\"#000\"/></svg>",
        size + 6
    )
}
