//! The dialog for editing the raw properties of the current node. All changes together are one undo step.

use i18n::fill;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use record::GameRecord;
use study::{GoInput, Input};

use super::{Answers, PageState};
use crate::dialog::Dialog;
use crate::icons;
use crate::language;

/// A property being edited. Without values it is removed.
#[derive(Clone)]
struct Draft {
    name: String,
    before: Vec<String>,
    values: RwSignal<Vec<Value>>,
}

/// Fields keep their number while others are added and removed.
#[derive(Clone, Copy)]
struct Value {
    number: usize,
    text: RwSignal<String>,
}

impl Draft {
    fn of((name, before): (String, Vec<String>)) -> Draft {
        let value = |(number, text): (usize, &String)| Value { number, text: RwSignal::new(text.clone()) };
        let values = RwSignal::new(before.iter().enumerate().map(value).collect());
        Draft { name, before, values }
    }

    fn now(&self) -> Vec<String> {
        self.values.with_untracked(|values| values.iter().map(|value| value.text.get_untracked()).collect())
    }

    fn add(&self) {
        self.values.update(|values| {
            let number = values.iter().map(|value| value.number + 1).max().unwrap_or(0);
            values.push(Value { number, text: RwSignal::new(String::new()) });
        });
    }
}

/// The changed properties. A new value under an existing name is added at the end.
fn changes(drafts: &[Draft], name: &str, value: String) -> Vec<(String, Vec<String>)> {
    let name = name.trim().to_uppercase();
    let known = drafts.iter().any(|draft| draft.name == name);
    let draft = |draft: &Draft| {
        let mut now = draft.now();
        if draft.name == name {
            now.push(value.clone());
        }
        (now != draft.before).then(|| (draft.name.clone(), now))
    };
    let mut all: Vec<_> = drafts.iter().filter_map(draft).collect();
    if !name.is_empty() && !known {
        all.push((name, vec![value]));
    }
    all
}

#[component]
pub fn PropertiesDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let words = language::study();
    let page_state = PageState::here();
    let found = page_state.peek(|workspace| {
        let record = workspace.current().go();
        record.map(|record| record.properties(record.here())).unwrap_or_default()
    });
    let drafts = StoredValue::new(found.into_iter().map(Draft::of).collect::<Vec<_>>());
    let name = RwSignal::new(String::new());
    let value = RwSignal::new(String::new());
    let keep = move |event: SubmitEvent| {
        event.prevent_default();
        close();
        let (name, value) = (name.get_untracked(), value.get_untracked());
        let changes = drafts.with_value(|drafts| changes(drafts, &name, value));
        if !changes.is_empty() {
            page_state.act(Input::Go(GoInput::SetProperties(changes)));
        }
    };
    let rows = drafts.with_value(|drafts| {
        drafts.iter().cloned().map(|draft| view! { <PropertyRow draft /> }).collect_view()
    });
    view! {
        <Dialog title=words.properties.to_owned() class="wide" close>
            <form class="form properties" on:submit=keep>
                {rows}
                <div class="property new">
                    <input type="text" class="property-name" aria-label=words.new_property placeholder=words.property_name autofocus autocomplete="off" bind:value=name />
                    <input type="text" aria-label=words.new_value placeholder=words.property_value autocomplete="off" bind:value=value />
                </div>
                <Answers yes=words.apply close />
            </form>
        </Dialog>
    }
}

#[component]
fn PropertyRow(draft: Draft) -> impl IntoView {
    let words = language::study();
    let values = draft.values;
    let name = StoredValue::new(draft.name.clone());
    let field = move |Value { number, text }: Value| {
        let label = move |text| {
            name.with_value(|name| fill(text, &[("name", name), ("n", &(number + 1).to_string())]))
        };
        let drop = move |_| values.update(|values| values.retain(|value| value.number != number));
        view! {
            <div class="value">
                <textarea rows="1" aria-label=label(words.value_of) bind:value=text></textarea>
                <button class="tool" type="button" title=words.remove_value aria-label=label(words.remove_value_of) on:click=drop>
                    {icons::CLOSE.draw()}
                </button>
            </div>
        }
    };
    let named = |act| fill(act, &[("name", &draft.name)]);
    let (add, remove) = (named(words.add_to), named(words.remove_named));
    view! {
        <div class="property" class:gone=move || values.with(Vec::is_empty)>
            <code class="property-name">{draft.name.clone()}</code>
            <div class="values">
                <For each=move || values.get() key=|value| value.number children=field />
            </div>
            <div class="value-buttons">
                <button class="button" type="button" aria-label=add on:click=move |_| draft.add()>{words.add}</button>
                <button class="button" type="button" aria-label=remove on:click=move |_| values.set(Vec::new())>{words.remove}</button>
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(name: &str, values: &[&str]) -> Draft {
        Draft::of((name.to_owned(), values.iter().map(|text| (*text).to_owned()).collect()))
    }

    #[test]
    fn only_what_was_changed_is_written() {
        let owner = Owner::new();
        owner.set();
        let drafts = [draft("TR", &["aa", "bb"]), draft("XY", &["odd"]), draft("C", &["words"])];
        assert_eq!(changes(&drafts, " ", "value".into()), []);
        drafts[0].values.update(|values| values.truncate(1));
        drafts[1].values.set(Vec::new());
        let expected = [("TR", vec!["aa"]), ("XY", vec![]), ("EV", vec!["Cup"])].map(
            |(name, values): (_, Vec<&str>)| {
                (name.to_owned(), values.into_iter().map(str::to_owned).collect::<Vec<_>>())
            },
        );
        assert_eq!(changes(&drafts, "ev", "Cup".into()), expected);
    }

    #[test]
    fn a_new_value_joins_those_of_its_name() {
        let owner = Owner::new();
        owner.set();
        let drafts = [draft("TR", &["aa"])];
        assert_eq!(changes(&drafts, "tr", "cc".into()), [("TR".into(), vec!["aa".into(), "cc".into()])]);
        drafts[0].add();
        assert_eq!(changes(&drafts, "", String::new()), [("TR".into(), vec!["aa".into(), String::new()])]);
    }
}
