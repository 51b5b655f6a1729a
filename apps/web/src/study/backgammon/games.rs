//! The games of a match, and the steps between them.

use diagram::backgammon::{HEIGHT, Look, ScoreFormat, WIDTH, inline_svg};
use i18n::fill;
use leptos::prelude::*;
use record::{GameRecord, MatchRecord};
use rules::backgammon::Side;
use study::{Command, GameId, Input};

use super::players::name;
use crate::dialog::Dialog;
use crate::foreign_text::foreign;
use crate::icons::{self, Icon};
use crate::language;
use crate::settings::Settings;
use crate::study::command_button::CommandButton;
use crate::study::games::chooser_title;
use crate::study::page_state::PageState;

/// `Ann – Bob`
pub fn players(record: &MatchRecord) -> String {
    let game = record.game();
    game.map_or_else(String::new, |game| format!("{} – {}", name(game, Side::Top), name(game, Side::Bottom)))
}

#[derive(Clone, PartialEq)]
struct Sample {
    number: usize,
    score: String,
    picture: String,
}

fn samples(record: &MatchRecord, look: Look) -> Vec<Sample> {
    let look = Look { pips: false, score: ScoreFormat::Hidden, bottom: Some(Side::Bottom), ..look };
    let games = record.file().games().iter().enumerate();
    let one = |(number, game): (usize, &record::backgammon::MatchGame)| Sample {
        number,
        score: format!("{} – {}", game.score().top, game.score().bottom),
        picture: inline_svg(&game.end, &look),
    };
    games.map(one).collect()
}

#[component]
pub fn MatchChooser(game: GameId, close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let page_state = PageState::here();
    let look = untrack(|| Settings::here().backgammon_look());
    let games = page_state.peek(|workspace| {
        let record = workspace.game(game).and_then(|game| game.backgammon());
        record.map(|record| samples(record, look)).unwrap_or_default()
    });
    let title = page_state.peek(|workspace| chooser_title(workspace, game));
    let choose = move |number| {
        close();
        page_state.act(Input::ChooseGame { game, number });
    };
    let one = move |Sample { number, score, picture }: Sample| {
        view! {
            <button class="sample-game" type="button" autofocus=number == 0 on:click=move |_| choose(number)>
                <div class="match-sample" aria-hidden="true" style:aspect-ratio=format!("{WIDTH} / {HEIGHT}") inner_html=picture></div>
                <strong>{game_title(number)}</strong>
                <span>{score}</span>
            </button>
        }
    };
    view! {
        <Dialog title class="wide" close>
            <div class="sample-games">{games.into_iter().map(one).collect_view()}</div>
        </Dialog>
    }
}

fn game_title(number: usize) -> String {
    fill(language::study().match_game, &[("n", &(number + 1).to_string())])
}

/// The tags of the match.
#[component]
pub fn MatchInfo(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let page_state = PageState::here();
    let tags = page_state.peek(|workspace| {
        workspace.current().backgammon().map(|record| record.file().tags().to_vec()).unwrap_or_default()
    });
    let row = |(name, value): (String, String)| view! { <dt>{foreign(&name)}</dt><dd>{foreign(&value)}</dd> };
    view! {
        <Dialog title=language::study().about_game close>
            <dl class="match-tags">{tags.into_iter().map(row).collect_view()}</dl>
        </Dialog>
    }
}

/// From game to game, and to the other side of the board.
#[component]
pub fn MatchTools() -> impl IntoView {
    let words = language::study();
    let step = |by, icon, name| view! { <GameStep by icon name /> };
    view! {
        <div class="tools" role="toolbar" aria-label=words.tools aria-orientation="vertical">
            {step(-1, icons::PREVIOUS, words.match_previous_game)}
            {step(1, icons::NEXT, words.match_next_game)}
            <CommandButton command=Command::Flip icon=icons::FLIP name=words.flip_board class="mark-tool" />
        </div>
    }
}

#[component]
fn GameStep(by: isize, icon: Icon, name: &'static str) -> impl IntoView {
    let page_state = PageState::here();
    let target = page_state.watch_match(move |record| {
        record.number().checked_add_signed(by).filter(|number| *number < record.games())
    });
    let go = move |_| {
        if let Some(number) = target.get_untracked() {
            let game = page_state.peek(|workspace| workspace.current().id());
            page_state.act(Input::ChooseGame { game, number });
        }
    };
    view! {
        <button class="mark-tool" title=name aria-label=name disabled=move || target.get().is_none() on:click=go>
            {icon.draw()}
        </button>
    }
}
