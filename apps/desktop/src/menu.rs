//! The menus, made from Study's table of commands. The page reports the language, the keys and the available commands; a
//! chosen item is sent to the page as a row of that table.

use std::sync::{Arc, Mutex, PoisonError};

use i18n::{Frame, Language};
use server::{Menus, Shell};
use study::{Bindings, COMMANDS, Command, CommandEntry, Group, Platform};
use tauri::menu::{Menu, MenuBuilder, MenuItem, MenuItemBuilder, Submenu, SubmenuBuilder};
use tauri::{AppHandle, Manager, Wry};

const GROUPS: [Group; 6] =
    [Group::File, Group::Edit, Group::Navigate, Group::Comment, Group::Point, Group::Studio];
/// In the order of the page's bar.
type PageItem = (fn(&Frame) -> &'static str, &'static str);
const PAGES: [PageItem; 7] = [
    (|words| words.home, "/"),
    (|words| words.study, "/study"),
    (|words| words.play, "/play"),
    (|words| words.train, "/train"),
    (|words| words.cards, "/cards"),
    (|words| words.library, "/library"),
    (|words| words.settings, "/settings"),
];
const QUIT: &str = "quit";
const GO: &str = "go:";

/// The menus as they are, if there are any yet.
#[derive(Default)]
pub struct MenuBar(Mutex<Option<Shown>>);

struct Shown {
    language: Language,
    keys: Bindings,
    /// In the order of the table.
    items: Vec<MenuItem<Wry>>,
}

impl MenuBar {
    /// The language of the window.
    pub fn language(app: &AppHandle) -> Language {
        let bar = app.state::<MenuBar>();
        let shown = bar.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.as_ref().map(|shown| shown.language).unwrap_or_default()
    }

    /// Blocks until the window's thread has done it.
    pub fn show(app: &AppHandle, menus: &Menus) -> tauri::Result<()> {
        let language = Language::from_tag(&menus.language).unwrap_or_default();
        let keys = Bindings::read(&menus.keys);
        let bar = app.state::<MenuBar>();
        let mut shown = bar.0.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.as_ref().is_none_or(|shown| (shown.language, &shown.keys) != (language, &keys)) {
            let (menu, items) = MenuMaker { app, language, keys: &keys }.menu()?;
            app.set_menu(menu)?;
            *shown = Some(Shown { language, keys, items });
        }
        let items = shown.iter().flat_map(|shown| &shown.items).enumerate();
        items
            .zip(COMMANDS)
            .try_for_each(|((row, item), entry)| item.set_enabled(is_available(row, entry, menus)))
    }
}

/// While Study is not open only the commands that open it are available. The list of keys always is.
fn is_available(row: usize, entry: &CommandEntry, menus: &Menus) -> bool {
    match (&menus.rows, entry.command) {
        (_, Command::Help) => true,
        (Some(rows), _) => rows.contains(&row),
        (None, command) => matches!(command, Command::New | Command::Open),
    }
}

struct MenuMaker<'a> {
    app: &'a AppHandle,
    language: Language,
    keys: &'a Bindings,
}

impl MenuMaker<'_> {
    fn menu(&self) -> tauri::Result<(Menu<Wry>, Vec<MenuItem<Wry>>)> {
        let rows = COMMANDS.iter().enumerate();
        let items = rows.map(|(row, entry)| self.item(row, entry)).collect::<tauri::Result<Vec<_>>>()?;
        let groups: Vec<_> =
            GROUPS.iter().map(|group| self.group(*group, &items)).collect::<tauri::Result<_>>()?;
        let menu = groups.iter().fold(MenuBuilder::new(self.app), |menu, group| menu.item(group));
        Ok((menu.item(&self.pages()?).build()?, items))
    }

    fn pages(&self) -> tauri::Result<Submenu<Wry>> {
        let words = self.language.frame();
        let menu = SubmenuBuilder::new(self.app, words.pages);
        PAGES.iter().fold(menu, |menu, (name, path)| menu.text(format!("{GO}{path}"), name(words))).build()
    }

    fn group(&self, group: Group, items: &[MenuItem<Wry>]) -> tauri::Result<Submenu<Wry>> {
        let menu = SubmenuBuilder::new(self.app, group.name(self.language));
        let ours = COMMANDS.iter().zip(items).filter(|(entry, _)| entry.group == group);
        let menu = ours.fold(menu, |menu, (_, item)| menu.item(item));
        if group != Group::File {
            return menu.build();
        }
        let quit = MenuItemBuilder::with_id(QUIT, self.language.window().quit).accelerator("Ctrl+Q");
        menu.separator().item(&quit.build(self.app)?).build()
    }

    fn item(&self, row: usize, entry: &CommandEntry) -> tauri::Result<MenuItem<Wry>> {
        let (id, name) = (row.to_string(), entry.name(self.language));
        let Some(key) = self.keys.keys(entry, Platform::Desktop).into_iter().next() else {
            return MenuItemBuilder::with_id(id, name).build(self.app);
        };
        match is_accelerator(entry, &key) {
            true => MenuItemBuilder::with_id(id, name).accelerator(key).build(self.app),
            false => MenuItemBuilder::with_id(id, format!("{name}  ({key})")).build(self.app),
        }
    }
}

