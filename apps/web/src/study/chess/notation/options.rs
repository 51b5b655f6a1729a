//! How moves are shown; stored in the browser.

use leptos::prelude::*;
use record::chess::notation::NotationStyle;

use crate::controls::Switch;
use crate::icons;
use crate::language;
use crate::notation::Display;
use crate::storage;
use crate::study::drop_down::DropDown;
use crate::study::title::Segment;

const STYLE: &str = "tabiya.notation.style";
const PIECES: &str = "tabiya.notation.pieces";
const EVALUATIONS: &str = "tabiya.notation.evaluations";
const CLOCKS: &str = "tabiya.notation.clocks";

#[derive(Clone, Copy)]
pub struct NotationOptions(RwSignal<Display>);

impl NotationOptions {
    pub fn provide() {
        let is = |key: &str, value: &str| storage::get(key).as_deref() == Some(value);
        let style = if is(STYLE, "inline") { NotationStyle::Inline } else { NotationStyle::Indented };
        provide_context(NotationOptions(RwSignal::new(Display {
            style,
            figurines: is(PIECES, "figurines"),
            evaluations: !is(EVALUATIONS, "off"),
            clocks: !is(CLOCKS, "off"),
        })));
    }

    /// The study's parts are drawn below `provide`.
    pub fn here() -> NotationOptions {
        expect_context()
    }

    pub fn display(self) -> Display {
        self.0.get()
    }

    /// If the browser refuses to store it, the choice lasts until the page is closed.
    fn choose(self, key: &str, value: &str, change: impl FnOnce(&mut Display)) {
        self.0.update(change);
        let _ = storage::set(key, value);
    }

    fn choose_style(self, style: NotationStyle) {
        let name = match style {
            NotationStyle::Indented => "indented",
            NotationStyle::Inline => "inline",
        };
        self.choose(STYLE, name, |display| display.style = style);
    }

    fn choose_figurines(self, figurines: bool) {
        let name = if figurines { "figurines" } else { "letters" };
        self.choose(PIECES, name, |display| display.figurines = figurines);
    }
}

fn on_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

/// A button that opens the choices.
#[component]
pub fn NotationChoice() -> impl IntoView {
    let words = language::here().notation();
    let open = RwSignal::new(false);
    let options = NotationOptions::here();
    let style = move |style: NotationStyle, name: &'static str| {
        let chosen = move || options.display().style == style;
        view! { <Segment group="notation-style" name chosen choose=move || options.choose_style(style) /> }
    };
    let pieces = move |figurines: bool, name: &'static str| {
        let chosen = move || options.display().figurines == figurines;
        view! { <Segment group="notation-pieces" name chosen choose=move || options.choose_figurines(figurines) /> }
    };
    let turn_evaluations =
        move |is_on| options.choose(EVALUATIONS, on_off(is_on), |display| display.evaluations = is_on);
    let turn_clocks = move |is_on| options.choose(CLOCKS, on_off(is_on), |display| display.clocks = is_on);
    view! {
        <DropDown icon=icons::VIEW label=words.options kind="dialog" open>
            <div class="drop view" role="group" aria-label=words.options>
                <fieldset>
                    <legend>{words.variations}</legend>
                    <div class="segments">
                        {style(NotationStyle::Indented, words.indented)}
                        {style(NotationStyle::Inline, words.inline)}
                    </div>
                </fieldset>
                <fieldset>
                    <legend>{words.pieces}</legend>
                    <div class="segments">{pieces(false, words.letters)}{pieces(true, words.figurines)}</div>
                </fieldset>
                <label class="row">
                    {words.evaluations}
                    <Switch is_on=move || options.display().evaluations turn=turn_evaluations />
                </label>
                <label class="row">
                    {words.clocks}
                    <Switch is_on=move || options.display().clocks turn=turn_clocks />
                </label>
            </div>
        </DropDown>
    }
}
