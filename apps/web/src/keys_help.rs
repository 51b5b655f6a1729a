//! The dialog with the list of keys, and the keys that work on every page. The frame and each page have their own;
//! only the one that is shown reacts.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::dialog::{self, Dialog};
use crate::keys::{self, KeyAction};
use crate::language;
use crate::pages::Page;
use crate::settings::Settings;

/// Opens the list of keys from anywhere below.
#[derive(Clone, Copy)]
pub struct KeysHelp(RwSignal<bool>);

impl KeysHelp {
    pub fn provide() -> KeysHelp {
        let help = KeysHelp(RwSignal::new(false));
        provide_context(help);
        help
    }

    pub fn here() -> KeysHelp {
        expect_context()
    }

    pub fn show(self) {
        self.0.set(true);
    }

    pub fn hide(self) {
        self.0.set(false);
    }

    pub fn is_shown(self) -> bool {
        self.0.get()
    }
}

/// `own` lists the keys of a page that has its own.
#[component]
pub fn KeysDialog(page: Option<Page>, #[prop(optional)] own: Option<fn() -> AnyView>) -> impl IntoView {
    let words = language::frame();
    let help = KeysHelp::here();
    let rows = keys::on(page)
        // Study's table of commands already has the key for the help.
        .filter(|binding| page != Some(Page::Study) || !binding.keys.contains(&"?"))
        .map(|binding| view! { <KeyRow keys=binding.keys.to_vec() does=(binding.does)(words) /> })
        .collect_view();
    let everywhere = own.is_some().then(|| view! { <h3 class="caption">{words.everywhere}</h3> });
    view! {
        <Dialog title=words.keys_here.to_owned() class="wide" close=move || help.hide()>
            {own.map(|own| own())}
            {everywhere}
            <dl class="keys">{rows}</dl>
        </Dialog>
    }
}

/// Alternative keys for one command.
pub struct Keys(Vec<String>);

impl From<&'static [&'static str]> for Keys {
    fn from(keys: &'static [&'static str]) -> Keys {
        Keys(keys.iter().map(|key| (*key).to_owned()).collect())
    }
}

impl From<Vec<&'static str>> for Keys {
    fn from(keys: Vec<&'static str>) -> Keys {
        Keys(keys.into_iter().map(str::to_owned).collect())
    }
}

impl From<Vec<String>> for Keys {
    fn from(keys: Vec<String>) -> Keys {
        Keys(keys)
    }
}

/// A key combination as one key cap for each key.
pub fn caps(key: &str) -> impl IntoView + use<> {
    key.split([' ', '+']).map(|cap| view! { <kbd>{sign(cap).to_owned()}</kbd> }).collect_view()
}

/// Alternative combinations for a tooltip: `Ctrl+→, Space`.
pub fn shown_keys(keys: &[&str]) -> String {
    let shown = |key: &&str| key.split('+').map(sign).collect::<Vec<_>>().join("+");
    keys.iter().map(shown).collect::<Vec<_>>().join(", ")
}

/// Arrow keys have no names on keyboards.
fn sign(key: &str) -> &str {
    match key {
        "Left" => "←",
        "Right" => "→",
        "Up" => "↑",
        "Down" => "↓",
        other => other,
    }
}

#[component]
pub fn KeyRow(#[prop(into)] keys: Keys, #[prop(into)] does: String) -> impl IntoView {
    let alternatives = keys.0.iter().enumerate().map(|(n, key)| {
        view! {
            {(n > 0).then_some(view! { <span class="or">{language::frame().or}</span> })}
            {caps(key)}
        }
    });
    view! {
        <div>
            <dt>{does}</dt>
            <dd>{alternatives.collect_view()}</dd>
        </div>
    }
}

/// Handles keys, unless a dialog is open or a field has the focus. `page` returns the page that is shown, or none where
/// another program handles them.
pub fn listen(help: KeysHelp, page: impl Fn() -> Option<Option<Page>> + 'static) {
    let settings = Settings::here();
    let handle = window_event_listener(ev::keydown, move |press: KeyboardEvent| {
        let Some(page) = page() else { return };
        let held = press.ctrl_key() || press.meta_key() || press.alt_key() || press.repeat();
        if held || dialog::is_open() || is_writing(&press) {
            return;
        }
        let Some(act) = keys::pressed(&press.key(), page) else { return };
        press.prevent_default();
        match act {
            KeyAction::ShowKeys => help.show(),
            KeyAction::ToggleCoordinates => settings.toggle_coordinates(),
        }
    });
    on_cleanup(move || handle.remove());
}

/// Whether the key is typed into a field.
pub fn is_writing(press: &KeyboardEvent) -> bool {
    let not_text = "[type=checkbox], [type=radio], [type=button], [type=submit]";
    is_on(press, "input, textarea, select") && !is_on(press, not_text)
}

/// Whether the key was pressed on an element that matches the selector.
pub fn is_on(press: &KeyboardEvent, selector: &str) -> bool {
    let target = press.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| target.matches(selector).unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrow_keys_are_shown_by_their_signs() {
        assert_eq!(shown_keys(&["Right", "Ctrl+Shift+Up", "PageUp"]), "→, Ctrl+Shift+↑, PageUp");
    }
}
