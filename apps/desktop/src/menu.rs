//! The menus, made from the desk's one table of commands. The page says in which language, with which keys, and what can
//! be chosen; what is chosen goes to the page as a row of that table.

use std::sync::{Arc, Mutex, PoisonError};

use server::{Menus, Shell};
use study::{Bindings, Command, Entry, Group, Shell as Host, TABLE};
use tauri::menu::{Menu, MenuBuilder, MenuItem, MenuItemBuilder, Submenu, SubmenuBuilder};
use tauri::{AppHandle, Manager, Wry};
use words::{Frame, Language};

const GROUPS: [Group; 6] =
    [Group::File, Group::Edit, Group::Walk, Group::Comment, Group::Point, Group::Studio];
/// In the order of the page's own bar.
type Room = (fn(&Frame) -> &'static str, &'static str);
const ROOMS: [Room; 7] = [
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
    /// As the table has them.
    items: Vec<MenuItem<Wry>>,
}

impl MenuBar {
    /// The language that the window speaks.
    pub fn language(app: &AppHandle) -> Language {
        let bar = app.state::<MenuBar>();
        let shown = bar.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.as_ref().map(|shown| shown.language).unwrap_or_default()
    }

    /// Waits for the window's own thread, which does it.
    pub fn show(app: &AppHandle, menus: &Menus) -> tauri::Result<()> {
        let language = Language::from_tag(&menus.language).unwrap_or_default();
        let keys = Bindings::read(&menus.keys);
        let bar = app.state::<MenuBar>();
        let mut shown = bar.0.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.as_ref().is_none_or(|shown| (shown.language, &shown.keys) != (language, &keys)) {
            let (menu, items) = Making { app, language, keys: &keys }.menu()?;
            app.set_menu(menu)?;
            *shown = Some(Shown { language, keys, items });
        }
        let items = shown.iter().flat_map(|shown| &shown.items).enumerate();
        items
            .zip(TABLE)
            .try_for_each(|((row, item), entry)| item.set_enabled(can_be_chosen(row, entry, menus)))
    }
}

/// Without a desk one can still begin one, and the keys are shown in every room.
fn can_be_chosen(row: usize, entry: &Entry, menus: &Menus) -> bool {
    match (&menus.rows, entry.command) {
        (_, Command::Help) => true,
        (Some(rows), _) => rows.contains(&row),
        (None, command) => matches!(command, Command::New | Command::Open),
    }
}

struct Making<'a> {
    app: &'a AppHandle,
    language: Language,
    keys: &'a Bindings,
}

impl Making<'_> {
    fn menu(&self) -> tauri::Result<(Menu<Wry>, Vec<MenuItem<Wry>>)> {
        let rows = TABLE.iter().enumerate();
        let items = rows.map(|(row, entry)| self.item(row, entry)).collect::<tauri::Result<Vec<_>>>()?;
        let groups: Vec<_> =
            GROUPS.iter().map(|group| self.group(*group, &items)).collect::<tauri::Result<_>>()?;
        let menu = groups.iter().fold(MenuBuilder::new(self.app), |menu, group| menu.item(group));
        Ok((menu.item(&self.rooms()?).build()?, items))
    }

    fn rooms(&self) -> tauri::Result<Submenu<Wry>> {
        let words = self.language.frame();
        let menu = SubmenuBuilder::new(self.app, words.rooms);
        ROOMS.iter().fold(menu, |menu, (name, place)| menu.text(format!("{GO}{place}"), name(words))).build()
    }

    fn group(&self, group: Group, items: &[MenuItem<Wry>]) -> tauri::Result<Submenu<Wry>> {
        let menu = SubmenuBuilder::new(self.app, group.name(self.language));
        let ours = TABLE.iter().zip(items).filter(|(entry, _)| entry.group == group);
        let menu = ours.fold(menu, |menu, (_, item)| menu.item(item));
        if group != Group::File {
            return menu.build();
        }
        let quit = MenuItemBuilder::with_id(QUIT, self.language.window().quit).accelerator("Ctrl+Q");
        menu.separator().item(&quit.build(self.app)?).build()
    }

    fn item(&self, row: usize, entry: &Entry) -> tauri::Result<MenuItem<Wry>> {
        let (id, name) = (row.to_string(), entry.name(self.language));
        let Some(key) = self.keys.keys(entry, Host::Desktop).into_iter().next() else {
            return MenuItemBuilder::with_id(id, name).build(self.app);
        };
        match is_accelerator(entry, &key) {
            true => MenuItemBuilder::with_id(id, name).accelerator(key).build(self.app),
            false => MenuItemBuilder::with_id(id, format!("{name}  ({key})")).build(self.app),
        }
    }
}

