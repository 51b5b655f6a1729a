//! The board of a chess game: told what stands at the cursor, and its hand is the desk's.

use diagram::chess::{Announcement, Told};
use leptos::html;
use leptos::prelude::*;
use record::chess::ChessRecord;
use record::pgn::{Shape, Start};
use rules::chess::Color;
use study::{Desk, Input};
use words::fill;

use super::pen::Pen;
use crate::chess::Board;
use crate::language;
use crate::study::session::Session;
use crate::study::wheel::Wheel;

/// What the board has to know.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    told: Told,
    shapes: Vec<Shape>,
    bottom: Color,
}

#[component]
pub fn ChessBoard() -> impl IntoView {
    let session = Session::here();
    let place = NodeRef::<html::Div>::new();
    let board = StoredValue::new_local(None::<Board>);
    let wheel = Wheel::new(session);
    let shown = session.watch(shown);
    let heard = move |said: Announcement| {
        session.act(match said {
            Announcement::Move { from, to, promotion } => Input::Put { from, to, promotion },
            Announcement::Shapes(shapes) => Input::Shapes(shapes),
        });
    };
    Effect::new(move |_| {
        let (Some(place), Some(shown)) = (place.get(), shown.get()) else { return };
        if board.with_value(Option::is_none) {
            board.set_value(Board::new(&place, shown.told.clone(), shown.bottom, heard));
        }
        board.with_value(|board| {
            if let Some(board) = board {
                board.turn_to(shown.bottom);
                board.show_shapes(shown.shapes);
                board.tell(shown.told);
            }
        });
    });
    let pen = Pen::here();
    Effect::new(move |_| {
        let (brush, _) = (pen.brush(), place.get());
        board.with_value(|board| board.as_ref().map(|board| board.hold_pen(brush)));
    });
    let label = session.watch(|desk| {
        let place = desk.current().chess().map_or_else(String::new, whereabouts);
        fill(language::here().boards().chess_board_at, &[("place", &place)])
    });
    view! {
        <div
            class="pane chess-pane"
            tabindex="0"
            role="group"
            aria-label=label
            node_ref=session.board
            id="board"
            on:wheel=move |event| wheel.turn(&event)
        >
            <div class="board-place" node_ref=place></div>
        </div>
    }
}

/// `12. Nf3`, or that it is the start.
pub fn whereabouts(record: &ChessRecord) -> String {
    record.spelled(record.here()).unwrap_or_else(|| language::study().chess_start.to_owned())
}

fn shown(desk: &Desk) -> Option<Shown> {
    let game = desk.current();
    let record = game.chess()?;
    let bottom = if game.is_flipped() { Color::Black } else { Color::White };
    Some(Shown { told: told(record), shapes: record.shapes(), bottom })
}

/// After a move that cannot be played the board stays as it was, and nobody can touch it.
fn told(record: &ChessRecord) -> Told {
    if let Some(position) = record.position() {
        return Told::of(position, None, record.last_move().and_then(|mv| mv.step()));
    }
    let last = record.editor().line().rev().find_map(|(_, position)| position.clone());
    let pieces = match (&last, record.game().start()) {
        (Some(position), _) => position.pieces().collect(),
        (None, Start::Pieces(pieces)) => pieces.clone(),
        (None, Start::Position(_) | Start::Unreadable) => Vec::new(),
    };
    Told { pieces, last_move: None, check: None, steps: Vec::new(), promotions: Vec::new() }
}
