//! Notes around the moves: comments, NAGs and stray text, with their placement, in file order.

use super::scan::Span;
use super::typed_comment::TypedComment;

/// The placement of a note relative to its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotePlacement {
    /// Before the move number: right after `(`, or at the start of the line.
    Before,
    /// Between the number and the move.
    AfterNumber,
    /// After the move and before the next. For the root: before the first move.
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
    /// Text that does not belong to a game.
    Stray,
}

/// Text in the source, or from an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SourceText {
    Read(Span),
    New(Box<str>),
}

/// A note, from the file or from an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NoteData {
    pub text: SourceText,
    pub style: Style,
    pub placement: NotePlacement,
}

impl NoteData {
    /// The whole text of a note from an edit.
    pub fn new_text(&self) -> Option<&str> {
        match &self.text {
            SourceText::Read(_) => None,
            SourceText::New(text) => Some(text),
        }
    }
}

/// The notes of a node after an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RewrittenNotes {
    pub notes: Vec<NoteData>,
    /// The comment after the move, once it was edited. Its notes are among the others.
    pub comment: Option<TypedComment>,
    /// The same of the comment before the move.
    pub comment_before: Option<TypedComment>,
}

/// A note that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReadNote {
    pub span: Span,
    pub next: NoteLink,
    pub style: Style,
    pub placement: NotePlacement,
}

/// The index of the first note of a move, or of the next note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoteLink(u32);

impl NoteLink {
    pub const NONE: NoteLink = NoteLink(u32::MAX);

    fn get(self) -> Option<usize> {
        (self != NoteLink::NONE).then_some(self.0 as usize)
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    all: Vec<ReadNote>,
}

impl Notes {
    pub fn with_capacity(notes: usize) -> Notes {
        Notes { all: Vec::with_capacity(notes) }
    }

    pub fn add(&mut self, span: Span, style: Style, placement: NotePlacement) -> NoteLink {
        let link = NoteLink(self.all.len() as u32);
        self.all.push(ReadNote { span, next: NoteLink::NONE, style, placement });
        link
    }

    pub fn get_mut(&mut self, link: NoteLink) -> Option<&mut ReadNote> {
        link.get().and_then(|n| self.all.get_mut(n))
    }

    /// The notes from this one on.
    pub fn from(&self, first: NoteLink) -> impl Iterator<Item = NoteData> + '_ {
        let at = |link: NoteLink| link.get().and_then(|n| self.all.get(n));
        let linked = std::iter::successors(at(first), move |note| at(note.next));
        linked.map(|note| NoteData {
            text: SourceText::Read(note.span),
            style: note.style,
            placement: note.placement,
        })
    }

    pub fn last(&self, first: NoteLink) -> NoteLink {
        let mut last = first;
        while let Some(note) = last.get().and_then(|n| self.all.get(n)) {
            if note.next == NoteLink::NONE {
                break;
            }
            last = note.next;
        }
        last
    }
}
