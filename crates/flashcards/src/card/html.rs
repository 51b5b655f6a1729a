//! Escapes text for the fields of a note, which Anki reads as HTML with commands of its own.

use diagram::entity;
use serde_json::Value;
use std::fmt::Write;

pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match (c, entity(c)) {
            (_, Some(entity)) => out += entity,
            // Anki separates fields by this character.
            ('\u{1f}', _) => {}
            // Anki looks for [sound:…], [latex] and [anki:…] in the HTML, and reads two braces as a template.
            ('[', _) => out += "&#91;",
            (']', _) => out += "&#93;",
            ('{', _) => out += "&#123;",
            ('}', _) => out += "&#125;",
            // MathJax, which Anki runs on the card, looks for \( and \[ in its text.
            ('\\', _) => out += "<span class=\"mathjax_ignore tex2jax_ignore\">\\</span>",
            (c, _) => out.push(c),
        }
    }
    out
}

/// Escapes a note and keeps its line breaks.
pub fn lines(text: &str) -> String {
    escape(text.trim()).replace('\n', "<br>")
}

/// JSON for a field. In its strings, what HTML or Anki would read as a command is written as `\u005b`.
pub fn json_text(json: &Value) -> String {
    let mut out = String::new();
    let mut is_string = false;
    let text = json.to_string();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => {
                out.push(letter);
                out.extend(letters.next());
            }
            '<' | '&' | '[' | '{' if is_string => drop(write!(out, "\\u{:04x}", u32::from(letter))),
            letter => {
                is_string ^= letter == '"';
                out.push(letter);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn commands_of_anki_are_text() {
        assert_eq!(escape("[sound:a]{{b}}"), "&#91;sound:a&#93;&#123;&#123;b&#125;&#125;");
        assert!(!escape("\\(x\\)").contains("\\("));
        assert_eq!(json_text(&json!({ "a": ["[sound:b]"] })), r#"{"a":["\u005bsound:b]"]}"#);
    }

    proptest! {
        #[test]
        fn json_means_the_same_and_contains_no_command(text in r#"[\[\]{}<&"\\a-c:]{0,20}"#) {
            let document = json!({ "level": text, text.as_str(): [text] });
            let written = json_text(&document);
            prop_assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), document);
            prop_assert!(!written.contains("[a") && !written.contains("{{") && !written.contains('<'));
        }
    }
}
