//! All commands of the game with a search field: typing filters, the arrow keys choose, Enter runs.

use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::prelude::*;
use study::{COMMANDS, Command, CommandEntry, Workspace};

use super::PageState;
use crate::dialog::Dialog;
use crate::{custom_keys, js, language};

#[component]
pub fn PaletteDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let words = language::here().go_study();
    let page_state = PageState::here();
    let query = RwSignal::new(String::new());
    let chosen = RwSignal::new(0_usize);
    let game = page_state.peek(|workspace| workspace.current().record().game_type());
    let all: Vec<(&'static CommandEntry, String, bool)> = page_state.peek(|workspace| {
        let entries =
            COMMANDS.iter().filter(|entry| entry.command.is_for(game) && entry.command != Command::Palette);
        entries
            .map(|entry| (entry, entry.name_in(language::here(), game), workspace.can(entry.command)))
            .collect()
    });
    let found = Memo::new(move |_| {
        let found = all.iter().filter(|(_, name, _)| query.with(|query| matches(name, query)));
        found.map(|(entry, name, can)| (entry.id(), name.clone(), *can)).collect::<Vec<_>>()
    });
    let run = move |id: String| {
        close();
        if let Some(entry) = COMMANDS.iter().find(|entry| entry.id() == id) {
            page_state.command(entry.command);
        }
    };
    let run_chosen = move |event: SubmitEvent| {
        event.prevent_default();
        let entry = found.with_untracked(|found| found.get(chosen.get_untracked()).cloned());
        if let Some((id, _, true)) = entry {
            run(id);
        }
    };
    let step = move |press: KeyboardEvent| {
        let count = found.with_untracked(Vec::len);
        let by = match press.key().as_str() {
            "ArrowDown" => 1,
            "ArrowUp" => count.saturating_sub(1),
            _ => return,
        };
        press.prevent_default();
        chosen.update(|chosen| *chosen = (*chosen + by) % count.max(1));
        show_option(chosen.get_untracked());
    };
    let typed = move |text: String| {
        query.set(text);
        chosen.set(0);
    };
    let platform = page_state.peek(Workspace::platform);
    let option = move |(n, (id, name, can)): (usize, (String, String, bool))| {
        let entry = COMMANDS.iter().find(|entry| entry.id() == id);
        let key = entry.and_then(|entry| custom_keys::read().keys(entry, platform).into_iter().next());
        view! {
            <li
                id=format!("command-{n}")
                role="option"
                class="menu-entry"
                aria-selected=move || (chosen.get() == n).to_string()
                aria-disabled=(!can).to_string()
                on:click=move |_| if can { run(id.clone()) }
            >
                <span>{name}</span>
                {key.map(|key| view! { <kbd>{key}</kbd> })}
            </li>
        }
    };
    view! {
        <Dialog title=words.palette.to_owned() class="palette" close>
            <form class="form" on:submit=run_chosen>
                <input
                    type="search"
                    role="combobox"
                    aria-label=words.palette_label
                    aria-controls="commands"
                    aria-expanded="true"
                    aria-activedescendant=move || format!("command-{}", chosen.get())
                    placeholder=words.palette_label
                    autocomplete="off"
                    autofocus
                    on:keydown=step
                    on:input=move |event| typed(event_target_value(&event))
                />
            </form>
            <ul id="commands" class="palette-list" role="listbox" aria-label=words.palette>
                {move || found.get().into_iter().enumerate().map(option).collect_view()}
            </ul>
            <p class="muted" role="status" hidden=move || !found.with(Vec::is_empty)>{words.no_command}</p>
        </Dialog>
    }
}

/// Every word of the query occurs in the name, in any order.
fn matches(name: &str, query: &str) -> bool {
    let name = name.to_lowercase();
    query.to_lowercase().split_whitespace().all(|word| name.contains(word))
}

fn show_option(number: usize) {
    // After the list has drawn the choice.
    request_animation_frame(move || {
        if let Some(option) = document().get_element_by_id(&format!("command-{number}")) {
            let _ = js::call(&option, "scrollIntoView", &[&js::object(&[("block", &"nearest".into())])]);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_query_are_found_in_any_order() {
        for (query, found) in
            [("", true), ("main", true), ("line make", true), ("LINE", true), ("mane", false)]
        {
            assert_eq!(matches("Make this the main line", query), found, "{query}");
        }
    }
}
