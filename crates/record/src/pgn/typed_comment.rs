//! A comment that is being edited. The field for it has the text; commands that the comment had before, such as clocks and
//! arrows, are not in the field and are kept beside it. Commands that are typed stay where they are typed.
//!
//! What is written depends only on the text and on the commands that were there at first, not on the keys in between.

use super::command::{self, Shape};
use super::notes::{NoteData, NotePlacement, SourceText, Style};
use super::scan;

/// Commands of which a move has one: typed, they replace the one that was there.
const SINGLE: [&str; 5] = ["clk", "egt", "emt", "mct", "eval"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TypedComment {
    /// As in the field.
    text: Box<str>,
    /// The commands that are not in the field, as written, each once.
    hidden: Vec<String>,
}

impl TypedComment {
    /// Of the commands, equal ones are kept once.
    pub fn new(text: &str, commands: impl Iterator<Item = String>) -> TypedComment {
        let mut hidden: Vec<String> = Vec::new();
        for command in commands {
            if !hidden.contains(&command) {
                hidden.push(command);
            }
        }
        TypedComment { text: plain_breaks(text).trim().into(), hidden }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn with_text(&self, text: &str) -> TypedComment {
        TypedComment { text: plain_breaks(text).trim().into(), hidden: self.hidden.clone() }
    }

    /// With these arrows and squares instead of those before, typed or not.
    pub fn with_shapes(&self, shapes: &[Shape]) -> TypedComment {
        let is_other = |written: &String| !command::commands(written).any(|c| command::is_shapes(c.name));
        let others = self.hidden.iter().filter(|written| is_other(written)).cloned();
        TypedComment {
            text: command::without_commands(&self.text, command::is_shapes).trim().into(),
            hidden: command::write_shapes(shapes).into_iter().chain(others).collect(),
        }
    }

    /// The notes to be written after the move.
    pub fn notes(&self) -> Vec<NoteData> {
        let has_brace = self.text.contains('}');
        let mut notes = if has_brace { line_notes(&self.text) } else { Vec::new() };
        let typed: Vec<&str> = match has_brace {
            true => notes.iter().filter_map(NoteData::new_text).collect(),
            false => vec![&self.text],
        };
        let kept: Vec<&str> =
            self.hidden.iter().map(String::as_str).filter(|h| !is_typed(h, &typed)).collect();
        let (unbraced, braced): (Vec<&str>, Vec<&str>) = kept.into_iter().partition(|h| h.contains('}'));
        let text = if has_brace { "" } else { &*self.text };
        notes.extend(brace_note(text, &braced.concat()));
        notes.extend(unbraced.into_iter().flat_map(line_notes));
        notes
    }
}

/// Whether one of the typed texts has the same command, or another of which there is one only.
fn is_typed(hidden: &str, typed: &[&str]) -> bool {
    command::commands(hidden).any(|hidden| {
        let replaces =
            |c: command::Command<'_>| c == hidden || (c.name == hidden.name && SINGLE.contains(&c.name));
        typed.iter().any(|text| command::commands(text).any(replaces))
    })
}

fn plain_breaks(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn note(text: String, style: Style) -> NoteData {
    NoteData { text: SourceText::New(text.into()), style, placement: NotePlacement::After }
}

fn brace_note(text: &str, commands: &str) -> Option<NoteData> {
    let parts: Vec<&str> = [text, commands].into_iter().filter(|part| !part.is_empty()).collect();
    let text = scan::without_tag_breaks(&parts.join(" "));
    (!parts.is_empty()).then(|| note(format!("{{{text}}}"), Style::Braces))
}

/// A comment in braces cannot contain a closing brace: such a text becomes `;` comments, line by line.
fn line_notes(text: &str) -> Vec<NoteData> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| note(format!("; {line}"), Style::Semicolon)).collect()
}
