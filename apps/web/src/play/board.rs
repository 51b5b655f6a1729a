//! The board of a game: hover shows the stone that a click would put there, rings show what both played last. On a
//! touch screen a point is tapped twice, because a phone's cells are smaller than a finger.

use std::time::Duration;

use diagram::go::{Geometry, Scene};
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use play::client::{Action, Client};
use play::kifu::{Kifu, Stage};
use rules::go::{Move, Point, Size};

use super::scene::{BoardSnapshot, ShownStones, earlier_scene, scene};
use super::session::Session;
use super::stepping::{ShownTurn, Step};
use super::wording;
use crate::board::Board;
use crate::js::{call, member};
use crate::language;
use crate::settings::Settings;

/// How long removed stones stay visible.
const REMOVAL: Duration = Duration::from_millis(450);

#[component]
pub fn GameBoard(
    /// The point that was tapped once.
    aim: RwSignal<Option<Point>>,
) -> impl IntoView {
    let session = Session::here();
    let over = RwSignal::new(None::<Point>);
    let cursor = RwSignal::new(None::<Point>);
    let finger = StoredValue::new(false);
    let turn = ShownTurn::here();
    let is_earlier = move || untrack(move || turn.earlier()).is_some();
    let shown_stones = shown_stones(session);
    let scene = Memo::new(move |_| {
        let pointed = aim.get().or(over.get());
        let earlier = turn.earlier();
        let seen = session.read(|client| match earlier {
            Some(turns) => earlier_scene(client, turns),
            None => scene(client, shown_stones.get(), pointed),
        });
        let seen = seen.flatten();
        let mut scene = seen.unwrap_or(Scene::new(Size::NINETEEN));
        scene.highlights.extend(cursor.get());
        scene
    });
    let size = Memo::new(move |_| scene.with(|scene| scene.size));
    let settings = Settings::here();
    let shown = Signal::derive(move || Geometry::new(size.get()).with_coordinates(settings.coordinates()));
    let click = move || {
        // A click meant for an earlier position must not play in the game.
        if is_earlier() {
            return turn.back_to_game();
        }
        let Some(at) = over.get_untracked() else { return };
        cursor.set(None);
        let first = finger.get_value() && aim.get_untracked() != Some(at);
        if first && session.peek(may_choose) == Some(true) {
            aim.set(Some(at));
        } else {
            aim.set(None);
            touch(session, at);
        }
    };
    let press = move |press: KeyboardEvent| {
        let at = cursor.get_untracked();
        if let Some(step) = Step::of_key(&press.key()) {
            turn.step(step);
            return press.prevent_default();
        }
        if is_earlier() {
            return;
        }
        match (press.key().as_str(), at) {
            ("Enter" | " ", Some(at)) => touch(session, at),
            (key, _) => match stepped(at, key, size.get_untracked()) {
                Some(to) => cursor.set(Some(to)),
                None => return,
            },
        }
        press.prevent_default();
    };
    let under_cursor = move || {
        let at = cursor.get()?;
        session.read(|client| client.kifu().map(|kifu| wording::point(kifu, at))).flatten()
    };
    view! {
        <div
            class="game-board"
            class:playing=move || session.read(may_choose) == Some(true) && turn.earlier().is_none()
            class:earlier=move || turn.earlier().is_some()
            role="application"
            aria-label=language::play().board_keys
            tabindex="0"
            on:pointerdown=move |event: PointerEvent| finger.set_value(event.pointer_type() == "touch")
            on:click=move |_| click()
            on:keydown=press
            on:blur=move |_| cursor.set(None)
        >
            <Board scene shown over=over.write_only() />
        </div>
        <p class="visually-hidden" aria-live="polite">{under_cursor}</p>
    }
}

/// The stones on the board; removed ones stay visible for a moment.
fn shown_stones(session: Session) -> RwSignal<ShownStones> {
    let snapshot = session.watch(BoardSnapshot::of);
    let standing = RwSignal::new(ShownStones::default());
    let latest = StoredValue::new(0_u64);
    Effect::new(move |before: Option<Option<BoardSnapshot>>| {
        let now = snapshot.get().flatten();
        let Some(after) = now.clone() else { return now };
        latest.update_value(|n| *n += 1);
        let this = latest.get_value();
        let transition = before.flatten().and_then(|before| after.transition(&before));
        match transition.filter(|_| !motion_is_reduced()) {
            None => standing.set(after.shown_stones()),
            Some(both) => {
                standing.set(both);
                let settle = move || {
                    if latest.try_get_value() == Some(this) {
                        standing.set(after.shown_stones());
                    }
                };
                set_timeout(settle, REMOVAL);
            }
        }
        now
    });
    standing
}

fn motion_is_reduced() -> bool {
    let query = call(&window(), "matchMedia", &[&"(prefers-reduced-motion: reduce)".into()]);
    query.is_ok_and(|query| member(&query, "matches").is_truthy())
}

fn may_choose(client: &Client) -> bool {
    client.is_your_turn() || client.may_change()
}

/// Plays there, or while counting marks the group as dead.
fn touch(session: Session, at: Point) {
    match session.peek(|client| client.kifu().map(Kifu::stage)).flatten() {
        Some(Stage::Play) => session.choose(Move::Place(at)),
        Some(Stage::Count) => session.act(Action::Mark(at)),
        _ => {}
    }
}

fn stepped(from: Option<Point>, key: &str, size: Size) -> Option<Point> {
    let (across, down) = match key {
        "ArrowLeft" => (-1, 0),
        "ArrowRight" => (1, 0),
        "ArrowUp" => (0, -1),
        "ArrowDown" => (0, 1),
        _ => return None,
    };
    let Some(from) = from else { return Some(Point::new(size.width() / 2, size.height() / 2)) };
    let to = Point::new(from.x.saturating_add_signed(across), from.y.saturating_add_signed(down));
    Some(if size.contains(to) { to } else { from })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_begins_in_the_middle_and_stays_on_the_board() {
        let nine = Size::square(9).unwrap();
        let mut at = stepped(None, "ArrowUp", nine);
        assert_eq!(at, Some(Point::new(4, 4)));
        for _ in 0..9 {
            at = stepped(at, "ArrowRight", nine);
        }
        assert_eq!(at, Some(Point::new(8, 4)));
        assert_eq!(stepped(at, "a", nine), None);
    }
}
