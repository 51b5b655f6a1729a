//! The dialog for a new game: game, players, board, handicap.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use record::{GameType, go};
use rules::go::Size;
use study::{Input, NewGame};

use super::{Answers, PageState};
use crate::dialog::Dialog;
use crate::language;
use crate::study::chess::NewChess;
use crate::study::game_views::GameViews;
use crate::study::title::Segment;

/// Of the current game's type, unless another is chosen.
#[component]
pub fn NewGameDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let page_state = PageState::here();
    let game = RwSignal::new(page_state.peek(|workspace| workspace.current().record().game_type()));
    let kind = move |this: GameType, name: &'static str| {
        view! { <Segment group="new-game" name chosen=move || game.get() == this choose=move || game.set(this) /> }
    };
    let words = language::study();
    let kinds = [(GameType::Go, words.go_game), (GameType::Chess, words.chess_game)];
    view! {
        <Dialog title=words.new_game.to_owned() close>
            <div class="segments game-kinds" role="group" aria-label=words.game_kind>{kinds.map(|(this, name)| kind(this, name)).collect_view()}</div>
            {move || (GameViews::of(game.get()).new_game)()}
        </Dialog>
    }
}

/// A chess game from a position set up on a board, at first the current one.
#[component]
pub fn SetUpDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let page_state = PageState::here();
    let here = page_state.peek(|workspace| {
        let position = workspace.current().chess().and_then(|record| record.position().cloned());
        position.unwrap_or_default().fen()
    });
    view! {
        <Dialog title=language::study().set_up_position.to_owned() close>
            <NewChess from=here close />
        </Dialog>
    }
}

#[component]
pub fn NewGo(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let words = language::study();
    let page_state = PageState::here();
    let black = RwSignal::new(String::new());
    let white = RwSignal::new(String::new());
    let size = RwSignal::new("19".to_owned());
    let handicap = RwSignal::new(0_u32);
    // None: the usual komi for the handicap.
    let komi = RwSignal::new(None::<String>);
    let shown_komi = move || komi.get().unwrap_or_else(|| go::NewGame::komi_for(handicap.get()).to_string());
    let wrong = Memo::new(move |_| {
        let size = size.with(|text| read_size(text)).err();
        size.or_else(|| read_komi(&shown_komi()).err())
    });
    let create = move |event: SubmitEvent| {
        event.prevent_default();
        let (Ok(size), Ok(komi)) = (read_size(&size.get_untracked()), read_komi(&untrack(shown_komi))) else {
            return;
        };
        let (black, white) = (black.get_untracked(), white.get_untracked());
        close();
        let handicap = handicap.get_untracked();
        page_state.act(Input::Create(NewGame::Go(go::NewGame {
            size,
            black,
            white,
            handicap,
            komi,
            ..go::NewGame::default()
        })));
    };
    let stones = (0..=9).filter(|n| *n != 1).map(|n: usize| {
        let name = match n {
            0 => words.no_handicap.to_owned(),
            n => language::here().count(words.stone_count, n),
        };
        view! { <option value=n.to_string()>{name}</option> }
    });
    let choose = move |value: String| handicap.set(value.parse().unwrap_or(0));
    view! {
            <form class="form" on:submit=create>
                <label>{words.black}<input type="text" autofocus autocomplete="off" bind:value=black /></label>
                <label>{words.white}<input type="text" autocomplete="off" bind:value=white /></label>
                <label>{words.size}<input type="text" inputmode="numeric" list="sizes" autocomplete="off" bind:value=size /></label>
                <datalist id="sizes"><option value="9"></option><option value="13"></option><option value="19"></option></datalist>
                <label>
                    {words.handicap}
                    <select on:change=move |event| choose(event_target_value(&event))>{stones.collect_view()}</select>
                </label>
                <label>
                    {words.komi}
                    <input
                        type="text"
                        inputmode="decimal"
                        autocomplete="off"
                        prop:value=shown_komi
                        on:input=move |event| komi.set(Some(event_target_value(&event)))
                    />
                </label>
                <p class="wrong" role="alert">{move || wrong.get()}</p>
                <Answers yes=words.create barred=Signal::derive(move || wrong.get().is_some()) close />
            </form>
    }
}

/// `19`, or `19x13` for a board that is not square.
fn read_size(text: &str) -> Result<Size, String> {
    let unclear = || language::study().size_unclear.to_owned();
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| unclear());
    let (width, height) = match text.split_once(['x', '×', ':', '*']) {
        Some((width, height)) => (number(width)?, number(height)?),
        None => (number(text)?, number(text)?),
    };
    Size::new(width, height).map_err(|_| language::study().size_range.to_owned())
}

fn read_komi(text: &str) -> Result<f64, String> {
    let komi = text.trim().replace(',', ".").parse::<f64>().ok().filter(|komi| komi.is_finite());
    komi.ok_or_else(|| language::study().komi_unclear.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, size) in [("19", (19, 19)), (" 9 ", (9, 9)), ("19x13", (19, 13)), ("5 × 7", (5, 7))] {
            let read = read_size(text).unwrap();
            assert_eq!((read.width(), read.height()), size, "{text}");
        }
        for text in ["", "big", "0", "53", "19x", "-3"] {
            assert!(read_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn komi_may_have_a_comma_or_a_point() {
        assert_eq!(read_komi("7,5"), Ok(7.5));
        assert!(read_komi("inf").is_err());
        assert!(read_komi("").is_err());
    }
}
