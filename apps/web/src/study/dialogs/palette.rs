//! All commands of the game with a search field: typing filters, the arrow keys choose, Enter runs.

use i18n::folded;
use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::prelude::*;
use study::{COMMANDS, Command, CommandEntry, Workspace};

use super::PageState;
use crate::dialog::Dialog;
use crate::{custom_keys, js, language};

/// A command as the list shows it.
#[derive(Clone, PartialEq)]
struct Choice {
    command: Command,
    name: String,
    key: Option<String>,
    can: bool,
}

/// The commands that match what was typed, and the chosen one.
#[derive(Clone, Copy)]
struct Choices {
    found: Memo<Vec<Choice>>,
    chosen: RwSignal<usize>,
}

impl Choices {
    fn step(self, by: usize) {
        let count = self.found.with_untracked(Vec::len).max(1);
        self.chosen.update(|chosen| *chosen = (*chosen + by) % count);
        show_option(self.chosen.get_untracked());
    }

    fn last_step(self) -> usize {
        self.found.with_untracked(Vec::len).saturating_sub(1)
    }

    fn get(self) -> Option<Choice> {
        self.found.with_untracked(|found| found.get(self.chosen.get_untracked()).cloned())
    }
}

#[component]
pub fn PaletteDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let words = language::here().go_study();
    let page_state = PageState::here();
    let query = RwSignal::new(String::new());
    let chosen = RwSignal::new(0_usize);
    let all = page_state.peek(all_choices);
    let found = Memo::new(move |_| {
        let is_found = |choice: &&Choice| query.with(|query| matches(&choice.name, query));
        all.iter().filter(is_found).cloned().collect::<Vec<_>>()
    });
    let choices = Choices { found, chosen };
    let run = move |choice: Choice| {
        if choice.can {
            close();
            page_state.command(choice.command);
        }
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        choices.get().into_iter().for_each(run);
    };
    let typed = move |text: String| {
        query.set(text);
        chosen.set(0);
    };
    view! {
        <Dialog title=words.palette.to_owned() class="palette" close>
            <form class="form" on:submit=submit>
                <SearchField choices typed />
            </form>
            <ul id="commands" class="palette-list" role="listbox" aria-label=words.palette>
                {move || {
                    let numbered = found.get().into_iter().enumerate();
                    numbered.map(|(number, choice)| view! { <Line number choice chosen run /> }).collect_view()
                }}
            </ul>
            <p class="muted" role="status" hidden=move || !found.with(Vec::is_empty)>{words.no_command}</p>
        </Dialog>
    }
}

/// Those of the current game, with their keys.
fn all_choices(workspace: &Workspace) -> Vec<Choice> {
    let (game, platform) = (workspace.current().record().game_type(), workspace.platform());
    let keys = custom_keys::read();
    let choice = |entry: &CommandEntry| Choice {
        command: entry.command,
        name: entry.name_in(language::here(), game),
        key: keys.keys(entry, platform).into_iter().next(),
        can: workspace.can(entry.command),
    };
    let is_shown = |entry: &&CommandEntry| entry.command.is_for(game) && entry.command != Command::Palette;
    COMMANDS.iter().filter(is_shown).map(choice).collect()
}

#[component]
fn SearchField(choices: Choices, typed: impl Fn(String) + 'static) -> impl IntoView {
    let words = language::here().go_study();
    let step = move |press: KeyboardEvent| {
        let by = match press.key().as_str() {
            "ArrowDown" => 1,
            "ArrowUp" => choices.last_step(),
            _ => return,
        };
        press.prevent_default();
        choices.step(by);
    };
    view! {
        <input
            type="search"
            role="combobox"
            aria-label=words.palette_label
            aria-controls="commands"
            aria-expanded="true"
            aria-activedescendant=move || format!("command-{}", choices.chosen.get())
            placeholder=words.palette_label
            autocomplete="off"
            autofocus
            on:keydown=step
            on:input=move |event| typed(event_target_value(&event))
        />
    }
}

#[component]
fn Line(
    number: usize,
    choice: Choice,
    chosen: RwSignal<usize>,
    run: impl Fn(Choice) + 'static,
) -> impl IntoView {
    let Choice { name, key, can, .. } = choice.clone();
    view! {
        <li
            id=format!("command-{number}")
            role="option"
            class="menu-entry"
            aria-selected=move || (chosen.get() == number).to_string()
            aria-disabled=(!can).to_string()
            on:click=move |_| run(choice.clone())
        >
            <span>{name}</span>
            {key.map(|key| view! { <kbd>{key}</kbd> })}
        </li>
    }
}

/// Every word of the query occurs in the name, in any order.
fn matches(name: &str, query: &str) -> bool {
    let name = folded(name);
    folded(query).split_whitespace().all(|word| name.contains(word))
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
            [("", true), ("main", true), ("line make", true), ("LINE", true), ("mane", false), ("máin", true)]
        {
            assert_eq!(matches("Make this the main line", query), found, "{query}");
        }
    }
}
