//! The board of the puzzle: told what the lesson holds, and its hand is the lesson's.

use diagram::chess::{Announcement, Told};
use drill::chess::Drop;
use drill::{Lesson, Side};
use leptos::html;
use leptos::prelude::*;
use record::pgn::Shape;
use rules::chess::{Color, Position};

use super::class::{Act, Class, chess_hint, walked};
use super::trainer::Trainer;
use crate::chess::Board;

/// What a chess board has to know.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    told: Told,
    bottom: Color,
    number: usize,
    hint: Option<Shape>,
}

#[component]
pub fn ChessBoard(walk: RwSignal<Option<usize>>) -> impl IntoView {
    let trainer = Trainer::here();
    let place = NodeRef::<html::Div>::new();
    let board = StoredValue::new_local(None::<Board>);
    let drawn = StoredValue::new_local(Vec::<Shape>::new());
    let before = StoredValue::new_local(None::<Shown>);
    let heard = move |said: Announcement| match said {
        Announcement::Move { from, to, promotion } => trainer.act(Act::Drop(Drop { from, to, promotion })),
        Announcement::Shapes(shapes) => drawn.set_value(shapes),
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
                show(board, was.as_ref(), shown, drawn);
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

fn show(board: &Board, was: Option<&Shown>, shown: Shown, drawn: StoredValue<Vec<Shape>, LocalStorage>) {
    if was.is_none_or(|was| was.number != shown.number) {
        board.turn_to(shown.bottom);
    }
    if was.is_none_or(|was| was.told.pieces != shown.told.pieces || was.hint != shown.hint) {
        // Arrows belong to the position they were drawn on.
        drawn.set_value(Vec::new());
        board.show_shapes(shown.hint.into_iter().collect());
    }
    board.tell(shown.told);
}

fn shown(class: &Class, walk: Option<usize>) -> Option<Shown> {
    let Class::Chess(lesson) = class else { return None };
    let bottom = match lesson.solver {
        Side::White => Color::White,
        Side::Black => Color::Black,
    };
    let hint = chess_hint(lesson).filter(|_| walk.is_none());
    Some(Shown { told: told(lesson, walk)?, bottom, number: lesson.puzzle.0, hint })
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
