//! The tools beside the board: what a click on a point does.

use leptos::html;
use leptos::prelude::*;
use record::go::Mode;
use rules::go::{Color, Point};
use study::{Command, Touch};

use super::session::Session;
use crate::icons::{self, Icon};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    Stone,
    Triangle,
    Square,
    Circle,
    Cross,
    Letter,
    Number,
    /// The text that is written on each point clicked.
    Label(String),
    Arrow,
    Line,
    Territory(Color),
    Erase,
}

impl Tool {
    pub fn is_stone(&self) -> bool {
        *self == Tool::Stone
    }

    pub fn touch(&self) -> Touch {
        match self {
            Tool::Stone | Tool::Arrow | Tool::Line => Touch::Stone(Color::Black),
            Tool::Triangle => Touch::Triangle,
            Tool::Square => Touch::Square,
            Tool::Circle => Touch::Circle,
            Tool::Cross => Touch::Cross,
            Tool::Letter => Touch::Letter,
            Tool::Number => Touch::Number,
            Tool::Label(text) => Touch::Label(text.clone()),
            Tool::Territory(owner) => Touch::Territory(*owner),
            Tool::Erase => Touch::Erase,
        }
    }

    /// For tools that go from one point to another.
    pub fn drawn_to(&self, to: Point) -> Option<Touch> {
        match self {
            Tool::Arrow => Some(Touch::ArrowTo(to)),
            Tool::Line => Some(Touch::LineTo(to)),
            _ => None,
        }
    }

    /// A label is the same tool, whatever it writes.
    fn is_like(&self, other: &Tool) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other) && !matches!(self, Tool::Territory(_))
            || self == other
    }
}

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
    (Tool::Arrow, icons::ARROW, "Arrow", ": drag from point to point"),
    (Tool::Line, icons::LINE, "Line", ": drag from point to point"),
    (Tool::Territory(Color::Black), icons::BLACK_AREA, "Black territory", ""),
    (Tool::Territory(Color::White), icons::WHITE_AREA, "White territory", ""),
    (Tool::Erase, icons::ERASE, "Erase marks", ""),
];

#[component]
pub fn ToolBar(tool: RwSignal<Tool>) -> impl IntoView {
    let session = Session::here();
    let edits = session.watch(|desk| desk.current().record().mode() != Mode::Play);
    let button = move |(this, icon, name, hint): (Tool, Icon, &'static str, &'static str)| {
        let like = this.clone();
        let pressed = move || tool.with(|tool| tool.is_like(&like)).to_string();
        view! {
            <button
                class="mark-tool"
                title=format!("{name}{hint}")
                aria-label=name
                aria-pressed=pressed
                on:click=move |_| tool.set(this.clone())
            >
                {icon.draw()}
            </button>
        }
    };
    view! {
        <div class="tools" role="toolbar" aria-label="Tools" aria-orientation="vertical">
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

/// What the label tool writes, asked while it is chosen.
#[component]
pub fn LabelText(tool: RwSignal<Tool>) -> impl IntoView {
    let chosen = Memo::new(move |_| tool.with(|tool| matches!(tool, Tool::Label(_))));
    view! {
        <Show when=move || chosen.get()>
            <LabelField tool />
        </Show>
    }
}

#[component]
fn LabelField(tool: RwSignal<Tool>) -> impl IntoView {
    let field = NodeRef::<html::Input>::new();
    // It can take the focus once it is on the page.
    request_animation_frame(move || {
        let _ = field.get_untracked().map(|field| field.focus());
    });
    view! {
        <label class="label-text">
            "Text to write"
            <input
                type="text"
                maxlength="12"
                autocomplete="off"
                node_ref=field
                on:input=move |event| tool.set(Tool::Label(event_target_value(&event)))
            />
        </label>
    }
}
