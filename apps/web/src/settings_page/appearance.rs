//! Appearance and sounds: theme, language, boards.

use diagram::backgammon::{Look, Orientation, Scheme, inline_svg};
use diagram::chess::{self, PieceSet, View};
use diagram::go::{Geometry, Scene};
use i18n::Language;
use leptos::prelude::*;
use rules::backgammon::{self, Position, Side};
use rules::chess::{Color as ChessColor, Piece, Role};
use rules::go::{Color, Point, Size};

use super::group::SwitchRow;
use crate::backgammon_names::{home_names, scheme_names};
use crate::board::Board;
use crate::board_styles::adopt_board_styles;
use crate::chess::{piece_set, redraw_pieces};
use crate::controls::{CoordinatesSwitch, Switch};
use crate::icons;
use crate::page_events::{self, PageEvent};
use crate::settings::{BoardStyle, ChessBoardStyle, Settings, Theme, home_name};
use crate::{language, storage};

/// Radio buttons: `is_chosen` says which is selected, `show` draws a label.
#[component]
fn Choice<T: Copy + Send + Sync + 'static, const N: usize>(
    title: &'static str,
    name: &'static str,
    all: [T; N],
    value: fn(T) -> &'static str,
    is_chosen: impl Fn(T) -> bool + Copy + Send + Sync + 'static,
    choose: impl Fn(T) + Copy + Send + Sync + 'static,
    show: impl Fn(T) -> AnyView,
) -> impl IntoView {
    let segment = |one: T| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name=name
                    value=value(one)
                    prop:checked=move || is_chosen(one)
                    on:change=move |_| choose(one)
                />
                {show(one)}
            </label>
        }
    };
    view! {
        <fieldset class="row choice">
            <legend>{title}</legend>
            <div class="segments">{all.map(segment).collect_view()}</div>
        </fieldset>
    }
}

#[component]
pub fn ThemeChoice(settings: Settings) -> impl IntoView {
    let words = language::settings();
    let show = |theme| {
        let (icon, name) = match theme {
            Theme::System => (icons::SYSTEM, words.system),
            Theme::Light => (icons::LIGHT, words.light),
            Theme::Dark => (icons::DARK, words.dark),
        };
        view! { <span>{icon.draw()}{name}</span> }.into_any()
    };
    let is_chosen = move |theme| settings.theme() == theme;
    let choose = move |theme| settings.choose_theme(theme);
    view! { <Choice title=words.theme name="theme" all=Theme::ALL value=Theme::name is_chosen choose show /> }
}

/// Each language under its own name, so that readers of any of them find theirs.
#[component]
pub fn LanguageChoice() -> impl IntoView {
    let words = language::settings();
    let show = |language: Language| {
        let own = view! { <bdi lang=language.tag()>{language.name()}</bdi> };
        match language.latin_name() {
            Some(latin) => view! { <span><bdi lang="en">{latin}" ("{own}")"</bdi></span> }.into_any(),
            None => view! { <span>{own}</span> }.into_any(),
        }
    };
    let is_chosen = |language| language == language::here();
    view! {
        <Choice title=words.language name="language" all=Language::ALL value=Language::tag is_chosen choose=language::choose show />
        <p class="muted">{words.language_text}</p>
    }
}

#[component]
pub fn CoordinatesChoice(settings: Settings) -> impl IntoView {
    let words = language::settings();
    let size = Size::NINETEEN;
    // The top of a board is enough to show the change.
    let side = Geometry::new(size).cropped_to([Point::new(0, 0), Point::new(size.width() - 1, 3)]);
    let shown = Signal::derive(move || side.with_coordinates(settings.coordinates()));
    view! {
        <SwitchRow title=words.coordinates text=words.coordinates_text>
            <CoordinatesSwitch />
        </SwitchRow>
        <div class="sample">
            <Board scene=sample(size) shown ornament=true />
        </div>
    }
}

#[component]
pub fn BoardStyleChoice(settings: Settings) -> impl IntoView {
    let words = language::settings();
    let show = |style| {
        let name = match style {
            BoardStyle::Wood => words.wood,
            BoardStyle::Pale => words.pale,
            BoardStyle::Slate => words.slate,
        };
        view! { <span>{name}</span> }.into_any()
    };
    let is_chosen = move |style| settings.board() == style;
    let choose = move |style| settings.choose_board(style);
    view! { <Choice title=words.board_style name="board" all=BoardStyle::ALL value=BoardStyle::name is_chosen choose show /> }
}

