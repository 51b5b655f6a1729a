//! The players, the current move, and the buttons for navigation.

use i18n::fill;
use leptos::prelude::*;
use record::GameRecord;
use record::go::{Field, GoRecord, Mode, NodeKind};
use rules::go::{Color, Move, Point};
use study::{Command, Workspace};

use super::page_state::PageState;
use crate::icons::{self, Icon};
use crate::language;

#[derive(Clone, Debug, Default, PartialEq)]
struct Player {
    name: String,
    rank: String,
    prisoners: u32,
}

impl Player {
    fn of(record: &GoRecord, color: Color) -> Player {
        let (name, rank) = match color {
            Color::Black => ("PB", "BR"),
            Color::White => ("PW", "WR"),
        };
        let text = |property| Field::named(property).and_then(|field| record.info(field)).unwrap_or_default();
        let name = Some(text(name)).filter(|name| !name.trim().is_empty());
        Player {
            name: name.unwrap_or_else(|| color_name(color).to_owned()),
            rank: text(rank),
            prisoners: record.position().prisoners(color),
        }
    }

    fn prisoners_text(&self) -> String {
        language::here().count(language::study().prisoner_count, self.prisoners as usize)
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => language::study().black,
        Color::White => language::study().white,
    }
}

#[component]
pub fn Players() -> impl IntoView {
    let page_state = PageState::here();
    let player = move |color| page_state.watch_go(move |record| Player::of(record, color));
    let turn = page_state.watch_go(|record| Some(record.to_play()));
    let far = page_state.watch_go(progress_text);
    let one = move |color: Color, class: &'static str| {
        let player = player(color);
        view! {
            <div class=class class:turn=move || turn.get() == Some(color)>
                <strong title=move || player.get().name>
                    {move || player.get().name}
                    <small>{move || player.get().rank}</small>
                </strong>
                <span class="captured" role="img" aria-label=move || player.get().prisoners_text() title=move || player.get().prisoners_text()>
                    <span class="captured-text">{move || player.get().prisoners}</span>
                </span>
            </div>
        }
    };
    let announcement = page_state.watch_go(announcement);
    let pointed =
        page_state.watch(|workspace| Some(point_text(workspace.current().go()?, workspace.pointed()?)));
    view! {
        <section class="panel players" aria-label=language::study().players>
            {one(Color::Black, "player black")}
            {one(Color::White, "player white")}
            <div class="current-move">
                <div class="current-move-text">
                    <strong class="count">{move || far.get().0}</strong>
                    <span>{move || far.get().1}</span>
                </div>
            </div>
        </section>
        <div class="visually-hidden">
            <p class="live-region" aria-live="polite">{announcement}</p>
            <p class="live-region" aria-live="polite">{pointed}</p>
        </div>
    }
}

/// `Move 48` or `Pass`, and the side to move.
fn progress_text(record: &GoRecord) -> (String, &'static str) {
    let words = language::study();
    let state = record.state();
    let passed = state.kind == NodeKind::Move && matches!(state.last_move, Some((_, Move::Pass)));
    let turn = match (record.mode(), record.to_play()) {
        (Mode::SetUp { .. }, _) => words.setting_up,
        (Mode::Play, Color::Black) => words.black_to_play,
        (Mode::Play, Color::White) => words.white_to_play,
    };
    let far = if passed { words.move_passed } else { words.move_number };
    (fill(far, &[("n", &state.number.to_string())]), turn)
}

/// The last move, for screen readers: `Black Q16, move 3`.
fn announcement(record: &GoRecord) -> String {
    let words = language::study();
    let state = record.state();
    let at_start = record.here() == record.root();
    let number = state.number.to_string();
    let announce = |text, color, point: &str| {
        fill(text, &[("color", color_name(color)), ("point", point), ("n", &number)])
    };
    match (state.kind, state.last_move) {
        (NodeKind::Move, Some((color, Move::Place(at)))) => {
            announce(words.spoken_move, color, &at.name(record.size()))
        }
        (NodeKind::Move, Some((color, Move::Pass))) => announce(words.spoken_pass, color, ""),
        (NodeKind::Move, None) => fill(words.spoken_off, &[("n", &number)]),
        _ if at_start => words.game_start.to_owned(),
        (NodeKind::SetUp, _) => words.stones_set_up.to_owned(),
        (NodeKind::Plain, _) => words.no_move_here.to_owned(),
    }
}

