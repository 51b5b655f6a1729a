//! What takes two: the other's wishes with an answer to each, and one's own that wait for theirs.

use leptos::prelude::*;
use play::guest::Act;

use super::session::Session;

#[component]
pub fn Wishes() -> impl IntoView {
    let session = Session::here();
    let takebacks = session.watch(|guest| {
        let you = guest.color()?;
        Some((guest.takeback(you), guest.takeback(you.other())))
    });
    let adjourns = session.watch(|guest| {
        let you = guest.color().filter(|_| !guest.seats().adjourned && !guest.is_over())?;
        Some((guest.wants_adjournment(you), guest.wants_adjournment(you.other())))
    });
    let answer = move |turns: u32, agree: bool| session.act(Act::Takeback { turns, agree });
    let takeback = move || match takebacks.get().flatten()? {
        (None, Some(turns)) => Some(
            view! {
                <div class="panel wish" role="alert">
                    <p>{format!("Your opponent asks to take back {}.", counted(turns))}</p>
                    <div class="answers">
                        <button class="button main" on:click=move |_| answer(turns, true)>"Agree"</button>
                        <button class="button" on:click=move |_| answer(turns, false)>"No"</button>
                    </div>
                </div>
            }
            .into_any(),
        ),
        (Some(turns), None) => Some(
            view! {
                <div class="panel wish" role="status">
                    <p>{format!("You asked to take back {}.", counted(turns))}</p>
                    <div class="answers">
                        <button class="button" on:click=move |_| answer(turns, false)>"Never mind"</button>
                    </div>
                </div>
            }
            .into_any(),
        ),
        _ => None,
    };
    let adjourn = move || {
        match adjourns.get().flatten()? {
        (false, true) => Some(
            view! {
                <div class="panel wish" role="alert">
                    <p>"Your opponent would like to go on another day."</p>
                    <div class="answers">
                        <button class="button main" on:click=move |_| session.act(Act::Adjourn)>"Agree"</button>
                    </div>
                </div>
            }
            .into_any(),
        ),
        (true, false) => Some(
            view! { <p class="panel wish" role="status">"You asked to go on another day."</p> }.into_any(),
        ),
        _ => None,
    }
    };
    view! { {takeback} {adjourn} }
}

fn counted(turns: u32) -> String {
    if turns == 1 { "one turn".to_owned() } else { format!("{turns} turns") }
}