#[component]
pub fn ChessLookChoice(settings: Settings) -> impl IntoView {
    let words = language::here().chess_look();
    let board = |style| {
        let name = match style {
            ChessBoardStyle::Green => words.green,
            ChessBoardStyle::Brown => words.brown,
            ChessBoardStyle::Blue => words.blue,
            ChessBoardStyle::Grey => words.grey,
            ChessBoardStyle::Contrast => words.contrast,
        };
        view! { <span>{name}</span> }.into_any()
    };
    let pieces = |set| {
        let name = match set {
            PieceSet::Classic => words.classic,
            PieceSet::Plain => words.plain,
        };
        view! { <span>{name}</span> }.into_any()
    };
    let is_board = move |style| settings.chess_board() == style;
    let choose_board = move |style| settings.choose_chess_board(style);
    let is_set = move |set| settings.chess_pieces() == set;
    let choose_set = move |set| {
        settings.choose_chess_pieces(set);
        redraw_pieces(set);
    };
    view! {
        <Choice title=words.board name="chess-board" all=ChessBoardStyle::ALL value=ChessBoardStyle::name is_chosen=is_board choose=choose_board show=board />
        <Choice title=words.pieces name="chess-pieces" all=PieceSet::ALL value=PieceSet::name is_chosen=is_set choose=choose_set show=pieces />
        <svg class="chess-sample" viewBox="0 0 800 200" aria-hidden="true" inner_html=chess_sample()></svg>
    }
}

#[component]
pub fn BackgammonLookChoice(settings: Settings) -> impl IntoView {
    adopt_board_styles();
    let words = language::here().backgammon_picture();
    let text = |names: &[(&'static str, &'static str)], name: &str| {
        let found = names.iter().find(|(known, _)| *known == name);
        let text = found.map(|(_, text)| *text).unwrap_or_default();
        view! { <span>{text}</span> }.into_any()
    };
    let scheme = move |scheme: Scheme| text(&scheme_names(), scheme.name());
    let side = move |side| text(&home_names(), home_name(side));
    let is_scheme = move |scheme| settings.backgammon_board() == scheme;
    let choose_scheme = move |scheme| settings.choose_backgammon_board(scheme);
    let is_side = move |side| settings.backgammon_home() == side;
    let choose_side = move |side| settings.choose_backgammon_home(side);
    let sides = [Orientation::CounterClockwise, Orientation::Clockwise];
    let sample = Memo::new(move |_| {
        let look = Look { bottom: Some(Side::Bottom), ..settings.backgammon_look() };
        inline_svg(&Position::money(backgammon::Board::START), &look)
    });
    view! {
        <Choice title=language::settings().backgammon_board name="backgammon-board" all=Scheme::ALL value=Scheme::name is_chosen=is_scheme choose=choose_scheme show=scheme />
        <Choice title=words.home_side name="backgammon-home" all=sides value=home_name is_chosen=is_side choose=choose_side show=side />
        <div class="backgammon-sample" aria-hidden="true" inner_html=sample></div>
    }
}

/// All pieces on two ranks.
fn chess_sample() -> String {
    let rank = |n: u8, color| {
        let roles = [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Pawn];
        let square = move |file: u8| View { bottom: ChessColor::White }.square_of(file, n);
        (0..8_u8).zip(roles).filter_map(move |(file, role)| Some((square(file)?, Piece { color, role })))
    };
    let pieces = rank(0, ChessColor::White).chain(rank(1, ChessColor::Black));
    let scene = chess::Scene::new(pieces, ChessColor::White);
    let scene = chess::Scene { coordinates: false, ..scene };
    format!("<defs>{}</defs>{}", chess::definitions(piece_set()), chess::inner_svg(&scene))
}

/// Play and Train have separate settings; this switch sets both.
const SOUNDS: [&str; 2] = ["tabiya.sounds", "tabiya.train.sounds"];

#[component]
pub fn SoundsChoice() -> impl IntoView {
    let words = language::settings();
    let on = RwSignal::new(SOUNDS.iter().any(|key| storage::get(key).as_deref() != Some("off")));
    let turn = move |is_on| {
        on.set(is_on);
        for key in SOUNDS {
            // Without storage the sounds are on again after a reload.
            let _ = storage::set(key, if is_on { "on" } else { "off" });
        }
        page_events::dispatch(&window(), PageEvent::SettingsChanged);
    };
    view! {
        <SwitchRow title=words.sounds text=words.sounds_text>
            <Switch is_on=move || on.get() turn />
        </SwitchRow>
    }
}

/// A few stones near the top.
fn sample(size: Size) -> Scene {
    let mut board = rules::go::Board::empty(size);
    for (x, y, color) in
        [(2, 3, Color::Black), (3, 2, Color::White), (15, 3, Color::Black), (13, 2, Color::White)]
    {
        board.set(Point::new(x, y), Some(color));
    }
    Scene::of(&board)
}
