//! The menus, made from the desk's one table of commands. What is chosen goes to the page as a row of that table.

use std::sync::Arc;

use server::Shell;
use study::{Command, Entry, Group, TABLE};
use tauri::menu::{Menu, MenuBuilder, MenuItem, MenuItemBuilder, Submenu, SubmenuBuilder};
use tauri::{AppHandle, Wry};
use words::Language;

const GROUPS: [Group; 6] =
    [Group::File, Group::Edit, Group::Walk, Group::Comment, Group::Point, Group::Studio];
const ROOMS: [(&str, &str); 6] = [
    ("Home", "/"),
    ("Study", "/study"),
    ("Play", "/play"),
    ("Train", "/train"),
    ("Cards", "/cards"),
    ("Settings", "/settings"),
];
/// The window does not know which language the page is in.
const WORDS: Language = Language::En;
const QUIT: &str = "quit";
const GO: &str = "go:";

pub fn build(app: &AppHandle) -> tauri::Result<Menu<Wry>> {
    let groups: Vec<_> = GROUPS.iter().map(|group| group_menu(app, *group)).collect::<tauri::Result<_>>()?;
    let rooms = ROOMS.iter().fold(SubmenuBuilder::new(app, "Rooms"), |menu, (name, place)| {
        menu.text(format!("{GO}{place}"), name)
    });
    let menu = groups.iter().fold(MenuBuilder::new(app), |menu, group| menu.item(group));
    menu.item(&rooms.build()?).build()
}

fn group_menu(app: &AppHandle, group: Group) -> tauri::Result<Submenu<Wry>> {
    let mut menu = SubmenuBuilder::new(app, group.name(WORDS));
    for (row, entry) in TABLE.iter().enumerate().filter(|(_, entry)| entry.group == group) {
        menu = menu.item(&item(app, row, entry)?);
    }
    if group == Group::File {
        let quit = MenuItemBuilder::with_id(QUIT, "Quit").accelerator("Ctrl+Q").build(app)?;
        menu = menu.separator().item(&quit);
    }
    menu.build()
}

fn item(app: &AppHandle, row: usize, entry: &Entry) -> tauri::Result<MenuItem<Wry>> {
    let id = row.to_string();
    match (accelerator(entry), entry.desktop.first()) {
        (Some(key), _) => MenuItemBuilder::with_id(id, entry.name(WORDS)).accelerator(key).build(app),
        (None, Some(key)) => {
            MenuItemBuilder::with_id(id, format!("{}  ({key})", entry.name(WORDS))).build(app)
        }
        (None, None) => MenuItemBuilder::with_id(id, entry.name(WORDS)).build(app),
    }
}

/// The window takes an accelerator away from the page, wherever the focus is. So only keys that mean the same while one
/// writes are accelerators; all others are only shown, and the page hears them itself.
fn accelerator(entry: &Entry) -> Option<&'static str> {
    let is_text_fields = matches!(entry.command, Command::Undo | Command::Redo);
    let writes_nothing = |key: &str| key.starts_with("Ctrl+") || key.trim_start_matches("Shift+").len() > 1;
    let key = entry.desktop.first().filter(|key| writes_nothing(key) && **key != "Esc")?;
    (entry.in_text && !is_text_fields).then_some(*key)
}

/// Files are opened and saved from every room; all else belongs to the board in front of one.
pub fn chosen(shell: &Arc<Shell>, id: &str) {
    if id == QUIT {
        crate::ask_to_quit(shell.clone());
    } else if let Some(place) = id.strip_prefix(GO) {
        shell.go(place);
    } else if let Some((row, entry)) = id.parse().ok().and_then(|row: usize| Some((row, TABLE.get(row)?))) {
        shell.command(row, entry.group == Group::File);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_text_fields_need_stay_with_the_page() {
        let taken: Vec<_> = TABLE.iter().filter_map(accelerator).collect();
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
            assert!(!taken.contains(&key), "{key}");
        }
        for key in ["Ctrl+N", "Ctrl+O", "Ctrl+S", "Ctrl+Shift+S", "Ctrl+F4", "Ctrl+F", "F2", "Shift+F2", "F1"]
        {
            assert!(taken.contains(&key), "{key}");
        }
    }

    #[test]
    fn every_command_is_in_one_menu() {
        assert!(TABLE.iter().all(|entry| GROUPS.contains(&entry.group)));
    }
}
