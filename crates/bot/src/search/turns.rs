//! Turns and moves on the fast board, in each order of moves.

use super::Turn;
use crate::board::{BLACK, Board, PASS, Vertex, WALL, WHITE};
use crate::playout::MoveOrder;

/// A turn as the steps of this move order: one step, or two where the search assumes alternating moves.
pub(super) fn steps(turn: Turn, order: MoveOrder, [black, white]: [Vertex; 2]) -> Vec<[Vertex; 2]> {
    match (turn, order) {
        (Turn::Both { .. }, MoveOrder::Alternating(BLACK)) => vec![[black, PASS], [PASS, white]],
        (Turn::Both { .. }, MoveOrder::Alternating(_)) => vec![[PASS, white], [black, PASS]],
        _ => vec![[black, white]],
    }
}

pub(super) fn is_possible<const N: usize>(board: &Board<N>, vertices: [Vertex; 2]) -> bool {
    vertices.into_iter().zip([BLACK, WHITE]).all(|(at, color)| at == PASS || board.is_legal(color, at))
}

/// Plays the chosen moves and returns who is next.
pub(super) fn advance<const N: usize>(
    board: &mut Board<N>,
    order: MoveOrder,
    [black, white]: [Vertex; 2],
) -> MoveOrder {
    match order {
        MoveOrder::Simultaneous => board.play_both(black, white),
        MoveOrder::Alternating(BLACK) => board.play(BLACK, black),
        MoveOrder::Alternating(_) => board.play(WHITE, white),
    }
    next(order)
}

pub(super) fn next(order: MoveOrder) -> MoveOrder {
    match order {
        MoveOrder::Simultaneous => MoveOrder::Simultaneous,
        MoveOrder::Alternating(color) => MoveOrder::Alternating(WALL - color),
    }
}

/// With alternating moves, the waiting side keeps its last stone.
pub(super) fn update_last(last: &mut [Vertex; 2], order: MoveOrder, [black, white]: [Vertex; 2]) {
    match order {
        MoveOrder::Simultaneous => *last = [black, white],
        MoveOrder::Alternating(BLACK) => last[0] = black,
        MoveOrder::Alternating(_) => last[1] = white,
    }
}
