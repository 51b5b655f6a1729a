//! The games of a PGN file: searched by their tags, parsed one by one when they become visible.

use diagram::chess::{Scene, inner_svg};
use i18n::{fill, folded, visible_line};
use leptos::prelude::*;
use record::GameRecord;
use record::chess::ChessRecord;
use record::pgn::{Game, Start};
use rules::chess::Color;
use study::{Command, GameId, GamesEdit, Input};

use super::new_game::NewChess;
use crate::dialog::Dialog;
use crate::foreign_text::foreign;
use crate::icons::{self, Icon};
use crate::language;
use crate::study::games::chooser_title;
use crate::study::page_state::PageState;

/// How many are drawn at a time.
const PAGE: usize = 24;
/// Far enough to recognise the game.
const PLIES: usize = 24;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Sample {
    number: usize,
    players: String,
    about: String,
    picture: String,
}

/// `Ann – Bob`, from the tags.
pub fn players(record: &ChessRecord, number: usize) -> String {
    let tag = |name: &str, unnamed: &str| {
        let found = record.tag_of(number, name).filter(|text| !matches!(text.trim(), "" | "?"));
        found.map_or_else(|| unnamed.to_owned(), |text| text.into_owned())
    };
    let words = language::study();
    format!("{} – {}", tag("White", words.white_side), tag("Black", words.black_side))
}

fn about(record: &ChessRecord, number: usize) -> String {
    let known = ["Result", "Event", "Date"].iter().filter_map(|name| record.tag_of(number, name));
    let known = known.filter(|text| !text.is_empty() && !text.starts_with('?') && *text != "*");
    known.collect::<Vec<_>>().join(" · ")
}

/// The first position of a problem, or the position after the opening of a game.
fn sample_picture(record: &ChessRecord, number: usize) -> Option<String> {
    let game = record.game_at(number)?;
    let plies = if game.tag("FEN").is_some() { 0 } else { PLIES };
    picture(&game, plies)
}

/// The position after at most this many plies of the main line, for a view box of 800 by 800.
pub fn picture(game: &Game, plies: usize) -> Option<String> {
    let scene = match game.start() {
        Start::Position(start) => {
            let moves =
                game.tree().main_line(game.root()).skip(1).take(plies).map_while(|node| game.mv(node));
            let here = moves.fold(start.clone(), |here, mv| here.play(mv).unwrap_or(here));
            Scene::of(&here, Color::White)
        }
        Start::Pieces(pieces) => Scene::new(pieces.iter().copied(), Color::White),
        Start::Unreadable => return None,
    };
    Some(inner_svg(&Scene { coordinates: false, ..scene }))
}

/// The numbers of the games with the words in their players, event or date.
fn matching(record: &ChessRecord, words: &str) -> Vec<usize> {
    let words = folded(words.trim());
    let has = |number: usize| {
        let mut tags =
            ["White", "Black", "Event", "Date", "ECO"].iter().filter_map(|name| record.tag_of(number, name));
        words.is_empty() || tags.any(|text| folded(&text).contains(&words))
    };
    (0..record.games()).filter(|number| has(*number)).collect()
}

fn samples(record: &ChessRecord, numbers: &[usize]) -> Vec<Sample> {
    let one = |number: &usize| Sample {
        number: *number,
        players: players(record, *number),
        about: about(record, *number),
        picture: sample_picture(record, *number).unwrap_or_default(),
    };
    numbers.iter().map(one).collect()
}

