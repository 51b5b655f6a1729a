//! The colour for drawing arrows and circles, for devices without a right mouse button.

use i18n::fill;
use leptos::prelude::*;
use record::pgn::Brush;

use crate::icons;
use crate::language;

/// The selected colour; with none, a drag moves pieces.
#[derive(Clone, Copy)]
pub struct DrawingColor(RwSignal<Option<Brush>>);

/// The brush, the name of its colour in the style, and what it does.
fn colors() -> [(Brush, &'static str, &'static str, &'static str); 4] {
    let words = language::study();
    [
        (Brush::Green, "green", words.draw_green, ""),
        (Brush::Red, "red", words.draw_red, "Shift+"),
        (Brush::Blue, "blue", words.draw_blue, "Alt+"),
        (Brush::Yellow, "yellow", words.draw_yellow, "Shift+Alt+"),
    ]
}

impl DrawingColor {
    pub fn provide() {
        provide_context(DrawingColor(RwSignal::new(None)));
    }

    /// The study's parts are drawn below `provide`.
    pub fn here() -> DrawingColor {
        expect_context()
    }

    pub fn brush(self) -> Option<Brush> {
        self.0.get()
    }
}

/// A button for each colour, which selects or deselects it.
#[component]
pub fn DrawingColors() -> impl IntoView {
    let DrawingColor(brush) = DrawingColor::here();
    let one = move |(this, color, name, held): (Brush, &'static str, &'static str, &'static str)| {
        let words = language::study();
        let draw = format!("{name} ({held}{})", words.right_button);
        let is_held = move || brush.get() == Some(this);
        view! {
            <button
                class=format!("mark-tool pen {color}")
                title=fill(words.pen_title, &[("draw", &draw)])
                aria-label=name
                aria-pressed=move || is_held().to_string()
                on:click=move |_| brush.update(|held| *held = Some(this).filter(|_| *held != Some(this)))
            >
                {icons::PEN.draw()}
            </button>
        }
    };
    colors().map(one).collect_view()
}
