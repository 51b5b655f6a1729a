//! The game screen: the board between both players, and beside it the turns, the chat and the actions.

use std::time::Duration;

use i18n::fill;
use leptos::ev::MouseEvent;
use leptos::prelude::*;
use moment::Moment;
use play::client::{Action, Client};
use play::clock::Reading;
use play::kifu::{Kifu, Stage};
use play::protocol::ErrorCode;
use rules::go::{Color, Move, Point};

use super::agreements::Agreements;
use super::attention;
use super::board::GameBoard;
use super::chat::Chat;
use super::count::{Counting, Finished};
use super::lobby::PeerConnection;
use super::player::{PlayerBar, clock_ticks};
use super::rules::RulesButton;
use super::session::Session;
use super::stepping::{ShownTurn, Stepper};
use super::turns::{Announcement, Turns};
use super::{sounds, wording};
use crate::dialog::Dialog;
use crate::language;
use crate::timer::now;

const COUNTDOWN: Duration = Duration::from_secs(10);

/// Which panel a phone shows below the board.
#[derive(Clone, Copy, PartialEq)]
enum Tab {
    Turns,
    Chat,
}

#[component]
pub fn GameScreen() -> impl IntoView {
    let session = Session::here();
    let tick = clock_ticks();
    let you = session.watch(|client| client.color().unwrap_or(Color::Black));
    let below = Signal::derive(move || you.get().unwrap_or(Color::Black));
    let above = Signal::derive(move || below.get().other());
    let aim = RwSignal::new(None::<Point>);
    let tab = RwSignal::new(Tab::Turns);
    ShownTurn::provide();
    sound_cues(session, tick);
    view! {
        <div class="game-room" class:chatting=move || tab.get() == Tab::Chat>
            <h1 class="visually-hidden">{language::play().game}</h1>
            <div class="game-table">
                <PlayerBar color=above tick />
                <GameBoard aim />
                <PlayerBar color=below tick />
            </div>
            <aside class="side" aria-label=language::play().about_game>
                <Status aim />
                <Announcement />
                <PeerConnection />
                <Actions />
                // Below the actions and with a place of its own: what comes and goes moves no button.
                <div class="notices">
                    <Agreements />
                    <Refusal />
                    <Happened />
                </div>
                <Tabs tab />
                <Stepper />
                <Turns />
                <Chat />
            </aside>
        </div>
    }
}

/// What to do now.
#[component]
fn Status(aim: RwSignal<Option<Point>>) -> impl IntoView {
    let session = Session::here();
    let status = session.watch(wording::status);
    let bad = session.watch(|client| client.violation().is_some());
    let waits = session.watch(|client| client.has_chosen() && !client.is_over());
    // The result has a panel of its own.
    let over = session.watch(|client| client.ending().is_some());
    let touched = move || {
        let at = aim.get()?;
        let yours = session.read(|client| {
            let kifu = client.kifu().filter(|_| client.is_your_turn())?;
            Some(at.name(kifu.board().size()))
        });
        yours.flatten().map(|name| fill(language::play().tap_again, &[("point", &name)]))
    };
    let closed =
        session.watch(|client| client.last_refusal().is_some_and(|(code, _)| code == ErrorCode::RoomClosed));
    let gone = move || session.is_room_gone() && closed.get() == Some(true);
    let elsewhere = move || {
        let words = language::play();
        let text = gone().then_some(words.room_closed);
        text.or(session.is_elsewhere().then_some(words.seat_replaced)).map(str::to_owned)
    };
    view! {
        <PlayHere />
        <p
            class="panel status"
            class:visually-hidden=move || over.get() == Some(true) && !gone()
            class:warn=move || bad.get() == Some(true)
            class:waiting=move || waits.get() == Some(true)
            role="status"
        >
            {move || elsewhere().or_else(touched).or_else(|| status.get())}
        </p>
    }
}

/// What happened in the last turn, where newcomers may not expect it. Screen readers hear it with the turn.
#[component]
fn Happened() -> impl IntoView {
    let session = Session::here();
    let text = session.watch(|client| client.kifu().map(wording::happened).unwrap_or_default());
    view! {
        <p class="panel happened" hidden=move || text.get().is_none_or(|text| text.is_empty())>{move || text.get()}</p>
    }
}

/// In a window that another one has replaced.
#[component]
pub fn PlayHere() -> impl IntoView {
    let session = Session::here();
    view! {
        <Show when=move || session.is_elsewhere()>
            <div class="answers">
                <button class="button main" on:click=move |_| session.play_here()>{language::play().play_here}</button>
            </div>
        </Show>
    }
}

