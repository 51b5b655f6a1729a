//! The tools beside the board: what a click on a point does.

use leptos::html;
use leptos::prelude::*;
use rules::go::Color;
use study::{Command, Desk, Input, Tool};

use super::session::Session;
use crate::icons::{self, Icon};

/// Each with its name and, for the tooltip, how else it is done.
const TOOLS: [(Tool, Icon, &str, &str); 13] = [
    (Tool::Stone, icons::STONE, "Play stones", ""),
    (Tool::Triangle, icons::TRIANGLE, "Triangle", " (Ctrl+click)"),
    (Tool::Square, icons::SQUARE, "Square", " (Shift+click)"),
    (Tool::Circle, icons::CIRCLE, "Circle", ""),
    (Tool::Cross, icons::CROSS, "Cross", ""),
    (Tool::Letter, icons::LETTER, "Next letter", " (Alt+click)"),
    (Tool::Number, icons::NUMBER, "Next number", ""),
    (Tool::Label(String::new()), icons::LABEL, "Own text", ""),
    (Tool::Arrow, icons::ARROW, "Arrow", ": drag, or click both ends"),
    (Tool::Line, icons::LINE, "Line", ": drag, or click both ends"),
    (Tool::Territory(Color::Black), icons::BLACK_AREA, "Black territory", ""),
    (Tool::Territory(Color::White), icons::WHITE_AREA, "White territory", ""),
    (Tool::Erase, icons::ERASE, "Erase marks", ""),
];

#[component]
pub fn ToolBar() -> impl IntoView {
    let session = Session::here();
    let edits = session.watch(|desk| desk.sets_up().is_some());
    let button = move |(this, icon, name, hint): (Tool, Icon, &'static str, &'static str)| {
        let like = this.clone();
        let pressed = session.watch(move |desk| desk.sets_up().is_none() && desk.tool().is_like(&like));
        view! {
            <button
                class="mark-tool"
                title=format!("{name}{hint}")
                aria-label=name
                aria-pressed=move || pressed.get().to_string()
                on:click=move |_| session.act(Input::Take(this.clone()))
            >
                {icon.draw()}
            </button>
        }
    };
    view! {
        <div class="tools" role="group" aria-label="Tools">
            {TOOLS.map(button).collect_view()}
            <button
                class="mark-tool set-up"
                title="Set up stones (F2): click for black, Shift or right button for white"
                aria-label="Set up stones"
                aria-pressed=move || edits.get().to_string()
                on:click=move |_| session.command(Command::EditMode)
            >
                {icons::SET_UP.draw()}
            </button>
        </div>
    }
}

/// What the tool in the hand still has to know.
#[component]
pub fn ToolChoice() -> impl IntoView {
    let session = Session::here();
    let labels = session.watch(|desk| desk.sets_up().is_none() && matches!(desk.tool(), Tool::Label(_)));
    let edits = session.watch(|desk| desk.sets_up().is_some());
    view! {
        <Show when=move || labels.get()>
            <LabelField />
        </Show>
        <Show when=move || edits.get()>
            <ColorChoice />
        </Show>
    }
}

#[component]
fn LabelField() -> impl IntoView {
    let session = Session::here();
    let field = NodeRef::<html::Input>::new();
    // It can take the focus once it is on the page.
    request_animation_frame(move || {
        let _ = field.get_untracked().map(|field| field.focus());
    });
    let write = move |text| session.act(Input::Take(Tool::Label(text)));
    let text = session.peek(|desk| match desk.tool() {
        Tool::Label(text) => text.clone(),
        _ => String::new(),
    });
    view! {
        <label class="tool-choice">
            "Text to write"
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

/// Fingers hold no keys.
#[component]
fn ColorChoice() -> impl IntoView {
    let session = Session::here();
    let color = session.watch(Desk::sets_up);
    let one = move |this: Color, name: &'static str| {
        let chosen = move || color.get() == Some(this);
        let choose = move |_| {
            session.act(Input::SetUpWith(this));
            session.focus_board();
        };
        view! {
            <label class="segment">
                <input type="radio" name="set-up" prop:checked=chosen on:change=choose />
                <span>{name}</span>
            </label>
        }
    };
    view! {
        <div class="tool-choice" role="group" aria-label="Stones to set up">
            <span>"Setting up"</span>
            <div class="segments">{one(Color::Black, "Black")}{one(Color::White, "White")}</div>
            <button class="button" on:click=move |_| session.command(Command::LeaveEditMode)>"Done"</button>
        </div>
    }
}
