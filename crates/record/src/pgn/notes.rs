//! What stands around the moves: comments, glyphs and stray text, each with its place, in the order of the file.

use super::scan::Span;

/// Where a note stands, seen from the move it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// Before the number of the move: right after `(`, or where the line begins.
    Before,
    /// Between the number and the move.
    AfterNumber,
    /// After the move, before anything else is played. For the root: before the first move.
    After,
    /// After the `)` of the variation that begins with this move.
    AfterVariation,
    AfterResult,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// `{…}`
    Braces,
    /// `; …` to the end of the line.
    Semicolon,
    /// A line that begins with `%`.
    Percent,
    Nag,
    /// Text that is no part of a game.
    Stray,
}

/// Text that stands in what was read, or that an edit brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Words {
    Read(Span),
    New(Box<str>),
}

/// Something around a move, as it was read or as an edit wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub words: Words,
    pub style: Style,
    pub spot: Spot,
}

/// A note that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Linked {
    pub span: Span,
    pub next: Link,
    pub style: Style,
    pub spot: Spot,
}

/// The first note of a move, or the next one after a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link(u32);

impl Link {
    pub const NONE: Link = Link(u32::MAX);

    fn get(self) -> Option<usize> {
        (self != Link::NONE).then_some(self.0 as usize)
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    all: Vec<Linked>,
}

impl Notes {
    pub fn with_capacity(notes: usize) -> Notes {
        Notes { all: Vec::with_capacity(notes) }
    }

    pub fn add(&mut self, span: Span, style: Style, spot: Spot) -> Link {
        let link = Link(self.all.len() as u32);
        self.all.push(Linked { span, next: Link::NONE, style, spot });
        link
    }

    pub fn get_mut(&mut self, link: Link) -> Option<&mut Linked> {
        link.get().and_then(|n| self.all.get_mut(n))
    }

    /// The notes from this one on.
    pub fn from(&self, first: Link) -> impl Iterator<Item = Entry> + '_ {
        let at = |link: Link| link.get().and_then(|n| self.all.get(n));
        let linked = std::iter::successors(at(first), move |note| at(note.next));
        linked.map(|note| Entry { words: Words::Read(note.span), style: note.style, spot: note.spot })
    }

    pub fn last(&self, first: Link) -> Link {
        let mut last = first;
        while let Some(note) = last.get().and_then(|n| self.all.get(n)) {
            if note.next == Link::NONE {
                break;
            }
            last = note.next;
        }
        last
    }
}
