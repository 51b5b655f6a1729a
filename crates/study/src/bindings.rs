//! The keys that a player has chosen for commands, in place of those of the table. One key means one thing: what another
//! command or the browser has already is refused with the reason.

use std::collections::BTreeMap;

use i18n::{Language, fill};

use crate::commands::{COMMANDS, Command, CommandEntry, Focus, Shell};
use crate::keys::Chord;

/// By the command's id; one key each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings(BTreeMap<String, String>);

/// Why a key cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    Taken {
        by: Command,
    },
    /// The browser or the page itself answers it.
    Kept,
    /// Held keys without a key.
    NoKey,
}

impl Refused {
    pub fn message(&self, language: Language) -> String {
        let words = language.settings();
        match self {
            Refused::Taken { by } => {
                let name = by.entry().map(|entry| entry.name(language)).unwrap_or_default();
                fill(words.key_taken, &[("command", &name)])
            }
            Refused::Kept => words.key_kept.to_owned(),
            Refused::NoKey => words.key_alone.to_owned(),
        }
    }
}

/// Keys that never reach a page, or that every page handles in the same way.
const KEPT: &[&str] = &[
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
/// What is held is no key.
const HELD: &[&str] =
    &["Control", "Shift", "Alt", "Meta", "AltGraph", "CapsLock", "Dead", "Unidentified", ""];

impl Bindings {
    /// A line for each: the command's id and its key.
    pub fn read(text: &str) -> Bindings {
        let line = |line: &str| {
            let (id, key) = line.split_once(' ')?;
            let known = COMMANDS.iter().any(|entry| entry.id() == id);
            known.then(|| (id.to_owned(), key.to_owned()))
        };
        Bindings(text.lines().filter_map(line).collect())
    }

    pub fn write(&self) -> String {
        self.0.iter().map(|(id, key)| format!("{id} {key}\n")).collect()
    }

    pub fn is_own(&self, entry: &CommandEntry) -> bool {
        self.0.contains_key(&entry.id())
    }

    /// The player's own, else those of the table.
    pub fn keys(&self, entry: &CommandEntry, shell: Shell) -> Vec<String> {
        match self.0.get(&entry.id()) {
            Some(own) => vec![own.clone()],
            None => entry.keys_in(shell).iter().map(|key| (*key).to_owned()).collect(),
        }
    }

    pub fn bind(&mut self, entry: &CommandEntry, pressed: Chord<'_>, shell: Shell) -> Result<(), Refused> {
        if HELD.contains(&pressed.key) {
            return Err(Refused::NoKey);
        }
        if KEPT.iter().any(|key| pressed.is(Chord::spelled(key))) {
            return Err(Refused::Kept);
        }
        let taken =
            COMMANDS.iter().find(|other| other.command != entry.command && self.has(other, pressed, shell));
        if let Some(other) = taken {
            return Err(Refused::Taken { by: other.command });
        }
        self.0.insert(entry.id(), pressed.spelling());
        Ok(())
    }

    /// Back to what the table says, unless another command has that key by now.
    pub fn reset(&mut self, entry: &CommandEntry, shell: Shell) -> Result<(), Refused> {
        let clash = COMMANDS
            .iter()
            .filter(|other| other.command != entry.command)
            .find(|other| entry.keys_in(shell).iter().any(|key| self.has(other, Chord::spelled(key), shell)));
        match clash {
            Some(other) => Err(Refused::Taken { by: other.command }),
            None => {
                self.0.remove(&entry.id());
                Ok(())
            }
        }
    }

    fn has(&self, entry: &CommandEntry, pressed: Chord<'_>, shell: Shell) -> bool {
        match self.0.get(&entry.id()) {
            Some(own) => pressed.is(Chord::spelled(own)),
            None => entry.keys_in(shell).iter().any(|key| pressed.is(Chord::spelled(key))),
        }
    }

    /// What a pressed key means, if anything.
    pub fn command_for(&self, pressed: Chord<'_>, focus: Focus, shell: Shell) -> Option<Command> {
        if focus == Focus::Dialog {
            return None;
        }
        if focus == Focus::Control && pressed.is(Chord::spelled("Enter")) {
            return None;
        }
        // `?` is a letter while one writes.
        let writes =
            focus == Focus::Text && !pressed.ctrl && !pressed.alt && pressed.key.chars().count() == 1;
        if writes {
            return None;
        }
        COMMANDS
            .iter()
            .filter(|entry| entry.in_text || focus != Focus::Text)
            .find(|entry| self.has(entry, pressed, shell))
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
        bindings.command_for(Chord::spelled(key), Focus::Board, Shell::Browser)
    }

    #[test]
    fn a_key_of_ones_own_takes_the_place_of_the_usual_one() {
        let mut own = Bindings::default();
        own.bind(entry(Command::Next), Chord::spelled("J"), Shell::Browser).unwrap();
        assert_eq!((means(&own, "J"), means(&own, "Right")), (Some(Command::Next), None));
        let kept = Bindings::read(&own.write());
        assert_eq!(kept, own);
        own.reset(entry(Command::Next), Shell::Browser).unwrap();
        assert_eq!(own, Bindings::default());
        assert_eq!(means(&own, "Right"), Some(Command::Next));
    }

    #[test]
    fn what_is_taken_is_refused_in_words_and_nothing_changes() {
        let mut own = Bindings::default();
        let mut bind = |key: &str| own.bind(entry(Command::Next), Chord::spelled(key), Shell::Browser);
        assert_eq!(
            bind("Ctrl+Z").unwrap_err().message(Language::En),
            "“Undo” already uses this key: choose another key for it first."
        );
        assert_eq!(bind("Ctrl+W"), Err(Refused::Kept));
        assert_eq!(bind("c"), Err(Refused::Kept));
        assert_eq!(bind("Shift"), Err(Refused::NoKey));
        assert_eq!(own, Bindings::default());
    }

    #[test]
    fn the_usual_key_comes_back_only_if_it_is_free() {
        let mut own = Bindings::default();
        own.bind(entry(Command::Next), Chord::spelled("J"), Shell::Browser).unwrap();
        own.bind(entry(Command::Pass), Chord::spelled("Right"), Shell::Browser).unwrap();
        assert_eq!(
            own.reset(entry(Command::Next), Shell::Browser),
            Err(Refused::Taken { by: Command::Pass })
        );
    }

    #[test]
    fn every_command_has_an_id_of_its_own_without_a_space() {
        let mut ids: Vec<String> = COMMANDS.iter().map(CommandEntry::id).collect();
        assert!(ids.iter().all(|id| !id.contains(' ')));
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), COMMANDS.len());
    }

    #[test]
    fn what_others_wrote_is_left_out() {
        assert_eq!(Bindings::read("Nonsense J\n\nNext\n"), Bindings::default());
    }
}