/// The window takes an accelerator away from the page, wherever the focus is. So only keys that mean the same while one
/// writes are accelerators; all others are only shown, and the page hears them itself.
fn is_accelerator(entry: &Entry, key: &str) -> bool {
    let is_text_fields = matches!(entry.command, Command::Undo | Command::Redo);
    let writes_nothing = key.starts_with("Ctrl+")
        || key.starts_with("Alt+")
        || is_function_key(key.trim_start_matches("Shift+"));
    entry.in_text && !is_text_fields && writes_nothing && is_spelled_alike(key)
}

fn is_function_key(key: &str) -> bool {
    key.strip_prefix('F').is_some_and(|number| number.parse::<u8>().is_ok())
}

/// Signs have names of their own among accelerators.
fn is_spelled_alike(key: &str) -> bool {
    let last = key.rsplit('+').next().unwrap_or_default();
    is_function_key(last)
        || ["Up", "Down", "Left", "Right", "Home", "End"].contains(&last)
        || (last.len() == 1 && last.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Files are opened and saved from every room; all else belongs to the board in front of one.
pub fn chosen(shell: &Arc<Shell>, id: &str) {
    if id == QUIT {
        crate::ask_to_quit(shell.clone());
    } else if let Some(place) = id.strip_prefix(GO) {
        shell.go(place);
    } else if let Some((row, entry)) = id.parse().ok().and_then(|row: usize| Some((row, TABLE.get(row)?))) {
        match entry.command {
            Command::Help => shell.show_keys(),
            _ => shell.command(row, entry.group == Group::File),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(keys: &Bindings) -> Vec<String> {
        let key = |entry: &Entry| {
            keys.keys(entry, Host::Desktop).into_iter().next().filter(|key| is_accelerator(entry, key))
        };
        TABLE.iter().filter_map(key).collect()
    }

    #[test]
    fn keys_that_text_fields_need_stay_with_the_page() {
        let taken = taken(&Bindings::default());
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
    fn keys_of_ones_own_are_in_the_menus_and_letters_can_still_be_written() {
        let taken = taken(&Bindings::read("Save Ctrl+Shift+K\nFind S\nGoToMove Ctrl+,\nPass Shift+P\n"));
        assert!(taken.contains(&"Ctrl+Shift+K".to_owned()));
        for key in ["Ctrl+S", "S", "Ctrl+F", "Ctrl+,", "Shift+P"] {
            assert!(!taken.contains(&key.to_owned()), "{key}");
        }
    }

    #[test]
    fn every_command_is_in_one_menu() {
        assert!(TABLE.iter().all(|entry| GROUPS.contains(&entry.group)));
    }

    #[test]
    fn without_a_desk_only_what_begins_one_can_be_chosen() {
        let can = |menus: &Menus| {
            let rows = TABLE.iter().enumerate().filter(|(row, entry)| can_be_chosen(*row, entry, menus));
            rows.map(|(_, entry)| entry.command).collect::<Vec<_>>()
        };
        let mut menus = Menus::default();
        assert_eq!(can(&menus), [Command::New, Command::Open, Command::Help]);
        menus.rows = Some(vec![0]);
        assert_eq!(can(&menus), [TABLE[0].command, Command::Help]);
    }
}
