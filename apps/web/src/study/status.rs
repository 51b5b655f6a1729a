//! The players, the current move, and the buttons for navigation.

use i18n::fill;
use leptos::prelude::*;
use record::GameRecord;
use record::go::{Field, GoRecord, Mode, NodeKind};
use rules::go::{Color, Move, Point};
use study::Command;

use super::command_button::CommandButton;
use super::page_state::PageState;
use super::players::{PlayerName, PlayerRow, PlayersPanel};
use crate::icons;
use crate::language;

fn player(record: &GoRecord, color: Color) -> PlayerName {
    let (name, rank) = match color {
        Color::Black => ("PB", "BR"),
        Color::White => ("PW", "WR"),
    };
    let text = |property| Field::named(property).and_then(|field| record.info(field)).unwrap_or_default();
    let name = Some(text(name)).filter(|name| !name.trim().is_empty());
    PlayerName { name: name.unwrap_or_else(|| color_name(color).to_owned()), strength: text(rank) }
}

fn prisoners_text(prisoners: u32) -> String {
    language::here().count(language::study().prisoner_count, prisoners as usize)
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
    let row = move |color: Color, class: &'static str| {
        let prisoners = page_state.watch_go(move |record| record.position().prisoners(color));
        let label = move || prisoners_text(prisoners.get());
        let extra = view! {
            <span class="captured" role="img" aria-label=label title=label>
                <span class="captured-text">{prisoners}</span>
            </span>
        };
        PlayerRow {
            class,
            player: page_state.watch_go(move |record| player(record, color)),
            is_turn: page_state.watch_go(move |record| record.to_play() == color),
            extra: extra.into_any(),
        }
    };
    let cursor_text = page_state.watch(|workspace| {
        let record = workspace.current().go();
        record.zip(workspace.board_cursor()).map_or_else(String::new, |(record, at)| point_text(record, at))
    });
    let rows = [row(Color::Black, "player black"), row(Color::White, "player white")];
    let announcements = vec![page_state.watch_go(announcement), cursor_text];
    view! { <PlayersPanel rows progress=page_state.watch_go(progress_text) announcements /> }
}

/// `Move 48` or `Pass`, and the side to move.
fn progress_text(record: &GoRecord) -> (String, String) {
    let words = language::study();
    let state = record.state();
    let passed = state.kind == NodeKind::Move && matches!(state.last_move, Some((_, Move::Pass)));
    let turn = match (record.mode(), record.to_play()) {
        (Mode::SetUp { .. }, _) => words.setting_up,
        (Mode::Play, Color::Black) => words.black_to_play,
        (Mode::Play, Color::White) => words.white_to_play,
    };
    let far = if passed { words.move_passed } else { words.move_number };
    (fill(far, &[("n", &state.number.to_string())]), turn.to_owned())
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
    let step = |command, icon, name, class| view! { <CommandButton command icon name class /> };
    let count = move || match branches.get() {
        Some((chosen, all)) => format!("{chosen}/{all}"),
        None => "0".to_owned(),
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
    use super::*;
    use crate::study::go_record;

    #[test]
    fn each_move_is_announced() {
        let mut game = go_record("(;SZ[9];B[ee];W[];AB[aa];C[well])");
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
        let game = go_record("(;SZ[9]AB[ee]AW[aa])");
        let texts = [(4, 4), (0, 0), (8, 8)].map(|(x, y)| point_text(&game, Point::new(x, y)));
        assert_eq!(texts, ["E5, a black stone", "A9, a white stone", "J1, empty"]);
    }

    #[test]
    fn a_pass_is_shown() {
        let mut game = go_record("(;SZ[9];B[])");
        assert_eq!(progress_text(&game), ("Move 0".to_owned(), "Black to play".to_owned()));
        game.forward();
        assert_eq!(progress_text(&game), ("Move 1 · PASS".to_owned(), "White to play".to_owned()));
    }

    #[test]
    fn players_without_a_name_are_black_and_white() {
        let game = go_record("(;PB[ ]PW[Ito]WR[3d])");
        assert_eq!(player(&game, Color::Black).name, "Black");
        let white = player(&game, Color::White);
        assert_eq!((white.name.as_str(), white.strength.as_str()), ("Ito", "3d"));
        assert_eq!(prisoners_text(0), "0 prisoners");
    }
}