/// Why the last click did nothing.
#[component]
fn Refusal() -> impl IntoView {
    let session = Session::here();
    let why = session.watch(|client| {
        let (code, why) = client.last_refusal()?;
        wording::join_error(Some(code)).is_none().then(|| wording::refusal(code, why))
    });
    view! { <p class="wrong" role="alert">{move || why.get().flatten().map(|why| fill(language::play().not_possible, &[("why", &why)]))}</p> }
}

#[component]
fn Actions() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let stage = session.watch(|client| client.kifu().map(Kifu::stage));
    let seated = session.watch(|client| client.color().is_some());
    let adjourned = session.watch(|client| client.seats().adjourned);
    move || {
        match (stage.get().flatten(), seated.get() == Some(true)) {
        (Some(Stage::Over(_)), _) => view! { <Finished /> }.into_any(),
        (_, false) => view! {
            <div class="answers actions">
                <button class="button" on:click=move |_| session.go_to_start()>{words.leave}</button>
                <RulesAndSound />
            </div>
        }
        .into_any(),
        _ if adjourned.get() == Some(true) => view! {
            <div class="answers actions">
                <button class="button main" on:click=move |_| session.act(Action::Ready)>{words.continue_game}</button>
                <button class="button" on:click=move |_| session.go_to_start()>{words.leave}</button>
            </div>
        }
        .into_any(),
        (Some(Stage::Count | Stage::TooLong), true) => view! { <Counting /> }.into_any(),
        (Some(Stage::Play) | None, true) => view! { <Playing /> }.into_any(),
    }
    }
}

#[component]
fn Playing() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let back = session.watch(|client| client.kifu().map_or(0, |kifu| turns_back(kifu, client.color())));
    let local = move || session.is_local();
    view! {
        <div class="answers actions">
            <Pass />
            <ResignButton />
            <button
                class="button"
                disabled=move || back.get().unwrap_or(0) == 0
                on:click=move |_| session.act(Action::Takeback { turns: back.get_untracked().unwrap_or(1), agree: true })
            >
                {words.take_back}
            </button>
            <button class="button" hidden=local on:click=move |_| session.act(Action::Adjourn)>{words.adjourn}</button>
            <RulesAndSound />
        </div>
    }
}

/// Asks once per game if it is clicked early: the button is near others.
#[component]
fn Pass() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let yours = session.watch(|client| client.is_your_turn() || client.may_change());
    let asking = RwSignal::new(false);
    let asked = StoredValue::new(None::<u32>);
    let pass = move || session.choose(Move::Pass);
    let click = move |event: MouseEvent| {
        // Keys click as well, without a count.
        let is_pointer = event.detail() > 0;
        let game = session.peek(|client| client.game());
        let early = session.peek(|client| client.kifu().is_some_and(is_early)) == Some(true);
        if is_pointer && early && asked.get_value() != game {
            asked.set_value(game);
            return asking.set(true);
        }
        pass();
    };
    view! {
        <button class="button main" disabled=move || yours.get() != Some(true) on:click=click>{words.pass}</button>
        <Show when=move || asking.get()>
            <Dialog title=words.ask_pass.to_owned() close=move || asking.set(false)>
                <p class="question">{words.ask_pass_text}</p>
                <div class="answers">
                    <button class="button main" on:click=move |_| asking.set(false)>{words.keep_playing}</button>
                    <button
                        class="button"
                        on:click=move |_| {
                            asking.set(false);
                            pass();
                        }
                    >
                        {words.pass}
                    </button>
                </div>
            </Dialog>
        </Show>
    }
}

/// Too few stones on the board for a pass to be likely.
fn is_early(kifu: &Kifu) -> bool {
    let area = u32::try_from(kifu.board().size().area()).unwrap_or(u32::MAX);
    kifu.turns() < area / 4
}

#[component]
pub fn ResignButton() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let resigning = RwSignal::new(false);
    view! {
        <button class="button" on:click=move |_| resigning.set(true)>{words.resign}</button>
        <Show when=move || resigning.get()>
            <Dialog title=words.ask_resign.to_owned() close=move || resigning.set(false)>
                <p class="question">{words.resign_text}</p>
                <div class="answers">
                    <button
                        class="button main"
                        on:click=move |_| {
                            resigning.set(false);
                            session.act(Action::Resign);
                        }
                    >
                        {words.resign}
                    </button>
                    <button class="button" on:click=move |_| resigning.set(false)>{words.keep_playing}</button>
                </div>
            </Dialog>
        </Show>
    }
}

