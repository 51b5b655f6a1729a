//! Writes a changed game in export format: roster tags first, moves in SAN, NAGs as numbers, lines under 80 columns
//! where comments allow. Comments, `%` lines and stray text stay where they were.

use std::borrow::Cow;

use rules::chess::{Color, Position};

use super::charset::Charset;
use super::game::{Game, Outcome, Start, Tag};
use super::nag;
use super::notes::{NoteData, NotePlacement, SourceText, Style};
use crate::encodings::DoesNotFit;
use crate::tree::NodeId;

const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

const WIDTH: usize = 79;

/// What is still to be written; the last task is next.
enum WriteTask {
    /// The moves after a node.
    Moves {
        parent: NodeId,
        here: Option<Position>,
        ply: u64,
        with_number: bool,
    },
    Variation {
        first: NodeId,
        here: Option<Position>,
        ply: u64,
    },
    Close(NodeId),
}

struct Writer<'a> {
    game: &'a Game,
    charset: Charset,
    line_break: &'static str,
    out: Vec<u8>,
    column: usize,
    /// A `(` that the next token follows without a space.
    opened: bool,
    afterwards: Vec<NoteData>,
    first_ply: u64,
}

impl Game {
    pub(super) fn export_in(&self, charset: Charset) -> Result<Vec<u8>, DoesNotFit> {
        let mut writer = Writer {
            game: self,
            charset,
            line_break: self.line_break(),
            out: Vec::new(),
            column: 0,
            opened: false,
            afterwards: Vec::new(),
            first_ply: self.first_ply(),
        };
        writer.tags()?;
        writer.moves()?;
        Ok(writer.out)
    }

    fn line_break(&self) -> &'static str {
        let text = &self.text;
        match memchr::memchr2(b'\r', b'\n', text).map(|n| (text.get(n), text.get(n + 1))) {
            Some((Some(b'\r'), Some(b'\n'))) => "\r\n",
            Some((Some(b'\r'), _)) => "\r",
            _ => "\n",
        }
    }

    /// Half-moves before the first move of the game, from its move number.
    fn first_ply(&self) -> u64 {
        match &self.start {
            Start::Position(start) => {
                2 * u64::from(start.move_number().saturating_sub(1)) + u64::from(start.turn() == Color::Black)
            }
            _ => 0,
        }
    }

    fn outcome_or_unknown(&self) -> Outcome {
        let tagged = || self.tag("Result").and_then(|text| Outcome::read(&text));
        self.result().or_else(tagged).unwrap_or(Outcome::Unknown)
    }
}

impl<'a> Writer<'a> {
    fn tags(&mut self) -> Result<(), DoesNotFit> {
        let game = self.game;
        let tags = &game.header.tags;
        let roster: Vec<Option<usize>> = ROSTER.iter().map(|(name, _)| game.tag_named(name)).collect();
        for ((name, usual), found) in ROSTER.iter().zip(&roster) {
            match found.and_then(|n| tags.get(n)) {
                Some(tag) => self.tag(tag)?,
                None if *name == "Result" => {
                    self.tag_line(b"Result", game.outcome_or_unknown().text().as_bytes());
                }
                None => self.tag_line(name.as_bytes(), usual.as_bytes()),
            }
            if *name == "Event" {
                self.comment_lines()?;
            }
        }
        for (n, tag) in tags.iter().enumerate() {
            if !roster.contains(&Some(n)) && !tag.is_comment_line {
                self.tag(tag)?;
            }
        }
        self.out.extend_from_slice(self.line_break.as_bytes());
        Ok(())
    }

    /// `;` and `%` lines among the tags stay among them.
    fn comment_lines(&mut self) -> Result<(), DoesNotFit> {
        for tag in self.game.header.tags.iter().filter(|tag| tag.is_comment_line) {
            let text = self.bytes(&tag.value)?;
            self.out.extend_from_slice(&text);
            self.out.extend_from_slice(self.line_break.as_bytes());
        }
        Ok(())
    }

    fn tag(&mut self, tag: &Tag) -> Result<(), DoesNotFit> {
        let (name, value) = (self.bytes(&tag.name)?, self.bytes(&tag.value)?);
        self.tag_line(&name, &escape(&value));
        Ok(())
    }

