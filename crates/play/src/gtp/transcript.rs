//! The last lines of a conversation, for the player to read.

use std::collections::VecDeque;

const MAX_LINES: usize = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    Us,
    Engine,
    /// The engine, outside any reply.
    EngineNoise,
    /// An event of the process, such as a restart.
    Event,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptLine {
    pub speaker: Speaker,
    pub text: String,
}

#[derive(Debug, Default)]
pub(super) struct Transcript(VecDeque<TranscriptLine>);

impl Transcript {
    pub fn note(&mut self, speaker: Speaker, text: &str) {
        for text in text.lines() {
            if self.0.len() == MAX_LINES {
                self.0.pop_front();
            }
            self.0.push_back(TranscriptLine { speaker, text: text.to_owned() });
        }
    }

    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &TranscriptLine> + ExactSizeIterator {
        self.0.iter()
    }
}
