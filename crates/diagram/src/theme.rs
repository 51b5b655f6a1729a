//! The colour of each ink in the light, dark and print themes, and as a custom property on pages.

use std::borrow::Cow;
use std::fmt::Write;

use crate::{HintGrade, Ink};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    Light,
    Dark,
    /// Black on white: no wood, no shadows.
    Print,
    /// `var(--wood, …)`: the page decides.
    Page,
}

/// Ink, its custom property, and its light, dark and print colours. `none` is not drawn.
const PALETTE: &[(Ink, &str, &str, &str, &str)] = &[
    (Ink::Wood, "wood", "#e6bf82", "#b98d50", "#ffffff"),
    (Ink::WoodShade, "wood-shade", "#dcb06c", "#a97e44", "#ffffff"),
    (Ink::Grain, "wood-grain", "#b98745", "#8a6330", "none"),
    (Ink::WoodLine, "wood-line", "#54401f", "#2a1d0c", "#000000"),
    (Ink::Black, "black", "#1c1b19", "#161514", "#000000"),
    (Ink::BlackLight, "black-light", "#5b5853", "#4b4843", "#000000"),
    (Ink::BlackEdge, "black-edge", "#0a0a09", "#060605", "#000000"),
    (Ink::White, "white", "#f3f0e9", "#e8e4da", "#ffffff"),
    (Ink::WhiteLight, "white-light", "#ffffff", "#fbf9f4", "#ffffff"),
    (Ink::WhiteEdge, "white-edge", "#a59c8a", "#857c6b", "#000000"),
    (Ink::Red, "red", "#b3382c", "#a8352a", "#808080"),
    (Ink::RedLight, "red-light", "#dd6a58", "#cf6454", "#808080"),
    (Ink::RedEdge, "red-edge", "#7c2219", "#64190f", "#000000"),
    (Ink::Hole, "hole", "#4a3718", "#1f1508", "#000000"),
    (Ink::Shadow, "stone-shadow", "#3a2508", "#120b02", "none"),
    (Ink::OnBlack, "on-black", "#faf8f4", "#f4f0e8", "#ffffff"),
    (Ink::OnWhite, "on-white", "#1f1d1a", "#1a1815", "#000000"),
    (Ink::OnRed, "on-red", "#ffffff", "#fff6f2", "#ffffff"),
    (Ink::Now, "now", "#c2389b", "#e36cc0", "#000000"),
    (Ink::Note, "note", "#3f8f5f", "#63b985", "#000000"),
    (Ink::Warn, "warn", "#b4552d", "#e08a5f", "#000000"),
    (Ink::Hint(HintGrade::Best), "hint-best", "#1f6391", "#1f6391", "#000000"),
    (Ink::Hint(HintGrade::Good), "hint-fine", "#35747c", "#35747c", "#000000"),
    (Ink::Hint(HintGrade::Inaccuracy), "hint-doubt", "#7d5c00", "#7d5c00", "#000000"),
    (Ink::Hint(HintGrade::Mistake), "hint-warn", "#a84c26", "#a84c26", "#000000"),
    (Ink::Hint(HintGrade::Blunder), "hint-blunder", "#a3222f", "#a3222f", "#000000"),
    (Ink::NowOnBoard, "now-board", "#c2389b", "#c2389b", "#000000"),
    (Ink::Accent, "accent", "#2f6f5e", "#6fbfa8", "#000000"),
    (Ink::Panel, "panel", "#ffffff", "#201e1b", "#ffffff"),
    (Ink::Text, "ink", "#1f1d1a", "#efe9df", "#000000"),
    (Ink::Muted, "muted", "#6f6a62", "#a29a8d", "#444444"),
    (Ink::Rule, "line", "#e4dfd6", "#35312b", "#bbbbbb"),
];

impl Theme {
    /// A colour as SVG and CSS write it; `none` where this theme leaves the ink out.
    pub fn color(self, ink: Ink) -> Cow<'static, str> {
        let row = PALETTE.iter().find(|row| row.0 == ink);
        let Some((_, name, light, dark, print)) = row else { return "none".into() };
        match self {
            Theme::Light => Cow::Borrowed(light),
            Theme::Dark => Cow::Borrowed(dark),
            Theme::Print => Cow::Borrowed(print),
            Theme::Page => format!("var(--{name},{light})").into(),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Print => "print",
            Theme::Page => "page",
        }
    }

    /// This theme's colours as custom properties (`--wood:#e6bf82;…`), for a page that draws with `Theme::Page`.
    pub fn custom_properties(self) -> String {
        PALETTE.iter().fold(String::new(), |mut css, (ink, name, ..)| {
            let _ = write!(css, "--{name}:{};", self.color(*ink));
            css
        })
    }
}
