//! Who plays, how far the game is, and the steps through it.

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

    fn taken(&self) -> String {
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
    let far = page_state.watch_go(how_far);
    let one = move |color: Color, class: &'static str| {
        let player = player(color);
        view! {
            <div class=class class:turn=move || turn.get() == Some(color)>
                <strong title=move || player.get().name>
                    {move || player.get().name}
                    <small>{move || player.get().rank}</small>
                </strong>
                <span class="taken" role="img" aria-label=move || player.get().taken() title=move || player.get().taken()>
                    <span class="taken-words">{move || player.get().prisoners}</span>
                </span>
            </div>
        }
    };
    let spoken = page_state.watch_go(spoken);
    let pointed = page_state.watch(|workspace| Some(there(workspace.current().go()?, workspace.pointed()?)));
    view! {
        <section class="panel players" aria-label=language::study().players>
            {one(Color::Black, "player black")}
            {one(Color::White, "player white")}
            <div class="far">
                <div class="far-words">
                    <strong class="count">{move || far.get().0}</strong>
                    <span>{move || far.get().1}</span>
                </div>
            </div>
        </section>
        <div class="unseen">
            <p class="voice" aria-live="polite">{spoken}</p>
            <p class="voice" aria-live="polite">{pointed}</p>
        </div>
    }
}

/// `Move 48` or `Pass`, and whose turn it is.
fn how_far(record: &GoRecord) -> (String, &'static str) {
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

/// What has just happened, for screen readers: `Black Q16, move 3`.
fn spoken(record: &GoRecord) -> String {
    let words = language::study();
    let state = record.state();
    let at_start = record.here() == record.root();
    let number = state.number.to_string();
    let told = |text, color, point: &str| {
        fill(text, &[("color", color_name(color)), ("point", point), ("n", &number)])
    };
    match (state.kind, state.last_move) {
        (NodeKind::Move, Some((color, Move::Place(at)))) => {
            told(words.spoken_move, color, &at.name(record.size()))
        }
        (NodeKind::Move, Some((color, Move::Pass))) => told(words.spoken_pass, color, ""),
        (NodeKind::Move, None) => fill(words.spoken_off, &[("n", &number)]),
        _ if at_start => words.game_start.to_owned(),
        (NodeKind::SetUp, _) => words.stones_set_up.to_owned(),
        (NodeKind::Plain, _) => words.no_move_here.to_owned(),
    }
}

/// What the keyboard is on: `Q16, a black stone`.
fn there(record: &GoRecord, at: Point) -> String {
    let words = language::study();
    let what = match record.position().get(at) {
        Some(Color::Black) => words.black_stone,
        Some(Color::White) => words.white_stone,
        None => words.empty,
    };
    [&at.name(record.size()), what].join(language::frame().comma)
}

#[component]
pub fn Steps() -> impl IntoView {
    let words = language::study();
    let page_state = PageState::here();
    let branches = page_state.watch(|workspace| workspace.current().record().chosen_branch());
    let step = |command, icon, name, class| view! { <Step command icon name class /> };
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
                on:click=move |_| page_state.choose_around()
            >
                {words.branches}" "
                <span class="count">{count}</span>
            </button>
        </div>
    }
}

#[component]
fn Step(command: Command, icon: Icon, name: &'static str, class: &'static str) -> impl IntoView {
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
    /// The branch after the chosen one, and after the last the first again.
    fn choose_around(self) {
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
    fn each_move_is_said_as_players_say_it() {
        let mut game = record("(;SZ[9];B[ee];W[];AB[aa];C[well])");
        let mut said = vec![spoken(&game)];
        while game.forward() {
            said.push(spoken(&game));
        }
        let expected = [
            "Start of the game",
            "Black E5, move 1",
            "White passes, move 2",
            "Stones set up",
            "No move here",
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn a_point_is_said_with_what_stands_on_it() {
        let game = record("(;SZ[9]AB[ee]AW[aa])");
        let said = [(4, 4), (0, 0), (8, 8)].map(|(x, y)| there(&game, Point::new(x, y)));
        assert_eq!(said, ["E5, a black stone", "A9, a white stone", "J1, empty"]);
    }

    #[test]
    fn a_pass_is_shown_as_one() {
        let mut game = record("(;SZ[9];B[])");
        assert_eq!(how_far(&game), ("Move 0".to_owned(), "Black to play"));
        game.forward();
        assert_eq!(how_far(&game), ("Move 1 · PASS".to_owned(), "White to play"));
    }

    #[test]
    fn players_without_a_name_are_black_and_white() {
        let game = record("(;PB[ ]PW[Ito]WR[3d])");
        assert_eq!(Player::of(&game, Color::Black).name, "Black");
        let white = Player::of(&game, Color::White);
        assert_eq!((white.name.as_str(), white.rank.as_str()), ("Ito", "3d"));
        assert_eq!(white.taken(), "0 prisoners");
    }
}