#[component]
pub fn ChessChooser(
    /// The file whose games are listed, whatever is in front.
    game: GameId,
    close: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let page_state = PageState::here();
    // A changed list of games is another record with another id.
    let id = RwSignal::new(game);
    let most = RwSignal::new(PAGE);
    let words = RwSignal::new(String::new());
    let revision =
        page_state.watch(|workspace| (workspace.current().id(), workspace.current().record().revision()));
    let found = Memo::new(move |_| {
        revision.track();
        page_state.peek(|workspace| {
            let record = workspace.game(id.get()).and_then(|game| game.chess());
            record.map(|record| matching(record, &words.get())).unwrap_or_default()
        })
    });
    let shown = Memo::new(move |_| {
        let numbers: Vec<usize> = found.with(|found| found.iter().take(most.get()).copied().collect());
        revision.track();
        page_state.peek(|workspace| {
            let record = workspace.game(id.get()).and_then(|game| game.chess());
            record.map(|record| samples(record, &numbers)).unwrap_or_default()
        })
    });
    let title = Memo::new(move |_| {
        revision.track();
        page_state.peek(|workspace| chooser_title(workspace, id.get()))
    });
    let choose = move |number| {
        close();
        page_state.act(Input::ChooseGame { game: id.get_untracked(), number });
    };
    let all =
        move || page_state.peek(|workspace| workspace.game(id.get()).map_or(0, |game| game.record().games()));
    let one = move |sample: Sample| {
        let Sample { number, players, about, picture } = sample;
        view! {
            <div class="sample-card">
                <button class="sample-game" type="button" autofocus=number == 0 on:click=move |_| choose(number)>
                    <svg viewBox="0 0 800 800" aria-hidden="true" inner_html=picture></svg>
                    <strong>{format!("{}. ", number + 1)}{foreign(&players)}</strong>
                    <span>{foreign(&about)}</span>
                </button>
                <GameTools id number all=all() close />
            </div>
        }
    };
    let add = move |_| {
        page_state.act(Input::Switch(id.get_untracked()));
        page_state.shown.set(Some(study::Dialog::AddGame));
    };
    view! {
        <Dialog title class="wide" close>
            <div class="game-filter-row">
                <label class="form game-filter">
                    {language::study().search_games}
                    <input type="search" autocomplete="off" bind:value=words />
                </label>
                <button class="button" type="button" on:click=add>{language::here().chess_study().add_game}</button>
            </div>
            <p class="muted" role="status">
                {move || found.with(Vec::is_empty).then_some(language::study().no_game_found)}
            </p>
            <div class="sample-games">
                <For each=move || shown.get() key=Clone::clone children=one />
            </div>
            <Show when=move || { most.get() < found.with(Vec::len) }>
                <button class="button" type="button" on:click=move |_| most.update(|most| *most += PAGE)>{language::study().show_more}</button>
            </Show>
        </Dialog>
    }
}

/// Names, order and deletion of one game in the list.
#[component]
fn GameTools(
    id: RwSignal<GameId>,
    number: usize,
    all: usize,
    close: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let page_state = PageState::here();
    let words = language::here().chess_study();
    let edit = move |edit: GamesEdit| {
        page_state.act(Input::EditGames { game: id.get_untracked(), edit });
        // A changed list is another record; a refused change leaves this one.
        if page_state.peek(|workspace| workspace.game(id.get_untracked()).is_none()) {
            id.set(page_state.peek(|workspace| workspace.current().id()));
        }
    };
    let step =
        move |to: Option<usize>| to.into_iter().for_each(|to| edit(GamesEdit::Move { from: number, to }));
    let rename = move |_| {
        close();
        page_state.act(Input::ChooseGame { game: id.get_untracked(), number });
        page_state.command(Command::GameInfo);
    };
    let label = |text: &str| fill(text, &[("n", &(number + 1).to_string())]);
    let tool = move |text: &'static str, icon: Icon, can: bool, act: Box<dyn Fn() + Send + Sync>| {
        view! {
            <button class="tool" type="button" title=label(text) aria-label=label(text) disabled=!can on:click=move |_| act()>
                {icon.draw()}
            </button>
        }
    };
    view! {
        <div class="sample-tools">
            <button class="tool" type="button" title=label(words.rename_game) aria-label=label(words.rename_game) on:click=rename>
                {icons::PEN.draw()}
            </button>
            {tool(words.move_up_of, icons::PREVIOUS, number > 0, Box::new(move || step(number.checked_sub(1))))}
            {tool(words.move_down_of, icons::NEXT, number + 1 < all, Box::new(move || step(Some(number + 1))))}
            {tool(words.delete_of, icons::ERASE, all > 1, Box::new(move || edit(GamesEdit::Delete(number))))}
        </div>
    }
}

/// Another game for the file in front: at first with the position at the cursor.
#[component]
pub fn AddGameDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let page_state = PageState::here();
    let (name, fen) = page_state.peek(|workspace| {
        let game = workspace.current();
        (game.name(), game.record().position_text().unwrap_or_default())
    });
    let title = fill(language::here().chess_study().add_game_to, &[("name", &visible_line(&name))]);
    view! {
        <Dialog title close>
            <NewChess from=fen into_file=true close />
        </Dialog>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_player_event_and_year() {
        let file = record::pgn::Pgn::read(
            b"[White \"Ann\"]\n[Date \"1999.01.02\"]\n\n1. e4 *\n\n[White \"Bob\"]\n[Event \"Open\"]\n\n1. d4 *\n".to_vec(),
        );
        let file = ChessRecord::open(file, 0);
        for (words, numbers) in
            [("", vec![0, 1]), ("ann", vec![0]), ("1999", vec![0]), ("OPEN", vec![1]), ("x", vec![])]
        {
            assert_eq!(matching(&file, words), numbers, "{words}");
        }
        assert_eq!(players(&file, 0), "Ann – Black");
        assert_eq!(about(&file, 0), "1999.01.02");
    }
}
