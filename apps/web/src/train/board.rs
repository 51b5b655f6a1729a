//! The board of the puzzle: told what the lesson holds, and its hand is the lesson's.

use diagram::chess::{Announcement, Told};
use drill::chess::Drop;
use drill::{Lesson, Side};
use leptos::html;
use leptos::prelude::*;
use record::pgn::Shape;
use rules::chess::{Color, Position};

use super::class::{Act, Class, chess_hint, drawn, walked};
use super::trainer::Trainer;
use crate::chess::Board;

/// What a chess board has to know.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    told: Told,
    bottom: Color,
    number: usize,
    /// What the file draws here, and the hint.
    shapes: Vec<Shape>,
}

#[component]
pub fn ChessBoard(walk: RwSignal<Option<usize>>) -> impl IntoView {
    let trainer = Trainer::here();
    let place = NodeRef::<html::Div>::new();
    let board = StoredValue::new_local(None::<Board>);
    let before = StoredValue::new_local(None::<Shown>);
    let heard = move |said: Announcement| match said {
        Announcement::Move { from, to, promotion } => trainer.act(Act::Drop(Drop { from, to, promotion })),
        // What is drawn by hand is the board's own, and goes with the position.
        Announcement::Shapes(_) => {}
    };
    Effect::new(move |_| {
        let Some(place) = place.get() else { return };
        let Some(shown) = trainer.read_class(|class| shown(class, walk.get())).flatten() else { return };
        if board.with_value(Option::is_none) {
            board.set_value(Board::new(&place, shown.told.clone(), shown.bottom, heard));
        }
        let was = before.get_value();
        before.set_value(Some(shown.clone()));
        board.with_value(|board| {
            if let Some(board) = board.as_ref().filter(|_| was.as_ref() != Some(&shown)) {
                show(board, was.as_ref(), shown);
            }
        });
    });
    Effect::new(move |flipped: Option<u32>| {
        let flips = trainer.flips.get();
        if flipped.is_some_and(|before| before != flips) {
            board.with_value(|board| board.iter().for_each(Board::flip));
        }
        flips
    });
    let words = trainer.watch(move |seen| seen.line.last().map(|told| told.text.clone()));
    Effect::new(move |_| {
        if let Some(text) = words.get().flatten() {
            board.with_value(|board| board.iter().for_each(|board| board.say(&text)));
        }
    });
    view! { <div class="board-place" node_ref=place></div> }
}

fn show(board: &Board, was: Option<&Shown>, shown: Shown) {
    if was.is_none_or(|was| was.number != shown.number) {
        board.turn_to(shown.bottom);
    }
    if was.is_none_or(|was| was.told.pieces != shown.told.pieces || was.shapes != shown.shapes) {
        board.show_shapes(shown.shapes);
    }
    board.tell(shown.told);
}

fn shown(class: &Class, walk: Option<usize>) -> Option<Shown> {
    let Class::Chess(lesson, drawings) = class else { return None };
    let bottom = match lesson.solver {
        Side::White => Color::White,
        Side::Black => Color::Black,
    };
    let hint = chess_hint(lesson).filter(|_| walk.is_none());
    let shapes = drawn(lesson, drawings, walk).into_iter().chain(hint).collect();
    Some(Shown { told: told(lesson, walk)?, bottom, number: lesson.puzzle.0, shapes })
}

fn told(lesson: &Lesson<Position>, walk: Option<usize>) -> Option<Told> {
    if let Some((position, mv)) = walk.and_then(|step| walked(lesson, step)) {
        return Some(untouchable(Told::of(&position, None, mv.and_then(|mv| mv.step()))));
    }
    let last = lesson.last.and_then(|mv| mv.step());
    let told = Told::of(lesson.board.as_ref()?, None, last);
    Some(if lesson.is_your_turn() { told } else { untouchable(told) })
}

fn untouchable(told: Told) -> Told {
    Told { steps: Vec::new(), promotions: Vec::new(), ..told }
}
