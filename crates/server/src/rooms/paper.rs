//! What a host writes on: used again and again, because a room that waits should keep none of it, and asking for new
//! for every second of every room would cost more than the writing.

use std::cell::RefCell;
use std::ops::Range;

use play::table::{Conn, Output};

use super::frames;

/// Used sheets that are put by.
const MOST_SPARE: usize = 64;
/// A sheet that grew beyond is thrown away.
const LARGEST: usize = 64 << 10;

#[derive(Default)]
struct Desk {
    spare: Vec<Vec<Output>>,
    bodies: Vec<u8>,
    spans: Vec<Range<usize>>,
    head: Vec<u8>,
    frames: Vec<u8>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// For a table to write its outputs on.
pub(super) fn fresh() -> Vec<Output> {
    DESK.with_borrow_mut(|desk| desk.spare.pop()).unwrap_or_default()
}

pub(super) fn used(mut sheet: Vec<Output>) {
    sheet.clear();
    DESK.with_borrow_mut(|desk| {
        if desk.spare.len() < MOST_SPARE && sheet.capacity() * size_of::<Output>() <= LARGEST {
            desk.spare.push(sheet);
        }
    });
}

/// Outputs in writing: what all are told alike was written once.
pub(super) struct Written<'a> {
    outputs: &'a [Output],
    bodies: &'a [u8],
    spans: &'a [Range<usize>],
    head: &'a mut Vec<u8>,
    frames: &'a mut Vec<u8>,
}

impl Written<'_> {
    /// The frames for this connection, one after the other.
    pub(super) fn to(&mut self, conn: Conn) -> &[u8] {
        self.frames.clear();
        for (output, span) in self.outputs.iter().zip(self.spans) {
            if let Output::Tell { to, told } = output
                && *to == conn
            {
                self.head.clear();
                told.write_head(self.head);
                let body = self.bodies.get(span.clone()).unwrap_or_default();
                frames::text(self.frames, self.head, body);
            }
        }
        self.frames
    }
}

pub(super) fn write(outputs: &[Output], read: impl FnOnce(&mut Written<'_>)) {
    DESK.with_borrow_mut(|desk| {
        let Desk { bodies, spans, head, frames, .. } = desk;
        bodies.clear();
        spans.clear();
        let mut last = None;
        for output in outputs {
            let Output::Tell { told, .. } = output else {
                spans.push(0..0);
                continue;
            };
            // Mostly all are told the same, one after the other.
            if last != Some(&told.tell) {
                let from = bodies.len();
                told.tell.write_rest(bodies);
                last = Some(&told.tell);
                spans.push(from..bodies.len());
            } else if let Some(same) = spans.last().cloned() {
                spans.push(same);
            }
        }
        read(&mut Written { outputs, bodies, spans, head, frames });
        for sheet in [bodies, head, frames] {
            if sheet.capacity() > LARGEST {
                *sheet = Vec::new();
            }
        }
    });
}
