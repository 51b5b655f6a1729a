//! The list of open games, and the games of a file with several, with their boards.

use diagram::go::{Geometry, Scene, draw};
use diagram::{Theme, inner_svg};
use i18n::visible_line;
use leptos::prelude::*;
use record::go::GoRecord;
use record::{Game, GameRecord, Record};
use study::{Dialog, GameId, Input, Workspace};

use super::backgammon::players as match_players;
use super::chess::players as chess_players;
use super::drop_down::DropDown;
use super::page_state::PageState;
use crate::dialog::Dialog;
use crate::foreign_text::foreign;
use crate::icons;
use crate::language;

#[component]
pub fn GameList() -> impl IntoView {
    let page_state = PageState::here();
    let open = RwSignal::new(false);
    let games = page_state.watch(|workspace| workspace.games().iter().map(Row::of).collect::<Vec<_>>());
    let in_file = page_state.watch(|workspace| workspace.current().record().games());
    let other_in_file = move |_| {
        open.set(false);
        page_state.show(Dialog::Games(page_state.peek(|workspace| workspace.current().id())));
    };
    view! {
        <DropDown icon=icons::GAMES label=language::study().open_games kind="menu" open>
            <div class="drop menu games" role="menu" aria-label=language::study().open_games>
                {move || games.get().into_iter().enumerate().map(|(n, row)| row.draw(n == 0, open)).collect_view()}
                <Show when=move || { in_file.get() > 1 }>
                    <button class="menu-entry more" role="menuitem" tabindex="-1" on:click=other_in_file>
                        {language::study().other_games}
                    </button>
                </Show>
            </div>
        </DropDown>
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Row {
    game: GameId,
    name: String,
    players: String,
    dirty: bool,
}

impl Row {
    fn of(game: &study::OpenGame) -> Row {
        let players = match game.record() {
            Record::Go(record) => players(record, record.root()),
            Record::Chess(record) => chess_players(record, record.number()),
            Record::Backgammon(record) => match_players(record),
        };
        Row { game: game.id(), name: game.name(), players, dirty: game.is_dirty() }
    }

    fn draw(self, front: bool, open: RwSignal<bool>) -> impl IntoView {
        let page_state = PageState::here();
        let choose = move |_| {
            open.set(false);
            page_state.act(Input::Switch(self.game));
        };
        let dirty = self
            .dirty
            .then_some(view! { <span class="dirty" role="img" aria-label=language::study().unsaved></span> });
        view! {
            <button class="menu-entry" role="menuitemradio" aria-checked=front.to_string() tabindex="-1" on:click=choose>
                <span class="game-name">{foreign(&self.name)}{dirty}<small>{foreign(&self.players)}</small></span>
            </button>
        }
    }
}

fn players(record: &GoRecord, root: record::NodeId) -> String {
    let root = record.node(root);
    let text = |name, unnamed: &str| {
        root.simple_text(name).filter(|text| !text.trim().is_empty()).unwrap_or_else(|| unnamed.to_owned())
    };
    let words = language::study();
    format!("{} – {}", text("PB", words.black), text("PW", words.white))
}

/// A game of the file: its players and its position after the opening.
#[derive(Clone, PartialEq)]
struct Sample {
    number: usize,
    players: String,
    result: String,
    picture: String,
    size: (f64, f64),
}

/// How many are drawn at a time.
const PAGE: usize = 24;
/// Far enough to recognise the game.
const MOVES: usize = 60;

fn samples(workspace: &Workspace, game: GameId, most: usize) -> Vec<Sample> {
    let Some(record) = workspace.game(game).and_then(|game| game.go()) else { return Vec::new() };
    let games = record.file().games().iter().take(most);
    games.enumerate().map(|(number, root)| sample(record, number, *root)).collect()
}

fn sample(record: &GoRecord, number: usize, root: record::NodeId) -> Sample {
    let (picture, size) = picture(record, root, MOVES);
    let result = record.node(root).simple_text("RE").unwrap_or_default();
    Sample { number, players: players(record, root), result, picture, size }
}

/// The position after at most this many moves of the main line, and the size of its view box.
pub fn picture(record: &GoRecord, root: record::NodeId, moves: usize) -> (String, (f64, f64)) {
    let file = record.editor().game();
    let line = record.tree().main_line(root).take(moves.saturating_add(1));
    let state = line.fold(file.start(root), |state, node| file.replay(node, &state));
    let board = state.position.board();
    let geometry = Geometry::new(board.size()).with_coordinates(false).fitting(160.0, 160.0);
    let size = (geometry.width(), geometry.height());
    (inner_svg(&draw(&Scene::of(board), &geometry), Theme::Page), size)
}

/// The heading of a list of games: how many, and in which file.
pub fn chooser_title(workspace: &Workspace, game: GameId) -> String {
    let Some(game) = workspace.game(game) else { return String::new() };
    let name = visible_line(&game.name()).into_owned();
    let words = language::study().games_in_named_file;
    language::here().count_with(words, game.record().games(), &[("name", &name)])
}

#[component]
pub fn GameChooser(
    /// The file whose games are listed, whatever is in front.
    game: GameId,
    close: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let page_state = PageState::here();
    let most = RwSignal::new(PAGE);
    let all = page_state.watch(move |workspace| workspace.game(game).map_or(0, |game| game.record().games()));
    let shown = Memo::new(move |_| page_state.peek(|workspace| samples(workspace, game, most.get())));
    let title = page_state.watch(move |workspace| chooser_title(workspace, game));
    let choose = move |number| {
        close();
        page_state.act(Input::ChooseGame { game, number });
    };
    let one = move |sample: Sample| {
        let number = sample.number;
        view! {
            <button class="sample-game" type="button" autofocus=number == 0 on:click=move |_| choose(number)>
                <svg
                    viewBox=format!("0 0 {} {}", sample.size.0, sample.size.1)
                    aria-hidden="true"
                    inner_html=sample.picture
                ></svg>
                <strong>{format!("{}. ", number + 1)}{foreign(&sample.players)}</strong>
                <span>{foreign(&sample.result)}</span>
            </button>
        }
    };
    view! {
        <Dialog title class="wide" close>
            <div class="sample-games">
                <For each=move || shown.get() key=|sample| sample.number children=one />
            </div>
            <Show when=move || { most.get() < all.get() }>
                <button class="button" type="button" on:click=move |_| most.update(|most| *most += PAGE)>{language::study().show_more}</button>
            </Show>
        </Dialog>
    }
}
