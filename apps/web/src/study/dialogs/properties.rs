//! The properties of the current node as the file has them, to be changed by hand.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use study::Input;

use super::Session;
use crate::sheet::Sheet;

/// A property being changed.
#[derive(Clone)]
struct Draft {
    name: String,
    before: Vec<String>,
    values: Vec<RwSignal<String>>,
}

impl Draft {
    fn of((name, before): (String, Vec<String>)) -> Draft {
        let values = before.iter().cloned().map(RwSignal::new).collect();
        Draft { name, before, values }
    }

    /// What it is to hold now, if that is something else.
    fn change(&self) -> Option<Input> {
        let values: Vec<String> = self.values.iter().map(|value| value.get_untracked()).collect();
        (values != self.before).then(|| Input::SetProperty { name: self.name.clone(), values })
    }
}

#[component]
pub fn PropertiesDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let session = Session::here();
    let found = session.peek(|desk| {
        let record = desk.current().record();
        record.properties(record.here())
    });
    let drafts = StoredValue::new(found.into_iter().map(Draft::of).collect::<Vec<_>>());
    let gone = RwSignal::new(Vec::<String>::new());
    let name = RwSignal::new(String::new());
    let value = RwSignal::new(String::new());
    let keep = move |event: SubmitEvent| {
        event.prevent_default();
        close();
        let gone = gone.get_untracked();
        let kept = |draft: &&Draft| !gone.contains(&draft.name);
        let changed: Vec<Input> =
            drafts.with_value(|drafts| drafts.iter().filter(kept).filter_map(Draft::change).collect());
        let removed = gone.iter().map(|name| Input::SetProperty { name: name.clone(), values: Vec::new() });
        let added = Some(name.get_untracked().trim().to_uppercase()).filter(|name| !name.is_empty());
        let added = added.map(|name| Input::SetProperty { name, values: vec![value.get_untracked()] });
        changed.into_iter().chain(removed).chain(added).for_each(|input| session.act(input));
    };
    let rows = drafts.with_value(|drafts| {
        drafts.iter().cloned().map(|draft| view! { <PropertyRow draft gone /> }).collect_view()
    });
    view! {
        <Sheet title="Properties of this node".to_owned() class="wide" close>
            <form class="form properties" on:submit=keep>
                {rows}
                <div class="property new">
                    <input type="text" class="property-name" aria-label="Name of a new property" placeholder="Name" autofocus autocomplete="off" bind:value=name />
                    <input type="text" aria-label="Value of the new property" placeholder="Value" autocomplete="off" bind:value=value />
                </div>
                <div class="answers">
                    <button class="button main" type="submit">"Keep"</button>
                    <button class="button" type="button" on:click=move |_| close()>"Cancel"</button>
                </div>
            </form>
        </Sheet>
    }
}

#[component]
fn PropertyRow(draft: Draft, gone: RwSignal<Vec<String>>) -> impl IntoView {
    let Draft { name, values, .. } = draft;
    let (is_gone, remove) = (name.clone(), name.clone());
    let value = |n: usize, text: RwSignal<String>| {
        let label = format!("{name}, value {}", n + 1);
        view! { <textarea rows="1" aria-label=label bind:value=text></textarea> }
    };
    let values: Vec<_> = values.into_iter().enumerate().map(|(n, text)| value(n, text)).collect();
    view! {
        <div class="property" hidden=move || gone.with(|gone| gone.contains(&is_gone))>
            <code class="property-name">{name.clone()}</code>
            <div class="values">{values}</div>
            <button
                class="button"
                type="button"
                aria-label=format!("Remove {name}")
                on:click=move |_| gone.update(|gone| gone.push(remove.clone()))
            >
                "Remove"
            </button>
        </div>
    }
}
