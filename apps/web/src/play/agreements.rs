//! Requests that need both players, taking back and adjourning: the opponent's with buttons to answer, and one's own.

use leptos::prelude::*;
use play::client::Action;

use super::session::Session;
use super::wording;
use crate::language;

#[component]
pub fn Agreements() -> impl IntoView {
    let session = Session::here();
    let words = language::play();
    let takebacks = session.watch(|client| {
        let you = client.color()?;
        Some((client.takeback(you), client.takeback(you.other())))
    });
    let adjourns = session.watch(|client| {
        let you = client.color().filter(|_| !client.seats().adjourned && !client.is_over())?;
        Some((client.wants_adjournment(you), client.wants_adjournment(you.other())))
    });
    let answer = move |turns: u32, agree: bool| session.act(Action::Takeback { turns, agree });
    let takeback = move || {
        match takebacks.get().flatten()? {
        (None, Some(turns)) => Some(
            view! {
                <div class="panel request" role="alert">
                    <p>{language::here().count(words.asks_back, turns as usize)}</p>
                    <div class="answers">
                        <button class="button main" on:click=move |_| answer(turns, true)>{words.agree}</button>
                        <button class="button" on:click=move |_| answer(turns, false)>{words.no}</button>
                    </div>
                </div>
            }
            .into_any(),
        ),
        (Some(turns), None) => Some(
            view! {
                <div class="panel request" role="status">
                    <p>{language::here().count(words.you_asked_back, turns as usize)}</p>
                    <div class="answers">
                        <button class="button" on:click=move |_| answer(turns, false)>{words.withdraw}</button>
                    </div>
                </div>
            }
            .into_any(),
        ),
        _ => None,
    }
    };
    let adjourn = move || {
        match adjourns.get().flatten()? {
        (false, true) => Some(
            view! {
                <div class="panel request" role="alert">
                    <p>{words.asks_adjourn}</p>
                    <div class="answers">
                        <button class="button main" on:click=move |_| session.act(Action::Adjourn)>{words.agree}</button>
                    </div>
                </div>
            }
            .into_any(),
        ),
        (true, false) => Some(
            view! { <p class="panel request" role="status">{words.you_asked_adjourn}</p> }.into_any(),
        ),
        _ => None,
    }
    };
    view! {
        <Notices />
        {takeback}
        {adjourn}
    }
}

/// The other player's answers that should not be overlooked.
#[component]
pub fn Notices() -> impl IntoView {
    let session = Session::here();
    let notice = session.watch(|client| client.notice().map(wording::notice));
    view! {
        <p class="panel request notice" role="status" hidden=move || notice.get().flatten().is_none()>
            {move || notice.get().flatten()}
        </p>
    }
}