    fn tag_line(&mut self, name: &[u8], value: &[u8]) {
        let space: &[u8] = if name.is_empty() { b"" } else { b" " };
        for part in [b"[", name, space, b"\"", value, b"\"]", self.line_break.as_bytes()] {
            self.out.extend_from_slice(part);
        }
    }

    fn moves(&mut self) -> Result<(), DoesNotFit> {
        let game = self.game;
        let start = match &game.start {
            Start::Position(start) => Some(start.clone()),
            _ => None,
        };
        self.notes(game.root, |_| true)?;
        self.put_off_later_notes(game.root);
        let mut tasks =
            vec![WriteTask::Moves { parent: game.root, here: start, ply: self.first_ply, with_number: true }];
        while let Some(task) = tasks.pop() {
            match task {
                WriteTask::Moves { parent, here, ply, with_number } => {
                    self.write_moves(&mut tasks, parent, here, ply, with_number)?;
                }
                WriteTask::Variation { first, here, ply } => {
                    self.opened = true;
                    let (here, with_number) =
                        self.mv(first, here, ply, true, |placement| placement == NotePlacement::After)?;
                    tasks.push(WriteTask::Close(first));
                    tasks.push(WriteTask::Moves { parent: first, here, ply: ply + 1, with_number });
                }
                WriteTask::Close(first) => {
                    self.glue(b")");
                    self.notes(first, |placement| placement == NotePlacement::AfterVariation)?;
                }
            }
        }
        self.token(game.outcome_or_unknown().text().as_bytes());
        // They belong to the game only on the line of the result.
        for note in std::mem::take(&mut self.afterwards) {
            let text = self.bytes(&note.text)?.into_owned();
            self.put(b" ");
            self.put(&text);
        }
        Ok(())
    }

    fn write_moves(
        &mut self,
        tasks: &mut Vec<WriteTask>,
        parent: NodeId,
        here: Option<Position>,
        ply: u64,
        with_number: bool,
    ) -> Result<(), DoesNotFit> {
        let mut children = self.game.tree.children(parent);
        let Some(first) = children.next() else { return Ok(()) };
        let is_after = |placement| matches!(placement, NotePlacement::After | NotePlacement::AfterVariation);
        let (after, noted) = self.mv(first, here.clone(), ply, with_number, is_after)?;
        let others: Vec<NodeId> = children.collect();
        let with_number = noted || !others.is_empty();
        tasks.push(WriteTask::Moves { parent: first, here: after, ply: ply + 1, with_number });
        let variations = others.into_iter().rev();
        tasks.extend(variations.map(|first| WriteTask::Variation { first, here: here.clone(), ply }));
        Ok(())
    }

    /// Writes a move with its notes. Returns the position after it and whether notes followed it.
    fn mv(
        &mut self,
        node: NodeId,
        here: Option<Position>,
        ply: u64,
        with_number: bool,
        is_after: impl Fn(NotePlacement) -> bool,
    ) -> Result<(Option<Position>, bool), DoesNotFit> {
        let before = self.notes(node, |placement| placement == NotePlacement::Before)?;
        let number = ply / 2 + 1;
        let has_notes =
            self.game.entries(node).iter().any(|note| note.placement == NotePlacement::AfterNumber);
        if ply.is_multiple_of(2) {
            self.token(format!("{number}.").as_bytes());
        } else if with_number || before || has_notes {
            self.token(format!("{number}...").as_bytes());
        }
        self.notes(node, |placement| placement == NotePlacement::AfterNumber)?;
        let after = self.write_move(node, here)?;
        let noted = self.notes(node, is_after)?;
        self.put_off_later_notes(node);
        Ok((after, noted))
    }

    fn write_move(&mut self, node: NodeId, here: Option<Position>) -> Result<Option<Position>, DoesNotFit> {
        let ply = self.game.ply(node);
        match (ply.mv, here) {
            (Some(mv), Some(here)) => {
                self.token(here.san(mv).as_bytes());
                Ok(here.play(mv).ok())
            }
            _ => {
                let written = self.bytes(&SourceText::Read(ply.written))?.into_owned();
                self.token(&written);
                Ok(None)
            }
        }
    }

