//! A pen for arrows and circles, where there is no right button to draw them with.

use leptos::prelude::*;
use record::pgn::Brush;

use crate::icons;

/// Which colour is in the hand; none moves pieces.
#[derive(Clone, Copy)]
pub struct Pen(RwSignal<Option<Brush>>);

const COLORS: [(Brush, &str, &str); 4] = [
    (Brush::Green, "green", "Draw in green (right button)"),
    (Brush::Red, "red", "Draw in red (Shift and right button)"),
    (Brush::Blue, "blue", "Draw in blue (Alt and right button)"),
    (Brush::Yellow, "yellow", "Draw in yellow (Shift, Alt and right button)"),
];

impl Pen {
    pub fn provide() {
        provide_context(Pen(RwSignal::new(None)));
    }

    /// The study's parts are drawn below `provide`.
    pub fn here() -> Pen {
        expect_context()
    }

    pub fn brush(self) -> Option<Brush> {
        self.0.get()
    }
}

/// A button for each colour: taken up, and put down again.
#[component]
pub fn Pens() -> impl IntoView {
    let Pen(brush) = Pen::here();
    let one = move |(this, color, title): (Brush, &'static str, &'static str)| {
        let is_held = move || brush.get() == Some(this);
        view! {
            <button
                class=format!("mark-tool pen {color}")
                title=format!("{title}: a circle on a square, an arrow from square to square")
                aria-label=format!("Draw in {color}")
                aria-pressed=move || is_held().to_string()
                on:click=move |_| brush.update(|held| *held = Some(this).filter(|_| *held != Some(this)))
            >
                {icons::PEN.draw()}
            </button>
        }
    };
    COLORS.map(one).collect_view()
}