/// The point at the keyboard's cursor: `Q16, a black stone`.
fn point_text(record: &GoRecord, at: Point) -> String {
    let words = language::study();
    let what = match record.position().get(at) {
        Some(Color::Black) => words.black_stone,
        Some(Color::White) => words.white_stone,
        None => words.empty,
    };
    [&at.name(record.size()), what].join(language::frame().comma)
}

#[component]
pub fn NavigationButtons() -> impl IntoView {
    let words = language::study();
    let page_state = PageState::here();
    let branches = page_state.watch(|workspace| workspace.current().record().chosen_branch());
    let step = |command, icon, name, class| view! { <NavigationButton command icon name class /> };
    let count = move || match branches.get() {
        Some((chosen, all)) if all > 1 => format!("{chosen}/{all}"),
        _ => "0".to_owned(),
    };
    let forked = move || branches.get().is_some_and(|(_, all)| all > 1);
    view! {
        <div class="steps" role="group" aria-label=words.navigation>
            {step(Command::Start, icons::START, words.start, "button step")}
            {step(Command::Previous, icons::PREVIOUS, words.previous, "button step")}
            {step(Command::Next, icons::NEXT, words.next, "button step main")}
            {step(Command::End, icons::END, words.end, "button step")}
            <button
                class="branches"
                class:forked=forked
                title=words.branches_title
                disabled=move || !forked()
                on:click=move |_| page_state.choose_next_branch()
            >
                {words.branches}" "
                <span class="count">{count}</span>
            </button>
        </div>
    }
}

#[component]
fn NavigationButton(command: Command, icon: Icon, name: &'static str, class: &'static str) -> impl IntoView {
    let page_state = PageState::here();
    let can = page_state.watch(move |workspace: &Workspace| workspace.can(command));
    let keys = command.entry().map(|entry| entry.keys.join(", ")).unwrap_or_default();
    view! {
        <button
            class=class
            title=format!("{name} ({keys})")
            aria-label=name
            disabled=move || !can.get()
            on:click=move |_| page_state.command(command)
        >
            {icon.draw()}
        </button>
    }
}

impl PageState {
    /// Chooses the next branch, wrapping around.
    fn choose_next_branch(self) {
        let next = self.peek(|workspace| {
            let record = workspace.current().record();
            let (tree, here) = (record.tree(), record.here());
            let chosen = tree.preferred(here)?;
            tree.next_sibling(chosen).or_else(|| tree.first_child(here))
        });
        if let Some(next) = next {
            self.act(study::Input::Choose(next));
        }
    }
}

#[cfg(test)]
mod tests {
    use record::sgf;

    use super::*;

    fn record(text: &str) -> GoRecord {
        GoRecord::open(sgf::read(text.as_bytes()).unwrap(), 0)
    }

    #[test]
    fn each_move_is_announced() {
        let mut game = record("(;SZ[9];B[ee];W[];AB[aa];C[well])");
        let mut texts = vec![announcement(&game)];
        while game.forward() {
            texts.push(announcement(&game));
        }
        let expected = [
            "Start of the game",
            "Black E5, move 1",
            "White passes, move 2",
            "Stones set up",
            "No move here",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn a_point_is_announced_with_its_stone() {
        let game = record("(;SZ[9]AB[ee]AW[aa])");
        let texts = [(4, 4), (0, 0), (8, 8)].map(|(x, y)| point_text(&game, Point::new(x, y)));
        assert_eq!(texts, ["E5, a black stone", "A9, a white stone", "J1, empty"]);
    }

    #[test]
    fn a_pass_is_shown() {
        let mut game = record("(;SZ[9];B[])");
        assert_eq!(progress_text(&game), ("Move 0".to_owned(), "Black to play"));
        game.forward();
        assert_eq!(progress_text(&game), ("Move 1 · PASS".to_owned(), "White to play"));
    }

    #[test]
    fn players_without_a_name_are_black_and_white() {
        let game = record("(;PB[ ]PW[Ito]WR[3d])");
        assert_eq!(Player::of(&game, Color::Black).name, "Black");
        let white = Player::of(&game, Color::White);
        assert_eq!((white.name.as_str(), white.rank.as_str()), ("Ito", "3d"));
        assert_eq!(white.prisoners_text(), "0 prisoners");
    }
}
