//! Custom keys for commands, in place of the table's defaults. A key that another command or the browser already uses
//! is refused with the reason.

use std::collections::BTreeMap;

use i18n::{Language, fill};

use crate::commands::{COMMANDS, Command, CommandEntry, Focus, Platform};
use crate::keys::Chord;

/// By the command's id; one key each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings(BTreeMap<String, String>);

/// Why a key cannot be assigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BindingError {
    Taken {
        by: Command,
    },
    /// The browser or the page itself uses it.
    Reserved,
    /// Only modifier keys.
    NoKey,
}

impl BindingError {
    pub fn message(&self, language: Language) -> String {
        let words = language.settings();
        match self {
            BindingError::Taken { by } => {
                let name = by.entry().map(|entry| entry.name(language)).unwrap_or_default();
                fill(words.key_taken, &[("command", &name)])
            }
            BindingError::Reserved => words.key_reserved.to_owned(),
            BindingError::NoKey => words.key_alone.to_owned(),
        }
    }
}

/// Keys that never reach a page, or that every page handles in the same way.
const RESERVED: &[&str] = &[
    "Tab",
    "Shift+Tab",
    "C",
    "F5",
    "F11",
    "F12",
    "Ctrl+W",
    "Ctrl+T",
    "Ctrl+N",
    "Ctrl+R",
    "Ctrl+L",
    "Ctrl+Tab",
    "Ctrl+Shift+T",
    "Ctrl+Shift+N",
    "Ctrl+Shift+W",
    "Alt+F4",
    "Alt+Left",
    "Alt+Right",
];
/// Modifiers are not keys.
const MODIFIERS: &[&str] =
    &["Control", "Shift", "Alt", "Meta", "AltGraph", "CapsLock", "Dead", "Unidentified", ""];

impl Bindings {
    /// One line per command: its id and its key.
    pub fn read(text: &str) -> Bindings {
        let line = |line: &str| {
            let (id, key) = line.split_once(' ')?;
            let known = COMMANDS.iter().any(|entry| entry.id() == id);
            // A file that was edited elsewhere may have other line ends.
            known.then(|| (id.to_owned(), key.trim_end_matches('\r').to_owned()))
        };
        Bindings(text.lines().filter_map(line).collect())
    }

    pub fn write(&self) -> String {
        self.0.iter().map(|(id, key)| format!("{id} {key}\n")).collect()
    }

    pub fn is_custom(&self, entry: &CommandEntry) -> bool {
        self.0.contains_key(&entry.id())
    }

    /// The custom key, or the keys of the table.
    pub fn keys(&self, entry: &CommandEntry, platform: Platform) -> Vec<String> {
        match self.0.get(&entry.id()) {
            Some(own) => vec![own.clone()],
            None => entry.keys_in(platform).iter().map(|key| (*key).to_owned()).collect(),
        }
    }

    pub fn bind(
        &mut self,
        entry: &CommandEntry,
        pressed: Chord<'_>,
        platform: Platform,
    ) -> Result<(), BindingError> {
        if MODIFIERS.contains(&pressed.key) {
            return Err(BindingError::NoKey);
        }
        if RESERVED.iter().any(|key| pressed.is(Chord::parse(key))) {
            return Err(BindingError::Reserved);
        }
        let taken = COMMANDS
            .iter()
            .find(|other| other.command != entry.command && self.has(other, pressed, platform));
        if let Some(other) = taken {
            return Err(BindingError::Taken { by: other.command });
        }
        self.0.insert(entry.id(), pressed.to_text());
        Ok(())
    }

    /// Restores the default, unless another command uses that key now.
    pub fn reset(&mut self, entry: &CommandEntry, platform: Platform) -> Result<(), BindingError> {
        let clash = COMMANDS.iter().filter(|other| other.command != entry.command).find(|other| {
            entry.keys_in(platform).iter().any(|key| self.has(other, Chord::parse(key), platform))
        });
        match clash {
            Some(other) => Err(BindingError::Taken { by: other.command }),
            None => {
                self.0.remove(&entry.id());
                Ok(())
            }
        }
    }

    fn has(&self, entry: &CommandEntry, pressed: Chord<'_>, platform: Platform) -> bool {
        match self.0.get(&entry.id()) {
            Some(own) => pressed.is(Chord::parse(own)),
            None => entry.keys_in(platform).iter().any(|key| pressed.is(Chord::parse(key))),
        }
    }

    /// The command of a pressed key, if any.
    pub fn command_for(&self, pressed: Chord<'_>, focus: Focus, platform: Platform) -> Option<Command> {
        if focus == Focus::Dialog {
            return None;
        }
        if focus == Focus::Control && pressed.is(Chord::parse("Enter")) {
            return None;
        }
        // `?` is a character while typing.
        let writes =
            focus == Focus::Text && !pressed.ctrl && !pressed.alt && pressed.key.chars().count() == 1;
        if writes {
            return None;
        }
        COMMANDS
            .iter()
            .filter(|entry| entry.in_text || focus != Focus::Text)
            .find(|entry| self.has(entry, pressed, platform))
            .map(|entry| entry.command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(command: Command) -> &'static CommandEntry {
        command.entry().unwrap()
    }

    fn means(bindings: &Bindings, key: &str) -> Option<Command> {
        bindings.command_for(Chord::parse(key), Focus::Board, Platform::Browser)
    }

    #[test]
    fn a_custom_key_replaces_the_default() {
        let mut own = Bindings::default();
        own.bind(entry(Command::Next), Chord::parse("J"), Platform::Browser).unwrap();
        assert_eq!((means(&own, "J"), means(&own, "Right")), (Some(Command::Next), None));
        let kept = Bindings::read(&own.write());
        assert_eq!(kept, own);
        own.reset(entry(Command::Next), Platform::Browser).unwrap();
        assert_eq!(own, Bindings::default());
        assert_eq!(means(&own, "Right"), Some(Command::Next));
    }

    #[test]
    fn a_key_in_use_is_refused_with_a_message_and_nothing_changes() {
        let mut own = Bindings::default();
        let mut bind = |key: &str| own.bind(entry(Command::Next), Chord::parse(key), Platform::Browser);
        assert_eq!(
            bind("Ctrl+Z").unwrap_err().message(Language::En),
            "“Undo” already uses this key: choose another key for it first."
        );
        assert_eq!(bind("Ctrl+W"), Err(BindingError::Reserved));
        assert_eq!(bind("c"), Err(BindingError::Reserved));
        assert_eq!(bind("Shift"), Err(BindingError::NoKey));
        assert_eq!(own, Bindings::default());
    }

    #[test]
    fn the_default_key_is_restored_only_if_it_is_free() {
        let mut own = Bindings::default();
        own.bind(entry(Command::Next), Chord::parse("J"), Platform::Browser).unwrap();
        own.bind(entry(Command::Pass), Chord::parse("Right"), Platform::Browser).unwrap();
        assert_eq!(
            own.reset(entry(Command::Next), Platform::Browser),
            Err(BindingError::Taken { by: Command::Pass })
        );
    }

    #[test]
    fn every_command_has_a_unique_id_without_a_space() {
        let mut ids: Vec<String> = COMMANDS.iter().map(CommandEntry::id).collect();
        assert!(ids.iter().all(|id| !id.contains(' ')));
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), COMMANDS.len());
    }

    #[test]
    fn unknown_commands_are_ignored() {
        assert_eq!(Bindings::read("Nonsense J\n\nNext\n"), Bindings::default());
    }
}
