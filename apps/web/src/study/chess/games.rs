//! The games of a PGN file: searched by their tags, parsed one by one when they become visible.

use diagram::chess::{Scene, inner_svg};
use leptos::prelude::*;
use record::chess::ChessRecord;
use record::pgn::{Game, Pgn, Start};
use rules::chess::Color;
use study::Input;

use crate::dialog::Dialog;
use crate::foreign_text::foreign;
use crate::language;
use crate::study::page_state::PageState;

/// How many are drawn at a time.
const PAGE: usize = 24;
/// Far enough to recognise the game.
const PLIES: usize = 24;

#[derive(Clone, PartialEq)]
struct Sample {
    number: usize,
    players: String,
    about: String,
    picture: String,
}

/// `Ann – Bob`, from the tags.
pub fn players(file: &Pgn, number: usize) -> String {
    let tag = |name: &str, unnamed: &str| {
        let found = file.tag(number, name).filter(|text| !matches!(text.trim(), "" | "?"));
        found.map_or_else(|| unnamed.to_owned(), |text| text.into_owned())
    };
    let words = language::study();
    format!("{} – {}", tag("White", words.white_side), tag("Black", words.black_side))
}

fn about(file: &Pgn, number: usize) -> String {
    let known = ["Result", "Event", "Date"].iter().filter_map(|name| file.tag(number, name));
    let known = known.filter(|text| !text.is_empty() && !text.starts_with('?') && *text != "*");
    known.collect::<Vec<_>>().join(" · ")
}

/// The first position of a problem, or the position after the opening of a game.
fn sample_picture(file: &Pgn, number: usize) -> Option<String> {
    let game = file.game(number)?;
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
fn matching(file: &Pgn, words: &str) -> Vec<usize> {
    let words = words.trim().to_lowercase();
    let has = |number: usize| {
        let mut tags =
            ["White", "Black", "Event", "Date", "ECO"].iter().filter_map(|name| file.tag(number, name));
        words.is_empty() || tags.any(|text| text.to_lowercase().contains(&words))
    };
    (0..file.len()).filter(|number| has(*number)).collect()
}

fn samples(record: &ChessRecord, numbers: &[usize]) -> Vec<Sample> {
    let file = record.file();
    let one = |number: &usize| Sample {
        number: *number,
        players: players(file, *number),
        about: about(file, *number),
        picture: sample_picture(file, *number).unwrap_or_default(),
    };
    numbers.iter().map(one).collect()
}

#[component]
pub fn ChessChooser(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let page_state = PageState::here();
    let most = RwSignal::new(PAGE);
    let words = RwSignal::new(String::new());
    let read = move |workspace: &study::Workspace| {
        workspace.current().chess().map(|chess| matching(chess.file(), &words.get())).unwrap_or_default()
    };
    let found = Memo::new(move |_| page_state.peek(read));
    let shown = Memo::new(move |_| {
        let numbers: Vec<usize> = found.with(|found| found.iter().take(most.get()).copied().collect());
        page_state.peek(|workspace| {
            workspace.current().chess().map(|chess| samples(chess, &numbers)).unwrap_or_default()
        })
    });
    let all = page_state.peek(|workspace| workspace.current().record().games());
    let choose = move |number| {
        close();
        page_state.act(Input::ChooseGame(number));
    };
    let one = move |sample: Sample| {
        let Sample { number, players, about, picture } = sample;
        view! {
            <button class="sample-game" type="button" autofocus=number == 0 on:click=move |_| choose(number)>
                <svg viewBox="0 0 800 800" aria-hidden="true" inner_html=picture></svg>
                <strong>{format!("{}. ", number + 1)}{foreign(&players)}</strong>
                <span>{foreign(&about)}</span>
            </button>
        }
    };
    view! {
        <Dialog title=language::here().count(language::study().games_in_file, all) class="wide" close>
            <label class="form game-filter">
                {language::study().search_games}
                <input type="search" autocomplete="off" bind:value=words />
            </label>
            <p class="muted" role="status">
                {move || found.with(Vec::is_empty).then_some(language::study().no_game_found)}
            </p>
            <div class="sample-games">
                <For each=move || shown.get() key=|sample| sample.number children=one />
            </div>
            <Show when=move || { most.get() < found.with(Vec::len) }>
                <button class="button" type="button" on:click=move |_| most.update(|most| *most += PAGE)>{language::study().show_more}</button>
            </Show>
        </Dialog>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_player_event_and_year() {
        let file = Pgn::read(
            b"[White \"Ann\"]\n[Date \"1999.01.02\"]\n\n1. e4 *\n\n[White \"Bob\"]\n[Event \"Open\"]\n\n1. d4 *\n".to_vec(),
        );
        for (words, numbers) in
            [("", vec![0, 1]), ("ann", vec![0]), ("1999", vec![0]), ("OPEN", vec![1]), ("x", vec![])]
        {
            assert_eq!(matching(&file, words), numbers, "{words}");
        }
        assert_eq!(players(&file, 0), "Ann – Black");
        assert_eq!(about(&file, 0), "1999.01.02");
    }
}