/// A knock when the opponent has moved, and the last seconds of one's own clock.
fn sound_cues(session: Session, tick: ReadSignal<u64>) {
    let moved = session.watch(|client| client.opponent_is_ready() && !client.has_chosen());
    Effect::new(move |before: Option<Option<bool>>| {
        let now = moved.get();
        if now == Some(true) && before == Some(Some(false)) {
            sounds::opponent_moved();
        }
        now
    });
    let seconds = Memo::new(move |_| {
        tick.track();
        session.read(|client| last_seconds(client, now())).flatten()
    });
    Effect::new(move |before: Option<Option<u64>>| {
        let now = seconds.get();
        if now.is_some() && before.is_some_and(|before| before != now) {
            sounds::countdown();
        }
        now
    });
}

/// What is left of the time that this player has for a move, when it is nearly over.
fn last_seconds(client: &Client, now: Moment) -> Option<u64> {
    let you = client.color().filter(|you| client.is_running(*you))?;
    let periods = client.kifu()?.settings().time?.periods;
    let left = match client.reading(you, now) {
        Reading::ByoYomi { left, .. } => left,
        Reading::Base { left } if periods == 0 => left,
        _ => return None,
    };
    (left < COUNTDOWN).then_some(left.as_secs())
}

/// The number of turns to take back in order to undo one's own last move.
fn turns_back(kifu: &Kifu, you: Option<Color>) -> u32 {
    let answered = kifu.to_play().is_some() && kifu.to_play() == you;
    if answered { if kifu.turns() >= 2 { 2 } else { 0 } } else { kifu.turns().min(1) }
}

/// Rules and sound, which are available at any time.
#[component]
fn RulesAndSound() -> impl IntoView {
    let sound = RwSignal::new(sounds::are_on());
    Effect::new(move |_| sounds::turn_on(sound.get()));
    view! {
        <RulesButton />
        <label class="sound">
            <input class="switch" type="checkbox" role="switch" bind:checked=sound />
            {language::play().sounds}
        </label>
        <Notify />
    }
}

/// Whether a notification says that it is the player's move.
#[component]
fn Notify() -> impl IntoView {
    let on = RwSignal::new(attention::notifies());
    let session = Session::here();
    let change = move |event| {
        let wanted = event_target_checked(&event);
        on.set(wanted);
        attention::turn_on(wanted, move |granted| on.set(granted));
    };
    view! {
        <label class="sound" hidden=move || session.is_local() || !attention::can_notify()>
            <input class="switch" name="notify" type="checkbox" role="switch" prop:checked=on on:change=change />
            {language::play().notify}
        </label>
    }
}

#[component]
fn Tabs(tab: RwSignal<Tab>) -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let lines = session.watch(|client| client.chat().count());
    let read = RwSignal::new(0);
    Effect::new(move |_| {
        let lines = lines.get().unwrap_or(0);
        if tab.get() == Tab::Chat {
            read.set(lines);
        }
    });
    let chat = move || match lines.get().unwrap_or(0).saturating_sub(read.get()) {
        0 => words.chat.to_owned(),
        new => language::here().count(words.chat_new, new),
    };
    let pressed = move |which| move || (tab.get() == which).to_string();
    view! {
        <div class="panel-tabs" role="group" aria-label=words.panels hidden=move || session.is_local()>
            <button class="button" aria-pressed=pressed(Tab::Turns) on:click=move |_| tab.set(Tab::Turns)>{words.turns}</button>
            <button class="button" aria-pressed=pressed(Tab::Chat) on:click=move |_| tab.set(Tab::Chat)>{chat}</button>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::kifu::Event;
    use play::protocol::{GameKind, Hex, Settings};

    #[test]
    fn taking_back_undoes_ones_own_last_move() {
        let settings = Settings { game: GameKind::Chinese, board_size: 9, ..Settings::default() };
        let mut kifu = Kifu::new(Hex([0; 16]), settings);
        let mut back = vec![];
        for (n, color) in [Color::Black, Color::White, Color::Black].into_iter().enumerate() {
            back.push(Color::BOTH.map(|you| turns_back(&kifu, Some(you))));
            let mv = Move::Place(Point::new(n as u8, 0));
            kifu.append(Event::Move { color, mv, passed_for: None, spent: 0 }).unwrap();
        }
        back.push(Color::BOTH.map(|you| turns_back(&kifu, Some(you))));
        assert_eq!(back, [[0, 0], [1, 0], [2, 1], [1, 2]]);
    }
}
