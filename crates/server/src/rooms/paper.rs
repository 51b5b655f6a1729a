//! What a host writes on: used again and again, because a room that waits should keep none of it, and asking for new
//! for every second of every room would cost more than the writing.

use std::ops::Range;

use play::table::{Conn, Output};

use super::frames;

/// A sheet that grew beyond is thrown away.
const LARGEST: usize = 64 << 10;

#[derive(Default)]
pub(super) struct Desk {
    outputs: Vec<Output>,
    bodies: Vec<u8>,
    spans: Vec<Range<usize>>,
    head: Vec<u8>,
    frames: Vec<u8>,
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
    /// The frames for this connection, one after the other, with a ping before them if it is time for one.
    pub(super) fn to(&mut self, conn: Conn, ping: bool) -> &[u8] {
        self.frames.clear();
        if ping {
            frames::ping(self.frames);
        }
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

impl Desk {
    /// For a table to write its outputs on.
    pub(super) fn sheet(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.outputs)
    }

    pub(super) fn used(&mut self, mut sheet: Vec<Output>) {
        sheet.clear();
        if sheet.capacity() * size_of::<Output>() <= LARGEST {
            self.outputs = sheet;
        }
    }

    pub(super) fn write(&mut self, outputs: &[Output], read: impl FnOnce(&mut Written<'_>)) {
        let Desk { bodies, spans, head, frames, .. } = self;
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
    }
}
