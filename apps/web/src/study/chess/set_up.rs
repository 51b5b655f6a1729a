//! The editor of a chess position: pieces on squares, side to move, castling rights. The FEN is its whole state, and may
//! also be typed or pasted.

use diagram::chess::{Scene, View, definitions, inner_svg, piece_name};
use i18n::fill;
use leptos::prelude::*;
use rules::chess::{CastlingRight, Color, FenError, FromFen, Piece, Position, Role, Setup, Square};

use crate::chess::{piece_label, piece_set};
use crate::language;
use crate::study::title::Segment;

/// The starting position of a FEN (the usual one if it is empty), and what had to be repaired.
pub fn read_start(fen: &str) -> Result<(Position, Option<String>), String> {
    if fen.trim().is_empty() {
        return Ok((Position::initial(), None));
    }
    match Position::from_fen(fen.trim(), false) {
        Ok(FromFen { position, repairs }) => {
            let mended: Vec<String> = repairs.iter().map(ToString::to_string).collect();
            let words = (!mended.is_empty())
                .then(|| fill(language::study().ignored, &[("what", &mended.join("; "))]));
            Ok((position, words))
        }
        Err(FenError::Unreadable) => Err(language::study().fen_unreadable.to_owned()),
        Err(FenError::Unplayable { reason, .. }) => {
            Err(fill(language::study().unplayable_position, &[("why", reason)]))
        }
    }
}

/// As far as the text can be read; otherwise an empty board.
fn setup_of(fen: &str) -> Setup {
    match fen.trim() {
        "" => Setup::initial(),
        fen => Setup::read(fen).unwrap_or_else(Setup::empty),
    }
}

#[component]
pub fn PositionEditor(fen: RwSignal<String>) -> impl IntoView {
    let setup = Memo::new(move |_| fen.with(|fen| setup_of(fen)));
    let chosen = RwSignal::new(Some(Color::White.queen()));
    let change = move |act: &dyn Fn(&mut Setup)| {
        let mut next = setup.get_untracked();
        act(&mut next);
        fen.set(next.fen());
    };
    let put = move |at: Square, piece: Option<Piece>| {
        // The same piece again removes it.
        let piece = piece.filter(|piece| setup.with_untracked(|setup| setup.piece_at(at)) != Some(*piece));
        change(&|setup| setup.put(at, piece));
    };
    let start = move |setup: Setup| move |_| fen.set(setup.fen());
    view! {
        <div class="set-up-position">
            <SetUpBoard setup chosen put />
            <Palette chosen />
            <div class="segments">
                {Color::ALL
                    .map(|color| {
                        let chosen = move || setup.with(Setup::turn) == color;
                        let name = color.fold_wb(language::study().white_to_move, language::study().black_to_move);
                        view! { <Segment group="set-up-turn" name chosen choose=move || change(&|setup| setup.set_turn(color)) /> }
                    })
                    .collect_view()}
            </div>
            <fieldset class="castling">
                <legend>{language::study().castling_rights}</legend>
                {CastlingRight::ALL
                    .map(|right| {
                        let may = move || setup.with(|setup| setup.has_castling_right(right));
                        let turn = move |_| change(&|setup| setup.set_castling_right(right, !setup.has_castling_right(right)));
                        view! { <label><input type="checkbox" prop:checked=may on:change=turn />{right_name(right)}</label> }
                    })
                    .collect_view()}
            </fieldset>
            <div class="answers">
                <button class="button" type="button" on:click=start(Setup::initial())>{language::study().starting_position}</button>
                <button class="button" type="button" on:click=start(Setup::empty())>{language::study().empty_board}</button>
            </div>
        </div>
    }
}

fn right_name(right: CastlingRight) -> &'static str {
    match (right.color, right.short) {
        (Color::White, true) => language::study().castle_white_short,
        (Color::White, false) => language::study().castle_white_long,
        (Color::Black, true) => language::study().castle_black_short,
        (Color::Black, false) => language::study().castle_black_long,
    }
}

/// A picture with a button over every square.
#[component]
fn SetUpBoard(
    setup: Memo<Setup>,
    chosen: RwSignal<Option<Piece>>,
    put: impl Fn(Square, Option<Piece>) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let picture = move || {
        let pieces: Vec<(Square, Piece)> = setup.with(|setup| setup.pieces().collect());
        let scene = Scene::new(pieces, Color::White);
        format!("<defs>{}</defs>{}", definitions(piece_set()), inner_svg(&scene))
    };
    let view = View { bottom: Color::White };
    let places =
        (0..8_u8).flat_map(move |row| (0..8_u8).filter_map(move |column| view.square_of(column, row)));
    let square = move |at: Square| {
        let label = move || {
            let piece = setup.with(|setup| setup.piece_at(at)).map(piece_label);
            [&at.to_string(), piece.unwrap_or(language::here().boards().empty)].join(language::frame().comma)
        };
        let clear = move |event: leptos::ev::MouseEvent| {
            event.prevent_default();
            put(at, None);
        };
        view! {
            <button
                type="button"
                data-square=at.to_string()
                aria-label=label
                on:click=move |_| put(at, chosen.get_untracked())
                on:contextmenu=clear
            ></button>
        }
    };
    view! {
        <div class="set-up-board">
            <svg viewBox="0 0 800 800" aria-hidden="true" inner_html=picture></svg>
            <div class="set-up-squares" role="group" aria-label=language::study().squares>{places.map(square).collect_view()}</div>
        </div>
    }
}

/// The piece that a click places.
#[component]
fn Palette(chosen: RwSignal<Option<Piece>>) -> impl IntoView {
    let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let pieces = Color::ALL.into_iter().flat_map(move |color| roles.map(|role| Some(Piece { color, role })));
    let one = move |piece: Option<Piece>| {
        let name = piece.map(piece_name).unwrap_or_default();
        let picture = match piece {
            Some(_) => format!("<use href=\"#piece-{name}\" width=\"100\" height=\"100\"/>"),
            None => "<path d=\"M25 25l50 50M75 25l-50 50\" stroke=\"currentColor\" stroke-width=\"9\" stroke-linecap=\"round\"/>".to_owned(),
        };
        let label = piece.map_or(language::study().clear_squares, piece_label);
        view! {
            <button
                type="button"
                class="set-up-piece"
                title=label
                aria-label=label
                aria-pressed=move || (chosen.get() == piece).to_string()
                on:click=move |_| chosen.set(piece)
            >
                <svg viewBox="0 0 100 100" aria-hidden="true" inner_html=picture></svg>
            </button>
        }
    };
    view! {
        <div class="set-up-pieces" role="group" aria-label=language::study().pieces>
            {pieces.chain([None]).map(one).collect_view()}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_is_the_usual_one_or_a_legal_fen() {
        assert_eq!(read_start("  "), Ok((Position::initial(), None)));
        let (position, mended) = read_start("4k3/8/8/8/8/8/4P3/4K3 b KQ - 0 1").unwrap();
        assert_eq!(position.fen(), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
        assert!(mended.is_some_and(|words| words.contains("castling")));
        assert!(read_start("hello").unwrap_err().contains("cannot be read"));
        assert_eq!(
            read_start("4k3/8/8/8/8/8/8/8 w - - 0 1").unwrap_err(),
            "This position cannot be played: a king is missing."
        );
    }
}
