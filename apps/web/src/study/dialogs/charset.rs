//! The dialog for choosing another charset if the guess was wrong.

use i18n::fill;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use record::sgf::Charset;
use study::{CHARSETS, CharsetName, Command, Input};

use super::{Answers, PageState};
use crate::dialog::Dialog;
use crate::language;

#[component]
pub fn CharsetDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let page_state = PageState::here();
    let now = page_state.peek(|workspace| workspace.current().record().charset());
    let chosen = RwSignal::new(shown_as(now));
    let charset = move || Charset::named(chosen.get());
    let sample = Memo::new(move |_| {
        charset().and_then(|charset| page_state.peek(|workspace| workspace.sample(charset)))
    });
    let read = move |event: SubmitEvent| {
        event.prevent_default();
        close();
        if let Some(charset) = untrack(charset).filter(|charset| *charset != now) {
            page_state.act(Input::ReadAs(charset));
        }
    };
    let can_convert = page_state.peek(|workspace| workspace.can(Command::ConvertToUtf8));
    let convert = move |_| {
        close();
        page_state.command(Command::ConvertToUtf8);
    };
    let option = move |(name, people): &(&'static str, CharsetName)| {
        let name = *name;
        view! { <option value=name selected=move || chosen.get_untracked() == name>{format!("{} ({name})", people(language::here().workspace()))}</option> }
    };
    let choose = move |value: String| {
        chosen.set(CHARSETS.iter().find(|(name, _)| *name == value).map_or("UTF-8", |(name, _)| *name));
    };
    let words = move || match sample.get() {
        Some(words) if !words.is_empty() => words,
        Some(_) => language::study().no_text.to_owned(),
        None => language::study().no_game.to_owned(),
    };
    view! {
        <Dialog title=language::study().charset.to_owned() close>
            <form class="form" on:submit=read>
                <label>
                    {fill(language::study().charset_lead, &[("name", now.name())])}
                    <select autofocus on:change=move |event| choose(event_target_value(&event))>
                        {CHARSETS.iter().map(option).collect_view()}
                    </select>
                </label>
                <p class="sample" aria-live="polite">{words}</p>
                <Answers yes=language::study().read_again close>
                    <button class="button" type="button" disabled=!can_convert on:click=convert>{language::study().convert}</button>
                </Answers>
            </form>
        </Dialog>
    }
}

/// The entry of the list for this charset.
fn shown_as(charset: Charset) -> &'static str {
    let alike = |name: &str| Charset::named(name) == Some(charset);
    let known = CHARSETS.iter().map(|(name, _)| *name).find(|name| alike(name));
    known.unwrap_or(match charset.name() {
        "GBK" => "gb18030",
        _ => "UTF-8",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_charset_of_the_list_is_supported() {
        for (name, _) in CHARSETS {
            assert_eq!(Charset::named(name).map(shown_as), Some(*name));
        }
    }
}
