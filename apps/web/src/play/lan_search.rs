//! Finding a game: the rooms of this host, other hosts on the network, or a typed address.

use std::time::Duration;

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::http::{self, Hosting, LanHost, ListedRoom};
use super::wording;
use crate::foreign_text::foreign;
use crate::language;
use crate::page_mount::PageVisibility;

/// The interval between two requests for the list of rooms.
const REFRESH: Duration = Duration::from_secs(3);

#[component]
pub fn JoinPanel(hosting: RwSignal<Hosting>) -> impl IntoView {
    let words = language::play();
    let found = RwSignal::new(None::<Vec<LanHost>>);
    let looking = RwSignal::new(false);
    let look = move |_| {
        looking.set(true);
        spawn_local(async move {
            found.set(Some(http::hosts().await.unwrap_or_default()));
            looking.set(false);
        });
    };
    let there = move || found.get().unwrap_or_default().into_iter().map(host).collect_view();
    let nobody = move || found.get().is_some_and(|found| found.is_empty());
    view! {
        <section class="panel padded play-option" aria-label=words.join_game>
            <div class="option-head">
                <div>
                    <h2>{words.join_game}</h2>
                    <p class="muted">{words.join_text}</p>
                </div>
                <button
                    class="button"
                    hidden=move || hosting.get().from_host
                    disabled=move || looking.get()
                    on:click=look
                >
                    {move || if looking.get() { words.searching } else { words.search }}
                </button>
            </div>
            <Rooms />
            <ul class="open-rooms" aria-label=words.hosts aria-live="polite">{there}</ul>
            <p class="muted" role="status">{move || nobody().then_some(words.no_hosts)}</p>
            <Address />
        </section>
    }
}

/// The open rooms of the host that this page came from, refreshed regularly.
#[component]
fn Rooms() -> impl IntoView {
    let rooms = RwSignal::new(None::<Vec<ListedRoom>>);
    let shown = PageVisibility::here();
    let refresh = move || {
        spawn_local(async move {
            if let Ok(list) = http::rooms().await {
                // The page may have left this screen meanwhile.
                let _ = rooms.try_set(Some(list));
            }
        });
    };
    refresh();
    let again = move || {
        if shown.now() {
            refresh();
        }
    };
    if let Ok(handle) = set_interval_with_handle(again, REFRESH) {
        on_cleanup(move || handle.clear());
    }
    let list = Memo::new(move |_| rooms.get().unwrap_or_default());
    let empty = move || rooms.get().is_some_and(|rooms| rooms.is_empty());
    view! {
        <ul class="open-rooms" aria-label=language::play().open_rooms>{move || list.get().into_iter().map(room).collect_view()}</ul>
        <p class="muted no-rooms" hidden=move || !empty()>{language::play().no_rooms}</p>
    }
}

fn room(room: ListedRoom) -> impl IntoView {
    let words = language::play();
    let who: Vec<String> = room.names.iter().flatten().cloned().collect();
    let state = match (room.playing, room.free) {
        (true, _) => words.is_playing,
        (false, true) => words.seat_free,
        (false, false) => words.is_full,
    };
    let who = if who.is_empty() { words.nobody_yet.to_owned() } else { who.join(language::frame().comma) };
    let way = if room.peer { format!(" · {}", words.peer_to_peer) } else { String::new() };
    let way = if room.locked { format!("{way} · {}", words.password) } else { way };
    view! {
        <li>
            <a class="open-room" href=format!("/play?room={}", room.room)>
                <strong>{foreign(&room.title)}</strong>
                <span class="muted">{foreign(&who)}{format!(" · {state}{way}")}</span>
                <span class="muted">{wording::settings(&room.settings)}</span>
            </a>
        </li>
    }
}

fn host(host: LanHost) -> impl IntoView {
    let address = host.addresses.first().cloned().unwrap_or_default();
    let there = format!("http://{address}/play");
    view! {
        <li>
            <a class="open-room" href=there>
                <strong>{foreign(&host.name)}</strong>
                <span class="muted">{address}</span>
            </a>
        </li>
    }
}

#[component]
fn Address() -> impl IntoView {
    let words = language::play();
    let address = RwSignal::new(String::new());
    let wrong = RwSignal::new(false);
    let go = move |event: SubmitEvent| {
        event.prevent_default();
        let to = typed(&address.get_untracked());
        wrong.set(to.is_none());
        if let Some(to) = to {
            let _ = window().location().assign(&to);
        }
    };
    view! {
        <form class="form address" on:submit=go>
            <label>
                {words.address}
                <input type="text" name="address" placeholder="192.168.1.5:38765" autocomplete="off" bind:value=address />
            </label>
            <button class="button" type="submit">{words.join}</button>
        </form>
        <p class="wrong" role="alert">
            {move || wrong.get().then_some(words.no_address)}
        </p>
    }
}

/// What people type: an address with or without a port, or the whole link.
fn typed(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches("http://").trim_end_matches('/');
    let (host, rest) = text.split_once('/').unwrap_or((text, "play"));
    let good = !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || ".:-[]".contains(c));
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let port = if has_port { "" } else { ":38765" };
    let named = host.contains(['.', ']']) || host.starts_with("localhost");
    (good && named).then(|| format!("http://{host}{port}/{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_taken_as_people_type_it() {
        for (text, to) in [
            ("192.168.1.5", Some("http://192.168.1.5:38765/play")),
            (" 192.168.1.5:4000/ ", Some("http://192.168.1.5:4000/play")),
            ("http://10.0.0.7:38765/play?room=ab12", Some("http://10.0.0.7:38765/play?room=ab12")),
            ("localhost:38765", Some("http://localhost:38765/play")),
            ("[fe80::1]:38765", Some("http://[fe80::1]:38765/play")),
            ("", None),
            ("javascript:alert(1)", None),
            ("hello", None),
            ("a b", None),
        ] {
            assert_eq!(typed(text).as_deref(), to, "{text:?}");
        }
    }
}
