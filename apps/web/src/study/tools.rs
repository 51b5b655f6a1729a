//! The tools beside the board: what a click on a point does.

use leptos::html;
use leptos::prelude::*;
use rules::go::Color;
use study::{Command, GoInput, Input, Tool, Workspace};

use super::page_state::PageState;
use crate::icons::{self, Icon};
use crate::language;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Each with its name and, for the tooltip, its shortcut.
fn tools() -> [(Tool, Icon, &'static str, String); 13] {
    let words = language::study();
    let keys = |keys: &str| format!(" ({keys})");
    let drag = || format!(": {}", words.drag_hint);
    let none = String::new;
    [
        (Tool::Stone, icons::STONE, words.play_stones, none()),
        (Tool::Triangle, icons::TRIANGLE, words.triangle, keys(words.ctrl_click)),
        (Tool::Square, icons::SQUARE, words.square, keys(words.shift_click)),
        (Tool::Circle, icons::CIRCLE, words.circle, none()),
        (Tool::Cross, icons::CROSS, words.cross, none()),
        (Tool::Letter, icons::LETTER, words.next_letter, keys(words.alt_click)),
        (Tool::Number, icons::NUMBER, words.next_number, none()),
        (Tool::Label(String::new()), icons::LABEL, words.custom_text, none()),
        (Tool::Arrow, icons::ARROW, words.arrow, drag()),
        (Tool::Line, icons::LINE, words.line, drag()),
        (Tool::Territory(Color::Black), icons::BLACK_AREA, words.black_territory, none()),
        (Tool::Territory(Color::White), icons::WHITE_AREA, words.white_territory, none()),
        (Tool::Erase, icons::ERASE, words.erase, none()),
    ]
}

#[component]
pub fn ToolBar() -> impl IntoView {
    let words = language::study();
    let page_state = PageState::here();
    let is_setting_up = page_state.watch(|workspace| workspace.set_up_color().is_some());
    let held = page_state.watch(|workspace| workspace.tool().clone());
    let button = move |(this, icon, name, hint): (Tool, Icon, &'static str, String)| {
        let like = this.clone();
        let pressed = Memo::new(move |_| !is_setting_up.get() && held.with(|held| held.is_like(&like)));
        view! {
            <button
                class="mark-tool"
                title=format!("{name}{hint}")
                aria-label=name
                aria-pressed=move || pressed.get().to_string()
                on:click=move |_| {
                    page_state.act(Input::Go(GoInput::SelectTool(this.clone())));
                    focus_label_field();
                }
            >
                {icon.draw()}
            </button>
        }
    };
    view! {
        <div class="tools" role="group" aria-label=words.tools>
            {tools().map(button).collect_view()}
            <button
                class="mark-tool set-up"
                title=words.set_up_title
                aria-label=words.set_up
                aria-pressed=move || is_setting_up.get().to_string()
                on:click=move |_| page_state.command(Command::EditMode)
            >
                {icons::SET_UP.draw()}
            </button>
        </div>
    }
}

/// Where the tool needs a text. The field may be there already.
fn focus_label_field() {
    request_animation_frame(|| {
        let field = document().query_selector(".tool-choice input[type=text]").ok().flatten();
        let field = field.and_then(|field| field.dyn_into::<HtmlElement>().ok());
        let _ = field.map(|field| field.focus());
    });
}

/// Options of the selected tool.
#[component]
pub fn ToolChoice() -> impl IntoView {
    let page_state = PageState::here();
    let labels = page_state
        .watch(|workspace| workspace.set_up_color().is_none() && matches!(workspace.tool(), Tool::Label(_)));
    let is_setting_up = page_state.watch(|workspace| workspace.set_up_color().is_some());
    view! {
        <Show when=move || labels.get()>
            <LabelField />
        </Show>
        <Show when=move || is_setting_up.get()>
            <ColorChoice />
        </Show>
    }
}

#[component]
fn LabelField() -> impl IntoView {
    let page_state = PageState::here();
    let field = NodeRef::<html::Input>::new();
    // It can get the focus only after it is mounted.
    request_animation_frame(move || {
        let _ = field.get_untracked().map(|field| field.focus());
    });
    let write = move |text| page_state.act(Input::Go(GoInput::SelectTool(Tool::Label(text))));
    let text = page_state.peek(|workspace| match workspace.tool() {
        Tool::Label(text) => text.clone(),
        _ => String::new(),
    });
    view! {
        <label class="tool-choice">
            {language::study().text_to_write}
            <input
                type="text"
                maxlength="12"
                autocomplete="off"
                prop:value=text
                node_ref=field
                on:input=move |event| write(event_target_value(&event))
            />
        </label>
    }
}

/// For touch screens, which have no modifier keys.
#[component]
fn ColorChoice() -> impl IntoView {
    let words = language::study();
    let page_state = PageState::here();
    let go_words = language::here().go_study();
    let color = page_state.watch(Workspace::set_up_color);
    let to_play = page_state.watch(|workspace| workspace.current().go().map(|record| record.to_play()));
    let turn = move |this: Color, name: &'static str| {
        let chosen = move || to_play.get() == Some(this);
        let choose = move |_| page_state.act(Input::Go(GoInput::SetTurn(this)));
        view! {
            <label class="segment">
                <input type="radio" name="to-play" prop:checked=chosen on:change=choose />
                <span>{name}</span>
            </label>
        }
    };
    let one = move |this: Color, name: &'static str| {
        let chosen = move || color.get() == Some(this);
        let choose = move |_| {
            page_state.act(Input::Go(GoInput::SetUpWith(this)));
            page_state.focus_board();
        };
        view! {
            <label class="segment">
                <input type="radio" name="set-up" prop:checked=chosen on:change=choose />
                <span>{name}</span>
            </label>
        }
    };
    view! {
        <div class="tool-choice" role="group" aria-label=words.stones_to_set_up>
            <span class="named-choice">
                {words.setting_up_now}
                <div class="segments">{one(Color::Black, words.black)}{one(Color::White, words.white)}</div>
            </span>
            <span class="named-choice">
                {go_words.to_play}
                <div class="segments">{turn(Color::Black, words.black)}{turn(Color::White, words.white)}</div>
            </span>
            <button class="button" on:click=move |_| page_state.command(Command::LeaveEditMode)>{words.done}</button>
        </div>
    }
}
