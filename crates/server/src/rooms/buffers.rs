//! Reused buffers for encoding a table's outputs. An idle room has none, and allocating new ones for every input of
//! every room would cost more than the encoding.

use std::ops::Range;

use play::table::{ConnectionId, Output};

use super::frames;

/// A buffer that grew beyond this many bytes is freed after use.
const MAX_RETAINED: usize = 64 << 10;

#[derive(Default)]
pub(super) struct WriteBuffers {
    outputs: Vec<Output>,
    bodies: Vec<u8>,
    spans: Vec<Range<usize>>,
    head: Vec<u8>,
    frames: Vec<u8>,
}

/// Outputs whose message bodies are encoded, a body that goes to several connections once.
pub(super) struct Encoded<'a> {
    outputs: &'a [Output],
    bodies: &'a [u8],
    /// For each output, its body in `bodies`.
    spans: &'a [Range<usize>],
    head: &'a mut Vec<u8>,
    frames: &'a mut Vec<u8>,
}

impl Encoded<'_> {
    /// All frames for this connection, after a ping if one is due.
    pub(super) fn frames_for(&mut self, conn: ConnectionId, ping: bool) -> &[u8] {
        self.frames.clear();
        if ping {
            frames::ping(self.frames);
        }
        for (output, span) in self.outputs.iter().zip(self.spans) {
            if let Output::Send { to, message } = output
                && *to == conn
            {
                self.head.clear();
                message.write_head(self.head);
                let body = self.bodies.get(span.clone()).unwrap_or_default();
                frames::text(self.frames, self.head, body);
            }
        }
        self.frames
    }
}

impl WriteBuffers {
    /// An empty vector for a table's outputs; give it back with `recycle`.
    pub(super) fn take_outputs(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.outputs)
    }

    pub(super) fn recycle(&mut self, mut outputs: Vec<Output>) {
        outputs.clear();
        if outputs.capacity() * size_of::<Output>() <= MAX_RETAINED {
            self.outputs = outputs;
        }
    }

    pub(super) fn encode(&mut self, outputs: &[Output], send: impl FnOnce(&mut Encoded<'_>)) {
        let WriteBuffers { bodies, spans, head, frames, .. } = self;
        bodies.clear();
        spans.clear();
        let mut last = None;
        for output in outputs {
            let Output::Send { message, .. } = output else {
                spans.push(0..0);
                continue;
            };
            // Tables usually send the same body to everybody, one output after the other.
            if last != Some(&message.event) {
                let start = bodies.len();
                message.event.write_rest(bodies);
                last = Some(&message.event);
                spans.push(start..bodies.len());
            } else if let Some(same) = spans.last().cloned() {
                spans.push(same);
            }
        }
        send(&mut Encoded { outputs, bodies, spans, head, frames });
        for buffer in [bodies, head, frames] {
            if buffer.capacity() > MAX_RETAINED {
                *buffer = Vec::new();
            }
        }
    }
}