/// The window takes an accelerator away from the page, wherever the focus is. So only keys that have the same meaning in
/// a text field are accelerators; all others are only shown, and the page handles them.
fn is_accelerator(entry: &CommandEntry, key: &str) -> bool {
    let is_text_fields = matches!(entry.command, Command::Undo | Command::Redo);
    let writes_nothing = key.starts_with("Ctrl+")
        || key.starts_with("Alt+")
        || is_function_key(key.trim_start_matches("Shift+"));
    entry.in_text && !is_text_fields && writes_nothing && has_same_name(key)
}

fn is_function_key(key: &str) -> bool {
    key.strip_prefix('F').is_some_and(|number| number.parse::<u8>().is_ok())
}

/// Whether Tauri has the same name for the key; punctuation has other names there.
fn has_same_name(key: &str) -> bool {
    let last = key.rsplit('+').next().unwrap_or_default();
    is_function_key(last)
        || ["Up", "Down", "Left", "Right", "Home", "End"].contains(&last)
        || (last.len() == 1 && last.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Commands for files go to Study from any page; all others do something only there.
pub fn chosen(shell: &Arc<Shell>, id: &str) {
    if id == QUIT {
        crate::ask_to_quit(shell.clone());
    } else if let Some(path) = id.strip_prefix(GO) {
        shell.go(path);
    } else if let Some((row, entry)) = id.parse().ok().and_then(|row: usize| Some((row, COMMANDS.get(row)?)))
    {
        match entry.command {
            Command::Help => shell.show_keys(),
            _ => shell.command(row, entry.group == Group::File),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accelerators(keys: &Bindings) -> Vec<String> {
        let key = |entry: &CommandEntry| {
            keys.keys(entry, Platform::Desktop).into_iter().next().filter(|key| is_accelerator(entry, key))
        };
        COMMANDS.iter().filter_map(key).collect()
    }

    #[test]
    fn keys_that_text_fields_need_stay_with_the_page() {
        let taken = accelerators(&Bindings::default());
        for key in [
            "Ctrl+X",
            "Ctrl+C",
            "Ctrl+V",
            "Ctrl+Z",
            "Delete",
            "Left",
            "Enter",
            "Esc",
            "F",
            "Home",
            "Ctrl+Left",
        ] {
            assert!(!taken.contains(&key.to_owned()), "{key}");
        }
        for key in ["Ctrl+N", "Ctrl+O", "Ctrl+S", "Ctrl+Shift+S", "Ctrl+F4", "Ctrl+F", "F2", "Shift+F2", "F1"]
        {
            assert!(taken.contains(&key.to_owned()), "{key}");
        }
    }

    #[test]
    fn custom_keys_are_in_the_menus_and_letters_can_still_be_typed() {
        let taken =
            accelerators(&Bindings::read("Save Ctrl+Shift+K\nFind S\nGoToMove Ctrl+,\nPass Shift+P\n"));
        assert!(taken.contains(&"Ctrl+Shift+K".to_owned()));
        for key in ["Ctrl+S", "S", "Ctrl+F", "Ctrl+,", "Shift+P"] {
            assert!(!taken.contains(&key.to_owned()), "{key}");
        }
    }

    #[test]
    fn every_command_is_in_one_menu() {
        assert!(COMMANDS.iter().all(|entry| GROUPS.contains(&entry.group)));
    }

    #[test]
    fn without_study_only_commands_that_open_it_are_available() {
        let can = |menus: &Menus| {
            let rows = COMMANDS.iter().enumerate().filter(|(row, entry)| is_available(*row, entry, menus));
            rows.map(|(_, entry)| entry.command).collect::<Vec<_>>()
        };
        let mut menus = Menus::default();
        assert_eq!(can(&menus), [Command::New, Command::Open, Command::Help]);
        menus.rows = Some(vec![0]);
        assert_eq!(can(&menus), [COMMANDS[0].command, Command::Help]);
    }
}
