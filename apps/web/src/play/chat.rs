//! The chat of the players.

use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;
use play::client::Action;
use play::protocol::MAX_CHAT;

use super::session::Session;
use crate::foreign_text::foreign;
use crate::language;

#[component]
pub fn Chat() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let line = RwSignal::new(String::new());
    let list = NodeRef::<html::Div>::new();
    let talk = session.watch(|client| {
        client.chat().map(|(from, message)| (from.to_owned(), message.to_owned())).collect::<Vec<_>>()
    });
    let among = session.watch(|client| {
        client
            .spectator_chat()
            .map(|(from, message)| (from.to_owned(), message.to_owned()))
            .collect::<Vec<_>>()
    });
    let watches = session.watch(|client| !client.is_player());
    let unsent = session.watch(|client| client.unsent_chat().map(str::to_owned).collect::<Vec<_>>());
    let seated = session.watch(|client| client.color().is_some());
    let may_write = move || seated.get() == Some(true) || watches.get() == Some(true);
    let hidden = move || session.is_local() || !may_write() && talk.get().is_none_or(|talk| talk.is_empty());
    let prompt =
        move || if watches.get() == Some(true) { words.write_spectators } else { words.write_message };
    let say = move |event: SubmitEvent| {
        event.prevent_default();
        let text = line.get_untracked();
        if !text.trim().is_empty() {
            session.act(Action::Chat(text));
            line.set(String::new());
        }
    };
    Effect::new(move |_| {
        talk.track();
        among.track();
        unsent.track();
        if let Some(list) = list.get() {
            request_animation_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let said = |lines: Vec<(String, String)>| {
        let line = |(from, message): (String, String)| {
            view! { <p><strong>{foreign(&from)}</strong>" "{foreign(&message)}</p> }
        };
        lines.into_iter().map(line).collect_view()
    };
    let lines = move || said(talk.get().unwrap_or_default());
    let among_spectators = move || {
        let lines = among.get().filter(|lines| !lines.is_empty())?;
        Some(view! { <p class="caption">{words.among_spectators}</p> {said(lines)} })
    };
    let waiting = move || {
        let unsent = unsent.get().unwrap_or_default();
        unsent
            .into_iter()
            .map(|message| view! { <p class="muted">{foreign(&message)}" …"</p> })
            .collect_view()
    };
    let presets = [words.preset_hello, words.preset_luck, words.preset_well_played, words.preset_thanks];
    let preset = move |text: &'static str| {
        view! { <button class="button" type="button" on:click=move |_| session.act(Action::Chat(text.to_owned()))>{text}</button> }
    };
    view! {
        <section class="panel chat" aria-label=words.chat hidden=hidden>
            <div class="lines" role="log" aria-label=words.messages tabindex="0" node_ref=list>{lines}{among_spectators}{waiting}</div>
            <div class="presets" hidden=move || seated.get() != Some(true)>{presets.map(preset).collect_view()}</div>
            <form class="form chat-form" on:submit=say hidden=move || !may_write()>
                <input
                    type="text"
                    aria-label=prompt
                    placeholder=prompt
                    autocomplete="off"
                    maxlength=MAX_CHAT
                    bind:value=line
                />
                <button class="button" type="submit">{words.send}</button>
            </form>
        </section>
    }
}
