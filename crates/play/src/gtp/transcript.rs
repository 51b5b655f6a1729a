//! The last lines of a conversation, for a player who wants to see what was said.

use std::collections::VecDeque;

const MOST: usize = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    Us,
    Engine,
    /// The engine, outside any reply.
    Aside,
    /// Nobody: what happened to the process.
    Event,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub speaker: Speaker,
    pub text: String,
}

#[derive(Debug, Default)]
pub(super) struct Transcript(VecDeque<Line>);

impl Transcript {
    pub fn note(&mut self, speaker: Speaker, text: &str) {
        for text in text.lines() {
            if self.0.len() == MOST {
                self.0.pop_front();
            }
            self.0.push_back(Line { speaker, text: text.to_owned() });
        }
    }

    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &Line> + ExactSizeIterator {
        self.0.iter()
    }
}