    fn notes(&mut self, node: NodeId, is_wanted: impl Fn(NotePlacement) -> bool) -> Result<bool, DoesNotFit> {
        let mut any = false;
        for note in self.game.entries(node) {
            if note.placement != NotePlacement::AfterResult && is_wanted(note.placement) {
                self.note(&note)?;
                any |= note.style != Style::Nag;
            }
        }
        Ok(any)
    }

    /// Called once for every node, so that no note is written twice.
    fn put_off_later_notes(&mut self, node: NodeId) {
        let later = |note: &NoteData| note.placement == NotePlacement::AfterResult;
        self.afterwards.extend(self.game.entries(node).into_iter().filter(later));
    }

    fn note(&mut self, note: &NoteData) -> Result<(), DoesNotFit> {
        let text = self.bytes(&note.text)?.into_owned();
        match note.style {
            Style::Braces if text.ends_with(b"}") => self.token(&text),
            Style::Braces => self.token(&[text.trim_ascii_end(), b"}"].concat()),
            Style::Semicolon => {
                self.token(&text);
                self.end_line();
            }
            Style::Percent => {
                self.open();
                self.end_line();
                self.put(&text);
                self.end_line();
            }
            Style::Nag => match nag::number(&self.charset.text(&text)) {
                Some(number) => self.token(format!("${number}").as_bytes()),
                None => self.token(&text),
            },
            Style::Stray => self.stray(&text),
        }
        Ok(())
    }

    /// Stray text never begins a line, where it could be read as something else.
    fn stray(&mut self, text: &[u8]) {
        self.open();
        if self.column == 0 || !self.is_glued() {
            self.put(b" ");
        }
        self.put(text);
    }

    fn is_glued(&self) -> bool {
        self.out.last() == Some(&b'(')
    }

    fn open(&mut self) {
        if std::mem::take(&mut self.opened) {
            self.token(b"(");
        }
    }

    fn token(&mut self, text: &[u8]) {
        let opening = std::mem::take(&mut self.opened);
        let width = text.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(text.len());
        let glued = self.is_glued() && !opening;
        if self.column + 1 + usize::from(opening) + width > WIDTH && self.column > 0 && !glued {
            self.end_line();
        }
        if self.column > 0 && !glued {
            self.put(b" ");
        }
        if opening {
            self.put(b"(");
        }
        self.put(text);
    }

    fn glue(&mut self, text: &[u8]) {
        self.put(text);
    }

    fn put(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
        self.column = match text.iter().rposition(|b| matches!(b, b'\n' | b'\r')) {
            Some(n) => text.len() - n - 1,
            None => self.column + text.len(),
        };
    }

    fn end_line(&mut self) {
        if self.column > 0 {
            self.out.extend_from_slice(self.line_break.as_bytes());
            self.column = 0;
        }
    }

    /// Text that was read is copied; text from edits is encoded in the file's charset.
    fn bytes<'b>(&self, text: &'b SourceText) -> Result<Cow<'b, [u8]>, DoesNotFit>
    where
        'a: 'b,
    {
        let game = self.game;
        let text = match text {
            SourceText::Read(span) if game.charset.is_like(self.charset) => {
                return Ok(Cow::Borrowed(span.of(&game.text)));
            }
            SourceText::Read(span) => game.charset.text(span.of(&game.text)),
            SourceText::New(text) => Cow::Owned(text.replace('\n', self.line_break)),
        };
        Ok(Cow::Owned(self.charset.bytes(&text)?.into_owned()))
    }
}

/// A value on one line with all escapes, whether or not it had them.
fn escape(value: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(value.len());
    let mut bytes = value.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        let byte = match byte {
            b'\\' => bytes.next_if(|next| matches!(next, b'"' | b'\\')).unwrap_or(byte),
            b'\n' | b'\r' => b' ',
            other => other,
        };
        if matches!(byte, b'"' | b'\\') {
            escaped.push(b'\\');
        }
        escaped.push(byte);
    }
    escaped
}
